//! Contacts with friends on a way, for the rule `friends: stop`.
//!
//! The gap between a point and a convex piece of a body is a convex function of the distance on a
//! line. Its least value is found by ternary search. On a circle, the search is done for many short
//! parts.

use super::body::Man;
use super::figure::gap;
use super::road::Road;
use alfil_plane::geometry::scalar::{EPSILON, Vec2};
use alfil_plane::geometry::shape::Shape;

/// A way that ends at a contact ends at most this far after it.
const LATE: f64 = 4.0 * EPSILON;

/// The length of the parts of a circle.
const PART: f64 = 0.05;

/// True if `me` goes on by more than the tolerance after a contact with `friend` on its way.
pub(super) fn passes(me: &Man<'_>, friend: &Man<'_>, road: &Road, distance: f64) -> bool {
    let apart = |gone: f64| match road {
        // Bodies on spheres are discs, for which only the distance matters.
        Road::Globe(way) => Vec2::new(way.apart(gone, friend.piece.at), 0.0),
        Road::Straight { .. } | Road::Flight { .. } | Road::Bend { .. } => {
            friend.piece.at - road.at(gone)
        }
    };
    let turned = |gone: f64| match road {
        Road::Flight { .. } => apart(gone),
        Road::Straight { .. } | Road::Bend { .. } | Road::Globe(_) => {
            apart(gone).turned(Vec2::at_angle(-road.turn(gone)))
        }
    };
    let away = |gone: f64| apart(gone) * -1.0;
    goes_on(me.shape, &turned, road, distance) || goes_on(friend.shape, &away, road, distance)
}

/// True if a shape still touches a point, or has touched it, before the end of a way. `at` is the
/// place of the point as the shape sees it.
fn goes_on(shape: &Shape, at: &dyn Fn(f64) -> Vec2, road: &Road, distance: f64) -> bool {
    let end = (distance - LATE).max(0.0);
    let count = match road {
        Road::Straight { .. } | Road::Flight { .. } => 1,
        Road::Bend { .. } | Road::Globe(_) => (end / PART).ceil().max(1.0) as usize,
    };
    let cut = |i: usize| end * i as f64 / count as f64;
    gaps(shape).iter().any(|gap| {
        let gap = |gone: f64| gap(at(gone));
        (0..count).any(|i| {
            // A piece that touches the friend at the start may leave it or glide along it.
            let touches = i == 0 && gap(0.0) <= EPSILON;
            let limit = if touches { -EPSILON } else { EPSILON };
            least(&gap, cut(i), cut(i + 1)) <= limit
        })
    })
}

/// The least value of a convex function.
fn least(gap: &dyn Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    for _ in 0..120 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if gap(a) < gap(b) { high = b } else { low = a }
    }
    gap(low).min(gap(high))
}

/// For each convex piece of a shape around the origin, how far a point is outside of it. Negative
/// inside.
fn gaps(shape: &Shape) -> Vec<Box<dyn Fn(Vec2) -> f64 + '_>> {
    let compound = match shape {
        Shape::Disc(radius) => return vec![Box::new(move |d: Vec2| d.length() - radius)],
        Shape::Compound(compound) => compound,
    };
    let boxed = |piece| -> Box<dyn Fn(Vec2) -> f64 + '_> { Box::new(move |d| gap(piece, d)) };
    compound.pieces().map(boxed).collect()
}
