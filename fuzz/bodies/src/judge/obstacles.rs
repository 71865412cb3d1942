//! The judge's verdicts on obstacles: the distance of a segment from a figure.

use super::{ground, unroll};
use alfil_plane::geometry::scalar::{EPSILON, Vec2, Vector};
use alfil_plane::model::program::PlaneProgram;
use alfil_rules::plane::{Plot, Point, Spot};

/// True if a disc of this radius overlaps an obstacle on its straight way from `from` to `to`.
pub(super) fn block(program: &PlaneProgram, from: Vec2, to: Vec2, radius: f64) -> bool {
    let obstacles = &program.rules().space.obstacles;
    !obstacles.is_empty()
        && unroll::trips(program).iter().any(|trip| {
            let (from, to) = (trip.of(from), trip.of(to));
            obstacles.iter().any(|plot| {
                let plot = &plot.value;
                !apart(plot, from, to, radius)
                    && (ground::is_in_plot(program, plot, to) && deep(plot, to)
                        || near(plot, from, to, radius))
            })
        })
}

/// A quick test: true if a segment is on one side of everything within `radius` of a figure.
fn apart(plot: &Plot, from: Vec2, to: Vec2, radius: f64) -> bool {
    let at = |p: &Point| Vec2::new(p.x.get(), p.y.get());
    let (corners, more) = match plot {
        Plot::Disc { centre, radius: own } => (vec![at(centre)], radius + own.get()),
        Plot::Rectangle(corners) => (corners.iter().map(at).collect(), radius),
        Plot::Polygon(corners) => (corners.iter().map(at).collect(), radius),
        Plot::Latitudes(_) => panic!("a sphere has no obstacles"),
        Plot::Ball { centre, radius: own } => (vec![spot(centre)], radius + own.get()),
        Plot::Block(corners) => (corners.iter().map(spot).collect(), radius),
    };
    let is_beyond = |axis: fn(&Vec2) -> f64| {
        let low = corners.iter().map(axis).fold(f64::INFINITY, f64::min) - more;
        let high = corners.iter().map(axis).fold(f64::NEG_INFINITY, f64::max) + more;
        axis(&from).max(axis(&to)) < low || axis(&from).min(axis(&to)) > high
    };
    is_beyond(|p| p.x) || is_beyond(|p| p.y) || is_beyond(|p| p.z)
}

/// True if a point lies inside a figure. Points on the border are decided by `near`.
fn deep(plot: &Plot, at: Vec2) -> bool {
    !near(plot, at, at, EPSILON)
}

/// True if a segment comes nearer to the border of a figure than `radius`, or to any point of a disc.
fn near(plot: &Plot, from: Vec2, to: Vec2, radius: f64) -> bool {
    let at = |p: &Point| Vec2::new(p.x.get(), p.y.get());
    let corners: Vec<Vec2> = match plot {
        Plot::Disc { centre, radius: own } => {
            return point_gap(at(centre), from, to) < own.get() + radius - EPSILON;
        }
        Plot::Rectangle([a, b]) => {
            let (a, b) = (at(a), at(b));
            vec![a, Vec2::new(b.x, a.y), b, Vec2::new(a.x, b.y)]
        }
        Plot::Polygon(corners) => corners.iter().map(at).collect(),
        Plot::Latitudes(_) => panic!("a sphere has no obstacles"),
        Plot::Ball { centre, radius: own } => {
            return point_gap(spot(centre), from, to) < own.get() + radius - EPSILON;
        }
        Plot::Block([a, b]) => {
            return block_gap(spot(a), spot(b), from, to) < radius - EPSILON;
        }
    };
    let sides = (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()]));
    sides.into_iter().any(|(a, b)| gap(from, to, a, b) < radius - EPSILON)
}

/// The distance of two segments.
fn gap(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> f64 {
    let side = |p: Vec2, q: Vec2, r: Vec2| (q - p).cross(r - p);
    let apart = |p: Vec2, q: Vec2, r: Vec2, s: Vec2| side(p, q, r) * side(p, q, s) < 0.0;
    if apart(a, b, c, d) && apart(c, d, a, b) {
        return 0.0;
    }
    let ends = [point_gap(a, c, d), point_gap(b, c, d), point_gap(c, a, b), point_gap(d, a, b)];
    ends.into_iter().fold(f64::INFINITY, f64::min)
}

fn spot(spot: &Spot) -> Vector {
    Vector::in_space(spot.x.get(), spot.y.get(), spot.z.get())
}

/// The distance of a segment from a block, which is convex. So it falls and then rises along the
/// segment, and a ternary search finds the least one.
fn block_gap(a: Vector, b: Vector, from: Vector, to: Vector) -> f64 {
    let axis = |a: f64, b: f64, n: f64| n - n.clamp(a.min(b), a.max(b));
    let gap = |part: f64| {
        let p = from + (to - from) * part;
        let (x, y, z) = (axis(a.x, b.x, p.x), axis(a.y, b.y, p.y), axis(a.z, b.z, p.z));
        (x * x + y * y + z * z).sqrt()
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..120 {
        let (p, q) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if gap(p) < gap(q) { high = q } else { low = p }
    }
    gap(0.0).min(gap(low)).min(gap(1.0))
}

/// The distance of a point from a segment.
fn point_gap(p: Vec2, a: Vec2, b: Vec2) -> f64 {
    let (d, square) = (b - a, (b - a).dot(b - a));
    let part = if square > 0.0 { ((p - a).dot(d) / square).clamp(0.0, 1.0) } else { 0.0 };
    (p - (a + d * part)).length()
}
