//! Promotion: where a piece promotes, and to which kinds.
//!
//! A piece may become a kind only where its new body covers no friend and overlaps no obstacle, and a
//! royal kind only where no enemy attacks it.

use crate::geometry::interval::IntervalSet;
use crate::geometry::scalar::{PARALLEL, Vec2, at_most};
use crate::geometry::shape::Shape;
use crate::model::field::Field;
use crate::model::heirs::KindSet;
use crate::model::kind::PromotionPlace;
use crate::model::position::{Piece, PieceId, PieceSet, Promotes};
use crate::model::program::PlaneProgram;
use crate::moves::safety::Guarded;
use crate::space::flight::Flight;
use crate::space::path::RayPath;
use crate::space::sink::Sink;
use crate::space::surface::Surface;
use crate::space::track::{Marks, Track};
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;

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
