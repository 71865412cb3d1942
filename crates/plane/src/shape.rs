//! Bodies of pieces, and how a moving body meets a point.
//!
//! Shapes are convex and contain their centre. They cover the points strictly inside. All results
//! come from closed formulas: a disc meets a point at the roots of a quadratic equation, and a
//! polygon where the point crosses its sides.
//!
//! ```text
//!      .--.               enter: contact, the point comes onto the outline
//!   o-( -->)---x------>   leave: the point leaves it behind
//!      '--'    point
//! ```

use crate::scalar::{EPSILON, PARALLEL, Vec2, at_most, below};
use alfil_rules::plane::{Body, Real};
use smallvec::SmallVec;

/// A body around the origin with its present facing.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// All points nearer than the radius.
    Disc(f64),
    /// The inside of a convex polygon.
    Polygon(Polygon),
}

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

    /// Iterates over the sides, each as its first corner and its inward unit normal.
    fn sides(&self) -> impl Iterator<Item = (Vec2, Vec2)> {
        self.corners.iter().copied().zip(self.normals.iter().copied())
    }
}

/// The relation of a point to a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touch {
    /// The shape covers the point.
    Inside,
    /// The point is on the outline, to tolerance, and not covered.
    Contact,
    /// The point is outside.
    Outside,
}

/// The distances of a move between which a shape covers a point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Meeting {
    /// The distance of the contact. 0 if the shape touches or covers the point before the move.
    pub enter: f64,
    /// The distance from which the shape no longer covers the point, greater than `enter`.
    pub leave: f64,
    /// Whether the shape begins to cover the point during the move.
    pub begun: Begun,
}

/// The overlaps of a moving shape with one point. On a line there is at most one.
pub type Meetings = SmallVec<[Meeting; 2]>;

impl Meeting {
    /// Returns the overlap between two distances of a track. `now` is the relation of the point to
    /// the shape at distance 0. `None` if the overlap ends before the move, or if the shape only
    /// touches the point and moves away.
    #[inline]
    pub(crate) fn new(enter: f64, leave: f64, now: impl FnOnce() -> Touch) -> Option<Meeting> {
        if !below(0.0, leave) {
            return None;
        }
        if !at_most(enter, 0.0) {
            return Some(Meeting { enter, leave, begun: Begun::ByMoving });
        }
        match now() {
            Touch::Inside => Some(Meeting { enter: 0.0, leave, begun: Begun::Before }),
            // At a contact, the shape moves either into the point or away from it. The point lies
            // ahead of it in the first case only.
            Touch::Contact | Touch::Outside if enter + leave > 0.0 => {
                Some(Meeting { enter: enter.max(0.0), leave, begun: Begun::ByMoving })
            }
            Touch::Contact | Touch::Outside => None,
        }
    }
}

/// When a shape begins to cover a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begun {
    /// During the move.
    ByMoving,
    /// Before the move: the shape covers the point already.
    Before,
}

impl Shape {
    /// The shape of a body with a facing in degrees.
    pub fn of(body: &Body, facing: f64) -> Self {
        match body {
            Body::Disc(radius) => Shape::Disc(radius.get()),
            Body::Polygon(corners) => {
                // A corner is (right, forward). Forward is the axis, and right is its clockwise
                // normal.
                let axis = Vec2::at_angle(facing);
                let place = |(right, forward): &(Real, Real)| {
                    Vec2::new(forward.get(), -right.get()).turned(axis)
                };
                Shape::Polygon(Polygon::new(corners.iter().map(place).collect()))
            }
        }
    }

    /// Returns the greatest distance of a point of the shape from its centre.
    pub fn reach(&self) -> f64 {
        match self {
            Shape::Disc(radius) => *radius,
            Shape::Polygon(polygon) => {
                polygon.corners.iter().map(|c| c.length()).fold(0.0, f64::max)
            }
        }
    }

    /// Returns the greatest extent of the shape from its centre along a unit vector.
    pub(crate) fn extent(&self, along: Vec2) -> f64 {
        match self {
            Shape::Disc(radius) => *radius,
            Shape::Polygon(polygon) => {
                polygon.corners.iter().map(|c| c.dot(along)).fold(0.0, f64::max)
            }
        }
    }

    /// Returns whether this shape may cover the centre of `other` while `other` does not cover the
    /// centre of this shape.
    pub(crate) fn outreaches(&self, other: &Shape) -> bool {
        match (self, other) {
            (Shape::Disc(own), Shape::Disc(radius)) => own > radius,
            (Shape::Polygon(_), _) | (_, Shape::Polygon(_)) => true,
        }
    }

    /// Returns the relation of the point at `d` from the centre.
    #[inline]
    pub fn touch(&self, d: Vec2) -> Touch {
        let depth = match self {
            Shape::Disc(radius) => radius - d.length(),
            Shape::Polygon(polygon) => {
                polygon.sides().map(|(a, n)| n.dot(d - a)).fold(f64::INFINITY, f64::min)
            }
        };
        if depth > EPSILON {
            Touch::Inside
        } else if depth < -EPSILON {
            Touch::Outside
        } else {
            Touch::Contact
        }
    }

    /// Returns whether the shape covers the point at `d`.
    #[inline]
    pub fn covers(&self, d: Vec2) -> bool {
        self.touch(d) == Touch::Inside
    }

    /// Returns the edges of the strip that the shape sweeps along a unit vector: the least and the
    /// greatest vector product `along x p` of its points p.
    pub(crate) fn strip(&self, along: Vec2) -> (f64, f64) {
        match self {
            Shape::Disc(radius) => (-radius, *radius),
            Shape::Polygon(polygon) => polygon
                .corners
                .iter()
                .map(|&c| along.cross(c))
                .fold((0.0, 0.0), |(low, high), c| (f64::min(low, c), f64::max(high, c))),
        }
    }

    /// Returns the two crossings of the line `from + s * along` with the outline, for a unit vector
    /// `along`. `None` if there are none.
    #[inline]
    pub(crate) fn crossings(&self, from: Vec2, along: Vec2) -> Option<(f64, f64)> {
        match self {
            Shape::Disc(radius) => {
                let middle = -from.dot(along);
                let aside = along.cross(from);
                let under = (radius - aside) * (radius + aside);
                (under > 0.0).then(|| {
                    let half = under.sqrt();
                    (middle - half, middle + half)
                })
            }
            Shape::Polygon(polygon) => {
                let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
                for (a, n) in polygon.sides() {
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
        }
    }

    /// Adds the values of `s` at which the line `from + s * along` crosses or touches the outline.
    /// Predicates may change only there.
    pub(crate) fn marks(&self, from: Vec2, along: Vec2, marks: &mut Vec<f64>) {
        if let Some((a, b)) = self.crossings(from, along) {
            marks.extend([a, b]);
        }
        // Near a tangent, the two crossings are equal to tolerance. Then their middle is added too.
        let touches = |p: Vec2, reach: f64| (along.cross(from - p).abs() - reach).abs() < EPSILON;
        match self {
            Shape::Disc(radius) => {
                let at = Vec2::default();
                marks.extend(touches(at, *radius).then(|| (at - from).dot(along)));
            }
            Shape::Polygon(polygon) => {
                let touched = polygon.corners.iter().filter(|c| touches(**c, 0.0));
                marks.extend(touched.map(|c| (*c - from).dot(along)));
            }
        }
    }

    /// Returns the range of `s` in which this shape, with its centre at `s * along`, covers the
    /// point at `d`. `None` if it never does, for example at a tangent.
    #[inline]
    pub fn cover(&self, d: Vec2, along: Vec2) -> Option<(f64, f64)> {
        // Relative to the shape, the point moves the other way.
        let (enter, leave) = self.crossings(d, along * -1.0)?;
        let deep = match self {
            Shape::Disc(radius) => below(along.cross(d).abs(), *radius),
            Shape::Polygon(_) => self.covers(d - along * ((enter + leave) / 2.0)),
        };
        deep.then_some((enter, leave))
    }

    /// Returns the distances at which this shape covers the point at `d`, as it moves from the
    /// origin along the unit vector `along`. `None` if it never does: it passes by, moves away, or
    /// only touches the point on a tangent or at its start.
    #[inline]
    pub fn meet(&self, d: Vec2, along: Vec2) -> Option<Meeting> {
        let (enter, leave) = self.cover(d, along)?;
        Meeting::new(enter, leave, || self.touch(d))
    }
}

/// Iterates over the sides of a polygon, each as its two corners.
pub(crate) fn corners_of(corners: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    (0..corners.len()).map(move |i| (corners[i], corners[(i + 1) % corners.len()]))
}
