//! Questions about sides, pieces and moves.
//!
//! Owns: [`Question`], the one language in which goals, duties, restrictions and effects ask, and its parts.
//! Takes: built by `resolve/question.rs`. Gives: what `board/reference/predicate.rs` answers plainly and
//! `board/engine/predicates.rs` by sets.
//!
//! Who asks is called the *side*: `own` is the side's, `enemy` the other's. A question is asked of a position,
//! or of a move and the position before it; [`Question::Leaving`] asks of the position behind that move.

pub(crate) mod lookahead;
pub(crate) mod pieces;
mod relaxed;
mod scope;

pub use crate::side::Whose;
pub use lookahead::Lookahead;
pub use pieces::{Anchor, Filter, Men, Number, Pattern, Pieces, Row, Subject, Test};

use crate::condition::{Area, Condition};
use crate::ids::KindId;
use alfil_diagnostics::index::Id;

alfil_diagnostics::id! {
    /// What is counted for each side.
    CounterId(u8)
}

alfil_diagnostics::id! {
    /// For how long no move was such as a question asks.
    ClockId(u8)
}

/// The most clocks of a game.
pub const CLOCKS: usize = 4;

/// Most checks in a row that are examined to find out if one of them is mate.
pub const CHECKS: u8 = 4;

/// The most counters of a game.
pub const COUNTERS: usize = 4;

/// Yes or no. An arena that compiles it has its own areas `A`, conditions `C` and patterns `P`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question<A = Area, C = Condition, P = Pattern> {
    /// All are answered with yes.
    All(Vec<Question<A, C, P>>),
    /// One is.
    Any(Vec<Question<A, C, P>>),
    /// It is answered with no.
    Not(Box<Question<A, C, P>>),
    /// Asked of the position behind the move.
    Leaving(Box<Question<A, C, P>>),
    /// Of where the piece that moves starts and ends.
    Cells(C),
    /// Of the move.
    Move(MoveFact),
    /// Of the side that asks.
    Side(SideFact),
    /// How many pieces there are.
    Count(Number, Pieces<A, P>),
    /// Whether the piece that moves is one of these.
    Among(Pieces<A, P>),
    /// How much something comes to.
    Counter(Number, Whose, Tally),
    /// How many pieces can be moved, or moved to an area.
    Reply(Number, Pieces<A, P>, Option<A>),
    /// Of two numbers of pieces.
    Compare(Pieces<A, P>, Order, Pieces<A, P>),
    /// Of two such sums.
    Tallies([(Whose, Tally); 2], Order),
    /// For so many turns of each side no move was such, the number of the clock that tells.
    Without(u32, ClockId, Box<Question<A, C, P>>),
    /// The position stands for so many times.
    Repeated(u32, Repeats),
    /// Of some kind with which the game began the side has no piece, on the board or in hand.
    KindGone(Whose),
    /// These terms of its piece make the move.
    By(P),
}

/// What a move is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveFact {
    /// A piece on the board moves.
    Moving(Men),
    /// Such a piece is captured.
    Capturing(Men),
    /// Such a piece comes from the hand.
    Dropping(Men),
    /// It ends as another kind, one of these if they are said.
    Promoting(Option<Vec<KindId>>),
    /// Such a piece stands between its start and its end, which lie in line.
    Over(Men),
    /// Two partners go at once.
    Castling,
    /// A step is left out.
    Passing,
    /// The other side is in check.
    GivingCheck,
    /// The other side is in check and has no legal move.
    GivingMate,
}

alfil_diagnostics::spelt! {
    /// What holds of the side that asks.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum SideFact: &'static str, words, from_words {
        /// It is White.
        White = "white",
        /// It is Black.
        Black = "black",
        /// The next move is its own.
        OnMove = "on move",
        /// A royal piece of it is attacked.
        InCheck = "in check",
        /// It has no legal move, or would have none if it were on move.
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
        /// They are equal.
        AsMany = "as many",
    }
}

/// What a side has a number of, besides pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tally {
    /// What effects count.
    Counted(CounterId),
    /// Turns that it has finished.
    Turns,
    /// What its pieces are worth together, on the board and in hand.
    Worth,
}

/// How a position was repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repeats {
    /// However it was.
    Anyhow,
    /// By moves of the side that asks that all gave check.
    ByChecks,
}

impl Order {
    /// Whether `left` and `right` compare so.
    pub fn holds(self, left: u32, right: u32) -> bool {
        match self {
            Order::More => left > right,
            Order::Fewer => left < right,
            Order::AsMany => left == right,
        }
    }
}

impl<A, C, P> Question<A, C, P> {
    /// The number of its parts that have no parts themselves, at least 1.
    pub fn size(&self) -> usize {
        self.parts().iter().map(Question::size).sum::<usize>().max(1)
    }

    /// The questions of which it is made.
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
            | Question::Reply(..)
            | Question::Compare(..)
            | Question::Tallies(..)
            | Question::Without(..)
            | Question::Repeated(..)
            | Question::KindGone(_)
            | Question::By(_) => &[],
        }
    }

    /// The terms of which it asks whether they make the move.
    pub fn terms(&self) -> Vec<&P> {
        match self {
            Question::By(terms) => vec![terms],
            Question::All(_)
            | Question::Any(_)
            | Question::Not(_)
            | Question::Leaving(_)
            | Question::Cells(_)
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
            | Question::KindGone(_) => self.parts().iter().flat_map(|part| part.terms()).collect(),
        }
    }

    /// Whether some part of it satisfies `test`.
    pub fn any(&self, test: &impl Fn(&Question<A, C, P>) -> bool) -> bool {
        test(self) || self.parts().iter().any(|part| part.any(test))
    }

    /// Whether it speaks of a move.
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

    /// Whether it names an anchor that satisfies `is`.
    pub fn names_anchor(&self, is: &dyn Fn(Anchor) -> bool) -> bool {
        self.names_pieces(&|pieces| pieces.names_anchor(is))
    }

    /// Whether some filter of pieces satisfies `is`.
    pub fn tests(&self, is: &dyn Fn(&Test<A, P>) -> bool) -> bool {
        self.names_pieces(&|pieces| pieces.tests(is))
    }

    /// Whether it names pieces that satisfy `are`.
    fn names_pieces(&self, are: &dyn Fn(&Pieces<A, P>) -> bool) -> bool {
        self.any(&|q| match q {
            Question::Count(_, pieces)
            | Question::Among(pieces)
            | Question::Reply(_, pieces, _) => are(pieces),
            Question::Compare(left, _, right) => are(left) || are(right),
            Question::Without(_, _, one) => one.names_pieces(are),
            Question::All(_)
            | Question::Any(_)
            | Question::Not(_)
            | Question::Leaving(_)
            | Question::Cells(_)
            | Question::Move(_)
            | Question::Side(_)
            | Question::Counter(..)
            | Question::Tallies(..)
            | Question::Repeated(..)
            | Question::KindGone(_)
            | Question::By(_) => false,
        })
    }

    /// Whether it holds of captures alone.
    pub fn is_of_captures(&self) -> bool {
        self.is_of(&|fact| matches!(fact, MoveFact::Capturing(_)))
    }

    /// Whether it holds of castling alone.
    pub fn is_of_castling(&self) -> bool {
        self.is_of(&|fact| matches!(fact, MoveFact::Castling))
    }

    /// Whether it holds of moves alone of which a fact `is` one of some.
    fn is_of(&self, is: &dyn Fn(&MoveFact) -> bool) -> bool {
        if let Question::All(parts) = self {
            return parts.iter().any(|part| part.is_of(is));
        }
        if let Question::Any(parts) = self {
            return parts.iter().all(|part| part.is_of(is));
        }
        matches!(self, Question::Move(fact) if is(fact))
    }

    /// Whether it holds of every move of a piece of `kind` of the side that moves, since it speaks of others.
    pub fn spares(&self, kind: KindId) -> bool {
        if let Question::Any(parts) = self {
            return parts.iter().any(|part| part.spares(kind));
        }
        if let Question::All(parts) = self {
            return !parts.is_empty() && parts.iter().all(|part| part.spares(kind));
        }
        matches!(self, Question::Not(part) if !part.may_move(kind))
    }

    /// Whether it holds only where the side is stuck.
    pub fn wants_stuck(&self) -> bool {
        if let Question::All(parts) = self {
            return parts.iter().any(Question::wants_stuck);
        }
        matches!(self, Question::Side(SideFact::Stuck))
    }

    /// Whether it may hold of a move of a piece of `kind`, as far as it says of its mover.
    pub fn may_move(&self, kind: KindId) -> bool {
        if let Question::Not(part) = self
            && let Question::Move(MoveFact::Moving(men)) = &**part
        {
            return men.whose == Some(Whose::Enemy) || !men.has(kind);
        }
        match self {
            Question::All(parts) => parts.iter().all(|part| part.may_move(kind)),
            Question::Any(parts) => parts.iter().any(|part| part.may_move(kind)),
            Question::Move(MoveFact::Moving(men)) => men.has(kind),
            Question::Not(_)
            | Question::Leaving(_)
            | Question::Cells(_)
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
            | Question::By(_) => true,
        }
    }

    /// True if it says `passing`. Only such a sentence of `every move` binds passes.
    pub fn names_passes(&self) -> bool {
        self.any(&|part| matches!(part, Question::Move(MoveFact::Passing)))
    }

    /// True if it can only hold of a move of a piece on the board.
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

    /// Whether it names a piece or a cell of the move before.
    pub(crate) fn names_last(&self) -> bool {
        self.names_anchor(&Anchor::is_of_last)
    }

    /// Whether it looks at the position behind the move.
    pub fn looks_ahead(&self) -> bool {
        let ahead = |q: &Question<A, C, P>| {
            let giving = matches!(q, Question::Move(MoveFact::GivingCheck | MoveFact::GivingMate));
            giving || matches!(q, Question::Leaving(_))
        };
        self.any(&ahead)
    }

    /// The areas and the conditions that it names.
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

    /// The same with other areas, conditions and patterns.
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
            Question::Tallies(sides, order) => Question::Tallies(*sides, *order),
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
    /// As a condition, if it speaks of start and end alone.
    pub fn condition(&self) -> Option<Condition> {
        let all =
            |parts: &[Question]| parts.iter().map(Question::condition).collect::<Option<Vec<_>>>();
        Some(match self {
            Question::Cells(condition) => condition.clone(),
            Question::All(parts) => Condition::All(all(parts)?),
            Question::Any(parts) => Condition::Any(all(parts)?),
            Question::Not(part) => part.condition()?.negate(),
            Question::Leaving(_)
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
            | Question::By(_) => return None,
        })
    }

    /// Of which kind it asks whether its terms make a move, if it does.
    pub fn of_terms(&self) -> Option<KindId> {
        if let Question::By(terms) = self {
            return terms.kind;
        }
        self.parts().iter().find_map(Question::of_terms)
    }

    /// Every set of men that it names, to be changed.
    pub fn each_men(&mut self, change: &mut impl FnMut(&mut Men)) {
        match self {
            Question::All(parts) | Question::Any(parts) => {
                parts.iter_mut().for_each(|part| part.each_men(change));
            }
            Question::Not(part) | Question::Leaving(part) | Question::Without(_, _, part) => {
                part.each_men(change);
            }
            Question::Move(
                MoveFact::Moving(men)
                | MoveFact::Capturing(men)
                | MoveFact::Dropping(men)
                | MoveFact::Over(men),
            ) => change(men),
            Question::Count(_, counted)
            | Question::Among(counted)
            | Question::Reply(_, counted, _) => {
                counted.each_men(change);
            }
            Question::Compare(left, _, right) => {
                left.each_men(change);
                right.each_men(change);
            }
            Question::Move(MoveFact::Promoting(kinds)) => {
                let mut men = Men { kinds: kinds.take(), ..Men::all() };
                change(&mut men);
                *kinds = men.kinds;
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
            | Question::Tallies(..)
            | Question::Repeated(..)
            | Question::KindGone(_)
            | Question::By(_) => {}
        }
    }

    /// Gives each clock that it reads a number: that of the same question in `clocks`, which takes it in if it
    /// is new.
    pub fn number_clocks(&mut self, clocks: &mut Vec<Question>) {
        match self {
            Question::All(parts) | Question::Any(parts) => {
                parts.iter_mut().for_each(|part| part.number_clocks(clocks));
            }
            Question::Not(part) | Question::Leaving(part) => part.number_clocks(clocks),
            Question::Without(_, clock, one) => {
                let known = clocks.iter().position(|known| known == one.as_ref());
                *clock = ClockId::from_index(known.unwrap_or(clocks.len()));
                if known.is_none() {
                    clocks.push(Question::clone(one));
                }
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
            | Question::Repeated(..)
            | Question::KindGone(_)
            | Question::By(_) => {}
        }
    }
}
