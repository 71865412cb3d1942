//! Positions and moves on a plane, and the kinds to which pieces promote. A position has at most 128
//! pieces, all on the plane.

use crate::geometry::scalar::{Step, Vec2, equal};
use crate::space::surface::Surface;
use crate::space::track::Curvature;
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_rules::ids::KindId;
use alfil_rules::outcome::Counters;
use alfil_rules::plane::Body;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::{Color, Side};

/// Maximum number of pieces of a position. [`PieceSet`] has one bit for each.
pub(crate) const MAX_PIECES: usize = 128;

alfil_diagnostics::id! {
    /// A piece of one position.
    PieceId(u8)
}

/// A piece.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Piece {
    /// The owner.
    pub side: Side,
    /// The kind.
    pub kind: KindId,
    /// The centre. On a sphere, longitude and latitude in degrees.
    pub at: Vec2,
    /// The facing in degrees counter-clockwise from White's right, from 0 to below 360.
    pub facing: f64,
    /// True if the piece has not moved. Always false for kinds whose motions do not depend on this.
    pub unmoved: bool,
}

/// A set of pieces of one position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PieceSet(u128);

impl PieceSet {
    /// The empty set.
    pub const NONE: PieceSet = PieceSet(0);

    /// A set of one piece.
    #[inline]
    pub fn one(piece: PieceId) -> Self {
        PieceSet(1 << piece.index())
    }

    /// The set with one more piece.
    #[must_use]
    #[inline]
    pub fn with(self, piece: PieceId) -> Self {
        PieceSet(self.0 | 1 << piece.index())
    }

    /// True if the piece is in the set.
    #[inline]
    pub fn has(self, piece: PieceId) -> bool {
        self.0 >> piece.index() & 1 == 1
    }

    /// True if the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of pieces.
    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The pieces in order.
    pub fn iter(self) -> impl Iterator<Item = PieceId> {
        (0..MAX_PIECES).map(PieceId::from_index).filter(move |&p| self.has(p))
    }
}

/// A position.
#[derive(Clone, PartialEq, Debug)]
pub struct PlanePosition {
    /// The pieces. Their order has no meaning.
    pub pieces: IndexVec<PieceId, Piece>,
    /// The side to move.
    pub side: Side,
    /// Number of turns since a capture, a promotion or a move that cannot be undone.
    pub halfmoves: u32,
    /// Number of the full move, from 1.
    pub fullmove: u32,
    /// Values of counters.
    pub counters: Counters,
}

/// A move.
#[derive(Clone, PartialEq, Debug)]
pub struct PlaneMove {
    /// The piece.
    pub piece: PieceId,
    /// The path.
    pub path: Path,
    /// The place after the move, rounded.
    pub to: Vec2,
    /// The facing after the move, from 0 to below 360.
    pub facing: f64,
    /// The captured pieces.
    pub taken: PieceSet,
    /// The kind after a promotion.
    pub promotion: Option<KindId>,
}

/// What a piece becomes by a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Promotes {
    /// The move does not promote.
    No,
    /// The piece must become one of these kinds. Never empty.
    To(KindSet),
}

/// How a piece moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Path {
    /// Along a bearing, on a line or a great circle.
    Ray {
        /// In degrees in the mover's frame: 0 to its right, 90 forward.
        bearing: f64,
        /// The distance.
        distance: f64,
    },
    /// Along a direction in a box.
    Flight {
        /// The direction in the mover's frame, in the least whole numbers.
        heading: Step,
        /// The distance.
        distance: f64,
    },
    /// Along a circle that begins in the direction of a bearing.
    Arc {
        /// In degrees in the mover's frame.
        bearing: f64,
        /// The circle.
        curve: Curvature,
        /// The distance along the circle.
        distance: f64,
    },
    /// A rotation of the piece around its centre.
    Turn {
        /// Degrees counter-clockwise. Negative for clockwise.
        by: f64,
    },
    /// A capture without moving.
    Shot,
    /// Along one bearing to a stop, then along another one.
    Bent {
        /// The bearings of both parts, in degrees in the mover's frame.
        bearings: [f64; 2],
        /// The lengths of both parts.
        lengths: Lengths,
    },
}

/// The lengths of the two parts of a path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lengths {
    /// The distance from the start to the stop between the parts.
    pub first: f64,
    /// The distance from that stop to the end.
    pub last: f64,
}

impl PlanePosition {
    /// The pieces of a side.
    pub fn of(&self, side: Side) -> impl Iterator<Item = (PieceId, &Piece)> {
        self.pieces.enumerate().filter(move |(_, piece)| piece.side == side)
    }

    /// Returns the position after a move, before effects. `lasting` is true if positions from
    /// before a move of this kind cannot occur again.
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
                unmoved: piece.unmoved && mv.path == Path::Shot,
                ..*piece
            }
        };
        let left = self.pieces.enumerate().filter(|(id, _)| !mv.taken.has(*id));
        let progress = lasting || mv.promotion.is_some() || !mv.taken.is_empty();
        PlanePosition {
            pieces: left.map(moved).collect(),
            side: self.side.other(),
            halfmoves: if progress { 0 } else { self.halfmoves.saturating_add(1) },
            fullmove: match self.side.color() {
                Color::White => self.fullmove,
                Color::Black => self.fullmove.saturating_add(1),
            },
            counters: self.counters,
        }
    }

    /// Returns whether the positions are the same for repetition: the same pieces at the same
    /// points of the surface, to tolerance, and the same side to move. Clocks do not count.
    pub fn is_like(&self, other: &PlanePosition, surface: &Surface) -> bool {
        let like = |a: &Piece, b: &Piece| {
            let like = |facing: f64| {
                let turned = (facing - b.facing).abs();
                equal(turned, 0.0) || equal(turned, 360.0)
            };
            (a.side, a.kind, a.unmoved) == (b.side, b.kind, b.unmoved)
                && surface.same(a.at, b.at, |copy| like(copy.facing(a.facing)))
        };
        // Pieces are much farther apart than the tolerance, so at most one can match.
        self.side == other.side
            && self.counters == other.counters
            && self.pieces.len() == other.pieces.len()
            && self.pieces.iter().all(|a| other.pieces.iter().any(|b| like(a, b)))
    }
}

// The kinds to which pieces promote.

/// A set of kinds. A game has at most 64 kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct KindSet(u64);

impl KindSet {
    /// The empty set.
    pub const NONE: KindSet = KindSet(0);

    /// Returns the set with one more kind.
    #[must_use]
    pub fn with(self, kind: KindId) -> Self {
        KindSet(self.0 | 1 << kind.index())
    }

    /// Returns the kinds that are not in `other`.
    #[must_use]
    pub fn without(self, other: KindSet) -> Self {
        KindSet(self.0 & !other.0)
    }

    /// True if the kind is in the set.
    pub fn has(self, kind: KindId) -> bool {
        self.0 >> kind.index() & 1 == 1
    }

    /// True if the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// The kinds to which a kind promotes.
#[derive(Clone, Default, Debug)]
pub struct Heirs {
    /// All of them.
    pub(crate) all: KindSet,
    /// The royal ones, which may be attacked where the piece itself may stand. Empty if the piece is
    /// royal itself.
    pub exposed: KindSet,
    /// Those whose bodies cover points that the body of the piece does not cover.
    pub larger: Vec<KindId>,
}

impl Heirs {
    /// The heirs of each kind.
    pub(crate) fn of(rules: &Ruleset, bodies: &IndexVec<KindId, &Body>) -> IndexVec<KindId, Heirs> {
        let heirs = |id: KindId| {
            let (kind, mut heirs) = (&rules.kinds[id], Heirs::default());
            for &heir in kind.promotions.iter().flat_map(|promotion| &promotion.to) {
                heirs.all = heirs.all.with(heir);
                if rules.kinds[heir].royal.is_royal() && !kind.royal.is_royal() {
                    heirs.exposed = heirs.exposed.with(heir);
                }
                if outgrows(bodies[heir], bodies[id]) && !heirs.larger.contains(&heir) {
                    heirs.larger.push(heir);
                }
            }
            heirs
        };
        bodies.ids().map(heirs).collect()
    }
}

/// True if a body may cover points that another one does not cover.
fn outgrows(body: &Body, other: &Body) -> bool {
    match (body, other) {
        (Body::Disc(radius), Body::Disc(other)) => radius.get() > other.get(),
        (Body::Parts(_), _) | (_, Body::Parts(_)) => body != other,
    }
}
