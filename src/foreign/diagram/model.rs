//! A diagram as it was read, before its translation.

use crate::foreign::diagram::cells::{Cell, Size, Symmetry};
use crate::foreign::remark::Place;

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
