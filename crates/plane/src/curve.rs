//! Lines and circles: what bounds everything on a plane.
//!
//! Owns: [`Curve`] (where two meet, which point of one is nearest), and [`Sink`], to whom outlines are
//! told: [`Marks`] wants to know where a line crosses them, [`Curves`] wants them whole. Invariant: what a
//! question about points answers changes only on curves that its owner names; on some of them nothing changes.

use crate::scalar::{EPSILON, PARALLEL, Vec2, beyond, equal};
use crate::shape::{Shape, corners_of};

/// A line or a circle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Curve {
    /// Through a point, along a unit vector, both ways.
    Line {
        /// A point of it.
        at: Vec2,
        /// Its unit vector.
        along: Vec2,
    },
    /// Around a point.
    Circle {
        /// Its centre.
        centre: Vec2,
        /// Its radius, above 0.
        radius: f64,
    },
}

impl Curve {
    /// The point of it that is nearest to `p`; any, if all are.
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

    /// Whether it comes into the closed disc of `radius` around `p`, to tolerance.
    pub(crate) fn comes_within(&self, p: Vec2, radius: f64) -> bool {
        !beyond((self.nearest(p) - p).length(), radius)
    }

    /// Whether both are one, to tolerance.
    pub(crate) fn is_like(&self, other: &Curve) -> bool {
        match (self, other) {
            (Curve::Line { at, along }, Curve::Line { at: b, along: other }) => {
                // Along the whole of a plane the directions must not part.
                along.cross(*other).abs() < EPSILON / 100.0 && equal(along.cross(*b - *at), 0.0)
            }
            (Curve::Circle { centre, radius }, Curve::Circle { centre: other, radius: second }) => {
                equal(*radius, *second) && equal(centre.x, other.x) && equal(centre.y, other.y)
            }
            (Curve::Line { .. }, Curve::Circle { .. })
            | (Curve::Circle { .. }, Curve::Line { .. }) => false,
        }
    }

    /// Appends the points where both meet; a touch, to tolerance, is one.
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
                // Heron: the four factors tell touching from within and from without.
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

/// The two ends of a chord around its middle, half its length being the root of `depth * beyond`; the
/// middle itself where the ends are one to tolerance.
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

/// Who is told of outlines.
pub(crate) trait Sink {
    /// The strip between two lines along a unit vector: `along x (p - from)` is `low` on one of them and
    /// `high` on the other.
    fn strip(&mut self, from: Vec2, along: Vec2, low: f64, high: f64);

    /// The outline of a shape whose centre is at a point.
    fn outline(&mut self, shape: &Shape, at: Vec2);
}

/// Where a line crosses outlines.
pub struct Marks<'m> {
    /// Where the line begins.
    pub(crate) from: Vec2,
    /// Its unit vector.
    pub(crate) along: Vec2,
    /// Distances from there, in no order.
    pub(crate) found: &'m mut Vec<f64>,
}

impl Sink for Marks<'_> {
    #[inline]
    fn strip(&mut self, from: Vec2, along: Vec2, low: f64, high: f64) {
        let (aside, gain) = (along.cross(self.from - from), along.cross(self.along));
        if gain.abs() > PARALLEL {
            self.found.extend([(low - aside) / gain, (high - aside) / gain]);
        }
    }

    #[inline]
    fn outline(&mut self, shape: &Shape, at: Vec2) {
        shape.marks(self.from - at, self.along, self.found);
    }
}

/// Outlines as curves, none twice, of those that come into one disc.
pub struct Curves {
    centre: Vec2,
    radius: f64,
    found: Vec<Curve>,
}

impl Curves {
    /// None yet of those that come into the disc of `radius` around `centre`.
    pub(crate) fn within(centre: Vec2, radius: f64) -> Self {
        Self { centre, radius, found: Vec::new() }
    }

    /// The disc.
    pub(crate) fn disc(&self) -> (Vec2, f64) {
        (self.centre, self.radius)
    }

    /// Adds one, if it comes so near and is new.
    pub(crate) fn add(&mut self, curve: Curve) {
        let known = || self.found.iter().any(|c| c.is_like(&curve));
        if curve.comes_within(self.centre, self.radius) && !known() {
            self.found.push(curve);
        }
    }

    /// Adds a circle, if it has a radius.
    pub(crate) fn circle(&mut self, centre: Vec2, radius: f64) {
        if radius > EPSILON {
            self.add(Curve::Circle { centre, radius });
        }
    }

    /// Those found.
    pub(crate) fn all(&self) -> &[Curve] {
        &self.found
    }

    /// Every point where two of them meet.
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
