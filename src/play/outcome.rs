//! How games end.
//!
//! Owns: [`Outcome`] and [`Reason`].

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

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => write!(f, "{} wins by {}", side.name(), self.reason.name()),
            None => write!(f, "draw by {}", self.reason.name()),
        }
    }
}
