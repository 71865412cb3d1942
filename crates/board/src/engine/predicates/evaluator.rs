//! Moves asked one by one.
//!
//! Owns: [`Asker`]. Takes tables, what the game asks and a packed position. Invariant: the position is unchanged at the end. What is asked
//! of the position behind a move of a section is asked with the cells, rows and ways of the board as it is then.

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

/// Asks about one move after another, made on one copy of the position.
pub(super) struct Evaluator<'a, const W: usize> {
    tables: &'a Tables<W>,
    asks: &'a CompiledPredicates<W>,
    state: &'a State<W>,
    /// Apart, since most questions need none: a position is large to carry about.
    scratch: Option<Box<State<W>>>,
    /// Most checks in a row that are examined to find out if one is mate.
    checks: u8,
}

impl<'a, const W: usize> Evaluator<'a, W> {
    pub(super) fn new(
        tables: &'a Tables<W>,
        asks: &'a CompiledPredicates<W>,
        state: &'a State<W>,
    ) -> Self {
        Self::within(tables, asks, state, CHECKS)
    }

    /// The same where so many checks in a row are looked at to tell whether one is mate.
    pub(super) fn within(
        tables: &'a Tables<W>,
        asks: &'a CompiledPredicates<W>,
        state: &'a State<W>,
        checks: u8,
    ) -> Self {
        Self { tables, asks, state, scratch: None, checks }
    }

    /// Answers `asked` for `step`. In castling `every move` binds the partner too.
    pub(super) fn holds(&mut self, step: &PackedMove<W>, asked: &MoveConstraint<W>) -> bool {
        let of_partner = match step.partner {
            Some(partner) if asked.of_partners => self.of_partner(step, partner, asked),
            Some(_) | None => None,
        };
        self.answers(step, (&asked.question, asked))
            && of_partner.is_none_or(|question| self.answers(step, (&question, asked)))
    }

    /// The question of a castling `step` with the start and the end of the partner filled in.
    fn of_partner(
        &self,
        step: &PackedMove<W>,
        (from, to): (Site, Site),
        asked: &MoveConstraint<W>,
    ) -> Option<Predicate<W>> {
        let (side, kind) = (self.state.side, self.state.piece(from)?.kind);
        let castles = Facts::new(self.tables.at(self.state), self.state, step).castles;
        castles.then(|| asked.question.with_cells(&|cells| cells.holds(side, kind, from, to)))
    }

    /// Answers `question`, the whole of `asked` or a part of it, for `step`.
    fn answers(
        &mut self,
        step: &PackedMove<W>,
        (question, asked): (&Predicate<W>, &MoveConstraint<W>),
    ) -> bool {
        let Evaluator { tables, asks, state, checks, .. } = *self;
        let MoveConstraint { level, looks_ahead, .. } = asked;
        let facts = Facts::new(tables.at(state), state, step);
        let side = state.side;
        if !looks_ahead {
            let made = Some(Made::of(&facts, state, Some(step)));
            let (mover, history) = (facts.origin(), History::default());
            let scene = EvalContext { tables, asks, side, state, made, mover, history, checks };
            return scene.holds(question);
        }
        let after = self.scratch.get_or_insert_with(|| Box::new(state.clone()));
        let past = after.advance_below(tables, step, level.with_less());
        let under_way = after.side == past.side();
        after.normalize_turn(tables, under_way, Some(*level));
        let made = Some(Made::of(&facts, after, Some(step)));
        let (mover, history) = (facts.origin(), History::default());
        let scene = EvalContext { tables, asks, side, state, made, mover, history, checks };
        let holds = match step.actor {
            Actor::Section(..) => {
                let there = tables.at(after).predicates.as_deref().unwrap_or(asks);
                scene.holds_across(question, (there, asks.counterpart(there, asked)))
            }
            Actor::Piece | Actor::Hand(_) | Actor::Nobody => scene.holds(question),
        };
        after.take_back(tables, step, past);
        holds
    }
}

/// A question as it is where sections stand otherwise, and all that is asked there.
type Counterpart<'a, const W: usize> = (&'a CompiledPredicates<W>, &'a Predicate<W>);

impl<'a, const W: usize> EvalContext<'a, W> {
    /// Whether `question` holds of a move behind which it reads as `there` does.
    fn holds_across(&self, question: &Predicate<W>, (asks, there): Counterpart<'a, W>) -> bool {
        let part = |(part, there): (&Predicate<W>, &'a Predicate<W>)| {
            self.holds_across(part, (asks, there))
        };
        let mut parts = question.parts().iter().zip(there.parts());
        match question {
            Question::All(_) => parts.all(part),
            Question::Any(_) => parts.any(part),
            Question::Not(_) => !parts.all(part),
            Question::Leaving(_) => {
                let behind = |made: Made<'a, W>| {
                    let scene =
                        EvalContext { asks, state: made.after, mover: made.stands, ..*self };
                    parts.all(|(_, there)| scene.holds(there))
                };
                self.made.is_some_and(behind)
            }
            Question::Cells(_)
            | Question::Move(_)
            | Question::Side(_)
            | Question::Count(..)
            | Question::Among(_)
            | Question::Counter(..)
            | Question::Reply(..)
            | Question::Compare(..)
            | Question::Tallies(..)
            | Question::Without(..)
            | Question::Repeated(..)
            | Question::KindGone(_)
            | Question::By(_) => self.holds(question),
        }
    }
}
