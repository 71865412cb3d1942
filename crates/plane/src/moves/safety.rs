//! The stops of a motion that leave royal pieces safe, and where moves end: legal landings in a
//! region, and promotion.

use crate::geometry::curve::Disc;
use crate::geometry::front::{Cover, MARGIN, Site, Within};
use crate::geometry::interval::{End, Interval, IntervalSet};
use crate::geometry::region::{Face, any, faces, verdicts};
use crate::geometry::scalar::{PARALLEL, Vec2, at_most};
use crate::geometry::shape::Shape;
use crate::model::motion::{Bend, Gait};
use crate::model::position::{KindSet, Piece, PieceId, PieceSet, Promotes};
use crate::model::program::{Field, PlaneProgram, PromotionPlace};
use crate::moves::attack::{Reach, Room, Threat, reaches};
use crate::moves::bent_move::{AreaMove, BentMove};
use crate::moves::ray_move::CaptureInterval;
use crate::space::flight::{Curves, Flight, Sink};
use crate::space::path::RayPath;
use crate::space::surface::Surface;
use crate::space::track::{Marks, Track};
use alfil_rules::ids::KindId;
use alfil_rules::plane::KingPath;
use alfil_rules::side::Side;
use std::cell::OnceCell;

// Safety of royal pieces: computes the stops of a motion that leave them safe.
//
// A royal piece may not be attacked after the move. A royal piece that sweeps may also not pass an
// attacked point. There are two exceptions unless the rules are strict: it may leave an attack in
// which it starts, and pieces that this move captures attack nothing. Captured pieces still block
// others during the move. The results are exact, without sampling, and each threat is computed
// once for all moves.

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

// Where moves end: legal landings in a region, and promotion.

// Legal landings in a region: leaps into areas, and paths of two parts.
//
// A landing is legal if some area of the kind, or the path, allows it and every royal piece is safe
// afterwards. Legality changes only on the curves of these motions, of promotion and of threats. So
// the faces between these curves are exact.

/// The result of a landing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Landing {
    /// The captured pieces.
    pub taken: PieceSet,
    /// The promotion.
    pub promotes: Promotes,
}

/// The motions that lead to the landings of a region.
enum Ways<'f> {
    /// All areas of the piece. Never empty.
    Areas(Vec<AreaMove<'f>>),
    /// One path of two parts.
    Bent(Box<BentMove<'f>>),
}

/// The landings of a piece.
pub struct Region<'g, 'f> {
    field: &'f Field<'f>,
    guarded: &'g Guarded<'f, 'f>,
    id: PieceId,
    ways: Ways<'f>,
    /// The threats, computed on first use.
    threats: OnceCell<Option<Threats<'g, 'f>>>,
    /// The curves of the landings and of promotion, without those of the threats.
    curves: Curves,
}

/// Threats to royal pieces for each possible set of captures.
type Threats<'g, 'f> = Vec<(PieceSet, MovingThreats<'g, 'f>)>;

impl<'g, 'f> Region<'g, 'f> {
    /// Computes the landings of piece `id` by its areas. `None` if the piece has no areas.
    pub fn new(guarded: &'g Guarded<'f, 'f>, id: PieceId) -> Option<Self> {
        let field = guarded.field;
        let areas = field.kind(id).moves.areas.iter();
        let area_moves: Vec<AreaMove<'f>> =
            areas.filter_map(|area| AreaMove::new(field, id, area)).collect();
        let from = field.piece(id).at;
        let most = area_moves.iter().map(|area_move| area_move.most).reduce(f64::max)?;
        let disc = Disc { centre: from, radius: most };
        let mut curves = Curves::within(disc);
        area_moves.iter().for_each(|area_move| area_move.outline(field, &mut curves));
        Some(Self::of(guarded, id, Ways::Areas(area_moves), curves))
    }

    /// Computes the landings of piece `id` by a path of two parts. `None` if the piece may not use
    /// it, or has no stop between the parts.
    pub fn bent(guarded: &'g Guarded<'f, 'f>, id: PieceId, bend: &'f Bend) -> Option<Self> {
        let bent = BentMove::new(guarded.field, id, bend)?;
        let fan = bent.fan()?;
        let mut curves = Curves::within(fan.disc());
        bent.outline(&fan, &mut curves);
        Some(Self::of(guarded, id, Ways::Bent(Box::new(bent)), curves))
    }

    fn of(guarded: &'g Guarded<'f, 'f>, id: PieceId, ways: Ways<'f>, curves: Curves) -> Self {
        let field = guarded.field;
        let mut region = Self { field, guarded, id, ways, threats: OnceCell::new(), curves };
        if let Some(place) = &field.kind(id).promotes_at {
            let (side, surface) = (field.piece(id).side, field.surface());
            place.outlines(side, surface, &mut region.curves);
            field.outlines_of_heirs(id, &mut region.curves);
        }
        region
    }

    /// Returns the threats. `None` if no threat is possible.
    fn threats(&self) -> Option<&Threats<'g, 'f>> {
        let find = || {
            if self.guarded.is_unthreatened(self.id) {
                return None;
            }
            // First all possible sets of captures are found, then the threats for each of them.
            let taken = verdicts(self.curves.all(), &self.within(), |p| self.taken(p)).into_iter();
            let disc = self.curves.disc();
            let threats = |taken| (taken, self.guarded.threats_to_moving(self.id, taken, disc));
            Some(taken.map(threats).collect())
        };
        self.threats.get_or_init(find).as_ref()
    }

    /// A quick test. True means that no landing is legal.
    fn is_hopeless(&self) -> bool {
        let site = match &self.ways {
            Ways::Areas(_) => Site::Disc(self.curves.disc()),
            Ways::Bent(bent) => match bent.fan() {
                Some(fan) => Site::Fan(fan),
                None => return true,
            },
        };
        self.guarded.is_lost(self.id, &site)
            || self.threats().is_some_and(|all| all.iter().all(|(_, one)| one.is_hopeless(&site)))
    }

    /// Returns the captures of a landing at `p`. The safety of royal pieces is ignored.
    pub(crate) fn taken(&self, p: Vec2) -> Option<PieceSet> {
        match &self.ways {
            Ways::Areas(areas) => areas.iter().find_map(|area| area.taken(self.field, p)),
            Ways::Bent(bent) => bent.taken(p),
        }
    }

    /// Returns the result of a landing at `p`, if it is legal.
    pub fn at(&self, p: Vec2) -> Option<Landing> {
        let taken = self.taken(p)?;
        let threat = match self.threats() {
            Some(threats) => Some(&threats.iter().find(|(set, _)| *set == taken)?.1),
            None => None,
        };
        if threat.is_some_and(|threat| !threat.is_safe(p)) {
            return None;
        }
        let safe = || threat.is_none_or(|threat| threat.is_safe_when_promoted(p));
        let promotes = self.field.promotes(self.id, p, safe)?;
        Some(Landing { taken, promotes })
    }

    /// Returns the faces of the legal landings.
    pub(crate) fn faces(&self) -> Vec<Face<Landing>> {
        if self.is_hopeless() { Vec::new() } else { self.faces_where(|p| self.at(p)) }
    }

    /// Returns whether some landing is legal. This takes less time than [`Self::faces`], but not by an
    /// order of magnitude.
    pub(crate) fn has_landing(&self) -> bool {
        !self.is_hopeless()
            && any(self.all_curves().all(), &self.within(), |p| self.at(p).is_some())
    }

    /// Returns the faces of landings that only the safety of royal pieces forbids.
    pub(crate) fn forbidden(&self) -> Vec<Face<()>> {
        self.faces_where(|p| (self.taken(p).is_some() && self.at(p).is_none()).then_some(()))
    }

    fn faces_where<V: Copy + PartialEq>(&self, ask: impl Fn(Vec2) -> Option<V>) -> Vec<Face<V>> {
        faces(self.all_curves().all(), &self.within(), ask)
    }

    /// Returns all curves on which the legality of landings may change.
    fn all_curves(&self) -> Curves {
        let mut curves = self.curves.clone();
        let threats = self.threats().into_iter().flatten();
        threats.for_each(|(_, threat)| threat.outlines(&mut curves));
        curves
    }

    /// Returns where the landings are.
    fn within(&self) -> Within {
        match &self.ways {
            Ways::Areas(areas) => {
                let ends = (f64::INFINITY, f64::NEG_INFINITY);
                let spans = areas.iter().map(AreaMove::span);
                let (left, right) = spans.fold(ends, |(a, b), (c, d)| (a.min(c), b.max(d)));
                Within::Span(left, right)
            }
            Ways::Bent(bent) => bent.within(),
        }
    }
}

/// Returns bearing and distance from `from` to `to` in the frame of a piece of `side`, and the
/// rounded point to which these lead.
pub fn polar(side: Side, from: Vec2, to: Vec2) -> (f64, f64, Vec2) {
    let d = PlaneProgram::seen(side, to - from);
    let (bearing, distance) = (d.angle(), d.length());
    (bearing, distance, point(side, from, bearing, distance))
}

/// Returns the point at a bearing and a distance from a piece of `side`, rounded as positions store
/// it.
pub fn point(side: Side, from: Vec2, bearing: f64, distance: f64) -> Vec2 {
    (from + PlaneProgram::seen(side, Vec2::at_angle(bearing)) * distance).kept()
}

// Promotion: where a piece promotes, and to which kinds.
//
// A piece may become a kind only where its new body covers no friend and overlaps no obstacle, and a
// royal kind only where no enemy attacks it.

impl Field<'_> {
    /// Returns the promotion of a move that ends with piece `id` at a point. `None` if the piece would
    /// have to promote and there is no kind that it may become. `safe` tells whether no enemy attacks
    /// it there.
    pub fn promotes(&self, id: PieceId, at: Vec2, safe: impl Fn() -> bool) -> Option<Promotes> {
        let (kind, piece) = (self.kind(id), self.piece(id));
        if !self.must_promote(id, at) {
            return Some(Promotes::No);
        }
        let mut open = kind.heirs.all;
        if !kind.heirs.exposed.is_empty() && !safe() {
            open = open.without(kind.heirs.exposed);
        }
        for &heir in &kind.heirs.larger {
            if !self.has_room(id, heir, at, piece.facing) {
                open = open.without(KindSet::NONE.with(heir));
            }
        }
        (!open.is_empty()).then_some(Promotes::To(open))
    }

    /// Returns whether piece `id` must promote when it arrives at a point.
    pub fn must_promote(&self, id: PieceId, at: Vec2) -> bool {
        let (place, side) = (self.kind(id).promotes_at.as_ref(), self.piece(id).side);
        place.is_some_and(|place| place.has(side, at, self.surface()))
    }

    /// Returns whether piece `id` could be of another kind at a point: its body would cover no friend
    /// and overlap no obstacle.
    pub fn has_room(&self, id: PieceId, kind: KindId, at: Vec2, facing: f64) -> bool {
        let (at, facing) = self.program.settled(self.piece(id).kind, at, facing);
        let shape = Shape::of(&self.program.kind(kind).body, facing);
        let side = self.piece(id).side;
        let mut covered = self.near(at, shape.reach()).filter(|stand| {
            stand.id != id && self.piece(stand.id).side == side && shape.covers(stand.at - at)
        });
        covered.next().is_none() && !self.overlaps_obstacle(shape.reach(), at)
    }

    /// Reports the outlines on which a piece that lands at a point begins or ceases to have room for
    /// the kinds that it may become, while it keeps its facing.
    pub(crate) fn outlines_of_heirs(&self, id: PieceId, sink: &mut impl Sink) {
        let (piece, heirs) = (self.piece(id), &self.kind(id).heirs);
        for &heir in &heirs.larger {
            // A body covers a point if its centre is in the body turned half around, at that point.
            let back = Shape::of(&self.program.kind(heir).body, piece.facing + 180.0);
            for friend in self.friends(id) {
                for at in self.surface().images(friend.at) {
                    sink.outline(&back, at);
                }
            }
            self.outlines_of_obstacles(back.reach(), sink);
        }
    }

    /// The other pieces of the side of piece `id`.
    fn friends(&self, id: PieceId) -> impl Iterator<Item = &Piece> {
        let side = self.piece(id).side;
        self.others(PieceSet::one(id)).map(|(_, piece)| piece).filter(move |p| p.side == side)
    }

    /// Returns the distances of a path at which a piece has no room for a kind that it may become.
    fn cramped(
        &self,
        id: PieceId,
        heir: KindId,
        path: &RayPath<'_>,
        at: &IntervalSet,
    ) -> IntervalSet {
        let (piece, track) = (self.piece(id), &path.track);
        let shape = Shape::of(&self.program.kind(heir).body, piece.facing);
        let mut marks = Marks::of(track, |sink| self.outlines_of_obstacles(shape.reach(), sink));
        let mut meet = |shape: &Shape| {
            for friend in self.friends(id) {
                for there in self.surface().images(friend.at) {
                    let met = track.meet(shape, there);
                    marks.extend(met.iter().flat_map(|m| [m.enter, m.leave]));
                }
            }
        };
        meet(&shape);
        if self.surface().is_twisted() {
            meet(&shape.mirrored());
        }
        // Only pieces that face somewhere turn with their way.
        let facing = |distance: f64| {
            if self.kind(id).has_facing {
                piece.facing + track.turn(distance)
            } else {
                piece.facing
            }
        };
        at.select(&marks, |s| !self.has_room(id, heir, path.at(s), facing(s)))
    }
}

impl Guarded<'_, '_> {
    /// Splits stops of piece `id` along a path by what it may become there. Stops at which it would
    /// have to promote, and may become nothing, are left out.
    pub(crate) fn promotions(
        &self,
        id: PieceId,
        path: &RayPath<'_>,
        taken: PieceSet,
        at: &IntervalSet,
    ) -> Vec<(IntervalSet, Promotes)> {
        let (field, kind) = (self.field, self.field.kind(id));
        let Some(place) = &kind.promotes_at else { return vec![(at.clone(), Promotes::No)] };
        let there = promoting(place, field, field.piece(id).side, path, at);
        let none = (at.difference(&there), Promotes::No);
        let mut open = vec![(there.clone(), kind.heirs.all)];
        let mut close = |closed: &IntervalSet, to: KindSet| {
            open = open
                .iter()
                .flat_map(|(at, kinds)| {
                    [(at.difference(closed), *kinds), (at.intersection(closed), kinds.without(to))]
                })
                .filter(|(at, _)| !at.is_empty())
                .collect();
        };
        if !kind.heirs.exposed.is_empty() {
            let safe = self.safe_when_promoted(id, path, taken, &there);
            close(&there.difference(&safe), kind.heirs.exposed);
        }
        for &heir in &kind.heirs.larger {
            close(&field.cramped(id, heir, path, &there), KindSet::NONE.with(heir));
        }
        let open = open.into_iter().filter(|(_, kinds)| !kinds.is_empty());
        [none].into_iter().chain(open.map(|(at, kinds)| (at, Promotes::To(kinds)))).collect()
    }
}

/// Returns the stops at which a piece promotes.
fn promoting(
    place: &PromotionPlace,
    field: &Field<'_>,
    side: Side,
    path: &RayPath<'_>,
    at: &IntervalSet,
) -> IntervalSet {
    if !field.surface().is_flat() {
        return promoting_at_marks(place, field.surface(), side, path, at);
    }
    match (place, &path.track) {
        (
            PromotionPlace::From(limit),
            Track::Line { from, along } | Track::Flight(Flight { from, along }),
        ) => {
            let start = field.program.forward(side, *from);
            let gain = PlaneProgram::seen(side, *along).y;
            let mark = if gain.abs() > PARALLEL { (limit - start) / gain } else { f64::NAN };
            at.select(&[mark], |s| at_most(*limit, start + gain * s))
        }
        (PromotionPlace::In(_), _) | (_, Track::Circle(_) | Track::Great(_)) => {
            promoting_at_marks(place, field.surface(), side, path, at)
        }
    }
}

/// Returns the stops at which a piece promotes, from the places where its track crosses the outlines
/// of promotion.
fn promoting_at_marks(
    place: &PromotionPlace,
    surface: &Surface,
    side: Side,
    path: &RayPath<'_>,
    at: &IntervalSet,
) -> IntervalSet {
    let marks = Marks::of(&path.track, |sink| place.outlines(side, surface, sink));
    at.select(&marks, |s| place.has(side, path.at(s), surface))
}
