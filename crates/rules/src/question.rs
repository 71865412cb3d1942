//! Questions about sides, pieces and moves: the language of goals, duties, restrictions and
//! effects.
//!
//! A question is evaluated for a *side*: `own` pieces belong to it, `enemy` pieces to the opponent.
//! A question is about a position, or about a move in the position before it. Only
//! [`Question::Leaving`] is about the position after the move.

pub(crate) mod amount;
pub mod facts;
pub(crate) mod lookahead;
pub(crate) mod map;
pub(crate) mod needs;
pub(crate) mod pieces;
mod relaxed;
mod scope;

pub use crate::side::Whose;
pub use amount::{Amount, CounterId, Quantity, Tally};
pub use lookahead::Lookahead;
pub use needs::Needs;
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

    /// The questions directly inside this one, about the same move and the same side.
    #[inline]
    pub fn parts(&self) -> &[Question<A, C, P>] {
        self.facts().parts
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

    /// The clocks that the question reads, each with the number of turns that it asks for.
    pub fn clocks(&self) -> Vec<(u32, ClockId)> {
        if let Question::Without(turns, clock, _) = self {
            return vec![(*turns, *clock)];
        }
        self.parts().iter().flat_map(Question::clocks).collect()
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
