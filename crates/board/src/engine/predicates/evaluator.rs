//! Evaluates a predicate for one move after another.
//!
//! The position is unchanged at the end. If a section of the board moves, predicates about the
//! position after the move use the tables of the new arrangement.

use super::context::{EvalContext, Made};
use crate::engine::state::{PackedMove, State};
use crate::model::memory::{Facts, History};
use crate::model::position::Actor;
use crate::tables::constraints::MoveConstraint;
use crate::tables::move_tables::Tables;
use crate::tables::predicate::Predicate;
use crate::tables::predicates::CompiledPredicates;
use crate::topology::site_set::Site;
use alfil_rules::question::{CHECKS, Question};

/// Evaluates predicates for single moves. All evaluations share one copy of the position.
pub(super) struct Evaluator<'a, const W: usize> {
    tables: &'a Tables<W>,
    asks: &'a CompiledPredicates<W>,
    state: &'a State<W>,
    /// A copy of the position, made on first use, since most predicates need none. It is boxed
    /// because a position is large.
    scratch: Option<Box<State<W>>>,
    /// The largest number of checks in a row that are examined to find mate.
    checks: u8,
}

impl<'a, const W: usize> Evaluator<'a, W> {
    pub(super) fn new(
        tables: &'a Tables<W>,
        predicates: &'a CompiledPredicates<W>,
        state: &'a State<W>,
    ) -> Self {
        Self::within(tables, predicates, state, CHECKS)
    }

    /// Creates an evaluator that examines at most `checks` checks in a row.
    pub(super) fn within(
        tables: &'a Tables<W>,
        predicates: &'a CompiledPredicates<W>,
        state: &'a State<W>,
        checks: u8,
    ) -> Self {
        Self { tables, asks: predicates, state, scratch: None, checks }
    }

    /// Evaluates the predicate of `constraint` for `step`. A predicate on every move must also hold
    /// for the partner in castling.
    pub(super) fn holds(&mut self, step: &PackedMove<W>, constraint: &MoveConstraint<W>) -> bool {
        let of_partner = match step.partner {
            Some(partner) if constraint.of_partners => self.of_partner(step, partner, constraint),
            Some(_) | None => None,
        };
        self.answers(step, (&constraint.question, constraint))
            && of_partner.is_none_or(|question| self.answers(step, (&question, constraint)))
    }

    /// The predicate for the partner's move in castling. Conditions on cells are already evaluated
    /// in it. `None` for other moves.
    fn of_partner(
        &self,
        step: &PackedMove<W>,
        (from, to): (Site, Site),
        constraint: &MoveConstraint<W>,
    ) -> Option<Predicate<W>> {
        let (side, kind) = (self.state.side, self.state.piece(from)?.kind);
        let castles = Facts::new(self.tables.at(self.state), self.state, step).castles;
        castles.then(|| constraint.question.with_cells(&|cells| cells.holds(side, kind, from, to)))
    }

    /// Evaluates `question` for `step`. It is the predicate of `constraint` or a variant of it.
    fn answers(
        &mut self,
        step: &PackedMove<W>,
        (question, constraint): (&Predicate<W>, &MoveConstraint<W>),
    ) -> bool {
        let Evaluator { tables, asks: predicates, state, checks, .. } = *self;
        let MoveConstraint { level, looks_ahead, .. } = constraint;
        let facts = Facts::new(tables.at(state), state, step);
        let side = state.side;
        if !looks_ahead {
            let made = Some(Made::of(&facts, state, Some(step)));
            let (mover, history) = (facts.origin(), History::default());
            let context =
                EvalContext { tables, asks: predicates, side, state, made, mover, history, checks };
            return context.holds(question);
        }
        let after = self.scratch.get_or_insert_with(|| Box::new(state.clone()));
        let past = after.advance_below(tables, step, level.with_less());
        let under_way = after.side == past.side();
        after.normalize_turn(tables, under_way, Some(*level));
        let made = Some(Made::of(&facts, after, Some(step)));
        let (mover, history) = (facts.origin(), History::default());
        let context =
            EvalContext { tables, asks: predicates, side, state, made, mover, history, checks };
        let holds = match step.actor {
            Actor::Section(..) => {
                let there = tables.at(after).predicates.as_deref().unwrap_or(predicates);
                context.holds_across(question, (there, predicates.counterpart(there, constraint)))
            }
            Actor::Piece | Actor::Hand(_) | Actor::Die(..) | Actor::Nobody => {
                context.holds(question)
            }
        };
        after.take_back(tables, step, past);
        holds
    }
}

/// The predicates of another arrangement, and the counterpart of one predicate among them.
type Counterpart<'a, const W: usize> = (&'a CompiledPredicates<W>, &'a Predicate<W>);

impl<'a, const W: usize> EvalContext<'a, W> {
    /// Evaluates `question` for a move that changes the arrangement. Parts about the position after
    /// the move are taken from `there`, the counterpart in the new arrangement.
    fn holds_across(
        &self,
        question: &Predicate<W>,
        (predicates, there): Counterpart<'a, W>,
    ) -> bool {
        let part = |(part, there): (&Predicate<W>, &'a Predicate<W>)| {
            self.holds_across(part, (predicates, there))
        };
        let mut parts = question.parts().iter().zip(there.parts());
        match question {
            Question::All(_) => parts.all(part),
            Question::Any(_) => parts.any(part),
            Question::Not(_) => !parts.all(part),
            Question::Leaving(_) => {
                let holds_after = |made: Made<'a, W>| {
                    let context = EvalContext {
                        asks: predicates,
                        state: made.after,
                        mover: made.stands,
                        ..*self
                    };
                    parts.all(|(_, there)| context.holds(there))
                };
                self.made.is_some_and(holds_after)
            }
            Question::Cells(_)
            | Question::Move(_)
            | Question::Side(_)
            | Question::Count(..)
            | Question::Among(_)
            | Question::Counter(..)
            | Question::Rolled(..)
            | Question::Reply(..)
            | Question::Compare(..)
            | Question::Tallies(..)
            | Question::Measure(..)
            | Question::After(_)
            | Question::Without(..)
            | Question::Repeated(..)
            | Question::KindGone(_)
            | Question::By(_) => self.holds(question),
        }
    }
}
