//! Castling options, rights and the drops that begin rights.

use crate::paths::terrain::Piece;
use crate::topology::site_set::{AnySet, Site};
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;

/// A castling piece and a partner that have not moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Right {
    /// Whose.
    pub side: Side,
    /// Start cell of the piece that castles.
    pub king: Site,
    /// Start cell of the partner.
    pub partner: Site,
    /// Kinds of the piece that castles and of its partner.
    pub kinds: (KindId, KindId),
}

impl Right {
    /// The two pieces, each with its cell.
    pub fn pieces(&self) -> [(Piece, Site); 2] {
        let piece = |kind| Piece { side: self.side, kind };
        [(piece(self.kinds.0), self.king), (piece(self.kinds.1), self.partner)]
    }
}

/// One way of castling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CastleOption {
    /// Whose.
    pub side: Side,
    /// Kind of the piece that castles.
    pub kind: KindId,
    /// Index of the first term of its movement that says so.
    pub term: usize,
    /// Index of its right in [`BoardModel::rights`].
    pub right: usize,
    /// From, to of the piece that castles.
    pub king: (Site, Site),
    /// From, to of the partner.
    pub partner: (Site, Site),
    /// Must be empty but for the two pieces themselves.
    pub empty: AnySet,
    /// Cells on which a royal piece may not be attacked: its start, its way, its end; none if it is not
    /// royal.
    pub safe: Vec<Site>,
}

/// A drop that begins a right, if the other of the two pieces stands on its cell then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grant {
    /// What is dropped, and onto which cell.
    pub dropped: (Piece, Site),
    /// What must stand on which cell.
    pub other: (Piece, Site),
    /// Index of the right in [`BoardModel::rights`].
    pub right: usize,
}

/// Every way of castling on a board.
#[derive(Clone, Default, Debug)]
pub struct Castles {
    /// The ways.
    pub options: Vec<CastleOption>,
    /// Their rights.
    pub rights: Vec<Right>,
    /// Drops that begin rights.
    pub grants: Vec<Grant>,
}

impl Castles {
    /// Of these, those of `rights`, which some position has.
    pub fn of(&self, rights: &[Right]) -> Castles {
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
