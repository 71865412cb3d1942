//! How games end.
//!
//! Owns: [`Outcome`], and the test of a position that each goal is.

use crate::rules::goal::{Event, Goal, Goals, Verdict};
use crate::rules::side::Side;
use std::fmt;

/// A finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who has won; `None` is a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Event,
}

/// What decides, of a position.
pub(in crate::play) struct Standing {
    /// Whose turn it is.
    pub side: Side,
    /// Whether that side has a legal move.
    pub has_move: bool,
    /// Turns since the last progress.
    pub halfmoves: u32,
    /// The first goal that holds, and for whom.
    pub goal: Option<(usize, Side)>,
    /// The first claim that may be made, and for whom it counts.
    pub claim: Option<(usize, Side)>,
}

impl Standing {
    /// How the game has ended by the first of `goals` that is met, if one is; `times` is how often the
    /// position has stood.
    pub fn outcome(
        &self,
        goals: &Goals,
        in_check: impl Fn() -> bool,
        times: impl Fn() -> usize,
    ) -> Option<Outcome> {
        let met = |goal: &Goal| match goal.event {
            Event::Checkmate => !self.has_move && in_check(),
            Event::Stalemate => !self.has_move && !in_check(),
            Event::MoveLimit(halfmoves) => self.halfmoves >= halfmoves,
            Event::Repetition(most) => times() >= most as usize,
            Event::Goal(n) => self.goal.is_some_and(|(held, _)| held == usize::from(n)),
            Event::Claim(n) => self.claim.is_some_and(|(held, _)| held == usize::from(n)),
        };
        let goal = goals.iter().find(met)?;
        let side = match goal.event {
            Event::Goal(_) => self.goal.map_or(self.side, |(_, side)| side),
            Event::Claim(_) => self.claim.map_or(self.side, |(_, side)| side),
            Event::Checkmate | Event::Stalemate | Event::MoveLimit(_) | Event::Repetition(_) => {
                self.side
            }
        };
        let winner = match goal.verdict {
            Verdict::Win => Some(side),
            Verdict::Loss => Some(side.other()),
            Verdict::Draw => None,
        };
        Some(Outcome { winner, reason: goal.event })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => write!(f, "{} wins by {}", side.name(), self.reason.name()),
            None => write!(f, "draw by {}", self.reason.name()),
        }
    }
}
