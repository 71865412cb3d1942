//! A position with data for the computation of motions: shapes, rays and stops. A stop is a
//! possible distance of a motion.
//!
//! A path along a ray ends on the plane, and no stop is shorter than the least distance.

use crate::interval::{Interval, IntervalSet};
use crate::kind::{PlaneKind, PromotionRoyalty};
use crate::motion::{Past, Ray};
use crate::position::{Piece, PieceId, PieceSet, PlanePosition, Promotes};
use crate::program::PlaneProgram;
use crate::scalar::{EPSILON, SLIVER, Vec2, at_most, equal};
use crate::shape::Shape;
use alfil_diagnostics::index::IndexVec;
use alfil_rules::side::Side;

/// A position with the shapes of its pieces.
pub struct Field<'a> {
    /// The rules.
    pub program: &'a PlaneProgram,
    /// The position.
    pub position: &'a PlanePosition,
    /// The shape of each piece with its present facing.
    pub shapes: IndexVec<PieceId, Shape>,
    /// The largest reach of all shapes.
    pub(crate) reach: f64,
    /// The pieces with the x of their centres, sorted by x.
    across: Vec<(f64, PieceId)>,
}

/// Possible distances of a motion: all from `least` to `most`, or the multiples of some numbers in
/// that range.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stops<'a> {
    /// The least distance.
    pub least: f64,
    /// The greatest distance, at least 0.
    pub most: f64,
    /// Every distance is a multiple of all these numbers. Empty if any distance is possible.
    pub(crate) quanta: &'a [f64],
}

/// A ray from the place of a piece.
#[derive(Clone, Copy, Debug)]
pub struct RayPath<'a> {
    /// The place of the piece.
    pub from: Vec2,
    /// The unit vector as White sees it.
    pub along: Vec2,
    /// Possible distances.
    pub stops: Stops<'a>,
}

impl RayPath<'_> {
    /// Returns the point at a distance, rounded as positions store it.
    #[inline]
    pub fn at(&self, distance: f64) -> Vec2 {
        (self.from + self.along * distance).kept()
    }
}

impl Stops<'_> {
    /// Returns whether there are finitely many stops.
    pub fn is_discrete(&self) -> bool {
        !self.quanta.is_empty()
    }

    /// Returns the first stop at or after `from`.
    pub fn first(&self, from: f64) -> Option<f64> {
        let from = from.max(self.least);
        let stop = match self.quanta {
            [] => from,
            [first, rest @ ..] => {
                let coarse = rest.iter().fold(*first, |a, &b| a.max(b));
                let mut n = ((from - EPSILON) / coarse).ceil().max(0.0);
                loop {
                    let stop = n * coarse;
                    if !at_most(stop, self.most) {
                        return None;
                    }
                    if self.fits(stop) {
                        break stop;
                    }
                    n += 1.0;
                }
            }
        };
        at_most(stop, self.most).then_some(stop)
    }

    fn fits(&self, stop: f64) -> bool {
        self.quanta.iter().all(|q| equal((stop / q).round() * q, stop))
    }

    /// Iterates over all stops of a discrete motion, in order.
    pub fn each(&self) -> impl Iterator<Item = f64> + '_ {
        std::iter::successors(self.first(0.0), |&stop| self.first(stop + 2.0 * EPSILON))
    }

    /// Returns all stops.
    pub(crate) fn all(&self) -> IntervalSet {
        if self.is_discrete() {
            IntervalSet::points(self.each())
        } else {
            IntervalSet::of(Interval::closed(self.least, self.most))
        }
    }
}

impl<'a> Field<'a> {
    /// Computes the shapes of a position.
    pub fn new(program: &'a PlaneProgram, position: &'a PlanePosition) -> Self {
        let shape = |p: &Piece| Shape::of(&program.kind(p.kind).body, p.facing);
        let shapes: IndexVec<PieceId, Shape> = position.pieces.iter().map(shape).collect();
        let reach = shapes.iter().map(Shape::reach).fold(0.0, f64::max);
        let place = |(id, piece): (PieceId, &Piece)| (piece.at.x, id);
        let mut across: Vec<(f64, PieceId)> = position.pieces.enumerate().map(place).collect();
        across.sort_by(|a, b| a.0.total_cmp(&b.0));
        Self { program, position, shapes, reach, across }
    }

    /// Returns the pieces whose centre may be within `far` of a point, in no order.
    pub(crate) fn near(&self, at: Vec2, far: f64) -> impl Iterator<Item = (PieceId, &'a Piece)> {
        let far = far + SLIVER;
        let begin = self.across.partition_point(|(x, _)| *x < at.x - far);
        let here = self.across[begin..].iter().take_while(move |(x, _)| *x <= at.x + far);
        let pieces = here.map(|&(_, id)| (id, self.piece(id)));
        pieces.filter(move |(_, piece)| (piece.at.y - at.y).abs() <= far)
    }

    /// Returns the piece `id`.
    #[inline]
    pub fn piece(&self, id: PieceId) -> &'a Piece {
        &self.position.pieces[id]
    }

    /// Returns the kind of piece `id`.
    #[inline]
    pub fn kind(&self, id: PieceId) -> &'a PlaneKind {
        self.program.kind(self.piece(id).kind)
    }

    /// Returns the royal pieces of a side.
    pub fn royals(&self, side: Side) -> impl Iterator<Item = PieceId> + use<'a> {
        let rules = self.program.rules();
        self.position
            .of(side)
            .filter(|(_, p)| rules.kinds[p.kind].royal.is_royal())
            .map(|(id, _)| id)
    }

    /// Returns all pieces except those of `gone`.
    #[inline]
    pub fn others(&self, gone: PieceSet) -> impl Iterator<Item = (PieceId, &'a Piece)> {
        self.position.pieces.enumerate().filter(move |(id, _)| !gone.has(*id))
    }

    /// Returns the path of piece `id` along a ray. `None` if the piece may not use the ray or there
    /// is no stop.
    pub fn path(&self, id: PieceId, ray: &'a Ray) -> Option<RayPath<'a>> {
        let piece = self.piece(id);
        if !allows(ray.past, piece) {
            return None;
        }
        let along = self.direction(id, ray.along);
        let edge = self.edge(piece.at, along) * self.program.rules().plane.reach.get();
        let (least, most) = (ray.from.max(self.program.least()), ray.to.min(edge));
        let stops = Stops { least, most: most.max(0.0), quanta: &ray.quanta };
        stops.first(0.0)?;
        Some(RayPath { from: piece.at, along, stops })
    }

    /// Converts a direction from the frame of piece `id`, with its present facing, to White's view.
    pub fn direction(&self, id: PieceId, along: Vec2) -> Vec2 {
        let piece = self.piece(id);
        if self.program.kind(piece.kind).has_facing {
            // Forward is the y axis of the frame and points along the facing.
            Vec2::new(along.y, -along.x).turned(Vec2::at_angle(piece.facing))
        } else {
            PlaneProgram::seen(piece.side, along)
        }
    }

    /// Returns the promotion of piece `id` at a point. `None` if the piece can only become royal
    /// and `safe` returns false there.
    pub fn promotes(&self, id: PieceId, at: Vec2, safe: impl Fn() -> bool) -> Option<Promotes> {
        let (kind, forward) = (self.kind(id), self.program.forward(self.piece(id).side, at));
        if kind.promotes_from.is_none_or(|limit| !at_most(limit, forward)) {
            return Some(Promotes::No);
        }
        match kind.promotes_to {
            PromotionRoyalty::Common => Some(Promotes::ToAny),
            PromotionRoyalty::Mixed | PromotionRoyalty::Royal if safe() => Some(Promotes::ToAny),
            PromotionRoyalty::Mixed => Some(Promotes::ToCommon),
            PromotionRoyalty::Royal => None,
        }
    }

    /// Returns the distance to the edge of the plane along a unit vector.
    pub fn edge(&self, from: Vec2, along: Vec2) -> f64 {
        let axis = |at: f64, by: f64, end: f64| {
            if by > 0.0 {
                (end - at) / by
            } else if by < 0.0 {
                -at / by
            } else {
                f64::INFINITY
            }
        };
        let size = self.program.size();
        axis(from.x, along.x, size.x).min(axis(from.y, along.y, size.y)).max(0.0)
    }
}

/// Returns whether `piece` may use a motion with this condition on its past.
pub fn allows(past: Past, piece: &Piece) -> bool {
    match past {
        Past::Any => true,
        Past::Unmoved => piece.unmoved,
        Past::Moved => !piece.unmoved,
    }
}
