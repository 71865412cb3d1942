//! Spheres: points by longitude and latitude, distances along the surface, and great circles.
//!
//! A point is stored as longitude (x) and latitude (y) in degrees. The north pole has the latitude
//! 90, and White's forward is north. Formulas use unit vectors from the centre of the sphere:
//!
//! ```text
//! z  to the north pole      x  to longitude 0, latitude 0      y  to longitude 90, latitude 0
//! ```
//!
//! All outlines on a sphere are circles. A circle consists of the points at one distance from its
//! centre, so a great circle is the circle with a quarter of its length as its radius. Along a great
//! circle, the cosine of the angle to a point is `a cos t + b sin t`. So a great circle meets
//! a circle at arc cosines.

use crate::geometry::scalar::{
    EPSILON, Vec2, angle, at_most, below, beyond, equal, length, sin_cos,
};
use crate::geometry::shape::{Spans, Touch};
use alfil_rules::side::{Color, Side};
use std::f64::consts::{PI, TAU};

/// A vector from the centre of a sphere.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Vec3 {
    x: f64,
    y: f64,
    z: f64,
}

impl Vec3 {
    fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// Returns `self * a + other * b`.
    fn mixed(self, a: f64, other: Self, b: f64) -> Self {
        Self {
            x: self.x * a + other.x * b,
            y: self.y * a + other.y * b,
            z: self.z * a + other.z * b,
        }
    }
}

/// The unit vector of a point.
pub(crate) fn lifted(p: Vec2) -> Vec3 {
    let (across, up) = (Vec2::at_angle(p.x), Vec2::at_angle(p.y));
    Vec3 { x: up.x * across.x, y: up.x * across.y, z: up.y }
}

/// The point of a vector. Longitudes are from -180 to 180.
fn lowered(v: Vec3) -> Vec2 {
    let aside = length(v.x, v.y);
    Vec2::new(angle(v.y, v.x).to_degrees(), angle(v.z, aside).to_degrees())
}

/// A sphere.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Globe {
    radius: f64,
}

impl Globe {
    /// Makes a sphere of a radius, which is above 0.
    pub(crate) fn new(radius: f64) -> Globe {
        Globe { radius }
    }

    /// The radius.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The length of a great circle.
    pub fn lap(&self) -> f64 {
        TAU * self.radius
    }

    /// The distance between the poles.
    pub fn half(&self) -> f64 {
        PI * self.radius
    }

    /// Returns the pole to which a side goes forward.
    pub fn far_pole(side: Side) -> Vec2 {
        match side.color() {
            Color::White => Vec2::new(0.0, 90.0),
            Color::Black => Vec2::new(0.0, -90.0),
        }
    }

    /// Returns whether numbers are the longitude and latitude of a point: -180 to 180 and -90 to 90.
    pub fn has(p: Vec2) -> bool {
        p.x.abs() <= 180.0 && p.y.abs() <= 90.0
    }

    /// Returns the point as positions store it: rounded, 180 instead of -180, and longitude 0 at the
    /// poles.
    pub fn settled(&self, p: Vec2) -> Vec2 {
        let p = p.kept();
        if at_most((90.0 - p.y.abs()).to_radians() * self.radius, 0.0) {
            return Vec2::new(0.0, 90f64.copysign(p.y));
        }
        if p.x <= -180.0 { Vec2::new(180.0, p.y) } else { p }
    }

    /// Returns the distance between two points, along the surface.
    pub fn distance(&self, a: Vec2, b: Vec2) -> f64 {
        let (a, b) = (lifted(a), lifted(b));
        angle(a.cross(b).length(), a.dot(b)) * self.radius
    }

    /// Returns the distance of a point from the pole where `side` begins.
    pub fn forward(&self, side: Side, at: Vec2) -> f64 {
        let latitude = match side.color() {
            Color::White => at.y,
            Color::Black => -at.y,
        };
        (latitude + 90.0).to_radians() * self.radius
    }

    /// Returns the distance from `a` to `b` and the direction at `a`, to the east and to the north.
    pub fn polar(&self, a: Vec2, b: Vec2) -> (f64, Vec2) {
        let (from, to) = (lifted(a), lifted(b));
        let (east, north) = axes(a);
        let aside = Vec2::new(to.dot(east), to.dot(north));
        (angle(aside.length(), from.dot(to)) * self.radius, aside.unit())
    }

    /// Returns `count` points of the circle with this radius, counter-clockwise as seen from outside.
    pub fn circle(&self, centre: Vec2, radius: f64, count: usize) -> Vec<Vec2> {
        let point = |i: usize| {
            let along = Vec2::at_angle(360.0 * i as f64 / count as f64);
            Great::new(*self, centre, along).at(radius)
        };
        (0..count).map(point).collect()
    }
}

/// The unit vectors to the east and to the north of a point. At a pole, they are those of longitude 0.
fn axes(p: Vec2) -> (Vec3, Vec3) {
    let (across, up) = (Vec2::at_angle(p.x), Vec2::at_angle(p.y));
    let east = Vec3 { x: -across.y, y: across.x, z: 0.0 };
    (east, Vec3 { x: -up.y * across.x, y: -up.y * across.y, z: up.x })
}

/// A great circle on which a piece moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Great {
    globe: Globe,
    /// The place of the piece.
    start: Vec3,
    /// The direction at the start.
    ahead: Vec3,
}

/// Where a great circle meets a circle: at the angles `middle - half` and `middle + half`.
struct Chord {
    /// The angle of the point nearest to the centre of the circle, from 0 to below a whole turn.
    middle: f64,
    half: f64,
}

impl Great {
    /// Returns the great circle that begins at `from` along a unit vector to the east and north.
    pub fn new(globe: Globe, from: Vec2, along: Vec2) -> Great {
        let (east, north) = axes(from);
        let ahead = east.mixed(along.x, north, along.y);
        Great { globe, start: lifted(from), ahead }
    }

    /// Returns the place of the piece.
    pub fn from(&self) -> Vec2 {
        self.globe.settled(lowered(self.start))
    }

    /// Returns the direction at the start: to the east and to the north.
    pub fn along(&self) -> Vec2 {
        let (east, north) = axes(self.from());
        Vec2::new(self.ahead.dot(east), self.ahead.dot(north))
    }

    /// The sphere.
    pub fn globe(&self) -> Globe {
        self.globe
    }

    /// Returns the point at a distance.
    pub fn at(&self, distance: f64) -> Vec2 {
        let angle = distance / self.globe.radius;
        let (sin, cos) = sin_cos(angle);
        let p = lowered(self.start.mixed(cos, self.ahead, sin));
        self.globe.settled(p)
    }

    /// Returns the direction at a distance: to the east and to the north.
    pub fn heading(&self, distance: f64) -> Vec2 {
        let angle = distance / self.globe.radius;
        let (sin, cos) = sin_cos(angle);
        let ahead = self.ahead.mixed(cos, self.start, -sin);
        let (east, north) = axes(self.at(distance));
        Vec2::new(ahead.dot(east), ahead.dot(north)).unit()
    }

    /// Returns the point to the left of the whole way, a quarter of a lap away from all of it.
    pub(crate) fn pole(&self) -> Vec2 {
        lowered(self.start.cross(self.ahead))
    }

    /// Returns the distance at which the way is nearest to a point, and how far apart they are there.
    pub fn nearest(&self, p: Vec2) -> (f64, f64) {
        self.nearest_to(lifted(p))
    }

    /// Like [`Great::nearest`], for the unit vector of a point.
    fn nearest_to(&self, p: Vec3) -> (f64, f64) {
        let (a, b) = (self.start.dot(p), self.ahead.dot(p));
        let apart = angle(self.start.cross(self.ahead).dot(p).abs(), length(a, b));
        (angle(b, a).rem_euclid(TAU) * self.globe.radius, apart * self.globe.radius)
    }

    /// Returns where the way meets the circle with this radius. `None` if it does not. The way is
    /// nearest to the centre at the distance `middle`, where they are `apart`.
    fn chord(&self, (middle, apart): (f64, f64), radius: f64) -> Option<Chord> {
        let [radius, apart] = [radius, apart].map(|length| length / self.globe.radius);
        // The cosine of the half angle is cos(radius) / cos(apart). Its half angle formulas are exact
        // near a tangent, too.
        let (sum, rest) = ((radius + apart) / 2.0, (radius - apart) / 2.0);
        let ((sum_sin, sum_cos), (rest_sin, rest_cos)) = (sin_cos(sum), sin_cos(rest));
        let (sine, cosine) = (sum_sin * rest_sin, sum_cos * rest_cos);
        let meets = sine > 0.0 && cosine > 0.0;
        let half = 2.0 * angle(sine.sqrt(), cosine.sqrt());
        meets.then_some(Chord { middle: middle / self.globe.radius, half })
    }

    /// Appends the distances in one lap at which the way crosses or touches a circle.
    pub(crate) fn crossings(&self, centre: Vec2, radius: f64, found: &mut Vec<f64>) {
        let (own, lap) = (self.globe.radius, self.globe.lap());
        let mut add = |distance: f64| {
            let distance = distance.rem_euclid(lap);
            found.push(distance);
            // A point at the start is also the end of the lap.
            if equal(distance, lap) || equal(distance, 0.0) {
                found.extend([0.0, lap]);
            }
        };
        let (middle, apart) = self.nearest(centre);
        if let Some(Chord { middle, half }) = self.chord((middle, apart), radius) {
            add((middle - half) * own);
            add((middle + half) * own);
        }
        // The circle may touch the way at its nearest or at its farthest point.
        if (radius - apart).abs() < EPSILON {
            add(middle);
        }
        if (self.globe.half() - radius - apart).abs() < EPSILON {
            add(middle + self.globe.half());
        }
    }

    /// Returns the distances between which a disc on the way covers a point, from the lap before the
    /// start to the one after the first. The disc covers less than half of the sphere.
    pub(crate) fn spans(&self, radius: f64, at: Vec2) -> Spans {
        let at = lifted(at);
        if !self.passes(at, radius / self.globe.radius) {
            return Spans::new();
        }
        let near = self.nearest_to(at);
        let chord = self.chord(near, radius).filter(|_| below(near.1, radius));
        let laps = |Chord { middle, half }: Chord| {
            let turn = move |n: f64| {
                let middle = middle + n * TAU;
                ((middle - half) * self.globe.radius, (middle + half) * self.globe.radius)
            };
            [-1.0, 0.0, 1.0].map(turn)
        };
        chord.into_iter().flat_map(laps).collect()
    }

    /// Returns the relation of a point to a disc at a distance.
    pub(crate) fn touch(&self, radius: f64, distance: f64, at: Vec2) -> Touch {
        Touch::of(radius - self.globe.distance(self.at(distance), at))
    }

    /// A quick test. False means that the way up to the distance `most` never comes within `reach` of
    /// a point.
    // Out of line, because callers that are mostly about lines became slower.
    #[inline(never)]
    pub(crate) fn comes_near(&self, most: f64, at: Vec2, reach: f64) -> bool {
        self.comes_near_lifted(most, lifted(at), reach)
    }

    /// Like [`Great::comes_near`], for the unit vector of a point.
    ///
    /// The straight line between two points of the sphere is at most as long as the way along the
    /// surface. So a point near the way is at most `reach` higher or lower than it, in any direction.
    pub(crate) fn comes_near_lifted(&self, most: f64, at: Vec3, reach: f64) -> bool {
        let [most, reach] = [most, reach].map(|length| length / self.globe.radius);
        let behind = self.ahead.dot(at) < -reach - EPSILON;
        let far = most + reach + EPSILON;
        self.passes(at, reach)
            && at.mixed(1.0, self.start, -1.0).length() <= far
            && !(behind && most < PI)
    }

    /// A quick test. False means that the whole great circle never comes within the angle `reach` of a
    /// point.
    fn passes(&self, at: Vec3, reach: f64) -> bool {
        !beyond(self.start.cross(self.ahead).dot(at).abs(), reach)
    }
}

/// A sphere of radius 1, seen from outside from far away.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct View {
    toward: Vec3,
    right: Vec3,
    up: Vec3,
}

/// A point as an observer sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sight {
    /// To the right and upwards of the middle of the picture. The rim is a circle of radius 1.
    pub at: Vec2,
    /// How much nearer the point is than the rim, -1 to 1. Negative behind the rim.
    pub near: f64,
}

impl View {
    /// Returns the view of an observer above a point, with north upwards.
    pub fn above(p: Vec2) -> View {
        let (right, up) = axes(p);
        View { toward: lifted(p), right, up }
    }

    /// Returns a point as the observer sees it.
    pub fn of(&self, p: Vec2) -> Sight {
        let p = lifted(p);
        Sight { at: Vec2::new(p.dot(self.right), p.dot(self.up)), near: p.dot(self.toward) }
    }
}
