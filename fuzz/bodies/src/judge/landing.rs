//! The judge's verdicts on leaps into a region.
//!
//! To find attacks by such leaps, it tries landings on rings around the king that are smaller than
//! the radius of the leaping piece. It misses points between them, with an error of a few
//! hundredths at most.

use super::body::Man;
use super::crowd::Crowd;
use super::figure::covers;
use super::{Judge, Verdict, ground, obstacles};
use alfil_plane::geometry::scalar::{EPSILON, Vec2};
use alfil_plane::model::motion::Area;
use alfil_plane::model::position::{PieceId, PieceSet};

/// The number of rings around a king, and of points (`SPOKES`) on each ring.
const RINGS: usize = 12;
const SPOKES: usize = 48;

impl<'f> Judge<'f, '_> {
    /// The verdict on a leap of piece `id` to the point `at`, by any of its areas.
    pub fn verdict_on_landing(&self, id: PieceId, at: Vec2) -> Option<Verdict> {
        let me = self.crowd.find(id)?;
        let areas = &self.field.kind(id).moves.areas;
        let others = self.crowd.near(me, at, me.shape.reach());
        let taken = areas.iter().find_map(|area| {
            let taken = self.lands(&others, me, area, at)?;
            area.purpose.allows(!taken.is_empty()).then_some(taken)
        })?;
        let mut after = self.crowd.without(taken);
        let mut moved = me.clone();
        moved.piece.at = at;
        after.put(moved);
        let side = me.piece.side;
        if self.field.royals(side).any(|royal| self.is_attacked(&after, royal, PieceSet::NONE)) {
            return None;
        }
        let safe = || !self.is_attacked(&after, id, PieceSet::NONE);
        Some(Verdict { taken, promotes: self.promotes(me, at, me.piece.facing, safe)? })
    }

    /// The captures of a leap to `at`. `None` if the point is too near or too far, off the plane,
    /// or too close to a piece of the same side. `others` are the pieces and images near that point.
    fn lands(&self, others: &[Man<'f>], me: &Man<'f>, area: &Area, at: Vec2) -> Option<PieceSet> {
        let may = area.ground.past().allows(&me.piece);
        if !may || !ground::allows(self.field.program, &area.when, &me.piece, at) {
            return None;
        }
        let d = at - me.piece.at;
        let far = d.length();
        let edge = self.field.edge(me.piece.at, d.unit());
        let reach = self.field.program.rules().plane.reach.get();
        let least = area.from.max(self.field.program.least());
        if far < least - EPSILON || far > area.to.min(edge * reach) + EPSILON {
            return None;
        }
        if obstacles::block(self.field.program, at, at, me.shape.reach()) {
            return None;
        }
        let mut taken = PieceSet::NONE;
        for other in others {
            let apart = other.piece.at - at;
            let covered = covers(me.shape, apart);
            if other.piece.side != me.piece.side {
                taken = if covered { taken.with(other.id) } else { taken };
            } else if covered || other.covers(apart * -1.0) {
                return None;
            }
        }
        Some(taken)
    }

    /// True if `foe` could leap onto a king, whose images are `kings`, with one of the tried landings.
    pub(super) fn leaps_onto(&self, crowd: &Crowd<'f>, foe: &Man<'f>, kings: &[Vec2]) -> bool {
        !self.field.kind(foe.id).attacks.areas.is_empty()
            && kings.iter().any(|king| self.leaps_to(crowd, foe, *king))
    }

    /// True if `foe` could leap onto a king at a point with one of the tried landings.
    fn leaps_to(&self, crowd: &Crowd<'f>, foe: &Man<'f>, king: Vec2) -> bool {
        let areas = &self.field.kind(foe.id).attacks.areas;
        let (home, radius) = (foe.piece.at - king, foe.shape.reach());
        let near: Vec<&Area> =
            areas.iter().filter(|area| home.length() < area.to + radius).collect();
        if near.is_empty() {
            return false;
        }
        // Every landing is within the radius of the king.
        let others = crowd.near(foe, king, 2.0 * radius);
        // The first point of each ring is in the direction of the leaping piece.
        let first = home.angle();
        let spoke = |i: usize| Vec2::at_angle(first + 360.0 * i as f64 / SPOKES as f64);
        let ring = |k: usize| (radius - 2.0 * EPSILON) * k as f64 / RINGS as f64;
        // The ring of radius 0 is a point.
        let points = |k: usize| if k == 0 { 1 } else { SPOKES };
        let mut tried = (0..=RINGS).flat_map(|k| (0..points(k)).map(move |i| (k, i)));
        tried.any(|(k, i)| {
            let at = king + spoke(i) * ring(k);
            near.iter().any(|area| self.lands(&others, foe, area, at).is_some())
        })
    }
}
