//! Static exchange evaluation: the material that captures on one cell gain, without a search.

use super::evaluation::Evaluation;
use crate::engine::state::{PackedMove, State};
use crate::tables::move_tables::Tables;
use alfil_rules::side::{BySide, Side};
use alfil_topology::site_set::{Site, SiteSet};

/// A position in which both sides may capture on one cell.
pub(super) struct Exchange<'g, const W: usize> {
    tables: &'g Tables<W>,
    state: &'g State<W>,
    evaluation: &'g Evaluation<W>,
    /// The cell on which the pieces capture.
    cell: Site,
    by_side: BySide<SiteSet<W>>,
    occupied: SiteSet<W>,
}

impl<'g, const W: usize> Exchange<'g, W> {
    /// The captures on the end cell of `step`, after the step.
    pub(super) fn after(
        tables: &'g Tables<W>,
        state: &'g State<W>,
        evaluation: &'g Evaluation<W>,
        step: &PackedMove<W>,
    ) -> Self {
        let gone = step.captured | SiteSet::of(step.from) | SiteSet::of(step.to);
        Exchange {
            tables: tables.at(state),
            state,
            evaluation,
            cell: step.to,
            by_side: BySide::from_fn(|side| state.by_side[side].minus(gone)),
            occupied: state.occupied().minus(gone) | SiteSet::of(step.to),
        }
    }

    /// The material that `side` gains if it captures the piece on the cell, whose value is
    /// `victim`. 0 if no capture pays. The cheapest piece captures first, and royal pieces last.
    /// Pins are ignored.
    pub(super) fn gain(mut self, side: Side, victim: i32) -> i32 {
        // The gain of the first capture is the victim, that of the second is the first attacker
        // minus the gain before, and so on.
        let (mut side, mut victim) = (side, victim);
        let mut gains = [0; 32];
        let mut count = 0;
        while count < gains.len()
            && let Some(attacker) = self.cheapest(side)
        {
            let kind = self.state.kind_at(attacker);
            let gone = SiteSet::of(attacker);
            self.by_side[side] = self.by_side[side].minus(gone);
            self.occupied = self.occupied.minus(gone);
            if self.tables.royals.has(kind) && self.is_attacked_by(side.other()) {
                break;
            }
            gains[count] = victim;
            count += 1;
            (side, victim) = (side.other(), self.evaluation.of_kind(kind));
        }
        gains[..count].iter().rev().fold(0, |later, &gain| (gain - later).max(0))
    }

    /// The least valuable piece of `side` that can capture on the cell. Royal pieces are most
    /// valuable.
    fn cheapest(&self, side: Side) -> Option<Site> {
        let near = self.tables.attacks[side].possible_attackers[self.cell] & self.by_side[side];
        let mut best: Option<(i32, Site)> = None;
        for site in near {
            let kind = self.state.kind_at(site);
            let value =
                if self.tables.royals.has(kind) { i32::MAX } else { self.evaluation.of_kind(kind) };
            if best.is_none_or(|(least, _)| value < least) && self.reaches(side, SiteSet::of(site))
            {
                best = Some((value, site));
            }
        }
        best.map(|(_, site)| site)
    }

    fn is_attacked_by(&self, side: Side) -> bool {
        self.reaches(side, self.by_side[side])
    }

    /// True if one of `attackers`, which are pieces of `side`, can capture on the cell.
    fn reaches(&self, side: Side, attackers: SiteSet<W>) -> bool {
        let own = self.by_side[side];
        self.state.reached(self.tables, side, self.cell, self.occupied, (own, attackers))
    }
}
