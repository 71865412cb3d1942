//! When a move promotes, and to what.
//!
//! Owns: [`Way`], [`Becomes`], [`BoardModel::promotions`], [`BoardModel::becomes`], [`promote_waiting`]. Takes an
//! arena. Invariant: which rules speak of a move depends on what moves from where to where, not on what
//! stands elsewhere; what is left to promote to is asked apart.

use crate::model::board_model::BoardModel;
use crate::model::position::BoardPosition;
use crate::paths::terrain::Piece;
use crate::topology::site_set::{AnySet, Site};
use alfil_rules::ids::KindId;
use alfil_rules::question::Question;
use alfil_rules::ruleset::{Duty, Occasions, Promotion, Supply};
use alfil_rules::side::Side;

/// What a piece does that may promote it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// It moves from one cell to another, or captures and comes back.
    Move(Site, Site),
    /// It promotes where it stands.
    Stay(Site),
    /// It comes from the hand.
    Drop(Site),
}

impl Way {
    /// Whether it is one of the occasions `on` which a rule speaks, whose zone has a cell if `zone` says so.
    pub fn is_of(self, on: Occasions, zone: impl Fn(Site) -> bool) -> bool {
        match self {
            Way::Move(from, to) => match (zone(from), zone(to)) {
                (false, true) => on.enter,
                (true, true) => on.within,
                (true, false) => on.leave,
                (false, false) => false,
            },
            Way::Stay(site) => on.stay && zone(site),
            Way::Drop(site) => on.drop && zone(site),
        }
    }

    /// Where the piece stands afterwards.
    pub fn end(self) -> Site {
        match self {
            Way::Move(_, to) | Way::Stay(to) | Way::Drop(to) => to,
        }
    }
}

/// What a mover may be after its move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Becomes {
    /// The kinds to which it may promote, each once.
    pub kinds: Vec<KindId>,
    /// Whether it may stay what it is.
    pub stays: bool,
}

impl BoardModel {
    /// The rules of promotion that speak of what a piece does, in order.
    pub fn promotions(
        &self,
        side: Side,
        kind: KindId,
        way: Way,
    ) -> impl Iterator<Item = &Promotion> {
        let zones = &self.promotion_cells[side][kind];
        let rules = self.rules.kinds[kind].promotions.iter().zip(zones);
        let speaks =
            move |&(rule, zone): &(&Promotion, &AnySet)| way.is_of(rule.on, |site| zone.has(site));
        rules.filter(speaks).map(|(rule, _)| rule)
    }

    /// What `rule` asks of a piece that ends on `to`: its duty, but where it could never move again. A drop
    /// there has its own rule ([`Immobile`](alfil_rules::hand::Immobile)).
    pub fn duty(&self, side: Side, kind: KindId, rule: &Promotion, way: Way) -> Duty {
        match (rule.duty, way) {
            (Duty::May, Way::Move(_, to)) if self.stuck[side][kind].has(to) => Duty::Must,
            (duty, Way::Move(..) | Way::Stay(_) | Way::Drop(_)) => duty,
        }
    }

    /// What a piece may be after it has done so in `position`, where `holds` answers what rules ask.
    pub fn becomes(
        &self,
        position: &BoardPosition,
        side: Side,
        kind: KindId,
        way: Way,
        holds: &dyn Fn(&Question) -> bool,
    ) -> Becomes {
        let mut kinds: Vec<KindId> = Vec::new();
        let (mut must, mut waits) = (false, false);
        let speaks = |rule: &&Promotion| rule.when.as_ref().is_none_or(holds);
        for rule in self.promotions(side, kind, way).filter(speaks) {
            for to in self.left(position, side, rule) {
                if !kinds.contains(&to) {
                    kinds.push(to);
                }
            }
            match self.duty(side, kind, rule, way) {
                Duty::Must => must = true,
                Duty::May => {}
                Duty::Wait => waits = true,
            }
        }
        let stays = !must && (!waits || kinds.is_empty());
        Becomes { kinds, stays }
    }

    /// The kinds to which `rule` can promote a piece in `position`.
    pub fn left(&self, position: &BoardPosition, side: Side, rule: &Promotion) -> Vec<KindId> {
        let is_left = |&to: &KindId| match rule.supply {
            Supply::Endless => true,
            Supply::Lost => {
                let kind = self.rules.counts_as(to);
                let there = position.pieces(side).filter(|&(_, k)| self.rules.counts_as(k) == kind);
                there.count() < self.start_counts[side][kind] as usize
            }
        };
        rule.to.iter().copied().filter(is_left).collect()
    }
}

/// Promotes pieces that wait in their zones, as far as there are kinds for them: from their owner's left,
/// to the first kind that is left.
pub fn promote_waiting(arena: &BoardModel, position: &mut BoardPosition) {
    for side in Side::BOTH {
        for (kind, rule, zone) in pending_promotions(arena, side) {
            for site in from_the_left(arena, zone, side) {
                if position.piece(site) != Some(Piece { side, kind }) {
                    continue;
                }
                if let Some(&to) = arena.left(position, side, rule).first() {
                    position.squares[site] = Some(Piece { side, kind: to });
                    let never_moved = &mut position.memory.never_moved;
                    *never_moved = never_moved.minus(AnySet::of(site));
                }
            }
        }
    }
}

/// The rules by which pieces may have to wait, with their kinds and zones.
pub fn pending_promotions(
    arena: &BoardModel,
    side: Side,
) -> impl Iterator<Item = (KindId, &Promotion, AnySet)> {
    let kinds = arena.rules.kinds.enumerate();
    let all = kinds.flat_map(move |(kind, of)| {
        let zones = &arena.promotion_cells[side][kind];
        of.promotions.iter().zip(zones).map(move |(rule, zone)| (kind, rule, *zone))
    });
    all.filter(|(_, rule, _)| rule.duty == Duty::Wait && rule.supply == Supply::Lost)
}

/// The cells of a zone as `side` sees them from left to right, near ones first on a file.
pub fn from_the_left(arena: &BoardModel, zone: AnySet, side: Side) -> Vec<Site> {
    let mut cells: Vec<Site> = zone.into_iter().collect();
    cells.sort_by_key(|&site| {
        let (file, rank) = arena.graph.file_rank(site);
        match side {
            Side::White => (i16::from(file), i16::from(rank)),
            Side::Black => (-i16::from(file), -i16::from(rank)),
        }
    });
    cells
}
