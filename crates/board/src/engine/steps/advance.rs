//! Making a move with all that it does, and taking it back.
//!
//! Owns: [`advance`], [`advance_below`], [`advance_each_way`], `ways_of`, [`take_back`]. Takes tables, a packed state and moves of it. Invariant:
//! what is taken back leaves every bit as it was.

use crate::engine::effects;
use crate::engine::effects::outcome::{CaptureInfo, EffectOutcome, Ways};
use crate::engine::journal::Journal;
use crate::engine::make::Undo;
use crate::engine::state::{PackedMove, State};
use crate::model::memory::Facts;
use crate::tables::move_tables::Tables;
use alfil_rules::question::Lookahead;
use alfil_rules::side::Side;
use std::ops::ControlFlow;

/// What it takes to take a move back, with all that it did besides.
#[derive(Clone, Debug)]
pub struct Past<const W: usize> {
    undo: Undo<W>,
    /// What its deeds and its promotions of what waited did, if there may have been some.
    done: Option<EffectOutcome<W>>,
}

impl<const W: usize> Past<W> {
    /// Makes `step`, but for its deeds.
    #[inline(always)]
    fn of_walk(tables: &Tables<W>, state: &mut State<W>, step: &PackedMove<W>) -> Past<W> {
        let undo = state.make(tables, step);
        let promoted = Journal::of_capture(tables, state, step);
        let past = Past { undo, done: promoted.map(EffectOutcome::promoted) };
        state.advance_step(tables, step, &past.undo);
        past
    }

    /// Whose move it was.
    pub fn side(&self) -> Side {
        self.undo.side()
    }
}

impl<const W: usize> State<W> {
    /// Makes a move and gives the turn on, with all that the move does besides; steps without a move are still
    /// to be skipped.
    #[inline]
    pub(crate) fn advance(&mut self, tables: &Tables<W>, step: &PackedMove<W>) -> Past<W> {
        self.advance_below(tables, step, None)
    }

    /// The same where only effects happen that look at less than `below`.
    pub(crate) fn advance_below(
        &mut self,
        tables: &Tables<W>,
        step: &PackedMove<W>,
        below: Option<Lookahead>,
    ) -> Past<W> {
        if self.may_have_effects(tables, step) {
            let known = Known::of(tables, self, step);
            let mut past = Past::of_walk(tables, self, step);
            known.perform(tables, self, step, &mut past, below);
            known.pass(tables, self, step, (&past.undo, below));
            return past;
        }
        let facts = Facts::to_keep(tables, self, step);
        let undo = self.make(tables, step);
        let promoted = Journal::of_capture(tables, self, step);
        self.advance_step(tables, step, &undo);
        if let Some(facts) = &facts {
            count(tables, self, facts, step, (&undo, below));
            self.remember(tables, facts, step, (undo.step(), below));
        }
        self.end_turn_if_done(tables, undo.side());
        self.end_with_check(tables, undo.side(), below);
        Past { undo, done: promoted.map(EffectOutcome::promoted) }
    }
}

/// Counts what effects count that do nothing else, behind `step`, which made `undo`.
#[inline(always)]
fn count<const W: usize>(
    tables: &Tables<W>,
    state: &mut State<W>,
    facts: &Facts,
    step: &PackedMove<W>,
    (undo, below): (&Undo<W>, Option<Lookahead>),
) {
    if tables.at(state).predicates.as_ref().is_some_and(|asks| !asks.effects.is_empty()) {
        // What is captured goes to hands once all is counted.
        state.pocket_captives(tables, step, undo, -1);
        state.count_effects(tables, facts, step, below);
        state.pocket_captives(tables, step, undo, 1);
    }
}

impl<const W: usize> State<W> {
    /// Gives `hear` the position behind each way to make `step`, one for each choice that its player has, with what its deeds
    /// did; it wants no more by saying so. `state` is unchanged at the end.
    pub(crate) fn advance_each_way(
        &mut self,
        tables: &Tables<W>,
        step: &PackedMove<W>,
        below: Option<Lookahead>,
        hear: &mut dyn FnMut(&mut State<W>, &PackedMove<W>, &EffectOutcome<W>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let known = Known::of(tables, self, step);
        let mut past = Past::of_walk(tables, self, step);
        let flow = match known.told.as_ref().filter(|_| self.effects_may_fail(tables)) {
            Some(told) => {
                let mut each =
                    |after: &mut State<W>, step: &PackedMove<W>, done: &EffectOutcome<W>| {
                        known.pass(tables, after, step, (&past.undo, below));
                        hear(after, step, done)
                    };
                let ways = &mut Ways::Each(&mut each);
                effects::each_way(tables, told, step, self, below, ways)
            }
            None => {
                known.perform(tables, self, step, &mut past, below);
                known.pass(tables, self, step, (&past.undo, below));
                hear(self, step, past.done.as_ref().unwrap_or(&EffectOutcome::default()))
            }
        };
        self.take_back(tables, step, past);
        flow
    }

    /// How many ways there are to make `step`, where nothing but what its player chooses tells them apart; `state` is unchanged at the end.
    pub(crate) fn ways_of(&mut self, tables: &Tables<W>, step: &PackedMove<W>) -> u64 {
        let known = Known::of(tables, self, step);
        let past = Past::of_walk(tables, self, step);
        let mut count = 0;
        match &known.told {
            Some(told) => {
                let ways = &mut Ways::Counted(&mut count);
                let _ = effects::each_way(tables, told, step, self, None, ways);
            }
            None => count = 1,
        }
        self.take_back(tables, step, past);
        count
    }
}

/// What has to be known of a move before it is made.
struct Known {
    facts: Option<Facts>,
    /// What its deeds want to know, if it may have some.
    told: Option<CaptureInfo>,
}

impl Known {
    /// Of a move of `state`.
    #[inline(always)]
    fn of<const W: usize>(tables: &Tables<W>, state: &State<W>, step: &PackedMove<W>) -> Known {
        let facts = Facts::to_keep(tables, state, step);
        let acts = state.may_have_effects(tables, step);
        let told = facts.filter(|_| acts).map(|facts| CaptureInfo::new(facts, state, step));
        Known { facts, told }
    }

    /// Does its deeds.
    fn perform<const W: usize>(
        &self,
        tables: &Tables<W>,
        state: &mut State<W>,
        step: &PackedMove<W>,
        past: &mut Past<W>,
        below: Option<Lookahead>,
    ) {
        let Some(facts) = &self.facts else { return };
        let Some(told) = &self.told else {
            return count(tables, state, facts, step, (&past.undo, below));
        };
        let done = effects::perform(tables, told, step, state, below);
        past.done = Some(match past.done.take() {
            Some(promoted) => promoted.then(done),
            None => done,
        });
    }

    /// What comes behind its deeds.
    #[inline(always)]
    fn pass<const W: usize>(
        &self,
        tables: &Tables<W>,
        state: &mut State<W>,
        step: &PackedMove<W>,
        (undo, below): (&Undo<W>, Option<Lookahead>),
    ) {
        if let Some(facts) = &self.facts {
            state.remember(tables, facts, step, (undo.step(), below));
        }
        state.end_turn_if_done(tables, undo.side());
        state.end_with_check(tables, undo.side(), below);
    }
}

impl<const W: usize> State<W> {
    /// Takes back `step`, which was made last and gave `past`.
    pub(crate) fn take_back(&mut self, tables: &Tables<W>, step: &PackedMove<W>, past: Past<W>) {
        if let Some(done) = &past.done {
            done.journal.take_back(tables, self);
        }
        if !tables.unowned.is_empty() {
            // What the mover became may be nobody's.
            self.side = past.undo.side();
            self.assign_unowned(&tables.unowned);
        }
        self.unmake(tables, step, &past.undo);
    }
}
