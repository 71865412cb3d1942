//! Rotations of a shape: the angles at which it meets a point.
//!
//! A polygon begins or ceases to cover a point only when its outline passes over the point. The
//! points of the outline that can do so lie on a circle: its centre is the centre of the rotation,
//! and it goes through the point.

use crate::geometry::compound::{Compound, Piece};
use crate::geometry::curve::Curve;
use crate::geometry::meeting::{Begun, Meeting, Meetings, Touch};
use crate::geometry::polygon::corners_of;
use crate::geometry::scalar::{Vec2, below, beyond, equal};
use crate::geometry::shape::Shape;

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

/// Returns the angles between which a shape covers the point at `d`, as it turns by less than a whole
/// turn to the left, and to the right. They are degrees in that direction, in order.
pub fn overlaps(shape: &Shape, d: Vec2) -> [Meetings; 2] {
    let Shape::Compound(compound) = shape else { return [Meetings::None, Meetings::None] };
    let covered_now = shape.covers(d);
    let contacts = contacts(compound, d.length());
    Rotation::BOTH.map(|way| {
        let mut all = Vec::new();
        let cuts = angles(&contacts, d, way);
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
    })
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
    let all = angles(&contacts(compound, far), d, way).into_iter().chain(corners.map(ahead));
    all.filter(|&angle| below(0.0, angle) && below(angle, WHOLE)).fold(WHOLE, f64::min)
}

/// Returns the points of the outline of a body that are `far` away from its centre. When the body turns,
/// only these can meet a point at that distance, whatever the direction of the turn.
fn contacts(compound: &Compound, far: f64) -> Vec<Vec2> {
    let mut all = Vec::new();
    compound.pieces().for_each(|piece| level_points(piece, Vec2::default(), far, &mut all));
    if !matches!(compound.only(), Some(Piece::Polygon(_))) {
        // A meeting with a piece inside of another piece changes nothing.
        all.retain(|&p| compound.touch(p) == Touch::Contact);
    }
    all
}

/// Returns the angles at which points of an outline, turning around the origin, meet the point at `d`.
/// They are sorted, from 0 to below a whole turn.
fn angles(points: &[Vec2], d: Vec2, way: Rotation) -> Vec<f64> {
    // The angle from a point of the outline to `d`, in the direction of the turn.
    let ahead = |p: &Vec2| ((d.angle() - p.angle()) * way.sign()).rem_euclid(WHOLE);
    in_order(points.iter().map(ahead).collect())
}

/// Returns the angles at which the outline of a piece meets the point at `d`, as the body turns around
/// the origin. Its centre is at `body`. They are sorted, from 0 to below a whole turn.
pub(crate) fn piece_cuts(piece: &Piece, body: Vec2, d: Vec2, way: Rotation) -> Vec<f64> {
    let mut points = Vec::new();
    level_points(piece, body, d.length(), &mut points);
    angles(&points, d, way)
}

/// Appends the points of the outline of a piece that are `far` away from the origin. The centre of the
/// body is at `body`.
fn level_points(piece: &Piece, body: Vec2, far: f64, found: &mut Vec<Vec2>) {
    let circle = Curve::Circle { centre: Vec2::default(), radius: far };
    match piece {
        Piece::Disc { centre, radius } => {
            circle.meet(&Curve::Circle { centre: *centre + body, radius: *radius }, found);
        }
        // A quick test, because ellipses take long.
        Piece::Ellipse { reach, .. } if body == Vec2::default() && beyond(far, *reach) => {}
        Piece::Ellipse { outline, .. } => {
            circle.meet(&Curve::Ellipse(outline.shifted(body)), found);
        }
        Piece::Polygon(polygon) => {
            for (a, b) in corners_of(polygon.corners()) {
                side_points(a + body, b + body, far, found);
            }
        }
    }
}

/// Appends the points of the side between two corners that are `far` away from the origin.
fn side_points(a: Vec2, b: Vec2, far: f64, found: &mut Vec<Vec2>) {
    let side = b - a;
    // Solve |a + t side| = far.
    let (p, q, r) = (side.dot(side), a.dot(side), a.dot(a) - far * far);
    let under = q * q - p * r;
    // A touch of the middle of a side, to tolerance, counts as a cut. The point is not covered
    // there.
    if under <= 0.0 && !equal(side.unit().cross(a).abs(), far) {
        return;
    }
    let root = under.max(0.0).sqrt();
    let ends = [(-q - root) / p, (-q + root) / p].into_iter();
    found.extend(ends.filter(|t| (0.0..=1.0).contains(t)).map(|t| a + side * t));
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
