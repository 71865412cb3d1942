//! When a move promotes, and to what.
//!
//! Owns: [`Promotes`], [`Arena::promotes`], [`promote_waiting`]. Takes an arena. Invariant: the
//! answer depends on start and end of a move only, not on what stands where; what is left to promote
//! to is asked apart.

use crate::board::game::arena::Arena;
use crate::board::game::position::BoardPosition;
use crate::board::space::site_set::{AnySet, Site};
use crate::board::walk::terrain::Piece;
use crate::rules::ruleset::{Duty, KindId, Promotion, Supply};
use crate::rules::side::Side;

/// Whether a move promotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promotes {
    /// It does not.
    Never,
    /// It does or does not, as the player likes.
    May,
    /// It does.
    Must,
    /// It does, unless there is nothing to promote to.
    Can,
}

impl Arena {
    /// Whether a move of a piece promotes it.
    pub fn promotes(&self, side: Side, kind: KindId, from: Site, to: Site) -> Promotes {
        let Some(promotion) = &self.rules.kinds[kind].promotion else { return Promotes::Never };
        let zone = &self.promotion_cells[side][kind];
        let occasion = match (zone.has(from), zone.has(to)) {
            (false, true) => promotion.on.enter,
            (true, true) => promotion.on.within,
            (true, false) => promotion.on.leave,
            (false, false) => false,
        };
        match (occasion, promotion.duty) {
            (false, _) => Promotes::Never,
            (true, Duty::Must) => Promotes::Must,
            (true, Duty::May) if self.stuck[side][kind].has(to) => Promotes::Must,
            (true, Duty::May) => Promotes::May,
            (true, Duty::Wait) => Promotes::Can,
        }
    }

    /// The kinds to which a piece of `kind` can be promoted in `position`.
    pub fn promotes_to(&self, position: &BoardPosition, side: Side, kind: KindId) -> Vec<KindId> {
        let Some(promotion) = &self.rules.kinds[kind].promotion else { return Vec::new() };
        let is_left = |&to: &KindId| match promotion.supply {
            Supply::Endless => true,
            Supply::Lost => {
                let kind = self.rules.counts_as(to);
                let there = position.pieces(side).filter(|&(_, k)| self.rules.counts_as(k) == kind);
                there.count() < self.start_cells[side][kind].count() as usize
            }
        };
        promotion.to.iter().copied().filter(is_left).collect()
    }
}

/// Promotes pieces that wait in their zones, as far as there are kinds for them: from their owner's left,
/// to the first kind that is left.
pub fn promote_waiting(arena: &Arena, position: &mut BoardPosition) {
    for side in Side::BOTH {
        for kind in arena.rules.kinds.ids().filter(|&kind| waits(arena, kind)) {
            for site in from_the_left(arena, arena.promotion_cells[side][kind], side) {
                if position.piece(site) != Some(Piece { side, kind }) {
                    continue;
                }
                if let Some(&to) = arena.promotes_to(position, side, kind).first() {
                    position.squares[site] = Some(Piece { side, kind: to });
                }
            }
        }
    }
}

/// Whether pieces of `kind` may have to wait in their zone.
pub fn waits(arena: &Arena, kind: KindId) -> bool {
    let waits = |p: &Promotion| p.duty == Duty::Wait && p.supply == Supply::Lost;
    arena.rules.kinds[kind].promotion.as_ref().is_some_and(waits)
}

/// The cells of a zone as `side` sees them from left to right, near ones first on a file.
pub fn from_the_left(arena: &Arena, zone: AnySet, side: Side) -> Vec<Site> {
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
