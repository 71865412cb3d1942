//! Rules by which the moves of a side depend on cells that it does not see.

use crate::movement::{Action, Movement, Prey};
use crate::question::{MoveFact, Question, SideFact};
use crate::ruleset::{Blocking, Ruleset};
use crate::sight::Sight;
use alfil_diagnostics::source::Span;

/// A rule by which the moves of a side depend on cells that it does not see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blind {
    /// Pieces stand on a plane, which has no cells.
    Plane,
    /// A royal piece, whose side may not leave it attacked.
    Royal(Span),
    /// A piece that others pass as if its cell were empty.
    Ghost(Span),
    /// A movement that captures only some kinds of pieces.
    Picky(Span),
    /// A question about more than the move.
    Asks(Span),
    /// An effect that changes pieces or offers choices.
    Effect(Span),
    /// Pieces are dropped from the hand onto empty cells anywhere.
    Hand,
    /// Movable sections of the board.
    Sections,
    /// Turns with a number of steps that the position says.
    Counted,
}

impl Ruleset {
    /// The first rule by which the moves of a side may depend on cells that it does not see. `None`
    /// if its moves always follow from its view.
    pub fn blind(&self) -> Option<Blind> {
        if self.sight == Sight::Everything {
            return None;
        }
        if self.space.lattice.plane().is_some() {
            return Some(Blind::Plane);
        }
        if self.hand.is_some() {
            return Some(Blind::Hand);
        }
        if !self.space.sections.is_empty() {
            return Some(Blind::Sections);
        }
        for kind in self.kinds.iter() {
            if kind.royal.is_royal() {
                return Some(Blind::Royal(kind.name.span));
            }
            if kind.blocks.value != Blocking::Blocks {
                return Some(Blind::Ghost(kind.name.span));
            }
            if is_picky(&kind.moves) {
                return Some(Blind::Picky(kind.name.span));
            }
            let ask = kind
                .promotions
                .iter()
                .find(|rule| rule.when.as_ref().is_some_and(|asked| !follows(asked, self.sight)));
            if let Some(rule) = ask {
                return Some(Blind::Asks(rule.span));
            }
        }
        if let Some(effect) =
            self.effects.iter().find(|effect| effect.may_fail() || effect.changes_pieces())
        {
            return Some(Blind::Effect(effect.span));
        }
        if self.turn.amounts().next().is_some() {
            return Some(Blind::Counted);
        }
        let steps = self.turn.questions();
        let mut asked = self.duties.iter().chain(&self.asked).chain(steps);
        let blind = asked.find(|asked| !follows(&asked.value, self.sight));
        blind.map(|asked| Blind::Asks(asked.span))
    }
}

/// True if the movement captures some kinds of pieces and not others.
fn is_picky(movement: &Movement) -> bool {
    movement.terms.iter().any(|term| match &term.action {
        Action::Walk(walk) => walk.legs.iter().any(|leg| leg.mode.prey != Prey::Any),
        Action::Castle(_) | Action::Drop(_) => false,
    })
}

/// True if the answer to a question about a move follows from what a side with this sight sees.
fn follows(question: &Question, sight: Sight) -> bool {
    match question {
        Question::All(parts) | Question::Any(parts) => {
            parts.iter().all(|part| follows(part, sight))
        }
        Question::Not(part) => follows(part, sight),
        Question::Cells(_)
        | Question::Rolled(..)
        | Question::Side(SideFact::White | SideFact::Black | SideFact::OnMove) => true,
        Question::Move(fact) => match fact {
            MoveFact::Moving(_)
            | MoveFact::Dropping(_)
            | MoveFact::Promoting(_)
            | MoveFact::Castling
            | MoveFact::Passing => true,
            // The captured piece stands on a cell that the side can reach.
            MoveFact::Capturing(men) => {
                sight != Sight::Own || men.kinds.is_none() && men.but.is_empty()
            }
            MoveFact::Over(_) | MoveFact::GivingCheck | MoveFact::GivingMate => false,
        },
        Question::Leaving(_)
        | Question::Side(SideFact::InCheck | SideFact::Stuck)
        | Question::Count(..)
        | Question::Among(_)
        | Question::Counter(..)
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
