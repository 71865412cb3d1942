//! Evaluates a predicate for one move after another.
//!
//! The position is unchanged at the end. If a section of the board moves, predicates about the
//! position after the move use the tables of the new arrangement.

use super::memory::facts_of;
use super::view::{EvalContext, PackedView};
use crate::engine::state::{PackedMove, State};
use crate::model::position::Actor;
use crate::tables::constraints::MoveConstraint;
use crate::tables::move_tables::Tables;
use crate::tables::predicate::Predicate;
use crate::tables::predicates::CompiledPredicates;
use alfil_rules::question::{CHECKS, Question};
use alfil_topology::site_set::Site;

/// Evaluates predicates for single moves. All evaluations share one copy of the position.
pub(super) struct Evaluator<'a, const W: usize> {
    view: PackedView<'a, W>,
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
        Self { view: PackedView { tables, predicates, state }, scratch: None, checks }
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
        let PackedView { tables, state, .. } = self.view;
        let (side, kind) = (state.side, state.piece(from)?.kind);
        let castles = facts_of(tables.at(state), state, step).castles;
        castles.then(|| constraint.question.with_cells(&|cells| cells.holds(side, kind, from, to)))
    }

    /// Evaluates `question` for `step`. It is the predicate of `constraint` or a variant of it.
    fn answers(
        &mut self,
        step: &PackedMove<W>,
        (question, constraint): (&Predicate<W>, &MoveConstraint<W>),
    ) -> bool {
        let Evaluator { view, checks, .. } = *self;
        let PackedView { tables, predicates, state } = view;
        let MoveConstraint { level, looks_ahead, .. } = constraint;
        let facts = facts_of(tables.at(state), state, step);
        if !looks_ahead {
            let made = view.made(&facts, Some(step));
            let context = EvalContext::of_move(view, made, facts.origin());
            return EvalContext { checks, ..context }.holds(question);
        }
        let after = self.scratch.get_or_insert_with(|| Box::new(state.clone()));
        let past = after.advance_below(tables, step, level.with_less());
        let under_way = after.side == past.side();
        after.normalize_turn(tables, under_way, Some(*level));
        // If a section moves, the position after the move has the tables of another arrangement.
        let there = match step.actor {
            Actor::Section(..) => tables.at(after).predicates.as_deref().unwrap_or(predicates),
            Actor::Piece | Actor::Hand(_) | Actor::Die(..) | Actor::Nobody => predicates,
        };
        let seen = PackedView { predicates: there, state: after, ..view };
        let context = EvalContext::of_move(view, seen.made(&facts, Some(step)), facts.origin());
        let context = EvalContext { checks, ..context };
        let holds = if std::ptr::eq(there, predicates) {
            context.holds(question)
        } else {
            holds_across(&context, question, predicates.counterpart(there, constraint))
        };
        after.take_back(tables, step, past);
        holds
    }
}

/// Evaluates `question` for a move that changes the arrangement. Parts about the position after the
/// move are taken from `there`, the same question in the new arrangement.
fn holds_across<const W: usize>(
    context: &EvalContext<'_, W>,
    question: &Predicate<W>,
    there: &Predicate<W>,
) -> bool {
    let part = |(part, there): (&Predicate<W>, &Predicate<W>)| holds_across(context, part, there);
    let mut parts = question.parts().iter().zip(there.parts());
    if let Question::All(_) = question {
        return parts.all(part);
    }
    if let Question::Any(_) = question {
        return parts.any(part);
    }
    if let Question::Not(_) = question {
        return !parts.all(part);
    }
    // Anything else is about the move or the position before it.
    context.holds(if let Question::Leaving(_) = question { there } else { question })
}
