//! Lines, circles and ellipses, which bound all regions of a plane.

use crate::geometry::scalar::{EPSILON, PARALLEL, Vec2, beyond, equal, length, sin_cos};
use smallvec::SmallVec;
use std::f64::consts::TAU;

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

// Ellipses, and the roots of waves.
//
// A line meets an ellipse at the roots of a quadratic equation. A circle or another ellipse meets
// it at the roots of a `Wave`, found with guaranteed bounds.

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

// Roots of waves: sums of a constant, and of sines and cosines of an angle and of twice the angle.
//
// Along an ellipse, the distance from another circle or ellipse is such a wave. It has at most four
// roots, which have no short closed form. They are found by bisection with guaranteed bounds: on a
// short interval, the value and the slope in the middle and the greatest second derivative prove
// that there is no root, or that the wave rises or falls throughout. So no root is missed, except
// where the wave touches 0 within the rounding of numbers. Callers look for such touches at the
// roots of the slope.

/// Angles at which a wave is 0, in radians and in no order.
pub(crate) type Angles = SmallVec<[f64; 4]>;

/// The parts into which a whole turn is divided at first.
const PARTS: usize = 8;
/// The first angle. It is no multiple of a right angle, because roots are often there.
const FIRST: f64 = 0.123;
/// Half the width of the shortest interval that is divided. Only a root at which the slope and its
/// slope are 0 too leads to such intervals.
const LEAST: f64 = 1e-8;
/// The greatest number of steps of Newton's method.
const STEPS: usize = 12;
/// The distance from the root at which bisection takes over, some spacings of doubles.
const NEAR: f64 = 1e-14;
/// The rounding error of a value, relative to the size of the wave.
const ROUNDING: f64 = 1e-14;

/// A function of an angle t: `constant + once . (cos t, sin t) + twice . (cos 2t, sin 2t)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wave {
    constant: f64,
    once: Vec2,
    twice: Vec2,
}

/// The cosine and sine of an angle, and those of twice the angle.
#[derive(Clone, Copy)]
struct Spot {
    once: Vec2,
    twice: Vec2,
}

impl Spot {
    fn at(angle: f64) -> Spot {
        let (sin, cos) = sin_cos(angle);
        let twice = Vec2::new(cos * cos - sin * sin, 2.0 * sin * cos);
        Spot { once: Vec2::new(cos, sin), twice }
    }
}

/// An interval of angles with the values at its ends.
#[derive(Clone, Copy)]
struct Between {
    low: f64,
    high: f64,
    at_low: f64,
    at_high: f64,
}

impl Between {
    /// Returns whether the sign changes. 0 counts as negative.
    fn changes_sign(&self) -> bool {
        (self.at_low > 0.0) != (self.at_high > 0.0)
    }
}

impl Wave {
    /// Returns the square of `constant + once . (cos t, sin t)`.
    pub(crate) fn square(constant: f64, once: Vec2) -> Wave {
        // cos^2 = (1 + cos 2t) / 2, sin^2 = (1 - cos 2t) / 2, sin cos = (sin 2t) / 2.
        let (p, q) = (once.x * once.x, once.y * once.y);
        Wave {
            constant: constant * constant + (p + q) / 2.0,
            once: once * (2.0 * constant),
            twice: Vec2::new((p - q) / 2.0, once.x * once.y),
        }
    }

    /// Returns the sum of two waves.
    pub(crate) fn plus(self, other: Wave) -> Wave {
        Wave {
            constant: self.constant + other.constant,
            once: self.once + other.once,
            twice: self.twice + other.twice,
        }
    }

    /// Returns the wave plus a constant.
    pub(crate) fn raised(self, by: f64) -> Wave {
        Wave { constant: self.constant + by, ..self }
    }

    /// Returns the slope, which is a wave too.
    pub(crate) fn slope(&self) -> Wave {
        let turned = |v: Vec2| Vec2::new(v.y, -v.x);
        Wave { constant: 0.0, once: turned(self.once), twice: turned(self.twice) * 2.0 }
    }

    fn at(&self, angle: f64) -> f64 {
        self.on(Spot::at(angle))
    }

    /// Returns the value at an angle whose sine and cosine are known. They take longer than all the rest.
    fn on(&self, Spot { once, twice }: Spot) -> f64 {
        self.constant + self.once.dot(once) + self.twice.dot(twice)
    }

    /// Returns a bound of all values.
    fn size(&self) -> f64 {
        self.constant.abs() + self.once.length() + self.twice.length()
    }

    /// Returns the angles at which the sign changes, each once, from `FIRST` to a whole turn more. An
    /// angle is exact to the spacing of doubles, about 1e-15, where the slope is not 0.
    pub(crate) fn roots(&self) -> Angles {
        let mut found = Angles::new();
        let (slope, bend) = (self.slope(), self.slope().slope());
        let (most_bend, most_change) = (bend.size(), bend.slope().size());
        let rounding = ROUNDING * (self.size() + most_bend);
        if rounding == 0.0 {
            return found;
        }
        let cut = |i: usize| FIRST + TAU * i as f64 / PARTS as f64;
        let ends: [f64; PARTS] = std::array::from_fn(|i| self.at(cut(i)));
        let part = |i: usize| Between {
            low: cut(i),
            high: cut(i + 1),
            at_low: ends[i],
            at_high: ends[(i + 1) % PARTS],
        };
        let mut rest: SmallVec<[Between; 16]> = (0..PARTS).map(part).collect();
        while let Some(part) = rest.pop() {
            let (middle, half) = ((part.low + part.high) / 2.0, (part.high - part.low) / 2.0);
            let spot = Spot::at(middle);
            let (value, rise) = (self.on(spot), slope.on(spot));
            if value.abs() > rise.abs() * half + most_bend * half * half / 2.0 + rounding {
                continue;
            }
            if rise.abs() > most_bend * half + rounding {
                found.extend(part.changes_sign().then(|| self.root(part)));
                continue;
            }
            // If the slope rises or falls throughout, it is 0 at most once.
            if bend.on(spot).abs() > most_change * half + rounding {
                let (at_low, at_high) = (slope.at(part.low), slope.at(part.high));
                let turn = Between { at_low, at_high, ..part };
                let top = if turn.changes_sign() { slope.root(turn) } else { middle };
                let value = self.at(top);
                let halves = [
                    Between { high: top, at_high: value, ..part },
                    Between { low: top, at_low: value, ..part },
                ];
                let changes = halves.into_iter().filter(Between::changes_sign);
                found.extend(changes.map(|part| self.root(part)));
            } else if half < LEAST {
                found.extend(part.changes_sign().then_some(middle));
            } else {
                rest.push(Between { high: middle, at_high: value, ..part });
                rest.push(Between { low: middle, at_low: value, ..part });
            }
        }
        found
    }

    /// Like [`Self::roots`], if the roots of the slope are known. Between two neighbours of these, the
    /// wave rises or falls throughout.
    pub(crate) fn roots_between(&self, mut turns: Angles) -> Angles {
        turns.sort_by(f64::total_cmp);
        let Some(&first) = turns.first() else { return Angles::new() };
        turns.push(first + TAU);
        let values: Angles = turns.iter().map(|angle| self.at(*angle)).collect();
        let part = |i: usize| Between {
            low: turns[i],
            high: turns[i + 1],
            at_low: values[i],
            at_high: values[i + 1],
        };
        let changes = (0..turns.len() - 1).map(part).filter(Between::changes_sign);
        changes.map(|part| self.root(part)).collect()
    }

    /// Returns the root in an interval in which the sign changes once. Newton's method comes near it,
    /// and bisection does the rest.
    fn root(&self, Between { mut low, mut high, at_low, .. }: Between) -> f64 {
        let slope = self.slope();
        let is_low = |value: f64| (value > 0.0) == (at_low > 0.0);
        let mut next = (low + high) / 2.0;
        for _ in 0..STEPS {
            let spot = Spot::at(next);
            let value = self.on(spot);
            if is_low(value) {
                low = next
            } else {
                high = next
            }
            let better = next - value / slope.on(spot);
            let is_near = (better - next).abs() < NEAR;
            next = if low < better && better < high { better } else { (low + high) / 2.0 };
            if is_near {
                break;
            }
        }
        // The root is now between two near numbers, unless the slope is almost 0 there.
        for near in [next - NEAR, next + NEAR] {
            if low < near && near < high {
                if is_low(self.at(near)) { low = near } else { high = near }
            }
        }
        loop {
            let middle = (low + high) / 2.0;
            if middle <= low || middle >= high {
                return middle;
            }
            if is_low(self.at(middle)) { low = middle } else { high = middle }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::geometry::curve::*;
    use crate::geometry::scalar::Vec2;

    fn circle(x: f64, y: f64, radius: f64) -> Curve {
        Curve::Circle { centre: Vec2::new(x, y), radius }
    }

    fn meet(a: Curve, b: Curve) -> Vec<Vec2> {
        let mut found = Vec::new();
        a.meet(&b, &mut found);
        let on = |p: &Vec2| [a, b].iter().all(|c| (c.nearest(*p) - *p).length() < 1e-7);
        assert!(found.iter().all(on), "{a:?} {b:?}: {found:?}");
        found
    }

    #[test]
    fn curves_meet_in_every_way() {
        assert_eq!(meet(circle(0.0, 0.0, 1.0), circle(1.2, 0.5, 0.7)).len(), 2);
        assert_eq!(meet(circle(0.0, 0.0, 1.0), circle(2.0, 0.0, 1.0)).len(), 1, "from without");
        assert_eq!(meet(circle(0.0, 0.0, 1.0), circle(0.5, 0.0, 0.5)).len(), 1, "from within");
        assert_eq!(meet(circle(0.0, 0.0, 1.0), circle(3.0, 0.0, 1.0)).len(), 0);
        assert_eq!(meet(circle(0.0, 0.0, 1.0), circle(0.1, 0.0, 0.5)).len(), 0);
        assert_eq!(meet(circle(0.0, 0.0, 1.0), circle(0.0, 0.0, 0.5)).len(), 0);
        let line = |y: f64| Curve::Line { at: Vec2::new(3.0, y), along: Vec2::new(1.0, 0.0) };
        assert_eq!(meet(circle(0.0, 0.0, 1.0), line(0.5)).len(), 2);
        assert_eq!(meet(circle(0.0, 0.0, 1.0), line(1.0)).len(), 1);
        assert_eq!(meet(circle(0.0, 0.0, 1.0), line(1.1)).len(), 0);
        let slanted = Curve::Line { at: Vec2::new(0.0, 2.0), along: Vec2::at_angle(45.0) };
        assert_eq!(meet(slanted, line(0.5)).len(), 1);
        assert_eq!(meet(line(0.0), line(0.5)).len(), 0);
    }
}
