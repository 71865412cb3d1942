//! Rotations of a shape: the angles at which it meets a point.
//!
//! A polygon begins or ceases to cover a point only when its outline passes over the point. The
//! points of the outline that can do so lie on a circle: its centre is the centre of the rotation,
//! and it goes through the point.

use crate::curve::Curve;
use crate::scalar::{Vec2, below, equal};
use crate::shape::{Compound, Piece, Shape, Touch};

/// A whole turn.
pub const WHOLE: f64 = 360.0;

/// A direction of rotation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rotation {
    /// Counter-clockwise: positive angles.
    Left,
    /// Clockwise: negative angles.
    Right,
}

impl Rotation {
    /// Both.
    pub(crate) const BOTH: [Rotation; 2] = [Rotation::Left, Rotation::Right];

    /// Returns the direction of a turn by an angle. `None` if the turn changes nothing.
    pub fn of(by: f64) -> Option<Rotation> {
        let over = by.rem_euclid(WHOLE);
        match equal(over, 0.0) || equal(over, WHOLE) {
            true => None,
            false if by > 0.0 => Some(Rotation::Left),
            false => Some(Rotation::Right),
        }
    }

    pub(crate) fn sign(self) -> f64 {
        match self {
            Rotation::Left => 1.0,
            Rotation::Right => -1.0,
        }
    }
}

/// The circle that a motion follows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curvature {
    /// The radius, above 0.
    pub radius: f64,
    /// The side to which the motion bends.
    pub way: Rotation,
}

impl Curvature {
    /// Returns whether two circles are the same, to tolerance.
    pub fn is_like(&self, other: &Curvature) -> bool {
        self.way == other.way && equal(self.radius, other.radius)
    }
}

/// The angles at which a turning shape covers a point. Angles are degrees in the direction of the
/// turn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Arc {
    /// The shape covers the point always or never.
    Unchanged,
    /// The shape covers the point now, until the first angle, and again from the second angle.
    Until(f64, f64),
    /// The shape begins to cover the point at this angle. The angle is 0 if the shape touches the
    /// point and turns into it.
    From(f64),
}

/// Returns the angles at which the shape covers the point at `d`, as it turns in one direction.
pub fn arcs(shape: &Shape, d: Vec2, way: Rotation) -> Arc {
    let Shape::Compound(compound) = shape else { return Arc::Unchanged };
    let cuts = all_cuts(compound, d, way);
    let covered = |angle: f64| shape.covers(d.turned(Vec2::at_angle(-angle * way.sign())));
    let begins = |i: usize| {
        let next = cuts.get(i + 1).copied().unwrap_or(WHOLE + cuts[0]);
        covered((cuts[i] + next) / 2.0)
    };
    match (cuts.first(), shape.covers(d)) {
        (None, _) => Arc::Unchanged,
        (Some(&first), true) => {
            let again = (1..cuts.len()).find(|&i| begins(i));
            Arc::Until(first, again.map_or(WHOLE, |i| cuts[i]))
        }
        (Some(_), false) => {
            let start = (0..cuts.len()).find(|&i| begins(i));
            start.map_or(Arc::Unchanged, |i| Arc::From(cuts[i].max(0.0)))
        }
    }
}

/// Returns the angles at which the outline of a body, turning around its centre, meets the point at
/// `d`. They are sorted, from 0 to below a whole turn.
fn all_cuts(compound: &Compound, d: Vec2, way: Rotation) -> Vec<f64> {
    if let Some(Piece::Polygon(polygon)) = compound.only() {
        return cuts(polygon.corners(), d, way);
    }
    let mut all = Vec::new();
    for piece in compound.pieces() {
        match piece {
            Piece::Disc { centre, radius } => {
                let mut points = Vec::new();
                let turning = Curve::Circle { centre: Vec2::default(), radius: d.length() };
                let disc = Curve::Circle { centre: *centre, radius: *radius };
                turning.meet(&disc, &mut points);
                // The angle from this point of the outline to `d`, in the direction of the turn.
                let ahead = |p: Vec2| ((d.angle() - p.angle()) * way.sign()).rem_euclid(WHOLE);
                all.extend(points.into_iter().map(ahead));
            }
            Piece::Polygon(polygon) => all.extend(cuts(polygon.corners(), d, way)),
        }
    }
    // A meeting with a piece inside of another piece changes nothing.
    let on_outline = |angle: &f64| {
        let back = Vec2::at_angle(-angle * way.sign());
        compound.touch(d.turned(back)) == Touch::Contact
    };
    all.retain(on_outline);
    in_order(all)
}

/// Returns the angles at which an outline, turning around the origin, meets the point at `d`. They
/// are sorted, from 0 to below a whole turn.
pub(crate) fn cuts(corners: &[Vec2], d: Vec2, way: Rotation) -> Vec<f64> {
    let far = d.length();
    let mut cuts: Vec<f64> = Vec::new();
    for (i, &a) in corners.iter().enumerate() {
        let side = corners[(i + 1) % corners.len()] - a;
        // Solve |a + t side| = far for the points of the side that are as far away as `d`.
        let (p, q, r) = (side.dot(side), a.dot(side), a.dot(a) - far * far);
        let under = q * q - p * r;
        // A touch of the middle of a side, to tolerance, counts as a cut. The point is not covered
        // there.
        if under <= 0.0 && !equal(side.unit().cross(a).abs(), far) {
            continue;
        }
        let root = under.max(0.0).sqrt();
        for t in [(-q - root) / p, (-q + root) / p] {
            if (0.0..=1.0).contains(&t) {
                // The angle from this point of the outline to `d`, in the direction of the turn.
                let ahead = (d.angle() - (a + side * t).angle()) * way.sign();
                cuts.push(ahead.rem_euclid(WHOLE));
            }
        }
    }
    in_order(cuts)
}

/// Sorts the angles of contacts. A contact after a whole turn becomes one at the start.
fn in_order(mut cuts: Vec<f64>) -> Vec<f64> {
    cuts.sort_by(f64::total_cmp);
    cuts.dedup_by(|b, a| equal(*a, *b));
    if cuts.last().is_some_and(|&last| equal(last, WHOLE)) {
        cuts.pop();
        if cuts.first().is_none_or(|&first| below(0.0, first)) {
            cuts.insert(0, 0.0);
        }
    }
    cuts
}
