//! What effects need to know of a move, and what they did.

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
    /// The effects of a game whose effects do more than count.
    pub(crate) fn compiled_effects(&self) -> Option<&CompiledEffects<W>> {
        self.predicates.as_ref()?.actions.as_ref()
    }
}

/// What is to be done with the ways in which deeds may be done.
pub enum Ways<'a, const W: usize> {
    /// Each is heard, with the position behind it and what was done; it wants no more by saying so.
    Each(&'a mut dyn FnMut(&mut State<W>, &PackedMove<W>, &EffectOutcome<W>) -> ControlFlow<()>),
    /// They are counted, in a game where nothing but the choices themselves makes them impossible.
    Counted(&'a mut u64),
}

/// What deeds want to know of a move that is gone from the position once it is made.
pub struct CaptureInfo {
    pub(super) facts: Facts,
    /// What it captures, and where that stood.
    pub(super) victims: Victims,
}

pub(super) type Victims = SmallVec<[(Site, Piece); 2]>;

impl CaptureInfo {
    /// Of a move of `before` with its facts.
    pub fn new<const W: usize>(
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

/// What a move did besides where it went: what waited and was promoted, and its deeds.
#[derive(Clone, Default, Debug)]
pub struct EffectOutcome<const W: usize> {
    /// What that changed of what stands and is held.
    pub journal: Journal<W>,
    /// Whether it cost the side whose move it was a royal piece.
    pub costs_royal: bool,
}

impl<const W: usize> EffectOutcome<W> {
    /// Of a move that has only promoted what waited yet.
    pub fn promoted(journal: Journal<W>) -> EffectOutcome<W> {
        EffectOutcome { journal, costs_royal: false }
    }

    /// The same, once the deeds have been done as well.
    pub fn then(self, deeds: EffectOutcome<W>) -> EffectOutcome<W> {
        let EffectOutcome { mut journal, .. } = self;
        journal.append(&deeds.journal);
        EffectOutcome { journal, costs_royal: deeds.costs_royal }
    }
}

pub(super) fn royal_pieces<const W: usize>(state: &State<W>, side: Side, kind: KindId) -> u32 {
    let standing = state.of_kind(kind) & state.by_side[side];
    standing.count() + u32::from(state.hands[side][kind])
}

pub(super) fn is_lost(royal: Royalty, had: u32, has: u32) -> bool {
    match royal {
        Royalty::No => false,
        Royalty::Each => has < had,
        Royalty::All | Royalty::Last => has == 0 && had > 0,
    }
}

/// Why a line does not happen.
pub(super) enum Pause<const W: usize> {
    /// The player has to choose one of these first.
    Choose(Options<W>, Remaining),
    /// It has nothing to choose from, or what was chosen cannot be.
    Impossible,
    /// It is left out.
    Declined,
}

/// What a player may have to choose after a choice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Remaining {
    /// Nothing, and nothing can make the move impossible any more.
    Nothing,
    /// Perhaps something.
    Something,
}
