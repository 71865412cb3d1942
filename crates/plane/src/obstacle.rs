//! Obstacles: figures on a plane that no body may overlap.
//!
//! Bodies are discs in a game with obstacles. So a body of radius r overlaps an obstacle if its
//! centre is nearer to the obstacle than r. Such centres are bounded by circles, and by lines beside
//! the sides of polygons. A body may touch an obstacle.

use crate::outline::{gap, surround};
use crate::polygon::corners_of;
use crate::scalar::{Vec2, below};
use crate::shape::Shape;
use crate::sink::Sink;

/// A figure that no body may overlap.
#[derive(Clone, PartialEq, Debug)]
pub enum Obstacle {
    /// All points at most this far from a centre.
    Disc(Vec2, f64),
    /// A polygon with its corners in order.
    Polygon(Vec<Vec2>),
}

impl Obstacle {
    /// Returns whether a disc of this radius around a point overlaps the obstacle.
    pub fn overlaps(&self, at: Vec2, radius: f64) -> bool {
        match self {
            Obstacle::Disc(centre, own) => below((at - *centre).length(), own + radius),
            Obstacle::Polygon(corners) => {
                corners_of(corners).any(|(a, b)| below(gap(at, a, b), radius))
                    || surround(std::slice::from_ref(corners), at)
            }
        }
    }

    /// Reports the outlines on which a disc of this radius begins or ceases to overlap the obstacle.
    pub(crate) fn outlines(&self, radius: f64, sink: &mut impl Sink) {
        match self {
            Obstacle::Disc(centre, own) => sink.outline(&Shape::Disc(own + radius), *centre),
            Obstacle::Polygon(corners) => {
                for (a, b) in corners_of(corners) {
                    sink.strip(a, (b - a).unit(), -radius, radius);
                    sink.outline(&Shape::Disc(radius), a);
                }
            }
        }
    }

    /// Reports the lines along a unit vector that touch an outline or pass a corner of it.
    pub(crate) fn tangents(&self, radius: f64, along: Vec2, sink: &mut impl Sink) {
        match self {
            Obstacle::Disc(centre, own) => {
                sink.strip(*centre, along, -own - radius, own + radius);
            }
            Obstacle::Polygon(corners) => {
                corners.iter().for_each(|corner| sink.strip(*corner, along, -radius, radius));
            }
        }
    }
}
