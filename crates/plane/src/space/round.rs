//! Circles on which pieces move.
//!
//! The body turns with the circle, like a car on a bend: the whole body rotates around the centre of
//! the circle. So a point enters and leaves it where the circle through the point crosses the outline.

use crate::geometry::compound::Piece;
use crate::geometry::curve::Curve;
use crate::geometry::meeting::{Spans, joined};
use crate::geometry::scalar::{Vec2, below, equal};
use crate::geometry::shape::Shape;
use crate::geometry::trigonometry::{angle, asin};
use crate::space::rotation::{Curvature, Rotation, WHOLE, piece_cuts};
use std::f64::consts::TAU;

/// A circle on which a piece moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Round {
    /// The place of the piece, which is on the circle.
    pub from: Vec2,
    /// The centre of the circle.
    pub centre: Vec2,
    /// The radius of the circle, above 0.
    pub radius: f64,
    /// The side to which the track bends.
    pub way: Rotation,
}

impl Round {
    /// Appends the distances at which the circle meets a curve.
    pub(crate) fn crossings(&self, curve: &Curve, found: &mut Vec<f64>) {
        let mut points = Vec::new();
        Curve::Circle { centre: self.centre, radius: self.radius }.meet(curve, &mut points);
        for p in points {
            let distance = self.distance_to(p - self.centre);
            found.push(distance);
            // A point at the start is also the end of the lap.
            if equal(distance, self.lap()) || equal(distance, 0.0) {
                found.extend([0.0, self.lap()]);
            }
        }
    }

    /// Returns the circle that begins at `from` along a unit vector and bends to one side.
    pub fn new(from: Vec2, along: Vec2, radius: f64, way: Rotation) -> Round {
        let left = Vec2::new(-along.y, along.x);
        Round { from, centre: from + left * (radius * way.sign()), radius, way }
    }

    /// The circle without its place.
    pub fn curve(&self) -> Curvature {
        Curvature { radius: self.radius, way: self.way }
    }

    /// The length of the whole circle.
    pub fn lap(&self) -> f64 {
        TAU * self.radius
    }

    /// Returns the degrees by which the track has turned after a distance, positive for
    /// counter-clockwise.
    pub fn turn(&self, distance: f64) -> f64 {
        (distance / self.radius).to_degrees() * self.way.sign()
    }

    /// Returns the distance at which the track first passes the direction of `d` from the centre.
    fn distance_to(&self, d: Vec2) -> f64 {
        let start = self.from - self.centre;
        let radians = angle(start.cross(d), start.dot(d)) * self.way.sign();
        radians.rem_euclid(TAU) * self.radius
    }

    /// Returns the distances between which a disc covers a point. The disc is a piece of the body,
    /// with its centre at `centre` from that of the body before the move. Infinite if it covers the
    /// point everywhere. `None` if it never does.
    fn disc_span(&self, centre: Vec2, radius: f64, at: Vec2) -> Option<(f64, f64)> {
        let (d, start) = (at - self.centre, self.from + centre - self.centre);
        let (far, own) = (d.length(), start.length());
        let off = (far - own).abs();
        if !below(off, radius) {
            return None;
        }
        // The law of cosines, written so that it is exact near a tangent.
        let part = (radius - off) * (radius + off) / (4.0 * own * far);
        if part >= 1.0 {
            return Some((f64::NEG_INFINITY, f64::INFINITY));
        }
        let ahead = angle(start.cross(d), start.dot(d)) * self.way.sign();
        let (middle, half) = (ahead.rem_euclid(TAU), 2.0 * asin(part.sqrt()));
        Some(((middle - half) * self.radius, (middle + half) * self.radius))
    }

    /// Appends the distances between which a piece of the body covers a point, in one lap.
    fn piece_spans(&self, piece: &Piece, at: Vec2, found: &mut Spans) {
        if let Piece::Disc { centre, radius } = piece {
            return found.extend(self.disc_span(*centre, *radius, at));
        }
        let (body, d) = (self.from - self.centre, at - self.centre);
        let cuts = piece_cuts(piece, body, d, self.way);
        let covered = |angle: f64| {
            let back = Vec2::at_angle(-angle * self.way.sign());
            piece.covers(d.turned(back) - body)
        };
        let length = |angle: f64| angle.to_radians() * self.radius;
        for (i, &cut) in cuts.iter().enumerate() {
            let next = cuts.get(i + 1).copied().unwrap_or(WHOLE + cuts[0]);
            if covered((cut + next) / 2.0) {
                found.push((length(cut), length(next)));
            }
        }
        if cuts.is_empty() && covered(0.0) {
            found.push((f64::NEG_INFINITY, f64::INFINITY));
        }
    }

    /// Returns the distances between which a body covers a point, from the lap before the start to
    /// the one after the first.
    pub(crate) fn spans(&self, shape: &Shape, at: Vec2) -> Spans {
        let mut once = Spans::new();
        match shape {
            Shape::Disc(radius) => once.extend(self.disc_span(Vec2::default(), *radius, at)),
            Shape::Compound(compound) => {
                compound.pieces().for_each(|piece| self.piece_spans(piece, at, &mut once));
            }
        }
        let lap = self.lap();
        let laps = |(enter, leave): (f64, f64)| {
            [-lap, 0.0, lap].map(|shift| (enter + shift, leave + shift))
        };
        joined(once.into_iter().flat_map(laps).collect())
    }
}
