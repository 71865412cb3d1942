//! Finds the shipped game of a position that names no game, by the size of its board, its letters and
//! its fields.

use crate::foreign::programs::{self, Extent};
use crate::library::{Library, Shipped, shipped};
use crate::play::manner::{Corrected, Manner};
use crate::play::positions;
use crate::protocol::names::USUAL;
use crate::resolve::resolution::resolve;
use crate::variant::Workspace;
use alfil_diagnostics::source::Sources;
use alfil_rules::ruleset::Ruleset;
use alfil_syntax::definition::Role;
use std::collections::BTreeSet;

/// The greatest number of games that are compiled to try whether they read the position.
const MAX_TRIED: usize = 12;

/// Letters of other programs for pieces of xiangqi and its relatives, and the usual ones.
const OTHERS: [(char, char); 2] = [('H', 'N'), ('E', 'B')];

/// What the text of a position shows without any rules.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Shape {
    /// The board, if all rows have the same length.
    size: Option<Extent>,
    /// The letters of the pieces on the board and in hand, as capitals.
    letters: BTreeSet<char>,
    has_hand: bool,
    has_counts: bool,
}

impl Shape {
    /// The shape of a position.
    pub fn of(position: &str) -> Shape {
        let mut words = position.split_whitespace();
        let placement = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        let (board, hand) = placement.split_once('[').unwrap_or((placement, ""));
        let rows: Vec<usize> = board.split('/').map(length).collect();
        let ranks = rows.len();
        let files = rows.first().copied().unwrap_or(0);
        let size = rows.iter().all(|row| *row == files).then_some((files, ranks));
        let letters = board.chars().chain(hand.chars()).filter(char::is_ascii_alphabetic);
        Shape {
            size,
            letters: letters.map(|letter| letter.to_ascii_uppercase()).collect(),
            // Positions of shogi programs have a number in the place of the passed cell.
            has_hand: placement.contains('[')
                || rest.get(2).is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit())),
            has_counts: rest.iter().skip(2).any(|word| word.len() > 2 && word.contains('+')),
        }
    }

    /// True if every game with this shape may have the position `other` as well.
    pub fn covers(&self, other: &Shape) -> bool {
        let others = (other.size, other.has_hand, other.has_counts);
        (self.size, self.has_hand, self.has_counts) == others
            && other.letters.is_subset(&self.letters)
    }

    /// The letters as xiangqi programs write them.
    fn translated(&self) -> BTreeSet<char> {
        let usual =
            |c: char| OTHERS.iter().find(|(other, _)| *other == c).map_or(c, |(_, own)| *own);
        self.letters.iter().map(|c| usual(*c)).collect()
    }

    /// How little the rules of a game fit; less is better. `None` if they cannot fit.
    fn distance(&self, rules: &Ruleset) -> Option<usize> {
        let known: BTreeSet<char> = rules.kinds.iter().map(|kind| kind.letter.capital()).collect();
        if !self.letters.is_subset(&known) && !self.translated().is_subset(&known) {
            return None;
        }
        let unused = known.difference(&self.letters).count();
        let hand = usize::from(self.has_hand != rules.hand.is_some());
        let counts = usize::from(self.has_counts && rules.counters.is_empty());
        Some(16 * (hand + counts) + unused)
    }
}

/// The number of cells of a row.
fn length(row: &str) -> usize {
    let (mut cells, mut empty) = (0, 0);
    for c in row.chars() {
        match c.to_digit(10) {
            Some(digit) => empty = 10 * empty + digit as usize,
            None => {
                cells += std::mem::take(&mut empty);
                cells += usize::from(c.is_alphabetic() || c == '*');
            }
        }
    }
    cells + empty
}

/// The shipped game that reads `position`. It is chess if chess reads it. Otherwise it is the game
/// whose start has the most rows in common with it, and then the one with the fewest other pieces.
/// Resolves the games with boards of its size, and compiles at most 12 of them.
pub fn game(position: &str) -> Option<&'static str> {
    let shape = Shape::of(position);
    let (mut library, mut sources) = (Library::new(), Sources::new());
    let fits_board = |game: &Shipped| match (programs::size(game.text), shape.size) {
        (Some(known), Some(wanted)) => known == wanted,
        (Some(_), None) => false,
        (None, _) => true,
    };
    let mut all: Vec<(usize, &'static str)> = Vec::new();
    for game in shipped().filter(fits_board) {
        let Some(resolved) = resolve(game.name, &mut library, &mut sources).value else { continue };
        if resolved.role == Role::Game
            && let Some(distance) = shape.distance(&resolved.ruleset)
        {
            all.push((if game.name == USUAL { 0 } else { 1 + distance }, game.name));
        }
    }
    all.sort();
    let mut best: Option<(usize, &'static str)> = None;
    for (_, name) in all.into_iter().take(MAX_TRIED) {
        let Ok(variant) = Workspace::new().load(name) else { continue };
        let read = positions::read(variant.game(), position, Manner::Lenient);
        let Ok(Corrected { value: read, .. }) = read else { continue };
        if name == USUAL {
            return Some(name);
        }
        let common = common_rows(&read.text(), &variant.start().text());
        if best.is_none_or(|(most, _)| common > most) {
            best = Some((common, name));
        }
    }
    best.map(|(_, name)| name)
}

/// The number of rows with pieces that two positions have in common.
fn common_rows(one: &str, other: &str) -> usize {
    let placement = |text: &str| text.split([' ', '[']).next().unwrap_or_default().to_owned();
    let (one, other) = (placement(one), placement(other));
    let has_pieces = |row: &str| row.contains(|c: char| c.is_alphabetic());
    one.split('/').zip(other.split('/')).filter(|(a, b)| a == b && has_pieces(a)).count()
}
