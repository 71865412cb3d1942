//! Windows: upright rectangles that contain every point that a motion can meet.
//!
//! A point has many images where edges are joined, and a body meets few of them. A window leaves out
//! the others before any of them is computed.

use crate::geometry::curve::Disc;
use crate::geometry::scalar::{SLIVER, Vec2};
use crate::space::round::Round;
use crate::space::track::Track;

/// An upright rectangle of the unrolled surface.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Window {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Window {
    /// All points.
    pub(crate) const ALL: Window = Window {
        left: f64::NEG_INFINITY,
        right: f64::INFINITY,
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
    };

    /// Returns the window of the points at most `reach` away from a track up to the distance `most`.
    /// Spheres and boxes have no joined edges, so there it contains all points.
    pub(crate) fn of(track: &Track, most: f64, reach: f64) -> Window {
        match track {
            Track::Line { from, along } => {
                let to = *from + *along * most;
                let ends = Window {
                    left: from.x.min(to.x),
                    right: from.x.max(to.x),
                    low: from.y.min(to.y),
                    high: from.y.max(to.y),
                };
                ends.grown(reach)
            }
            Track::Circle(Round { centre, radius, .. }) => {
                Window::around(Disc { centre: *centre, radius: radius + reach })
            }
            Track::Great(_) | Track::Flight(_) => Window::ALL,
        }
    }

    /// Returns the window of a single point.
    pub(crate) fn point(at: Vec2) -> Window {
        Window { left: at.x, right: at.x, low: at.y, high: at.y }
    }

    /// Returns the window of the points of a disc.
    pub(crate) fn around(Disc { centre, radius }: Disc) -> Window {
        Window::point(centre).grown(radius)
    }

    /// Returns the least window that contains both.
    pub(crate) fn joined(self, other: Window) -> Window {
        Window {
            left: self.left.min(other.left),
            right: self.right.max(other.right),
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// Returns the least window that contains all of some windows. If there are none, it has no
    /// points.
    pub(crate) fn joining(all: impl Iterator<Item = Window>) -> Window {
        let (least, most) = (f64::NEG_INFINITY, f64::INFINITY);
        let empty = Window { left: most, right: least, low: most, high: least };
        all.fold(empty, Window::joined)
    }

    /// Returns the window, wider by a length on all sides.
    pub(crate) fn grown(self, by: f64) -> Window {
        let by = by + SLIVER;
        Window {
            left: self.left - by,
            right: self.right + by,
            low: self.low - by,
            high: self.high + by,
        }
    }
}
