//! Lines and circles, which bound all regions of a plane.
//!
//! A yes-or-no question about points, such as whether a point is attacked, can change its answer
//! only
//! on certain curves. The code for such a question reports these outlines to a `Sink`. [`crate::track::Marks`]
//! collects the places where a track crosses the outlines, and `Curves` collects the outlines.

use crate::scalar::{EPSILON, PARALLEL, Vec2, beyond, equal};
use crate::shape::{Shape, corners_of};

/// A line or a circle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Curve {
    /// A line through a point, in both directions.
    Line {
        /// A point on the line.
        at: Vec2,
        /// The unit vector of the line.
        along: Vec2,
    },
    /// A circle around a point.
    Circle {
        /// The centre of the circle.
        centre: Vec2,
        /// The radius of the circle, above 0.
        radius: f64,
    },
}

impl Curve {
    /// Returns the point on the curve nearest to `p`. If `p` is the centre of a circle, all points
    /// are equally near and one of them is returned.
    pub fn nearest(&self, p: Vec2) -> Vec2 {
        match *self {
            Curve::Line { at, along } => at + along * (p - at).dot(along),
            Curve::Circle { centre, radius } => {
                let d = p - centre;
                let out = if d.length() > 0.0 { d.unit() } else { Vec2::new(1.0, 0.0) };
                centre + out * radius
            }
        }
    }

    /// Returns whether the curve meets a closed disc, to tolerance.
    pub(crate) fn comes_within(&self, Disc { centre, radius }: Disc) -> bool {
        !beyond((self.nearest(centre) - centre).length(), radius)
    }

    /// Returns whether the two curves are the same, to tolerance.
    pub(crate) fn is_like(&self, other: &Curve) -> bool {
        match (self, other) {
            (Curve::Line { at, along }, Curve::Line { at: b, along: other }) => {
                // The limit for directions is smaller, because two lines with different directions
                // separate over the length of a plane.
                along.cross(*other).abs() < EPSILON / 100.0 && equal(along.cross(*b - *at), 0.0)
            }
            (Curve::Circle { centre, radius }, Curve::Circle { centre: other, radius: second }) => {
                equal(*radius, *second) && equal(centre.x, other.x) && equal(centre.y, other.y)
            }
            (Curve::Line { .. }, Curve::Circle { .. })
            | (Curve::Circle { .. }, Curve::Line { .. }) => false,
        }
    }

    /// Appends the points where the two curves meet. A touch, to tolerance, is one point.
    pub fn meet(&self, other: &Curve, found: &mut Vec<Vec2>) {
        match (*self, *other) {
            (Curve::Line { at, along }, Curve::Line { at: b, along: other }) => {
                let gain = along.cross(other);
                if gain.abs() > PARALLEL {
                    found.push(at + along * ((b - at).cross(other) / gain));
                }
            }
            (Curve::Line { at, along }, Curve::Circle { centre, radius })
            | (Curve::Circle { centre, radius }, Curve::Line { at, along }) => {
                let foot = at + along * (centre - at).dot(along);
                let aside = along.cross(centre - at).abs();
                chord(foot, along, radius - aside, radius + aside, found);
            }
            (Curve::Circle { centre, radius }, Curve::Circle { centre: other, radius: second }) => {
                let d = other - centre;
                if beyond(d.x.abs().max(d.y.abs()), radius + second) {
                    return;
                }
                let apart = d.length();
                if apart < EPSILON {
                    return;
                }
                let out = d * (1.0 / apart);
                // Two of the four factors of Heron's formula. One of them is near 0 if the circles
                // touch, from inside or from outside.
                let within = apart - (radius - second).abs();
                let without = radius + second - apart;
                let foot = (apart + (radius - second) * (radius + second) / apart) / 2.0;
                let scale = (apart + (radius - second).abs()) * (radius + second + apart)
                    / (4.0 * apart * apart);
                let normal = Vec2::new(-out.y, out.x);
                if within > -EPSILON && without > -EPSILON {
                    chord(centre + out * foot, normal, within * scale, without, found);
                }
            }
        }
    }
}

/// Appends the two ends of a chord around `middle`. Half its length is the root of `depth *
/// beyond`. If the ends are equal to tolerance, also appends the middle.
fn chord(middle: Vec2, along: Vec2, depth: f64, beyond: f64, found: &mut Vec<Vec2>) {
    let under = depth * beyond;
    if depth.abs() < EPSILON || beyond.abs() < EPSILON {
        found.push(middle);
    }
    if under > 0.0 {
        let half = under.sqrt();
        found.extend([middle - along * half, middle + along * half]);
    }
}

/// A receiver of outlines.
pub(crate) trait Sink {
    /// Receives a strip between two parallel lines along a unit vector. For points p of the lines,
    /// the vector product `along x (p - from)` is `low` or `high`.
    fn strip(&mut self, from: Vec2, along: Vec2, low: f64, high: f64);

    /// Receives the outline of a shape with this centre.
    fn outline(&mut self, shape: &Shape, at: Vec2);

    /// Receives a line through a point along a unit vector.
    fn line(&mut self, at: Vec2, along: Vec2) {
        self.strip(at, along, 0.0, 0.0);
    }
}

/// A disc on the plane.
#[derive(Clone, Copy, Debug)]
pub struct Disc {
    pub(crate) centre: Vec2,
    pub(crate) radius: f64,
}

/// Collects the outlines that meet one disc, each only once.
pub struct Curves {
    disc: Disc,
    found: Vec<Curve>,
}

impl Curves {
    /// Returns an empty collection for a disc.
    pub(crate) fn within(disc: Disc) -> Self {
        Self { disc, found: Vec::new() }
    }

    pub(crate) fn disc(&self) -> Disc {
        self.disc
    }

    /// Adds a curve if it meets the disc and is new.
    pub(crate) fn add(&mut self, curve: Curve) {
        let known = || self.found.iter().any(|c| c.is_like(&curve));
        if curve.comes_within(self.disc) && !known() {
            self.found.push(curve);
        }
    }

    /// Adds a circle unless its radius is 0 to tolerance.
    pub(crate) fn circle(&mut self, centre: Vec2, radius: f64) {
        if radius > EPSILON {
            self.add(Curve::Circle { centre, radius });
        }
    }

    pub(crate) fn all(&self) -> &[Curve] {
        &self.found
    }

    /// Returns every point where two curves meet.
    pub(crate) fn corners(&self) -> Vec<Vec2> {
        let mut found = Vec::new();
        for (i, a) in self.found.iter().enumerate() {
            self.found[..i].iter().for_each(|b| a.meet(b, &mut found));
        }
        found
    }
}

impl Sink for Curves {
    fn strip(&mut self, from: Vec2, along: Vec2, low: f64, high: f64) {
        let left = Vec2::new(-along.y, along.x);
        for aside in [low, high] {
            self.add(Curve::Line { at: from + left * aside, along });
        }
    }

    fn outline(&mut self, shape: &Shape, at: Vec2) {
        match shape {
            Shape::Disc(radius) => self.circle(at, *radius),
            Shape::Polygon(polygon) => {
                for (a, b) in corners_of(polygon.corners()) {
                    self.add(Curve::Line { at: a + at, along: (b - a).unit() });
                }
            }
        }
    }
}
