//! The judge's verdicts on captures without moving.
//!
//! It tries stops on the way out: every distance at which an overlap or a verdict on the stop may
//! change, and the middles between them. It keeps what each of them captures.

use super::body::{Man, Overlap};
use super::{Judge, Verdict, between, ground, rims};
use alfil_plane::model::motion::Ray;
use alfil_plane::model::position::{PieceId, PieceSet};
use alfil_rules::condition::Condition;
use std::collections::BTreeSet;

impl<'f, 'a> Judge<'f, 'a> {
    /// The legal captures without moving of piece `id`.
    pub fn verdicts_on_shots(&self, id: PieceId) -> BTreeSet<Verdict> {
        let Some(me) = self.crowd.find(id) else { return BTreeSet::new() };
        let shots = self.field.kind(id).moves.shots.iter();
        let taken: BTreeSet<PieceSet> = shots.flat_map(|ray| self.shot(me, ray)).collect();
        let verdict = |taken: PieceSet| {
            let after = self.crowd.without(taken);
            let mut royals = self.field.royals(me.piece.side);
            if royals.any(|royal| self.is_attacked(&after, royal, PieceSet::NONE)) {
                return None;
            }
            let safe = || !self.is_attacked(&after, id, PieceSet::NONE);
            Some(Verdict {
                taken,
                promotes: self.promotes(me, me.piece.at, me.piece.facing, safe)?,
            })
        };
        taken.into_iter().filter_map(verdict).collect()
    }

    /// What the stops on one way out capture.
    fn shot(&self, me: &Man<'f>, ray: &'a Ray) -> Vec<PieceSet> {
        // A shot returns to its start, so its stops need not satisfy a condition.
        let course = self.course(me.id, ray, &Condition::Always);
        let Some(course) = course.filter(|_| self.may_shoot(me, ray)) else { return Vec::new() };
        let stops = &course.stops;
        let mut all = vec![stops.least, stops.most];
        let others = self.crowd.around(me, &course, stops.most);
        for other in &others {
            all.extend(rims(me, other, &course));
            for overlap in course.overlaps(me, other.piece.at) {
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
        let taken = tried.filter_map(|at| self.stop_among(&others, me, &course, at));
        taken.filter(|taken| !taken.is_empty()).collect()
    }

    /// True if the condition of a shot holds where the piece stands.
    pub(super) fn may_shoot(&self, me: &Man<'f>, ray: &Ray) -> bool {
        ray.ground.past().allows(&me.piece)
            && ground::allows(self.field.program, &ray.when, &me.piece, me.piece.at)
    }
}
