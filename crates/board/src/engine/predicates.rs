//! Predicates on moves and positions. They decide which moves are legal, and control goals, claims
//! and effects that only change counters.
//!
//! Games without predicates do not use this module.

mod candidates;
mod judge;
pub(crate) mod view;

use crate::engine::generator::Legality;
use crate::engine::state::{PackedMove, State};
use crate::model::position::{Actor, Facts, History};
use crate::model::promotion::Way;
use crate::tables::kinds::KindSet;
use crate::tables::move_tables::Tables;
use crate::tables::pattern::{MoveConstraint, Part, Predicate, StepConstraints};
use crate::tables::predicates::CompiledPredicates;
use alfil_rules::question::Lookahead;
use alfil_rules::ruleset::{Duty, Supply};
use alfil_rules::turn::Pass;
pub(crate) use candidates::Candidates;
use candidates::Passes;
use judge::Evaluator;
use view::{EvalContext, PackedView, facts_of};

impl<const W: usize> State<W> {
    /// True if single moves must be examined to know which are legal, because of predicates or
    /// effects.
    #[inline]
    pub(crate) fn bind_moves(&self, tables: &Tables<W>) -> bool {
        tables.at(self).rules.predicates.as_ref().is_some_and(|predicates| predicates.binds_moves())
    }

    /// The legal moves.
    pub(crate) fn legal_moves(&self, tables: &Tables<W>) -> Candidates<W> {
        let Some(predicates) = &tables.at(self).rules.predicates else {
            return self.verified(tables, (None, usize::MAX), &|listed| listed);
        };
        if self.is_over(tables) {
            return Candidates::default();
        }
        let all = allowed(tables, predicates, self, (None, usize::MAX));
        if self.rolls(tables) {
            return all;
        }
        let mut due =
            predicates.duties.iter().filter_map(|duty| all.due((tables, predicates), self, duty));
        due.next().unwrap_or(all)
    }

    /// The number of legal moves.
    pub(crate) fn count_legal_moves(&self, tables: &Tables<W>) -> u64 {
        match &tables.at(self).rules.predicates {
            Some(_) if self.is_over(tables) => 0,
            Some(predicates) if predicates.asks_moves() && !self.rolls(tables) => {
                let all = allowed(tables, predicates, self, (None, usize::MAX));
                let duties = predicates.duties.iter();
                let mut due =
                    duties.filter_map(|duty| all.count_due((tables, predicates), self, duty));
                due.next().unwrap_or_else(|| all.count())
            }
            Some(_) | None => self.count_verified(tables),
        }
    }

    /// True if there is a legal move. Only restrictions and effects whose lookahead is less than
    /// `below` apply.
    pub(crate) fn has_move_below(&self, tables: &Tables<W>, below: Option<Lookahead>) -> bool {
        match (&tables.at(self).rules.predicates, below) {
            (Some(_), Some(_)) => {
                !self.is_over_below(tables, below) && has_allowed(tables, self, below)
            }
            (None, Some(_)) => self.has_verified(tables, below),
            (Some(_) | None, None) => self.has_step(tables),
        }
    }

    /// The legal moves that predicates about replies consider. Duties are ignored, and so are
    /// restrictions and effects that depend on replies.
    pub(crate) fn replies(&self, tables: &Tables<W>) -> Candidates<W> {
        let wanted = (Some(Lookahead::Replies), usize::MAX);
        match &tables.at(self).rules.predicates {
            Some(predicates) => allowed(tables, predicates, self, wanted),
            None => self.verified(tables, wanted, &|listed| listed),
        }
    }

    /// True if [`State::replies`] returns a move of a player. Where a die is rolled, one outcome
    /// that leaves a move is enough.
    pub(crate) fn can_reply(&self, tables: &Tables<W>) -> bool {
        self.after_rolls(tables, &|state| has_allowed(tables, state, Some(Lookahead::Replies)))
    }

    /// True if `can` is true here or, if dice are rolled first, after some outcome.
    fn after_rolls(&self, tables: &Tables<W>, can: &dyn Fn(&State<W>) -> bool) -> bool {
        if !self.rolls(tables) {
            return can(self);
        }
        let outcomes = self.generated(tables, Legality::Pseudo);
        if outcomes.is_empty() {
            let mut next = self.clone();
            return next.skips_roll(tables) && next.after_rolls(tables, can);
        }
        // Draws do not come again, and there may be too many to try them all.
        if self.draws(tables) {
            return true;
        }
        Candidates::from(outcomes).each(tables, self).any(|step| {
            let mut next = self.clone();
            next.advance(tables, &step);
            next.side == self.side && next.after_rolls(tables, can)
        })
    }

    /// True if the side to move, which is in check, has a legal move. Goals and duties are ignored.
    /// Unlike [`State::can_reply`], this evaluates restrictions that depend on mate. They examine
    /// at most `checks` further checks in a row.
    pub(crate) fn can_parry(&self, tables: &Tables<W>, checks: u8) -> bool {
        self.after_rolls(tables, &|state| state.has_parry(tables, checks))
    }

    /// Like [`State::can_parry`], in a step that rolls no die.
    fn has_parry(&self, tables: &Tables<W>, checks: u8) -> bool {
        let Some(predicates) = &tables.at(self).rules.predicates else {
            return self.can_reply(tables);
        };
        let of_step = predicates.of_step(self.side, self.info.fullmove, self.info.step);
        if predicates.of_mates.is_empty() && of_step.of_mates.is_empty() {
            return self.can_reply(tables);
        }
        let mut evaluator = Evaluator::within(tables, predicates, self, checks);
        let mut fits = |step: &PackedMove<W>| {
            let passes = step.actor == Actor::Nobody;
            let of_step = of_step.of_mates.iter().filter(|_| !passes);
            let every = predicates.of_mates.iter();
            let every = every.filter(|constraint| !passes || constraint.question.names_passes());
            every.chain(of_step).all(|constraint| evaluator.holds(step, constraint))
        };
        self.replies(tables).each(tables, self).any(|step| fits(&step))
    }

    /// True if there is a legal move, in games with predicates on moves.
    pub(crate) fn has_legal(&self, tables: &Tables<W>) -> bool {
        !self.is_over(tables) && has_allowed(tables, self, None)
    }
}

/// True if there is a move that satisfies all restrictions whose lookahead is less than `below`.
fn has_allowed<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    below: Option<Lookahead>,
) -> bool {
    match &tables.at(state).rules.predicates {
        Some(predicates) if predicates.binds_moves() => {
            !allowed(tables, predicates, state, (below, 1)).is_empty()
        }
        Some(_) | None => state.has_verified(tables, below),
    }
}

impl<const W: usize> State<W> {
    /// The moves of the current step that satisfy all restrictions whose lookahead is less than
    /// `below`. Some may leave a royal piece attacked.
    pub(crate) fn of_step_below(&self, tables: &Tables<W>, below: Lookahead) -> Candidates<W> {
        let mut listed = Candidates::from(self.generated(tables, Legality::Pseudo));
        let Some(predicates) = &tables.at(self).rules.predicates else { return listed };
        if self.rolls(tables) {
            return listed;
        }
        let of_step = predicates.of_step(self.side, self.info.fullmove, self.info.step);
        let due = |constraint: &MoveConstraint<W>| constraint.level < below;
        if !predicates.promotes.is_empty() {
            listed = listed.promoting(tables, predicates, self);
        }
        let passes = listed.take_passes();
        let passes = match &of_step.pass {
            None => Candidates::from(passes),
            Some(constraint) if due(constraint) => {
                Candidates::from(passes).those((tables, predicates), self, constraint)
            }
            Some(_) => Candidates::default(),
        };
        those_asked((tables, predicates), self, (of_step, Part::Known, listed.with(passes)), &due)
    }
}

/// The moves that satisfy all restrictions whose lookahead is less than `below`. May stop after
/// `enough` moves.
fn allowed<const W: usize>(
    tables: &Tables<W>,
    predicates: &CompiledPredicates<W>,
    state: &State<W>,
    (below, enough): (Option<Lookahead>, usize),
) -> Candidates<W> {
    if state.rolls(tables) {
        return state.generated(tables, Legality::Pseudo).into();
    }
    let of_step = predicates.of_step(state.side, state.info.fullmove, state.info.step);
    if predicates.constraints.is_empty() && predicates.promotes.is_empty() && of_step.asks_nothing()
    {
        return state.verified(tables, (below, enough), &|listed| listed);
    }
    let due = |constraint: &MoveConstraint<W>| below.is_none_or(|below| constraint.level < below);
    let part = if below.is_some() { Part::Known } else { Part::Whole };
    // Predicates that depend only on the position before the move are cheap. They are evaluated
    // before moves are verified.
    let first = |constraint: &MoveConstraint<W>| {
        due(constraint) && !constraint.looks_ahead && constraint.level < Lookahead::Attack
    };
    let evaluate = |candidates, which: &dyn Fn(&MoveConstraint<W>) -> bool| {
        those_asked((tables, predicates), state, (of_step, part, candidates), which)
    };
    // Predicates that follow may reject the first moves, so a limited number of moves is not
    // enough.
    let must_filter_rest = || {
        let mut constraints = of_step.moves(part).chain(predicates.asked(part));
        let binds = of_step.pass.is_some() || !predicates.promotes.is_empty();
        binds || constraints.any(|constraint| due(constraint) && !first(constraint))
    };
    let enough = if enough < usize::MAX && must_filter_rest() { usize::MAX } else { enough };
    let mut candidates = state.verified(tables, (below, enough), &|listed: Candidates<W>| {
        evaluate(listed.traced((tables, predicates), state, below), &first)
    });
    if !predicates.promotes.is_empty() {
        candidates = candidates.promoting(tables, predicates, state);
    }
    let filter_rest =
        |candidates| evaluate(candidates, &|constraint| due(constraint) && !first(constraint));
    let Some(constraint) = &of_step.pass else { return filter_rest(candidates) };
    let passes = candidates.take_passes();
    let others = filter_rest(candidates);
    if passes.is_empty() {
        return others;
    }
    // `stuck` ignores passes, because it may decide whether a pass is legal. It applies fewer
    // restrictions than were applied to `others`. So a side with a move in `others` is not stuck.
    let has_a_move = constraint.question.wants_stuck()
        && predicates.effects_ask_no_replies
        && !others.is_empty();
    if due(constraint) && !has_a_move {
        let passes = Candidates::from(passes).those((tables, predicates), state, constraint);
        others.with(filter_rest(passes))
    } else {
        others
    }
}

/// Keeps the candidates that satisfy the predicates for which `which` returns true. These are the
/// predicates on every move, and those on moves of the current step.
fn those_asked<const W: usize>(
    (tables, predicates): (&Tables<W>, &CompiledPredicates<W>),
    state: &State<W>,
    (of_step, part, candidates): (&StepConstraints<W>, Part, Candidates<W>),
    which: &dyn Fn(&MoveConstraint<W>) -> bool,
) -> Candidates<W> {
    let those = |candidates: Candidates<W>, constraint| {
        candidates.those((tables, predicates), state, constraint)
    };
    let mut others = candidates;
    let passes = match of_step.may_pass {
        Pass::May => others.take_passes(),
        Pass::Never => Passes::default(),
    };
    let constraints =
        of_step.moves(part).chain(predicates.asked(part)).filter(|constraint| which(constraint));
    let others = constraints.fold(others, those);
    if passes.is_empty() {
        return others;
    }
    // Predicates on every move apply to passes only if they mention passes.
    let names =
        |constraint: &&MoveConstraint<W>| constraint.question.names_passes() && which(constraint);
    let of_passes = predicates.asked(part).filter(names);
    others.with(of_passes.fold(passes.into(), those))
}

impl<const W: usize> State<W> {
    /// True if the predicates on attacks allow the capture `step`.
    pub(crate) fn attack_is_allowed(
        &self,
        tables: &Tables<W>,
        predicates: &CompiledPredicates<W>,
        step: &PackedMove<W>,
    ) -> bool {
        let mut evaluator = Evaluator::new(tables, predicates, self);
        predicates.attacks.iter().all(|constraint| evaluator.holds(step, constraint))
    }
}

impl<const W: usize> State<W> {
    /// True if the promotion rules allow `step`, with or without a promotion. Moves of kinds
    /// without predicates on promotion are always allowed.
    pub(crate) fn promotion_is_allowed(
        &self,
        tables: &Tables<W>,
        predicates: &CompiledPredicates<W>,
        step: &PackedMove<W>,
    ) -> bool {
        let (side, here) = (self.side, tables.at(self));
        let view = PackedView { tables, predicates, state: self };
        let rules = || predicates.promotes.iter().filter(|rule| rule.kind == step.kind);
        let facts = facts_of(here, self, &PackedMove { promotion: None, ..*step });
        if facts.mover().is_none() || facts.castles || rules().next().is_none() {
            return true;
        }
        let context = EvalContext::of_move(view, view.made(&facts, Some(step)), facts.origin());
        let holds = |question: &Predicate<W>| context.holds(question);
        let allows = |way: Way| {
            let (mut kinds, mut must, mut waits) = (KindSet::default(), false, false);
            for rule in rules() {
                let zone = rule.zone[side];
                let applies = way.is_of(rule.on, |site| zone.has(site));
                if !applies || !rule.when.as_ref().is_none_or(holds) {
                    continue;
                }
                for &to in &rule.to {
                    match rule.supply {
                        Supply::Endless => kinds.insert(to),
                        Supply::Lost if self.is_promotion_left(here, side, to) => kinds.insert(to),
                        Supply::Lost => {}
                    }
                }
                match (rule.duty, way) {
                    (Duty::Must, _) => must = true,
                    (Duty::May, Way::Move(_, to)) => must |= rule.stuck[side].has(to),
                    (Duty::May, Way::Stay(_) | Way::Drop(_)) => {}
                    (Duty::Wait, _) => waits = true,
                }
            }
            match (step.promotion, way) {
                (Some(to), _) => kinds.has(to),
                (None, Way::Stay(_)) => false,
                (None, Way::Move(..) | Way::Drop(_)) => !must && (!waits || kinds.count() == 0),
            }
        };
        match step.actor {
            Actor::Hand(_) => allows(Way::Drop(step.to)),
            Actor::Piece | Actor::Section(..) | Actor::Die(..) | Actor::Nobody => {
                // If the piece ends where it started, it may have promoted without moving, or moved
                // away and returned. Both are the same move.
                let stays_in_place =
                    step.from == step.to && step.captured.is_empty() && step.partner.is_none();
                let can_move_there = || !stays_in_place || self.walks_back(tables, step);
                allows(Way::Move(step.from, step.to)) && can_move_there()
                    || stays_in_place && allows(Way::Stay(step.from))
            }
        }
    }
}

impl<const W: usize> State<W> {
    /// True if the predicates of the current step of the turn allow the capture `step`. Only
    /// predicates that do not depend on attacks are evaluated.
    pub(crate) fn attack_is_allowed_in_step(
        &self,
        tables: &Tables<W>,
        predicates: &CompiledPredicates<W>,
        step: &PackedMove<W>,
    ) -> bool {
        let of_step = predicates.of_step(self.side, self.info.fullmove, self.info.step);
        let mut evaluator = Evaluator::new(tables, predicates, self);
        let mut constraints =
            of_step.moves(Part::Known).filter(|constraint| constraint.level < Lookahead::Attack);
        constraints.all(|constraint| evaluator.holds(step, constraint))
    }
}

impl<const W: usize> State<W> {
    /// Applies the effects of `step` to the counters, in games whose effects only change counters.
    /// `self` is the position after the move. Only effects whose lookahead is less than `below`
    /// happen.
    pub(crate) fn count_effects(
        &mut self,
        tables: &Tables<W>,
        facts: &Facts,
        step: &PackedMove<W>,
        below: Option<Lookahead>,
    ) {
        let Some(predicates) = &tables.at(self).rules.predicates else { return };
        for line in &predicates.effects {
            if below.is_some_and(|below| line.level >= below) {
                continue;
            }
            let happens = line.effect.question.as_ref().is_none_or(|question| {
                let view = PackedView { tables, predicates, state: self };
                let made = view.made(facts, Some(step));
                EvalContext::of_move(view, made, facts.target()).holds(question)
            });
            line.effect.deeds.iter().filter(|_| happens).for_each(|action| {
                action.tally(tables.rules.sides, facts.side, &mut self.counters)
            });
        }
    }

    /// True if the condition of the current step on the last move holds. If it does not, the step
    /// is skipped.
    pub(crate) fn is_due(&self, tables: &Tables<W>) -> bool {
        let Some(predicates) = &tables.at(self).rules.predicates else { return true };
        let given = &predicates.of_step(self.side, self.info.fullmove, self.info.step).given;
        given.as_ref().is_none_or(|given| {
            let view = PackedView { tables, predicates, state: self };
            EvalContext::of_last(view, self.side, History::default()).holds(given)
        })
    }

    /// True if the rules allow a pass in the current step, although the side is in check.
    pub(crate) fn passes_in_check(&self, tables: &Tables<W>) -> bool {
        let Some(predicates) = &tables.at(self).rules.predicates else { return false };
        let step = predicates.of_step(self.side, self.info.fullmove, self.info.step);
        step.pass_in_check.as_ref().is_some_and(|predicate| {
            let view = PackedView { tables, predicates, state: self };
            EvalContext::of_last(view, self.side, History::default()).holds(predicate)
        })
    }
}
