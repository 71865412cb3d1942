//! Lengths, sines and angles that are the same on every machine.
//!
//! The methods of `f64` call the mathematical functions of the system. Their last digit differs between
//! systems, and between a program and a browser. A tangent or a border can depend on that digit. The
//! functions here are computed by the same steps everywhere.

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
