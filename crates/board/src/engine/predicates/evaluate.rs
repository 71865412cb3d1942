//! Evaluates predicates on packed positions.
//!
//! The results must agree with those of `reference/predicate.rs` on unpacked positions.

use super::context::{EvalContext, Made};
use super::pieces::in_hand;
use crate::engine::state::State;
use crate::model::memory::{Facts, History};
use crate::model::position::Actor;
use crate::tables::kinds::KindSet;
use crate::tables::move_tables::Tables;
use crate::tables::predicate::{PieceSelector, Predicate};
use crate::tables::predicates::CompiledPredicates;
use crate::topology::site_set::SiteSet;
use alfil_diagnostics::index::Id;
use alfil_rules::counter::turns_of;
use alfil_rules::ids::KindId;
use alfil_rules::question::{CHECKS, Men, MoveFact, Question, SideFact, Subject, Tally, Whose};
use alfil_rules::side::Side;

impl<'a, const W: usize> EvalContext<'a, W> {
    /// The context of `side` in a position, without a new move. If `side` made the last move, the
    /// context contains that move, as it is remembered.
    pub(crate) fn of_last(
        tables: &'a Tables<W>,
        predicates: &'a CompiledPredicates<W>,
        state: &'a State<W>,
        (side, history): (Side, History),
    ) -> Self {
        let last = state.memory.last.as_ref().filter(|last| last.side == side);
        let made = last.map(|facts| Made::of(facts, state, None));
        let mover = last.and_then(Facts::target);
        EvalContext { tables, asks: predicates, side, state, made, mover, history, checks: CHECKS }
    }

    /// True if the predicate holds.
    pub(crate) fn holds(&self, question: &Predicate<W>) -> bool {
        match question {
            Question::All(parts) => parts.iter().all(|part| self.holds(part)),
            Question::Any(parts) => parts.iter().any(|part| self.holds(part)),
            Question::Not(part) => !self.holds(part),
            Question::Leaving(part) => {
                let holds_after = |made: Made<'_, W>| {
                    EvalContext { state: made.after, mover: made.stands, ..*self }.holds(part)
                };
                self.made.is_some_and(holds_after)
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
                        let mut sides = pieces.sides(self.sides(), self.side);
                        in_hand(pieces)
                            && sides.any(|(side, men)| side == facts.side && men.has(kind))
                    }
                    Actor::Section(..) | Actor::Die(..) | Actor::Nobody => false,
                })
            }
            Question::Counter(number, whose, tally) => {
                let count = self.tally(*whose, *tally);
                number.holds(count, count)
            }
            Question::Rolled(die, roll) => self.state.shown.holds(*die, *roll),
            Question::Tallies(sides, order) => {
                let [left, right] = sides.map(|(whose, tally)| self.tally(whose, tally));
                order.holds(left, right)
            }
            Question::Measure(amounts, order) => {
                order.holds(self.amount(&amounts[0]), self.amount(&amounts[1]))
            }
            Question::After(part) => {
                let EvalContext { tables, asks, side, state, history, .. } = *self;
                EvalContext::of_last(tables, asks, state, (side, history)).holds(part)
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
            Question::KindGone(whose) => {
                self.sides().of(*whose, self.side).into_iter().any(|side| {
                    let left = |kinds: &Vec<KindId>| {
                        kinds.iter().any(|&kind| {
                            self.state.hands[side][kind] > 0
                                || self.state.of_kind(kind).meets(self.state.by_side[side])
                        })
                    };
                    !self.asks.begun[side].iter().all(left)
                })
            }
            Question::By(terms) => self.made.is_some_and(|made| self.is_by(terms, made)),
        }
    }

    fn is(&self, fact: &MoveFact, Made { facts, after, .. }: Made<'_, W>) -> bool {
        let owned =
            |men: &Men, owner: Side| men.sides(self.sides(), self.side).any(|side| side == owner);
        let enemies = || after.enemies(self.tables, facts.side).into_iter();
        match fact {
            MoveFact::Moving(men) => {
                facts.actor == Actor::Piece && men.has(facts.kind) && owned(men, facts.side)
            }
            MoveFact::Capturing(_) if facts.captured.is_empty() => false,
            MoveFact::Capturing(men) => self.sides().each().any(|owner| {
                let among =
                    |kind| men.has(kind) && (owned(men, owner) || self.tables.is_neutral(kind));
                facts.captured.of(owner).any(among)
            }),
            MoveFact::Dropping(men) => match facts.actor {
                Actor::Hand(kind) => men.has(kind) && owned(men, facts.side),
                Actor::Piece | Actor::Section(..) | Actor::Die(..) | Actor::Nobody => false,
            },
            MoveFact::Over(men) => facts.origin().is_some_and(|from| {
                let between = self.asks.between(from, facts.to);
                men.sides(self.sides(), self.side)
                    .any(|owner| between.meets(self.sites(men, owner)))
            }),
            MoveFact::Promoting(kinds) => facts
                .promotion
                .is_some_and(|to| kinds.as_ref().is_none_or(|kinds| kinds.contains(&to))),
            MoveFact::Castling => facts.castles,
            MoveFact::Passing => facts.actor == Actor::Nobody,
            MoveFact::GivingCheck => enemies().any(|enemy| after.threatened(self.tables, enemy)),
            MoveFact::GivingMate => self.checks.checked_sub(1).is_some_and(|checks| {
                enemies().any(|enemy| {
                    let theirs = || on_move(self.tables, after, enemy);
                    after.threatened(self.tables, enemy) && !theirs().can_parry(self.tables, checks)
                })
            }),
        }
    }

    pub(super) fn tally(&self, whose: Whose, tally: Tally) -> u32 {
        let State { counters, side, info, by_side, hands, .. } = self.state;
        let worth = |kind: KindId| self.asks.worth[kind.index()];
        let of = |owner: Side| match tally {
            Tally::Counted(counter) => u32::from(counters[owner][counter.index()]),
            Tally::Turns => turns_of(owner, *side, info.fullmove),
            Tally::Worth => {
                // Unowned pieces do not count for either side.
                let mut own = by_side[owner].minus(self.unowned());
                // `any` must not count a neutral piece twice.
                if whose == Whose::Any && owner != self.side {
                    own = own.minus(by_side[self.side]);
                }
                let on_board = own.into_iter().map(|site| worth(self.state.kind_at(site)));
                let kinds = (0..self.asks.worth.len()).map(KindId::from_index);
                let held = kinds.map(|kind| worth(kind) * u32::from(hands[owner][kind]));
                on_board.chain(held).sum()
            }
        };
        self.sides().of(whose, self.side).into_iter().map(of).sum()
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

    /// The number of selected pieces with a legal move, and the number of all selected pieces. If
    /// there is an `area`, only moves to its cells count.
    fn replies(&self, pieces: &PieceSelector<W>, area: Option<SiteSet<W>>) -> (u32, u32) {
        let (mut count, mut all) = (0, 0);
        let mut subjects = Vec::new();
        if pieces.what != Subject::Empty {
            self.subjects(pieces, |side, sites| subjects.push((side, sites)));
        }
        for (side, sites) in subjects {
            let (mut movers, mut dropped) = (SiteSet::EMPTY, KindSet::default());
            let position = on_move(self.tables, self.state, side);
            for step in position.replies(self.tables).each(self.tables, &position) {
                match step.actor {
                    Actor::Piece if area.is_none_or(|area| area.has(step.to)) => {
                        movers.insert(step.from);
                    }
                    Actor::Hand(kind) if area.is_none_or(|area| area.has(step.to)) => {
                        dropped.insert(kind);
                    }
                    Actor::Piece
                    | Actor::Hand(_)
                    | Actor::Section(..)
                    | Actor::Die(..)
                    | Actor::Nobody => {}
                }
            }
            count += (self.passing(pieces, sites, side) & movers).count();
            all += sites.count();
            let men = pieces.sides(self.sides(), self.side).filter(|&(of, _)| of == side);
            for (kind, held) in men.flat_map(|(_, men)| self.held(men, side)) {
                let drops = dropped.has(kind) && in_hand(pieces);
                count += if drops { u32::from(held) } else { 0 };
                all += u32::from(held);
            }
        }
        (count, all)
    }
}

/// The position with `side` to move.
fn on_move<const W: usize>(tables: &Tables<W>, state: &State<W>, side: Side) -> State<W> {
    let mut state = state.clone();
    state.pass_to(tables, side);
    state
}
