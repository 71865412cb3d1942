//! What an enemy could capture: whether, from where and along which stretch of a way.
//!
//! Owns: [`Threat`] (one motion of one enemy, with what stands in its way worked out once), [`threats`]
//! and [`attacked`]. A point is attacked if, with a royal piece put there and all else as it stands, some
//! capturing move takes it; the safety of the attacker's own king does not matter. Invariant: whether a
//! threat takes a point changes only on the outlines that it names.

use crate::plane::curve::{Marks, Sink};
use crate::plane::field::{Course, Field};
use crate::plane::ground::{Ground, GroundThreat};
use crate::plane::interval::{Interval, IntervalSet};
use crate::plane::motion::{Gait, Ray};
use crate::plane::position::{PieceId, Taken};
use crate::plane::scalar::{Vec2, at_most, below};
use crate::plane::shape::{Begun, Meeting, Shape};
use crate::plane::spin::Spin;
use crate::plane::sweep::shadow;
use crate::rules::side::Side;

/// A capturing motion of an enemy.
pub enum Threat<'a> {
    /// Along a ray.
    Ray(RayThreat<'a>),
    /// By turning on its centre.
    Spin(Spin<'a>),
    /// By a leap into a region.
    Ground(GroundThreat<'a>),
}

/// A capturing ray of an enemy.
pub struct RayThreat<'a> {
    course: Course<'a>,
    shape: &'a Shape,
    way: Way,
}

/// What stands in the way of a threat.
enum Way {
    Sweep {
        /// The contact with its nearest friend, or its last stop.
        wall: f64,
        /// Overlaps with pieces it could capture.
        prey: Vec<Meeting>,
        /// The first of those contacts.
        first: f64,
        /// Where a friend would cover it.
        shadow: IntervalSet,
    },
    Leap {
        /// Where it may land.
        landings: IntervalSet,
    },
}

/// A capturing motion of `by`, with nothing known of what stands in its way.
#[derive(Clone, Copy)]
pub struct Reach<'a> {
    /// Whose.
    pub by: PieceId,
    motion: Motion<'a>,
}

/// A capturing motion.
#[derive(Clone, Copy)]
enum Motion<'a> {
    Ray(&'a Ray, Course<'a>),
    Turn,
    Area(Ground<'a>),
}

/// Every capturing motion of a side.
pub fn reaches<'a>(field: &Field<'a>, by: Side) -> Vec<Reach<'a>> {
    let mut all = Vec::new();
    for (id, _) in field.position.of(by) {
        let rays = &field.kind(id).attacks.rays;
        all.extend(rays.iter().filter_map(|ray| {
            let course = field.course(id, ray)?;
            Some(Reach { by: id, motion: Motion::Ray(ray, course) })
        }));
        if field.kind(id).turns {
            all.push(Reach { by: id, motion: Motion::Turn });
        }
        let areas = field.kind(id).attacks.areas.iter();
        let grounds = areas.filter_map(|area| Ground::new(field, id, area));
        all.extend(grounds.map(|ground| Reach { by: id, motion: Motion::Area(ground) }));
    }
    all
}

impl<'a> Reach<'a> {
    /// Whether it could take a royal piece somewhere within `radius` of `at`, if nothing stood in its
    /// way.
    #[inline]
    pub fn comes_near(&self, field: &Field<'_>, at: Vec2, radius: f64) -> bool {
        let far = field.shapes[self.by].reach() + radius;
        match &self.motion {
            Motion::Ray(_, course) => {
                let d = at - course.from;
                let forward = d.dot(course.along);
                course.along.cross(d).abs() < far
                    && forward > -far
                    && forward < course.stops.most + far
            }
            Motion::Turn => (at - field.piece(self.by).at).length() < far,
            Motion::Area(ground) => (at - ground.from).length() < far + ground.most,
        }
    }

    /// The threat, with all but `gone` standing in its way.
    pub fn threat<'f>(&self, field: &'f Field<'a>, gone: Taken) -> Threat<'f>
    where
        'a: 'f,
    {
        let shape = &field.shapes[self.by];
        match self.motion {
            Motion::Ray(ray, course) => {
                let way = match ray.gait {
                    Gait::Sweep => sweep(field, self.by, &course, gone),
                    Gait::Leap => leap(field, self.by, &course, gone),
                };
                Threat::Ray(RayThreat { course, shape, way })
            }
            Motion::Turn => Threat::Spin(Spin::new(field, self.by, gone)),
            Motion::Area(ground) => Threat::Ground(GroundThreat::new(field, ground, gone)),
        }
    }
}

fn sweep(field: &Field<'_>, by: PieceId, course: &Course<'_>, gone: Taken) -> Way {
    let shape = &field.shapes[by];
    let side = field.piece(by).side;
    let (mut wall, mut prey, mut hidden) = (course.stops.most, Vec::new(), IntervalSet::empty());
    for (other, piece) in field.others(gone.with(by)) {
        let meeting = shape.meet(piece.at - course.from, course.along);
        if piece.side == side {
            wall = meeting.map_or(wall, |m| m.enter.min(wall));
            if field.shapes[other].outreaches(shape) {
                hidden = hidden.union(&shadow(field, other, course));
            }
        } else if let Some(meeting) = meeting.filter(|m| m.begun == Begun::ByMoving) {
            prey.push(meeting);
        }
    }
    let first = prey.iter().map(|m| m.enter).fold(f64::INFINITY, f64::min);
    Way::Sweep { wall, prey, first, shadow: hidden }
}

fn leap(field: &Field<'_>, by: PieceId, course: &Course<'_>, gone: Taken) -> Way {
    let shape = &field.shapes[by];
    let side = field.piece(by).side;
    let friends = field.others(gone.with(by)).filter(|(_, p)| p.side == side);
    let mut landings = course.stops.all();
    for (other, piece) in friends {
        let d = piece.at - course.from;
        if let Some((enter, leave)) = shape.cover(d, course.along) {
            landings = landings.difference(&IntervalSet::of(Interval::open(enter, leave)));
        }
        if field.shapes[other].outreaches(shape) {
            landings = landings.difference(&shadow(field, other, course));
        }
    }
    Way::Leap { landings }
}

impl Threat<'_> {
    /// Whether it takes a royal piece at `at`; `extra` is one more piece that it could capture, which
    /// it does not know of yet.
    pub fn takes(&self, at: Vec2, extra: Option<Vec2>) -> bool {
        match self {
            Threat::Ray(ray) => ray.takes(at, extra),
            Threat::Spin(spin) => spin.takes(at, extra),
            // Nobody stands in the way of a leap.
            Threat::Ground(ground) => ground.takes(at),
        }
    }

    /// The outlines on which its taking of a royal piece at `royal` may begin or end if another piece
    /// moves.
    pub fn outlines_of_blocker(&self, royal: Vec2, sink: &mut impl Sink) {
        match self {
            Threat::Ray(ray) => ray.outlines_of_blocker(royal, sink),
            Threat::Spin(spin) => spin.outlines(Some(royal), sink),
            Threat::Ground(_) => {}
        }
    }

    /// The outlines on which its taking of a royal piece may begin or end as that piece moves.
    pub fn outlines(&self, sink: &mut impl Sink) {
        match self {
            Threat::Ray(ray) => ray.outlines(sink),
            Threat::Spin(spin) => spin.outlines(None, sink),
            Threat::Ground(ground) => ground.outlines(sink),
        }
    }

    /// Which stretch of the line `from + s * along`, up to `length`, it attacks.
    pub fn along(&self, from: Vec2, along: Vec2, length: f64) -> IntervalSet {
        if let Threat::Ray(ray) = self
            && !ray.strip_meets(from, along, length)
        {
            return IntervalSet::empty();
        }
        let mut marks = Vec::new();
        self.outlines(&mut Marks { from, along, found: &mut marks });
        let way = Interval::closed(0.0, length);
        IntervalSet::where_holds(way, &mut marks, |s| self.takes(from + along * s, None))
    }

    /// A disc that holds all that it attacks, where no ray sweeps it.
    pub fn disc(&self) -> Option<(Vec2, f64)> {
        match self {
            Threat::Ray(_) => None,
            Threat::Spin(spin) => Some((spin.at(), spin.reach())),
            Threat::Ground(ground) => Some(ground.disc()),
        }
    }

    /// From where to where its centre may come to capture a lone royal piece along a ray.
    pub fn swept(&self) -> Vec<(Vec2, Vec2)> {
        match self {
            Threat::Ray(ray) => ray.swept(),
            Threat::Spin(_) | Threat::Ground(_) => Vec::new(),
        }
    }
}

impl RayThreat<'_> {
    /// Whether it takes a royal piece at `at`; `extra` is one more piece that it could capture, which
    /// it does not know of yet.
    fn takes(&self, at: Vec2, extra: Option<Vec2>) -> bool {
        let Course { from, along, stops } = self.course;
        match &self.way {
            Way::Leap { landings } => match self.shape.cover(at - from, along) {
                Some((enter, leave)) => landings.meets(enter, leave),
                None => false,
            },
            Way::Sweep { wall, prey, first, shadow } => {
                let Some(royal) = self.shape.meet(at - from, along) else { return false };
                let extra = extra.and_then(|at| self.shape.meet(at - from, along));
                let extra = extra.filter(|m| m.begun == Begun::ByMoving);
                let first = extra.map_or(*first, |m| m.enter.min(*first));
                let Some(stop) = stops.first(first.min(royal.enter)) else { return false };
                let mut begun = prey.iter().chain(&extra).filter(|m| at_most(m.enter, stop));
                at_most(stop, *wall)
                    && at_most(royal.enter, stop)
                    && below(stop, royal.leave)
                    && begun.all(|m| below(stop, m.leave))
                    && !shadow.contains(stop)
            }
        }
    }

    /// From where to where its centre may come to capture a lone royal piece.
    fn swept(&self) -> Vec<(Vec2, Vec2)> {
        let ends = |from, to| (self.course.at(from), self.course.at(to));
        match &self.way {
            Way::Leap { landings } => {
                landings.parts().iter().map(|part| ends(part.from, part.to)).collect()
            }
            Way::Sweep { wall, first, .. } => {
                let to = wall.min(self.course.stops.first(*first).unwrap_or(*wall));
                if to < self.course.stops.least { Vec::new() } else { vec![ends(0.0, to)] }
            }
        }
    }

    /// The outlines on which its taking of a royal piece may begin or end as that piece moves.
    fn outlines(&self, sink: &mut impl Sink) {
        self.edges(sink);
        match &self.way {
            Way::Leap { landings } => {
                for part in landings.parts() {
                    self.outline(part.from, sink);
                    self.outline(part.to, sink);
                }
            }
            Way::Sweep { wall, first, .. } => {
                let stops = &self.course.stops;
                if stops.is_discrete() {
                    for stop in stops.each().take_while(|&stop| at_most(stop, *wall)) {
                        self.outline(stop, sink);
                    }
                }
                for at in [0.0, stops.least, *first, *wall] {
                    if at_most(at, *wall) {
                        self.outline(at, sink);
                    }
                }
            }
        }
    }

    /// The same as another piece moves, which may stand in its way to a royal piece at `royal`.
    fn outlines_of_blocker(&self, royal: Vec2, sink: &mut impl Sink) {
        let stops = &self.course.stops;
        let Way::Sweep { .. } = &self.way else { return };
        let Some(meeting) = self.shape.meet(royal - self.course.from, self.course.along) else {
            return;
        };
        self.edges(sink);
        for at in [0.0, stops.least, meeting.enter] {
            self.outline(at, sink);
        }
        if stops.is_discrete() {
            for stop in stops.each().take_while(|&stop| below(stop, meeting.leave)) {
                self.outline(stop, sink);
            }
        }
    }

    /// The two edges of the strip that its shape sweeps.
    #[inline]
    fn edges(&self, sink: &mut impl Sink) {
        let (low, high) = self.shape.strip(self.course.along);
        sink.strip(self.course.from, self.course.along, low, high);
    }

    /// The outline of its shape at a stop.
    #[inline]
    fn outline(&self, stop: f64, sink: &mut impl Sink) {
        if stop.is_finite() {
            sink.outline(self.shape, self.course.at(stop));
        }
    }

    /// Whether the line from `from`, as long as `length`, comes into its strip at all.
    fn strip_meets(&self, from: Vec2, along: Vec2, length: f64) -> bool {
        let (low, high) = self.shape.strip(self.course.along);
        let begin = self.course.along.cross(from - self.course.from);
        let end = begin + length * self.course.along.cross(along);
        begin.min(end) < high && begin.max(end) > low
    }
}

/// Whether a royal piece of `side` standing at `at` is attacked, with all but `gone` on the plane.
pub fn attacked(field: &Field<'_>, side: Side, at: Vec2, gone: Taken) -> bool {
    let reaches = reaches(field, side.other());
    let mut near = reaches.iter().filter(|r| !gone.has(r.by) && r.comes_near(field, at, 0.0));
    near.any(|reach| reach.threat(field, gone).takes(at, None))
}
