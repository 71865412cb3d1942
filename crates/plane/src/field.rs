//! A position with data for the computation of motions.
//!
//! A path along a ray ends on the plane, and no stop is shorter than the least distance.

use crate::ground::Ground;
use crate::interval::{Interval, IntervalSet};
use crate::kind::{PlaneKind, PromotionRoyalty};
use crate::motion::Ray;
use crate::path::{RayPath, Stops};
use crate::position::{Piece, PieceId, PieceSet, PlanePosition, Promotes};
use crate::program::PlaneProgram;
use crate::rotation::Curvature;
use crate::scalar::{SLIVER, Vec2, at_most};
use crate::shape::Shape;
use crate::sink::Sink;
use crate::track::{Marks, Round, Track};
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
        if !may_start(&ray.ground, piece) {
            return None;
        }
        self.path_from(id, piece.at, ray)
    }

    /// Returns the path of piece `id` along a ray from another place. `None` if there is no stop.
    pub fn path_from<'r>(&self, id: PieceId, from: Vec2, ray: &'r Ray) -> Option<RayPath<'r>> {
        let least = ray.from.max(self.program.least());
        let (track, end) = self.track(id, from, ray);
        let most = ray.to.min(end);
        let stops = Stops { least, most: most.max(0.0), quanta: &ray.quanta };
        stops.first(0.0)?;
        Some(RayPath { track, stops })
    }

    /// Returns the track of piece `id` along a ray from a place, and the greatest distance on the
    /// plane. The range of the ray is ignored.
    pub fn track(&self, id: PieceId, from: Vec2, ray: &Ray) -> (Track, f64) {
        let along = self.direction(id, ray.along);
        match ray.curve {
            None => {
                let edge = self.edge(from, along) * self.program.rules().plane.reach.get();
                (Track::Line { from, along }, edge)
            }
            Some(Curvature { radius, way }) => {
                let round = Round::new(from, along, radius, way);
                let least = ray.from.max(self.program.least());
                (Track::Circle(round), self.end_of_arc(&round, least))
            }
        }
    }

    /// Returns whether the body of piece `id` would overlap an obstacle at a point.
    pub fn is_blocked(&self, id: PieceId, at: Vec2) -> bool {
        let obstacles = self.program.obstacles();
        obstacles.iter().any(|obstacle| obstacle.overlaps(at, self.shapes[id].reach()))
    }

    /// Returns the distances of a path at which the body of piece `id` overlaps no obstacle. `None`
    /// if the plane has no obstacles.
    pub fn unblocked(&self, id: PieceId, path: &RayPath<'_>) -> Option<IntervalSet> {
        let obstacles = self.program.obstacles();
        if obstacles.is_empty() {
            return None;
        }
        let radius = self.shapes[id].reach();
        let marks = Marks::of(&path.track, |sink| {
            obstacles.iter().for_each(|obstacle| obstacle.outlines(radius, sink));
        });
        let way = IntervalSet::of(Interval::closed(0.0, path.stops.most));
        Some(way.select(&marks, |at| !self.is_blocked(id, path.track.at(at))))
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
        let (kind, side, size) = (self.kind(id), self.piece(id).side, self.program.size());
        if !kind.promotes_at.as_ref().is_some_and(|place| place.has(side, at, size)) {
            return Some(Promotes::No);
        }
        match kind.promotes_to {
            PromotionRoyalty::Common => Some(Promotes::ToAny),
            PromotionRoyalty::Mixed | PromotionRoyalty::Royal if safe() => Some(Promotes::ToAny),
            PromotionRoyalty::Mixed => Some(Promotes::ToCommon),
            PromotionRoyalty::Royal => None,
        }
    }

    /// Returns the greatest distance along a circle. It ends where the centre would leave the plane,
    /// or before the piece comes back to its place by less than the least distance.
    fn end_of_arc(&self, round: &Round, least: f64) -> f64 {
        let (size, lap) = (self.program.size(), round.lap());
        let track = Track::Circle(*round);
        let mut marks = Marks::of(&track, |sink| {
            sink.strip(Vec2::default(), Vec2::new(1.0, 0.0), 0.0, size.y);
            sink.strip(Vec2::default(), Vec2::new(0.0, 1.0), 0.0, -size.x);
        });
        marks.extend([0.0, lap]);
        marks.sort_by(f64::total_cmp);
        let fits = |n: f64, end: f64| at_most(0.0, n) && at_most(n, end);
        let is_inside = |p: Vec2| fits(p.x, size.x) && fits(p.y, size.y);
        let leaves = marks.windows(2).find(|pair| {
            pair[1] - pair[0] > SLIVER && !is_inside(track.at((pair[0] + pair[1]) / 2.0))
        });
        match leaves {
            Some(pair) => pair[0] * self.program.rules().plane.reach.get(),
            None => lap - least,
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

/// Returns whether `piece` may use a motion with this condition from its place. True if that depends
/// on the end of the move.
pub(crate) fn may_start(ground: &Ground, piece: &Piece) -> bool {
    ground.depends_on_end() || ground.holds(piece, piece.at)
}
