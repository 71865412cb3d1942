//! Questions about sides, pieces and moves: the language of goals, duties, restrictions and
//! effects.
//!
//! A question is evaluated for a *side*: `own` pieces belong to it, `enemy` pieces to the opponent.
//! A question is about a position, or about a move in the position before it. Only
//! [`Question::Leaving`] is about the position after the move.

pub(crate) mod amount;
pub(crate) mod lookahead;
pub(crate) mod pieces;
mod relaxed;
mod scope;

pub use crate::side::Whose;
pub use amount::{Amount, CounterId, Quantity, Tally};
pub use lookahead::Lookahead;
pub use pieces::{Anchor, Filter, Men, Number, Pattern, Pieces, Row, Subject, Test};

use crate::chance::{DieId, Roll};
use crate::condition::{Area, Condition};
use crate::ids::KindId;
use alfil_diagnostics::index::Id;

alfil_diagnostics::id! {
    /// A clock. It counts the turns since the last move of a certain type.
    ClockId(u8)
}

/// Maximum number of clocks of a game.
pub const CLOCKS: usize = 4;

/// Maximum number of further checks in a row that a test for mate examines.
pub const CHECKS: u8 = 4;

/// Maximum number of counters of a game.
pub const COUNTERS: usize = 4;

/// A predicate of a position or a move. `A`, `C` and `P` are areas, conditions and patterns;
/// compiled questions replace them with types of their own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question<A = Area, C = Condition, P = Pattern> {
    /// All are true.
    All(Vec<Question<A, C, P>>),
    /// At least one is true.
    Any(Vec<Question<A, C, P>>),
    /// The question is false.
    Not(Box<Question<A, C, P>>),
    /// This question is true in the position after the move.
    Leaving(Box<Question<A, C, P>>),
    /// The start and the end cell of the piece that moves satisfy a condition.
    Cells(C),
    /// A fact about the move.
    Move(MoveFact),
    /// A fact about the side.
    Side(SideFact),
    /// There is the required number of these pieces.
    Count(Number, Pieces<A, P>),
    /// The piece that moves is one of these.
    Among(Pieces<A, P>),
    /// A counter, the number of turns or the worth of a side has the required value.
    Counter(Number, Whose, Tally),
    /// A die shows such a value.
    Rolled(DieId, Roll),
    /// The required number of these pieces have a legal move. With an area, only moves to it count.
    Reply(Number, Pieces<A, P>, Option<A>),
    /// The numbers of two groups of pieces compare in this way.
    Compare(Pieces<A, P>, Order, Pieces<A, P>),
    /// Two values of counters, turns or worth compare in this way.
    Tallies([(Whose, Tally); 2], Order),
    /// Two numbers compare in this way.
    Measure(Box<[Amount<A, P>; 2]>, Order),
    /// The same side made the move before, and this question is true of it.
    After(Box<Question<A, C, P>>),
    /// No move satisfied the question in this many last turns of each side. The clock counts these
    /// turns.
    Without(u32, ClockId, Box<Question<A, C, P>>),
    /// The position has occurred this many times.
    Repeated(u32, Repeats),
    /// The side has lost all pieces of some kind with which it began, on the board and in hand.
    KindGone(Whose),
    /// The move is made by one of these terms of the mover's movement.
    By(P),
}

/// A fact about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveFact {
    /// A piece of this description moves on the board.
    Moving(Men),
    /// A piece of this description is captured.
    Capturing(Men),
    /// A piece of this description is dropped from the hand.
    Dropping(Men),
    /// The piece promotes, to one of these kinds if any are given.
    Promoting(Option<Vec<KindId>>),
    /// A piece of this description stands between the start and the end of a straight move.
    Over(Men),
    /// The move is castling.
    Castling,
    /// The player skips a step.
    Passing,
    /// After the move, the opponent is in check.
    GivingCheck,
    /// After the move, the opponent is in check and has no legal move.
    GivingMate,
}

alfil_diagnostics::spelt! {
    /// A fact about the side for which a question is evaluated.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum SideFact: &'static str, words, from_words {
        /// The side is White.
        White = "white",
        /// The side is Black.
        Black = "black",
        /// The side is the side to move.
        OnMove = "on move",
        /// One of the side's royal pieces is attacked.
        InCheck = "in check",
        /// The side has no legal move, or would have none if it were to move.
        Stuck = "stuck",
    }
}

alfil_diagnostics::spelt! {
    /// How two numbers compare.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Order: &'static str, word {
        /// The first is greater.
        More = "more",
        /// The first is smaller.
        Fewer = "fewer",
        /// The two numbers are equal.
        AsMany = "as many",
    }
}

/// How a position was repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repeats {
    /// Repeated in any way.
    Anyhow,
    /// By a series of moves of the side that all gave check. Only occurrences during this series
    /// count.
    ByChecks,
}

impl Order {
    /// The order of the same numbers in the other order.
    pub fn turned(self) -> Order {
        match self {
            Order::More => Order::Fewer,
            Order::Fewer => Order::More,
            Order::AsMany => Order::AsMany,
        }
    }

    /// Whether `left` and `right` compare as this order says.
    pub fn holds(self, left: u32, right: u32) -> bool {
        match self {
            Order::More => left > right,
            Order::Fewer => left < right,
            Order::AsMany => left == right,
        }
    }
}

impl<A, C, P> Question<A, C, P> {
    /// Number of innermost parts of the question, at least 1.
    pub fn size(&self) -> usize {
        self.parts().iter().map(Question::size).sum::<usize>().max(1)
    }

    /// The questions directly inside this one.
    pub fn parts(&self) -> &[Question<A, C, P>] {
        match self {
            Question::All(parts) | Question::Any(parts) => parts,
            Question::Not(part) | Question::Leaving(part) => std::slice::from_ref(part),
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
            | Question::By(_) => &[],
        }
    }

    /// The questions directly inside this one, for changes.
    fn parts_mut(&mut self) -> &mut [Question<A, C, P>] {
        if let Question::All(parts) | Question::Any(parts) = self {
            return parts;
        }
        if let Question::Not(part) | Question::Leaving(part) = self {
            return std::slice::from_mut(part);
        }
        &mut []
    }

    /// The patterns of all [`Question::By`] in the question.
    pub fn terms(&self) -> Vec<&P> {
        if let Question::By(terms) = self {
            return vec![terms];
        }
        self.parts().iter().flat_map(Question::terms).collect()
    }

    /// True if `test` returns true for the question or some part of it.
    pub fn any(&self, test: &impl Fn(&Question<A, C, P>) -> bool) -> bool {
        test(self) || self.parts().iter().any(|part| part.any(test))
    }

    /// Whether the question depends on a move.
    pub fn asks_move(&self) -> bool {
        let of_move = |q: &Question<A, C, P>| {
            matches!(
                q,
                Question::Move(_)
                    | Question::Cells(_)
                    | Question::Leaving(_)
                    | Question::Among(_)
                    | Question::By(_)
            )
        };
        self.any(&of_move) || self.names_anchor(&|_| true)
    }

    /// True if the question names an anchor for which `is` returns true.
    pub fn names_anchor(&self, is: &dyn Fn(Anchor) -> bool) -> bool {
        self.names_pieces(&|pieces| pieces.names_anchor(is))
    }

    /// True if the question has a filter of pieces for which `is` returns true.
    pub fn tests(&self, is: &dyn Fn(&Test<A, P>) -> bool) -> bool {
        self.names_pieces(&|pieces| pieces.tests(is))
    }

    /// True if the question names pieces for which `are` returns true.
    fn names_pieces(&self, are: &dyn Fn(&Pieces<A, P>) -> bool) -> bool {
        self.any(&|q| match q {
            Question::Count(_, pieces)
            | Question::Among(pieces)
            | Question::Reply(_, pieces, _) => are(pieces),
            Question::Compare(left, _, right) => are(left) || are(right),
            Question::Measure(amounts, _) => amounts.iter().filter_map(Amount::pieces).any(are),
            Question::Without(_, _, one) | Question::After(one) => one.names_pieces(are),
            Question::All(_)
            | Question::Any(_)
            | Question::Not(_)
            | Question::Leaving(_)
            | Question::Cells(_)
            | Question::Move(_)
            | Question::Side(_)
            | Question::Counter(..)
            | Question::Rolled(..)
            | Question::Tallies(..)
            | Question::Repeated(..)
            | Question::KindGone(_)
            | Question::By(_) => false,
        })
    }

    /// True if the question can be true for captures only.
    pub fn is_of_captures(&self) -> bool {
        self.is_of(&|fact| matches!(fact, MoveFact::Capturing(_)))
    }

    /// True if the question can be true for castling only.
    pub fn is_of_castling(&self) -> bool {
        self.is_of(&|fact| matches!(fact, MoveFact::Castling))
    }

    /// True if the question can be true only for moves with a fact for which `is` returns true.
    fn is_of(&self, is: &dyn Fn(&MoveFact) -> bool) -> bool {
        if let Question::All(parts) = self {
            return parts.iter().any(|part| part.is_of(is));
        }
        if let Question::Any(parts) = self {
            return parts.iter().all(|part| part.is_of(is));
        }
        matches!(self, Question::Move(fact) if is(fact))
    }

    /// True if every move of a piece of `kind` satisfies the question, because it only restricts
    /// other pieces.
    pub fn spares(&self, kind: KindId) -> bool {
        if let Question::Any(parts) = self {
            return parts.iter().any(|part| part.spares(kind));
        }
        if let Question::All(parts) = self {
            return !parts.is_empty() && parts.iter().all(|part| part.spares(kind));
        }
        matches!(self, Question::Not(part) if !part.may_move(kind))
    }

    /// True if the question can be true only when the side is stuck.
    pub fn wants_stuck(&self) -> bool {
        if let Question::All(parts) = self {
            return parts.iter().any(Question::wants_stuck);
        }
        matches!(self, Question::Side(SideFact::Stuck))
    }

    /// True if a move of a piece of `kind` may satisfy the question. Only facts about the mover are
    /// examined.
    pub fn may_move(&self, kind: KindId) -> bool {
        if let Question::All(parts) = self {
            return parts.iter().all(|part| part.may_move(kind));
        }
        if let Question::Any(parts) = self {
            return parts.iter().any(|part| part.may_move(kind));
        }
        if let Question::Not(part) = self
            && let Question::Move(MoveFact::Moving(men)) = &**part
        {
            return men.whose == Some(Whose::Enemy) || !men.has(kind);
        }
        !matches!(self, Question::Move(MoveFact::Moving(men)) if !men.has(kind))
    }

    /// Whether the question mentions `passing`. Only such sentences of `every move` restrict
    /// passes.
    pub fn names_passes(&self) -> bool {
        self.any(&|part| matches!(part, Question::Move(MoveFact::Passing)))
    }

    /// True if the question can be true only for moves of pieces on the board.
    pub fn is_of_pieces(&self) -> bool {
        self.is_of(&|fact| match fact {
            MoveFact::Moving(_)
            | MoveFact::Capturing(_)
            | MoveFact::Over(_)
            | MoveFact::Castling => true,
            MoveFact::Dropping(_)
            | MoveFact::Promoting(_)
            | MoveFact::Passing
            | MoveFact::GivingCheck
            | MoveFact::GivingMate => false,
        })
    }

    /// True if the question can be true only for moves that move no piece of the board: drops and
    /// passes.
    pub fn is_of_no_piece(&self) -> bool {
        self.is_of(&|fact| match fact {
            MoveFact::Dropping(_) | MoveFact::Passing => true,
            MoveFact::Moving(_)
            | MoveFact::Capturing(_)
            | MoveFact::Over(_)
            | MoveFact::Castling
            | MoveFact::Promoting(_)
            | MoveFact::GivingCheck
            | MoveFact::GivingMate => false,
        })
    }

    /// True if the question can be true for drops only.
    pub fn is_of_drops(&self) -> bool {
        self.is_of(&|fact| matches!(fact, MoveFact::Dropping(_)))
    }

    /// Whether the question depends on the previous move.
    pub(crate) fn names_last(&self) -> bool {
        self.names_anchor(&Anchor::is_of_last)
            || self.any(&|part| matches!(part, Question::After(_)))
    }

    /// Whether the question depends on the position after the move.
    pub fn looks_ahead(&self) -> bool {
        let ahead = |q: &Question<A, C, P>| {
            let giving = matches!(q, Question::Move(MoveFact::GivingCheck | MoveFact::GivingMate));
            giving || matches!(q, Question::Leaving(_))
        };
        self.any(&ahead)
    }

    /// All areas and conditions in the question.
    pub fn named(&self) -> (Vec<A>, Vec<C>)
    where
        A: Clone,
        C: Clone,
    {
        let (mut areas, mut conditions) = (Vec::new(), Vec::new());
        let mut area = |area: &A| areas.push(area.clone());
        self.map(&mut area, &mut |c| conditions.push(c.clone()), &mut |_| ());
        (areas, conditions)
    }

    /// The same question with all areas, conditions and patterns converted.
    pub fn map<B, D, Q>(
        &self,
        area: &mut impl FnMut(&A) -> B,
        cells: &mut impl FnMut(&C) -> D,
        pattern: &mut impl FnMut(&P) -> Q,
    ) -> Question<B, D, Q> {
        let mut all = |parts: &[Question<A, C, P>]| {
            parts.iter().map(|part| part.map(area, cells, pattern)).collect()
        };
        match self {
            Question::All(parts) => Question::All(all(parts)),
            Question::Any(parts) => Question::Any(all(parts)),
            Question::Not(part) => Question::Not(Box::new(part.map(area, cells, pattern))),
            Question::Leaving(part) => Question::Leaving(Box::new(part.map(area, cells, pattern))),
            Question::Cells(condition) => Question::Cells(cells(condition)),
            Question::Move(fact) => Question::Move(fact.clone()),
            Question::Side(fact) => Question::Side(*fact),
            Question::Count(number, pieces) => Question::Count(*number, pieces.map(area, pattern)),
            Question::Among(pieces) => Question::Among(pieces.map(area, pattern)),
            Question::Counter(number, whose, tally) => Question::Counter(*number, *whose, *tally),
            Question::Rolled(die, roll) => Question::Rolled(*die, *roll),
            Question::Tallies(sides, order) => Question::Tallies(*sides, *order),
            Question::Measure(amounts, order) => {
                let [left, right] = &**amounts;
                let amounts = [left.map(area, pattern), right.map(area, pattern)];
                Question::Measure(Box::new(amounts), *order)
            }
            Question::After(part) => Question::After(Box::new(part.map(area, cells, pattern))),
            Question::Without(turns, clock, one) => {
                let one = Box::new(one.map(area, cells, pattern));
                Question::Without(*turns, *clock, one)
            }
            Question::Repeated(times, how) => Question::Repeated(*times, *how),
            Question::Reply(number, pieces, to) => {
                let to = to.as_ref().map(&mut *area);
                Question::Reply(*number, pieces.map(area, pattern), to)
            }
            Question::Compare(left, order, right) => {
                Question::Compare(left.map(area, pattern), *order, right.map(area, pattern))
            }
            Question::KindGone(whose) => Question::KindGone(*whose),
            Question::By(terms) => Question::By(pattern(terms)),
        }
    }
}

impl Question {
    /// The equivalent condition, if the question depends only on start and end.
    pub fn condition(&self) -> Option<Condition> {
        let all =
            |parts: &[Question]| parts.iter().map(Question::condition).collect::<Option<Vec<_>>>();
        if let Question::Cells(condition) = self {
            return Some(condition.clone());
        }
        if let Question::Not(part) = self {
            return Some(part.condition()?.negate());
        }
        if let Question::All(parts) = self {
            return Some(Condition::All(all(parts)?));
        }
        if let Question::Any(parts) = self {
            return Some(Condition::Any(all(parts)?));
        }
        None
    }

    /// The kind whose terms the question names. `None` if it names none.
    pub fn of_terms(&self) -> Option<KindId> {
        if let Question::By(terms) = self {
            return terms.kind;
        }
        self.parts().iter().find_map(Question::of_terms)
    }

    /// Calls `change` for every description of pieces in the question.
    pub fn each_men(&mut self, change: &mut impl FnMut(&mut Men)) {
        match self {
            Question::All(_) | Question::Any(_) | Question::Not(_) | Question::Leaving(_) => {
                self.parts_mut().iter_mut().for_each(|part| part.each_men(change));
            }
            Question::Without(_, _, part) | Question::After(part) => part.each_men(change),
            Question::Measure(amounts, _) => {
                amounts.iter_mut().for_each(|amount| amount.each_men(change));
            }
            Question::Move(
                MoveFact::Moving(men)
                | MoveFact::Capturing(men)
                | MoveFact::Dropping(men)
                | MoveFact::Over(men),
            ) => change(men),
            Question::Move(MoveFact::Promoting(kinds)) => {
                let mut men = Men { kinds: kinds.take(), ..Men::all() };
                change(&mut men);
                *kinds = men.kinds;
            }
            Question::Count(_, counted)
            | Question::Among(counted)
            | Question::Reply(_, counted, _) => counted.each_men(change),
            Question::Compare(left, _, right) => {
                left.each_men(change);
                right.each_men(change);
            }
            Question::Move(
                MoveFact::Castling
                | MoveFact::Passing
                | MoveFact::GivingCheck
                | MoveFact::GivingMate,
            )
            | Question::Cells(_)
            | Question::Side(_)
            | Question::Counter(..)
            | Question::Rolled(..)
            | Question::Tallies(..)
            | Question::Repeated(..)
            | Question::KindGone(_)
            | Question::By(_) => {}
        }
    }

    /// Gives numbers to the clocks in the question. Equal questions share a clock; new ones are
    /// added to `clocks`.
    pub fn number_clocks(&mut self, clocks: &mut Vec<Question>) {
        if let Question::Without(_, clock, one) = self {
            let known = clocks.iter().position(|known| known == one.as_ref());
            *clock = ClockId::from_index(known.unwrap_or(clocks.len()));
            if known.is_none() {
                clocks.push(Question::clone(one));
            }
        }
        self.parts_mut().iter_mut().for_each(|part| part.number_clocks(clocks));
    }
}
