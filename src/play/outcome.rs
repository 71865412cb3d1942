//! How games end.
//!
//! Owns: [`Outcome`], and the test of a position that each goal is.

use crate::play::turn::Turn;
use alfil_rules::goal::{Event, Goal, Goals, Share, Verdict};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;
use std::fmt;

/// A finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who has won; `None` is a draw.
    pub winner: Option<Side>,
    /// How much of the point the winner gets; of a draw nothing is said, since both get half.
    pub share: Option<Share>,
    /// Why.
    pub reason: Event,
}

/// What decides, of a position.
pub(in crate::play) struct Standing {
    /// Whose turn it is, and how many there were.
    pub turn: Turn,
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
    pub(crate) fn outcome(
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
            Event::Goal(_) => self.goal.map_or(self.turn.side, |(_, side)| side),
            Event::Claim(_) => self.claim.map_or(self.turn.side, |(_, side)| side),
            Event::Checkmate | Event::Stalemate | Event::MoveLimit(_) | Event::Repetition(_) => {
                self.turn.side
            }
        };
        let (winner, share) = match goal.verdict {
            Verdict::Win(share) => (Some(side), Some(share)),
            Verdict::Loss(share) => (Some(side.other()), Some(share.rest())),
            Verdict::Draw => (None, None),
        };
        Some(Outcome { winner, share, reason: goal.event })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => write!(f, "{} wins by {}", side.name(), self.reason.name())?,
            None => write!(f, "draw by {}", self.reason.name())?,
        }
        match self.share.filter(|share| share.is_part()) {
            Some(share) => write!(f, ", {share} to {}", share.rest()),
            None => Ok(()),
        }
    }
}

impl Outcome {
    /// The same with what the goal or the claim asks.
    pub fn told(&self, rules: &Ruleset) -> String {
        match self.sentence(rules) {
            Some(sentence) => format!("{self}: {sentence}"),
            None => self.to_string(),
        }
    }

    /// What the goal or the claim asks by which the game ended.
    pub fn sentence(&self, rules: &Ruleset) -> Option<String> {
        rules.ends.asked(self.reason).map(|asked| rules.sentence(&asked.question))
    }

    /// What each side gets: White's part of the point, then Black's.
    pub fn score(&self) -> [String; 2] {
        match (self.winner, self.share) {
            (Some(Side::White), Some(share)) => [share, share.rest()].map(|s| s.to_string()),
            (Some(Side::Black), Some(share)) => [share.rest(), share].map(|s| s.to_string()),
            (None, _) | (_, None) => ["1/2"; 2].map(str::to_owned),
        }
    }
}
