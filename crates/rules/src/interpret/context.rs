//! Evaluates questions.

use super::facts::{Actor, Facts, History};
use super::view::{Cell, CellSet, View};
use crate::question::{
    Amount, CHECKS, Men, MoveFact, Pieces, Quantity, Question, SideFact, Subject, Tally, Whose,
};
use crate::side::{Side, Sides};

/// A question in the form that a view understands.
pub type Asked<'a, V> =
    Question<<V as View<'a>>::Area, <V as View<'a>>::Between, <V as View<'a>>::Pattern>;
/// A description of pieces in the form that a view understands.
pub type Selected<'a, V> = Pieces<<V as View<'a>>::Area, <V as View<'a>>::Pattern>;

/// The position and the move for which a question is evaluated.
#[derive(Clone, Copy)]
pub struct Context<'a, V: View<'a>> {
    /// The position.
    pub view: V,
    /// The side from whose view the question is evaluated.
    pub side: Side,
    /// The move, if there is one.
    pub made: Option<Made<'a, V>>,
    /// The cell on which the moving piece stands now.
    pub mover: Option<Cell<'a, V>>,
    /// How often the position has occurred.
    pub history: History,
    /// The number of further checks in a row that are examined to find mate. At 0, no move gives
    /// mate.
    pub checks: u8,
}

/// The move for which a question is evaluated.
#[derive(Clone, Copy)]
pub struct Made<'a, V: View<'a>> {
    /// The facts of the move.
    pub facts: &'a Facts<Cell<'a, V>>,
    /// The position after the move.
    pub after: V,
    /// The cell of the moving piece after the move.
    pub stands: Option<Cell<'a, V>>,
    /// The start cell of the castling partner.
    pub partner: Option<Cell<'a, V>>,
    /// The move itself; `None` if only its facts are known.
    pub mv: Option<V::Move>,
}

impl<'a, V: View<'a>> Context<'a, V> {
    /// The context of `side` in a position, without a move.
    #[inline(always)]
    pub fn before(view: V, side: Side) -> Self {
        let history = History::default();
        Context { view, side, made: None, mover: None, history, checks: CHECKS }
    }

    /// The context of `side` in a position, without a new move. If `side` made the move before, the
    /// context contains that move, as it is remembered.
    pub fn of_last(view: V, side: Side, history: History) -> Self {
        let last = view.last().filter(|last| last.side == side);
        let made = last.map(|facts| Made {
            facts,
            after: view,
            stands: facts.target(),
            partner: None,
            mv: None,
        });
        let mover = last.and_then(Facts::target);
        Context { made, mover, history, ..Context::before(view, side) }
    }

    /// The context of a move. `view` is the position in which the moving piece stands on `mover`.
    #[inline(always)]
    pub fn of_move(view: V, made: Made<'a, V>, mover: Option<Cell<'a, V>>) -> Self {
        Context { made: Some(made), mover, ..Context::before(view, made.facts.side) }
    }

    /// Returns the sides of the game. Those that are out are neither enemies nor allies.
    #[inline(always)]
    pub(super) fn sides(&self) -> Sides {
        self.view.sides()
    }

    /// Returns whether the question is true.
    pub fn holds(&self, question: &Asked<'a, V>) -> bool {
        let view = self.view;
        view.spend();
        match question {
            Question::All(parts) => parts.iter().all(|part| self.holds(part)),
            Question::Any(parts) => parts.iter().any(|part| self.holds(part)),
            Question::Not(part) => !self.holds(part),
            Question::Leaving(part) => self.made.is_some_and(|made| {
                Context { view: made.after, mover: made.stands, ..*self }.holds(part)
            }),
            Question::Cells(between) => self.made.is_some_and(|Made { facts, .. }| {
                facts.mover().is_some_and(|kind| view.fits(between, kind, facts))
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
                        pieces.are_in_hand()
                            && sides.any(|(side, men)| side == facts.side && men.has(kind))
                    }
                    Actor::Section(..) | Actor::Die(..) | Actor::Nobody => false,
                })
            }
            Question::Counter(number, whose, tally) => {
                let count = self.tally(*whose, *tally);
                number.holds(count, count)
            }
            Question::Rolled(die, roll) => view.rolled(*die, *roll),
            Question::Tallies(sides, order) => {
                let [left, right] = sides.map(|(whose, tally)| self.tally(whose, tally));
                order.holds(left, right)
            }
            Question::Measure(amounts, order) => {
                order.holds(self.amount(&amounts[0]), self.amount(&amounts[1]))
            }
            Question::After(part) => Context::of_last(view, self.side, self.history).holds(part),
            Question::Without(turns, clock, _) => view.lasts(*turns, *clock),
            Question::Repeated(times, how) => self.history.times(*how, self.side) >= *times,
            Question::Reply(number, pieces, area) => {
                let (count, all) = self.replies(pieces, area.as_ref());
                number.holds(count, all)
            }
            Question::Compare(left, order, right) => {
                order.holds(self.count(left).0, self.count(right).0)
            }
            Question::KindGone(whose) => {
                let mut sides = self.sides().of(*whose, self.side).into_iter();
                sides.any(|side| view.lacks_a_kind(side))
            }
            Question::By(terms) => {
                self.made.is_some_and(|made| view.is_by(terms, made.facts, made.mv))
            }
        }
    }

    fn is(&self, fact: &MoveFact, Made { facts, after, .. }: Made<'a, V>) -> bool {
        let sides = self.sides();
        let owned = |men: &Men, owner: Side| men.sides(sides, self.side).any(|side| side == owner);
        let enemies = || after.enemies(facts.side).into_iter();
        match fact {
            MoveFact::Moving(men) => {
                facts.actor == Actor::Piece && men.has(facts.kind) && owned(men, facts.side)
            }
            MoveFact::Capturing(_) if facts.captured.is_empty() => false,
            MoveFact::Capturing(men) => sides.each().any(|owner| {
                let among =
                    |kind| men.has(kind) && (owned(men, owner) || self.view.is_neutral(kind));
                facts.captured.of(owner).any(among)
            }),
            MoveFact::Dropping(men) => match facts.actor {
                Actor::Hand(kind) => men.has(kind) && owned(men, facts.side),
                Actor::Piece | Actor::Section(..) | Actor::Die(..) | Actor::Nobody => false,
            },
            MoveFact::Over(men) => facts.origin().is_some_and(|from| {
                let between = self.view.between(from, facts.to);
                men.sides(sides, self.side).any(|owner| between.meets(self.men(men, owner)))
            }),
            MoveFact::Promoting(kinds) => facts
                .promotion
                .is_some_and(|to| kinds.as_ref().is_none_or(|kinds| kinds.contains(&to))),
            MoveFact::Castling => facts.castles,
            MoveFact::Passing => facts.actor == Actor::Nobody,
            MoveFact::GivingCheck => enemies().any(|enemy| after.in_check(enemy)),
            MoveFact::GivingMate => self.checks.checked_sub(1).is_some_and(|checks| {
                enemies().any(|enemy| after.in_check(enemy) && !after.can_parry(enemy, checks))
            }),
        }
    }

    fn side_is(&self, fact: SideFact) -> bool {
        match fact {
            SideFact::White => self.side == Side::White,
            SideFact::Black => self.side == Side::Black,
            SideFact::OnMove => self.view.turn() == self.side,
            SideFact::InCheck => self.view.in_check(self.side),
            SideFact::Stuck => !self.view.can_reply(self.side),
        }
    }

    /// Returns the value of a number.
    pub fn amount(&self, amount: &Amount<V::Area, V::Pattern>) -> u32 {
        let number = match &amount.what {
            Quantity::Whole(n) => *n,
            Quantity::Tally(whose, tally) => self.tally(*whose, *tally),
            Quantity::Place(row, of) => {
                let mut number = 0;
                self.sources(of, |cell, _| {
                    number = number.max(self.view.number_of(*row, self.side, cell));
                });
                number
            }
            Quantity::Count(pieces) => self.count(pieces).0,
        };
        amount.rest(number)
    }

    fn tally(&self, whose: Whose, tally: Tally) -> u32 {
        let view = self.view;
        let of = |owner: Side| match tally {
            Tally::Counted(counter) => view.counter(owner, counter),
            Tally::Turns => view.turns_of(owner),
            Tally::Worth => {
                // Pieces without an owner count for no side.
                let mut own = view.pieces(owner).minus(view.unowned());
                // `any` must not count a neutral piece twice.
                if whose == Whose::Any && owner != self.side {
                    own = own.minus(view.neutrals());
                }
                let standing = own.cells().filter_map(|cell| view.piece(cell));
                let standing = standing.map(|piece| view.worth(piece.kind));
                let held = view.held(owner).map(|(kind, held)| view.worth(kind) * u32::from(held));
                standing.chain(held).sum()
            }
        };
        self.sides().of(whose, self.side).into_iter().map(of).sum()
    }

    /// Returns the number of selected pieces with a legal move, and the number of pieces to which
    /// the filters apply. If there is an `area`, only moves to its cells count.
    fn replies(&self, pieces: &Selected<'a, V>, area: Option<&V::Area>) -> (u32, u32) {
        let view = self.view;
        let (mut count, mut all) = (0, 0);
        let mut subjects = Vec::new();
        match &pieces.what {
            Subject::Men(_) | Subject::Anchor(_) => {
                self.subjects(pieces, |side, cells| subjects.push((side, cells)));
            }
            // Cells do not move.
            Subject::Empty | Subject::Cells => {}
        }
        for (side, cells) in subjects {
            let replies = view.replies(side, area.map(|area| view.area(area, self.side)));
            all += cells.count();
            count += self.passing(pieces, cells, side).and(replies.movers).count();
            let men = pieces.sides(self.sides(), self.side).filter(|&(of, _)| of == side);
            for (kind, held) in men.flat_map(|(_, men)| self.held(men, side)) {
                let drops = pieces.are_in_hand() && replies.dropped.contains(&kind);
                count += if drops { u32::from(held) } else { 0 };
                all += u32::from(held);
            }
        }
        (count, all)
    }
}
