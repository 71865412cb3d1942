//! The judge's verdicts on captures without moving.
//!
//! It tries stops on the way out: every distance at which an overlap or a verdict on the stop may
//! change, and the middles between them. It keeps what each of them captures.

use super::body::{Man, Overlap};
use super::road::Road;
use super::{Judge, Verdict, between, ground, rims};
use alfil::plane::motion::Ray;
use alfil::plane::position::{PieceId, PieceSet};
use alfil::rules::condition::Condition;
use std::collections::BTreeSet;

impl<'f> Judge<'f, '_> {
    /// The legal captures without moving of piece `id`.
    pub fn verdicts_on_shots(&self, id: PieceId) -> BTreeSet<Verdict> {
        let Some(me) = self.men.iter().find(|m| m.id == id) else { return BTreeSet::new() };
        let shots = self.field.kind(id).moves.shots.iter();
        let taken: BTreeSet<PieceSet> = shots.flat_map(|ray| self.shot(me, ray)).collect();
        let verdict = |taken: PieceSet| {
            let left = |m: &&Man<'f>| !taken.has(m.id);
            let after: Vec<Man<'f>> = self.men.iter().filter(left).cloned().collect();
            let mut royals = self.field.royals(me.piece.side);
            if royals.any(|royal| self.is_attacked(&after, royal, PieceSet::NONE)) {
                return None;
            }
            let safe = || !self.is_attacked(&after, id, PieceSet::NONE);
            Some(Verdict { taken, promotes: self.field.promotes(id, me.piece.at, safe)? })
        };
        taken.into_iter().filter_map(verdict).collect()
    }

    /// What the stops on one way out capture.
    fn shot(&self, me: &Man<'f>, ray: &Ray) -> Vec<PieceSet> {
        let (Some(free), Some(course)) = (self.spotless(me, ray), self.field.path(me.id, ray))
        else {
            return Vec::new();
        };
        let (road, stops) = (Road::of(&course.track), course.stops);
        let mut all = vec![stops.least, stops.most];
        for other in self.around(&self.men, me, stops.most).iter().filter(|m| !m.is(me)) {
            all.extend(rims(me, other, &road));
            for overlap in road.overlaps(me, other.piece.at) {
                if let Overlap::Begins(enter, _) = overlap {
                    all.extend(stops.first(enter));
                }
            }
        }
        if stops.is_discrete() {
            all.extend(stops.each());
        }
        all.sort_by(f64::total_cmp);
        let middles: Vec<f64> = between(&all).collect();
        let tried = all.into_iter().chain(middles);
        let taken = tried.filter_map(|at| self.stop(&self.men, me, &road, &free, &stops, at));
        taken.filter(|taken| !taken.is_empty()).collect()
    }

    /// The way out of a shot without its condition. `None` if the condition does not hold. The move
    /// ends at its start, so the condition is about the start alone.
    fn spotless(&self, me: &Man<'f>, ray: &Ray) -> Option<Ray> {
        let at = me.piece.at;
        let may = ray.ground.past().allows(&me.piece)
            && ground::allows(self.field.program, &ray.when, &me.piece, at);
        may.then(|| Ray { when: Condition::Always, ..ray.clone() })
    }

    /// True if `foe` could shoot `king`.
    pub(super) fn shoots(&self, men: &[Man<'f>], foe: &Man<'f>, king: &Man<'f>) -> bool {
        let shots = self.field.kind(foe.id).attacks.shots.iter();
        let mut free = shots.filter_map(|ray| self.spotless(foe, ray));
        free.any(|ray| self.takes(men, foe, &ray, king))
    }
}
