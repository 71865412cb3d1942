//! Bodies of several parts.
//!
//! A part is convex and consists of pieces: discs, ellipses and convex polygons. A bar with round ends is a
//! rectangle and two discs. The body covers what some piece covers.

use crate::geometry::curve::Curve;
use crate::geometry::ellipse::Ellipse;
use crate::geometry::meeting::Touch;
use crate::geometry::polygon::{Polygon, corners_of};
use crate::geometry::scalar::{EPSILON, Vec2, below, equal};
use alfil_rules::plane::{BodyPart, Figure, Point};

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
