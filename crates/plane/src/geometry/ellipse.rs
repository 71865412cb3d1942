//! Ellipses.
//!
//! A line meets an ellipse at the roots of a quadratic equation. A circle or another ellipse meets
//! it at the roots of a `Wave`, found with guaranteed bounds.

use crate::geometry::scalar::{EPSILON, Vec2, equal};
use crate::geometry::trigonometry::{length, sin_cos};
use crate::geometry::wave::Wave;

/// An ellipse.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ellipse {
    /// The centre.
    pub centre: Vec2,
    /// The unit vector of the first axis. The second axis is to its left.
    pub axis: Vec2,
    /// Half the length of the first axis, above 0.
    pub along: f64,
    /// Half the length of the second axis, above 0.
    pub across: f64,
}

impl Ellipse {
    /// Returns the point at an angle in radians. The angle is that of a circle which was stretched
    /// into the ellipse.
    fn point(&self, angle: f64) -> Vec2 {
        let (sin, cos) = sin_cos(angle);
        self.centre + Vec2::new(self.along * cos, self.across * sin).turned(self.axis)
    }

    /// Returns the point at an angle in degrees, as [`Self::angle`] counts it.
    pub fn at(&self, degrees: f64) -> Vec2 {
        let on = Vec2::at_angle(degrees);
        self.centre + Vec2::new(self.along * on.x, self.across * on.y).turned(self.axis)
    }

    /// Returns the angle of a point in degrees, from 0 to below 360: 0 at the end of the first axis,
    /// 90 at the end of the second. It is the angle of a circle which was stretched into the
    /// ellipse.
    pub fn angle(&self, p: Vec2) -> f64 {
        self.round(p).angle()
    }

    /// Returns the place of a point if the ellipse were the circle of radius 1 around the origin.
    fn round(&self, p: Vec2) -> Vec2 {
        let d = p - self.centre;
        Vec2::new(self.axis.dot(d) / self.along, self.axis.cross(d) / self.across)
    }

    /// Returns how deep a point is inside, above 0 if it is covered. Near the outline this is the
    /// distance from it. Elsewhere only the sign is exact.
    pub(crate) fn depth(&self, p: Vec2) -> f64 {
        let round = self.round(p);
        let far = round.length();
        let slope = Vec2::new(round.x / self.along, round.y / self.across).length();
        if slope > 0.0 { (1.0 - far) * far / slope } else { self.along.min(self.across) }
    }

    /// Returns the greatest extent from the centre along a unit vector.
    pub(crate) fn extent(&self, way: Vec2) -> f64 {
        length(self.along * self.axis.dot(way), self.across * self.axis.cross(way))
    }

    /// Returns the two numbers `s` at which the line `from + s * way` crosses the outline. `None` if
    /// the line does not cross it.
    #[inline]
    pub(crate) fn crossings(&self, from: Vec2, way: Vec2) -> Option<(f64, f64)> {
        let (start, by) = (self.round(from), self.stretched(way));
        let speed = by.length();
        let aside = by.cross(start) / speed;
        let under = (1.0 - aside) * (1.0 + aside);
        (under > 0.0).then(|| {
            let (middle, half) = (self.foot(from, way), under.sqrt() / speed);
            (middle - half, middle + half)
        })
    }

    /// Returns the number `s` at which the line `from + s * way` is deepest in the ellipse, or nearest to
    /// it.
    pub(crate) fn foot(&self, from: Vec2, way: Vec2) -> f64 {
        let by = self.stretched(way);
        -self.round(from).dot(by) / by.dot(by)
    }

    /// Returns a direction as the circle of radius 1 has it.
    fn stretched(&self, way: Vec2) -> Vec2 {
        Vec2::new(self.axis.dot(way) / self.along, self.axis.cross(way) / self.across)
    }

    /// Returns the x of the left and of the right end.
    pub(crate) fn ends(&self) -> (f64, f64) {
        let wide = self.extent(Vec2::new(1.0, 0.0));
        (self.centre.x - wide, self.centre.x + wide)
    }

    /// Returns the heights of the outline at `x`: the lower and the upper one. `None` if there are
    /// none. At its left and right end, both are equal.
    pub(crate) fn heights(&self, x: f64) -> Option<(f64, f64)> {
        let wide = self.extent(Vec2::new(1.0, 0.0));
        let aside = x - self.centre.x;
        if aside.abs() > wide + EPSILON {
            return None;
        }
        let (p, q) = (self.along * self.along, self.across * self.across);
        let slope = (p - q) * self.axis.x * self.axis.y / (wide * wide);
        let middle = self.centre.y + slope * aside;
        let half = if aside.abs() > wide - EPSILON {
            0.0
        } else {
            self.along * self.across / (wide * wide) * ((wide - aside) * (wide + aside)).sqrt()
        };
        Some((middle - half, middle + half))
    }

    /// Returns the square of the distance from `p` as a wave of the angle.
    fn squared(&self, p: Vec2) -> Wave {
        let d = self.centre - p;
        let right = Wave::square(self.axis.dot(d), Vec2::new(self.along, 0.0));
        right.plus(Wave::square(self.axis.cross(d), Vec2::new(0.0, self.across)))
    }

    /// Returns the points of the outline that are nearest to or farthest from `p`, of all points
    /// beside them. Empty if all are equally far.
    pub(crate) fn turning_points(&self, p: Vec2) -> impl Iterator<Item = Vec2> {
        self.squared(p).slope().roots().into_iter().map(|angle| self.point(angle))
    }

    /// Returns the point of the outline that is nearest to `p`.
    pub(crate) fn nearest(&self, p: Vec2) -> Vec2 {
        let far = |a: &Vec2| (*a - p).length();
        let all = self.turning_points(p);
        all.min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or_else(|| self.point(0.0))
    }

    /// Returns the outward unit vector perpendicular to the outline at one of its points.
    pub(crate) fn normal(&self, at: Vec2) -> Vec2 {
        let round = self.round(at);
        Vec2::new(round.x / self.along, round.y / self.across).unit().turned(self.axis)
    }

    /// Returns the greatest distance of a point of the outline from the origin.
    pub(crate) fn reach(&self) -> f64 {
        let all = self.turning_points(Vec2::default()).map(Vec2::length);
        all.fold(self.point(0.0).length(), f64::max)
    }

    /// Appends the points where the outline meets a circle. A touch, to tolerance, is one more point.
    pub(crate) fn meet_circle(&self, centre: Vec2, radius: f64, found: &mut Vec<Vec2>) {
        let apart = (centre - self.centre).length();
        let (long, short) = (self.along.max(self.across), self.along.min(self.across));
        let far = 2.0 * EPSILON;
        if apart > radius + long + far
            || apart + radius < short - far
            || apart + long < radius - far
        {
            return;
        }
        let gap = self.squared(centre).raised(-radius * radius);
        self.meet(&gap, |p| (p - centre).length() - radius, found);
    }

    /// Appends the points where the outlines of two ellipses meet. A touch, to tolerance, is one more
    /// point.
    pub(crate) fn meet_ellipse(&self, other: &Ellipse, found: &mut Vec<Vec2>) {
        let long = |one: &Ellipse| one.along.max(one.across);
        if (other.centre - self.centre).length() > long(self) + long(other) + 2.0 * EPSILON
            || self.is_like(other)
        {
            return;
        }
        let start = other.round(self.centre);
        let (right, left) = (
            other.stretched(self.axis * self.along),
            other.stretched(Vec2::new(-self.axis.y, self.axis.x) * self.across),
        );
        let across = Wave::square(start.x, Vec2::new(right.x, left.x));
        let up = Wave::square(start.y, Vec2::new(right.y, left.y));
        self.meet(&across.plus(up).raised(-1.0), |p| other.depth(p), found);
    }

    /// Appends the points where a line meets the outline. A touch, to tolerance, is one more point.
    pub(crate) fn meet_line(&self, at: Vec2, way: Vec2, found: &mut Vec<Vec2>) {
        let off = way.cross(self.centre - at).abs() - self.extent(Vec2::new(-way.y, way.x));
        if off.abs() < EPSILON {
            found.push(at + way * self.foot(at, way));
        }
        if let Some((a, b)) = self.crossings(at, way) {
            found.extend([at + way * a, at + way * b]);
        }
    }

    /// Appends the points where a wave is 0. `off` returns the distance of a point from the other
    /// curve.
    fn meet(&self, wave: &Wave, off: impl Fn(Vec2) -> f64, found: &mut Vec<Vec2>) {
        let turns = wave.slope().roots();
        let touches = turns.iter().map(|angle| self.point(*angle));
        found.extend(touches.filter(|p| off(*p).abs() < EPSILON));
        found.extend(wave.roots_between(turns).into_iter().map(|angle| self.point(angle)));
    }

    /// Returns the ellipse, shifted.
    pub(crate) fn shifted(&self, by: Vec2) -> Ellipse {
        Ellipse { centre: self.centre + by, ..*self }
    }

    /// Returns the image under a map that keeps distances and the origin.
    pub(crate) fn moved(&self, image: impl Fn(Vec2) -> Vec2) -> Ellipse {
        Ellipse { centre: image(self.centre), axis: image(self.axis), ..*self }
    }

    /// Returns whether the two ellipses are the same, to tolerance.
    pub(crate) fn is_like(&self, other: &Ellipse) -> bool {
        let same = |way: f64| {
            let way = Vec2::at_angle(way);
            equal(self.extent(way), other.extent(way))
        };
        let near = |a: f64, b: f64| equal(a, b);
        near(self.centre.x, other.centre.x)
            && near(self.centre.y, other.centre.y)
            && [0.0, 45.0, 90.0, 135.0].into_iter().all(same)
    }
}
