//! The judge's verdicts on paths of two parts.
//!
//! It walks both parts one after the other: a stop without captures, then a stop of the second ray
//! from there. To find attacks, it tries stops between the parts on a fine grid, and where a ray
//! begins or ceases to meet a piece. It may miss attacks from narrower gaps.

use super::body::Man;
use super::course::Course;
use super::crowd::Crowd;
use super::{Judge, Verdict, between, rims};
use alfil_plane::geometry::scalar::Vec2;
use alfil_plane::model::motion::Bend;
use alfil_plane::model::position::{Lengths, PieceId, PieceSet};

/// The number of stops between the parts that are tried on a grid.
const GRID: usize = 48;
/// The distance from the stops at which a ray touches a piece on a tangent.
const ASIDE: f64 = 1e-7;

impl<'f, 'a> Judge<'f, 'a> {
    /// The verdict on a path of piece `id`.
    pub fn verdict_on_path(
        &self,
        id: PieceId,
        bend: &'a Bend,
        lengths: Lengths,
    ) -> Option<Verdict> {
        let me = self.crowd.find(id)?;
        let Lengths { first, last } = lengths;
        let [along, onward] = self.ways(me, bend);
        let landing = me.piece.at + along * first + onward * last;
        if !bend.last.ground.past().allows(&me.piece) {
            return None;
        }
        let there = self.between_parts(&self.crowd, me, bend, first)?;
        let taken = self.second(&self.crowd, &there, bend, last)?;
        let mut after = self.crowd.without(taken);
        let mut moved = me.clone();
        moved.piece.at = landing;
        after.put(moved);
        let mut royals = self.field.royals(me.piece.side);
        if royals.any(|royal| self.is_attacked(&after, royal, PieceSet::NONE)) {
            return None;
        }
        let safe = || !self.is_attacked(&after, id, PieceSet::NONE);
        Some(Verdict { taken, promotes: self.promotes(me, landing, me.piece.facing, safe)? })
    }

    fn ways(&self, me: &Man<'_>, bend: &'a Bend) -> [Vec2; 2] {
        [&bend.first, &bend.last].map(|ray| self.field.direction(me.id, ray.along))
    }

    /// The piece at its stop after the first part. `None` if it may not stop there.
    fn between_parts(
        &self,
        crowd: &Crowd<'f>,
        me: &Man<'f>,
        bend: &'a Bend,
        first: f64,
    ) -> Option<Man<'f>> {
        let course = self.course(me.id, &bend.first, &bend.first.when)?;
        let taken = self.stop(crowd, me, &course, first)?;
        let mut there = me.clone();
        there.piece.at = course.road.at(first);
        taken.is_empty().then_some(there)
    }

    /// The captures of the second part of a piece that is at its stop.
    fn second(
        &self,
        crowd: &Crowd<'f>,
        there: &Man<'f>,
        bend: &'a Bend,
        last: f64,
    ) -> Option<PieceSet> {
        self.stop(crowd, there, &self.onward(there, bend)?, last)
    }

    /// The second part from the stop after the first one.
    fn onward(&self, there: &Man<'f>, bend: &'a Bend) -> Option<Course<'a>> {
        let path = self.field.path_from(there.id, there.piece.at, &bend.last)?;
        Some(Course::new(path, &bend.last, &bend.last.when))
    }

    /// True if `foe` could capture `king` on a path of two parts.
    pub(super) fn walks_onto(&self, crowd: &Crowd<'f>, foe: &Man<'f>, king: &Man<'f>) -> bool {
        let bends = self.field.kind(foe.id).attacks.bends.iter();
        bends.into_iter().any(|bend| self.bends_onto(crowd, foe, bend, king))
    }

    fn bends_onto(&self, crowd: &Crowd<'f>, foe: &Man<'f>, bend: &'a Bend, king: &Man<'f>) -> bool {
        let may = bend.last.ground.past().allows(&foe.piece);
        let course = self.course(foe.id, &bend.first, &bend.first.when).filter(|_| may);
        let Some(course) = course else { return false };
        let [along, onward] = self.ways(foe, bend);
        let (radius, stops) = (foe.shape.reach(), &course.stops);
        let far = bend.last.to.min(self.field.program.size().length());
        if (king.piece.at - foe.piece.at).length() > stops.most + far + radius {
            return false;
        }
        let part = |n: usize| stops.least + (stops.most - stops.least) * n as f64 / GRID as f64;
        let mut tried: Vec<f64> = (0..=GRID).map(part).collect();
        for other in crowd.men().filter(|m| m.id != foe.id) {
            tried.extend(rims(foe, other, &course));
            let gain = onward.cross(along);
            let aside = onward.cross(other.piece.at - foe.piece.at);
            for edge in [-radius, radius] {
                let touch = (aside - edge) / gain;
                tried.extend([touch - ASIDE, touch, touch + ASIDE]);
            }
        }
        tried.retain(|first| *first >= stops.least && *first <= stops.most);
        tried.sort_by(f64::total_cmp);
        let middles: Vec<f64> = between(&tried).collect();
        tried.into_iter().chain(middles).any(|first| {
            // From most stops, the second part passes far from the king.
            let d = king.piece.at - course.road.at(first);
            if d.cross(onward).abs() > radius || d.dot(onward) < -radius {
                return false;
            }
            let Some(there) = self.between_parts(crowd, foe, bend, first) else { return false };
            let mut others = crowd.clone();
            others.put(there.clone());
            let onward = self.onward(&there, bend);
            let kings = [king.piece.at];
            onward.is_some_and(|way| self.takes_along(&others, &there, &way, king.id, &kings))
        })
    }
}
