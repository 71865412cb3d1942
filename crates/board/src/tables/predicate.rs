//! Predicates with areas and conditions compiled to sets of cells.

use crate::model::board_model::BoardModel;
use crate::tables::pattern::Pattern;
use alfil_diagnostics::index::Id;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::question::{Pieces, Question};
use alfil_rules::side::{BySide, Side};
use alfil_topology::site_set::{Site, SiteSet};

/// A predicate whose areas are sets of cells for each side.
pub(crate) type Predicate<const W: usize> = Question<BySide<SiteSet<W>>, Between<W>, Pattern<W>>;
/// Selects pieces in a predicate.
pub(crate) type PieceSelector<const W: usize> = Pieces<BySide<SiteSet<W>>, Pattern<W>>;

/// A condition on start and end cells: for each side, kind and start, the ends for which it holds.
#[derive(Clone, Debug)]
pub(crate) struct Between<const W: usize>(BySide<Vec<Vec<SiteSet<W>>>>);

impl<const W: usize> Between<W> {
    pub(super) fn new(arena: &BoardModel, condition: &Condition) -> Between<W> {
        let ends = |side, kind, from| {
            let holds = |&to: &Site| arena.holds(condition, side, kind, from, to);
            arena.graph.sites().filter(holds).collect()
        };
        let starts = |side, kind| arena.graph.sites().map(|from| ends(side, kind, from)).collect();
        Between(BySide::of(arena.rules.sides, |side| {
            arena.rules.kinds.ids().map(|kind| starts(side, kind)).collect()
        }))
    }

    /// Returns whether the condition holds for a move of `kind` from `from` to `to`.
    pub(crate) fn holds(&self, side: Side, kind: KindId, from: Site, to: Site) -> bool {
        self.ends(side, kind, from).has(to)
    }

    /// Returns the ends of moves of `kind` from `from` for which the condition holds.
    pub(crate) fn ends(&self, side: Side, kind: KindId, from: Site) -> SiteSet<W> {
        self.0[side][kind.index()][from.index()]
    }
}
