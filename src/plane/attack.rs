//! What an enemy could capture: whether, from where and along which stretch of a way.
//!
//! Owns: [`Threat`] (one motion of one enemy, with what stands in its way worked out once), [`threats`]
//! and [`attacked`]. A point is attacked if, with a royal piece put there and all else as it stands, some
//! capturing move takes it; the safety of the attacker's own king does not matter. Invariant: whether a
//! threat takes a point on a line changes only at the marks that it names for that line.

use crate::plane::field::{Course, Field};
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
}

/// Every capturing ray of a side.
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
            if field.shapes[other] != *shape {
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
        if field.shapes[other] != *shape {
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
        }
    }

    /// Where, along the line `from + s * along`, its taking may begin or end if a piece moves there that
    /// may stand in its way to a royal piece at `royal`.
    pub fn marks_of_blocker(&self, royal: Vec2, from: Vec2, along: Vec2, marks: &mut Vec<f64>) {
        match self {
            Threat::Ray(ray) => ray.marks_of_blocker(royal, from, along, marks),
            Threat::Spin(spin) => spin.marks(Some(royal), from, along, marks),
        }
    }

    /// Which stretch of the line `from + s * along`, up to `length`, it attacks.
    pub fn along(&self, from: Vec2, along: Vec2, length: f64) -> IntervalSet {
        let mut marks = Vec::new();
        match self {
            Threat::Ray(ray) if !ray.strip_meets(from, along, length) => {
                return IntervalSet::empty();
            }
            Threat::Ray(ray) => ray.marks(from, along, &mut marks),
            Threat::Spin(spin) => spin.marks(None, from, along, &mut marks),
        }
        let way = Interval::closed(0.0, length);
        IntervalSet::where_holds(way, &mut marks, |s| self.takes(from + along * s, None))
    }

    /// From where to where its centre may come to capture a lone royal piece.
    pub fn swept(&self) -> Vec<(Vec2, Vec2)> {
        match self {
            Threat::Ray(ray) => ray.swept(),
            Threat::Spin(_) => Vec::new(),
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

    /// Where, along the line `from + s * along`, its taking of a royal piece that moves there may
    /// begin or end.
    fn marks(&self, from: Vec2, along: Vec2, marks: &mut Vec<f64>) {
        match &self.way {
            Way::Leap { landings } => {
                self.edges(from, along, marks);
                for part in landings.parts() {
                    self.outline(part.from, from, along, marks);
                    self.outline(part.to, from, along, marks);
                }
            }
            Way::Sweep { wall, first, .. } => {
                self.edges(from, along, marks);
                let stops = &self.course.stops;
                if stops.is_discrete() {
                    for stop in stops.each().take_while(|&stop| at_most(stop, *wall)) {
                        self.outline(stop, from, along, marks);
                    }
                }
                for at in [0.0, stops.least, *first, *wall] {
                    if at_most(at, *wall) {
                        self.outline(at, from, along, marks);
                    }
                }
            }
        }
    }

    /// The same for a piece that moves there and may stand in its way to a royal piece at `royal`.
    fn marks_of_blocker(&self, royal: Vec2, from: Vec2, along: Vec2, marks: &mut Vec<f64>) {
        let stops = &self.course.stops;
        let Way::Sweep { .. } = &self.way else { return };
        let Some(meeting) = self.shape.meet(royal - self.course.from, self.course.along) else {
            return;
        };
        self.edges(from, along, marks);
        for at in [0.0, stops.least, meeting.enter] {
            self.outline(at, from, along, marks);
        }
        if stops.is_discrete() {
            for stop in stops.each().take_while(|&stop| below(stop, meeting.leave)) {
                self.outline(stop, from, along, marks);
            }
        }
    }

    /// The two edges of the strip that its shape sweeps.
    fn edges(&self, from: Vec2, along: Vec2, marks: &mut Vec<f64>) {
        let (aside, gain) =
            (self.course.along.cross(from - self.course.from), self.course.along.cross(along));
        if gain.abs() > 1e-12 {
            let (low, high) = self.shape.strip(self.course.along);
            marks.extend([(low - aside) / gain, (high - aside) / gain]);
        }
    }

    /// The outline of its shape at a stop.
    fn outline(&self, stop: f64, from: Vec2, along: Vec2, marks: &mut Vec<f64>) {
        if !stop.is_finite() {
            return;
        }
        self.shape.marks(from - self.course.at(stop), along, marks);
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
