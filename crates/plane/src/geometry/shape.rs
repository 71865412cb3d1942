//! Bodies of pieces, and how a moving body meets a point.
//!
//! A shape is a disc, or a union of discs, ellipses and convex polygons. It covers the points
//! strictly inside, and its centre. On a line, all results come from closed formulas: a disc or an
//! ellipse meets a point at the roots of a quadratic equation, and a polygon where the point crosses
//! its sides.

use crate::geometry::curve::{Curve, Ellipse};
use crate::geometry::outline::{Polygon, corners_of};
use crate::geometry::scalar::{EPSILON, Vec2, at_most, below, equal};
use alfil_rules::plane::{Body, BodyPart, Figure, Point};
use smallvec::SmallVec;
use std::ops::Deref;

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

// The relation of a point to a body, and the overlaps of a moving body with a point.
//
//      .--.               enter: contact, the point comes onto the outline
//   o-( -->)---x------>   leave: the point leaves it behind
//      '--'    point

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

impl Touch {
    /// Returns the relation of a point that is this deep inside.
    #[inline]
    pub(crate) fn of(depth: f64) -> Touch {
        if depth > EPSILON {
            Touch::Inside
        } else if depth < -EPSILON {
            Touch::Outside
        } else {
            Touch::Contact
        }
    }
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

/// The overlaps of a moving shape with one point. There is rarely more than one, so that one is
/// kept without allocation: lists took 60 % more instructions in games of discs.
#[derive(Clone, PartialEq, Debug)]
pub enum Meetings {
    /// There is none.
    None,
    /// There is one.
    One([Meeting; 1]),
    /// There are several, in no order.
    Several(Vec<Meeting>),
}

impl Deref for Meetings {
    type Target = [Meeting];

    #[inline]
    fn deref(&self) -> &[Meeting] {
        match self {
            Meetings::None => &[],
            Meetings::One(one) => one,
            Meetings::Several(all) => all,
        }
    }
}

impl From<Option<Meeting>> for Meetings {
    #[inline]
    fn from(one: Option<Meeting>) -> Self {
        one.map_or(Meetings::None, |one| Meetings::One([one]))
    }
}

impl FromIterator<Meeting> for Meetings {
    fn from_iter<I: IntoIterator<Item = Meeting>>(all: I) -> Self {
        let mut all = all.into_iter();
        match (all.next(), all.next()) {
            (one, None) => one.into(),
            (first, second) => {
                Meetings::Several(first.into_iter().chain(second).chain(all).collect())
            }
        }
    }
}

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

/// The distances at which a shape covers a point, as ranges in order that do not touch.
pub(crate) type Spans = SmallVec<[(f64, f64); 2]>;

/// Sorts ranges and joins those that touch.
pub(crate) fn joined(mut spans: Spans) -> Spans {
    if spans.len() < 2 {
        return spans;
    }
    spans.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut all = Spans::new();
    for (enter, leave) in spans {
        match all.last_mut() {
            Some((_, end)) if at_most(enter, *end) => *end = end.max(leave),
            Some(_) | None => all.push((enter, leave)),
        }
    }
    all
}

// Bodies of several parts.
//
// A part is convex and consists of pieces: discs, ellipses and convex polygons. A bar with round ends is a
// rectangle and two discs. The body covers what some piece covers.

/// A body of one or more convex parts.
#[derive(Clone, PartialEq, Debug)]
pub struct Compound {
    parts: Vec<Part>,
    /// Points where outlines of pieces meet, if there are several pieces.
    joints: Vec<Vec2>,
}

/// A convex part of a body: everything that some piece covers.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    pieces: Vec<Piece>,
}

/// A piece of a body, bounded by one circle, by one ellipse or by lines.
#[derive(Clone, PartialEq, Debug)]
pub enum Piece {
    /// All points nearer to the centre than the radius.
    Disc {
        /// The centre.
        centre: Vec2,
        /// The radius.
        radius: f64,
    },
    /// The inside of an ellipse.
    Ellipse {
        /// The outline.
        outline: Ellipse,
        /// The greatest distance of a point of the outline from the body's centre, cached.
        reach: f64,
    },
    /// The inside of a convex polygon.
    Polygon(Polygon),
}

impl Part {
    /// The pieces.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// A part of a body, placed by `place`, which turns points around the origin.
    pub(crate) fn of(part: &BodyPart, place: impl Fn(Vec2) -> Vec2) -> Part {
        let vec = |p: &Point| Vec2::new(p.x.get(), p.y.get());
        let middle = vec(&part.at);
        let pieces = match &part.figure {
            Figure::Disc(radius) => {
                vec![Piece::Disc { centre: place(middle), radius: radius.get() }]
            }
            Figure::Capsule { length, width } => {
                let radius = width.get() / 2.0;
                let straight = length.get() / 2.0 - radius;
                let side = |x: f64, y: f64| place(middle + Vec2::new(x * radius, y * straight));
                let sides =
                    vec![side(1.0, -1.0), side(1.0, 1.0), side(-1.0, 1.0), side(-1.0, -1.0)];
                let cap = |y: f64| Piece::Disc { centre: side(0.0, y), radius };
                vec![Piece::Polygon(Polygon::new(sides)), cap(-1.0), cap(1.0)]
            }
            Figure::Ellipse { length, width } => {
                let axis = place(Vec2::new(0.0, 1.0));
                let (along, across) = (length.get() / 2.0, width.get() / 2.0);
                let outline = Ellipse { centre: place(middle), axis, along, across };
                vec![Piece::Ellipse { outline, reach: outline.reach() }]
            }
            Figure::Polygon(corners) => {
                let corners = corners.iter().map(|corner| place(middle + vec(corner)));
                vec![Piece::Polygon(Polygon::new(corners.collect()))]
            }
        };
        Part { pieces }
    }
}

impl Compound {
    pub(crate) fn new(parts: Vec<Part>) -> Compound {
        let pieces: Vec<&Piece> = parts.iter().flat_map(|part| &part.pieces).collect();
        let mut joints = Vec::new();
        for (i, a) in pieces.iter().enumerate() {
            for b in &pieces[..i] {
                for curve in a.curves(Vec2::default()) {
                    for other in b.curves(Vec2::default()) {
                        curve.meet(&other, &mut joints);
                    }
                }
            }
        }
        // Only joints on the outline matter. The others are inside, or off both pieces.
        let compound = Compound { parts, joints: Vec::new() };
        joints.retain(|&joint| compound.touch(joint) == Touch::Contact);
        Compound { joints, ..compound }
    }

    /// The convex parts.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The only piece. `None` if there are several.
    #[inline]
    pub(crate) fn only(&self) -> Option<&Piece> {
        match self.parts.as_slice() {
            [Part { pieces }] => match pieces.as_slice() {
                [only] => Some(only),
                _ => None,
            },
            _ => None,
        }
    }

    /// The pieces of all parts.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.parts.iter().flat_map(|part| &part.pieces)
    }

    /// Points where outlines of pieces meet, if there are several pieces.
    pub fn joints(&self) -> &[Vec2] {
        &self.joints
    }

    /// Returns how deep the point at `d` is inside, above 0 if it is covered.
    pub(crate) fn depth(&self, d: Vec2) -> f64 {
        self.pieces().map(|piece| piece.depth(d)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Returns the relation of the point at `d` from the centre.
    #[inline]
    pub(crate) fn touch(&self, d: Vec2) -> Touch {
        Touch::of(self.depth(d))
    }

    /// Returns the mirror image under a map that exchanges left and right.
    pub(crate) fn mirrored(&self, mirror: impl Fn(Vec2) -> Vec2) -> Compound {
        let piece = |piece: &Piece| match piece {
            Piece::Disc { centre, radius } => {
                Piece::Disc { centre: mirror(*centre), radius: *radius }
            }
            Piece::Ellipse { outline, reach } => {
                Piece::Ellipse { outline: outline.moved(&mirror), reach: *reach }
            }
            Piece::Polygon(polygon) => Piece::Polygon(polygon.mirrored(&mirror)),
        };
        let part = |part: &Part| Part { pieces: part.pieces.iter().map(piece).collect() };
        Compound {
            parts: self.parts.iter().map(part).collect(),
            joints: self.joints.iter().map(|joint| mirror(*joint)).collect(),
        }
    }

    /// Returns the body, turned around the origin so that the x axis becomes the unit vector `axis`.
    #[must_use]
    pub fn turned(&self, axis: Vec2) -> Compound {
        let piece = |piece: &Piece| match piece {
            Piece::Disc { centre, radius } => {
                Piece::Disc { centre: centre.turned(axis), radius: *radius }
            }
            Piece::Ellipse { outline, reach } => {
                Piece::Ellipse { outline: outline.moved(|p| p.turned(axis)), reach: *reach }
            }
            Piece::Polygon(polygon) => Piece::Polygon(polygon.turned(axis)),
        };
        let part = |part: &Part| Part { pieces: part.pieces.iter().map(piece).collect() };
        Compound {
            parts: self.parts.iter().map(part).collect(),
            joints: self.joints.iter().map(|joint| joint.turned(axis)).collect(),
        }
    }
}

impl Piece {
    /// Returns whether the two pieces are the same, to tolerance.
    pub(crate) fn is_like(&self, other: &Piece) -> bool {
        let near = |a: &Vec2, b: &Vec2| equal(a.x, b.x) && equal(a.y, b.y);
        match (self, other) {
            (Piece::Disc { centre, radius }, Piece::Disc { centre: at, radius: second }) => {
                near(centre, at) && equal(*radius, *second)
            }
            (Piece::Polygon(own), Piece::Polygon(other)) => {
                own.corners().len() == other.corners().len()
                    && own.corners().iter().all(|a| other.corners().iter().any(|b| near(a, b)))
            }
            (Piece::Ellipse { outline, .. }, Piece::Ellipse { outline: other, .. }) => {
                outline.is_like(other)
            }
            (Piece::Disc { .. }, Piece::Ellipse { .. } | Piece::Polygon(_))
            | (Piece::Ellipse { .. }, Piece::Disc { .. } | Piece::Polygon(_))
            | (Piece::Polygon(_), Piece::Disc { .. } | Piece::Ellipse { .. }) => false,
        }
    }

    /// Returns how deep the point at `d` is inside, above 0 if it is covered.
    #[inline]
    pub(crate) fn depth(&self, d: Vec2) -> f64 {
        match self {
            Piece::Disc { centre, radius } => radius - (d - *centre).length(),
            Piece::Ellipse { outline, .. } => outline.depth(d),
            Piece::Polygon(polygon) => polygon.depth(d),
        }
    }

    /// Returns whether the piece covers the point at `d`.
    pub(crate) fn covers(&self, d: Vec2) -> bool {
        self.depth(d) > EPSILON
    }

    /// Returns the lines, the circle or the ellipse that bound the piece with the body's centre at `at`.
    pub(crate) fn curves(&self, at: Vec2) -> Vec<Curve> {
        match self {
            Piece::Disc { centre, radius } => {
                vec![Curve::Circle { centre: *centre + at, radius: *radius }]
            }
            Piece::Ellipse { outline, .. } => vec![Curve::Ellipse(outline.shifted(at))],
            Piece::Polygon(polygon) => {
                let sides = corners_of(polygon.corners());
                sides.map(|(a, b)| Curve::Line { at: a + at, along: (b - a).unit() }).collect()
            }
        }
    }

    /// Returns the two crossings of a line with the outline. `None` if there are none.
    #[inline]
    pub(crate) fn crossings(&self, from: Vec2, along: Vec2) -> Option<(f64, f64)> {
        match self {
            Piece::Disc { centre, radius } => disc_crossings(*radius, from - *centre, along),
            Piece::Ellipse { outline, .. } => outline.crossings(from, along),
            Piece::Polygon(polygon) => polygon.crossings(from, along),
        }
    }

    /// Returns the range of `s` in which the piece of a body with its centre at `s * along` covers
    /// the point at `d`. `None` if it never does, for example at a tangent.
    #[inline]
    pub(crate) fn span(&self, d: Vec2, along: Vec2) -> Option<(f64, f64)> {
        // Relative to the shape, the point moves the other way.
        let (enter, leave) = self.crossings(d, along * -1.0)?;
        let deep = match self {
            Piece::Disc { centre, radius } => below(along.cross(d - *centre).abs(), *radius),
            Piece::Ellipse { outline, .. } => {
                let wide = outline.extent(Vec2::new(-along.y, along.x));
                below(along.cross(d - outline.centre).abs(), wide)
            }
            Piece::Polygon(_) => self.covers(d - along * ((enter + leave) / 2.0)),
        };
        deep.then_some((enter, leave))
    }

    /// Returns the greatest distance of a point of the piece from the body's centre.
    pub(crate) fn reach(&self) -> f64 {
        match self {
            Piece::Disc { centre, radius } => centre.length() + radius,
            Piece::Ellipse { reach, .. } => *reach,
            Piece::Polygon(polygon) => {
                polygon.corners().iter().map(|c| c.length()).fold(0.0, f64::max)
            }
        }
    }

    /// Returns the edges of the strip that the piece sweeps along a unit vector: the least and the
    /// greatest vector product `along x p` of its points p.
    pub(crate) fn strip(&self, along: Vec2) -> (f64, f64) {
        match self {
            Piece::Disc { centre, radius } => {
                let middle = along.cross(*centre);
                (middle - radius, middle + radius)
            }
            Piece::Ellipse { outline, .. } => {
                let middle = along.cross(outline.centre);
                let wide = outline.extent(Vec2::new(-along.y, along.x));
                (middle - wide, middle + wide)
            }
            Piece::Polygon(polygon) => polygon
                .corners()
                .iter()
                .map(|&c| along.cross(c))
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), c| {
                    (f64::min(low, c), f64::max(high, c))
                }),
        }
    }

    /// Calls `each` with the distances from the point `from` that matter when the piece turns around
    /// it: those of its nearest and farthest points, and of its corners.
    pub fn radii(&self, from: Vec2, mut each: impl FnMut(f64)) {
        match self {
            Piece::Disc { centre, radius } => {
                let far = (*centre - from).length();
                each(far + radius);
                each((far - radius).abs());
            }
            Piece::Ellipse { outline, .. } => {
                outline.turning_points(from).for_each(|p| each((p - from).length()));
            }
            Piece::Polygon(polygon) => {
                for (a, b) in corners_of(polygon.corners()) {
                    each((a - from).length());
                    each((b - a).unit().cross(a - from).abs());
                }
            }
        }
    }
}

/// Returns the range of `s` in which a disc with its centre at `s * along` covers the point at `d`.
#[inline]
pub(crate) fn disc_span(radius: f64, d: Vec2, along: Vec2) -> Option<(f64, f64)> {
    // Relative to the disc, the point moves the other way.
    let deep = below(along.cross(d).abs(), radius);
    if deep { disc_crossings(radius, d, along * -1.0) } else { None }
}

#[inline]
pub(crate) fn disc_crossings(radius: f64, from: Vec2, along: Vec2) -> Option<(f64, f64)> {
    let middle = -from.level_dot(along);
    let aside = along.cross(from);
    let under = (radius - aside) * (radius + aside);
    (under > 0.0).then(|| {
        let half = under.sqrt();
        (middle - half, middle + half)
    })
}

#[cfg(test)]
mod tests {
    use crate::geometry::scalar::Vec2;
    use crate::geometry::shape::{Begun, Shape, Touch};
    use alfil_rules::plane::{Body, BodyPart, Figure, Point, Real};

    const EAST: Vec2 = Vec2::new(1.0, 0.0);

    fn meet(shape: &Shape, x: f64, y: f64) -> Option<(f64, f64)> {
        shape.meet(Vec2::new(x, y), EAST).first().map(|m| (m.enter, m.leave))
    }

    #[test]
    fn a_disc_meets_a_point_in_every_way() {
        let disc = Shape::Disc(0.25);
        assert_eq!(meet(&disc, 1.0, 0.0), Some((0.75, 1.25)), "head on");
        let (enter, leave) = meet(&disc, 1.0, 0.15).expect("aside");
        assert!((enter - 0.8).abs() < 1e-12 && (leave - 1.2).abs() < 1e-12);
        assert_eq!(meet(&disc, 1.0, 0.25), None, "on a tangent");
        assert_eq!(meet(&disc, 1.0, 0.25 - 1e-10), None, "on a tangent to tolerance");
        assert_eq!(meet(&disc, 1.0, 0.3), None, "passing by");
        assert_eq!(meet(&disc, -1.0, 0.0), None, "behind the start");
        assert_eq!(meet(&disc, 0.25, 0.0), Some((0.0, 0.5)), "in contact, moving in");
        assert_eq!(meet(&disc, -0.25, 0.0), None, "in contact, moving away");
        assert_eq!(meet(&disc, 0.0, 0.25), None, "in contact, moving along");
        let covered = disc.meet(Vec2::new(0.1, 0.0), EAST)[0];
        assert_eq!((covered.begun, covered.enter), (Begun::Before, 0.0));
    }

    #[test]
    fn a_polygon_meets_a_point_by_its_sides() {
        let corner = |x, y| Point { x: Real::new(x).unwrap(), y: Real::new(y).unwrap() };
        let corners = vec![corner(0.0, 0.5), corner(-0.1, -0.5), corner(0.1, -0.5)];
        let figure = Figure::Polygon(corners);
        let sword = Body::Parts(vec![BodyPart { figure, at: Point::default() }]);
        let east = Shape::of(&sword, 0.0);
        let (enter, leave) = meet(&east, 2.0, 0.0).expect("a contact on the axis");
        assert!((enter - 1.5).abs() < 1e-12 && (leave - 2.5).abs() < 1e-12);
        let (enter, _) = meet(&east, 2.0, 0.05).expect("a contact beside the axis");
        assert!((enter - 2.0).abs() < 1e-12);
        assert_eq!(meet(&east, 2.0, 0.1), None, "along the foot's corner");
        let north = Shape::of(&sword, 90.0);
        assert_eq!(north.touch(Vec2::new(0.0, 0.5)), Touch::Contact);
        assert_eq!(north.touch(Vec2::new(0.0, 0.4)), Touch::Inside);
        assert_eq!(north.touch(Vec2::new(0.1, 0.0)), Touch::Outside);
    }

    /// A body of one part around its centre, or of several.
    fn body(parts: &[(Figure, f64, f64)]) -> Shape {
        let real = |n| Real::new(n).unwrap();
        let part = |(figure, x, y): &(Figure, f64, f64)| BodyPart {
            figure: figure.clone(),
            at: Point { x: real(*x), y: real(*y) },
        };
        Shape::of(&Body::Parts(parts.iter().map(part).collect()), 90.0)
    }

    fn capsule(length: f64, width: f64) -> Figure {
        Figure::Capsule { length: Real::new(length).unwrap(), width: Real::new(width).unwrap() }
    }

    /// A capsule covers exactly the points nearer to its segment than half its width.
    #[test]
    fn a_capsule_covers_the_points_near_its_segment() {
        let shape = body(&[(capsule(1.0, 0.2), 0.0, 0.0)]);
        for i in 0..=60 {
            for j in 0..=60 {
                let p = Vec2::new(f64::from(i - 30) / 50.0, f64::from(j - 30) / 50.0);
                let far = p.x.hypot(p.y - p.y.clamp(-0.4, 0.4));
                let covered = shape.covers(p);
                assert_eq!(covered, far < 0.1 - 1e-9, "{p:?} is {far} away");
            }
        }
        // Across: a point 0.45 up is met by the cap, where it is root (0.01 - 0.0025) wide.
        let (enter, leave) = meet(&shape, 1.0, 0.45).expect("a cap");
        let half = 0.0075f64.sqrt();
        assert!((enter - (1.0 - half)).abs() < 1e-12 && (leave - (1.0 + half)).abs() < 1e-12);
        let (enter, leave) = meet(&shape, 1.0, 0.3).expect("a side");
        assert!((enter - 0.9).abs() < 1e-12 && (leave - 1.1).abs() < 1e-12);
        assert_eq!(meet(&shape, 1.0, 0.5), None, "on the tangent of the cap");
    }

    /// A dumb-bell that moves across meets a point between its balls twice.
    #[test]
    fn a_union_may_meet_a_point_twice() {
        let disc = || Figure::Disc(Real::new(0.2).unwrap());
        let shape = body(&[(disc(), -0.5, 0.0), (disc(), 0.5, 0.0), (capsule(0.2, 0.1), 0.0, 0.0)]);
        let all: Vec<(f64, f64)> =
            shape.meet(Vec2::new(2.0, 0.15), EAST).iter().map(|m| (m.enter, m.leave)).collect();
        // The balls are root (0.04 - 0.0225) wide at this height.
        let half = 0.0175f64.sqrt();
        let expected = [(1.5 - half, 1.5 + half), (2.5 - half, 2.5 + half)];
        assert_eq!(all.len(), 2);
        for ((enter, leave), (from, to)) in all.into_iter().zip(expected) {
            assert!((enter - from).abs() < 1e-12 && (leave - to).abs() < 1e-12);
        }
    }
}
