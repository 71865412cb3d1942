//! Promotion for the fast generator: who waits for it, and what is left to promote to.
//!
//! Owns: [`left`], [`is_left`], [`choices`]. Takes tables and a packed state. Invariant: agrees with
//! [`BoardModel::left`](crate::model::board_model::BoardModel::left).

use crate::engine::state::State;
use crate::tables::kinds::KindSet;
use crate::tables::move_tables::Tables;
use crate::tables::promotion::{PendingPromotions, Targets, TargetsId, Wait};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;

impl<const W: usize> PendingPromotions<W> {
    /// Whether a piece of `side` waits.
    #[inline(always)]
    pub fn any(&self, state: &State<W>, side: Side) -> bool {
        for Wait { kind, zone, .. } in &self.zones[side] {
            if zone.meets(state.of_kind(*kind) & state.by_side[side]) {
                return true;
            }
        }
        false
    }
}

impl<const W: usize> State<W> {
    /// Which kinds of a list are left to promote to.
    #[inline(always)]
    pub(crate) fn promotions_left(
        &self,
        tables: &Tables<W>,
        us: Side,
        targets: TargetsId,
    ) -> KindSet {
        let Targets { limited, .. } = tables.targets.of(targets);
        let mut left = limited.complement();
        limited
            .iter()
            .filter(|&to| self.is_promotion_left(tables, us, to))
            .for_each(|to| left.insert(to));
        left
    }

    /// Whether a side has fewer pieces of `kind` than it began with.
    #[inline(always)]
    pub(crate) fn is_promotion_left(&self, tables: &Tables<W>, us: Side, kind: KindId) -> bool {
        let there = self.of_kinds(&tables.counted_as[kind.index()]) & self.by_side[us];
        there.count() < tables.start_counts[us][kind.index()]
    }

    /// How many kinds of a list are left.
    #[inline(never)]
    pub(crate) fn promotion_choices(&self, tables: &Tables<W>, us: Side, targets: TargetsId) -> u8 {
        let Targets { kinds, limited, .. } = tables.targets.of(targets);
        if limited.count() == 0 {
            return kinds.len() as u8;
        }
        let left = self.promotions_left(tables, us, targets);
        kinds.iter().filter(|kind| left.has(**kind)).count() as u8
    }
}
