//! Rays in a box, along which balls move.
//!
//! A ball on its way covers what a plane through the ray shows of it: a disc. So it meets a point where a disc
//! does. Two ways are skew in general. A ray enters the points near another ray through a tube around the
//! line, or through the ball at one of its ends.
//!
//! The functions are never inlined, so that those of planes stay small.

use crate::geometry::meeting::{Meeting, Meetings, Touch};
use crate::geometry::scalar::{EPSILON, PARALLEL, Vector, below, beyond};

/// A ray in a box.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Flight {
    /// The place of the piece.
    pub from: Vector,
    /// The unit vector.
    pub along: Vector,
}

impl Flight {
    /// Returns the point at a distance.
    #[inline]
    pub fn at(&self, distance: f64) -> Vector {
        self.from + self.along * distance
    }

    /// Returns the distance of a point from the line, in both directions.
    fn aside(&self, at: Vector) -> f64 {
        self.along.times(at - self.from).length()
    }

    /// Returns the distances at which the centre is as far from a point as the radius. `None` if it
    /// never is.
    fn crossings(&self, radius: f64, at: Vector) -> Option<(f64, f64)> {
        let (middle, aside) = ((at - self.from).dot(self.along), self.aside(at));
        let under = (radius - aside) * (radius + aside);
        (under > 0.0).then(|| (middle - under.sqrt(), middle + under.sqrt()))
    }

    /// Returns the distances between which a ball around the moving centre covers a point. `None` if
    /// it never does.
    #[inline(never)]
    pub(crate) fn span(&self, radius: f64, at: Vector) -> Option<(f64, f64)> {
        if below(self.aside(at), radius) { self.crossings(radius, at) } else { None }
    }

    /// Returns the overlap of a moving ball with a point.
    #[inline(never)]
    pub(crate) fn meet(&self, radius: f64, at: Vector) -> Meetings {
        let Some((enter, leave)) = self.span(radius, at) else { return Meetings::None };
        Meeting::new(enter, leave, || Touch::of(radius - (at - self.from).length())).into()
    }

    /// A quick test. False means that a ball never covers a point within `radius` of `at` on its way
    /// up to `most`. `reach` is the sum of both radii.
    #[inline(never)]
    pub(crate) fn comes_near(&self, most: f64, at: Vector, reach: f64) -> bool {
        let forward = (at - self.from).dot(self.along);
        !beyond(self.aside(at), reach) && !beyond(-forward, reach) && !beyond(forward, most + reach)
    }

    /// Appends the distances at which the ray crosses or touches a ball.
    #[inline(never)]
    pub(crate) fn crossings_with_ball(&self, at: Vector, radius: f64, found: &mut Vec<f64>) {
        if let Some((enter, leave)) = self.crossings(radius, at) {
            found.extend([enter, leave]);
        }
        // Near a tangent, the two crossings are equal to tolerance. Then their middle is added too.
        if (self.aside(at) - radius).abs() < EPSILON {
            found.push((at - self.from).dot(self.along));
        }
    }

    /// Appends the distances at which the ray crosses or touches the tube around a line.
    #[inline(never)]
    pub(crate) fn crossings_with_tube(&self, tube: &Flight, radius: f64, found: &mut Vec<f64>) {
        // Seen along the line, the tube is a circle and this ray a line, on which lengths are `gain`
        // times as long.
        let normal = tube.along.times(self.along);
        let gain = normal.length();
        if gain < PARALLEL {
            return;
        }
        let normal = normal * (1.0 / gain);
        let apart = self.from - tube.from;
        let aside = normal.dot(apart).abs();
        // The ray is nearest to the line where the rest of the distance is 0.
        let middle = -normal.times(tube.along).dot(apart) / gain;
        let under = (radius - aside) * (radius + aside);
        if under > 0.0 {
            let half = under.sqrt() / gain;
            found.extend([middle - half, middle + half]);
        }
        if (aside - radius).abs() < EPSILON {
            found.push(middle);
        }
    }

    /// A quick test. False means that no point of this line is nearer to another line than `reach`.
    #[inline(never)]
    pub(crate) fn passes(&self, other: &Flight, reach: f64) -> bool {
        let normal = self.along.times(other.along);
        let gain = normal.length();
        gain < PARALLEL || !beyond(normal.dot(other.from - self.from).abs(), reach * gain)
    }
}
