//! Castling: a royal piece and a partner move together, once.
//!
//! The term `isO2` of a movement string becomes a [`Castle`]. The key `castling: {where: ...}`
//! becomes [`Homes`]. A movement string names neither partners nor files; the game's definition
//! does.

use crate::direction::Directions;
use crate::ids::KindId;
use alfil_diagnostics::source::{Span, Spanned};

/// Castling toward a partner, to the left or to the right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Castle {
    /// The sides to which the piece castles, as the mover sees them.
    pub directions: Directions,
    /// Where the castling piece ends. The partner ends on the neighbouring cell, on the side away
    /// from its own start.
    pub end: CastleEnd,
    /// `i`: the piece castles only from a start cell of its kind and side.
    pub first_move: bool,
    /// Number of leading `j`s. If it is not 0, the partner starts this many cells inward from the
    /// edge. Otherwise the nearest piece of a partner kind is the partner.
    pub partner_inset: u8,
    /// Kinds of the possible partners.
    pub partners: Vec<KindId>,
}

/// Where the piece that castles ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastleEnd {
    /// `O2`: this many cells from the start of the castling piece, at least 1.
    Cells(u8),
    /// `O`: on one of these files, if the game names any.
    Files(Option<CastleFiles>),
}

impl CastleEnd {
    /// The atom for this end in a movement string (`O2`).
    pub fn atom(self) -> String {
        match self {
            CastleEnd::Cells(cells) => format!("O{cells}"),
            CastleEnd::Files(_) => "O".to_owned(),
        }
    }

    /// True if both have the same atom in a movement string.
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
    /// The end file if the partner stands toward the first file of the board.
    pub first: char,
    /// The end file if the partner stands toward the last file of the board.
    pub last: char,
}

/// Cells from which pieces of a kind castle. They replace the cells of the setup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Homes {
    /// The kind of piece that castles from these cells.
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
