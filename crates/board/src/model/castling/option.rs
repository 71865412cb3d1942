//! The types of castling: options, rights, and drops that begin rights.

use crate::paths::terrain::Piece;
use crate::topology::site_set::{AnySet, Site};
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;

/// A castling right: two pieces that have not moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Right {
    /// The side that castles.
    pub side: Side,
    /// Start cell of the piece that castles.
    pub(crate) king: Site,
    /// Start cell of the partner.
    pub partner: Site,
    /// Kinds of the piece that castles and of its partner.
    pub(crate) kinds: (KindId, KindId),
}

impl Right {
    /// Returns both pieces with their cells.
    pub fn pieces(&self) -> [(Piece, Site); 2] {
        let piece = |kind| Piece { side: self.side, kind };
        [(piece(self.kinds.0), self.king), (piece(self.kinds.1), self.partner)]
    }
}

/// One castling move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CastleOption {
    /// The side that castles.
    pub side: Side,
    /// The kind of the castling piece.
    pub kind: KindId,
    /// The index of the first term that allows it.
    pub term: usize,
    /// Index of its right in [`BoardModel::rights`](crate::model::board_model::BoardModel::rights).
    pub right: usize,
    /// The move of the castling piece: from, to.
    pub king: (Site, Site),
    /// The move of the partner: from, to.
    pub partner: (Site, Site),
    /// Cells that must be empty, without those of both pieces.
    pub empty: AnySet,
    /// Cells where the castling piece may not be attacked: its start, its path and its end. Empty
    /// if it is not royal.
    pub safe: Vec<Site>,
}

/// A drop that begins a right if the other piece is already on its cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grant {
    /// The dropped piece and its cell.
    pub(crate) dropped: (Piece, Site),
    /// The other piece and its cell.
    pub(crate) other: (Piece, Site),
    /// Index of the right in [`BoardModel::rights`](crate::model::board_model::BoardModel::rights).
    pub(crate) right: usize,
}

/// All castling options of a board.
#[derive(Clone, Default, Debug)]
pub struct Castles {
    /// The castling moves.
    pub(crate) options: Vec<CastleOption>,
    /// Their rights.
    pub(crate) rights: Vec<Right>,
    /// Drops that begin rights.
    pub(crate) grants: Vec<Grant>,
}

impl Castles {
    /// Returns the options and drops for `rights`, which are a subset of these rights.
    pub(crate) fn of(&self, rights: &[Right]) -> Castles {
        let number = |right: usize| rights.iter().position(|r| *r == self.rights[right]);
        let option = |option: &CastleOption| {
            Some(CastleOption { right: number(option.right)?, ..option.clone() })
        };
        let grant = |grant: &Grant| Some(Grant { right: number(grant.right)?, ..*grant });
        Castles {
            options: self.options.iter().filter_map(option).collect(),
            rights: rights.to_vec(),
            grants: self.grants.iter().filter_map(grant).collect(),
        }
    }
}
