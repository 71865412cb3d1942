//! Cells of a diagram's board, and areas of them in the notation of definitions.

use alfil_rules::area::Places;
use alfil_rules::space::Lattice;

/// The most files and the most ranks of a board.
pub(super) const MAX_SIZE: u8 = 16;

/// A cell. File and rank count from 0, ranks from White's side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Cell {
    pub(super) rank: u8,
    pub(super) file: u8,
}

impl Cell {
    /// The name of the cell: `a1`.
    pub(super) fn name(self) -> String {
        format!("{}{}", char::from(b'a' + self.file), self.rank + 1)
    }

    /// True on dark cells. a1 is dark.
    pub(super) fn is_dark(self) -> bool {
        (self.file + self.rank).is_multiple_of(2)
    }
}

/// Cells by file and rank.
pub(super) fn places<'c>(cells: impl IntoIterator<Item = &'c Cell>) -> Places {
    cells.into_iter().map(|cell| (cell.file, cell.rank)).collect()
}

/// How Black's cells follow from White's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Symmetry {
    /// On the same file, as far from the other side.
    #[default]
    Mirror,
    /// The board is turned by 180 degrees.
    Rotate,
    /// Black's cells are listed.
    None,
}

/// The size of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Size {
    pub(super) files: u8,
    pub(super) ranks: u8,
}

impl Size {
    /// The board without its holes.
    pub(super) fn lattice(self) -> Lattice {
        Lattice::rectangle(self.files, self.ranks)
    }

    /// The cell of Black that corresponds to a cell of White.
    pub(super) fn for_black(self, cell: Cell, symmetry: Symmetry) -> Cell {
        let rank = self.ranks - 1 - cell.rank;
        match symmetry {
            Symmetry::Mirror | Symmetry::None => Cell { rank, ..cell },
            Symmetry::Rotate => Cell { rank, file: self.files - 1 - cell.file },
        }
    }
}

/// A list of squares of the format, with the words that are none.
#[derive(Default)]
pub(super) struct Squares {
    pub(super) cells: Vec<Cell>,
    pub(super) wrong: Vec<String>,
}

/// The most cells that one list of squares may contain.
const MAX_LISTED: usize = 1024;

/// Reads squares such as `a2-h2,c3`. `first` is the number of the first rank.
pub(super) fn squares(text: &str, size: Size, first: i32) -> Squares {
    let mut read = Squares::default();
    let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    for word in words {
        let (from, to) = word.split_once('-').unwrap_or((word, word));
        match (cell(from, size, first), cell(to, size, first)) {
            (Some(_), Some(_)) if read.cells.len() > MAX_LISTED => {
                read.wrong.push(word.to_owned());
                break;
            }
            (Some(from), Some(to)) => read.cells.extend(rectangle(from, to)),
            (_, None) | (None, _) => read.wrong.push(word.to_owned()),
        }
    }
    read
}

fn cell(text: &str, size: Size, first: i32) -> Option<Cell> {
    let mut letters = text.trim().chars();
    let file = letters.next().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
    let file = u8::try_from(file).ok()? - b'a';
    let rank = letters.as_str().parse::<i32>().ok()?.checked_sub(first)?;
    let rank = u8::try_from(rank).ok()?;
    (file < size.files && rank < size.ranks).then_some(Cell { rank, file })
}

fn rectangle(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let files = from.file.min(to.file)..=from.file.max(to.file);
    let ranks = from.rank.min(to.rank)..=from.rank.max(to.rank);
    ranks.flat_map(move |rank| files.clone().map(move |file| Cell { rank, file }))
}
