//! What a game asks, answered by sets.
//!
//! Owns: [`legal`], [`replies`] and [`count`]. Takes tables and a packed state.
//! Invariant: agrees with `reference/predicate.rs`. A game that asks nothing has none of this.

mod candidates;
mod evaluator;
mod goals;
mod judge;
mod memory;
mod pieces;
mod traces;

use crate::engine::generator::Legality;
use crate::engine::state::{PackedMove, State};
use crate::model::memory::{Facts, History};
use crate::model::position::Actor;
use crate::model::promotion::Way;
use crate::tables::constraints::{MoveConstraint, Part, StepConstraints};
use crate::tables::kinds::KindSet;
use crate::tables::move_tables::Tables;
use crate::tables::predicate::{PieceSelector, Predicate};
use crate::tables::predicates::CompiledPredicates;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::counter::turns_of;
use alfil_rules::ids::KindId;
use alfil_rules::question::{
    CHECKS, Lookahead, Men, MoveFact, Question, SideFact, Subject, Tally, Whose,
};
use alfil_rules::ruleset::{Duty, Supply};
use alfil_rules::side::Side;
use alfil_rules::turn::Pass;
pub use candidates::Candidates;
use candidates::Passes;
use evaluator::Evaluator;
use pieces::in_hand;

/// The position and move for which a predicate is evaluated. `board/reference/predicate.rs` has the same for plain positions.
#[derive(Clone, Copy)]
pub(super) struct EvalContext<'a, const W: usize> {
    pub tables: &'a Tables<W>,
    pub asks: &'a CompiledPredicates<W>,
    pub side: Side,
    pub state: &'a State<W>,
    pub made: Option<Made<'a, W>>,
    /// Where the piece that moves stands.
    pub mover: Option<Site>,
    /// How often the position has stood.
    pub history: History,
    /// The number of further checks in a row to look at before a mate is ruled out.
    pub checks: u8,
}

#[derive(Clone, Copy)]
pub(super) struct Made<'a, const W: usize> {
    pub facts: &'a Facts,
    pub after: &'a State<W>,
    /// Where its piece stands afterwards.
    pub stands: Option<Site>,
    /// Where the castling partner stood.
    pub partner: Option<Site>,
    /// The move itself, before it is made.
    pub step: Option<&'a PackedMove<W>>,
}

impl<'a, const W: usize> Made<'a, W> {
    /// A move with its facts.
    pub fn of(facts: &'a Facts, after: &'a State<W>, step: Option<&'a PackedMove<W>>) -> Self {
        let partner = step.and_then(|step| step.partner).map(|(from, _)| from);
        Made { facts, after, stands: facts.target(), partner, step }
    }
}

impl<const W: usize> State<W> {
    /// Whether each move has to be asked before it is known to be legal.
    #[inline]
    pub(crate) fn bind_moves(&self, tables: &Tables<W>) -> bool {
        tables.at(self).predicates.as_ref().is_some_and(|asks| asks.binds_moves())
    }

    /// The legal moves.
    pub(crate) fn legal_moves(&self, tables: &Tables<W>) -> Candidates<W> {
        let Some(asks) = &tables.at(self).predicates else {
            return self.verified(tables, (None, usize::MAX), &|listed| listed);
        };
        if self.is_over(tables) {
            return Candidates::default();
        }
        let all = allowed(tables, asks, self, (None, usize::MAX));
        let mut dutiful = asks.duties.iter().filter_map(|duty| all.due((tables, asks), self, duty));
        dutiful.next().unwrap_or(all)
    }

    /// How many legal moves there are.
    pub(crate) fn count_legal_moves(&self, tables: &Tables<W>) -> u64 {
        match &tables.at(self).predicates {
            Some(_) if self.is_over(tables) => 0,
            Some(asks) if asks.asks_moves() => {
                let all = allowed(tables, asks, self, (None, usize::MAX));
                let duties = asks.duties.iter();
                let mut due = duties.filter_map(|duty| all.count_due((tables, asks), self, duty));
                due.next().unwrap_or_else(|| all.count())
            }
            Some(_) | None => self.count_verified(tables),
        }
    }

    /// Whether there is a legal move as far as restrictions and effects ask for less than `below`.
    pub(crate) fn has_move_below(&self, tables: &Tables<W>, below: Option<Lookahead>) -> bool {
        match (&tables.at(self).predicates, below) {
            (Some(_), Some(_)) => {
                !self.is_over_below(tables, below) && has_allowed(tables, self, below)
            }
            (None, Some(_)) => self.has_verified(tables, below),
            (Some(_) | None, None) => self.has_step(tables),
        }
    }

    /// The moves that are legal as far as questions may ask of them.
    pub(crate) fn replies(&self, tables: &Tables<W>) -> Candidates<W> {
        let wanted = (Some(Lookahead::Replies), usize::MAX);
        match &tables.at(self).predicates {
            Some(asks) => allowed(tables, asks, self, wanted),
            None => self.verified(tables, wanted, &|listed| listed),
        }
    }

    /// Whether there is one.
    pub(crate) fn can_reply(&self, tables: &Tables<W>) -> bool {
        has_allowed(tables, self, Some(Lookahead::Replies))
    }

    /// Whether the side to move, which stands in check, has a legal move, goals and duties apart: one of [`replies`] that restrictions allow
    /// which ask about mate. Of these no more than `checks` further checks in a row are looked at.
    pub(crate) fn can_parry(&self, tables: &Tables<W>, checks: u8) -> bool {
        let Some(asks) = &tables.at(self).predicates else { return self.can_reply(tables) };
        let of_step = asks.of_step(self.side, self.info.fullmove, self.info.step);
        if asks.of_mates.is_empty() && of_step.of_mates.is_empty() {
            return self.can_reply(tables);
        }
        let mut asker = Evaluator::within(tables, asks, self, checks);
        let mut fits = |step: &PackedMove<W>| {
            let passes = step.actor == Actor::Nobody;
            let of_step = of_step.of_mates.iter().filter(|_| !passes);
            let every = asks.of_mates.iter();
            let every = every.filter(|asked| !passes || asked.question.names_passes());
            every.chain(of_step).all(|asked| asker.holds(step, asked))
        };
        self.replies(tables).each(tables, self).any(|step| fits(&step))
    }

    /// Whether there is a legal move where moves are asked.
    pub(crate) fn has_legal(&self, tables: &Tables<W>) -> bool {
        !self.is_over(tables) && has_allowed(tables, self, None)
    }
}

/// Whether restrictions that look at less than `below` allow a move.
fn has_allowed<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    below: Option<Lookahead>,
) -> bool {
    match &tables.at(state).predicates {
        Some(asks) if asks.binds_moves() => !allowed(tables, asks, state, (below, 1)).is_empty(),
        Some(_) | None => state.has_verified(tables, below),
    }
}

impl<const W: usize> State<W> {
    /// The moves of the step of `state` under all restrictions that look at less than `below`. Some may leave a royal piece attacked.
    pub(crate) fn of_step_below(&self, tables: &Tables<W>, below: Lookahead) -> Candidates<W> {
        let mut listed = Candidates::from(self.generated(tables, Legality::Pseudo));
        let Some(asks) = &tables.at(self).predicates else { return listed };
        let of_step = asks.of_step(self.side, self.info.fullmove, self.info.step);
        let due = |asked: &MoveConstraint<W>| asked.level < below;
        if !asks.promotes.is_empty() {
            listed = listed.promoting(tables, asks, self);
        }
        let passes = listed.take_passes();
        let passes = match &of_step.pass {
            None => Candidates::from(passes),
            Some(asked) if due(asked) => {
                Candidates::from(passes).those((tables, asks), self, asked)
            }
            Some(_) => Candidates::default(),
        };
        those_asked((tables, asks), self, (of_step, Part::Known, listed.with(passes)), &due)
    }
}

/// Moves that restrictions allow which look at less than `below`; not all of them if there are more than `enough`.
fn allowed<const W: usize>(
    tables: &Tables<W>,
    asks: &CompiledPredicates<W>,
    state: &State<W>,
    (below, enough): (Option<Lookahead>, usize),
) -> Candidates<W> {
    let of_step = asks.of_step(state.side, state.info.fullmove, state.info.step);
    if asks.constraints.is_empty() && asks.promotes.is_empty() && of_step.asks_nothing() {
        return state.verified(tables, (below, enough), &|listed| listed);
    }
    let due = |asked: &MoveConstraint<W>| below.is_none_or(|below| asked.level < below);
    let part = if below.is_some() { Part::Known } else { Part::Whole };
    // What the position before the move answers is asked before moves are tried.
    let first = |asked: &MoveConstraint<W>| {
        due(asked) && !asked.looks_ahead && asked.level < Lookahead::Attack
    };
    let ask = |candidates, which: &dyn Fn(&MoveConstraint<W>) -> bool| {
        those_asked((tables, asks), state, (of_step, part, candidates), which)
    };
    // Those that are listed first may not pass what is asked of them later.
    let rests = || {
        let mut asked = of_step.moves(part).chain(asks.asked(part));
        let binds = of_step.pass.is_some() || !asks.promotes.is_empty();
        binds || asked.any(|asked| due(asked) && !first(asked))
    };
    let enough = if enough < usize::MAX && rests() { usize::MAX } else { enough };
    let mut candidates = state.verified(tables, (below, enough), &|listed: Candidates<W>| {
        ask(listed.traced((tables, asks), state, below), &first)
    });
    if !asks.promotes.is_empty() {
        candidates = candidates.promoting(tables, asks, state);
    }
    let rest = |candidates| ask(candidates, &|asked| due(asked) && !first(asked));
    let Some(asked) = &of_step.pass else { return rest(candidates) };
    let passes = candidates.take_passes();
    let others = rest(candidates);
    if passes.is_empty() {
        return others;
    }
    // Whether somebody is stuck is asked without the passes that wait for the answer; and nobody is who has a move, since no more
    // binds moves where that is asked.
    let has_a_move =
        asked.question.wants_stuck() && asks.effects_ask_no_replies && !others.is_empty();
    match due(asked) && !has_a_move {
        true => {
            let passes = Candidates::from(passes).those((tables, asks), state, asked);
            others.with(rest(passes))
        }
        false => others,
    }
}

/// Those of which as much of what is asked in every step and in this one holds as `which` says.
fn those_asked<const W: usize>(
    (tables, asks): (&Tables<W>, &CompiledPredicates<W>),
    state: &State<W>,
    (of_step, part, candidates): (&StepConstraints<W>, Part, Candidates<W>),
    which: &dyn Fn(&MoveConstraint<W>) -> bool,
) -> Candidates<W> {
    let those = |candidates: Candidates<W>, asked| candidates.those((tables, asks), state, asked);
    let mut others = candidates;
    let passes = match of_step.may_pass {
        Pass::May => others.take_passes(),
        Pass::Never => Passes::default(),
    };
    let asked = of_step.moves(part).chain(asks.asked(part)).filter(|asked| which(asked));
    let others = asked.fold(others, those);
    if passes.is_empty() {
        return others;
    }
    // What binds every move binds passes only if it speaks of them.
    let names = |asked: &&MoveConstraint<W>| asked.question.names_passes() && which(asked);
    let of_passes = asks.asked(part).filter(names);
    others.with(of_passes.fold(passes.into(), those))
}

/// Whether what is asked of attacks holds of `step`, a capture.
pub fn attacks<const W: usize>(
    tables: &Tables<W>,
    asks: &CompiledPredicates<W>,
    state: &State<W>,
    step: &PackedMove<W>,
) -> bool {
    let mut asker = Evaluator::new(tables, asks, state);
    asks.attacks.iter().all(|asked| asker.holds(step, asked))
}

/// Whether the rules of promotion that apply to a move let its piece be what it is afterwards.
pub fn promotes<const W: usize>(
    tables: &Tables<W>,
    asks: &CompiledPredicates<W>,
    state: &State<W>,
    step: &PackedMove<W>,
) -> bool {
    let (side, here) = (state.side, tables.at(state));
    let rules = || asks.promotes.iter().filter(|rule| rule.kind == step.kind);
    let facts = Facts::new(here, state, &PackedMove { promotion: None, ..*step });
    if facts.mover().is_none() || facts.castles || rules().next().is_none() {
        return true;
    }
    let holds = |question: &Predicate<W>| {
        let made = Some(Made::of(&facts, state, Some(step)));
        let (mover, history) = (facts.origin(), History::default());
        EvalContext { tables, asks, side, state, made, mover, history, checks: CHECKS }
            .holds(question)
    };
    let lets = |way: Way| {
        let (mut kinds, mut must, mut waits) = (KindSet::default(), false, false);
        for rule in rules() {
            let zone = rule.zone[side];
            let speaks = way.is_of(rule.on, |site| zone.has(site));
            if !speaks || !rule.when.as_ref().is_none_or(holds) {
                continue;
            }
            for &to in &rule.to {
                match rule.supply {
                    Supply::Endless => kinds.insert(to),
                    Supply::Lost if state.is_promotion_left(here, side, to) => kinds.insert(to),
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
        Actor::Hand(_) => lets(Way::Drop(step.to)),
        Actor::Piece | Actor::Section(..) | Actor::Nobody => {
            // Who walks and comes back has made the move of one who stays and promotes.
            let rests = step.from == step.to && step.captured.is_empty() && step.partner.is_none();
            let walks = || !rests || state.walks_back(tables, step);
            lets(Way::Move(step.from, step.to)) && walks() || rests && lets(Way::Stay(step.from))
        }
    }
}

/// Whether what the step of `state` asks of attacks holds of `step`, a capture.
pub fn of_step_attacks<const W: usize>(
    tables: &Tables<W>,
    asks: &CompiledPredicates<W>,
    state: &State<W>,
    step: &PackedMove<W>,
) -> bool {
    let of_step = asks.of_step(state.side, state.info.fullmove, state.info.step);
    let mut asker = Evaluator::new(tables, asks, state);
    let mut asked = of_step.moves(Part::Known).filter(|asked| asked.level < Lookahead::Attack);
    asked.all(|asked| asker.holds(step, asked))
}

impl<const W: usize> State<W> {
    /// Does the deeds of `step`, which led to `after`, in a game whose effects only count: those of effects that look at
    /// less than `below`.
    pub(crate) fn count_effects(
        &mut self,
        tables: &Tables<W>,
        facts: &Facts,
        step: &PackedMove<W>,
        below: Option<Lookahead>,
    ) {
        let Some(asks) = &tables.at(self).predicates else { return };
        for line in &asks.effects {
            if below.is_some_and(|below| line.level >= below) {
                continue;
            }
            let happens = line.effect.question.as_ref().is_none_or(|question| {
                let made = Some(Made::of(facts, self, Some(step)));
                let (side, mover, history) = (facts.side, facts.target(), History::default());
                let (state, checks) = (&*self, CHECKS);
                EvalContext { tables, asks, side, state, made, mover, history, checks }
                    .holds(question)
            });
            line.effect
                .deeds
                .iter()
                .filter(|_| happens)
                .for_each(|deed| deed.tally(facts.side, &mut self.counters));
        }
    }

    /// Whether the step of `state` is made behind the last move.
    pub(crate) fn is_due(&self, tables: &Tables<W>) -> bool {
        let Some(asks) = &tables.at(self).predicates else { return true };
        let given = &asks.of_step(self.side, self.info.fullmove, self.info.step).given;
        given.as_ref().is_none_or(|given| {
            EvalContext::of_last(tables, asks, self, (self.side, History::default())).holds(given)
        })
    }

    /// True if the step of `state` may be left out in check.
    pub(crate) fn passes_in_check(&self, tables: &Tables<W>) -> bool {
        let Some(asks) = &tables.at(self).predicates else { return false };
        let step = asks.of_step(self.side, self.info.fullmove, self.info.step);
        step.pass_in_check.as_ref().is_some_and(|asked| {
            EvalContext::of_last(tables, asks, self, (self.side, History::default())).holds(asked)
        })
    }
}

impl<'a, const W: usize> EvalContext<'a, W> {
    /// Of a position as it stands, for `side`, whose move the last one may have been.
    fn of_last(
        tables: &'a Tables<W>,
        asks: &'a CompiledPredicates<W>,
        state: &'a State<W>,
        (side, history): (Side, History),
    ) -> Self {
        let last = state.memory.last.as_ref().filter(|last| last.side == side);
        let made = last.map(|facts| Made::of(facts, state, None));
        let mover = last.and_then(Facts::target);
        EvalContext { tables, asks, side, state, made, mover, history, checks: CHECKS }
    }

    /// Whether `question` holds.
    pub fn holds(&self, question: &Predicate<W>) -> bool {
        match question {
            Question::All(parts) => parts.iter().all(|part| self.holds(part)),
            Question::Any(parts) => parts.iter().any(|part| self.holds(part)),
            Question::Not(part) => !self.holds(part),
            Question::Leaving(part) => {
                let behind = |made: Made<'_, W>| {
                    EvalContext { state: made.after, mover: made.stands, ..*self }.holds(part)
                };
                self.made.is_some_and(behind)
            }
            Question::Cells(between) => self.made.is_some_and(|Made { facts, .. }| {
                let holds = |kind| between.holds(facts.side, kind, facts.from, facts.to);
                facts.mover().is_some_and(holds)
            }),
            Question::Move(fact) => self.made.is_some_and(|made| self.is(fact, made)),
            Question::Side(fact) => self.side_is(*fact),
            Question::Count(number, pieces) => {
                let (count, all) = self.count(pieces);
                number.holds(count, all)
            }
            Question::Among(pieces) => {
                self.made.is_some_and(|Made { facts, .. }| match facts.actor {
                    Actor::Piece => self.standing(pieces).has(facts.from),
                    Actor::Hand(kind) => {
                        let mut sides = pieces.sides(self.side);
                        in_hand(pieces)
                            && sides.any(|(side, men)| side == facts.side && men.has(kind))
                    }
                    Actor::Section(..) | Actor::Nobody => false,
                })
            }
            Question::Counter(number, whose, tally) => {
                let count = self.tally(*whose, *tally);
                number.holds(count, count)
            }
            Question::Tallies(sides, order) => {
                let [left, right] = sides.map(|(whose, tally)| self.tally(whose, tally));
                order.holds(left, right)
            }
            Question::Without(turns, clock, _) => self.state.memory.lasts(*turns, *clock),
            Question::Repeated(times, how) => self.history.times(*how, self.side) >= *times,
            Question::Reply(number, pieces, area) => {
                let (count, all) = self.replies(pieces, area.as_ref().map(|area| area[self.side]));
                number.holds(count, all)
            }
            Question::Compare(left, order, right) => {
                order.holds(self.count(left).0, self.count(right).0)
            }
            Question::KindGone(whose) => whose.sides(self.side).any(|side| {
                let left = |kinds: &Vec<KindId>| {
                    kinds.iter().any(|&kind| {
                        self.state.hands[side][kind] > 0
                            || self.state.of_kind(kind).meets(self.state.by_side[side])
                    })
                };
                !self.asks.begun[side].iter().all(left)
            }),
            Question::By(terms) => self.made.is_some_and(|made| self.is_by(terms, made)),
        }
    }

    fn is(&self, fact: &MoveFact, Made { facts, after, .. }: Made<'_, W>) -> bool {
        let owned = |men: &Men, owner: Side| men.sides(self.side).any(|side| side == owner);
        let them = facts.side.other();
        match fact {
            MoveFact::Moving(men) => {
                facts.actor == Actor::Piece && men.has(facts.kind) && owned(men, facts.side)
            }
            MoveFact::Capturing(_) if facts.captured.is_empty() => false,
            MoveFact::Capturing(men) => Side::BOTH.into_iter().any(|owner| {
                let among =
                    |kind| men.has(kind) && (owned(men, owner) || self.tables.is_neutral(kind));
                facts.captured.of(owner).any(among)
            }),
            MoveFact::Dropping(men) => match facts.actor {
                Actor::Hand(kind) => men.has(kind) && owned(men, facts.side),
                Actor::Piece | Actor::Section(..) | Actor::Nobody => false,
            },
            MoveFact::Over(men) => facts.origin().is_some_and(|from| {
                let between = self.asks.between(from, facts.to);
                men.sides(self.side).any(|owner| between.meets(self.sites(men, owner)))
            }),
            MoveFact::Promoting(kinds) => facts
                .promotion
                .is_some_and(|to| kinds.as_ref().is_none_or(|kinds| kinds.contains(&to))),
            MoveFact::Castling => facts.castles,
            MoveFact::Passing => facts.actor == Actor::Nobody,
            MoveFact::GivingCheck => after.threatened(self.tables, them),
            MoveFact::GivingMate => self.checks.checked_sub(1).is_some_and(|checks| {
                after.threatened(self.tables, them)
                    && !on_move(self.tables, after, them).can_parry(self.tables, checks)
            }),
        }
    }

    fn tally(&self, whose: Whose, tally: Tally) -> u32 {
        let State { counters, side, info, by_side, hands, .. } = self.state;
        let worth = |kind: KindId| self.asks.worth[kind.index()];
        let of = |owner: Side| match tally {
            Tally::Counted(counter) => u32::from(counters[owner][counter.index()]),
            Tally::Turns => turns_of(owner, *side, info.fullmove),
            Tally::Worth => {
                // An unowned piece is worth nothing to either side.
                let mut own = by_side[owner].minus(self.unowned());
                // `any` counts a neutral piece once.
                if whose == Whose::Any && owner != self.side {
                    own = own.minus(by_side[self.side]);
                }
                let standing = own.into_iter().map(|site| worth(self.state.kind_at(site)));
                let kinds = (0..self.asks.worth.len()).map(KindId::from_index);
                let held = kinds.map(|kind| worth(kind) * u32::from(hands[owner][kind]));
                standing.chain(held).sum()
            }
        };
        whose.sides(self.side).map(of).sum()
    }

    fn side_is(&self, fact: SideFact) -> bool {
        match fact {
            SideFact::White => self.side == Side::White,
            SideFact::Black => self.side == Side::Black,
            SideFact::OnMove => self.state.side == self.side,
            SideFact::InCheck => self.state.threatened(self.tables, self.side),
            SideFact::Stuck => !on_move(self.tables, self.state, self.side).can_reply(self.tables),
        }
    }

    /// How many of the pieces have a legal move (to `area`), and how many there are.
    fn replies(&self, pieces: &PieceSelector<W>, area: Option<SiteSet<W>>) -> (u32, u32) {
        let (mut count, mut all) = (0, 0);
        let mut subjects = Vec::new();
        if pieces.what != Subject::Empty {
            self.subjects(pieces, |side, sites| subjects.push((side, sites)));
        }
        for (side, sites) in subjects {
            let (mut movers, mut dropped) = (SiteSet::EMPTY, KindSet::default());
            let there = on_move(self.tables, self.state, side);
            for step in there.replies(self.tables).each(self.tables, &there) {
                match step.actor {
                    Actor::Piece if area.is_none_or(|area| area.has(step.to)) => {
                        movers.insert(step.from);
                    }
                    Actor::Hand(kind) if area.is_none_or(|area| area.has(step.to)) => {
                        dropped.insert(kind);
                    }
                    Actor::Piece | Actor::Hand(_) | Actor::Section(..) | Actor::Nobody => {}
                }
            }
            count += (self.passing(pieces, sites, side) & movers).count();
            all += sites.count();
            let men = pieces.sides(self.side).filter(|&(of, _)| of == side);
            for (kind, held) in men.flat_map(|(_, men)| self.held(men, side)) {
                let drops = dropped.has(kind) && in_hand(pieces);
                count += if drops { u32::from(held) } else { 0 };
                all += u32::from(held);
            }
        }
        (count, all)
    }
}

/// The position with `side` on move.
fn on_move<const W: usize>(tables: &Tables<W>, state: &State<W>, side: Side) -> State<W> {
    let mut state = state.clone();
    if state.side != side {
        state.end_turn(tables);
    }
    state
}
