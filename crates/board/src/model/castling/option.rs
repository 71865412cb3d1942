//! The types of castling: options, rights, and drops after which a right exists.

use crate::paths::terrain::Piece;
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;
use alfil_topology::site_set::{AnySet, Site};

/// A castling right. It ends when one of its two pieces moves or is captured.
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
    /// The index of the first term of `kind` that allows the move.
    pub term: usize,
    /// The index of the right that the move needs, in
    /// [`BoardModel::rights`](crate::model::board_model::BoardModel::rights).
    pub right: usize,
    /// The move of the castling piece: from, to.
    pub king: (Site, Site),
    /// The move of the partner: from, to.
    pub partner: (Site, Site),
    /// Cells that must be empty. The start cells of both pieces do not count.
    pub empty: AnySet,
    /// Cells where the castling piece may not be attacked, from its start to its end. The end is
    /// left out if the test for check after the move covers it. Empty if the piece is not royal.
    pub safe: Vec<Site>,
}

/// A drop after which a castling right exists, if the other piece is on its cell.
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
    /// The rights of these moves.
    pub(crate) rights: Vec<Right>,
    /// Drops after which a right exists.
    pub(crate) grants: Vec<Grant>,
}

impl Castles {
    /// Returns the options and drops of `rights`, which must be a subset of `self.rights`.
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
