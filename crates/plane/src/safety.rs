//! King safety, taken out of the stops of a motion.
//!
//! Owns: [`Guarded`]: a field with the enemy's reaches worked out, and which of them come near which own
//! royal piece; [`Stand`]: the same while one piece moves about. A royal piece may not be attacked after the
//! move; one that sweeps may not pass through an attacked point either, save (unless the rules are strict)
//! that he may leave the attack he stands in, and that what this very move captures attacks nothing. What
//! it captures still stands in the way of others until it is captured. Invariant: what is taken out is
//! exact; nothing is sampled, and each threat is worked out once for all moves.

use crate::attack::{Reach, Threat, reaches};
use crate::curve::{Marks, Sink};
use crate::field::{Field, RayPath};
use crate::interval::{End, Interval, IntervalSet};
use crate::kind::Heirs;
use crate::motion::Gait;
use crate::position::{PieceId, PieceSet};
use crate::ray_move::CaptureInterval;
use crate::scalar::{Vec2, at_most};
use alfil_rules::plane::KingPath;
use alfil_rules::side::Side;
use std::cell::OnceCell;

/// A field with what threatens the royal pieces of one side.
pub struct Guarded<'f, 'a> {
    /// The field.
    pub field: &'f Field<'a>,
    reaches: Vec<(Reach<'a>, OnceCell<Threat<'f>>)>,
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
        let reaches = reaches.into_iter().map(|reach| (reach, OnceCell::new())).collect();
        Self { field, reaches, royals }
    }

    /// A threat, worked out when it is first wanted.
    fn threat(&self, index: usize) -> &Threat<'f> {
        let (reach, threat) = &self.reaches[index];
        threat.get_or_init(|| reach.threat(self.field))
    }

    /// Threats that could take a royal piece within `radius` of `at`, but for those of `harmless`.
    fn near(&self, at: Vec2, radius: f64, harmless: PieceSet) -> impl Iterator<Item = &Threat<'f>> {
        let near = self.reaches.iter().enumerate().filter(move |(_, (reach, _))| {
            !harmless.has(reach.by) && reach.comes_near(self.field, at, radius)
        });
        near.map(|(index, _)| self.threat(index))
    }

    /// Whether no royal piece is threatened wherever `id` goes and whatever it captures.
    pub(crate) fn is_unthreatened(&self, id: PieceId) -> bool {
        let calm = |royal: &Royal| royal.id != id && royal.near.is_empty();
        self.royals.iter().all(calm) && self.field.kind(id).heirs == Heirs::Common
    }

    /// Threats that would take a royal piece where it stands, those of `taken` and piece `id` gone: what
    /// `id` still may stand in the way of.
    fn open(
        &self,
        royal: &Royal,
        id: PieceId,
        taken: PieceSet,
    ) -> impl Iterator<Item = &Threat<'f>> {
        let (at, gone) = (royal.at, taken.with(id).with(royal.id));
        let near = royal.near.iter().filter(move |&&index| !taken.has(self.reaches[index].0.by));
        near.map(|&index| self.threat(index)).filter(move |threat| threat.takes(at, None, gone))
    }

    /// The stops of a stretch of piece `id` along a course that leave every royal piece safe.
    pub(crate) fn safe(
        &self,
        id: PieceId,
        gait: Gait,
        course: &RayPath<'_>,
        stretch: &CaptureInterval,
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
    pub(crate) fn stand(
        &self,
        id: PieceId,
        taken: PieceSet,
        around: Vec2,
        radius: f64,
    ) -> Stand<'_, 'f> {
        let gone = taken.with(id);
        let (still, own, heirs) = (Vec::new(), Vec::new(), Vec::new());
        let mut stand = Stand { still, own, heirs, gone, disc: (around, radius) };
        if self.field.kind(id).heirs != Heirs::Common {
            stand.heirs.extend(self.near(around, radius, taken));
        }
        for royal in &self.royals {
            if royal.id == id {
                stand.own.extend(self.near(around, radius, taken));
            } else {
                let open = self.open(royal, id, taken);
                let gone = gone.with(royal.id);
                stand.still.extend(open.map(|threat| (royal.at, gone, threat)));
            }
        }
        stand
    }

    /// Stops after which a royal piece that stands still is safe.
    fn of_bystander(
        &self,
        royal: &Royal,
        mover: PieceId,
        course: &RayPath<'_>,
        taken: PieceSet,
        at: &IntervalSet,
    ) -> IntervalSet {
        let gone = taken.with(mover).with(royal.id);
        let RayPath { from, along, .. } = *course;
        self.open(royal, mover, taken).fold(at.clone(), |at, threat| {
            let mut marks = Vec::new();
            let mut sink = Marks { from, along, found: &mut marks };
            threat.outlines_of_blocker(royal.at, gone, &mut sink);
            at.select(&marks, |s| !threat.takes(royal.at, Some(course.at(s)), gone))
        })
    }

    /// Stops at which a royal piece that piece `id` becomes there is safe.
    pub(crate) fn safe_for_heir(
        &self,
        id: PieceId,
        course: &RayPath<'_>,
        taken: PieceSet,
        at: &IntervalSet,
    ) -> IntervalSet {
        self.unattacked(course, at, taken.with(id), taken)
    }

    /// Those stops at which nothing takes a royal piece, with those of `gone` away and those of `harmless`
    /// harmless.
    fn unattacked(
        &self,
        course: &RayPath<'_>,
        at: &IntervalSet,
        gone: PieceSet,
        harmless: PieceSet,
    ) -> IntervalSet {
        let Some(end) = at.parts().last().map(|last| last.to) else { return IntervalSet::empty() };
        let RayPath { from, along, .. } = *course;
        let (middle, radius) = (from + along * (end / 2.0), end / 2.0);
        let near = self.near(middle, radius, harmless);
        near.filter(|threat| threat.meets(from, along, end)).fold(at.clone(), |at, threat| {
            let mut marks = Vec::new();
            let mut sink = Marks { from, along, found: &mut marks };
            threat.outlines((middle, radius), gone, &mut sink);
            at.select(&marks, |s| !threat.takes(course.at(s), None, gone))
        })
    }

    /// Stops to which a royal piece may go himself.
    fn of_mover(
        &self,
        id: PieceId,
        gait: Gait,
        course: &RayPath<'_>,
        taken: PieceSet,
        at: &IntervalSet,
    ) -> IntervalSet {
        let Some(end) = at.parts().last().map(|last| last.to) else { return IntervalSet::empty() };
        let safe = |at: &IntervalSet, gone, harmless| self.unattacked(course, at, gone, harmless);
        let strict = self.field.program.king_path() == KingPath::Strict;
        // Where he stops, what he captured is gone.
        let gone = taken.with(id);
        match gait {
            Gait::Leap => safe(at, gone, taken),
            Gait::Sweep => {
                // On his way it still stands, though it attacks nothing.
                let whole = IntervalSet::of(Interval::closed(0.0, end));
                let without = if strict { PieceSet::NONE } else { taken };
                let free = safe(&whole, PieceSet::one(id), without);
                let passable = passable(&whole.difference(&free), end, strict);
                let stops = at.intersection(&passable);
                if taken.is_empty() { stops.intersection(&free) } else { safe(&stops, gone, taken) }
            }
        }
    }
}

/// What threatens royal pieces while one piece moves about.
pub struct Stand<'g, 'f> {
    /// Each with the place of the royal piece that stands still, and who is gone for it.
    still: Vec<(Vec2, PieceSet, &'g Threat<'f>)>,
    /// Those to the piece that moves, if it is royal.
    own: Vec<&'g Threat<'f>>,
    /// Those to a royal piece that it may promote to.
    heirs: Vec<&'g Threat<'f>>,
    gone: PieceSet,
    /// Where it moves about.
    disc: (Vec2, f64),
}

impl Stand<'_, '_> {
    /// Whether every royal piece is safe with the piece at `at`.
    pub(crate) fn is_safe(&self, at: Vec2) -> bool {
        !self.still.iter().any(|(royal, gone, threat)| threat.takes(*royal, Some(at), *gone))
            && !self.own.iter().any(|threat| threat.takes(at, None, self.gone))
    }

    /// Whether a royal piece that it becomes at `at` is safe.
    pub(crate) fn is_safe_for_heir(&self, at: Vec2) -> bool {
        !self.heirs.iter().any(|threat| threat.takes(at, None, self.gone))
    }

    /// The outlines on which either may change.
    pub(crate) fn outlines(&self, sink: &mut impl Sink) {
        for (royal, gone, threat) in &self.still {
            threat.outlines_of_blocker(*royal, *gone, sink);
        }
        let own = self.own.iter().chain(&self.heirs);
        own.for_each(|threat| threat.outlines(self.disc, self.gone, sink));
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
