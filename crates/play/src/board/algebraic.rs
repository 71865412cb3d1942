//! Writes and reads moves in algebraic notation, also in its printed variants.

use crate::board::names::{
    CellName, CellNames, KindNames, Notation, PAWN, Wing, promotions, wing_of, with_letters,
};
use crate::board::notation;
use crate::board::state::BoardPlay;
use crate::dialect::Letters;
use crate::terms::REMARKS;
use alfil_board::model::position::{Actor, Choice, Move, Move as CellMove};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::look::Form;
use alfil_rules::ruleset::Ruleset;

// Writes moves in algebraic notation: `Nf3`, `exd5`, `e8=Q`, `O-O`, `N@f3`, `Nc3/H`, and in the
// forms of shogi. Every move that has such a text is written so, by all commands.

/// A pass in algebraic notation.
pub(super) const PASS_SIGN: &str = "--";

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
    /// How much of a move is written.
    length: Length,
    /// The sign before a cell that the player has chosen besides those of the move.
    choice: char,
}

/// How much of a move algebraic notation writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Length {
    /// No more of the start cell than needed: `Nf3`, `Bxc6`.
    Short,
    /// Both cells and the captured piece: `Ng1-f3`, `Bb5xNc6`.
    Long,
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
    pub const STANDARD: Style = Style {
        letters: Letters::Own,
        pawns: Pawns::Bare,
        cells: Cells::Usual,
        pass: Pass::Sign,
        length: Length::Short,
        choice: ',',
    };

    /// The long notation of games of four players.
    pub const LONG: Style = Style { length: Length::Long, ..Style::STANDARD };

    /// The style of people who play the game: `Bb4@e2` for a move and its duck, and the cells of shogi in games
    /// such as shogi.
    pub fn of_players(rules: &Ruleset) -> Style {
        let cells = Style::cells_of(rules);
        let pawns = if cells == Cells::Digits { Pawns::Named } else { Pawns::Bare };
        Style { cells, pawns, choice: '@', ..Style::STANDARD }
    }

    /// Games such as shogi have digits, if their board is small enough for them.
    fn cells_of(rules: &Ruleset) -> Cells {
        let lattice = &rules.space.lattice;
        let has_digits = lattice.files() <= 9 && lattice.ranks() <= 9;
        if is_shogi(rules) && has_digits { Cells::Digits } else { Cells::Usual }
    }

    /// Returns true if check and checkmate have signs.
    pub fn has_signs(self) -> bool {
        self.cells == Cells::Usual
    }

    /// The style of PyChess and pyffish. Pawns that never promote have their letter there, and
    /// games such as shogi have the cells and signs of shogi.
    pub fn pychess(rules: &Ruleset) -> Style {
        let is_shogi = is_shogi(rules);
        let is_pawn = |letter: char| letter == PAWN;
        let promotes = rules
            .kinds
            .iter()
            .any(|kind| is_pawn(kind.letter.capital()) && !kind.promotions.is_empty());
        Style {
            letters: Letters::Wxf,
            pawns: if is_shogi || !promotes { Pawns::Named } else { Pawns::Bare },
            cells: Style::cells_of(rules),
            pass: Pass::Stays,
            length: Length::Short,
            choice: ',',
        }
    }
}

/// The text of a move in algebraic notation. Moves without such a text are written as Alfil writes
/// them.
pub fn write(
    notation: &Notation,
    play: &BoardPlay,
    moves: &[CellMove],
    mv: &CellMove,
    style: Style,
) -> String {
    let passes = moves.iter().filter(|other| other.actor == Actor::Nobody).count();
    if mv.actor == Actor::Nobody && passes == 1 {
        return pass(notation, play, style);
    }
    if let Actor::Section(section, stand) = mv.actor {
        let own = notation::write(play.arena(), mv, moves);
        let side = play.board().side;
        let means_it = |name: &String| {
            notation::section_called(play.arena(), side, name).as_ref() == Some(&own)
        };
        let names = play.arena().sections.get(section).names(usize::from(stand));
        return names.into_iter().flatten().find(means_it).unwrap_or(own);
    }
    let is_it = |text: &String| notation.is_only(play, moves, text, mv);
    let found = texts(notation, play, moves, mv, style).into_iter().find(is_it);
    found.unwrap_or_else(|| notation::write(play.arena(), mv, moves))
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
    if let Some(wing) = wing_of(play.arena(), mv) {
        return vec![format!("{}{choices}", wing.text())];
    }
    let Some(to) = cell(mv.to.index()) else { return Vec::new() };
    match mv.actor {
        Actor::Section(..) | Actor::Nobody | Actor::Die(..) => return Vec::new(),
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
    if style.length == Length::Long {
        let captured = mv.captures.first().and_then(|&site| play.board().piece(site));
        let captured = captured.and_then(|piece| named(piece.kind.index()));
        let captured = captured.filter(|kind| !kind.is_pawn).map(|kind| style.letter(kind));
        let sign = if takes.is_empty() { "-" } else { takes };
        let (from, to, captured) = (&from.whole, &to.whole, captured.unwrap_or_default());
        return vec![format!("{letter}{from}{sign}{captured}{to}{becomes}{choices}")];
    }
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
    stays.unwrap_or_else(|| PASS_SIGN.to_owned())
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
            (Some(_) | None, Some(cell)) => {
                text += &format!("{}{}", style.choice, style.cell(cell).whole);
            }
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

/// Returns true if positions of a game are written as in shogi: it has hands and pieces with two
/// sides.
pub(crate) fn is_shogi(rules: &Ruleset) -> bool {
    rules.hand.is_some() && rules.kinds.iter().any(|kind| kind.letter.form() == Form::Plus)
}

// Reads moves in standard algebraic notation and its printed variants: `Nf3`, `exd5`, `e8=Q`, `O-O`,
// `e2-e4`. A move of a section is the name of its target place, such as `I`.
//
// A piece is named by its letter or by a figurine. Pieces with the letter `P` need no letter, and the
// sign `~` of a promoted piece that reverts may be left out. A text that fits several moves means
// none of them. `names.rs` reads more forms, which occur in records only.

/// The move that `text` names among `moves`, which must be all legal moves of `play`.
pub(crate) fn read<'m>(
    notation: &Notation,
    play: &BoardPlay,
    text: &str,
    moves: &'m [Move],
) -> Option<&'m Move> {
    let text = plain(text);
    let wing = Wing::read_whole(&text);
    let fits = |mv: &&Move| match wing {
        Some(wing) => wing_of(play.arena(), mv) == Some(wing),
        None => matches(notation, play, &text, mv) == Some(true),
    };
    let mut fitting = moves.iter().filter(fits);
    fitting.next().filter(|_| fitting.next().is_none())
}

/// Removes signs for check and for the quality of the move, and replaces figurines by letters.
pub(super) fn plain(text: &str) -> String {
    with_letters(text.trim_end_matches(REMARKS))
}

/// Returns true if `text` may mean `mv`. `None` if it has another form.
fn matches(notation: &Notation, play: &BoardPlay, text: &str, mv: &Move) -> Option<bool> {
    if !mv.choices.is_empty() || mv.partner.is_some() {
        return None;
    }
    let named = |kind: KindId| notation.kinds.get(kind.index());
    let letter = |kind: KindId| {
        named(kind).map(|names| if names.is_pawn { "" } else { names.letter.as_str() })
    };
    match mv.actor {
        Actor::Piece => {}
        // A drop without a letter drops a pawn.
        Actor::Hand(kind) => {
            let to = &notation.cells.get(mv.to.index())?.usual.whole;
            let cell = text.strip_prefix(letter(kind)?)?.strip_prefix('@')?;
            return Some(mv.promotion.is_none() && cell == to);
        }
        Actor::Section(section, stand) => {
            let names = play.arena().sections.get(section).names(usize::from(stand))?;
            return Some(names.iter().any(|name| name == text));
        }
        Actor::Die(..) | Actor::Nobody => return None,
    }
    let (from, to) = (notation.cells.get(mv.from.index())?, notation.cells.get(mv.to.index())?);
    let piece = play.board().piece(mv.from)?;
    let text = match named(mv.promotion.unwrap_or(piece.kind))?.form {
        Form::Reverting => text.replacen('~', "", 1),
        Form::Plain | Form::Plus => text.to_owned(),
    };
    let mut rest = text.strip_prefix(letter(piece.kind)?)?;
    if let Some(kind) = mv.promotion {
        let signs = promotions(&named(kind)?.letter);
        rest = signs.iter().find_map(|sign| rest.strip_suffix(sign.as_str()))?;
    }
    let way = rest.strip_suffix(to.usual.whole.as_str())?;
    let (whence, takes) = match way.strip_suffix(['x', ':']) {
        Some(whence) => (whence, true),
        None => (way.strip_suffix('-').unwrap_or(way), false),
    };
    let is_plain =
        mv.captures.iter().all(|&cell| cell == mv.to) || mv.captures.len() == 1 && mv.from != mv.to;
    let from = &from.usual;
    let is_there = ["", &from.file, &from.rank, &from.whole].contains(&whence);
    Some(is_there && (!takes || !mv.captures.is_empty()) && is_plain)
}
