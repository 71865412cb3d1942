//! The input and the results of effects, apart from the position itself.

use crate::engine::journal::Journal;
use crate::engine::state::{PackedMove, State};
use crate::interpret::effect::Victims;
use crate::model::memory::Facts;
use crate::tables::effects::CompiledEffects;
use crate::tables::move_tables::Tables;
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;
use alfil_topology::site_set::SiteSet;
use std::ops::ControlFlow;

impl<const W: usize> Tables<W> {
    /// The compiled effects of the game. `None` if its effects only change counters.
    pub(crate) fn compiled_effects(&self) -> Option<&CompiledEffects<W>> {
        self.predicates.as_ref()?.actions.as_ref()
    }
}

/// Is called with the position after the effects of a move, the move with its choices, and the
/// outcome. May stop the enumeration of ways. The position must be unchanged at the end.
pub(crate) type Visit<'a, const W: usize> =
    dyn FnMut(&mut State<W>, &PackedMove<W>, &EffectOutcome<W>) -> ControlFlow<()> + 'a;

/// The cells of a position on which it matters whether an inert piece stands there.
pub(crate) type MatteringCells<'a, const W: usize> = dyn Fn(&State<W>) -> SiteSet<W> + 'a;

/// What to do with each possible way to perform the effects of a move.
pub(crate) enum Ways<'a, const W: usize> {
    /// Calls the function for each way.
    Each(&'a mut Visit<'a, W>),
    /// Calls the first function for each way that may matter. The second returns the cells of a
    /// position that matter. Where two ways differ only in the place of a piece that attacks nothing,
    /// and neither place matters, one of the ways is left out.
    Mattering(&'a mut Visit<'a, W>, &'a MatteringCells<'a, W>),
    /// Counts the ways. The result is only correct in games where no effect fails after its choices
    /// have been made.
    Counted(&'a mut u64),
}

/// The data that effects need about a move. The position after the move no longer contains it.
pub(crate) struct CaptureInfo {
    pub(super) facts: Facts,
    /// The captured pieces with their sites.
    pub(super) victims: Victims,
}

impl CaptureInfo {
    /// Collects the data for `step`, a move of `before` with these `facts`.
    pub(crate) fn new<const W: usize>(
        facts: Facts,
        before: &State<W>,
        step: &PackedMove<W>,
    ) -> CaptureInfo {
        let mut victims = Victims::new();
        for site in step.captured {
            if let Some(piece) = before.piece(site) {
                victims.push((site, piece));
            }
        }
        CaptureInfo { facts, victims }
    }
}

/// The changes by pending promotions and effects after a move.
#[derive(Clone, Default, Debug)]
pub(crate) struct EffectOutcome<const W: usize> {
    /// Changes to pieces and hands.
    pub(crate) journal: Journal<W>,
    /// True if the side that moved loses a royal piece by the effects.
    pub(crate) costs_royal: bool,
}

impl<const W: usize> EffectOutcome<W> {
    /// The outcome of pending promotions, before any effect.
    pub(crate) fn promoted(journal: Journal<W>) -> EffectOutcome<W> {
        EffectOutcome { journal, costs_royal: false }
    }

    /// The outcome of `self` followed by `later`.
    pub(crate) fn then(self, later: EffectOutcome<W>) -> EffectOutcome<W> {
        let EffectOutcome { mut journal, .. } = self;
        journal.append(&later.journal);
        EffectOutcome { journal, costs_royal: later.costs_royal }
    }
}

pub(super) fn royal_pieces<const W: usize>(state: &State<W>, side: Side, kind: KindId) -> usize {
    let on_board = state.of_kind(kind) & state.by_side[side];
    on_board.count() as usize + usize::from(state.hands[side][kind])
}
