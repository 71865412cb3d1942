//! Promotion on packed positions: pending promotions, and the kinds that are available.
//!
//! The results must agree with [`BoardModel::left`](crate::model::board_model::BoardModel::left).

use crate::engine::state::State;
use crate::tables::kinds::KindSet;
use crate::tables::move_tables::Tables;
use crate::tables::promotion::{PendingPromotions, Targets, TargetsId, Wait};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;

impl<const W: usize> PendingPromotions<W> {
    /// True if a piece of `side` waits for its promotion.
    #[inline(always)]
    pub(crate) fn any(&self, state: &State<W>, side: Side) -> bool {
        for Wait { kind, zone, .. } in &self.zones[side] {
            if zone.meets(state.of_kind(*kind) & state.by_side[side]) {
                return true;
            }
        }
        false
    }
}

impl<const W: usize> State<W> {
    /// A set that contains the kinds of `targets` that are available for promotion. It may also
    /// contain kinds that are not in `targets`.
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

    /// True if `us` has fewer pieces of `kind` than in the start position.
    #[inline(always)]
    pub(crate) fn is_promotion_left(&self, tables: &Tables<W>, us: Side, kind: KindId) -> bool {
        let there = self.of_kinds(&tables.counted_as[kind.index()]) & self.by_side[us];
        there.count() < tables.start_counts[us][kind.index()]
    }

    /// The number of kinds of `targets` that are available for promotion.
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
