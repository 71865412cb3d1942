//! Pieces on the judge's list, and their overlaps with a point on a straight way.

use alfil::plane::position::{Piece, PieceId};
use alfil::plane::scalar::{EPSILON, Vec2};
use alfil::plane::shape::Shape;

/// A piece on the judge's list.
#[derive(Clone)]
pub(super) struct Man<'a> {
    pub(super) id: PieceId,
    pub(super) piece: Piece,
    /// The place at which its move began.
    pub(super) home: Vec2,
    pub(super) shape: &'a Shape,
}

/// The distances at which two pieces begin and end to overlap while one moves along a ray.
#[derive(Clone, Copy)]
pub(super) enum Overlap {
    /// The pieces overlap at the start, until this distance.
    Stands(f64),
    /// The overlap begins and ends at these distances.
    Begins(f64, f64),
}

impl Overlap {
    /// Where the overlap begins and ends.
    pub(super) fn ends(self) -> [f64; 2] {
        match self {
            Overlap::Stands(end) => [0.0, end],
            Overlap::Begins(begin, end) => [begin, end],
        }
    }
}

/// The distances at which `me`, moving along a unit vector, begins and ends to overlap a point. An
/// overlap may begin with a contact. A tangent, and moving away from a contact, are not overlaps.
pub(super) fn overlap(me: &Man<'_>, point: Vec2, along: Vec2) -> Option<Overlap> {
    let d = point - me.piece.at;
    let (begin, end, stands, touches) = match me.shape {
        Shape::Disc(radius) => {
            // |d - s u| = r.
            let (b, c) = (d.dot(along), d.dot(d) - radius * radius);
            let aside = (d - along * b).length();
            if aside >= radius - EPSILON {
                return None;
            }
            let root = (b * b - c).max(0.0).sqrt();
            let gap = d.length() - radius;
            (b - root, b + root, gap < -EPSILON, gap.abs() <= EPSILON)
        }
        Shape::Polygon(_) => {
            let (begin, end) = me.shape.cover(d, along)?;
            let stands = me.shape.covers(d);
            (begin, end, stands, !stands && begin <= EPSILON && end >= -EPSILON)
        }
    };
    if end <= EPSILON {
        None
    } else if stands {
        Some(Overlap::Stands(end))
    } else if touches {
        (begin + end > 0.0).then_some(Overlap::Begins(begin.max(0.0), end))
    } else {
        (begin > -EPSILON).then_some(Overlap::Begins(begin.max(0.0), end))
    }
}
