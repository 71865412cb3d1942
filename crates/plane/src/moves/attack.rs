//! Attacks: the points where an enemy could capture.
//!
//! A point is attacked if some motion would capture a royal piece there, with all other pieces
//! unchanged. The safety of the attacker's own king does not matter. A [`Reach`] is a capturing
//! motion, and a [`Threat`] is the same motion with all pieces in its way. Attacks are computed
//! with the same code as moves ([`RayMove`], [`RotationMove`], [`AreaMove`]). A threat reports
//! outlines. Between them, it attacks either all points or none.

use crate::geometry::curve::Disc;
use crate::geometry::front::{Cover, Fan, MARGIN};
use crate::geometry::scalar::{Vec2, at_most, below, beyond};
use crate::model::motion::{Bend, Gait, Ray};
use crate::model::position::{PieceId, PieceSet};
use crate::model::program::Field;
use crate::moves::bent_move::{AreaMove, BentMove};
use crate::moves::ray_move::{RayMove, RotationMove};
use crate::space::flight::Sink;
use crate::space::path::RayPath;
use crate::space::surface::{Image, Surface};
use crate::space::terrain::{Moved, Window};
use crate::space::track::{Segment, Track};
use alfil_rules::side::Side;

/// A capturing motion, without regard to pieces in its way.
#[derive(Clone, Copy)]
pub struct Reach<'a> {
    /// The piece that moves.
    pub by: PieceId,
    motion: Motion<'a>,
}

#[derive(Clone, Copy)]
enum Motion<'a> {
    Ray(&'a Ray, RayPath<'a>),
    Turn,
    Area(AreaMove<'a>),
    /// A bend, with a disc that contains all landings.
    Bent(&'a Bend, Disc),
}

/// All capturing motions of a side.
pub fn reaches<'a>(field: &Field<'a>, by: Side) -> Vec<Reach<'a>> {
    let mut all = Vec::new();
    for (id, _) in field.position.of(by) {
        let attacks = &field.kind(id).attacks;
        // A shot attacks what a capture on its way out attacks.
        let rays = attacks.rays.iter().chain(&attacks.shots);
        all.extend(rays.filter_map(|ray| {
            let path = field.path(id, ray)?;
            Some(Reach { by: id, motion: Motion::Ray(ray, path) })
        }));
        if field.kind(id).turns {
            all.push(Reach { by: id, motion: Motion::Turn });
        }
        let areas = attacks.areas.iter();
        let areas_in_reach = areas.filter_map(|area| AreaMove::new(field, id, area));
        all.extend(
            areas_in_reach.map(|area_move| Reach { by: id, motion: Motion::Area(area_move) }),
        );
        all.extend(attacks.bends.iter().filter_map(|bend| {
            let disc = BentMove::new(field, id, bend)?.disc();
            Some(Reach { by: id, motion: Motion::Bent(bend, disc) })
        }));
    }
    all
}

impl<'a> Reach<'a> {
    /// A quick test. False means that the motion cannot capture a royal piece within `radius` of
    /// `at`, even with nothing in its way. True means that it may.
    #[inline]
    pub fn comes_near(&self, field: &Field<'_>, at: Vec2, radius: f64) -> bool {
        if !field.surface().has_images() {
            return self.is_near(field, at, radius);
        }
        let disc = Disc { centre: at, radius };
        field.surface().any_disc(disc, self.window(field), |at| self.is_near(field, at, radius))
    }

    /// Returns a window that contains every point which the motion can meet.
    fn window(&self, field: &Field<'_>) -> Window {
        let reach = field.shapes[self.by].reach();
        let disc = |centre: Vec2, radius: f64| Window::around(Disc { centre, radius });
        match &self.motion {
            Motion::Ray(_, path) => Window::of(&path.track, path.stops.most, reach),
            Motion::Turn => disc(field.piece(self.by).at, reach),
            Motion::Area(area_move) => disc(area_move.from, area_move.most + reach),
            Motion::Bent(_, own) => disc(own.centre, own.radius + reach),
        }
    }

    /// Like [`Reach::comes_near`], without the images of the disc.
    #[inline]
    fn is_near(&self, field: &Field<'_>, at: Vec2, radius: f64) -> bool {
        let far = field.shapes[self.by].reach() + radius;
        match &self.motion {
            Motion::Ray(_, path) => path.track.comes_near(path.stops.most, at, far),
            Motion::Turn => !beyond((at - field.piece(self.by).at).length(), far),
            Motion::Area(area_move) => {
                !beyond((at - area_move.from).length(), far + area_move.most)
            }
            Motion::Bent(_, disc) => !beyond((at - disc.centre).length(), far + disc.radius),
        }
    }

    /// Returns the same motion with the pieces that are in its way in the present position.
    pub fn threat<'f>(&self, field: &'f Field<'a>) -> Threat<'f>
    where
        'a: 'f,
    {
        match self.motion {
            Motion::Ray(ray, path) => {
                Threat::Ray(Box::new(RayMove::new(field, self.by, ray, path)))
            }
            Motion::Turn => Threat::Rotation(RotationMove::new(field, self.by)),
            Motion::Area(area_move) => Threat::Area(field, area_move),
            Motion::Bent(bend, _) => {
                Threat::Bent(BentMove::new(field, self.by, bend).map(Box::new))
            }
        }
    }
}

/// A disc and a window, both of which contain all places of a piece that moves.
#[derive(Clone, Copy)]
pub(crate) struct Room {
    pub(crate) disc: Disc,
    window: Window,
}

impl Room {
    /// The places of a piece on a track up to a distance.
    pub(crate) fn along(track: &Track, end: f64) -> Room {
        Room { disc: track.disc(end), window: Window::of(track, end, 0.0) }
    }

    /// The places of a piece in a disc.
    pub(crate) fn within(disc: Disc) -> Room {
        Room { disc, window: Window::around(disc) }
    }
}

/// A capturing motion of an enemy, with all pieces in its way. The argument `gone` of its methods
/// contains the pieces to ignore: captured pieces, and the piece that is tested.
pub enum Threat<'a> {
    /// Along a ray.
    Ray(Box<RayMove<'a>>),
    /// By turning on the centre of the piece.
    Rotation(RotationMove<'a>),
    /// By a leap into a region.
    Area(&'a Field<'a>, AreaMove<'a>),
    /// By a path of two parts. `None` if the piece has none now.
    Bent(Option<Box<BentMove<'a>>>),
}

impl Threat<'_> {
    /// Returns whether the motion captures a royal piece at `at`. `extra` is the place of one more
    /// piece that it could capture, and which may shield the royal piece.
    pub fn takes(&self, at: Vec2, extra: Option<Vec2>, gone: PieceSet) -> bool {
        match self {
            Threat::Ray(way) => way.takes(at, extra, gone),
            Threat::Rotation(rotation) => rotation.takes(at, extra, gone),
            // A leap has nothing in its way.
            Threat::Area(field, area_move) => {
                field.surface().images(at).any(|at| area_move.takes(field, at, gone))
            }
            Threat::Bent(bent) => bent.as_ref().is_some_and(|bent| bent.takes(at, extra, gone)),
        }
    }

    /// Returns where another piece may shield a royal piece at `royal`, which this motion captures as
    /// long as no piece does.
    pub(crate) fn cover(&self, royal: Vec2) -> Cover {
        match self {
            Threat::Ray(way) => way.cover(royal),
            Threat::Rotation(_) => Cover::Anywhere,
            Threat::Area(..) => Cover::Nowhere,
            Threat::Bent(bent) => bent.as_ref().map_or(Cover::Anywhere, |bent| bent.cover(royal)),
        }
    }

    /// Reports the outlines that matter when a royal piece stays at `royal` and another piece
    /// moves. When that other piece crosses an outline, the capture of the royal piece may become
    /// possible or impossible. The other piece stays in `room`.
    pub(crate) fn outlines_of_blocker(
        &self,
        royal: Vec2,
        room: Room,
        gone: PieceSet,
        sink: &mut impl Sink,
    ) {
        let Some(surface) = self.surface() else {
            return self.outlines_of_near_blocker(royal, gone, sink);
        };
        for copy in self.copies_of(surface, room) {
            let by = copy.inverse();
            self.outlines_of_near_blocker(royal, gone, &mut Moved { sink, by });
        }
    }

    /// Returns the copies in which this motion may meet a point of a room.
    fn copies_of(&self, surface: &Surface, room: Room) -> impl Iterator<Item = Image> {
        let window = match self {
            Threat::Ray(way) => way.window(),
            Threat::Rotation(_) | Threat::Area(..) | Threat::Bent(_) => {
                self.disc().map_or(Window::ALL, Window::around)
            }
        };
        surface.far_between(room.window, window).filter(move |copy| {
            self.may_take_in(Disc { centre: copy.at(room.disc.centre), ..room.disc })
        })
    }

    /// Like [`Threat::outlines_of_blocker`], for a blocker that moves where this motion is.
    fn outlines_of_near_blocker(&self, royal: Vec2, gone: PieceSet, sink: &mut impl Sink) {
        match self {
            Threat::Ray(way) => way.outlines_of_blocker(royal, gone, sink),
            Threat::Rotation(rotation) => rotation.outlines(Some(royal), gone, sink),
            Threat::Area(..) => {}
            Threat::Bent(bent) => {
                bent.iter().for_each(|bent| bent.outlines_of_blocker(royal, gone, sink));
            }
        }
    }

    /// Reports the outlines that matter when a royal piece moves. When it crosses one of them
    /// within `room`, its capture may become possible or impossible.
    pub(crate) fn outlines(&self, room: Room, gone: PieceSet, sink: &mut impl Sink) {
        let disc = room.disc;
        let Some(surface) = self.surface() else { return self.near_outlines(disc, gone, sink) };
        for copy in self.copies_of(surface, room) {
            let there = Disc { centre: copy.at(disc.centre), ..disc };
            self.near_outlines(there, gone, &mut Moved { sink, by: copy.inverse() });
        }
    }

    /// The surface, if points have images on it.
    fn surface(&self) -> Option<&Surface> {
        let surface = match self {
            Threat::Ray(way) => way.surface(),
            Threat::Rotation(rotation) => rotation.surface(),
            Threat::Area(field, _) => field.surface(),
            // The compiler refuses paths of two parts on surfaces.
            Threat::Bent(_) => return None,
        };
        Some(surface).filter(|surface| surface.has_images())
    }

    /// A quick test. False means that no centre in the disc is attacked. Images do not count.
    fn may_take_in(&self, Disc { centre, radius }: Disc) -> bool {
        match self {
            Threat::Ray(way) => {
                let far = way.shape.reach() + radius;
                way.path.track.comes_near(way.path.stops.most, centre, far)
            }
            Threat::Rotation(_) | Threat::Area(..) | Threat::Bent(_) => self
                .disc()
                .is_none_or(|own| !beyond((own.centre - centre).length(), own.radius + radius)),
        }
    }

    /// Like [`Threat::outlines`], for a royal piece that moves where this motion is.
    fn near_outlines(&self, disc: Disc, gone: PieceSet, sink: &mut impl Sink) {
        match self {
            Threat::Ray(way) => way.outlines(gone, sink),
            Threat::Rotation(rotation) => rotation.outlines(None, gone, sink),
            Threat::Area(field, area_move) => area_move.outlines(field, disc, gone, sink),
            Threat::Bent(bent) => bent.iter().for_each(|bent| bent.outlines(disc, gone, sink)),
        }
    }

    /// A quick test. False means that no point of a track up to `length` is attacked. True means
    /// that some point may be.
    pub(crate) fn meets(&self, track: &Track, length: f64) -> bool {
        let Threat::Ray(way) = self else { return true };
        if self.surface().is_some() {
            return true;
        }
        if let (Track::Flight(flight), Track::Flight(own)) = (track, &way.path.track) {
            return flight.passes(own, way.shape.reach());
        }
        let (Track::Line { from, along }, Track::Line { from: own, along: forward }) =
            (track, &way.path.track)
        else {
            return true;
        };
        let (low, high) = way.shape.strip(*forward);
        let begin = forward.cross(*from - *own);
        let end = begin + length * forward.cross(*along);
        !beyond(begin.min(end), high) && !beyond(low, begin.max(end))
    }

    /// Returns a disc that contains all attacked points. `None` for rays and paths of two parts.
    pub(crate) fn disc(&self) -> Option<Disc> {
        match self {
            Threat::Ray(_) | Threat::Bent(_) => None,
            Threat::Rotation(rotation) => {
                Some(Disc { centre: rotation.at(), radius: rotation.reach() })
            }
            Threat::Area(field, area_move) => Some(area_move.disc(field)),
        }
    }

    /// Returns the segments along which the attacker's centre may move to capture a royal piece.
    /// Empty for turns and leaps into regions. For a path of two parts, they begin at stops at most
    /// 0.05 apart.
    pub fn swept(&self, gone: PieceSet) -> Vec<Segment> {
        match self {
            Threat::Ray(way) => way.swept(gone),
            Threat::Rotation(_) | Threat::Area(..) => Vec::new(),
            Threat::Bent(bent) => bent.iter().flat_map(|bent| bent.swept(gone, STEP)).collect(),
        }
    }
}

/// The distance between two stops from which pictures show the second part of a path.
const STEP: f64 = 0.05;

impl RayMove<'_> {
    /// Returns where another piece may shield a royal piece at `royal` from this motion.
    fn cover(&self, royal: Vec2) -> Cover {
        match (self.gait, &self.path.track) {
            (Gait::Leap, _) => Cover::Nowhere,
            (Gait::Sweep, Track::Line { from, along }) if self.surface().is_flat() => {
                let reach = self.shape.reach() + MARGIN;
                let far = (royal - *from).length().max(self.path.stops.least) + reach;
                Cover::Near { areas: vec![Fan::way(*from, *along, far)], reach }
            }
            (Gait::Sweep, _) => Cover::Anywhere,
        }
    }

    /// Returns the segments along which the attacker's centre may move to capture a royal piece.
    pub(crate) fn swept(&self, gone: PieceSet) -> Vec<Segment> {
        let track = &self.path.track;
        match self.gait {
            Gait::Leap => {
                let landings = self.landings(gone);
                landings
                    .parts()
                    .iter()
                    .flat_map(|part| track.segments(part.from, part.to))
                    .collect()
            }
            Gait::Sweep => {
                let (wall, stops) = (self.wall(gone), &self.path.stops);
                let to = wall.min(stops.first(self.first(gone)).unwrap_or(wall));
                if to < stops.least { Vec::new() } else { track.segments(0.0, to) }
            }
        }
    }

    /// Reports the outlines on which the capture of a royal piece may become possible or impossible
    /// as that piece moves.
    fn outlines(&self, gone: PieceSet, sink: &mut impl Sink) {
        self.edges(sink);
        match self.gait {
            Gait::Leap => {
                for part in self.landings(gone).parts() {
                    self.outline(part.from, sink);
                    self.outline(part.to, sink);
                }
            }
            Gait::Sweep => {
                let (stops, wall) = (&self.path.stops, self.wall(gone));
                let ends = [0.0, stops.least, self.first(gone), wall].into_iter();
                let shadows = self.shadows(gone).flat_map(|shadow| [shadow.from, shadow.to]);
                let each = stops.is_discrete().then(|| stops.each()).into_iter().flatten();
                let each = each.take_while(|&stop| at_most(stop, wall));
                let all = ends.chain(shadows).chain(self.changes()).chain(each);
                all.filter(|&at| at_most(at, wall)).for_each(|at| self.outline(at, sink));
            }
        }
    }

    /// Reports the outlines that matter when a royal piece stays at `royal` and another piece
    /// moves, which may block this ray.
    fn outlines_of_blocker(&self, royal: Vec2, gone: PieceSet, sink: &mut impl Sink) {
        if self.gait == Gait::Leap {
            return;
        }
        let meetings = self.meet(royal);
        let Some(last) = meetings.iter().map(|m| m.leave).reduce(f64::max) else { return };
        self.edges(sink);
        let stops = &self.path.stops;
        let met = meetings.iter().flat_map(|m| [m.enter, m.leave]);
        let ends = [0.0, stops.least].into_iter().chain(met);
        let shadows = self.shadows(gone).flat_map(|shadow| [shadow.from, shadow.to]);
        let each = stops.is_discrete().then(|| stops.each()).into_iter().flatten();
        let each = each.take_while(|&stop| below(stop, last));
        let all = ends.chain(shadows).chain(self.changes()).chain(each);
        all.for_each(|at| self.outline(at, sink));
    }

    /// Reports the two edges of the strip that the body sweeps.
    #[inline]
    fn edges(&self, sink: &mut impl Sink) {
        self.path.track.edges(self.shape, sink);
    }

    /// Reports the outline of the body at a stop.
    #[inline]
    fn outline(&self, stop: f64, sink: &mut impl Sink) {
        self.path.track.outline(self.shape, stop, sink);
    }
}

/// Returns whether a royal piece of `side` at `at` is attacked. The pieces of `gone` are ignored.
pub fn attacked(field: &Field<'_>, side: Side, at: Vec2, gone: PieceSet) -> bool {
    let reaches = reaches(field, side.other());
    let mut near = reaches.iter().filter(|r| !gone.has(r.by) && r.comes_near(field, at, 0.0));
    near.any(|reach| reach.threat(field).takes(at, None, gone))
}
