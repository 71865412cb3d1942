//! Writes moves as records of games and protocols write them.

use crate::foreign::records::dialect::Letters;
use crate::foreign::records::format::is_shogi;
use crate::foreign::records::item::Spelling;
use crate::foreign::records::moves::{
    CellName, CellNames, KindNames, Notation, PAWN, Wing, wing_of,
};
use crate::play::board::{Actor, BoardPlay, Choice, Move as CellMove};
use crate::play::position::{Legal, Move, Position};
use crate::protocol::notation::{self, Castling, Dialect};
use crate::protocol::{fit, ucci, usi, xboard_board};
use alfil_diagnostics::index::Id;
use alfil_rules::goal::Event;
use alfil_rules::letter::Form;
use alfil_rules::ruleset::Ruleset;

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speech {
    /// Algebraic notation.
    Algebraic(Style),
    /// The moves of a protocol.
    Protocol(Dialect),
    /// Alfil's own texts.
    Own,
}

/// How algebraic notation is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// The letters of pieces.
    letters: Letters,
    /// The letter of pawns.
    pawns: Pawns,
    /// The names of cells.
    cells: Cells,
    /// How a pass is written.
    pass: Pass,
}

/// How algebraic notation writes a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pass {
    /// As `--`.
    Sign,
    /// As the king and its own cell.
    Stays,
}

/// The letter of pawns in moves over the board. Dropped pawns always have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pawns {
    Bare,
    Named,
}

/// How algebraic notation names cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cells {
    Usual,
    /// Two digits, as in shogi: `P-76`, `P*55`, `S-23+`.
    Digits,
}

impl Style {
    /// The style of lichess, chess.com and cutechess.
    pub const STANDARD: Style =
        Style { letters: Letters::Own, pawns: Pawns::Bare, cells: Cells::Usual, pass: Pass::Sign };

    /// The style of PyChess and pyffish. Pawns that never promote have their letter there, and
    /// games such as shogi have the cells and signs of shogi.
    pub fn pychess(rules: &Ruleset) -> Style {
        let is_shogi = is_shogi(rules);
        let is_pawn = |letter: char| letter == PAWN;
        let promotes = rules
            .kinds
            .iter()
            .any(|kind| is_pawn(kind.letter.capital()) && !kind.promotions.is_empty());
        let lattice = &rules.space.lattice;
        let has_digits = lattice.files() <= 9 && lattice.ranks() <= 9;
        Style {
            letters: Letters::Wxf,
            pawns: if is_shogi || !promotes { Pawns::Named } else { Pawns::Bare },
            cells: if is_shogi && has_digits { Cells::Digits } else { Cells::Usual },
            pass: Pass::Stays,
        }
    }
}

/// How the moves of a protocol are written in a game.
///
/// # Errors
/// The reason why the protocol cannot express the game.
pub fn protocol(spelling: Spelling, rules: &Ruleset) -> Result<Speech, &'static str> {
    let obstacle = match spelling {
        Spelling::Xboard => fit::obstacle(rules).or_else(|| xboard_board::obstacle(rules)),
        Spelling::Uci | Spelling::Usi | Spelling::Ucci | Spelling::Alfil | Spelling::Algebraic => {
            fit::obstacle(rules)
        }
    };
    match (obstacle, spelling) {
        (None, _) | (Some(_), Spelling::Alfil | Spelling::Algebraic) => {}
        (Some(why), Spelling::Uci | Spelling::Usi | Spelling::Ucci | Spelling::Xboard) => {
            return Err(why);
        }
    }
    let lattice = &rules.space.lattice;
    let castling = if rules.shuffle.is_some() { Castling::Partner } else { Castling::King };
    let of = |cells| Speech::Protocol(Dialect { castling, cells, ..Dialect::UCI });
    Ok(match spelling {
        Spelling::Algebraic => Speech::Algebraic(Style::STANDARD),
        Spelling::Alfil => Speech::Own,
        Spelling::Uci => of(Dialect::UCI.cells),
        Spelling::Usi => of(usi::cells(lattice)?),
        Spelling::Ucci => of(ucci::cells(lattice)?),
        Spelling::Xboard => Speech::Protocol(xboard_board::dialect(rules)),
    })
}

impl Speech {
    /// The text of a legal move, without a sign for check.
    pub fn write(self, notation: &Notation, legal: &Legal<'_>, mv: &Move) -> String {
        match (self, legal, mv) {
            (Speech::Protocol(dialect), ..) => notation::write(legal, mv, dialect),
            (Speech::Algebraic(style), Legal::Board(play, moves), Move::Board(cells)) => {
                algebraic(notation, play, moves, cells, style)
            }
            (Speech::Algebraic(_) | Speech::Own, ..) => legal.write(mv),
        }
    }

    /// The sign for check or checkmate after a move. `after` is the position after it.
    pub fn sign(self, after: &Position) -> &'static str {
        let Speech::Algebraic(Style { cells: Cells::Usual, .. }) = self else { return "" };
        if !after.in_check() {
            return "";
        }
        match after.outcome() {
            Some(outcome) if outcome.reason == Event::Checkmate => "#",
            Some(_) | None => "+",
        }
    }
}

/// The text of a move in algebraic notation. Moves without such a text are written as Alfil writes
/// them.
fn algebraic(
    notation: &Notation,
    play: &BoardPlay,
    moves: &[CellMove],
    mv: &CellMove,
    style: Style,
) -> String {
    if mv.actor == Actor::Nobody {
        return pass(notation, play, style);
    }
    let is_it = |text: &String| notation.is_only(play, moves, text, mv);
    let found = texts(notation, play, moves, mv, style).into_iter().find(is_it);
    found.unwrap_or_else(|| play.write(moves, mv))
}

/// The possible texts of a move, the shortest first.
fn texts(
    notation: &Notation,
    play: &BoardPlay,
    moves: &[CellMove],
    mv: &CellMove,
    style: Style,
) -> Vec<String> {
    let Some(choices) = choices(notation, mv, style) else { return Vec::new() };
    let named = |kind: usize| notation.kinds.get(kind);
    let cell = |site: usize| notation.cells.get(site).map(|cell| style.cell(cell));
    match wing_of(play, mv) {
        Some(Wing::Short) => return vec![format!("O-O{choices}")],
        Some(Wing::Long) => return vec![format!("O-O-O{choices}")],
        None => {}
    }
    let Some(to) = cell(mv.to.index()) else { return Vec::new() };
    match mv.actor {
        Actor::Nobody | Actor::Die(..) | Actor::Section(..) => return Vec::new(),
        Actor::Hand(kind) => {
            // A piece that is dropped with its other side up is named by that side.
            let shown = mv.promotion.unwrap_or(kind);
            let Some(names) = named(shown.index()) else { return Vec::new() };
            let sign = if style.cells == Cells::Digits { '*' } else { '@' };
            return vec![format!("{}{sign}{}{choices}", style.letter(names), to.whole)];
        }
        Actor::Piece => {}
    }
    let Some(piece) = play.board().piece(mv.from) else { return Vec::new() };
    let (Some(names), Some(from)) = (named(piece.kind.index()), cell(mv.from.index())) else {
        return Vec::new();
    };
    let is_bare = names.is_pawn && style.pawns == Pawns::Bare;
    let letter = if is_bare { String::new() } else { style.letter(names) };
    let takes = match (mv.captures.is_empty(), style.cells) {
        (false, _) => "x",
        (true, Cells::Usual) => "",
        (true, Cells::Digits) => "-",
    };
    let becomes = match mv.promotion.and_then(|kind| named(kind.index())) {
        Some(kind) => match (style.cells, names.form, kind.form) {
            (Cells::Digits, Form::Plain, Form::Plus) => "+".to_owned(),
            (Cells::Digits, Form::Plus, Form::Plain) => "-".to_owned(),
            (Cells::Digits | Cells::Usual, _, _) => format!("={}", style.letter(kind)),
        },
        None => {
            let could = |other: &CellMove| {
                (other.from, other.to, other.actor) == (mv.from, mv.to, mv.actor)
                    && other.promotion.is_some()
            };
            let declines = style.cells == Cells::Digits && moves.iter().any(could);
            if declines { "=".to_owned() } else { String::new() }
        }
    };
    // A capturing pawn is named by its file.
    let alone = if is_bare && takes == "x" { from.file.as_str() } else { "" };
    let hints: &[&str] = match style.cells {
        Cells::Usual => &[alone, &from.file, &from.rank, &from.whole],
        Cells::Digits => &["", &from.whole],
    };
    let text = |hint: &&str| format!("{letter}{hint}{takes}{}{becomes}{choices}", to.whole);
    hints.iter().map(text).collect()
}

/// A pass: a sign, or the king and its own cell.
fn pass(notation: &Notation, play: &BoardPlay, style: Style) -> String {
    let (rules, board) = (&play.arena().rules, play.board());
    let mut pieces = board.pieces(board.side);
    let king = pieces.find(|(_, kind)| rules.kinds[*kind].royal.is_royal());
    let stays = king.filter(|_| style.pass == Pass::Stays).and_then(|(site, kind)| {
        let (kind, cell) = (notation.kinds.get(kind.index())?, notation.cells.get(site.index())?);
        Some(format!("{}{}", style.letter(kind), style.cell(cell).whole))
    });
    stays.unwrap_or_else(|| "--".to_owned())
}

/// The choices of a move; `None` if algebraic notation cannot express them.
fn choices(notation: &Notation, mv: &CellMove, style: Style) -> Option<String> {
    let mut text = String::new();
    // A piece enters on a cell that the mover or its partner has left.
    let is_left = |site| mv.from == site || mv.partner.is_some_and(|(from, _)| from == site);
    for choice in mv.choices.iter() {
        let (kind, site) = match choice {
            Choice::Declined => continue,
            Choice::Carried(count) => {
                text += &format!(",{}", u32::from(count) + 1);
                continue;
            }
            Choice::Taken(kind, site) => (kind, site),
        };
        let kind = kind.and_then(|kind| notation.kinds.get(kind.index()));
        let cell = site.and_then(|site| notation.cells.get(site.index()));
        match (kind, cell) {
            (Some(kind), Some(cell)) if site.is_some_and(is_left) => {
                text += &format!("/{}", style.letter(kind));
                // In castling, the piece may be placed on two cells.
                if mv.partner.is_some() {
                    text += &style.cell(cell).whole;
                }
            }
            (Some(_) | None, Some(cell)) => text += &format!(",{}", style.cell(cell).whole),
            (Some(_) | None, None) => return None,
        }
    }
    Some(text)
}

impl Style {
    fn letter(self, names: &KindNames) -> String {
        let wxf = names.wxf.as_ref().filter(|_| self.letters == Letters::Wxf);
        wxf.unwrap_or(&names.letter).clone()
    }

    fn cell(self, names: &CellNames) -> &CellName {
        match (self.cells, &names.digits) {
            (Cells::Digits, Some(digits)) => digits,
            (Cells::Digits | Cells::Usual, _) => &names.usual,
        }
    }
}
