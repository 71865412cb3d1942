//! Promotion: when it is possible or mandatory, and to which kinds. The piece and the cells of its
//! move decide which rules apply. The available kinds also depend on the position.

use crate::model::board_model::BoardModel;
use crate::model::position::BoardPosition;
use crate::paths::terrain::Piece;
use alfil_rules::ids::KindId;
use alfil_rules::question::Question;
use alfil_rules::ruleset::{Duty, Occasions, Promotion, Supply};
use alfil_rules::side::{Color, Side};
use alfil_topology::site_set::{AnySet, Site};

/// An action after which a piece may promote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// A move from one cell to another. The cells are equal if the piece captures without moving.
    Move(Site, Site),
    /// Promotion without a move.
    Stay(Site),
    /// A drop from the hand.
    Drop(Site),
}

impl Way {
    /// Returns whether a promotion rule applies to this action. `on` lists the occasions of the
    /// rule. `zone` returns whether a cell is in its zone.
    pub(crate) fn is_of(self, on: Occasions, zone: impl Fn(Site) -> bool) -> bool {
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

    /// Returns the cell of the piece after the action.
    pub fn end(self) -> Site {
        match self {
            Way::Move(_, to) | Way::Stay(to) | Way::Drop(to) => to,
        }
    }
}

/// The kinds that a piece may have after an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Becomes {
    /// The kinds to which the piece may promote, each once.
    pub kinds: Vec<KindId>,
    /// True if the piece may keep its kind.
    pub stays: bool,
}

impl BoardModel {
    /// Iterates over the promotion rules that apply to an action of a piece, in order.
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

    /// Returns the duty of `rule` for an action of a piece. Promotion is mandatory if the piece
    /// could not move from its new cell. Drops have a rule of their own for this
    /// ([`Immobile`](alfil_rules::hand::Immobile)).
    pub(crate) fn duty(&self, side: Side, kind: KindId, rule: &Promotion, way: Way) -> Duty {
        match (rule.duty, way) {
            (Duty::May, Way::Move(_, to)) if self.stuck[side][kind].has(to) => Duty::Must,
            (duty, Way::Move(..) | Way::Stay(_) | Way::Drop(_)) => duty,
        }
    }

    /// Returns the kinds that a piece may have after an action in `position`. `holds` evaluates the
    /// questions of promotion rules.
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

    /// Returns the kinds of `rule` that are available in `position`. A limited kind is available
    /// while the side has fewer pieces of it than at the start.
    pub(crate) fn left(
        &self,
        position: &BoardPosition,
        side: Side,
        rule: &Promotion,
    ) -> Vec<KindId> {
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

/// Promotes pieces that wait until a kind is available, each to the first available kind. The
/// leftmost pieces, as seen by their owner, come first.
pub fn promote_waiting(model: &BoardModel, position: &mut BoardPosition) {
    for side in model.rules.sides.each() {
        for (kind, rule, zone) in pending_promotions(model, side) {
            for site in from_the_left(model, zone, side) {
                if position.piece(site) != Some(Piece { side, kind }) {
                    continue;
                }
                if let Some(&to) = model.left(position, side, rule).first() {
                    position.squares[site] = Some(Piece { side, kind: to });
                    let never_moved = &mut position.memory.never_moved;
                    *never_moved = never_moved.minus(AnySet::of(site));
                }
            }
        }
    }
}

/// Iterates over the rules by which pieces wait until a lost kind is available, with their kinds
/// and zones.
pub(crate) fn pending_promotions(
    model: &BoardModel,
    side: Side,
) -> impl Iterator<Item = (KindId, &Promotion, AnySet)> {
    let kinds = model.rules.kinds.enumerate();
    let all = kinds.flat_map(move |(kind, of)| {
        let zones = &model.promotion_cells[side][kind];
        of.promotions.iter().zip(zones).map(move |(rule, zone)| (kind, rule, *zone))
    });
    all.filter(|(_, rule, _)| rule.duty == Duty::Wait && rule.supply == Supply::Lost)
}

/// Returns the cells of a zone from `side`'s left to right. On one file, cells near to `side` come
/// first.
pub(crate) fn from_the_left(model: &BoardModel, zone: AnySet, side: Side) -> Vec<Site> {
    let mut cells: Vec<Site> = zone.into_iter().collect();
    cells.sort_by_key(|&site| {
        let (file, rank) = model.graph.file_rank(site);
        match side.color() {
            Color::White => (i16::from(file), i16::from(rank)),
            Color::Black => (-i16::from(file), -i16::from(rank)),
        }
    });
    cells
}
