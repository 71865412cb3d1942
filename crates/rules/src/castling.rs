//! Castling: a royal piece and a partner move together, once.
//!
//! A term such as `isO2` is a [`Castle`]; `castling: {where: ...}` gives [`Homes`]. A movement string names no
//! partners and no files: the definition of the game does.

use crate::direction::Directions;
use crate::ids::KindId;
use alfil_diagnostics::source::{Span, Spanned};

/// Castling toward a partner, to the left or to the right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Castle {
    /// The sides to which it castles, in the mover's frame.
    pub directions: Directions,
    /// Where the piece that castles ends. Its partner ends on the next cell: on the side it came from, or, with
    /// named files, on the inner side.
    pub end: CastleEnd,
    /// `i`: only from a start cell of its kind and side.
    pub first_move: bool,
    /// Number of leading `j`s: how many cells inward from the piece nearest to the edge the partner stands.
    pub partner_inset: u8,
    /// Kinds of the possible partners.
    pub partners: Vec<KindId>,
}

/// Where the piece that castles ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastleEnd {
    /// `O2`: this many cells from its start, at least 1.
    Cells(u8),
    /// `O`: on one of these files, if the game names any.
    Files(Option<CastleFiles>),
}

impl CastleEnd {
    /// The atom in a movement string (`O2`).
    pub fn atom(self) -> String {
        match self {
            CastleEnd::Cells(cells) => format!("O{cells}"),
            CastleEnd::Files(_) => "O".to_owned(),
        }
    }

    /// True if both have the same atom.
    pub fn is_like(self, other: CastleEnd) -> bool {
        match (self, other) {
            (CastleEnd::Cells(a), CastleEnd::Cells(b)) => a == b,
            (CastleEnd::Files(_), CastleEnd::Files(_)) => true,
            (CastleEnd::Cells(_), CastleEnd::Files(_))
            | (CastleEnd::Files(_), CastleEnd::Cells(_)) => false,
        }
    }
}

/// The files on which castling ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastleFiles {
    /// When the partner stands on the side of the first file.
    pub first: char,
    /// When the partner stands on the side of the last file.
    pub last: char,
}

/// Cells from which pieces of a kind castle, wherever the setup places them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Homes {
    /// The kind of piece.
    pub kind: KindId,
    /// The cells for White. For Black the ranks are mirrored and the files stay.
    pub cells: Vec<Spanned<String>>,
}

impl Homes {
    /// The span of all cells.
    pub fn span(&self) -> Option<Span> {
        Some(self.cells.first()?.span.to(self.cells.last()?.span))
    }
}
