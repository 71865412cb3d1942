//! Bodies of pieces, and how a moving body meets a point.
//!
//! A shape is a disc, or a union of discs, ellipses and convex polygons. It covers the points
//! strictly inside, and its centre. On a line, all results come from closed formulas: a disc or an
//! ellipse meets a point at the roots of a quadratic equation, and a polygon where the point crosses
//! its sides.

use crate::geometry::compound::{Compound, Part, Piece, disc_crossings, disc_span};
use crate::geometry::meeting::{Meeting, Meetings, Spans, Touch, joined};
use crate::geometry::scalar::{EPSILON, Vec2, equal};
use alfil_rules::plane::{Body, BodyPart};

/// A body around the origin with its present facing.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// All points nearer than the radius.
    Disc(f64),
    /// Everything that some part covers.
    Compound(Compound),
}

impl Shape {
    /// The shape of a body with a facing in degrees.
    pub fn of(body: &Body, facing: f64) -> Self {
        match body {
            Body::Disc(radius) => Shape::Disc(radius.get()),
            Body::Parts(parts) => {
                // A point of a body is (right, forward). Forward is the axis, and right is its
                // clockwise normal.
                let axis = Vec2::at_angle(facing);
                let place = |p: Vec2| Vec2::new(p.y, -p.x).turned(axis);
                let part = |part: &BodyPart| Part::of(part, place);
                Shape::Compound(Compound::new(parts.iter().map(part).collect()))
            }
        }
    }

    /// Returns the mirror image that faces in the same direction, for a shape that faces upward.
    pub(crate) fn upright_mirror(&self) -> Shape {
        self.in_mirror(|p| Vec2::new(-p.x, p.y))
    }

    /// Returns the shape upside down.
    pub(crate) fn mirrored(&self) -> Shape {
        self.in_mirror(|p| Vec2::new(p.x, -p.y))
    }

    fn in_mirror(&self, mirror: impl Fn(Vec2) -> Vec2) -> Shape {
        match self {
            Shape::Disc(radius) => Shape::Disc(*radius),
            Shape::Compound(compound) => Shape::Compound(compound.mirrored(mirror)),
        }
    }

    /// Returns whether the two shapes are the same, to tolerance.
    pub(crate) fn is_like(&self, other: &Shape) -> bool {
        match (self, other) {
            (Shape::Disc(own), Shape::Disc(radius)) => equal(*own, *radius),
            (Shape::Compound(own), Shape::Compound(other)) => {
                own.pieces().count() == other.pieces().count()
                    && own.pieces().all(|a| other.pieces().any(|b| a.is_like(b)))
            }
            (Shape::Disc(_), Shape::Compound(_)) | (Shape::Compound(_), Shape::Disc(_)) => false,
        }
    }

    /// Returns the greatest distance of a point of the shape from its centre.
    pub fn reach(&self) -> f64 {
        match self {
            Shape::Disc(radius) => *radius,
            Shape::Compound(compound) => compound.pieces().map(Piece::reach).fold(0.0, f64::max),
        }
    }

    /// Returns the greatest extent of the shape from its centre along a unit vector.
    pub(crate) fn extent(&self, along: Vec2) -> f64 {
        match self {
            Shape::Disc(radius) => *radius,
            Shape::Compound(compound) => {
                let across = Vec2::new(along.y, -along.x);
                compound.pieces().map(|piece| piece.strip(across).1).fold(0.0, f64::max)
            }
        }
    }

    /// Returns the edges of the strip that the shape sweeps along a unit vector: the least and the
    /// greatest vector product `along x p` of its points p.
    #[inline]
    pub(crate) fn strip(&self, along: Vec2) -> (f64, f64) {
        match self {
            Shape::Disc(radius) => (-radius, *radius),
            Shape::Compound(compound) => {
                let strips = compound.pieces().map(|piece| piece.strip(along));
                strips.fold((0.0, 0.0), |(low, high), (a, b)| (f64::min(low, a), f64::max(high, b)))
            }
        }
    }

    /// Returns whether this shape may cover the centre of `other` while `other` does not cover the
    /// centre of this shape.
    pub(crate) fn outreaches(&self, other: &Shape) -> bool {
        match (self, other) {
            (Shape::Disc(own), Shape::Disc(radius)) => own > radius,
            (Shape::Compound(_), _) | (_, Shape::Compound(_)) => true,
        }
    }

    /// Returns the relation of the point at `d` from the centre.
    #[inline]
    pub fn touch(&self, d: Vec2) -> Touch {
        match self {
            Shape::Disc(radius) => Touch::of(radius - d.length()),
            Shape::Compound(compound) => compound.touch(d),
        }
    }

    /// Returns whether the shape covers the point at `d`.
    #[inline]
    pub fn covers(&self, d: Vec2) -> bool {
        self.touch(d) == Touch::Inside
    }

    /// Adds the values of `s` at which the line `from + s * along` crosses or touches the outline.
    /// Predicates may change only there.
    pub(crate) fn marks(&self, from: Vec2, along: Vec2, marks: &mut Vec<f64>) {
        // Near a tangent, the two crossings are equal to tolerance. Then their middle is added too.
        let touches = |p: Vec2, reach: f64| (along.cross(from - p).abs() - reach).abs() < EPSILON;
        let foot = |p: Vec2| (p - from).dot(along);
        match self {
            Shape::Disc(radius) => {
                if let Some((a, b)) = disc_crossings(*radius, from, along) {
                    marks.extend([a, b]);
                }
                let at = Vec2::default();
                marks.extend(touches(at, *radius).then(|| foot(at)));
            }
            Shape::Compound(compound) => {
                for piece in compound.pieces() {
                    if let Some((a, b)) = piece.crossings(from, along) {
                        marks.extend([a, b]);
                    }
                    match piece {
                        Piece::Disc { centre, radius } => {
                            marks.extend(touches(*centre, *radius).then(|| foot(*centre)));
                        }
                        Piece::Ellipse { outline, .. } => {
                            let wide = outline.extent(Vec2::new(-along.y, along.x));
                            let touched = touches(outline.centre, wide);
                            marks.extend(touched.then(|| outline.foot(from, along)));
                        }
                        Piece::Polygon(polygon) => {
                            let touched = polygon.corners().iter().filter(|c| touches(**c, 0.0));
                            marks.extend(touched.map(|c| foot(*c)));
                        }
                    }
                }
            }
        }
    }

    /// Returns the ranges of `s` in which this shape, with its centre at `s * along`, covers the
    /// point at `d`.
    #[inline]
    pub(crate) fn spans(&self, d: Vec2, along: Vec2) -> Spans {
        match self {
            Shape::Disc(radius) => disc_span(*radius, d, along).into_iter().collect(),
            Shape::Compound(compound) => {
                joined(compound.pieces().filter_map(|piece| piece.span(d, along)).collect())
            }
        }
    }

    /// Returns the distances at which this shape covers the point at `d`, as it moves from the
    /// origin along the unit vector `along`. Empty if it never does: it passes by, moves away, or
    /// only touches the point on a tangent or at its start.
    #[inline]
    pub fn meet(&self, d: Vec2, along: Vec2) -> Meetings {
        let meeting = |(enter, leave)| Meeting::new(enter, leave, || self.touch(d));
        match self {
            Shape::Disc(radius) => disc_span(*radius, d, along).and_then(meeting).into(),
            Shape::Compound(compound) => match compound.only() {
                Some(piece) => piece.span(d, along).and_then(meeting).into(),
                None => self.spans(d, along).into_iter().filter_map(meeting).collect(),
            },
        }
    }
}
