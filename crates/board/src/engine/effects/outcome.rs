//! The data that effects need about a move, and the results that they return.

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
    /// The effects of the game, if some do more than count.
    pub(crate) fn compiled_effects(&self) -> Option<&CompiledEffects<W>> {
        self.predicates.as_ref()?.actions.as_ref()
    }
}

/// How to process the possible ways to perform the effects of a move.
pub(crate) enum Ways<'a, const W: usize> {
    /// Calls the function with the position afterwards, the move with its choices, and the outcome.
    /// It may stop the enumeration.
    Each(&'a mut dyn FnMut(&mut State<W>, &PackedMove<W>, &EffectOutcome<W>) -> ControlFlow<()>),
    /// Counts the ways. Only for games in which nothing but the choices themselves makes a way
    /// impossible.
    Counted(&'a mut u64),
}

/// Data about a move that effects need and that is no longer in the position after the move.
pub(crate) struct CaptureInfo {
    pub(super) facts: Facts,
    /// The captured pieces with their sites.
    pub(super) victims: Victims,
}

pub(super) type Victims = SmallVec<[(Site, Piece); 2]>;

impl CaptureInfo {
    /// Collects the data for a move of `before`, whose `facts` are known.
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

/// The changes of a move besides the move itself: pending promotions and effects.
#[derive(Clone, Default, Debug)]
pub(crate) struct EffectOutcome<const W: usize> {
    /// Changes to pieces and hands.
    pub(crate) journal: Journal<W>,
    /// True if the effects cost the moving side a royal piece.
    pub(crate) costs_royal: bool,
}

impl<const W: usize> EffectOutcome<W> {
    /// The outcome of pending promotions alone, before any effect.
    pub(crate) fn promoted(journal: Journal<W>) -> EffectOutcome<W> {
        EffectOutcome { journal, costs_royal: false }
    }

    /// The combined outcome after the effects as well.
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

/// The reason why an effect stops.
pub(super) enum Pause<const W: usize> {
    /// The player must choose one of these options first.
    Choose(Options<W>, Remaining),
    /// There is no option, or the given choice is not one of the options.
    Impossible,
    /// The player declined the effect.
    Declined,
}

/// What may follow a choice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Remaining {
    /// No further choice, and nothing that could make the move impossible.
    Nothing,
    /// Possibly another choice or a failure.
    Something,
}
