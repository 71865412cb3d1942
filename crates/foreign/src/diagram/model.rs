//! A diagram as it was read, before its translation, and the cells of its board.

use crate::remark::Place;
use alfil_rules::condition::Places;
use alfil_rules::space::Lattice;

/// A value of a field, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Value {
    pub(super) text: String,
    pub(super) place: Place,
}

/// A result of a rule, for the side that brought it about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Win,
    Loss,
    Draw,
}

/// What happens to captured pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Captured {
    #[default]
    Gone,
    ToCaptor,
    ToOwner,
}

/// A kind of piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub(super) place: Place,
    /// The name as the diagram writes it.
    pub(super) name: String,
    /// The ID; empty if the diagram gives none.
    pub(super) id: String,
    /// The movement string; empty if the diagram gives none.
    pub(super) moves: String,
    pub(super) moves_place: Place,
    pub(super) white: Vec<Cell>,
    /// Black's cells, where the diagram lists them.
    pub(super) black: Option<Vec<Cell>>,
    /// The pieces in White's and in Black's hand.
    pub(super) held: [u8; 2],
    pub(super) morph: Option<Value>,
}

/// The number of a piece in the list, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct PieceId(pub(super) usize);

/// A diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Diagram {
    pub(super) size: Size,
    pub(super) title: Option<String>,
    pub(super) symmetry: Symmetry,
    pub(super) pieces: Vec<Piece>,
    pub(super) holes: Vec<Cell>,
    pub(super) promo_zone: u8,
    pub(super) max_promote: Option<usize>,
    pub(super) promo_offset: Option<(usize, Place)>,
    pub(super) promo_choice: Option<Value>,
    pub(super) royal: Vec<Value>,
    pub(super) stalemate: Verdict,
    pub(super) baring: Option<Verdict>,
    pub(super) pass: bool,
    /// The number of occurrences of a position that end the game, and the result.
    pub(super) repeat: Option<(u8, Verdict)>,
    pub(super) perpetual: Option<Verdict>,
    pub(super) captured: Captured,
    pub(super) shuffle: Option<Value>,
    pub(super) position: Option<Value>,
    pub(super) matrix: Option<Value>,
    pub(super) castles: bool,
}

impl Diagram {
    /// The pieces with their numbers.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (PieceId, &Piece)> {
        self.pieces.iter().enumerate().map(|(number, piece)| (PieceId(number), piece))
    }

    /// Black's cells of a piece.
    pub(super) fn black_cells(&self, piece: &Piece) -> Vec<Cell> {
        let derived = || {
            let cells = piece.white.iter();
            cells.map(|&cell| self.size.for_black(cell, self.symmetry)).collect()
        };
        match (&piece.black, self.symmetry) {
            (Some(cells), _) => cells.clone(),
            (None, Symmetry::None) => Vec::new(),
            (None, Symmetry::Mirror | Symmetry::Rotate) => derived(),
        }
    }

    /// The ID of a piece: that of the diagram, or the first letter of its name.
    pub(super) fn id(&self, piece: &Piece) -> String {
        if piece.id.is_empty() {
            piece.name.chars().take(1).flat_map(char::to_uppercase).collect()
        } else {
            piece.id.clone()
        }
    }

    /// The piece whose ID begins `text`, the longest ID first, and the length of the ID in bytes.
    pub(super) fn piece_at(&self, text: &str) -> Option<(PieceId, usize)> {
        let ids = self.pieces().map(|(number, piece)| (number, self.id(piece)));
        let ids = ids.filter(|(_, id)| !id.is_empty() && text.starts_with(id.as_str()));
        // Of pieces with the same ID, the first one counts.
        let longest =
            ids.reduce(|best, next| if next.1.len() > best.1.len() { next } else { best });
        longest.map(|(number, id)| (number, id.len()))
    }
}

// Cells of a diagram's board, and areas of them in the notation of definitions.

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
    /// On the same file, at the same distance from the opposite edge.
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
