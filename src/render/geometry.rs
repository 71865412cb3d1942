//! Points and rectangles of drawings.
//!
//! Scenes and charts measure in cells or units of the plane, y upwards. On paper y grows downwards.

pub use alfil_plane::geometry::scalar::Vec2 as Point;

/// The smallest upright rectangle around points.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Bounds {
    pub low: Point,
    pub high: Point,
}

impl Bounds {
    /// The bounds of `points`; all zero if there are none.
    pub fn around(points: impl Iterator<Item = Point>) -> Bounds {
        let grown = |bounds: Bounds, p: Point| Bounds {
            low: Point::new(bounds.low.x.min(p.x), bounds.low.y.min(p.y)),
            high: Point::new(bounds.high.x.max(p.x), bounds.high.y.max(p.y)),
        };
        let one = points.map(|p| Bounds { low: p, high: p });
        one.reduce(|bounds, one| grown(bounds, one.low)).unwrap_or_default()
    }

    /// Width and height.
    pub(crate) fn size(self) -> Point {
        self.high - self.low
    }
}
