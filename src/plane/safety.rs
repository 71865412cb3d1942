//! King safety, taken out of the stops of a motion.
//!
//! Owns: [`Guarded`]: a field with the enemy's reaches worked out, and which of them come near which own
//! royal piece; [`Stand`]: the same while one piece moves about. A royal piece may not be attacked after the move; one that sweeps may not pass through an
//! attacked point either, save (unless the rules are strict) that he may leave the attack he stands in,
//! and that what this very move captures attacks nothing. What it captures still stands in the way of
//! others until it is captured. Invariant: what is taken out is exact; nothing is sampled.

use crate::plane::attack::{Reach, Threat, reaches};
use crate::plane::curve::{Marks, Sink};
use crate::plane::field::{Course, Field};
use crate::plane::interval::{End, Interval, IntervalSet};
use crate::plane::motion::Gait;
use crate::plane::position::{PieceId, Taken};
use crate::plane::scalar::{Vec2, at_most};
use crate::plane::sweep::Stretch;
use crate::rules::plane::KingPath;
use crate::rules::side::Side;

/// A field with what threatens the royal pieces of one side.
pub struct Guarded<'f, 'a> {
    /// The field.
    pub field: &'f Field<'a>,
    reaches: Vec<Reach<'a>>,
    royals: Vec<Royal>,
}

/// A royal piece and the reaches that could take it where it stands, were the way free.
struct Royal {
    id: PieceId,
    at: Vec2,
    near: Vec<usize>,
}

impl<'f, 'a> Guarded<'f, 'a> {
    /// The royal pieces of `side` on `field`.
    pub fn new(field: &'f Field<'a>, side: Side) -> Self {
        let reaches = reaches(field, side.other());
        let royal = |id: PieceId| {
            let at = field.piece(id).at;
            let comes = |&(_, reach): &(usize, &Reach<'_>)| reach.comes_near(field, at, 0.0);
            let near = reaches.iter().enumerate().filter(comes).map(|(i, _)| i).collect();
            Royal { id, at, near }
        };
        let royals = field.royals(side).map(royal).collect();
        Self { field, reaches, royals }
    }

    /// The stops of a stretch of piece `id` along a course that leave every royal piece safe.
    pub fn safe(
        &self,
        id: PieceId,
        gait: Gait,
        course: &Course<'_>,
        stretch: &Stretch,
    ) -> IntervalSet {
        let mut at = stretch.at.clone();
        for royal in &self.royals {
            at = if royal.id == id {
                self.of_mover(id, gait, course, stretch.taken, &at)
            } else {
                self.of_bystander(royal, id, course, stretch.taken, &at)
            };
            if at.is_empty() {
                break;
            }
        }
        at
    }

    /// What threatens the royal pieces if piece `id` stands somewhere within `radius` of `around` and
    /// those of `taken` are gone.
    pub fn stand(&self, id: PieceId, taken: Taken, around: Vec2, radius: f64) -> Stand<'_> {
        let gone = taken.with(id);
        let mut stand = Stand { still: Vec::new(), own: Vec::new() };
        for royal in &self.royals {
            if royal.id == id {
                let comes =
                    |r: &&Reach<'_>| !taken.has(r.by) && r.comes_near(self.field, around, radius);
                let near = self.reaches.iter().filter(comes);
                stand.own.extend(near.map(|reach| reach.threat(self.field, gone)));
            } else {
                let threats = self.threats(royal, taken, gone.with(royal.id));
                stand.still.extend(threats.map(|threat| (royal.at, threat)));
            }
        }
        stand
    }

    /// Threats to a royal piece that stands still, but for those of `taken`.
    fn threats<'s>(
        &'s self,
        royal: &'s Royal,
        taken: Taken,
        gone: Taken,
    ) -> impl Iterator<Item = Threat<'s>> + 's {
        let near = royal.near.iter().map(|&i| &self.reaches[i]);
        near.filter(move |reach| !taken.has(reach.by))
            .map(move |reach| reach.threat(self.field, gone))
    }

    /// Stops after which a royal piece that stands still is safe.
    fn of_bystander(
        &self,
        royal: &Royal,
        mover: PieceId,
        course: &Course<'_>,
        taken: Taken,
        at: &IntervalSet,
    ) -> IntervalSet {
        let gone = taken.with(mover).with(royal.id);
        let mut at = at.clone();
        for threat in self.threats(royal, taken, gone) {
            let mut marks = Vec::new();
            let Course { from, along, .. } = *course;
            threat.outlines_of_blocker(royal.at, &mut Marks { from, along, found: &mut marks });
            let safe = |s: f64| !threat.takes(royal.at, Some(course.at(s)));
            at = cut(&at, &marks, safe);
        }
        at
    }

    /// Stops to which a royal piece may go himself.
    fn of_mover(
        &self,
        id: PieceId,
        gait: Gait,
        course: &Course<'_>,
        taken: Taken,
        at: &IntervalSet,
    ) -> IntervalSet {
        let Some(end) = at.parts().last().map(|last| last.to) else { return IntervalSet::empty() };
        let attacked = |gone: Taken, without: Taken| {
            let middle = course.at(end / 2.0);
            let near = self
                .reaches
                .iter()
                .filter(|r| !without.has(r.by) && r.comes_near(self.field, middle, end / 2.0));
            near.fold(IntervalSet::empty(), |all, reach| {
                let threat = reach.threat(self.field, gone);
                all.union(&threat.along(course.from, course.along, end))
            })
        };
        // Where he stops, what he captured is gone.
        let stop = attacked(taken.with(id), taken);
        let at = at.difference(&stop);
        let strict = self.field.program.king_path() == KingPath::Strict;
        match gait {
            Gait::Leap => at,
            Gait::Sweep if taken.is_empty() => at.intersection(&passable(&stop, end, strict)),
            // On his way it still stands, though it attacks nothing.
            Gait::Sweep => {
                let without = if strict { Taken::NONE } else { taken };
                let way = attacked(Taken::one(id), without);
                at.intersection(&passable(&way, end, strict))
            }
        }
    }
}

/// What threatens royal pieces while one piece moves about.
pub struct Stand<'s> {
    /// Each with the place of the royal piece that stands still.
    still: Vec<(Vec2, Threat<'s>)>,
    /// Those to the piece that moves, if it is royal.
    own: Vec<Threat<'s>>,
}

impl Stand<'_> {
    /// Whether every royal piece is safe with the piece at `at`.
    pub fn is_safe(&self, at: Vec2) -> bool {
        !self.still.iter().any(|(royal, threat)| threat.takes(*royal, Some(at)))
            && !self.own.iter().any(|threat| threat.takes(at, None))
    }

    /// The outlines on which that may change.
    pub fn outlines(&self, sink: &mut impl Sink) {
        for (royal, threat) in &self.still {
            threat.outlines_of_blocker(*royal, sink);
        }
        self.own.iter().for_each(|threat| threat.outlines(sink));
    }
}

/// The stops up to `end` with no forbidden attacked point before them.
fn passable(attacked: &IntervalSet, end: f64, strict: bool) -> IntervalSet {
    let mut parts = attacked.parts().iter();
    let mut next = parts.next();
    if let Some(first) = next
        && first.contains(0.0)
        && (!strict || first.is_point())
    {
        next = parts.next();
    }
    let Some(first) = next else { return IntervalSet::of(Interval::closed(0.0, end)) };
    // The first attacked point itself may be reached, if it may be stopped on, but not passed.
    let to = first.from;
    if first.from_end == End::Open && at_most(to, 0.0) {
        return IntervalSet::empty();
    }
    IntervalSet::of(Interval::closed(0.0, to))
}

/// The numbers of `at` for which `holds` is true, its truth changing only at `marks`.
pub fn cut(at: &IntervalSet, marks: &[f64], holds: impl Fn(f64) -> bool) -> IntervalSet {
    let parts = at.parts().iter();
    parts.fold(IntervalSet::empty(), |all, part| {
        all.union(&IntervalSet::where_holds(*part, &mut marks.to_vec(), &holds))
    })
}
