//! Safety of royal pieces: computes the stops of a motion that leave them safe.
//!
//! A royal piece may not be attacked after the move. A royal piece that sweeps may also not pass an
//! attacked point. There are two exceptions unless the rules are strict: it may leave an attack in
//! which it starts, and pieces that this move captures attack nothing. Captured pieces still block
//! others during the move. The results are exact, without sampling, and each threat is computed
//! once for all moves.

use crate::geometry::cover::{Cover, MARGIN, Site};
use crate::geometry::curve::Disc;
use crate::geometry::interval::{End, Interval, IntervalSet};
use crate::geometry::scalar::{Vec2, at_most};
use crate::model::field::Field;
use crate::model::motion::Gait;
use crate::model::position::{PieceId, PieceSet};
use crate::moves::attack::{Reach, Room, Threat, reaches};
use crate::moves::ray_move::CaptureInterval;
use crate::space::path::RayPath;
use crate::space::sink::Sink;
use crate::space::track::Marks;
use alfil_rules::plane::KingPath;
use alfil_rules::side::Side;
use std::cell::OnceCell;

/// The threats to the royal pieces of one side.
pub struct Guarded<'f, 'a> {
    /// The field.
    pub field: &'f Field<'a>,
    reaches: Vec<(Reach<'a>, OnceCell<Threat<'f>>)>,
    royals: Vec<Royal>,
}

/// A royal piece. `near` contains the motions of enemies that could capture it on its present place
/// if nothing were in their way.
struct Royal {
    id: PieceId,
    at: Vec2,
    near: Vec<usize>,
}

impl<'f, 'a> Guarded<'f, 'a> {
    /// Collects the royal pieces of `side` and the attacks of the opponent.
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

    /// Returns a threat, which is computed on first use.
    fn threat(&self, index: usize) -> &Threat<'f> {
        let (reach, threat) = &self.reaches[index];
        threat.get_or_init(|| reach.threat(self.field))
    }

    /// Returns the threats that could capture a royal piece in a disc, except those of `harmless`
    /// pieces.
    fn near(&self, disc: Disc, harmless: PieceSet) -> impl Iterator<Item = &Threat<'f>> {
        let near = self.reaches.iter().enumerate().filter(move |(_, (reach, _))| {
            !harmless.has(reach.by) && reach.comes_near(self.field, disc.centre, disc.radius)
        });
        near.map(|(index, _)| self.threat(index))
    }

    /// Returns whether no move of `id` can expose a royal piece.
    pub(crate) fn is_unthreatened(&self, id: PieceId) -> bool {
        let calm = |royal: &Royal| royal.id != id && royal.near.is_empty();
        self.royals.iter().all(calm) && self.field.kind(id).heirs.exposed.is_empty()
    }

    /// Returns the threats to a royal piece that stays where it is, if `taken` and `id` are
    /// removed. At its new place, `id` may block them.
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

    /// A quick test. True means that no landing of piece `id` in `site` leaves every royal piece safe:
    /// from there it can neither shield one of them nor capture the piece that attacks it.
    pub(crate) fn is_lost(&self, id: PieceId, site: &Site) -> bool {
        let field = self.field;
        if field.surface().has_images() {
            return false;
        }
        let far = field.shapes[id].reach() + MARGIN;
        self.royals.iter().filter(|royal| royal.id != id).any(|royal| {
            let gone = PieceSet::one(id).with(royal.id);
            royal.near.iter().any(|&index| {
                let attacker = field.piece(self.reaches[index].0.by).at;
                let threat = || self.threat(index);
                // A capture of other enemies opens more ways to the royal piece and shields none.
                !site.comes_near(attacker, far)
                    && !threat().cover(royal.at).may_meet(site)
                    && threat().takes(royal.at, None, gone)
            })
        })
    }

    /// Returns where a piece may shield a royal piece at `royal` from a threat.
    fn cover(&self, threat: &Threat<'_>, royal: Vec2) -> Cover {
        if self.field.surface().has_images() { Cover::Anywhere } else { threat.cover(royal) }
    }

    /// Returns the part of a stretch of piece `id` that leaves every royal piece safe.
    pub(crate) fn safe(
        &self,
        id: PieceId,
        gait: Gait,
        path: &RayPath<'_>,
        CaptureInterval { mut at, taken }: CaptureInterval,
    ) -> CaptureInterval {
        for royal in &self.royals {
            at = if royal.id == id {
                self.of_mover(id, gait, path, taken, &at)
            } else {
                self.of_bystander(royal, id, path, taken, at)
            };
            if at.is_empty() {
                break;
            }
        }
        CaptureInterval { at, taken }
    }

    /// Returns the threats to royal pieces while piece `id` is somewhere in a disc, with `taken`
    /// removed.
    pub(crate) fn threats_to_moving(
        &self,
        id: PieceId,
        taken: PieceSet,
        disc: Disc,
    ) -> MovingThreats<'_, 'f> {
        let gone = taken.with(id);
        let (still, own, promotes_to) = (Vec::new(), Vec::new(), Vec::new());
        let mut threats = MovingThreats { still, own, promotes_to, gone, disc };
        if !self.field.kind(id).heirs.exposed.is_empty() {
            threats.promotes_to.extend(self.near(disc, taken));
        }
        for royal in &self.royals {
            if royal.id == id {
                threats.own.extend(self.near(disc, taken));
            } else {
                let open = self.open(royal, id, taken);
                let gone = gone.with(royal.id);
                threats.still.extend(open.map(|threat| Still {
                    royal: royal.at,
                    gone,
                    threat,
                    cover: self.cover(threat, royal.at),
                }));
            }
        }
        threats
    }

    /// Returns the stops of another piece after which `royal` is safe.
    fn of_bystander(
        &self,
        royal: &Royal,
        mover: PieceId,
        path: &RayPath<'_>,
        taken: PieceSet,
        at: IntervalSet,
    ) -> IntervalSet {
        let Some(end) = at.parts().last().map(|last| last.to) else { return at };
        let (gone, room) = (taken.with(mover).with(royal.id), Room::along(&path.track, end));
        self.open(royal, mover, taken).fold(at, |at, threat| {
            let marks = Marks::of(&path.track, |sink| {
                threat.outlines_of_blocker(royal.at, room, gone, sink);
            });
            at.select(&marks, |s| !threat.takes(royal.at, Some(path.at(s)), gone))
        })
    }

    /// Returns the stops at which piece `id` may safely promote to a royal piece.
    pub(crate) fn safe_when_promoted(
        &self,
        id: PieceId,
        path: &RayPath<'_>,
        taken: PieceSet,
        at: &IntervalSet,
    ) -> IntervalSet {
        self.unattacked(path, at, taken.with(id), taken)
    }

    /// Returns the distances from 0 to `end` on the path of royal piece `id` at which no enemy could
    /// capture it. Pieces of `harmless` attack nothing, but still block others.
    pub fn unattacked_way(
        &self,
        id: PieceId,
        path: &RayPath<'_>,
        end: f64,
        harmless: PieceSet,
    ) -> IntervalSet {
        let whole = IntervalSet::of(Interval::closed(0.0, end));
        self.unattacked(path, &whole, PieceSet::one(id), harmless)
    }

    /// Returns the stops at which a royal piece is not attacked, with `gone` removed. Pieces of
    /// `harmless` attack nothing.
    fn unattacked(
        &self,
        path: &RayPath<'_>,
        at: &IntervalSet,
        gone: PieceSet,
        harmless: PieceSet,
    ) -> IntervalSet {
        let Some(end) = at.parts().last().map(|last| last.to) else { return IntervalSet::empty() };
        let room = Room::along(&path.track, end);
        let near = self.near(room.disc, harmless);
        near.filter(|threat| threat.meets(&path.track, end)).fold(at.clone(), |at, threat| {
            let marks = Marks::of(&path.track, |sink| threat.outlines(room, gone, sink));
            at.select(&marks, |s| !threat.takes(path.at(s), None, gone))
        })
    }

    /// Returns the stops of a royal piece where it is safe.
    fn of_mover(
        &self,
        id: PieceId,
        gait: Gait,
        path: &RayPath<'_>,
        taken: PieceSet,
        at: &IntervalSet,
    ) -> IntervalSet {
        let Some(end) = at.parts().last().map(|last| last.to) else { return IntervalSet::empty() };
        let safe = |at: &IntervalSet, gone, harmless| self.unattacked(path, at, gone, harmless);
        let king_path = self.field.program.king_path();
        // At the stop, captured pieces are gone.
        let gone = taken.with(id);
        match gait {
            Gait::Leap => safe(at, gone, taken),
            Gait::Sweep => {
                // On the way, captured pieces still block. Unless the rules are strict, they attack
                // nothing.
                let harmless = match king_path {
                    KingPath::Strict => PieceSet::NONE,
                    KingPath::Lenient => taken,
                };
                let free = self.unattacked_way(id, path, end, harmless);
                let whole = IntervalSet::of(Interval::closed(0.0, end));
                let passable = passable(&whole.difference(&free), end, king_path);
                let stops = at.intersection(&passable);
                if taken.is_empty() { stops.intersection(&free) } else { safe(&stops, gone, taken) }
            }
        }
    }
}

/// The threats to royal pieces while one piece moves.
pub struct MovingThreats<'g, 'f> {
    /// Threats to royal pieces that stay.
    still: Vec<Still<'g, 'f>>,
    /// Threats to the piece that moves, if it is royal.
    own: Vec<&'g Threat<'f>>,
    /// Threats to the moving piece if it promotes to a royal kind.
    promotes_to: Vec<&'g Threat<'f>>,
    gone: PieceSet,
    /// The area in which the moving piece stays.
    disc: Disc,
}

/// A threat to a royal piece that stays where it is. It captures that piece unless a piece shields it.
struct Still<'g, 'f> {
    royal: Vec2,
    /// The pieces to ignore.
    gone: PieceSet,
    threat: &'g Threat<'f>,
    /// Where a piece may shield the royal piece.
    cover: Cover,
}

impl MovingThreats<'_, '_> {
    /// Returns whether no place of the moving piece in `site` leaves every royal piece safe.
    pub(crate) fn is_hopeless(&self, site: &Site) -> bool {
        self.still.iter().any(|still| !still.cover.may_meet(site))
    }

    /// Returns whether every royal piece is safe with the moving piece at `at`.
    pub(crate) fn is_safe(&self, at: Vec2) -> bool {
        let takes = |still: &Still<'_, '_>| {
            !still.cover.may_hold(at) || still.threat.takes(still.royal, Some(at), still.gone)
        };
        !self.still.iter().any(takes)
            && !self.own.iter().any(|threat| threat.takes(at, None, self.gone))
    }

    /// Returns whether the moving piece is safe at `at` if it promotes to a royal kind there.
    pub(crate) fn is_safe_when_promoted(&self, at: Vec2) -> bool {
        !self.promotes_to.iter().any(|threat| threat.takes(at, None, self.gone))
    }

    /// Reports the outlines on which safety may change.
    pub(crate) fn outlines(&self, sink: &mut impl Sink) {
        let room = Room::within(self.disc);
        for Still { royal, gone, threat, .. } in &self.still {
            threat.outlines_of_blocker(*royal, room, *gone, sink);
        }
        let own = self.own.iter().chain(&self.promotes_to);
        own.for_each(|threat| threat.outlines(room, self.gone, sink));
    }
}

/// Returns the stops up to `end` that a royal piece reaches without passing a forbidden attacked
/// point.
fn passable(attacked: &IntervalSet, end: f64, king_path: KingPath) -> IntervalSet {
    let mut parts = attacked.parts().iter();
    let mut next = parts.next();
    if let Some(first) = next
        && first.contains(0.0)
        && (king_path == KingPath::Lenient || first.is_point())
    {
        next = parts.next();
    }
    let Some(first) = next else { return IntervalSet::of(Interval::closed(0.0, end)) };
    // The first attacked point may be reached, if it is a legal stop, but not passed.
    let to = first.from;
    if first.from_end == End::Open && at_most(to, 0.0) {
        return IntervalSet::empty();
    }
    IntervalSet::of(Interval::closed(0.0, to))
}
