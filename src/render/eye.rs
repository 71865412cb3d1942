//! The view of a box: a picture without perspective, from above and from one side.
//!
//! ```text
//!   z  y        the box is turned a little to the right, and seen from above
//!   | /
//!   |/___ x
//! ```

use crate::render::geometry::Point;
use alfil_plane::geometry::scalar::Vector;
use alfil_rules::side::{Color, Side};

/// The degrees by which the box is turned, counter-clockwise seen from above.
const TURN: f64 = -28.0;
/// The degrees between the line of sight and the floor.
const HEIGHT: f64 = 24.0;

/// The directions of a picture in a box, as unit vectors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eye {
    /// To the right of the picture.
    pub right: Vector,
    /// To the top of the picture.
    pub up: Vector,
    /// Away from the eye.
    pub away: Vector,
}

impl Eye {
    /// The usual view with this side in front.
    pub(crate) fn of(seat: Side) -> Eye {
        match seat.color() {
            Color::White => Eye::turned(TURN),
            Color::Black => Eye::turned(TURN + 180.0),
        }
    }

    fn turned(degrees: f64) -> Eye {
        let (right, ahead) = (Vector::at_angle(-degrees), Vector::at_angle(90.0 - degrees));
        let tilt = Vector::at_angle(HEIGHT);
        let top = Vector::in_space(0.0, 0.0, 1.0);
        let up = ahead * tilt.y + top * tilt.x;
        let away = ahead * tilt.x - top * tilt.y;
        Eye { right, up, away }
    }

    /// The place of a point in the picture: right and up.
    pub(crate) fn place(&self, p: Vector) -> Point {
        Point::new(p.dot(self.right), p.dot(self.up))
    }

    /// The lower left and the upper right corner of the picture of a box.
    pub(crate) fn corners(&self, size: Vector) -> [Point; 2] {
        let mut all = corners(size).into_iter().map(|corner| self.place(corner));
        let first = all.next().unwrap_or_default();
        all.fold([first, first], |[low, high], p| {
            let low = Point::new(low.x.min(p.x), low.y.min(p.y));
            [low, Point::new(high.x.max(p.x), high.y.max(p.y))]
        })
    }

    /// The circle of this radius around a point that faces the eye. A ball looks like this.
    pub(crate) fn ball(&self, centre: Vector, radius: f64, corners: usize) -> Vec<Vector> {
        let on = |i: usize| {
            let way = Vector::at_angle(360.0 * i as f64 / corners as f64) * radius;
            centre + self.right * way.x + self.up * way.y
        };
        (0..corners).map(on).collect()
    }
}

/// The corners of a box.
fn corners(size: Vector) -> [Vector; 8] {
    std::array::from_fn(|i| {
        let side = |bit: usize, length: f64| if i >> bit & 1 == 1 { length } else { 0.0 };
        Vector::in_space(side(0, size.x), side(1, size.y), side(2, size.z))
    })
}

/// The edges of a box, each by its ends.
pub(crate) fn edges_of(size: Vector) -> Vec<(Vector, Vector)> {
    let all = corners(size);
    let ends = (0..8usize).flat_map(|i| [1, 2, 4].map(|bit| (i, i | bit)));
    ends.filter(|(a, b)| a != b).map(|(a, b)| (all[a], all[b])).collect()
}

/// The corners of the part of a floor between two lines across it.
pub(crate) fn floor_between(line: f64, edge: f64, size: Point) -> [Point; 4] {
    [(0.0, line), (size.x, line), (size.x, edge), (0.0, edge)].map(|(x, y)| Point::new(x, y))
}
