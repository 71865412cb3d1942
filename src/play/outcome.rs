//! How games end.
//!
//! Owns: [`Outcome`] and [`Reason`].

use crate::rules::ruleset::{Ends, Verdict};
use crate::rules::side::Side;
use std::fmt;

/// A finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who has won; `None` is a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Reason,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// In check without a legal move.
    Checkmate,
    /// Without a legal move, not in check.
    Stalemate,
    /// Too many turns without progress: a capture, a promotion, a move of a kind that only goes on.
    MoveLimit,
    /// One position too often.
    Repetition,
}

impl Reason {
    /// Whether it ends the game for want of a legal move.
    pub fn ends_moves(self) -> bool {
        match self {
            Reason::Checkmate | Reason::Stalemate => true,
            Reason::MoveLimit | Reason::Repetition => false,
        }
    }

    /// `checkmate`, `stalemate`, `fifty moves`, `repetition`.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::MoveLimit => "fifty moves",
            Reason::Repetition => "repetition",
        }
    }
}

/// What decides, of a position.
pub(in crate::play) struct Standing {
    /// Whose turn it is.
    pub side: Side,
    /// Whether that side has a legal move.
    pub has_move: bool,
    /// Turns since the last progress.
    pub halfmoves: u32,
}

impl Standing {
    /// How the game has ended by `ends`, if it has; `times` is how often the position has stood.
    pub fn outcome(
        &self,
        ends: Ends,
        in_check: impl FnOnce() -> bool,
        times: impl FnOnce() -> usize,
    ) -> Option<Outcome> {
        if !self.has_move {
            let (verdict, reason) = if in_check() {
                (ends.checkmate, Reason::Checkmate)
            } else {
                (ends.stalemate, Reason::Stalemate)
            };
            let winner = match verdict {
                Verdict::Win => Some(self.side),
                Verdict::Loss => Some(self.side.other()),
                Verdict::Draw => None,
            };
            return Some(Outcome { winner, reason });
        }
        let draw = |reason| Some(Outcome { winner: None, reason });
        if ends.move_limit.is_some_and(|limit| self.halfmoves >= limit) {
            return draw(Reason::MoveLimit);
        }
        if ends.repetition.is_some_and(|limit| times() >= limit as usize) {
            return draw(Reason::Repetition);
        }
        None
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
