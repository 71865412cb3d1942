//! Overlaps of balls with points in a box.
//!
//! The square of the distance between a moving centre and a point is a quadratic function of the way. The
//! judge finds its coefficients from its values at three places, in coordinates, and then its roots. The
//! engine has the distance of the point from the line.

use super::body::{Man, Overlap, overlap};
use alfil_plane::geometry::scalar::{EPSILON, Vector};

/// The square of the distance of two points, less that of a radius.
fn gap(a: Vector, b: Vector, radius: f64) -> f64 {
    let pairs = [(a.x, b.x), (a.y, b.y), (a.z, b.z)];
    pairs.into_iter().map(|(a, b)| (a - b) * (a - b)).sum::<f64>() - radius * radius
}

/// The point at a distance along a unit vector.
pub(super) fn at(from: Vector, along: Vector, distance: f64) -> Vector {
    Vector {
        x: along.x.mul_add(distance, from.x),
        y: along.y.mul_add(distance, from.y),
        z: along.z.mul_add(distance, from.z),
    }
}

/// The two distances along a unit vector at which a ball meets a point with its outline. `None` if it
/// passes by, or touches on a tangent to tolerance.
pub(super) fn ends(from: Vector, along: Vector, radius: f64, point: Vector) -> Option<(f64, f64)> {
    // The places are chosen around the nearest one, so that no digits are lost.
    let d = point - from;
    let near = along.x * d.x + along.y * d.y + along.z * d.z;
    let value = |s: f64| gap(at(from, along, near + s), point, radius);
    let (before, middle, after) = (value(-radius), value(0.0), value(radius));
    let a = (before + after - 2.0 * middle) / (2.0 * radius * radius);
    let b = (after - before) / (2.0 * radius);
    let nearest = middle - b * b / (4.0 * a);
    // The least distance is the root of this and less than the radius by more than the tolerance.
    let deep = radius - (nearest + radius * radius).max(0.0).sqrt();
    if deep <= EPSILON {
        return None;
    }
    let root = (b * b - 4.0 * a * middle).max(0.0).sqrt();
    Some((near + (-b - root) / (2.0 * a), near + (-b + root) / (2.0 * a)))
}

/// The range of distances at which `me`, moving along a unit vector, overlaps a point.
pub(super) fn overlaps(me: &Man<'_>, point: Vector, along: Vector) -> Vec<Overlap> {
    let (from, radius) = (me.piece.at, me.shape.reach());
    let Some((begin, end)) = ends(from, along, radius, point) else { return Vec::new() };
    let depth = (gap(from, point, radius) + radius * radius).sqrt() - radius;
    overlap(begin, end, depth < -EPSILON, depth.abs() <= EPSILON).into_iter().collect()
}
