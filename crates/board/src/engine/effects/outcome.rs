//! The input and the results of effects, apart from the position itself.

use crate::engine::effects::options::Options;
use crate::engine::journal::Journal;
use crate::engine::state::{PackedMove, State};
use crate::model::memory::Facts;
use crate::paths::terrain::Piece;
use crate::tables::effects::CompiledEffects;
use crate::tables::move_tables::Tables;
use crate::topology::site_set::Site;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Royalty;
use alfil_rules::side::Side;
use smallvec::SmallVec;
use std::ops::ControlFlow;

impl<const W: usize> Tables<W> {
    /// The compiled effects of the game. `None` if its effects only change counters.
    pub(crate) fn compiled_effects(&self) -> Option<&CompiledEffects<W>> {
        self.predicates.as_ref()?.actions.as_ref()
    }
}

/// What to do with each possible way to perform the effects of a move.
pub(crate) enum Ways<'a, const W: usize> {
    /// Calls the function with the position after the effects, the move with its choices, and the
    /// outcome. The function may stop the enumeration.
    Each(&'a mut dyn FnMut(&mut State<W>, &PackedMove<W>, &EffectOutcome<W>) -> ControlFlow<()>),
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

pub(super) type Victims = SmallVec<[(Site, Piece); 2]>;

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

pub(super) fn royal_pieces<const W: usize>(state: &State<W>, side: Side, kind: KindId) -> u32 {
    let on_board = state.of_kind(kind) & state.by_side[side];
    on_board.count() + u32::from(state.hands[side][kind])
}

pub(super) fn is_lost(royal: Royalty, had: u32, has: u32) -> bool {
    match royal {
        Royalty::No => false,
        Royalty::Each => has < had,
        Royalty::All | Royalty::Last => has == 0 && had > 0,
    }
}

/// The reason why a run of effects stops early.
pub(super) enum Pause<const W: usize> {
    /// The player must first choose one of these options.
    Choose(Options<W>, Remaining),
    /// There is no option, or the choice of the player is not one of the options.
    Impossible,
    /// The player declines the effect.
    Declined,
}

/// What may follow after a choice of the player.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Remaining {
    /// No other choice follows, and no effect can fail.
    Nothing,
    /// Another choice may follow, or an effect may fail.
    Something,
}
