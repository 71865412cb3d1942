//! Pictures of surfaces: what is drawn on copies of the plane, brought back to the plane and cut at
//! its joined edges.

use crate::render::geometry::Point;
use alfil_plane::space::surface::{Image, Sense, Surface};

/// A part of a line on the plane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) from: Point,
    pub(crate) to: Point,
    /// Whether the part contains the end of the whole line.
    pub(crate) ends: bool,
}

/// A half plane: all points whose product with a vector is at most a limit.
struct Half {
    out: Point,
    limit: f64,
}

/// Lengths below this are rounding errors.
const NARROW: f64 = 1e-9;

/// The joined edges, each as the half plane inside.
fn halves(surface: &Surface) -> Vec<Half> {
    let around = surface.around();
    let mut all = Vec::new();
    for (size, along) in [(around.x, Point::new(1.0, 0.0)), (around.y, Point::new(0.0, 1.0))] {
        if size.is_finite() {
            all.push(Half { out: along, limit: size });
            all.push(Half { out: along * -1.0, limit: 0.0 });
        }
    }
    all
}

/// Returns the parts of an outline on the plane. They have the orientation of the outline.
pub(crate) fn outlines(surface: &Surface, outline: &[Point]) -> Vec<Vec<Point>> {
    if surface.is_flat() {
        return vec![outline.to_vec()];
    }
    surface.near().filter_map(|copy| outline_in(surface, outline, copy)).collect()
}

/// Returns the part of an outline that one copy brings to the plane. `None` if there is none.
pub(crate) fn outline_in(surface: &Surface, outline: &[Point], copy: Image) -> Option<Vec<Point>> {
    let mut points: Vec<Point> = outline.iter().map(|p| copy.at(*p)).collect();
    if copy.sense == Sense::Mirrored {
        points.reverse();
    }
    for half in &halves(surface) {
        points = inside(&points, half);
    }
    is_wide(&points).then_some(points)
}

/// Returns whether an outline is more than a line.
fn is_wide(points: &[Point]) -> bool {
    let twice: f64 =
        (0..points.len()).map(|i| points[i].cross(points[(i + 1) % points.len()])).sum();
    points.len() > 2 && twice.abs() > NARROW
}

/// Returns the part of an outline in a half plane.
fn inside(points: &[Point], half: &Half) -> Vec<Point> {
    let depth = |p: Point| half.limit - half.out.dot(p);
    let mut kept = Vec::new();
    for (i, &a) in points.iter().enumerate() {
        let b = points[(i + 1) % points.len()];
        let (here, there) = (depth(a), depth(b));
        if here >= 0.0 {
            kept.push(a);
        }
        if (here < 0.0) != (there < 0.0) {
            kept.push(a + (b - a) * (here / (here - there)));
        }
    }
    kept
}

/// Returns the parts of a line on the plane, in order. A point on joined edges is drawn at all of
/// them.
pub(crate) fn lines(surface: &Surface, from: Point, to: Point) -> Vec<Part> {
    if surface.is_flat() {
        return vec![Part { from, to, ends: true }];
    }
    let whole = (to - from).length();
    if whole < NARROW {
        let places = surface.places(from).into_iter();
        return places.map(|p| Part { from: p, to: p, ends: true }).collect();
    }
    let halves = halves(surface);
    let mut all: Vec<(f64, Part)> = Vec::new();
    for copy in surface.near() {
        let (a, b) = (copy.at(from), copy.at(to));
        let (mut low, mut high) = (0.0_f64, 1.0_f64);
        for half in &halves {
            let (here, there) = (half.limit - half.out.dot(a), half.limit - half.out.dot(b));
            if here < 0.0 && there < 0.0 {
                high = -1.0;
            } else if here < 0.0 {
                low = low.max(here / (here - there));
            } else if there < 0.0 {
                high = high.min(here / (here - there));
            }
        }
        if (high - low) * whole > NARROW {
            let (from, to) = (a + (b - a) * low, a + (b - a) * high);
            all.push((low, Part { from, to, ends: high >= 1.0 }));
        }
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all.into_iter().map(|(_, part)| part).collect()
}

/// Returns the places at which a picture shows a piece whose body reaches this far: its own, and
/// those beyond joined edges from which the body comes in.
pub(crate) fn places(surface: &Surface, at: Point, reach: f64) -> Vec<Point> {
    let near = |p: &Point| halves(surface).iter().all(|half| half.out.dot(*p) < half.limit + reach);
    let other = |copy: &Image| *copy != Image::PLANE;
    let beyond = surface.near().filter(other).map(|copy| copy.at(at)).filter(near);
    std::iter::once(at).chain(beyond).collect()
}
