//! Convex polygons.

use crate::geometry::scalar::{PARALLEL, Vec2};

/// A convex polygon.
#[derive(Clone, PartialEq, Debug)]
pub struct Polygon {
    corners: Vec<Vec2>,
    /// The inward unit normal of the side that begins at each corner, cached.
    normals: Vec<Vec2>,
}

impl Polygon {
    /// Returns a polygon with corners in counter-clockwise order.
    pub(crate) fn new(corners: Vec<Vec2>) -> Polygon {
        let normal = |(a, b): (Vec2, Vec2)| {
            let side = (b - a).unit();
            Vec2::new(-side.y, side.x)
        };
        let normals = corners_of(&corners).map(normal).collect();
        Polygon { corners, normals }
    }

    /// Returns the corners, counter-clockwise.
    pub fn corners(&self) -> &[Vec2] {
        &self.corners
    }

    /// Returns the polygon, turned around the origin to face along `axis`, a unit vector.
    pub fn turned(&self, axis: Vec2) -> Polygon {
        Polygon::new(self.corners.iter().map(|c| c.turned(axis)).collect())
    }

    pub(crate) fn depth(&self, d: Vec2) -> f64 {
        self.sides().map(|(a, n)| n.dot(d - a)).fold(f64::INFINITY, f64::min)
    }

    /// Returns the two crossings of the line `from + s * along` with the outline. `None` if there
    /// are none.
    #[inline]
    pub(crate) fn crossings(&self, from: Vec2, along: Vec2) -> Option<(f64, f64)> {
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        for (a, n) in self.sides() {
            let (depth, gain) = (n.dot(from - a), n.dot(along));
            if gain.abs() < PARALLEL {
                if depth < 0.0 {
                    return None;
                }
            } else if gain > 0.0 {
                low = low.max(-depth / gain);
            } else {
                high = high.min(-depth / gain);
            }
        }
        (low < high).then_some((low, high))
    }

    /// Returns the mirror image under a map that exchanges left and right.
    pub(crate) fn mirrored(&self, mirror: impl Fn(Vec2) -> Vec2) -> Polygon {
        // The corners stay counter-clockwise.
        Polygon::new(self.corners.iter().rev().map(|c| mirror(*c)).collect())
    }

    /// Iterates over the sides, each as its first corner and its inward unit normal.
    pub(crate) fn sides(&self) -> impl Iterator<Item = (Vec2, Vec2)> {
        self.corners.iter().copied().zip(self.normals.iter().copied())
    }
}

/// Iterates over the sides of a polygon, each as its two corners.
pub(crate) fn corners_of(corners: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    (0..corners.len()).map(move |i| (corners[i], corners[(i + 1) % corners.len()]))
}
