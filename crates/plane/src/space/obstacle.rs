//! Obstacles: figures on a plane that no body may overlap.
//!
//! Bodies are discs in a game with obstacles. So a body of radius r overlaps an obstacle if its
//! centre is nearer to the obstacle than r. Such centres are bounded by circles, and by lines beside
//! the sides of polygons. In a box they are bounded by balls, tubes along edges, walls and levels. A body may
//! touch an obstacle.

use crate::geometry::outline::{gap, surround};
use crate::geometry::polygon::corners_of;
use crate::geometry::scalar::{Vec2, Vector, below};
use crate::geometry::shape::Shape;
use crate::space::flight::Flight;
use crate::space::sink::Sink;

/// A figure that no body may overlap.
#[derive(Clone, PartialEq, Debug)]
pub enum Obstacle {
    /// All points at most this far from a centre.
    Disc(Vec2, f64),
    /// A polygon with its corners in order.
    Polygon(Vec<Vec2>),
    /// In a box, all points between the lowest and the highest of the corners.
    Block(Vector, Vector),
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
            Obstacle::Block(low, high) => below(outside(*low, *high, at), radius),
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
            Obstacle::Block(low, high) => {
                let (right, ahead) = (Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0));
                for (corner, out) in [(*low, -radius), (*high, radius)] {
                    sink.line(Vec2::new(corner.x + out, 0.0), ahead);
                    sink.line(Vec2::new(0.0, corner.y + out), right);
                    sink.level(corner.z + out);
                }
                let either = |n: bool, a: f64, b: f64| if n { a } else { b };
                for i in 0..8 {
                    let [x, y, z] = [1, 2, 4].map(|bit| i & bit == 0);
                    let corner = Vector::in_space(
                        either(x, low.x, high.x),
                        either(y, low.y, high.y),
                        either(z, low.z, high.z),
                    );
                    sink.outline(&Shape::Disc(radius), corner);
                    let up = Vector::in_space(0.0, 0.0, 1.0);
                    for (first, along) in [(x, right), (y, ahead), (z, up)] {
                        if first {
                            sink.tube(Flight { from: corner, along }, radius);
                        }
                    }
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
            // Only paths of two parts have tangents, and a box has no such paths.
            Obstacle::Block(..) => {}
        }
    }
}

/// Returns the distance of a point from a block. 0 inside.
fn outside(low: Vector, high: Vector, at: Vector) -> f64 {
    let beyond = |low: f64, high: f64, n: f64| (low - n).max(n - high).max(0.0);
    let x = beyond(low.x, high.x, at.x);
    let y = beyond(low.y, high.y, at.y);
    Vector::in_space(x, y, beyond(low.z, high.z, at.z)).length()
}
