//! Castling: a piece and a partner that move together, once.
//!
//! Owns: [`Castle`], what a term `isO2` says, and [`Homes`], what `castling: {where: ...}` says. Kinds of
//! partners and files are those that the game names; a string by itself names none.

use crate::direction::Directions;
use crate::ids::KindId;
use alfil_diagnostics::source::{Span, Spanned};

/// Castling toward a partner along a side direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Castle {
    /// Which side directions; in the mover's frame.
    pub directions: Directions,
    /// Where the piece that castles ends. Its partner ends beside it, on the side it came from or, on
    /// named files, on the inner side.
    pub end: CastleEnd,
    /// `i`: only from a start cell of this kind and side.
    pub first_move: bool,
    /// Leading `j`s: how many cells inward from the edge-most piece the partner stands.
    pub partner_inset: u8,
    /// Kinds that it may take as partner.
    pub partners: Vec<KindId>,
}

/// Where the piece that castles ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastleEnd {
    /// `O2`: so many cells from its start, from 1.
    Cells(u8),
    /// `O`: on one of these files, if the game names them.
    Files(Option<CastleFiles>),
}

impl CastleEnd {
    /// The atom that says it (`O2`).
    pub fn atom(self) -> String {
        match self {
            CastleEnd::Cells(cells) => format!("O{cells}"),
            CastleEnd::Files(_) => "O".to_owned(),
        }
    }

    /// Whether the same atom says both.
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
    /// With a partner on the side of the first file.
    pub first: char,
    /// With a partner on the side of the last file.
    pub last: char,
}

/// Cells on which pieces of a kind have not moved, whatever the setup puts there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Homes {
    /// The kind.
    pub kind: KindId,
    /// The cells, as White counts; Black's are as far from its own side, on the same files.
    pub cells: Vec<Spanned<String>>,
}

impl Homes {
    /// Where the cells are written.
    pub fn span(&self) -> Option<Span> {
        Some(self.cells.first()?.span.to(self.cells.last()?.span))
    }
}
