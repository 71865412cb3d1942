//! Pieces on the judge's list, and their overlaps with a point on a straight way.

use super::figure::{covers, nearest};
use alfil_plane::geometry::scalar::{EPSILON, Vec2};
use alfil_plane::geometry::shape::Shape;
use alfil_plane::model::position::{Piece, PieceId};

/// A piece on the judge's list.
#[derive(Clone)]
pub(super) struct Man<'a> {
    pub(super) id: PieceId,
    pub(super) piece: Piece,
    /// The place at which its move began.
    pub(super) home: Vec2,
    pub(super) shape: &'a Shape,
    /// What the judge sees of the piece.
    pub(super) seen: Seen,
}

/// What the judge sees of a piece: the piece itself or an image beyond joined edges.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Seen {
    /// The piece.
    Itself,
    /// An image of it.
    Image,
    /// An image with left and right exchanged.
    Mirror,
}

impl Man<'_> {
    /// True if the body covers a point at this distance from its centre.
    pub(super) fn covers(&self, d: Vec2) -> bool {
        match self.seen {
            Seen::Itself | Seen::Image => covers(self.shape, d),
            Seen::Mirror => covers(self.shape, Vec2::new(d.x, -d.y)),
        }
    }

    /// True if this is the piece `other`, and no image of it.
    pub(super) fn is(&self, other: &Man<'_>) -> bool {
        self.id == other.id && self.seen == Seen::Itself
    }
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

/// The ranges of distances at which `me`, moving along a unit vector, overlaps a point. An overlap
/// may begin with a contact. A tangent, and moving away from a contact, are not overlaps.
pub(super) fn overlaps(me: &Man<'_>, point: Vec2, along: Vec2) -> Vec<Overlap> {
    let d = point - me.piece.at;
    let radius = match me.shape {
        Shape::Disc(radius) => radius,
        Shape::Compound(_) => return sampled(me.shape, d, along),
    };
    // |d - s u| = r.
    let (b, c) = (d.dot(along), d.dot(d) - radius * radius);
    let aside = (d - along * b).length();
    if aside >= radius - EPSILON {
        return Vec::new();
    }
    let root = (b * b - c).max(0.0).sqrt();
    let gap = d.length() - radius;
    let (begin, end) = (b - root, b + root);
    overlap(begin, end, gap < -EPSILON, gap.abs() <= EPSILON).into_iter().collect()
}

/// The overlap between two distances, given the relation at the start. `None` if there is none.
pub(super) fn overlap(begin: f64, end: f64, stands: bool, touches: bool) -> Option<Overlap> {
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

/// The distance between two samples of a body that is no disc.
const SAMPLE: f64 = 0.002;

/// The overlaps of a body with the point at `d`, by sampling and bisection.
fn sampled(shape: &Shape, d: Vec2, along: Vec2) -> Vec<Overlap> {
    let (reach, middle) = (shape.reach(), d.dot(along));
    if (d - along * middle).length() >= reach || middle + reach <= 0.0 {
        return Vec::new();
    }
    let covers = |at: f64| covers(shape, d - along * at);
    let from = (middle - reach - SAMPLE).max(0.0);
    let to = middle + reach + SAMPLE;
    let steps = ((to - from) / SAMPLE).ceil() as usize;
    let mut samples: Vec<f64> = (0..=steps).map(|i| from + SAMPLE * i as f64).collect();
    samples.extend(nearest(shape, (from, to), SAMPLE, |at| d - along * at));
    samples.sort_by(f64::total_cmp);
    let mut found = Vec::new();
    let mut open = covers(from).then_some(from);
    let stands = open.is_some();
    for pair in samples.windows(2) {
        let now = covers(pair[1]);
        if now != open.is_some() {
            let (mut low, mut high) = (pair[0], pair[1]);
            while high - low > EPSILON / 8.0 {
                let middle = (low + high) / 2.0;
                if covers(middle) == now { high = middle } else { low = middle }
            }
            match open.take() {
                Some(0.0) if stands => found.push(Overlap::Stands(high)),
                Some(begin) => found.push(Overlap::Begins(begin, high)),
                None => open = Some(high),
            }
        }
    }
    found
}
