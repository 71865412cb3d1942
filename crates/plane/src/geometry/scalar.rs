//! Numbers, vectors, and directions given by whole numbers; tolerances, the meaning of equal,
//! touching and covering; sines and angles that are the same on every machine.
//!
//! Lengths that differ by at most [`EPSILON`] are equal, and a length equal to a limit reaches it.
//! So a sweep up to a contact captures there, a piece on the line of promotion promotes, and the
//! whole reach can be used. A point on an outline is touched but not covered: a leap beside it
//! captures nothing, a friend there is not overlapped, and a tangent has no effect.
//!
//! All predicates of a move use the coordinates that the next position stores, so both positions
//! agree. Quick rejections use `beyond`, so that they keep all cases of a touch.

use std::fmt;
use std::ops::{Add, Mul, Sub};

/// Lengths that differ by at most this are equal. The tolerance is this project's interpretation of
/// the rules of Continuous Chess. It is some hundred thousand times coarser than the spacing of
/// doubles on a board of eight, and finer than any move that a person writes.
pub const EPSILON: f64 = 1e-9;

/// Narrower gaps between numbers are ignored, because rounding may cause them.
pub const SLIVER: f64 = 4.0 * EPSILON;

/// Directions with a smaller vector product are parallel.
pub(crate) const PARALLEL: f64 = 1e-12;

/// Upright lines nearer than this are the same.
pub(crate) const ONE_LINE: f64 = 1e-11;

/// Points on an upright line nearer than this are the same. Rounding errors reach this size at the
/// left and right ends of circles, where these are upright.
pub(crate) const ONE_POINT: f64 = 1e-7;

/// Ends of borders nearer than this meet. Their rounding errors are like those of points on an
/// upright line.
pub(crate) const MEETS: f64 = 1e-6;

/// Returns whether `a` is less than `b` by more than the tolerance.
#[inline]
pub fn below(a: f64, b: f64) -> bool {
    a < b - EPSILON
}

/// Returns whether `a <= b`, to tolerance.
#[inline]
pub fn at_most(a: f64, b: f64) -> bool {
    a <= b + EPSILON
}

/// Returns whether `a` exceeds `b` by more than any tolerance.
#[inline]
pub(crate) fn beyond(a: f64, b: f64) -> bool {
    a > b + SLIVER
}

/// Returns whether two lengths are equal, to tolerance.
#[inline]
pub fn equal(a: f64, b: f64) -> bool {
    (a - b).abs() <= EPSILON
}

/// The precision of stored coordinates: 12 decimals, a thousandth of the tolerance.
const DIGITS: f64 = 1e12;

/// Rounds a coordinate as positions store it. Negative zero, and numbers below 0 by no more than the
/// tolerance, become 0.
pub(crate) fn kept(n: f64) -> f64 {
    if (-EPSILON..=0.0).contains(&n) { 0.0 } else { (n * DIGITS).round() / DIGITS }
}

/// A point or a displacement: x to White's right, y away from White, z up from the floor of a box.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Vector {
    /// To the right.
    pub x: f64,
    /// Away from White.
    pub y: f64,
    /// Up. 0 on a plane.
    pub z: f64,
}

/// A vector of code that exists on planes only, or that does not look at the height.
pub type Vec2 = Vector;

impl Vector {
    /// Returns `(x, y)` on a plane.
    #[inline]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y, z: 0.0 }
    }

    /// Returns `(x, y, z)`.
    #[inline]
    pub const fn in_space(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }

    /// Returns the vector without its height.
    #[must_use]
    pub const fn level(self) -> Self {
        Self::new(self.x, self.y)
    }

    /// Returns the unit vector at `degrees` counter-clockwise from the right. It is exact along the
    /// axes.
    pub fn at_angle(degrees: f64) -> Self {
        let radians = degrees.to_radians();
        let (sin, cos) = sin_cos(radians);
        let clean = |n: f64| if n.abs() < 1e-15 { 0.0 } else { n };
        Self::new(clean(cos), clean(sin))
    }

    /// Returns the angle in degrees counter-clockwise from the right, from 0 to below 360. The height
    /// does not count.
    pub fn angle(self) -> f64 {
        let degrees = angle(self.y, self.x).to_degrees();
        if degrees < 0.0 { degrees + 360.0 } else { degrees }
    }

    /// Returns the scalar product.
    #[inline]
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// Returns the scalar product of vectors of a plane.
    #[inline]
    pub(crate) fn level_dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Returns the vector product.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        let x = self.y * other.z - self.z * other.y;
        let y = self.z * other.x - self.x * other.z;
        Self::in_space(x, y, self.cross(other))
    }

    /// Returns the z component of the vector product, which is positive if `other` points to the
    /// left of `self`, seen from above.
    #[inline]
    pub fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// Returns the length.
    #[inline]
    pub fn length(self) -> f64 {
        let level = length(self.x, self.y);
        if self.z == 0.0 { level } else { length(level, self.z) }
    }

    /// Returns the vector of length 1 in this direction. The zero vector is returned unchanged.
    pub fn unit(self) -> Self {
        let length = self.length();
        if length == 0.0 {
            return self;
        }
        Self::in_space(self.x / length, self.y / length, self.z / length)
    }

    /// Returns the point as positions store it. All predicates of a landing use this point, so that
    /// they agree before and after the move.
    pub(crate) fn kept(self) -> Self {
        Self::in_space(kept(self.x), kept(self.y), kept(self.z))
    }

    /// Returns the vector of a plane, turned so that the x axis becomes the unit vector `axis`.
    pub fn turned(self, axis: Self) -> Self {
        Self::new(self.x * axis.x - self.y * axis.y, self.x * axis.y + self.y * axis.x)
    }
}

impl Add for Vector {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self::in_space(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl Sub for Vector {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::in_space(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

impl Mul<f64> for Vector {
    type Output = Self;
    #[inline]
    fn mul(self, by: f64) -> Self {
        Self::in_space(self.x * by, self.y * by, self.z * by)
    }
}

// Lengths, sines and angles that are the same on every machine.
//
// The methods of `f64` call the mathematical functions of the system. Their last digit differs between
// systems, and between a program and a browser. A tangent or a border can depend on that digit. The
// functions here are computed by the same steps everywhere.

/// Returns the length of a vector. Lengths below about 1e-160 count as 0, and lengths above 1e150 are
/// infinite.
#[inline]
pub(crate) fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// Returns the sine and the cosine of an angle in radians.
pub(crate) fn sin_cos(radians: f64) -> (f64, f64) {
    libm::sincos(radians)
}

/// Returns the angle of a vector in radians, from -π to π.
pub(crate) fn angle(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// Returns the angle in radians whose sine is `sine`, from -π/2 to π/2. It is no number if `sine` is
/// outside -1 to 1.
pub(crate) fn asin(sine: f64) -> f64 {
    libm::asin(sine)
}

// Directions in whole numbers, and the directions that a space has.

/// One stride: steps to the right, forward and up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Steps to the right.
    pub right: i32,
    /// Steps forward.
    pub forward: i32,
    /// Steps up. 0 on a plane.
    pub up: i32,
}

/// The directions that a space has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Right and forward.
    Plane,
    /// Right, forward and up.
    Box,
}

impl fmt::Display for Step {
    /// Writes right, forward and up: `0,0,1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.right, self.forward, self.up)
    }
}

impl Step {
    /// Returns the unit vector along the stride. Along a diagonal, both coordinates have exactly
    /// the same size.
    pub fn unit(self) -> Vector {
        let Step { right: x, forward: y, up } = self;
        if up != 0 {
            return Vector::in_space(f64::from(x), f64::from(y), f64::from(up)).unit();
        }
        let (short, long) = (x.abs().min(y.abs()), x.abs().max(y.abs()));
        let sign = |n: i32| f64::from(n.signum());
        if short == 0 {
            Vector::new(sign(x), sign(y))
        } else if short == long {
            Vector::new(sign(x), sign(y)) * std::f64::consts::FRAC_1_SQRT_2
        } else {
            Vector::new(f64::from(x), f64::from(y)).unit()
        }
    }

    pub(crate) fn length(self) -> f64 {
        let Step { right, forward, up } = self;
        Vector::in_space(f64::from(right), f64::from(forward), f64::from(up)).length()
    }

    /// Returns the least step in the same direction.
    pub fn reduced(self) -> Step {
        let Step { right, forward, up } = self;
        let common = |mut a: i32, mut b: i32| {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a.abs()
        };
        let by = common(common(right, forward), up).max(1);
        Step { right: right / by, forward: forward / by, up: up / by }
    }
}
