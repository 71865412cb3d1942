//! Squares in the words of a definition.

use crate::foreign::fairy::translate::board::{Board, Square};
use crate::foreign::fairy::values::{Side, Sided, Squares};
use std::collections::BTreeSet;

/// Squares of the board, for both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Area {
    Everywhere,
    Nowhere,
    /// Words that a condition, a promotion or a question understands.
    Words(String),
}

/// Files and ranks of squares, from 0.
pub(crate) type Cells = BTreeSet<(u8, u8)>;

/// A named zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Zone {
    pub(crate) name: String,
    pub(crate) white: Cells,
    pub(crate) black: Cells,
}

/// The zones of a definition and the size of its board.
#[derive(Clone, Debug)]
pub(crate) struct Areas {
    files: u8,
    ranks: u8,
    /// The cells that exist.
    all: Cells,
    pub(crate) zones: Vec<Zone>,
}

impl Areas {
    /// No zones yet. Walls that stay are no cells.
    pub(crate) fn new(board: &Board) -> Areas {
        let cells = board.cells().filter(|(_, _, square)| *square != Square::Wall);
        let all = cells.map(|(file, rank, _)| (file, rank)).collect();
        Areas { files: board.files, ranks: board.ranks, all, zones: Vec::new() }
    }

    /// The cells of the board that are among `squares`.
    pub(crate) fn cells(&self, squares: &Squares) -> Cells {
        self.all.iter().copied().filter(|(file, rank)| squares.contains(*file, *rank)).collect()
    }

    /// The area with these squares. It gets a zone with the name `purpose` if a few words are not
    /// enough.
    pub(crate) fn area(&mut self, purpose: &str, squares: &Sided<Squares>) -> Area {
        let (white, black) = (self.cells(&squares.white), self.cells(&squares.black));
        self.of_cells(purpose, white, black)
    }

    /// The area with these cells.
    pub(crate) fn of_cells(&mut self, purpose: &str, white: Cells, black: Cells) -> Area {
        if white == self.all && black == self.all {
            return Area::Everywhere;
        }
        if white.is_empty() && black.is_empty() {
            return Area::Nowhere;
        }
        let words = self.ranks(&white, Side::White);
        if let Some(words) = words.filter(|w| self.ranks(&black, Side::Black).as_ref() == Some(w)) {
            return Area::Words(words);
        }
        let same = |zone: &&Zone| zone.white == white && zone.black == black;
        if let Some(zone) = self.zones.iter().find(same) {
            return Area::Words(zone.name.clone());
        }
        let taken = |name: &str| self.zones.iter().any(|zone| zone.name == name);
        let plain = purpose.replace(' ', "-");
        let names = (2..).map(|n| format!("{plain}-{n}"));
        let mut names = std::iter::once(plain.clone()).chain(names).filter(|name| !taken(name));
        let name = names.next().unwrap_or(plain);
        self.zones.push(Zone { name: name.clone(), white, black });
        Area::Words(name)
    }

    /// The words of a zone for a side.
    pub(crate) fn written(&self, cells: &Cells, side: Side) -> String {
        self.ranks(cells, side).unwrap_or_else(|| rectangles(cells))
    }

    /// Words for whole ranks that follow each other, counted from the side.
    fn ranks(&self, cells: &Cells, side: Side) -> Option<String> {
        let ranks: BTreeSet<u8> = cells.iter().map(|(_, rank)| *rank).collect();
        let (first, last) = (*ranks.first()?, *ranks.last()?);
        let whole = self.all.iter().filter(|(_, rank)| (first..=last).contains(rank));
        if !whole.eq(cells.iter().collect::<BTreeSet<_>>()) {
            return None;
        }
        let (first, last) = match side {
            Side::White => (first + 1, last + 1),
            Side::Black => (self.ranks - last, self.ranks - first),
        };
        Some(match first == last {
            true if first == self.ranks && self.ranks > 1 => "last rank".to_owned(),
            true => format!("rank {first}"),
            false => format!("ranks {first}-{last}"),
        })
    }

    /// True if the area lies elsewhere for the other side.
    pub(crate) fn is_sided(&self, words: &str) -> bool {
        let zone = self.zones.iter().find(|zone| zone.name == words);
        zone.is_none_or(|zone| zone.white != zone.black)
    }

    /// The number of files.
    pub(crate) fn files(&self) -> u8 {
        self.files
    }
}

/// The name of a cell; file and rank count from 0.
pub(crate) fn cell(file: u8, rank: u8) -> String {
    format!("{}{}", char::from(b'a' + file), rank + 1)
}

/// Cells as rectangles: rows of neighbours, and equal rows above each other together.
pub(crate) fn rectangles(cells: &Cells) -> String {
    let mut left: Cells = cells.clone();
    let mut words = Vec::new();
    let mut by_rank: Vec<(u8, u8)> = cells.iter().copied().collect();
    by_rank.sort_by_key(|(file, rank)| (*rank, *file));
    for (file, rank) in by_rank {
        if !left.contains(&(file, rank)) {
            continue;
        }
        let wide = (file..).take_while(|f| left.contains(&(*f, rank))).last().unwrap_or(file);
        let whole = |r: u8| (file..=wide).all(|f| left.contains(&(f, r)));
        let high = (rank..).take_while(|r| whole(*r)).last().unwrap_or(rank);
        for r in rank..=high {
            left.retain(|(f, other)| *other != r || !(file..=wide).contains(f));
        }
        words.push(match (file, rank) == (wide, high) {
            true => cell(file, rank),
            false => format!("{}-{}", cell(file, rank), cell(wide, high)),
        });
    }
    words.join(" ")
}
