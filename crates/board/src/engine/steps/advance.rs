//! Makes a move with all its effects, and takes it back.
//!
//! Taking a move back restores every bit of the position.

use crate::engine::effects;
use crate::engine::journal::{CaptureInfo, EffectOutcome, Journal, MatteringCells, Visit, Ways};
use crate::engine::make::Undo;
use crate::engine::predicates::view::facts_to_keep;
use crate::engine::state::{PackedMove, State};
use crate::model::position::{Actor, Facts};
use crate::tables::move_tables::Tables;
use alfil_clock::meter;
use alfil_rules::question::Lookahead;
use alfil_rules::side::Side;
use std::ops::ControlFlow;

/// The data to take back a move and its effects.
#[derive(Clone, Debug)]
pub(crate) struct Past<const W: usize> {
    undo: Undo<W>,
    /// The changes by effects and pending promotions; `None` if there cannot be any.
    done: Option<EffectOutcome<W>>,
}

impl<const W: usize> Past<W> {
    /// Makes `step` with pending promotions but without effects, and advances to the next step or
    /// turn.
    #[inline(always)]
    fn without_effects(tables: &Tables<W>, state: &mut State<W>, step: &PackedMove<W>) -> Past<W> {
        let length = state.length_to_note(tables);
        let undo = state.make(tables, step);
        state.note_length(length);
        let promoted = Journal::of_capture(tables, state, step);
        let past = Past { undo, done: promoted.map(EffectOutcome::promoted) };
        state.advance_step(tables, step, &past.undo);
        past
    }

    /// The side that moved.
    pub(crate) fn side(&self) -> Side {
        self.undo.side()
    }
}

impl<const W: usize> State<W> {
    /// Makes a move with all its effects and advances the turn. The new step may have no legal
    /// move.
    #[inline]
    pub(crate) fn advance(&mut self, tables: &Tables<W>, step: &PackedMove<W>) -> Past<W> {
        self.advance_below(tables, step, None)
    }

    /// Like [`State::advance`], but only effects whose lookahead is less than `below` happen.
    pub(crate) fn advance_below(
        &mut self,
        tables: &Tables<W>,
        step: &PackedMove<W>,
        below: Option<Lookahead>,
    ) -> Past<W> {
        meter::spend(meter::MOVE);
        if let Actor::Die(..) = step.actor {
            return self.roll(tables, step);
        }
        if self.may_have_effects(tables, step) {
            let known = Known::of(tables, self, step);
            let mut past = Past::without_effects(tables, self, step);
            known.perform(tables, self, step, &mut past, below);
            known.complete(tables, self, step, (&past.undo, below));
            return past;
        }
        let facts = facts_to_keep(tables, self, step);
        let length = self.length_to_note(tables);
        let undo = self.make(tables, step);
        self.note_length(length);
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

impl<const W: usize> State<W> {
    /// Makes a roll, which has no effects and is not remembered as a move.
    fn roll(&mut self, tables: &Tables<W>, step: &PackedMove<W>) -> Past<W> {
        let undo = self.make(tables, step);
        let here = tables.at(self);
        let draw = here.turn.as_ref().and_then(|turn| turn.draw(self));
        let done = match (step.actor, draw) {
            (Actor::Die(die, face), Some(draw)) => self.turn_up(tables, step, (die, face), draw),
            (Actor::Piece | Actor::Hand(_) | Actor::Section(..) | Actor::Nobody, _)
            | (Actor::Die(..), None) => None,
        };
        if undo.step() == 1 {
            self.memory.skip(tables.clocks());
        }
        self.advance_step(tables, step, &undo);
        self.end_turn_if_done(tables, undo.side());
        Past { undo, done }
    }
}

/// Applies the effects of `step` to the counters, if all its effects only change counters.
#[inline(always)]
fn count<const W: usize>(
    tables: &Tables<W>,
    state: &mut State<W>,
    facts: &Facts,
    step: &PackedMove<W>,
    (undo, below): (&Undo<W>, Option<Lookahead>),
) {
    if tables
        .at(state)
        .rules
        .predicates
        .as_ref()
        .is_some_and(|predicates| !predicates.effects.is_empty())
    {
        // Captured pieces are already in hands, but effects must not count them there.
        state.pocket_captives(tables, step, undo, -1);
        state.count_effects(tables, facts, step, below);
        state.pocket_captives(tables, step, undo, 1);
    }
}

impl<const W: usize> State<W> {
    /// Calls `visit` with the position after each way to make `step`: one for each combination of
    /// choices that effects offer. `visit` may stop the enumeration. The position is unchanged at
    /// the end.
    pub(crate) fn advance_each_way(
        &mut self,
        tables: &Tables<W>,
        step: &PackedMove<W>,
        below: Option<Lookahead>,
        visit: &mut Visit<'_, W>,
    ) -> ControlFlow<()> {
        self.advance_ways(tables, step, below, visit, None)
    }

    /// Like [`State::advance_each_way`], but if `cells_that_matter` is given, leaves out ways as
    /// [`Ways::Mattering`] does.
    pub(crate) fn advance_ways(
        &mut self,
        tables: &Tables<W>,
        step: &PackedMove<W>,
        below: Option<Lookahead>,
        visit: &mut Visit<'_, W>,
        cells_that_matter: Option<&MatteringCells<'_, W>>,
    ) -> ControlFlow<()> {
        meter::spend(meter::MOVE);
        if let Actor::Die(..) = step.actor {
            let past = self.roll(tables, step);
            let flow = visit(self, step, &EffectOutcome::default());
            self.take_back(tables, step, past);
            return flow;
        }
        let known = Known::of(tables, self, step);
        let mut past = Past::without_effects(tables, self, step);
        let flow = match known.told.as_ref().filter(|_| self.effects_may_fail(tables)) {
            Some(capture_info) => {
                let mut each =
                    |after: &mut State<W>, step: &PackedMove<W>, done: &EffectOutcome<W>| {
                        known.complete(tables, after, step, (&past.undo, below));
                        visit(after, step, done)
                    };
                let mut ways = match cells_that_matter {
                    Some(cells) => Ways::Mattering(&mut each, cells),
                    None => Ways::Each(&mut each),
                };
                effects::each_way(tables, capture_info, step, self, below, &mut ways)
            }
            None => {
                known.perform(tables, self, step, &mut past, below);
                known.complete(tables, self, step, (&past.undo, below));
                visit(self, step, past.done.as_ref().unwrap_or(&EffectOutcome::default()))
            }
        };
        self.take_back(tables, step, past);
        flow
    }

    /// The number of ways to make `step`. The result is only correct in games where no effect fails
    /// after its choices have been made. The position is unchanged at the end.
    pub(crate) fn ways_of(&mut self, tables: &Tables<W>, step: &PackedMove<W>) -> u64 {
        meter::spend(meter::MOVE);
        let known = Known::of(tables, self, step);
        let past = Past::without_effects(tables, self, step);
        let mut count = 0;
        match &known.told {
            Some(capture_info) => {
                let ways = &mut Ways::Counted(&mut count);
                let _ = effects::each_way(tables, capture_info, step, self, None, ways);
            }
            None => count = 1,
        }
        self.take_back(tables, step, past);
        count
    }
}

/// Data about a move that must be collected before the move is made.
struct Known {
    facts: Option<Facts>,
    /// What effects must know about the move; `None` if the move has no effects.
    told: Option<CaptureInfo>,
}

impl Known {
    /// Collects the data for `step`, a move of `state`.
    #[inline(always)]
    fn of<const W: usize>(tables: &Tables<W>, state: &State<W>, step: &PackedMove<W>) -> Known {
        let facts = facts_to_keep(tables, state, step);
        let has_effects = state.may_have_effects(tables, step);
        let capture_info =
            facts.filter(|_| has_effects).map(|facts| CaptureInfo::new(facts, state, step));
        Known { facts, told: capture_info }
    }

    /// Performs the effects of the move.
    fn perform<const W: usize>(
        &self,
        tables: &Tables<W>,
        state: &mut State<W>,
        step: &PackedMove<W>,
        past: &mut Past<W>,
        below: Option<Lookahead>,
    ) {
        let Some(facts) = &self.facts else { return };
        let Some(capture_info) = &self.told else {
            return count(tables, state, facts, step, (&past.undo, below));
        };
        let done = effects::perform(tables, capture_info, step, state, below);
        past.done = Some(match past.done.take() {
            Some(promoted) => promoted.then(done),
            None => done,
        });
    }

    /// Completes the move after its effects: updates the memory, and ends the turn if no step is
    /// left.
    #[inline(always)]
    fn complete<const W: usize>(
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
    /// Takes back `step`, the last move, with its `past`.
    pub(crate) fn take_back(&mut self, tables: &Tables<W>, step: &PackedMove<W>, past: Past<W>) {
        if let Some(done) = &past.done {
            done.journal.take_back(tables, self);
        }
        if !tables.rules.unowned.is_empty() {
            // An effect may have made the moved piece unowned, so unowned pieces are assigned
            // again.
            self.side = past.undo.side();
            self.assign_unowned(&tables.rules.unowned);
        }
        self.unmake(tables, step, &past.undo);
    }
}
