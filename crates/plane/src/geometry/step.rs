//! Directions in whole numbers, and the directions that a space has.

use crate::geometry::scalar::Vector;
use std::fmt;

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
