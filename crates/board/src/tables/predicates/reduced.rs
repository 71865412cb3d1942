//! What is left of a question for moves of a known maker.
//!
//! Owns: [`Mover`], [`Reduced`]. Takes a question and who makes the move. Invariant: the rest has the answer of the whole question.

use super::Predicate;
use crate::tables::kinds::KindSet;
use alfil_rules::question::{Men, MoveFact, Question, Whose};

/// The piece that makes a move.
#[derive(Clone, Copy)]
pub(super) enum Mover {
    /// A piece of one of these kinds, which goes from one cell to another, castling apart.
    Piece(KindSet),
    /// One from the hand.
    Hand,
    /// Nobody: a step is left out.
    Nobody,
}

impl Mover {
    /// The answer of `fact` if it is the same for all moves of the piece.
    fn answers(self, fact: &MoveFact) -> Option<bool> {
        let has_all = |men: &Men, kinds: KindSet| {
            men.whose != Some(Whose::Enemy) && kinds.iter().all(|kind| men.has(kind))
        };
        match (fact, self) {
            (MoveFact::Moving(men), Mover::Piece(kinds)) => has_all(men, kinds).then_some(true),
            (MoveFact::Dropping(men), Mover::Hand) => has_all(men, KindSet::ALL).then_some(true),
            (MoveFact::Passing, Mover::Nobody) => Some(true),
            (MoveFact::Moving(_), Mover::Hand | Mover::Nobody)
            | (MoveFact::Dropping(_), Mover::Piece(_) | Mover::Nobody)
            | (MoveFact::Passing, Mover::Piece(_) | Mover::Hand)
            | (
                MoveFact::Capturing(_) | MoveFact::Over(_) | MoveFact::Castling,
                Mover::Hand | Mover::Nobody,
            )
            | (MoveFact::Promoting(_), Mover::Nobody) => Some(false),
            (MoveFact::Capturing(_) | MoveFact::Over(_) | MoveFact::Castling, Mover::Piece(_))
            | (MoveFact::Promoting(_), Mover::Piece(_) | Mover::Hand)
            | (MoveFact::GivingCheck | MoveFact::GivingMate, _) => None,
        }
    }
}

/// The part of a question that remains open once the mover is known.
pub(super) enum Reduced<const W: usize> {
    /// Nothing.
    Known(bool),
    /// This.
    Less(Predicate<W>),
    /// All.
    Whole,
}

impl<const W: usize> Reduced<W> {
    /// Of `question`, asked of moves that `by` makes.
    pub(super) fn of(question: &Predicate<W>, by: Mover) -> Reduced<W> {
        match question {
            Question::All(parts) => Reduced::of_parts(parts, by, false, Question::All),
            Question::Any(parts) => Reduced::of_parts(parts, by, true, Question::Any),
            Question::Not(part) => match Reduced::of(part, by) {
                Reduced::Known(holds) => Reduced::Known(!holds),
                Reduced::Less(part) => Reduced::Less(Question::Not(Box::new(part))),
                Reduced::Whole => Reduced::Whole,
            },
            Question::Move(fact) => by.answers(fact).map_or(Reduced::Whole, Reduced::Known),
            Question::By(terms) => match by {
                Mover::Piece(kinds) if kinds.iter().all(|kind| terms.is_whole_of(kind)) => {
                    Reduced::Known(true)
                }
                Mover::Piece(_) => Reduced::Whole,
                Mover::Hand | Mover::Nobody => Reduced::Known(false),
            },
            Question::Leaving(_)
            | Question::Cells(_)
            | Question::Side(_)
            | Question::Count(..)
            | Question::Among(_)
            | Question::Counter(..)
            | Question::Reply(..)
            | Question::Compare(..)
            | Question::Tallies(..)
            | Question::Without(..)
            | Question::Repeated(..)
            | Question::KindGone(_) => Reduced::Whole,
        }
    }

    /// Of several of which one with the answer `enough` decides.
    fn of_parts(
        parts: &[Predicate<W>],
        by: Mover,
        enough: bool,
        joined: fn(Vec<Predicate<W>>) -> Predicate<W>,
    ) -> Reduced<W> {
        let (mut left, mut whole) = (Vec::new(), true);
        for part in parts {
            match Reduced::of(part, by) {
                Reduced::Known(holds) if holds == enough => return Reduced::Known(enough),
                Reduced::Known(_) => whole = false,
                Reduced::Less(part) => {
                    left.push(part);
                    whole = false;
                }
                Reduced::Whole => left.push(part.clone()),
            }
        }
        match left.len() {
            _ if whole => Reduced::Whole,
            0 => Reduced::Known(!enough),
            1 => Reduced::Less(left.remove(0)),
            _ => Reduced::Less(joined(left)),
        }
    }
}
