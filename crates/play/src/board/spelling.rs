//! Recognizes texts that are not a move of a game in any position.
//!
//! [`Spelling`] checks the form of a text in all supported notations and finds the wrong
//! characters. It does not check whether a move is legal. It accepts every text that names a legal
//! move of some position.

use crate::board::algebraic::PASS_SIGN;
use crate::board::names::{Wing, parts, promotions, with_letters};
use crate::board::notation::{self, PASS, first_cell, rolled};
use crate::terms::without_remarks;
use alfil_board::model::board_model::BoardModel;
use alfil_diagnostics::diagnostic::Diagnostic;
use alfil_diagnostics::source::Span;
use alfil_rules::side::Side;
use std::collections::BTreeSet;
use std::ops::Range;

/// The characters that make a text invalid, and what was expected in their place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Slip {
    pub(crate) range: Range<usize>,
    /// What was expected.
    pub(crate) wrong: Wrong,
}

/// The part of a move that was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wrong {
    /// A cell.
    Cell,
    /// The letter of a kind.
    Letter,
    /// A section of the board.
    Section,
    /// A value of a die.
    Face,
    /// Any part of a move.
    Form,
}

/// All names that may occur in the moves of a game.
pub(crate) struct Spelling<'a> {
    arena: &'a BoardModel,
    /// Names of cells, including cells to which sections may move.
    cells: BTreeSet<String>,
    /// Names of files and ranks, for algebraic notation.
    lines: BTreeSet<String>,
    /// Letters of kinds, for drops and algebraic notation.
    letters: BTreeSet<String>,
    /// Letters of kinds, for promotions.
    small: BTreeSet<String>,
}

impl<'a> Spelling<'a> {
    pub(crate) fn new(arena: &'a BoardModel) -> Self {
        let (graph, kinds) = (&arena.graph, &arena.rules.kinds);
        let sections = Side::BOTH.into_iter().flat_map(|side| arena.sections.of(side));
        let moved = sections.map(|id| arena.sections.get(id)).flat_map(|section| {
            let places = (0..section.stands.len()).flat_map(|stand| section.cells(stand));
            places.map(|(file, rank)| graph.cell_name(file, rank))
        });
        let cells: BTreeSet<String> =
            graph.sites().map(|site| graph.name(site).to_owned()).chain(moved).collect();
        let lines = cells.iter().flat_map(|cell| <[&str; 2]>::from(parts(cell)));
        let lines = lines.map(str::to_owned).collect();
        let letters = kinds.iter().map(|kind| kind.letter.to_string()).collect();
        let small = kinds.iter().map(|kind| kind.letter.in_moves()).collect();
        Self { arena, cells, lines, letters, small }
    }

    /// The finding for a cell name that the board does not have.
    pub(crate) fn unknown_cell(&self, name: &str, span: Span) -> Diagnostic {
        self.arena.graph.unknown_cell(name, span)
    }

    /// The letters of all kinds except reverting ones, whose letters authors do not write.
    pub(crate) fn letters(&self) -> Vec<&str> {
        self.letters.iter().map(String::as_str).filter(|letter| !letter.ends_with('~')).collect()
    }

    /// All rolls of the die that `text` names.
    pub(crate) fn rolls(&self, text: &str) -> Vec<String> {
        let Some((id, _)) = rolled(self.arena, text) else { return Vec::new() };
        let die = &self.arena.rules.dice[id];
        die.ids().map(|face| notation::roll(self.arena, id, face)).collect()
    }

    /// The names of the sections.
    pub(crate) fn sections(&self) -> Vec<&str> {
        self.arena.rules.space.sections.iter().map(|known| known.name.value.as_str()).collect()
    }

    /// Returns true if a cell has this name.
    pub(crate) fn is_cell(&self, name: &str) -> bool {
        self.cells.contains(name)
    }

    /// The wrong characters of `text`. `None` if `text` may be a move of the game.
    pub(crate) fn slip(&self, text: &str) -> Option<Slip> {
        let base = without_remarks(text);
        let plain = base.split(',').next().unwrap_or(base);
        let at = |part: &str, wrong| {
            let start = part.as_ptr() as usize - text.as_ptr() as usize;
            Some(Slip { range: start..start + part.len(), wrong })
        };
        let slip = if let Some((_, face)) = rolled(self.arena, plain) {
            let (_, word) = plain.split_once('=')?;
            face.is_none().then(|| at(word, Wrong::Face)).flatten()
        } else if [PASS, PASS_SIGN].contains(&plain)
            || self.is_castling_with_piece(plain)
            || self.is_section(plain)
        {
            None
        } else if let Some((letter, rest)) = plain.split_once('@') {
            match self.behind_cell(rest) {
                _ if !(letter.is_empty() || self.is_letter(letter)) => at(letter, Wrong::Letter),
                None => at(first_cell(rest).unwrap_or(rest), Wrong::Cell),
                Some(becomes) if !self.is_promotion(becomes) => {
                    let (part, wrong) = self.behind(rest, becomes);
                    at(part, wrong)
                }
                Some(_) => None,
            }
        } else if let Some((section, rest)) = plain.split_once(':').filter(|_| self.has_sections())
        {
            let sections = &self.arena.rules.space.sections;
            match sections.iter().any(|known| known.name.value == section) {
                true if self.is_cell(rest) => None,
                true => at(rest, Wrong::Cell),
                false if self.is_in_books(plain) => None,
                false => at(section, Wrong::Section),
            }
        } else if self.is_way(plain) || self.is_in_books(plain) {
            None
        } else {
            self.part(plain).map_or_else(|| at(plain, Wrong::Form), |(part, wrong)| at(part, wrong))
        };
        slip.or_else(|| {
            let chosen = base.split(',').skip(1).find(|part| !self.is_choice(part))?;
            at(chosen, Wrong::Form)
        })
    }

    /// Returns true if the text is the name of a place of some section.
    fn is_section(&self, text: &str) -> bool {
        self.arena.rules.space.sections.iter().any(|section| {
            let mut names = (0..section.stands.len()).filter_map(|stand| section.names(stand));
            names.any(|names| names.iter().any(|name| name == text))
        })
    }

    /// Returns true for castling, perhaps with a piece that enters: `O-O`, `O-O/Hh1`.
    fn is_castling_with_piece(&self, text: &str) -> bool {
        let enters = |piece: &str| {
            let mut cells = self.letters.iter().filter_map(|letter| piece.strip_prefix(&**letter));
            cells.any(|cell| self.is_cell(cell))
        };
        match text.split_once('/') {
            Some((wing, piece)) => Wing::read_whole(wing).is_some() && enters(piece),
            None => Wing::read_whole(text).is_some(),
        }
    }

    fn has_sections(&self) -> bool {
        !self.arena.sections.is_empty()
    }

    /// The part of `text` after the longest cell name at its beginning.
    fn behind_cell<'t>(&self, text: &'t str) -> Option<&'t str> {
        let ends = (1..=text.len()).rev();
        let mut heads = ends.filter_map(|end| text.split_at_checked(end));
        heads.find(|(head, _)| self.is_cell(head)).map(|(_, rest)| rest)
    }

    /// Returns true if `text` is empty or the letter of a promotion.
    fn is_promotion(&self, text: &str) -> bool {
        text.is_empty() || self.small.contains(text)
    }

    /// Returns true for texts such as `e2e4`, `e7e8q`, `e5d6xd5`.
    fn is_way(&self, text: &str) -> bool {
        let Some(rest) = self.behind_cell(text).and_then(|rest| self.behind_cell(rest)) else {
            return false;
        };
        let taken = rest.find('x').unwrap_or(rest.len());
        let (becomes, taken) = rest.split_at(taken);
        let cells = || taken.split('x').skip(1).all(|cell| self.is_cell(cell));
        self.is_promotion(rest) || (self.is_promotion(becomes) && cells())
    }

    /// Returns true for the letter of a kind, also in lower case, as positions write Black's
    /// pieces.
    fn is_letter(&self, text: &str) -> bool {
        self.letters.contains(text)
            || text.to_lowercase() == text && self.letters.contains(&text.to_uppercase())
    }

    /// Returns true for texts such as `Nf3`, `exd5`, `e2-e4`, `e8=Q`, `e8(Q)`, `O-O`.
    pub(crate) fn is_in_books(&self, text: &str) -> bool {
        if Wing::read_whole(text).is_some() {
            return true;
        }
        let plain = with_letters(text);
        let named = self.letters.iter().map(String::as_str).chain([""]);
        let mut behind = named.filter_map(|letter| plain.strip_prefix(letter));
        let is_from =
            |from: &str| from.is_empty() || self.is_cell(from) || self.lines.contains(from);
        behind.any(|rest| {
            let becomes = self.letters.iter().flat_map(|letter| promotions(letter));
            let mut bare =
                becomes.filter_map(|sign| rest.strip_suffix(sign.as_str())).chain([rest]);
            bare.any(|way| {
                self.cells
                    .iter()
                    .filter_map(|cell| way.strip_suffix(cell.as_str()))
                    .any(|from| is_from(from.strip_suffix(['x', ':', '-']).unwrap_or(from)))
            })
        })
    }

    /// Returns true for a choice of the player after a comma: `A@g4`, `@d5`, `d5`, `=Q`, `+`, `h1f1`.
    fn is_choice(&self, text: &str) -> bool {
        let placed = text.split_once('@').is_some_and(|(letter, cell)| {
            (letter.is_empty() || self.is_letter(letter)) && self.is_cell(cell)
        });
        let kind = text.strip_prefix('=').is_some_and(|letter| self.letters.contains(letter));
        let pieces = self.arena.rules.has_stacks() && text.parse::<u16>().is_ok_and(|n| n > 0);
        placed || kind || pieces || text == "+" || self.is_cell(text) || self.is_way(text)
    }

    /// The wrong part of a text. `None` unless exactly one part is wrong.
    fn part<'t>(&self, text: &'t str) -> Option<(&'t str, Wrong)> {
        let is_unknown = |cell: &&str| !self.is_cell(cell);
        if let Some(rest) = self.behind_cell(text) {
            return match self.behind_cell(rest) {
                Some(becomes) => Some(self.behind(rest, becomes)),
                None => {
                    let cell = first_cell(rest).filter(is_unknown)?;
                    (cell == rest || self.is_promotion(&rest[cell.len()..]))
                        .then_some((cell, Wrong::Cell))
                }
            };
        }
        let capital = text.get(..1).filter(|letter| letter.chars().all(char::is_uppercase));
        let strange = capital.filter(|letter| !self.letters.contains(*letter));
        if let Some(letter) = strange.filter(|_| self.is_in_books(&text[1..])) {
            return Some((letter, Wrong::Letter));
        }
        if let Some(cell) = first_cell(text).filter(is_unknown) {
            let rest = text.strip_prefix(cell)?;
            return self
                .behind_cell(rest)
                .is_some_and(|rest| self.is_promotion(rest))
                .then_some((cell, Wrong::Cell));
        }
        capital.filter(|letter| self.letters.contains(*letter))?;
        let to = text.rfind(|c: char| !c.is_ascii_digit()).map(|at| &text[at..])?;
        let way = text.strip_suffix(to)?;
        let rest = way.strip_suffix(['x', ':', '-']).unwrap_or(way);
        (first_cell(to) == Some(to) && self.letters.contains(rest)).then_some((to, Wrong::Cell))
    }

    /// The wrong part after a valid start cell: the target cell has too many digits, a captured
    /// cell does not exist, or the letter of the promotion is unknown. `cell` begins with the
    /// target cell, and `rest` is the text after it.
    fn behind<'t>(&self, cell: &'t str, rest: &'t str) -> (&'t str, Wrong) {
        let digits = rest.starts_with(|c: char| c.is_ascii_digit());
        match (first_cell(cell).filter(|_| digits), rest.strip_prefix('x').and_then(first_cell)) {
            (Some(cell), _) | (None, Some(cell)) => (cell, Wrong::Cell),
            (None, None) => (rest.strip_prefix('=').unwrap_or(rest), Wrong::Letter),
        }
    }
}
