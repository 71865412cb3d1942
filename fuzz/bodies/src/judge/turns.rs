//! The judge's verdicts on turns of a piece on its centre. Contacts are found by sampling angles.

use super::body::Man;
use super::crowd::Crowd;
use super::figure::covers;
use super::{Judge, Verdict};
use alfil_plane::geometry::scalar::{EPSILON, Vec2};
use alfil_plane::geometry::shape::{Piece, Shape};
use alfil_plane::model::position::{PieceId, PieceSet, Promotes};
use alfil_rules::plane::Friends;
use std::sync::OnceLock;

/// The angle between two samples of a rotation, in degrees.
const SAMPLE: f64 = 0.02;
/// The tolerance of angles in degrees. A contact is found a little late, when the overlap is
/// greater than the tolerance of lengths.
const ANGLE: f64 = 1e-5;

impl<'f> Judge<'f, '_> {
    /// The verdict on rotating piece `id` by `angle` degrees. If two directions lead to the same
    /// result, only the shorter rotation is legal.
    pub fn verdict_on_turn(&self, id: PieceId, angle: f64) -> Option<Verdict> {
        let verdict = self.turned(id, angle)?;
        let is_longer = angle > 180.0 || angle <= -180.0;
        let twin = || self.turned(id, angle - 360.0 * angle.signum());
        (!is_longer || twin() != Some(verdict)).then_some(verdict)
    }

    fn turned(&self, id: PieceId, angle: f64) -> Option<Verdict> {
        let me = self.crowd.find(id)?;
        let taken = self.captures_of_turn(&self.crowd, me, angle)?;
        let after = self.crowd.without(taken);
        let royals: Vec<PieceId> = self.field.royals(me.piece.side).collect();
        let safe = !royals.iter().any(|&royal| self.is_attacked(&after, royal, PieceSet::NONE));
        safe.then_some(Verdict { taken, promotes: Promotes::No })
    }

    /// The captures of a rotation of `me`. `None` if it may not rotate so far.
    fn captures_of_turn(
        &self,
        crowd: &Crowd<'f>,
        me: &Man<'f>,
        signed_angle: f64,
    ) -> Option<PieceSet> {
        let (sign, angle) = (signed_angle.signum(), signed_angle.abs());
        let least = self.field.program.least_turn();
        let change = angle.min(360.0 - angle);
        if change <= EPSILON || change < least - EPSILON {
            return None;
        }
        let is_least = (angle - least).abs() <= EPSILON;
        let mut taken = PieceSet::NONE;
        for other in &crowd.near(me, me.piece.at, me.shape.reach()) {
            let at = other.piece.at;
            let meets = self.first_angle(me, at, sign);
            if other.piece.side == me.piece.side {
                let stops_ways = self.field.program.friends() == Friends::Stop;
                let touch = if stops_ways { first_corner(me, at, sign) } else { f64::INFINITY };
                if angle > meets.min(touch) + ANGLE {
                    return None;
                }
                continue;
            }
            if angle > meets + ANGLE {
                // Only the least turn may capture after the contact, while the overlap lasts.
                let steps = ((angle - meets) / SAMPLE).ceil() as usize;
                let part = |i: usize| meets + (angle - meets) * i as f64 / steps as f64;
                if !is_least || !(1..=steps).all(|i| covers_at(me, at, sign * part(i))) {
                    return None;
                }
                taken = taken.with(other.id);
            }
            let stands = covers(me.shape, at - me.piece.at);
            if (angle - meets).abs() <= ANGLE || stands && covers_at(me, at, sign * angle) {
                taken = taken.with(other.id);
            }
        }
        Some(taken)
    }

    /// True if `foe` could capture `king`, which has these images, by rotating. It turns until it first
    /// meets an enemy, and at least by the least turn.
    pub(super) fn turns_onto(
        &self,
        crowd: &Crowd<'f>,
        foe: &Man<'f>,
        king: &Man<'f>,
        kings: &[Vec2],
    ) -> bool {
        let (at, reach) = (foe.piece.at, foe.shape.reach());
        if !kings.iter().any(|king| (*king - at).length() < reach) {
            return false;
        }
        let least = self.field.program.least_turn();
        [1.0, -1.0].into_iter().any(|sign| {
            let around = crowd.near(foe, at, reach);
            let enemies = around.iter().filter(|m| m.piece.side != foe.piece.side);
            let first = enemies.map(|m| self.first_angle(foe, m.piece.at, sign));
            let first = first.fold(f64::INFINITY, f64::min);
            let angles = [least.max(2.0 * ANGLE), first.max(least)].into_iter();
            let mut turns = angles.filter(|angle| *angle > ANGLE && *angle < 360.0);
            turns.any(|angle| {
                let taken = self.captures_of_turn(crowd, foe, sign * angle);
                taken.is_some_and(|taken| taken.has(king.id))
            })
        })
    }

    /// The first positive angle at which `me`, where it stands, begins to cover a point.
    fn first_angle(&self, me: &Man<'_>, point: Vec2, sign: f64) -> f64 {
        let key = ([point.x.to_bits(), point.y.to_bits()], me.id, sign > 0.0);
        *self.angles.borrow_mut().entry(key).or_insert_with(|| first_angle(me, point, sign))
    }
}

/// The directions of the samples of a rotation, turned back: clockwise from the right.
fn samples() -> &'static [Vec2] {
    static SAMPLES: OnceLock<Vec<Vec2>> = OnceLock::new();
    SAMPLES.get_or_init(|| {
        let count = (360.0 / SAMPLE) as u32;
        (0..count).map(|i| Vec2::at_angle(-f64::from(i) * SAMPLE)).collect()
    })
}

/// True if `me` covers a point at this distance from its centre.
fn covers_point(me: &Man<'_>, d: Vec2) -> bool {
    covers(me.shape, d)
}

/// True if `me`, rotated by `angle` degrees, covers a point.
fn covers_at(me: &Man<'_>, point: Vec2, angle: f64) -> bool {
    covers_point(me, (point - me.piece.at).turned(Vec2::at_angle(-angle)))
}

/// The first positive angle at which `me`, rotated in direction `sign`, begins to cover a point.
/// Infinite if there is none.
fn first_angle(me: &Man<'_>, point: Vec2, sign: f64) -> f64 {
    if (point - me.piece.at).length() >= me.shape.reach() {
        return f64::INFINITY;
    }
    let covers = |angle: f64| covers_at(me, point, sign * angle);
    let d = point - me.piece.at;
    let mut before = covers(0.0);
    for (i, back) in (0..).zip(samples()).skip(1) {
        let now = covers_point(me, d.turned(Vec2::new(back.x, sign * back.y)));
        if now && !before {
            let angle = f64::from(i) * SAMPLE;
            let (mut low, mut high) = (angle - SAMPLE, angle);
            while high - low > ANGLE / 1e4 {
                let middle = (low + high) / 2.0;
                if covers(middle) { high = middle } else { low = middle }
            }
            return high;
        }
        before = now;
    }
    f64::INFINITY
}

/// The first positive angle at which a corner of `me`, rotated in direction `sign`, lies on a point.
/// Infinite if no corner is as far away as the point.
fn first_corner(me: &Man<'_>, point: Vec2, sign: f64) -> f64 {
    let Shape::Compound(compound) = me.shape else { return f64::INFINITY };
    let d = point - me.piece.at;
    let corners = compound.pieces().flat_map(|piece| match piece {
        Piece::Polygon(polygon) => polygon.corners(),
        Piece::Disc { .. } | Piece::Ellipse { .. } => &[],
    });
    let hits = corners.flat_map(|&corner| {
        let angle = (corner.dot(d) / (corner.length() * d.length())).clamp(-1.0, 1.0).acos();
        let both = [angle.to_degrees(), 360.0 - angle.to_degrees()];
        let lies = move |angle: &f64| {
            (corner.turned(Vec2::at_angle(sign * *angle)) - d).length() <= 2.0 * EPSILON
        };
        both.into_iter().filter(lies).collect::<Vec<_>>()
    });
    hits.filter(|&angle| angle > ANGLE).fold(f64::INFINITY, f64::min)
}
