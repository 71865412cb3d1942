//! Squares in the words of a definition.

use crate::foreign::fairy::translate::board::{Board, Square};
use crate::foreign::fairy::values::{Sided, Squares};
use alfil_rules::area::{Places, Shape};
use alfil_rules::condition as rules;
use alfil_rules::side::Side;
use alfil_syntax::write::Yaml;

/// Squares of the board, for both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Area {
    Everywhere,
    Nowhere,
    /// Words that a condition, a promotion or a question understands.
    Words(String),
}

/// Files and ranks of squares, from 0.
pub(crate) type Cells = Places;

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
    shape: Shape,
    /// The cells that exist.
    all: Cells,
    pub(crate) zones: Vec<Zone>,
}

impl Areas {
    /// No zones yet. Walls that stay are no cells.
    pub(crate) fn new(board: &Board) -> Areas {
        let (walls, cells): (Vec<_>, Vec<_>) =
            board.cells().partition(|(_, _, square)| *square == Square::Wall);
        let places = |cells: Vec<(u8, u8, Square)>| -> Cells {
            cells.into_iter().map(|(file, rank, _)| (file, rank)).collect()
        };
        let shape = Shape::grid(&board.lattice(), &places(walls));
        Areas { files: board.files, shape, all: places(cells), zones: Vec::new() }
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
        if let Some(area @ (rules::Area::Ranks { .. } | rules::Area::LastRank)) =
            self.shortest(&[(Side::White, &white), (Side::Black, &black)])
        {
            return Area::Words(area.words());
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

    /// The area that has the wanted cells for each side.
    fn shortest(&self, wanted: &[(Side, &Cells)]) -> Option<rules::Area> {
        rules::Area::of_cells(&self.shape, wanted)
    }

    /// The value of a zone.
    pub(crate) fn written(&self, zone: &Zone) -> Yaml {
        let each = [(Side::White, &zone.white), (Side::Black, &zone.black)];
        if let Some(area) = self.shortest(&each) {
            return area.words().into();
        }
        let [white, black] = each.map(|(side, cells)| {
            // There is no word for no cell at all.
            let area = self.shortest(&[(side, cells)]).filter(|_| !cells.is_empty());
            area.map_or("rank 1 and not rank 1".to_owned(), |area| area.words())
        });
        Yaml::map([("white", white), ("black", black)])
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
