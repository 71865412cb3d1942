//! Rotations of a shape: the angles at which it meets a point.
//!
//! A polygon begins or ceases to cover a point only when its outline passes over the point. The
//! points of the outline that can do so lie on a circle: its centre is the centre of the rotation,
//! and it goes through the point.

use crate::compound::{Compound, Piece};
use crate::curve::Curve;
use crate::meeting::{Begun, Meeting, Meetings, Touch};
use crate::scalar::{Vec2, below, equal};
use crate::shape::Shape;

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

/// Returns the angles between which a shape covers the point at `d`, as it turns in one direction by
/// less than a whole turn. They are degrees in that direction, in order.
pub fn overlaps(shape: &Shape, d: Vec2, way: Rotation) -> Meetings {
    let Shape::Compound(compound) = shape else { return Meetings::None };
    let mut all = Vec::new();
    let covered_now = shape.covers(d);
    let cuts = all_cuts(compound, d, way);
    if covered_now {
        let leave = cuts.first().copied().unwrap_or(WHOLE);
        all.push(Meeting { enter: 0.0, leave, begun: Begun::Before });
    }
    let covered = |angle: f64| shape.covers(d.turned(Vec2::at_angle(-angle * way.sign())));
    for (i, &enter) in cuts.iter().enumerate() {
        let leave = cuts.get(i + 1).copied().unwrap_or(WHOLE + cuts[0]);
        if covered((enter + leave) / 2.0) {
            all.push(Meeting { enter: enter.max(0.0), leave, begun: Begun::ByMoving });
        }
    }
    all.into_iter().collect()
}

/// Returns the first angle above 0 at which the outline of a turning shape touches the point at `d`,
/// even with a corner in passing. A whole turn if there is none.
pub(crate) fn first_touch(shape: &Shape, d: Vec2, way: Rotation) -> f64 {
    let Shape::Compound(compound) = shape else { return WHOLE };
    let far = d.length();
    let ahead = |p: &Vec2| ((d.angle() - p.angle()) * way.sign()).rem_euclid(WHOLE);
    let corners = compound.pieces().flat_map(|piece| match piece {
        Piece::Polygon(polygon) => polygon.corners(),
        Piece::Disc { .. } | Piece::Ellipse { .. } => &[],
    });
    let corners = corners
        .filter(|corner| equal(corner.length(), far) && compound.touch(**corner) == Touch::Contact);
    let all = all_cuts(compound, d, way).into_iter().chain(corners.map(ahead));
    all.filter(|&angle| below(0.0, angle) && below(angle, WHOLE)).fold(WHOLE, f64::min)
}

/// Returns the angles at which the outline of a body, turning around its centre, meets the point at
/// `d`. They are sorted, from 0 to below a whole turn.
fn all_cuts(compound: &Compound, d: Vec2, way: Rotation) -> Vec<f64> {
    if let Some(Piece::Polygon(polygon)) = compound.only() {
        return cuts(polygon.corners(), d, way);
    }
    let mut all: Vec<f64> =
        compound.pieces().flat_map(|piece| piece_cuts(piece, Vec2::default(), d, way)).collect();
    // A meeting with a piece inside of another piece changes nothing.
    let on_outline = |angle: &f64| {
        let back = Vec2::at_angle(-angle * way.sign());
        compound.touch(d.turned(back)) == Touch::Contact
    };
    all.retain(on_outline);
    in_order(all)
}

/// Returns the angles at which the outline of a piece meets the point at `d`, as the body turns around
/// the origin. Its centre is at `body`. They are sorted, from 0 to below a whole turn.
pub(crate) fn piece_cuts(piece: &Piece, body: Vec2, d: Vec2, way: Rotation) -> Vec<f64> {
    let met = |outline: Curve| {
        let mut points = Vec::new();
        Curve::Circle { centre: Vec2::default(), radius: d.length() }.meet(&outline, &mut points);
        // The angle from this point of the outline to `d`, in the direction of the turn.
        let ahead = |p: Vec2| ((d.angle() - p.angle()) * way.sign()).rem_euclid(WHOLE);
        in_order(points.into_iter().map(ahead).collect())
    };
    match piece {
        Piece::Disc { centre, radius } => {
            met(Curve::Circle { centre: *centre + body, radius: *radius })
        }
        Piece::Ellipse { outline, .. } => met(Curve::Ellipse(outline.shifted(body))),
        Piece::Polygon(polygon) => {
            let corners: Vec<Vec2> = polygon.corners().iter().map(|&c| c + body).collect();
            cuts(&corners, d, way)
        }
    }
}

/// Returns the angles at which an outline, turning around the origin, meets the point at `d`. They
/// are sorted, from 0 to below a whole turn.
fn cuts(corners: &[Vec2], d: Vec2, way: Rotation) -> Vec<f64> {
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
