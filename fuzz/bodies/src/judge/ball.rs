//! Spheres for the judge: spherical trigonometry with longitudes, latitudes and courses.
//!
//! Distances come from haversines, the points of a way from its course, and contacts from false position.
//! The engine uses vectors and arc cosines.

use alfil_plane::geometry::scalar::{EPSILON, Vec2};
use alfil_plane::model::program::PlaneProgram;
use alfil_plane::space::globe::Great;
use alfil_rules::side::{Color, Side};
use std::f64::consts::{PI, TAU};

/// The distance between two points of a plane or a sphere, without images.
pub(super) fn apart(program: &PlaneProgram, a: Vec2, b: Vec2) -> f64 {
    match program.rules().space.lattice.sphere() {
        Some(radius) => haversine(a, b) * radius,
        None => (b - a).length(),
    }
}

/// How far a point is from where a side begins: the edge of a plane, or the pole of a sphere.
pub(super) fn depth(program: &PlaneProgram, side: Side, at: Vec2) -> f64 {
    match (program.rules().space.lattice.sphere(), side.color()) {
        (Some(radius), Color::White) => haversine(Vec2::new(0.0, -90.0), at) * radius,
        (Some(radius), Color::Black) => haversine(Vec2::new(0.0, 90.0), at) * radius,
        (None, Color::White) => at.y,
        (None, Color::Black) => program.size().y - at.y,
    }
}

/// The angle between two points of a sphere, seen from its centre.
fn haversine(a: Vec2, b: Vec2) -> f64 {
    let up = ((b.y - a.y).to_radians() / 2.0).sin();
    let across = ((b.x - a.x).to_radians() / 2.0).sin();
    let square = up * up + a.y.to_radians().cos() * b.y.to_radians().cos() * across * across;
    2.0 * square.sqrt().min(1.0).asin()
}

/// Where a point is, seen from another one: the sine of their distance times the sine and the cosine
/// of the course to it.
#[derive(Clone, Copy, Debug)]
struct Seen {
    aside: f64,
    ahead: f64,
}

impl Seen {
    fn of(from: Vec2, to: Vec2) -> Seen {
        let (across, up) = ((to.x - from.x).to_radians(), to.y.to_radians());
        let ((sine, cosine), (high, wide)) = (from.y.to_radians().sin_cos(), up.sin_cos());
        Seen { aside: across.sin() * wide, ahead: cosine * high - sine * wide * across.cos() }
    }

    /// A quick test: false if a great circle that begins along a unit vector to the east and north
    /// surely does not come within this angle of the point.
    fn is_near(&self, along: Vec2, angle: f64) -> bool {
        let apart = (self.aside * along.y - self.ahead * along.x).abs();
        angle >= PI / 2.0 || apart <= angle.sin() + HAIR
    }
}

/// A way along a great circle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) from: Vec2,
    pub(super) radius: f64,
    /// The course at the start, in radians clockwise from north.
    course: f64,
    /// The direction at the start: to the east and to the north.
    along: Vec2,
}

/// The precision of a quick test.
const HAIR: f64 = 1e-6;

/// The greatest number of steps to find a contact.
const STEPS: usize = 60;

/// The zero of a function that is below 0 at `low` and above 0 at `high`, by false position. A side
/// that stays twice counts half, so that the other side moves, too.
fn zero(of: &dyn Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let (mut below, mut above) = (of(low), of(high));
    let mut last = 0.0;
    for _ in 0..STEPS {
        let middle = (low * above - high * below) / (above - below);
        let value = of(middle);
        if value < 0.0 {
            (low, below) = (middle, value);
            above = if last < 0.0 { above / 2.0 } else { above };
        } else {
            (high, above) = (middle, value);
            below = if last > 0.0 { below / 2.0 } else { below };
        }
        last = if value < 0.0 { -1.0 } else { 1.0 };
        if (high - low).abs() < EPSILON / 1e5 || value.abs() < EPSILON / 1e6 {
            break;
        }
    }
    if below.abs() < above { low } else { high }
}

impl Way {
    pub(super) fn of(great: &Great) -> Way {
        let along = great.along();
        let course = along.x.atan2(along.y);
        Way { from: great.from(), radius: great.globe().radius(), course, along }
    }

    /// A quick test: false if the way surely stays farther from a point than `far`.
    pub(super) fn comes_near(&self, point: Vec2, far: f64) -> bool {
        Seen::of(self.from, point).is_near(self.along, far / self.radius)
    }

    /// The length of a lap.
    pub(super) fn lap(&self) -> f64 {
        TAU * self.radius
    }

    /// The point after a distance.
    pub(super) fn at(&self, distance: f64) -> Vec2 {
        let (d, up) = (distance / self.radius, self.from.y.to_radians());
        // Seen from the pole: the part aside, the part toward it and the height.
        let aside = self.course.sin() * d.sin();
        let ahead = up.cos() * d.cos() - up.sin() * d.sin() * self.course.cos();
        let height = up.sin() * d.cos() + up.cos() * d.sin() * self.course.cos();
        let across = self.from.x + aside.atan2(ahead).to_degrees();
        let across = if across > 180.0 { across - 360.0 } else { across };
        let across = if across <= -180.0 { across + 360.0 } else { across };
        Vec2::new(across, height.atan2(aside.hypot(ahead)).to_degrees())
    }

    /// How far the way is from a point after a distance.
    pub(super) fn apart(&self, distance: f64, point: Vec2) -> f64 {
        self.between(self.at(distance), point)
    }

    /// The distance of two points.
    pub(super) fn between(&self, a: Vec2, b: Vec2) -> f64 {
        haversine(a, b) * self.radius
    }

    /// The distances between which the way is nearer to a point than `far`. It is nearest at the foot
    /// of the point, and from there it goes away for half a lap to both sides. `None` if it never is.
    pub(super) fn near(&self, point: Vec2, far: f64) -> Option<(f64, f64)> {
        if !Seen::of(self.from, point).is_near(self.along, far / self.radius) {
            return None;
        }
        let foot = self.foot(point);
        if self.apart(foot, point) >= far - EPSILON {
            return None;
        }
        let half = PI * self.radius;
        let gap = |distance: f64| self.apart(distance, point) - far;
        Some((zero(&gap, foot, foot - half), zero(&gap, foot, foot + half)))
    }

    /// The distance in the first lap at which the way is nearest to a point, from the right triangle
    /// of the start, the point and its foot.
    pub(super) fn foot(&self, point: Vec2) -> f64 {
        let (from, across) = (self.from.y.to_radians(), (point.x - self.from.x).to_radians());
        let (up, to) = (point.y.to_radians(), haversine(self.from, point));
        let aside = across.sin() * up.cos();
        let ahead = from.cos() * up.sin() - from.sin() * up.cos() * across.cos();
        let turn = aside.atan2(ahead) - self.course;
        (to.sin() * turn.cos()).atan2(to.cos()).rem_euclid(TAU) * self.radius
    }
}
