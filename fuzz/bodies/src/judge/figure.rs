//! What bodies cover, for the judge.
//!
//! An ellipse is the set of points whose distances from two foci have a small sum. The engine
//! stretches a circle instead.

use alfil_plane::geometry::curve::Ellipse;
use alfil_plane::geometry::scalar::{EPSILON, Vec2};
use alfil_plane::geometry::shape::{Piece, Shape};

/// True if a shape around the origin covers the point at `d`.
pub(super) fn covers(shape: &Shape, d: Vec2) -> bool {
    match shape {
        Shape::Disc(radius) => d.length() < radius - EPSILON,
        Shape::Compound(_) if d.dot(d) > shape.reach() * shape.reach() => false,
        Shape::Compound(compound) => compound.pieces().any(|piece| match piece {
            Piece::Ellipse { outline, .. } => Foci::of(outline).depth(d) > EPSILON,
            Piece::Disc { .. } => gap(piece, d) < -EPSILON,
            Piece::Polygon(polygon) => {
                let corners = polygon.corners();
                let mut a = corners[corners.len() - 1];
                corners.iter().all(|&b| {
                    let (side, beside) = (b - a, d - a);
                    a = b;
                    beside.cross(side) < -EPSILON * side.dot(side).sqrt()
                })
            }
        }),
    }
}

/// How far a point is outside of a convex piece, as a convex function of the point. Negative inside.
/// For an ellipse, only the sign and the order are exact.
pub(super) fn gap(piece: &Piece, d: Vec2) -> f64 {
    match piece {
        Piece::Disc { centre, radius } => (d - *centre).length() - radius,
        Piece::Ellipse { outline, .. } => Foci::of(outline).excess(d) / 2.0,
        Piece::Polygon(polygon) => {
            let corners = polygon.corners();
            let sides = corners.iter().zip(corners.iter().cycle().skip(1));
            let beside = |(a, b): (&Vec2, &Vec2)| (d - *a).cross((*b - *a).unit());
            sides.map(beside).fold(f64::NEG_INFINITY, f64::max)
        }
    }
}

/// The points between `from` and `to` at which one of the convex pieces of a shape comes nearest to a
/// point without covering it at a sample. `step` is the distance between samples, and `at` the place
/// of the point as the shape sees it. A corner may pass a point between two samples.
pub(super) fn nearest(
    shape: &Shape,
    (from, to): (f64, f64),
    step: f64,
    at: impl Fn(f64) -> Vec2,
) -> Vec<f64> {
    let Shape::Compound(compound) = shape else { return Vec::new() };
    let steps = ((to - from) / step).ceil() as usize + 1;
    let mut found = Vec::new();
    for piece in compound.pieces() {
        let gap = |gone: f64| gap(piece, at(gone));
        let sample = |i: usize| from + step * i as f64;
        let gaps: Vec<f64> = (0..=steps).map(|i| gap(sample(i))).collect();
        for (i, near) in gaps.windows(3).enumerate() {
            if near[1] > -EPSILON && near[1] <= near[0] && near[1] <= near[2] {
                let (mut low, mut high) = (sample(i), sample(i + 2));
                while high - low > EPSILON {
                    let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
                    if gap(a) < gap(b) { high = b } else { low = a }
                }
                found.push((low + high) / 2.0);
            }
        }
    }
    found
}

/// The foci of an ellipse, and the sum of the distances of a point of its outline from them.
struct Foci {
    both: [Vec2; 2],
    sum: f64,
}

impl Foci {
    fn of(&Ellipse { centre, axis, along, across }: &Ellipse) -> Foci {
        let left = Vec2::new(-axis.y, axis.x);
        let (way, long, short) =
            if along > across { (axis, along, across) } else { (left, across, along) };
        let far = (long * long - short * short).max(0.0).sqrt();
        Foci { both: [centre + way * far, centre - way * far], sum: 2.0 * long }
    }

    fn excess(&self, p: Vec2) -> f64 {
        self.both.iter().map(|focus| (p - *focus).length()).sum::<f64>() - self.sum
    }

    /// How deep a point is inside. The sum grows as fast as the two directions from the foci add up.
    fn depth(&self, p: Vec2) -> f64 {
        let [a, b] = self.both.map(|focus| (p - focus).unit());
        -self.excess(p) / (a + b).length().max(1e-3)
    }
}
