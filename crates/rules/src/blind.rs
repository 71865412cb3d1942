//! Rules by which the moves of a side depend on cells that it does not see.

use crate::effect::Deed;
use crate::hand::{Captured, OwnCaptured};
use crate::movement::{Action, Movement, Prey};
use crate::question::{Filter, MoveFact, Number, Question, Subject, Test};
use crate::ruleset::{Blocking, Ruleset};
use crate::side::{ByColor, Side, Whose};
use crate::sight::Sight;
use crate::turn::{Growth, Step, Times};
use alfil_diagnostics::source::Span;

/// A rule by which the moves of a side depend on cells that it does not see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blind {
    /// Pieces stand on a plane, which has no cells.
    Plane,
    /// There are more than two sides.
    Sides,
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
    /// Pieces are placed unseen, but there is no hand to place them from.
    NoHand,
    /// Pieces are placed unseen, but the hand with this span is filled again in the game.
    Refilled(Span),
    /// Pieces are placed unseen, but a side may move before its hand is empty.
    Unforced,
    /// Pieces are placed unseen, but a side may move on the board while the other still places.
    Uneven,
    /// Pieces are placed unseen, but by the hand with this span a drop may not give mate.
    NoMate(Span),
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
        if !self.sides.are_two() {
            return Some(Blind::Sides);
        }
        if !self.space.sections.is_empty() {
            return Some(Blind::Sections);
        }
        let moves = match self.sight {
            Sight::Umpire => return self.blind_while_trying(),
            Sight::Placing => self.blind_while_placing(),
            Sight::Everything | Sight::Own | Sight::Reach => self.blind_while_moving(),
        };
        if moves.is_some() {
            return moves;
        }
        if let Some(effect) = self.effects.iter().find(|effect| {
            effect.may_fail() || effect.changes_pieces() || effect.deeds.iter().any(Deed::stacks)
        }) {
            return Some(Blind::Effect(effect.span));
        }
        if self.turn.amounts().next().is_some() {
            return Some(Blind::Counted);
        }
        let steps = self.turn.questions();
        let mut asked = self.duties.iter().chain(&self.asked).chain(steps);
        let blind = asked.find(|asked| !asked.value.follows(self.sight));
        blind.map(|asked| Blind::Asks(asked.span))
    }

    /// The first rule by which a side need not place all pieces first, or by which the cells where
    /// it may place them depend on more than its own pieces. Whether there are enough cells, whether
    /// both sides place on the same ones, and whether royal pieces may be attacked there, depends on
    /// the board, which is not known here.
    fn blind_while_placing(&self) -> Option<Blind> {
        let Some(hand) = &self.hand else { return Some(Blind::NoHand) };
        let stays_empty = hand.captured == Captured::Gone
            && hand.own == OwnCaptured::Gone
            && hand.supply.is_empty();
        if !stays_empty {
            return Some(Blind::Refilled(hand.span));
        }
        if !hand.no_mate.is_empty() {
            return Some(Blind::NoMate(hand.span));
        }
        if !self.duties.first().is_some_and(|duty| is_any_drop(&duty.value)) {
            return Some(Blind::Unforced);
        }
        if !self.places_in_turn() {
            return Some(Blind::Uneven);
        }
        // A question may forbid all drops, so that the side moves on the board.
        self.asked.first().map(|asked| Blind::Asks(asked.span))
    }

    /// True if no side is to move with an empty hand while the other has pieces to place: both begin
    /// with the same number, and place one each in turn or all at once.
    fn places_in_turn(&self) -> bool {
        let held = self.setup.hands.iter().flat_map(|hands| &hands.value);
        let [white, black] =
            Side::BOTH.map(|side| held.clone().filter(|(owner, _)| *owner == side).count());
        let ByColor([first, second]) = &self.turn.series;
        let [one, more @ ..] = first.steps.as_slice() else { return false };
        white == black
            && first == second
            && self.turn.first.is_none()
            && first.growth == Growth::None
            && *one == Step::default()
            && more.iter().all(goes_on_placing)
    }

    /// The first effect that asks the player something. Which answers are possible may depend on
    /// hidden cells. All other rules may, because the side is not told its legal moves.
    fn blind_while_trying(&self) -> Option<Blind> {
        let asks = self
            .effects
            .iter()
            .find(|effect| effect.choices() > 0 || effect.deeds.iter().any(Deed::stacks));
        asks.map(|effect| Blind::Effect(effect.span))
    }

    /// The first rule by which moves on the board depend on hidden cells.
    fn blind_while_moving(&self) -> Option<Blind> {
        if self.hand.is_some() {
            return Some(Blind::Hand);
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
                .find(|rule| rule.when.as_ref().is_some_and(|asked| !asked.follows(self.sight)));
            if let Some(rule) = ask {
                return Some(Blind::Asks(rule.span));
            }
        }
        None
    }
}

/// True for the question `dropping`, which is true of all drops.
fn is_any_drop(question: &Question) -> bool {
    let Question::Move(MoveFact::Dropping(men)) = question else { return false };
    men.is_any_kind()
}

/// True if the step is a further placement, as long as the side has a piece in hand.
fn goes_on_placing(step: &Step) -> bool {
    let asked = step.given.as_ref().map(|asked| &asked.value);
    let parts = match asked {
        Some(Question::All(parts)) => parts.as_slice(),
        Some(_) | None => &[],
    };
    let holds = |part: &Question| {
        let Question::Count(Number::Some, pieces) = part else { return false };
        let Subject::Men(men) = &pieces.what else { return false };
        let all = men.whose == Some(Whose::Own) && men.is_any_kind();
        let in_hand = |filter: &Filter| filter.holds && matches!(filter.test, Test::InHand);
        all && pieces.filters.len() == 1 && pieces.filters.iter().all(in_hand)
    };
    let plain = Step { given: None, times: Times::Once, ..step.clone() } == Step::default();
    let both = parts.len() == 2 && parts.iter().any(is_any_drop) && parts.iter().any(holds);
    plain && step.times == Times::Repeats && both
}

/// True if the movement captures some kinds of pieces and not others.
fn is_picky(movement: &Movement) -> bool {
    movement.terms.iter().any(|term| match &term.action {
        Action::Walk(walk) => walk.legs.iter().any(|leg| leg.mode.prey != Prey::Any),
        Action::Castle(_) | Action::Drop(_) => false,
    })
}
