//! What stands in the way of a ray, where the piece may stop and what it captures; kings are not looked at.
//!
//! Owns: [`RayMove`] and [`CaptureInterval`]. One description serves the moves of a piece ([`RayMove::stretches`]) and its
//! attacks ([`RayMove::takes`]), so that what attacks a king is what could capture him. The rules of stopping,
//! with an overlap of an enemy from `enter` to `leave`: a sweep may stop before every `enter` (up to it, if
//! it captures nothing), and at the first allowed stop from there on, which captures all that it then
//! covers; if an overlap that began has ended by then, there is no such stop. A friend ends it at the
//! contact. An enemy that was covered before the move is captured wherever the stop still covers it. A leap
//! looks only at where it lands. Invariant: stretches do not meet, and each has one set of captures.

use crate::field::{Field, RayPath};
use crate::interval::{End, Interval, IntervalSet};
use crate::motion::{Gait, Purpose, Ray};
use crate::position::{PieceId, PieceSet};
use crate::scalar::{Vec2, at_most, below};
use crate::shape::{Begun, Meeting, Shape};
use std::borrow::Cow;

/// Stops with one set of captures.
#[derive(Clone, PartialEq, Debug)]
pub struct CaptureInterval {
    /// The stops.
    pub at: IntervalSet,
    /// What is captured on each of them.
    pub taken: PieceSet,
}

/// A ray of a piece from where it stands, with all that it meets. Whoever is asked about may be `gone`:
/// captured, or moved elsewhere.
pub struct RayMove<'a> {
    /// The ray.
    pub(crate) course: RayPath<'a>,
    /// The body that moves along it.
    pub(crate) shape: &'a Shape,
    /// How it is crossed.
    pub(crate) gait: Gait,
    purpose: Purpose,
    /// Friends that it comes to cover.
    friends: Vec<(PieceId, Meeting)>,
    /// Enemies that it covers or comes to cover.
    foes: Vec<(PieceId, Meeting)>,
    /// Where friends cover its centre: open intervals.
    shadows: Vec<(PieceId, Interval)>,
    /// Where a leap may land.
    landings: IntervalSet,
}

impl<'a> RayMove<'a> {
    /// The way of a course of piece `id`.
    pub fn new(field: &'a Field<'_>, id: PieceId, ray: &Ray, course: RayPath<'a>) -> Self {
        let (side, shape) = (field.piece(id).side, &field.shapes[id]);
        let mut way = RayMove {
            course,
            shape,
            gait: ray.gait,
            purpose: ray.purpose,
            friends: Vec::new(),
            foes: Vec::new(),
            shadows: Vec::new(),
            landings: IntervalSet::empty(),
        };
        for (other, piece) in field.others(PieceSet::one(id)) {
            let meeting = way.meet(piece.at);
            if piece.side != side {
                way.foes.extend(meeting.map(|m| (other, m)));
                continue;
            }
            way.friends.extend(meeting.map(|m| (other, m)));
            if field.shapes[other].outreaches(shape) {
                // Seen from the mover the other moves backward.
                let shadow = field.shapes[other].cover(course.from - piece.at, course.along * -1.0);
                let ahead = shadow.filter(|&(_, leave)| below(0.0, leave));
                way.shadows.extend(ahead.map(|(a, b)| (other, Interval::open(a, b))));
            }
        }
        if way.gait == Gait::Leap {
            way.landings = way.landings(PieceSet::NONE).into_owned();
        }
        way
    }

    /// How it meets a piece that stands at a point.
    pub fn meet(&self, at: Vec2) -> Option<Meeting> {
        self.shape.meet(at - self.course.from, self.course.along)
    }

    /// The contact with the nearest friend, or the last stop.
    pub(crate) fn wall(&self, gone: PieceSet) -> f64 {
        let friends = self.friends.iter().filter(|(id, _)| !gone.has(*id));
        friends.fold(self.course.stops.most, |wall, (_, m)| wall.min(m.enter))
    }

    /// The first contact of a sweep with an enemy; infinite for none.
    pub(crate) fn first(&self, gone: PieceSet) -> f64 {
        first(self.begun(gone, &[]))
    }

    /// Where friends cover its centre.
    pub(crate) fn shadows(&self, gone: PieceSet) -> impl Iterator<Item = &Interval> {
        let there = self.shadows.iter().filter(move |(id, _)| !gone.has(*id));
        there.map(|(_, shadow)| shadow)
    }

    /// Overlaps that a sweep brings about, `more` among them.
    fn begun<'w>(
        &'w self,
        gone: PieceSet,
        more: &'w [Meeting],
    ) -> impl Iterator<Item = &'w Meeting> + Clone {
        let there = self.foes.iter().filter(move |(id, _)| !gone.has(*id)).map(|(_, m)| m);
        there.chain(more).filter(|m| m.begun == Begun::ByMoving)
    }

    /// The one stop of a sweep that captures what it comes to cover, `more` enemies among them.
    fn capture(&self, gone: PieceSet, more: &[Meeting]) -> Option<f64> {
        let begun = self.begun(gone, more);
        let stop = self.course.stops.first(first(begun.clone()))?;
        let mut covered = begun.filter(|m| at_most(m.enter, stop));
        let free = at_most(stop, self.wall(gone))
            && covered.all(|m| below(stop, m.leave))
            && !self.shadows(gone).any(|shadow| shadow.contains(stop));
        free.then_some(stop)
    }

    /// The stops of a sweep before it captures anything that it did not cover before.
    fn quiet(&self, gone: PieceSet, more: &[Meeting]) -> IntervalSet {
        let (first, wall) = (first(self.begun(gone, more)), self.wall(gone));
        let captures = self.purpose.captures();
        let (to, to_end) = if at_most(first, wall) && (captures || below(first, wall)) {
            // A move that captures nothing may come as far as the contact.
            (first, if captures { End::Open } else { End::Closed })
        } else {
            (wall, End::Closed)
        };
        let stops = &self.course.stops;
        let quiet = Interval { from: stops.least, to, from_end: End::Closed, to_end };
        let quiet = if stops.is_discrete() {
            IntervalSet::points(stops.each().filter(|&stop| quiet.contains(stop)))
        } else {
            IntervalSet::of(quiet)
        };
        self.uncovered(quiet, gone)
    }

    /// The stops of a set at which no friend covers its centre.
    fn uncovered(&self, at: IntervalSet, gone: PieceSet) -> IntervalSet {
        self.shadows(gone).fold(at, |at, shadow| at.difference(&IntervalSet::of(*shadow)))
    }

    /// Where a leap may land.
    pub(crate) fn landings(&self, gone: PieceSet) -> Cow<'_, IntervalSet> {
        let mut owners =
            self.friends.iter().map(|(id, _)| id).chain(self.shadows.iter().map(|(id, _)| id));
        if !self.landings.is_empty() && !owners.any(|id| gone.has(*id)) {
            return Cow::Borrowed(&self.landings);
        }
        let friends = self.friends.iter().filter(|(id, _)| !gone.has(*id));
        let open = friends.fold(self.course.stops.all(), |all, (_, m)| {
            all.difference(&IntervalSet::of(Interval::open(m.enter, m.leave)))
        });
        Cow::Owned(self.uncovered(open, gone))
    }

    /// Whether it takes a lone royal piece at `royal`, with one more enemy at `extra`.
    pub(crate) fn takes(&self, royal: Vec2, extra: Option<Vec2>, gone: PieceSet) -> bool {
        let Some(royal) = self.meet(royal) else { return false };
        if self.gait == Gait::Leap {
            return self.landings(gone).meets(royal.enter, royal.leave);
        }
        let extra = extra.and_then(|at| self.meet(at));
        let more = [royal, extra.unwrap_or(royal)];
        let covered = |stop: f64| match royal.begun {
            Begun::ByMoving => at_most(royal.enter, stop),
            Begun::Before => below(stop, royal.leave),
        };
        self.capture(gone, &more).is_some_and(covered)
            || royal.begun == Begun::Before
                && self.quiet(gone, &more).parts().iter().any(|part| below(part.from, royal.leave))
    }

    /// All stops, sorted by what they capture.
    pub fn stretches(&self) -> Vec<CaptureInterval> {
        let mut all = match self.gait {
            Gait::Leap => self.sorted(&self.landings, &self.foes),
            Gait::Sweep => {
                let before = |m: &&(PieceId, Meeting)| m.1.begun == Begun::Before;
                let before: Vec<_> = self.foes.iter().filter(before).copied().collect();
                let mut all = self.sorted(&self.quiet(PieceSet::NONE, &[]), &before);
                if let Some(stop) = self.capture(PieceSet::NONE, &[]) {
                    let taken = taken(&self.foes, |m| match m.begun {
                        Begun::ByMoving => at_most(m.enter, stop),
                        Begun::Before => below(stop, m.leave),
                    });
                    all.push(CaptureInterval { at: IntervalSet::points([stop]), taken });
                }
                all
            }
        };
        all.retain(|s| !s.at.is_empty() && self.purpose.allows(!s.taken.is_empty()));
        all
    }

    /// Stops sorted by which of `foes` they cover.
    fn sorted(&self, stops: &IntervalSet, foes: &[(PieceId, Meeting)]) -> Vec<CaptureInterval> {
        if foes.is_empty() {
            return vec![CaptureInterval { at: stops.clone(), taken: PieceSet::NONE }];
        }
        let marks: Vec<f64> = foes.iter().flat_map(|(_, m)| [m.enter, m.leave]).collect();
        let at = |stop: f64| {
            taken(foes, |m| match m.begun {
                Begun::ByMoving => below(m.enter, stop) && below(stop, m.leave),
                Begun::Before => below(stop, m.leave),
            })
        };
        // Every stop asked below is asked here first, so that no set is missed.
        let mut sets: Vec<PieceSet> = Vec::new();
        let none = stops.select(&marks, |stop| {
            if !sets.contains(&at(stop)) {
                sets.push(at(stop));
            }
            false
        });
        debug_assert!(none.is_empty());
        let stretch = |&taken: &PieceSet| CaptureInterval {
            at: stops.select(&marks, |s| at(s) == taken),
            taken,
        };
        sets.iter().map(stretch).collect()
    }
}

/// The first contact; infinite for none.
fn first<'m>(begun: impl Iterator<Item = &'m Meeting>) -> f64 {
    begun.map(|m| m.enter).fold(f64::INFINITY, f64::min)
}

/// The pieces whose overlap is such.
fn taken(foes: &[(PieceId, Meeting)], is: impl Fn(&Meeting) -> bool) -> PieceSet {
    let covered = foes.iter().filter(|(_, m)| is(m));
    covered.fold(PieceSet::NONE, |all, &(id, _)| all.with(id))
}
