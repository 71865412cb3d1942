//! A compiled game on a plane, and its positions with data for the computation of motions.

use crate::geometry::interval::{Interval, IntervalSet};
use crate::geometry::scalar::{SLIVER, Vec2, Vector, at_most};
use crate::geometry::shape::Shape;
use crate::model::motion::{Ground, Motions, Ray};
use crate::model::position::{Heirs, Piece, PieceId, PieceSet, PlanePosition};
use crate::space::flight::{Flight, Obstacle, Sink};
use crate::space::globe::{Globe, Great, Vec3, lifted};
use crate::space::path::{RayPath, Stops};
use crate::space::surface::{Sense, Surface};
use crate::space::terrain::Patch;
use crate::space::track::{Curvature, Marks, Round, Track};
use alfil_clock::meter;
use alfil_diagnostics::index::IndexVec;
use alfil_rules::ids::KindId;
use alfil_rules::plane::{Body, Friends, KingPath};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::{ByColor, Color, Side};
use std::cell::OnceCell;
use std::sync::Arc;

// The plane, the motions and bodies of every kind, and their promotion lines.

/// A variant compiled for a plane. Cheap to clone.
#[derive(Clone, Debug)]
pub struct PlaneProgram {
    inner: Arc<Compiled>,
}

#[derive(Debug)]
struct Compiled {
    rules: Ruleset,
    surface: Surface,
    kinds: IndexVec<KindId, PlaneKind>,
    obstacles: Vec<Obstacle>,
    start: PlanePosition,
}

/// The rules, the surface and the kinds of a plane, which are known before the start position is read.
#[derive(Clone, Copy)]
pub struct PlacementContext<'a> {
    pub(crate) rules: &'a Ruleset,
    pub(crate) surface: Surface,
    pub(crate) kinds: &'a IndexVec<KindId, PlaneKind>,
    pub(crate) obstacles: &'a [Obstacle],
}

impl PlaneProgram {
    pub(crate) fn from_parts(
        rules: Ruleset,
        surface: Surface,
        kinds: IndexVec<KindId, PlaneKind>,
        obstacles: Vec<Obstacle>,
        start: PlanePosition,
    ) -> PlaneProgram {
        PlaneProgram { inner: Arc::new(Compiled { rules, surface, kinds, obstacles, start }) }
    }

    /// The rules from which the program was compiled.
    pub fn rules(&self) -> &Ruleset {
        &self.inner.rules
    }

    /// Width and height.
    pub fn size(&self) -> Vec2 {
        self.inner.surface.size()
    }

    /// The size and the joined edges.
    #[inline]
    pub fn surface(&self) -> &Surface {
        &self.inner.surface
    }

    /// The properties of a kind.
    #[inline]
    pub fn kind(&self, kind: KindId) -> &PlaneKind {
        &self.inner.kinds[kind]
    }

    /// The obstacles of the plane.
    pub fn obstacles(&self) -> &[Obstacle] {
        &self.inner.obstacles
    }

    /// The start position.
    pub fn start(&self) -> &PlanePosition {
        &self.inner.start
    }

    /// Returns the data with which a position is read.
    pub fn placement_context(&self) -> PlacementContext<'_> {
        let Compiled { rules, surface, kinds, obstacles, .. } = &*self.inner;
        PlacementContext { rules, surface: *surface, kinds, obstacles }
    }

    /// Returns the point of the plane and the facing of a piece of `kind` that stops beyond joined
    /// edges, as positions store them.
    pub fn settled(&self, kind: KindId, at: Vec2, facing: f64) -> (Vec2, f64) {
        let (copy, at) = self.surface().home(at);
        (at, if self.kind(kind).has_facing { copy.facing(facing) } else { facing })
    }

    /// Returns the rule about attacks on the path of a king.
    pub fn king_path(&self) -> KingPath {
        self.inner.rules.plane.king_path
    }

    /// The least distance of a move.
    pub fn least(&self) -> f64 {
        self.inner.rules.plane.least.get()
    }

    /// Returns how friends stand in the way of a sweep or a turn.
    pub fn friends(&self) -> Friends {
        self.inner.rules.plane.friends
    }

    /// Returns the least turn in degrees, from 0 to 180.
    pub fn least_turn(&self) -> f64 {
        self.inner.rules.plane.least_turn.get()
    }

    /// True if every kind has finitely many moves.
    pub fn is_discrete(&self) -> bool {
        let finite = |motions: &Motions| {
            motions.areas.is_empty()
                && motions.bends.is_empty()
                && motions.rays.iter().all(|ray| !ray.quanta.is_empty())
        };
        self.inner.kinds.iter().all(|kind| finite(&kind.moves) && !kind.turns)
    }

    /// Returns the distance of a point from the own edge of `side`.
    pub(crate) fn forward(&self, side: Side, at: Vec2) -> f64 {
        forward(side, at, self.surface())
    }

    /// Converts a vector between White's view and the view of `side`. For Black this is a half
    /// turn, and up and down are exchanged. So the conversion is its own inverse.
    #[inline]
    pub fn seen(side: Side, v: Vec2) -> Vec2 {
        match side.color() {
            Color::White => v,
            Color::Black => Vector::in_space(-v.x, -v.y, -v.z),
        }
    }
}

/// The properties of a kind on a plane.
#[derive(Clone, Debug)]
pub struct PlaneKind {
    /// The area that a piece of this kind covers.
    pub body: Body,
    /// The moves of the kind.
    pub moves: Motions,
    /// The capturing motions of the kind.
    pub attacks: Motions,
    /// True if a piece may turn around its centre.
    pub turns: bool,
    /// True if a piece has a facing, because its body is no disc.
    pub has_facing: bool,
    /// True if some motion depends on whether the piece has moved.
    pub(crate) counts_moves: bool,
    /// True if the kind promotes and never moves backward. Then a move of such a piece cannot be
    /// undone, and no earlier position can occur again.
    pub(crate) lasting: bool,
    /// The distance from the centre of a piece to the front of its body.
    pub(crate) front: f64,
    /// Where a piece promotes. `None` if the kind never promotes.
    pub(crate) promotes_at: Option<PromotionPlace>,
    /// The kinds to which this kind promotes.
    pub heirs: Heirs,
}

/// Where a kind promotes.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum PromotionPlace {
    /// Where the centre is at least this far from the side's own edge.
    From(f64),
    /// Where the centre is in a zone, given from the point of view of each side.
    In(ByColor<Patch>),
}

impl PromotionPlace {
    /// Returns whether a piece of `side` promotes with its centre at a point.
    pub(crate) fn has(&self, side: Side, at: Vec2, surface: &Surface) -> bool {
        match self {
            PromotionPlace::From(limit) => at_most(*limit, forward(side, at, surface)),
            PromotionPlace::In(patch) => patch[side].has(at),
        }
    }

    /// Passes the borders of the promotion areas of `side` to `sink`.
    pub(crate) fn outlines(&self, side: Side, surface: &Surface, sink: &mut impl Sink) {
        match self {
            PromotionPlace::From(limit) if surface.globe().is_some() => {
                sink.outline(&Shape::Disc(*limit), Globe::far_pole(side.other()));
            }
            PromotionPlace::From(limit) => {
                let y = match side.color() {
                    Color::White => *limit,
                    Color::Black => surface.size().y - limit,
                };
                let level = |sink: &mut dyn Sink| sink.line(Vec2::new(0.0, y), Vec2::new(1.0, 0.0));
                if surface.is_flat() {
                    return level(sink);
                }
                surface.seams(sink);
                surface.everywhere(sink, |sink| level(sink));
            }
            PromotionPlace::In(patch) => patch[side].outlines(sink),
        }
    }
}

/// Returns the distance of a point from the own edge of `side`, or from its own pole. Of a point on
/// joined edges, returns the greatest distance.
pub(crate) fn forward(side: Side, at: Vec2, surface: &Surface) -> f64 {
    let far = |at: Vec2| match side.color() {
        Color::White => at.y,
        Color::Black => surface.size().y - at.y,
    };
    if let Some(globe) = surface.globe() {
        return globe.forward(side, at);
    }
    if surface.is_flat() {
        far(at)
    } else {
        surface.places(at).into_iter().map(far).fold(0.0, f64::max)
    }
}

// A position with data for the computation of motions.
//
// A path along a ray ends on the plane, and no stop is shorter than the least distance. Around
// joined edges, a path goes at most once.

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
    /// The shapes upside down. Empty if no edges are joined with a twist.
    mirrored: IndexVec<PieceId, Shape>,
    /// The unit vectors of the places on a sphere. Empty on other surfaces.
    lifted: IndexVec<PieceId, Vec3>,
    /// The pieces and their images in near copies, sorted by x. Only regions need them, so they are
    /// computed on first use.
    across: OnceCell<Vec<Stand>>,
}

/// A piece at one of its images.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stand {
    pub(crate) id: PieceId,
    pub(crate) at: Vec2,
    pub(crate) sense: Sense,
}

impl<'a> Field<'a> {
    /// Computes the shapes of a position.
    pub fn new(program: &'a PlaneProgram, position: &'a PlanePosition) -> Self {
        let shape = |p: &Piece| Shape::of(&program.kind(p.kind).body, p.facing);
        let shapes: IndexVec<PieceId, Shape> = position.pieces.iter().map(shape).collect();
        let reach = shapes.iter().map(Shape::reach).fold(0.0, f64::max);
        let surface = program.surface();
        let mirrored = if surface.is_twisted() {
            shapes.iter().map(Shape::mirrored).collect()
        } else {
            IndexVec::default()
        };
        let lifted = match surface.globe() {
            Some(_) => position.pieces.iter().map(|piece| lifted(piece.at)).collect(),
            None => IndexVec::default(),
        };
        Self { program, position, shapes, reach, mirrored, lifted, across: OnceCell::new() }
    }

    /// Returns the unit vector of the place of piece `id`. `None` if the surface is no sphere.
    #[inline]
    pub(crate) fn lifted(&self, id: PieceId) -> Option<Vec3> {
        self.lifted.get(id).copied()
    }

    /// Returns the pieces and their images in near copies, sorted by x.
    fn across(&self) -> &[Stand] {
        self.across.get_or_init(|| {
            let mut across = Vec::with_capacity(self.position.pieces.len());
            for (id, piece) in self.position.pieces.enumerate() {
                across.extend(self.surface().near().map(|image| {
                    let (at, sense) = (image.at(piece.at), image.sense);
                    Stand { id, at, sense }
                }));
            }
            across.sort_by(|a, b| a.at.x.total_cmp(&b.at.x));
            across
        })
    }

    /// Returns the pieces and images whose centre may be within `far` of a point, in no order.
    pub(crate) fn near(&self, at: Vec2, far: f64) -> impl Iterator<Item = Stand> {
        let far = far + SLIVER;
        let across = self.across();
        let begin = across.partition_point(|stand| stand.at.x < at.x - far);
        let here = across[begin..].iter().take_while(move |stand| stand.at.x <= at.x + far);
        here.copied().filter(move |stand| (stand.at.y - at.y).abs() <= far)
    }

    /// The size and the form of the surface.
    #[inline]
    pub fn surface(&self) -> &'a Surface {
        self.program.surface()
    }

    /// Returns the shape of piece `id` in a copy of the plane.
    #[inline]
    pub(crate) fn shape(&self, id: PieceId, sense: Sense) -> &Shape {
        match sense {
            Sense::Upright => &self.shapes[id],
            Sense::Mirrored => &self.mirrored[id],
        }
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
        meter::spend(meter::POINT);
        let along = self.direction(id, ray.along);
        if let Some(globe) = self.surface().globe() {
            return (Track::Great(Great::new(globe, from, along)), globe.lap());
        }
        match ray.curve {
            None => {
                let edge = self.edge(from, along) * self.program.rules().plane.reach.get();
                if self.surface().is_box() {
                    (Track::Flight(Flight { from, along }), edge)
                } else {
                    (Track::Line { from, along }, edge.min(self.surface().lap(along)))
                }
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
        self.overlaps_obstacle(self.shapes[id].reach(), at)
    }

    /// Returns whether a disc of this radius would overlap an obstacle at a point.
    pub(crate) fn overlaps_obstacle(&self, radius: f64, at: Vec2) -> bool {
        let obstacles = self.program.obstacles();
        !obstacles.is_empty()
            && self
                .surface()
                .images(at)
                .any(|at| obstacles.iter().any(|obstacle| obstacle.overlaps(at, radius)))
    }

    /// Reports the outlines on which the body of piece `id` begins or ceases to overlap an obstacle.
    pub(crate) fn obstacle_outlines(&self, id: PieceId, sink: &mut impl Sink) {
        self.outlines_of_obstacles(self.shapes[id].reach(), sink);
    }

    /// Reports the outlines on which a disc of this radius begins or ceases to overlap an obstacle.
    pub(crate) fn outlines_of_obstacles(&self, radius: f64, sink: &mut impl Sink) {
        let obstacles = self.program.obstacles();
        if self.surface().is_flat() {
            obstacles.iter().for_each(|obstacle| obstacle.outlines(radius, sink));
        } else if !obstacles.is_empty() {
            self.surface().everywhere(sink, |sink| {
                obstacles.iter().for_each(|obstacle| obstacle.outlines(radius, sink));
            });
        }
    }

    /// Returns the distances of a path at which the body of piece `id` overlaps no obstacle. `None`
    /// if the plane has no obstacles.
    pub fn unblocked(&self, id: PieceId, path: &RayPath<'_>) -> Option<IntervalSet> {
        if self.program.obstacles().is_empty() {
            return None;
        }
        let marks = Marks::of(&path.track, |sink| self.obstacle_outlines(id, sink));
        let way = IntervalSet::of(Interval::closed(0.0, path.stops.most));
        Some(way.select(&marks, |at| !self.is_blocked(id, path.track.at(at))))
    }

    /// Converts a direction from the frame of piece `id`, with its present facing, to White's view. On
    /// a sphere, the result is to the east and to the north.
    pub fn direction(&self, id: PieceId, along: Vec2) -> Vec2 {
        let piece = self.piece(id);
        if self.program.kind(piece.kind).has_facing {
            // Forward is the y axis of the frame and points along the facing.
            Vec2::new(along.y, -along.x).turned(Vec2::at_angle(piece.facing))
        } else {
            PlaneProgram::seen(piece.side, along)
        }
    }

    /// Returns the greatest distance along a circle. It ends where the centre would leave the plane,
    /// or before the piece comes back to its place by less than the least distance.
    fn end_of_arc(&self, round: &Round, least: f64) -> f64 {
        let (size, lap, around) = (self.program.size(), round.lap(), self.surface().around());
        // Where edges are joined, the piece goes at most once around.
        let span = |from: f64, size: f64, around: f64| {
            if around.is_finite() { (from - size, from + size) } else { (0.0, size) }
        };
        let across = span(round.from.x, size.x, around.x);
        let up = span(round.from.y, size.y, around.y);
        let track = Track::Circle(*round);
        let mut marks = Marks::of(&track, |sink| {
            sink.strip(Vec2::default(), Vec2::new(1.0, 0.0), up.0, up.1);
            sink.strip(Vec2::default(), Vec2::new(0.0, 1.0), -across.0, -across.1);
        });
        marks.extend([0.0, lap]);
        marks.sort_by(f64::total_cmp);
        let fits = |n: f64, (low, high): (f64, f64)| at_most(low, n) && at_most(n, high);
        let is_inside = |p: Vec2| fits(p.x, across) && fits(p.y, up);
        let middle = |pair: &[f64]| track.at((pair[0] + pair[1]) / 2.0);
        let leaves =
            marks.windows(2).find(|pair| pair[1] - pair[0] > SLIVER && !is_inside(middle(pair)));
        let Some(pair) = leaves else { return lap - least };
        // Only open edges let a piece cover a part of its way.
        let open = around.x.is_infinite() && !fits(middle(pair).x, across)
            || around.y.is_infinite() && !fits(middle(pair).y, up);
        if open { pair[0] * self.program.rules().plane.reach.get() } else { pair[0] }
    }

    /// Returns the distance to an open edge of the plane along a unit vector. Infinite if there is none.
    pub fn edge(&self, from: Vec2, along: Vec2) -> f64 {
        if self.surface().globe().is_some() {
            return f64::INFINITY;
        }
        let (size, around) = (self.program.size(), self.surface().around());
        let axis = |at: f64, by: f64, end: f64, around: f64| {
            if around.is_finite() {
                f64::INFINITY
            } else if by > 0.0 {
                (end - at) / by
            } else if by < 0.0 {
                -at / by
            } else {
                f64::INFINITY
            }
        };
        let across = axis(from.x, along.x, size.x, around.x);
        let level = across.min(axis(from.y, along.y, size.y, around.y));
        level.min(axis(from.z, along.z, size.z, f64::INFINITY)).max(0.0)
    }
}

/// Returns whether `piece` may use a motion with this condition from its place. True if that depends
/// on the end of the move.
pub(crate) fn may_start(ground: &Ground, piece: &Piece) -> bool {
    ground.depends_on_end() || ground.holds(piece, piece.at)
}
