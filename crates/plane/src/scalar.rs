//! Numbers and vectors of the plane, and what equal, touching and covering mean.
//!
//! Owns: [`Vec2`], every tolerance of this room and the comparisons that respect them. The one policy:
//! lengths that differ by at most [`EPSILON`] are equal, and a length that equals its limit reaches it.
//! So a stop is as good as its contact: a sweep that comes as far as the contact captures, hence attacks;
//! a piece that comes as far as its line promotes; a reach is used up to its end. A point on an outline is
//! touched and not covered: a leap beside it captures nothing, a friend there is not overlapped, a tangent
//! in passing is nothing. Every question about a move is asked of the numbers that the position after it
//! [keeps](Vec2::kept), so that both sides of a move see the same contact. What only refuses early keeps
//! what touches ([`beyond`]).

use std::ops::{Add, Mul, Sub};

/// Lengths that differ by less are equal. Source: the rules of Continuous Chess as this project reads
/// them; two hundred thousand times coarser than a double on a board of eight, and finer than any move
/// a person writes.
pub const EPSILON: f64 = 1e-9;

/// Gaps of numbers that are narrower are none.
pub(crate) const SLIVER: f64 = 4.0 * EPSILON;

/// Directions whose vector product is less are parallel.
pub(crate) const PARALLEL: f64 = 1e-12;

/// Upright lines nearer than this are one.
pub(crate) const ONE_LINE: f64 = 1e-11;

/// Points nearer than this on an upright line are one: where a circle is upright, rounding is felt so far.
pub(crate) const ONE_POINT: f64 = 1e-7;

/// Ends of borders nearer than this meet, for the same reason.
pub(crate) const MEETS: f64 = 1e-6;

/// `a < b`, and not equal.
#[inline]
pub fn below(a: f64, b: f64) -> bool {
    a < b - EPSILON
}

/// `a <= b`, or equal.
#[inline]
pub fn at_most(a: f64, b: f64) -> bool {
    a <= b + EPSILON
}

/// Whether `a` is so far beyond `b` that no tolerance brings both together.
#[inline]
pub(crate) fn beyond(a: f64, b: f64) -> bool {
    a > b + SLIVER
}

/// Whether two lengths are one.
#[inline]
pub fn equal(a: f64, b: f64) -> bool {
    (a - b).abs() <= EPSILON
}

/// The digits of a number behind the point that positions keep: what lies beyond is rounding, a
/// thousandth of the tolerance.
const DIGITS: f64 = 1e12;

/// A number of a position, from 0, as it is written and read back: never a negative zero.
pub(crate) fn kept(n: f64) -> f64 {
    if n <= 0.0 { 0.0 } else { (n * DIGITS).round() / DIGITS }
}

/// A point or a displacement: x to White's right, y away from White.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Vec2 {
    /// To the right.
    pub x: f64,
    /// Up.
    pub y: f64,
}

impl Vec2 {
    /// `(x, y)`.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The unit vector at `degrees` from the right, counter-clockwise; exact along the axes.
    pub fn at_angle(degrees: f64) -> Self {
        let radians = degrees.to_radians();
        let clean = |n: f64| if n.abs() < 1e-15 { 0.0 } else { n };
        Self::new(clean(radians.cos()), clean(radians.sin()))
    }

    /// Its angle in degrees from the right, counter-clockwise, from 0 below 360.
    pub fn angle(self) -> f64 {
        let degrees = self.y.atan2(self.x).to_degrees();
        if degrees < 0.0 { degrees + 360.0 } else { degrees }
    }

    /// Scalar product.
    #[inline]
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The z of the vector product: above 0 if `other` lies to the left of `self`.
    #[inline]
    pub fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// Length.
    #[inline]
    pub fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    /// The same direction with length 1; itself if it has none.
    pub fn unit(self) -> Self {
        let length = self.length();
        if length > 0.0 { Self::new(self.x / length, self.y / length) } else { self }
    }

    /// A point of the plane as positions keep it. Everything about a landing is asked of this point, so
    /// that it is the same before and after the move.
    pub(crate) fn kept(self) -> Self {
        Self::new(kept(self.x), kept(self.y))
    }

    /// Turned so that the x axis becomes the unit vector `axis`.
    pub fn turned(self, axis: Self) -> Self {
        Self::new(self.x * axis.x - self.y * axis.y, self.x * axis.y + self.y * axis.x)
    }
}

impl Add for Vec2 {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vec2 {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Vec2 {
    type Output = Self;
    #[inline]
    fn mul(self, by: f64) -> Self {
        Self::new(self.x * by, self.y * by)
    }
}
