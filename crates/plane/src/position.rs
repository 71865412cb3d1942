//! What stands where on a plane.
//!
//! Owns: [`PlanePosition`], [`Piece`], [`PieceSet`], [`PlaneMove`] and what a move makes of a position.
//! Invariant: at most [`MAX_PIECES`] pieces, all of them on the plane.

use crate::scalar::{Vec2, equal};
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_rules::counter::Counters;
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;

/// Most pieces of a position: one bit each of [`PieceSet`].
pub(crate) const MAX_PIECES: usize = 128;

alfil_diagnostics::id! {
    /// A piece of one position.
    PieceId(u8)
}

/// A piece.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Piece {
    /// Whose.
    pub side: Side,
    /// What.
    pub kind: KindId,
    /// Its centre.
    pub at: Vec2,
    /// Its facing, in degrees from White's right, counter-clockwise, from 0 below 360.
    pub facing: f64,
    /// Whether it has not moved; false where that does not matter.
    pub unmoved: bool,
}

/// A set of pieces of one position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PieceSet(u128);

impl PieceSet {
    /// None.
    pub const NONE: PieceSet = PieceSet(0);

    /// This piece alone.
    #[inline]
    pub fn one(piece: PieceId) -> Self {
        PieceSet(1 << piece.index())
    }

    /// These and that one.
    #[must_use]
    #[inline]
    pub fn with(self, piece: PieceId) -> Self {
        PieceSet(self.0 | 1 << piece.index())
    }

    /// Whether the piece is one of them.
    #[inline]
    pub fn has(self, piece: PieceId) -> bool {
        self.0 >> piece.index() & 1 == 1
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// In order.
    pub fn iter(self) -> impl Iterator<Item = PieceId> {
        (0..MAX_PIECES).map(PieceId::from_index).filter(move |&p| self.has(p))
    }
}

/// A position.
#[derive(Clone, PartialEq, Debug)]
pub struct PlanePosition {
    /// The pieces, in no order that matters.
    pub pieces: IndexVec<PieceId, Piece>,
    /// Whose turn it is.
    pub side: Side,
    /// Turns since a capture, a promotion or a move of a kind that only goes on.
    pub halfmoves: u32,
    /// Number of the turn pair, from 1.
    pub fullmove: u32,
    /// What effects have counted.
    pub counters: Counters,
}

/// What a move does.
#[derive(Clone, PartialEq, Debug)]
pub struct PlaneMove {
    /// Who moves.
    pub piece: PieceId,
    /// How.
    pub path: Path,
    /// Where it stands then, [kept](Vec2::kept).
    pub to: Vec2,
    /// Its facing then, from 0 below 360.
    pub facing: f64,
    /// What it captures.
    pub taken: PieceSet,
    /// What it becomes.
    pub promotion: Option<KindId>,
}

/// Whether a move promotes, and to what.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Promotes {
    /// The piece stays what it is.
    No,
    /// To every kind that it may become.
    ToAny,
    /// To those that are not royal: a royal piece would be attacked there.
    ToCommon,
}

/// How a piece gets to where it stands then.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Path {
    /// Along a bearing.
    Ray {
        /// In degrees, in the mover's frame: 0 to its right, 90 forward.
        bearing: f64,
        /// How far.
        distance: f64,
    },
    /// By turning on its centre.
    Turn {
        /// Degrees counter-clockwise; clockwise below 0.
        by: f64,
    },
}

impl PlanePosition {
    /// The pieces of a side.
    pub fn of(&self, side: Side) -> impl Iterator<Item = (PieceId, &Piece)> {
        self.pieces.enumerate().filter(move |(_, piece)| piece.side == side)
    }

    /// The position after a move, before its effects count; `lasting` says that its kind never comes back.
    #[must_use]
    pub fn after(&self, mv: &PlaneMove, lasting: bool) -> PlanePosition {
        let moved = |(id, piece): (PieceId, &Piece)| {
            if id != mv.piece {
                return *piece;
            }
            Piece {
                kind: mv.promotion.unwrap_or(piece.kind),
                at: mv.to,
                facing: mv.facing,
                unmoved: false,
                ..*piece
            }
        };
        let left = self.pieces.enumerate().filter(|(id, _)| !mv.taken.has(*id));
        let progress = lasting || mv.promotion.is_some() || !mv.taken.is_empty();
        PlanePosition {
            pieces: left.map(moved).collect(),
            side: self.side.other(),
            halfmoves: if progress { 0 } else { self.halfmoves.saturating_add(1) },
            fullmove: match self.side {
                Side::White => self.fullmove,
                Side::Black => self.fullmove.saturating_add(1),
            },
            counters: self.counters,
        }
    }

    /// Whether the same may happen in both: the same pieces stand at the same points to tolerance, and
    /// the same side is to move. Clocks do not count.
    pub fn is_like(&self, other: &PlanePosition) -> bool {
        let like = |a: &Piece, b: &Piece| {
            let turned = (a.facing - b.facing).abs();
            (a.side, a.kind, a.unmoved) == (b.side, b.kind, b.unmoved)
                && equal(a.at.x, b.at.x)
                && equal(a.at.y, b.at.y)
                && (equal(turned, 0.0) || equal(turned, 360.0))
        };
        // Points are much farther apart than the tolerance, so that the first that fits is the one.
        self.side == other.side
            && self.counters == other.counters
            && self.pieces.len() == other.pieces.len()
            && self.pieces.iter().all(|a| other.pieces.iter().any(|b| like(a, b)))
    }
}
