//! Receivers of outlines.
//!
//! A yes-or-no question about points, such as whether a point is attacked, can change its answer
//! only on certain curves. The code for such a question reports these outlines to a `Sink`.
//! `Marks` collects the places where a track crosses the outlines, and `Curves`
//! collects the outlines.

use crate::geometry::curve::{Curve, Disc};
use crate::geometry::scalar::{EPSILON, Vec2};
use crate::geometry::shape::Shape;
use crate::space::flight::Flight;

/// A receiver of outlines.
pub(crate) trait Sink {
    /// Receives a strip between two parallel lines along a unit vector. For points p of the lines,
    /// the vector product `along x (p - from)` is `low` or `high`.
    fn strip(&mut self, from: Vec2, along: Vec2, low: f64, high: f64);

    /// Receives the level at this height of a box.
    fn level(&mut self, z: f64);

    /// Receives the tube of all points of a box this far from a line in both directions.
    fn tube(&mut self, around: Flight, radius: f64);

    /// Receives the outline of a shape with this centre. In a box, it is a ball.
    fn outline(&mut self, shape: &Shape, at: Vec2);

    /// Receives a line through a point along a unit vector.
    fn line(&mut self, at: Vec2, along: Vec2) {
        self.strip(at, along, 0.0, 0.0);
    }
}

/// Collects the outlines that meet one disc, each only once.
#[derive(Clone)]
pub struct Curves {
    disc: Disc,
    found: Vec<Curve>,
}

impl Curves {
    /// Returns an empty collection for a disc.
    pub(crate) fn within(disc: Disc) -> Self {
        Self { disc, found: Vec::new() }
    }

    pub(crate) fn disc(&self) -> Disc {
        self.disc
    }

    /// Adds a curve if it meets the disc and is new.
    pub(crate) fn add(&mut self, curve: Curve) {
        let known = || self.found.iter().any(|c| c.is_like(&curve));
        if curve.comes_within(self.disc) && !known() {
            self.found.push(curve);
        }
    }

    /// Adds a circle unless its radius is 0 to tolerance.
    pub(crate) fn circle(&mut self, centre: Vec2, radius: f64) {
        if radius > EPSILON {
            self.add(Curve::Circle { centre, radius });
        }
    }

    /// Removes the curves for which `keep` is false.
    pub(crate) fn retain(&mut self, keep: impl Fn(&Curve) -> bool) {
        self.found.retain(keep);
    }

    pub(crate) fn all(&self) -> &[Curve] {
        &self.found
    }

    /// Returns every point where two curves meet.
    pub(crate) fn corners(&self) -> Vec<Vec2> {
        let mut found = Vec::new();
        for (i, a) in self.found.iter().enumerate() {
            self.found[..i].iter().for_each(|b| a.meet(b, &mut found));
        }
        found
    }
}

impl Sink for Curves {
    // Curves bound regions, which a box does not have.
    fn level(&mut self, _: f64) {}

    fn tube(&mut self, _: Flight, _: f64) {}

    fn strip(&mut self, from: Vec2, along: Vec2, low: f64, high: f64) {
        let left = Vec2::new(-along.y, along.x);
        for aside in [low, high] {
            self.add(Curve::Line { at: from + left * aside, along });
        }
    }

    fn outline(&mut self, shape: &Shape, at: Vec2) {
        match shape {
            Shape::Disc(radius) => self.circle(at, *radius),
            Shape::Compound(compound) => {
                for piece in compound.pieces() {
                    piece.curves(at).into_iter().for_each(|curve| self.add(curve));
                }
            }
        }
    }
}
