//! What an enemy could capture: whether, from where and along which stretch of a way.
//!
//! Owns: [`Reach`] (a capturing motion of an enemy), [`Threat`] (the same with all that it meets worked
//! out) and [`attacked`]. A point is attacked if, with a royal piece put there and all else as it stands,
//! some capturing move takes it; the safety of the attacker's own king does not matter. Whether it does is
//! asked of what the moves themselves are made of ([`RayMove`], [`RotationMove`], [`AreaMove`]). Invariant: whether a
//! threat takes a point changes only on the outlines that it names.

use crate::area_move::AreaMove;
use crate::curve::Sink;
use crate::field::{Field, RayPath};
use crate::motion::{Gait, Ray};
use crate::position::{PieceId, PieceSet};
use crate::ray_move::RayMove;
use crate::rotation_move::RotationMove;
use crate::scalar::{Vec2, at_most, below, beyond};
use alfil_rules::side::Side;

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
    Ray(&'a Ray, RayPath<'a>),
    Turn,
    Area(AreaMove<'a>),
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
        let grounds = areas.filter_map(|area| AreaMove::new(field, id, area));
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
                !beyond(course.along.cross(d).abs(), far)
                    && !beyond(-forward, far)
                    && !beyond(forward, course.stops.most + far)
            }
            Motion::Turn => !beyond((at - field.piece(self.by).at).length(), far),
            Motion::Area(ground) => !beyond((at - ground.from).length(), far + ground.most),
        }
    }

    /// The threat.
    pub fn threat<'f>(&self, field: &'f Field<'a>) -> Threat<'f>
    where
        'a: 'f,
    {
        match self.motion {
            Motion::Ray(ray, course) => Threat::Ray(RayMove::new(field, self.by, ray, course)),
            Motion::Turn => Threat::Spin(RotationMove::new(field, self.by)),
            Motion::Area(ground) => Threat::Ground(field, ground),
        }
    }
}

/// A capturing motion of an enemy, with all that it meets. Who is `gone` is asked every time: what was
/// captured, and who is asked about.
pub enum Threat<'a> {
    /// Along a ray.
    Ray(RayMove<'a>),
    /// By turning on its centre.
    Spin(RotationMove<'a>),
    /// By a leap into a region.
    Ground(&'a Field<'a>, AreaMove<'a>),
}

impl Threat<'_> {
    /// Whether it takes a royal piece at `at`; `extra` is one more piece that it could capture. Such a
    /// piece may shield the royal one; it never helps to take it.
    pub fn takes(&self, at: Vec2, extra: Option<Vec2>, gone: PieceSet) -> bool {
        match self {
            Threat::Ray(way) => way.takes(at, extra, gone),
            Threat::Spin(spin) => spin.takes(at, extra, gone),
            // Nobody stands in the way of a leap.
            Threat::Ground(field, ground) => ground.takes(field, at, gone),
        }
    }

    /// The outlines on which its taking of a royal piece at `royal` may begin or end if another piece
    /// moves.
    pub(crate) fn outlines_of_blocker(&self, royal: Vec2, gone: PieceSet, sink: &mut impl Sink) {
        match self {
            Threat::Ray(way) => way.outlines_of_blocker(royal, gone, sink),
            Threat::Spin(spin) => spin.outlines(Some(royal), gone, sink),
            Threat::Ground(..) => {}
        }
    }

    /// The outlines on which its taking of a royal piece may begin or end as that piece moves within
    /// `radius` of `around`.
    pub(crate) fn outlines(
        &self,
        (around, radius): (Vec2, f64),
        gone: PieceSet,
        sink: &mut impl Sink,
    ) {
        match self {
            Threat::Ray(way) => way.outlines(gone, sink),
            Threat::Spin(spin) => spin.outlines(None, gone, sink),
            Threat::Ground(field, ground) => ground.outlines(field, around, radius, gone, sink),
        }
    }

    /// Whether some point of the line `from + s * along`, up to `length`, may be attacked.
    pub(crate) fn meets(&self, from: Vec2, along: Vec2, length: f64) -> bool {
        let Threat::Ray(way) = self else { return true };
        let (low, high) = way.shape.strip(way.course.along);
        let begin = way.course.along.cross(from - way.course.from);
        let end = begin + length * way.course.along.cross(along);
        !beyond(begin.min(end), high) && !beyond(low, begin.max(end))
    }

    /// A disc that holds all that it attacks, where no ray sweeps it.
    pub(crate) fn disc(&self) -> Option<(Vec2, f64)> {
        match self {
            Threat::Ray(_) => None,
            Threat::Spin(spin) => Some((spin.at(), spin.reach())),
            Threat::Ground(field, ground) => Some(ground.disc(field)),
        }
    }

    /// From where to where its centre may come to capture a lone royal piece along a ray.
    pub fn swept(&self, gone: PieceSet) -> Vec<(Vec2, Vec2)> {
        match self {
            Threat::Ray(way) => way.swept(gone),
            Threat::Spin(_) | Threat::Ground(..) => Vec::new(),
        }
    }
}

impl RayMove<'_> {
    /// From where to where its centre may come to capture a lone royal piece.
    fn swept(&self, gone: PieceSet) -> Vec<(Vec2, Vec2)> {
        let ends = |from, to| (self.course.at(from), self.course.at(to));
        match self.gait {
            Gait::Leap => {
                let landings = self.landings(gone);
                landings.parts().iter().map(|part| ends(part.from, part.to)).collect()
            }
            Gait::Sweep => {
                let (wall, stops) = (self.wall(gone), &self.course.stops);
                let to = wall.min(stops.first(self.first(gone)).unwrap_or(wall));
                if to < stops.least { Vec::new() } else { vec![ends(0.0, to)] }
            }
        }
    }

    /// The outlines on which its taking of a royal piece may begin or end as that piece moves.
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
                let (stops, wall) = (&self.course.stops, self.wall(gone));
                let ends = [0.0, stops.least, self.first(gone), wall].into_iter();
                let shadows = self.shadows(gone).flat_map(|shadow| [shadow.from, shadow.to]);
                let each = stops.is_discrete().then(|| stops.each()).into_iter().flatten();
                let all = ends.chain(shadows).chain(each.take_while(|&stop| at_most(stop, wall)));
                all.filter(|&at| at_most(at, wall)).for_each(|at| self.outline(at, sink));
            }
        }
    }

    /// The same as another piece moves, which may stand in its way to a royal piece at `royal`.
    fn outlines_of_blocker(&self, royal: Vec2, gone: PieceSet, sink: &mut impl Sink) {
        if self.gait == Gait::Leap {
            return;
        }
        let Some(meeting) = self.meet(royal) else { return };
        self.edges(sink);
        let stops = &self.course.stops;
        let ends = [0.0, stops.least, meeting.enter, meeting.leave].into_iter();
        let shadows = self.shadows(gone).flat_map(|shadow| [shadow.from, shadow.to]);
        let each = stops.is_discrete().then(|| stops.each()).into_iter().flatten();
        let all = ends.chain(shadows).chain(each.take_while(|&stop| below(stop, meeting.leave)));
        all.for_each(|at| self.outline(at, sink));
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
            let RayPath { from, along, .. } = self.course;
            sink.outline(self.shape, from + along * stop);
        }
    }
}

/// Whether a royal piece of `side` standing at `at` is attacked, with all but `gone` on the plane.
pub fn attacked(field: &Field<'_>, side: Side, at: Vec2, gone: PieceSet) -> bool {
    let reaches = reaches(field, side.other());
    let mut near = reaches.iter().filter(|r| !gone.has(r.by) && r.comes_near(field, at, 0.0));
    near.any(|reach| reach.threat(field).takes(at, None, gone))
}
