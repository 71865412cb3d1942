//! Fans: the parallelograms of the second parts of paths.
//!
//! Both lengths of such a path are in an interval. So the second parts, with all landings, are in a
//! parallelogram. Pieces that are not near it and curves that do not pass through it do not matter.
//!
//! ```text
//!            ._______.    last part
//!           /       /
//!      ----'-------'--    first part
//! ```

use crate::geometry::curve::{Curve, Disc};
use crate::geometry::interval::Interval;
use crate::geometry::outline::gap;
use crate::geometry::polygon::{Polygon, corners_of};
use crate::geometry::scalar::{Vec2, beyond};

/// A side that covers less of the x axis is almost upright.
const UPRIGHT: f64 = 1e-6;

/// A straight way without width counts as this wide to both sides, because a polygon needs a width.
const THIN: f64 = 1e-4;

/// A parallelogram that contains the second parts of a path.
pub(crate) struct Fan {
    area: Polygon,
}

impl Fan {
    /// The paths from `from`, with two directions and the lengths of both parts.
    pub(crate) fn new(from: Vec2, [u, v]: [Vec2; 2], [first, last]: [Interval; 2]) -> Fan {
        let corner = |a: f64, b: f64| from + u * a + v * b;
        let mut corners = vec![
            corner(first.from, last.from),
            corner(first.to, last.from),
            corner(first.to, last.to),
            corner(first.from, last.to),
        ];
        // A polygon is counter-clockwise.
        if u.cross(v) < 0.0 {
            corners.reverse();
        }
        Fan { area: Polygon::new(corners) }
    }

    /// The places of a straight way of a length along a unit vector.
    pub(crate) fn way(from: Vec2, along: Vec2, length: f64) -> Fan {
        let left = Vec2::new(-along.y, along.x);
        let width = Interval::closed(-THIN, THIN);
        Fan::new(from, [along, left], [Interval::closed(0.0, length.max(THIN)), width])
    }

    /// Returns whether a side of one of the two fans separates them by more than `reach`. If not, they
    /// may still be that far apart.
    pub(crate) fn is_apart(&self, other: &Fan, reach: f64) -> bool {
        let separates = |one: &Polygon, other: &Polygon| {
            one.sides().any(|(at, inward)| {
                other.corners().iter().all(|corner| inward.dot(*corner - at) < -reach)
            })
        };
        separates(&self.area, &other.area) || separates(&other.area, &self.area)
    }

    /// Returns a disc that contains the fan.
    pub(crate) fn disc(&self) -> Disc {
        let corners = self.area.corners();
        let centre = (corners[0] + corners[2]) * 0.5;
        let radius = corners.iter().map(|c| (*c - centre).length()).fold(0.0, f64::max);
        Disc { centre, radius }
    }

    /// Returns the range of x of the fan.
    pub(crate) fn span(&self) -> (f64, f64) {
        let all = self.area.corners().iter().map(|corner| corner.x);
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
    }

    /// Returns the least and the greatest height of the fan at `x`, or at its nearest end. Where a side
    /// is almost upright, the heights of its ends are among them.
    pub(crate) fn heights(&self, x: f64) -> (f64, f64) {
        let (left, right) = self.span();
        let x = x.clamp(left, right);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut add = |y: f64| (low, high) = (low.min(y), high.max(y));
        for (a, b) in corners_of(self.area.corners()) {
            if x < a.x.min(b.x) || x > a.x.max(b.x) {
                continue;
            }
            if (b.x - a.x).abs() < UPRIGHT {
                [a.y, b.y].into_iter().for_each(&mut add)
            } else {
                add(a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x)))
            }
        }
        (low, high)
    }

    /// Returns whether a point is at most `reach` away from the fan.
    pub(crate) fn comes_near(&self, at: Vec2, reach: f64) -> bool {
        let sides = || corners_of(self.area.corners());
        self.area.depth(at) >= 0.0 || sides().any(|(a, b)| !beyond(gap(at, a, b), reach))
    }

    /// Returns whether a curve may pass through the fan or along its border.
    pub(crate) fn meets(&self, curve: &Curve) -> bool {
        let corners = self.area.corners();
        match *curve {
            Curve::Line { at, along } => {
                let aside = || corners.iter().map(|corner| along.cross(*corner - at));
                aside().any(|aside| !beyond(aside, 0.0)) && aside().any(|aside| !beyond(0.0, aside))
            }
            Curve::Circle { centre, radius } => {
                let far = corners.iter().map(|c| (*c - centre).length()).fold(0.0, f64::max);
                !beyond(radius, far) && self.comes_near(centre, radius)
            }
            Curve::Ellipse(_) => true,
        }
    }
}
