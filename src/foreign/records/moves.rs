//! Reads moves as records of games write them: algebraic notation in the forms of all sites, and
//! the coordinates of UCI and USI.
//!
//! A text is compared with each legal move, so there is no grammar of texts. [`Notation`] has the
//! names of all pieces and cells of a game. Reading takes some microseconds.

use crate::foreign::records::movetext::PASSES;
use crate::play::board::{Actor, BoardPlay, Choice, Move as CellMove};
use crate::play::game::Game;
use crate::play::position::{Legal, Move};
use alfil_diagnostics::index::Id;
use alfil_rules::letter::Form;
use alfil_rules::ruleset::Kind;

/// The signs that may follow a move.
const REMARKS: [char; 4] = ['+', '#', '!', '?'];

/// The signs between the cells of a move. The empty one comes last.
const SIGNS: [&str; 5] = ["x", "-", ":", "×", ""];

/// The figurines of White and Black, and the letters that they stand for.
const FIGURINES: [(&str, &str); 6] =
    [("♔♚", "K"), ("♕♛", "Q"), ("♖♜", "R"), ("♗♝", "B"), ("♘♞", "N"), ("♙♟", "P")];

/// The letter that algebraic notation leaves out.
pub(crate) const PAWN: char = 'P';

/// Letters of pieces, the beginnings of their names, and the letters of WXF for them.
const WXF: [(char, &str, char); 2] = [('N', "horse", 'H'), ('B', "elephant", 'E')];

/// The names of the pieces and cells of a game.
#[derive(Clone, Debug)]
pub struct Notation {
    pub(crate) kinds: Vec<KindNames>,
    pub(crate) cells: Vec<CellNames>,
}

/// How records name a kind.
#[derive(Clone, Debug)]
pub(crate) struct KindNames {
    /// The capital letter, after `+` for the other side of a piece.
    pub(crate) letter: String,
    /// The letter of WXF, if it differs.
    pub(crate) wxf: Option<String>,
    pub(crate) form: Form,
    /// Returns true for the letter that may be left out.
    pub(crate) is_pawn: bool,
    /// The texts before the cells of a move.
    heads: Vec<String>,
    /// The texts after a move that promotes to this kind.
    tails: Vec<String>,
}

/// How records name a cell.
#[derive(Clone, Debug)]
pub(crate) struct CellNames {
    pub(crate) usual: CellName,
    /// The two digits of shogi, with files from the right and ranks from the top.
    pub(crate) digits: Option<CellName>,
}

/// One name of a cell, with its parts.
#[derive(Clone, Debug)]
pub(crate) struct CellName {
    pub(crate) whole: String,
    pub(crate) file: String,
    pub(crate) rank: String,
}

/// How many legal moves a text fits.
enum Fitting<'m> {
    None,
    One(&'m CellMove),
    Several,
}

impl Notation {
    /// The names of `game`. On planes, all texts are read as usual.
    pub fn new(game: &Game) -> Notation {
        let Game::Board(program) = game else {
            return Notation { kinds: Vec::new(), cells: Vec::new() };
        };
        let arena = program.arena();
        let rules = &arena.rules;
        let others = wxf_letters(game);
        let kinds = rules.kinds.iter().zip(others).map(|(kind, wxf)| {
            let form = kind.letter.form();
            let capital = kind.letter.capital();
            let letter = match form {
                Form::Plus => format!("+{capital}"),
                Form::Plain | Form::Reverting => capital.to_string(),
            };
            let wxf = wxf.map(String::from);
            let is_pawn = capital == PAWN && form != Form::Plus;
            let mut heads = vec![letter.clone()];
            heads.extend(wxf.clone());
            if form == Form::Reverting {
                heads.push(kind.letter.to_string());
            }
            let mut tails = Vec::new();
            for letter in &heads {
                let small = letter.to_lowercase();
                tails.extend([format!("={letter}"), format!("({letter})"), format!("/{letter}")]);
                tails.extend([letter.clone(), format!("={small}"), small]);
            }
            KindNames { letter, wxf, form, is_pawn, heads, tails }
        });
        let graph = &arena.graph;
        let (files, ranks) = (graph.files(), graph.ranks());
        let cells = graph.sites().map(|site| {
            let usual = graph.name(site);
            let (file, rank) = graph.file_rank(site);
            let digits = (files <= 9 && ranks <= 9 && graph.lattice().plane().is_none())
                .then(|| CellName::of(format!("{}{}", files - file, ranks - rank), 1));
            let letters =
                usual.len() - usual.trim_start_matches(|c: char| !c.is_ascii_digit()).len();
            CellNames { usual: CellName::of(usual.to_owned(), letters), digits }
        });
        Notation { kinds: kinds.collect(), cells: cells.collect() }
    }

    /// The legal move that `text` names. A text that fits several moves names none.
    pub fn read(&self, legal: &Legal<'_>, text: &str) -> Option<Move> {
        let Legal::Board(play, moves) = legal else { return legal.find(text) };
        let mut plain = text.to_owned();
        if !text.is_ascii() {
            for (figures, letter) in FIGURINES {
                plain = plain.replace(|c| figures.contains(c), letter);
            }
        }
        let mut reading = plain.as_str();
        loop {
            match self.fitting(play, moves, reading) {
                Fitting::One(mv) => return Some(mv.clone().into()),
                Fitting::Several => break,
                Fitting::None => {}
            }
            match reading.strip_suffix(REMARKS) {
                Some(shorter) => reading = shorter,
                None => break,
            }
        }
        legal.find(text).or_else(|| self.pass(play, moves, reading).map(Move::from))
    }

    fn fitting<'m>(&self, play: &BoardPlay, moves: &'m [CellMove], text: &str) -> Fitting<'m> {
        let (mut step, mut castling) = (Fitting::None, Fitting::None);
        for mv in moves.iter().filter(|mv| self.fits(play, mv, text)) {
            let found = if mv.partner.is_some() { &mut castling } else { &mut step };
            *found = match found {
                Fitting::None => Fitting::One(mv),
                Fitting::One(_) | Fitting::Several => Fitting::Several,
            };
        }
        // A text that may mean a step or castling to the same cell means the step.
        match step {
            Fitting::None => castling,
            Fitting::One(_) | Fitting::Several => step,
        }
    }

    /// Returns true if `text` names only the move `mv` of `moves`.
    pub(crate) fn is_only(
        &self,
        play: &BoardPlay,
        moves: &[CellMove],
        text: &str,
        mv: &CellMove,
    ) -> bool {
        matches!(self.fitting(play, moves, text), Fitting::One(found) if found == mv)
    }

    /// Returns true if `text` may mean `mv`.
    fn fits(&self, play: &BoardPlay, mv: &CellMove, text: &str) -> bool {
        if let Some((wing, rest)) = castling(text) {
            return wing_of(play, mv) == Some(wing) && self.choices(mv, &all(mv), rest);
        }
        let Some(to) = self.cells.get(mv.to.index()) else { return false };
        match mv.actor {
            Actor::Nobody => PASSES.contains(&text),
            Actor::Section(..) | Actor::Die(..) => false,
            Actor::Hand(kind) => {
                let Some(names) = self.kinds.get(kind.index()) else { return false };
                let drops = |head: &str| {
                    let rest = text.strip_prefix(head).and_then(|r| r.strip_prefix(['@', '*']));
                    rest.is_some_and(|rest| {
                        to.all().any(|cell| {
                            let rest = rest.strip_prefix(cell.whole.as_str());
                            rest.is_some_and(|rest| self.tail(mv, names, rest))
                        })
                    })
                };
                let turned = mv.promotion.and_then(|kind| self.kinds.get(kind.index()));
                // `+L@c3` drops a piece with its other side up.
                let is_turned = || {
                    turned.is_some_and(|turned| {
                        turned.heads.iter().any(|head| {
                            let rest = text.strip_prefix(head.as_str());
                            let rest = rest.and_then(|rest| rest.strip_prefix(['@', '*']));
                            rest.is_some_and(|rest| to.all().any(|cell| cell.whole == rest))
                        })
                    })
                };
                names.heads.iter().any(|head| drops(head))
                    || names.is_pawn && drops("")
                    || is_turned()
            }
            Actor::Piece => {
                let has_end = to.all().any(|to| text.contains(to.whole.as_str()));
                if !has_end && mv.partner.is_none() {
                    return false;
                }
                let Some(piece) = play.board().piece(mv.from) else { return false };
                let Some(names) = self.kinds.get(piece.kind.index()) else { return false };
                names.heads.iter().any(|head| {
                    text.strip_prefix(head.as_str())
                        .is_some_and(|rest| self.way(play, mv, names, rest))
                }) || self.way(play, mv, names, text)
                    && (names.is_pawn || self.begins_with_cell(mv, text))
            }
        }
    }

    /// Returns true if the cell on which `mv` begins is the first word of `text`.
    fn begins_with_cell(&self, mv: &CellMove, text: &str) -> bool {
        let rest = self
            .cells
            .get(mv.from.index())
            .and_then(|from| from.all().find_map(|from| text.strip_prefix(from.whole.as_str())));
        // The cell may also be the target of a pawn, which has no letter. Then no second cell
        // follows.
        rest.is_some_and(|rest| rest.bytes().any(|b| b.is_ascii_digit()))
    }

    /// Returns true if `text` is the way of `mv` from cell to cell and what follows.
    fn way(&self, play: &BoardPlay, mv: &CellMove, names: &KindNames, text: &str) -> bool {
        let Some(from) = self.cells.get(mv.from.index()) else { return false };
        // Castling may be written as a move to the partner.
        let partner = mv
            .partner
            .and_then(|(cell, _)| wing_of(play, mv).and_then(|_| self.cells.get(cell.index())));
        let ends = self.cells.get(mv.to.index()).into_iter().chain(partner);
        ends.flat_map(|to| to.all().zip(from.all())).any(|(to, from)| {
            text.contains(to.whole.as_str())
                && [from.whole.as_str(), &from.file, &from.rank, ""].into_iter().any(|hint| {
                    let Some(rest) = text.strip_prefix(hint) else { return false };
                    SIGNS.into_iter().any(|sign| {
                        let is_capture = matches!(sign, "x" | ":" | "×");
                        (!is_capture || !mv.captures.is_empty())
                            && rest
                                .strip_prefix(sign)
                                .and_then(|rest| rest.strip_prefix(to.whole.as_str()))
                                .is_some_and(|rest| self.tail(mv, names, rest))
                    })
                })
        })
    }

    /// Returns true if `text` is the promotion and the choices of `mv`. `names` are those of the
    /// mover.
    fn tail(&self, mv: &CellMove, names: &KindNames, text: &str) -> bool {
        let choices = |rest: &str| self.choices(mv, &all(mv), rest);
        let Some(kind) = mv.promotion else {
            // In shogi, `=` declines a promotion.
            return choices(text) || text.strip_prefix('=').is_some_and(choices);
        };
        let Some(kind) = self.kinds.get(kind.index()) else { return false };
        let turns = match (names.form, kind.form) {
            (Form::Plain, Form::Plus) => Some("+"),
            (Form::Plus, Form::Plain) => Some("-"),
            (Form::Plain | Form::Plus | Form::Reverting, _) => None,
        };
        let mut tails = kind.tails.iter().map(String::as_str).chain(turns);
        tails.any(|tail| text.strip_prefix(tail).is_some_and(choices))
    }

    /// Returns true if `text` is the rest of the choices of `mv`.
    fn choices(&self, mv: &CellMove, choices: &[Choice], text: &str) -> bool {
        let Some((first, others)) = choices.split_first() else { return text.is_empty() };
        let (kind, site) = match *first {
            Choice::Declined => return self.choices(mv, others, text),
            Choice::Carried(count) => {
                let rest = text.strip_prefix(&format!(",{}", u32::from(count) + 1));
                return rest.is_some_and(|rest| self.choices(mv, others, rest));
            }
            Choice::Taken(kind, site) => (kind, site),
        };
        let mut cells = vec![""];
        if let Some(site) = site {
            let names = self.cells.get(site.index()).into_iter().flat_map(CellNames::all);
            cells = names.map(|name| name.whole.as_str()).collect();
        }
        let mut texts: Vec<String> = Vec::new();
        if let Some(kind) = kind.and_then(|kind| self.kinds.get(kind.index())) {
            for head in &kind.heads {
                for cell in &cells {
                    texts.push(format!("/{head}{cell}"));
                    texts.push(format!("{}{cell}", head.to_lowercase()));
                    texts.push(format!(",{head}@{cell}"));
                }
                if site == Some(mv.from) || site.is_none() {
                    texts.extend([format!("/{head}"), head.to_lowercase(), format!(",={head}")]);
                }
            }
        }
        if site.is_some() {
            // A cell may follow the cell that the mover has just reached: `e2e4,e4d5`.
            let to = self.cells.get(mv.to.index()).map_or("", |to| to.usual.whole.as_str());
            for cell in &cells {
                texts.extend([format!(",@{cell}"), format!(",{to}{cell}"), format!(",{cell}")]);
            }
        } else if kind.is_none() {
            texts.push(",+".to_owned());
        }
        texts.iter().any(|tail| {
            let rest = text.strip_prefix(tail.as_str());
            rest.is_some_and(|rest| self.choices(mv, others, rest))
        })
    }

    /// The pass that `text` means as a move of a piece to its own cell.
    fn pass(&self, play: &BoardPlay, moves: &[CellMove], text: &str) -> Option<CellMove> {
        let pass = moves.iter().find(|mv| mv.actor == Actor::Nobody)?;
        let board = play.board();
        let stays = board.pieces(board.side).any(|(site, kind)| {
            let Some(cell) = self.cells.get(site.index()) else { return false };
            let cell = &cell.usual.whole;
            let letters = self.kinds.get(kind.index()).into_iter().flat_map(|kind| &kind.heads);
            let mut heads = letters.map(String::as_str).chain([cell.as_str()]);
            heads.any(|head| text.strip_prefix(head) == Some(cell))
        });
        stays.then(|| pass.clone())
    }
}

impl CellNames {
    /// All names of the cell.
    pub(crate) fn all(&self) -> impl Iterator<Item = &CellName> {
        [&self.usual].into_iter().chain(&self.digits)
    }
}

impl CellName {
    /// Splits a name into file and rank after `length` bytes.
    fn of(whole: String, length: usize) -> CellName {
        let (file, rank) = whole.split_at(length);
        let (file, rank) = (file.to_owned(), rank.to_owned());
        CellName { whole, file, rank }
    }
}

/// The choices of a move.
fn all(mv: &CellMove) -> Vec<Choice> {
    mv.choices.iter().collect()
}

/// The letters of WXF for the kinds of a game. A horse with the letter `N` is also called `H`, and
/// an elephant with the letter `B` is called `E`, unless another kind has that letter.
fn wxf_letters(game: &Game) -> Vec<Option<char>> {
    let kinds = &game.rules().kinds;
    let is_free = |letter| kinds.iter().all(|kind| kind.letter.capital() != letter);
    let letter = |kind: &Kind| {
        if kind.letter.form() != Form::Plain {
            return None;
        }
        let (_, _, letter) = WXF.into_iter().find(|(own, first, _)| {
            kind.letter.capital() == *own && kind.name.value.starts_with(*first)
        })?;
        is_free(letter).then_some(letter)
    };
    kinds.iter().map(letter).collect()
}

/// The direction of castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wing {
    /// The partner is on a later file.
    Short,
    Long,
}

/// Reads `O-O` or `O-O-O` in all forms, and returns the text after it.
fn castling(text: &str) -> Option<(Wing, &str)> {
    let circle = |text: &str| text.starts_with(['O', '0', 'o']);
    if !circle(text) {
        return None;
    }
    let rest = text[1..].strip_prefix('-').filter(|rest| circle(rest))?;
    match rest[1..].strip_prefix('-').filter(|rest| circle(rest)) {
        Some(last) => Some((Wing::Long, &last[1..])),
        None => Some((Wing::Short, &rest[1..])),
    }
}

/// The direction of castling; `None` for other moves.
pub(crate) fn wing_of(play: &BoardPlay, mv: &CellMove) -> Option<Wing> {
    let partner = mv.partner?;
    let arena = play.arena();
    let is_it = arena.castles.iter().any(|o| o.king == (mv.from, mv.to) && o.partner == partner);
    let file = |site| arena.graph.file_rank(site).0;
    is_it.then(|| if file(partner.0) > file(mv.from) { Wing::Short } else { Wing::Long })
}
