//! Lines, circles and ellipses, which bound all regions of a plane.

use crate::geometry::ellipse::Ellipse;
use crate::geometry::scalar::{EPSILON, PARALLEL, Vec2, beyond, equal};

/// A line, a circle or an ellipse.
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
    /// An ellipse.
    Ellipse(Ellipse),
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
            Curve::Ellipse(ellipse) => ellipse.nearest(p),
        }
    }

    /// Returns whether the curve meets a closed disc, to tolerance.
    pub(crate) fn comes_within(&self, Disc { centre, radius }: Disc) -> bool {
        let apart = match self {
            Curve::Line { at, along } => along.cross(centre - *at).abs(),
            Curve::Circle { centre: middle, radius } => {
                ((centre - *middle).length() - radius).abs()
            }
            Curve::Ellipse(ellipse) => {
                let apart = (ellipse.centre - centre).length();
                // A quick test, because the nearest point of an ellipse takes long.
                if beyond(apart, radius + ellipse.along.max(ellipse.across)) {
                    return false;
                }
                (ellipse.nearest(centre) - centre).length()
            }
        };
        !beyond(apart, radius)
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
            (Curve::Ellipse(own), Curve::Ellipse(other)) => own.is_like(other),
            (Curve::Line { .. }, Curve::Circle { .. } | Curve::Ellipse(_))
            | (Curve::Circle { .. }, Curve::Line { .. } | Curve::Ellipse(_))
            | (Curve::Ellipse(_), Curve::Line { .. } | Curve::Circle { .. }) => false,
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
            (Curve::Ellipse(ellipse), Curve::Line { at, along })
            | (Curve::Line { at, along }, Curve::Ellipse(ellipse)) => {
                ellipse.meet_line(at, along, found);
            }
            (Curve::Ellipse(ellipse), Curve::Circle { centre, radius })
            | (Curve::Circle { centre, radius }, Curve::Ellipse(ellipse)) => {
                ellipse.meet_circle(centre, radius, found);
            }
            (Curve::Ellipse(ellipse), Curve::Ellipse(other)) => ellipse.meet_ellipse(&other, found),
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

/// A disc on the plane.
#[derive(Clone, Copy, Debug)]
pub struct Disc {
    /// The centre.
    pub centre: Vec2,
    /// The radius.
    pub radius: f64,
}
