//! Computes on which information a question depends. The results are upper bounds: a question may
//! depend on less.

use super::{Amount, Lookahead, MoveFact, Pieces, Question, SideFact, Tally, Test};

impl<A, C, P> Question<A, C, P> {
    /// How much of the game the question examines.
    pub fn level(&self) -> Lookahead {
        let own = match self {
            Question::Cells(_) => Lookahead::Move,
            Question::Move(MoveFact::GivingMate) => Lookahead::Replies,
            Question::Move(MoveFact::GivingCheck) | Question::Leaving(_) => Lookahead::Attack,
            Question::Move(_) | Question::Side(SideFact::White | SideFact::Black) => {
                Lookahead::Move
            }
            Question::Side(SideFact::Stuck) | Question::Reply(..) => Lookahead::Replies,
            Question::Side(SideFact::InCheck) => Lookahead::Attack,
            Question::Count(_, pieces) | Question::Among(pieces) => pieces.level(),
            Question::Compare(left, _, right) => left.level().max(right.level()),
            Question::Measure(amounts, _) => {
                let pieces = amounts.iter().filter_map(Amount::pieces);
                pieces.map(Pieces::level).fold(Lookahead::Board, Lookahead::max)
            }
            Question::After(part) => part.level().max(Lookahead::Board),
            Question::Counter(..)
            | Question::Rolled(..)
            | Question::Tallies(..)
            | Question::Without(..)
            | Question::Repeated(..)
            | Question::KindGone(_)
            | Question::By(_)
            | Question::Side(SideFact::OnMove) => Lookahead::Board,
            Question::All(_) | Question::Any(_) | Question::Not(_) => Lookahead::Move,
        };
        self.parts().iter().map(Question::level).fold(own, Lookahead::max)
    }

    /// Whether the question depends on past moves: the last move, unmoved pieces, clocks, counters
    /// or dice.
    pub(crate) fn looks_back(&self) -> bool {
        let back = |q: &Question<A, C, P>| {
            let counted = |tally: &Tally| matches!(tally, Tally::Counted(_));
            matches!(q, Question::Counter(..) | Question::Rolled(..) | Question::Without(..))
                || matches!(q, Question::Tallies(sides, _) if sides.iter().any(|(_, t)| counted(t)))
                || matches!(q, Question::Measure(of, _) if of.iter().any(Amount::is_counted))
        };
        self.any(&back)
            || self.names_last()
            || self.tests(&|test| matches!(test, Test::NeverMoved | Test::LikeDie(_)))
    }

    /// Whether the question depends only on three things: the move, the cells between its ends, and
    /// the cells that its terms test.
    pub(crate) fn is_of_the_way(&self) -> bool {
        match self {
            Question::All(parts) | Question::Any(parts) => {
                parts.iter().all(Question::is_of_the_way)
            }
            Question::Not(part) => part.is_of_the_way(),
            Question::Cells(_)
            | Question::By(_)
            | Question::Side(SideFact::White | SideFact::Black) => true,
            Question::Move(fact) => match fact {
                MoveFact::Moving(_)
                | MoveFact::Capturing(_)
                | MoveFact::Dropping(_)
                | MoveFact::Over(_)
                | MoveFact::Promoting(_)
                | MoveFact::Castling
                | MoveFact::Passing => true,
                MoveFact::GivingCheck | MoveFact::GivingMate => false,
            },
            Question::Leaving(_)
            | Question::Side(SideFact::OnMove | SideFact::InCheck | SideFact::Stuck)
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
            | Question::KindGone(_) => false,
        }
    }

    /// True if the question has the same value for all moves of one piece from one cell, before and
    /// after the move. Castling itself is not considered.
    pub(crate) fn hangs_on_start(&self) -> bool {
        match self {
            Question::All(parts) | Question::Any(parts) => {
                parts.iter().all(Question::hangs_on_start)
            }
            Question::Not(part) => part.hangs_on_start(),
            Question::Side(SideFact::White | SideFact::Black) => true,
            Question::Count(_, pieces) => pieces.is_mover_unmoved(),
            Question::Move(fact) => match fact {
                MoveFact::Moving(_)
                | MoveFact::Dropping(_)
                | MoveFact::Castling
                | MoveFact::Passing => true,
                MoveFact::Capturing(_)
                | MoveFact::Promoting(_)
                | MoveFact::Over(_)
                | MoveFact::GivingCheck
                | MoveFact::GivingMate => false,
            },
            Question::Leaving(_)
            | Question::Cells(_)
            | Question::Side(SideFact::OnMove | SideFact::InCheck | SideFact::Stuck)
            | Question::Counter(..)
            | Question::Rolled(..)
            | Question::Among(_)
            | Question::Reply(..)
            | Question::Compare(..)
            | Question::Tallies(..)
            | Question::Measure(..)
            | Question::After(_)
            | Question::Without(..)
            | Question::Repeated(..)
            | Question::KindGone(_)
            | Question::By(_) => false,
        }
    }
}
