//! The results of the ends that take a side out of a game with more than two sides.

use alfil_rules::goal::{Event, Goals, Verdict};

/// The results of goals, in order, and of mates.
#[derive(Clone, Debug)]
pub(crate) struct Results {
    /// The result for the side for which a goal holds.
    pub(crate) goals: Vec<Verdict>,
    /// The result of checkmate for the side to move.
    pub(crate) checkmate: Option<Verdict>,
    /// The result of stalemate for the side to move.
    pub(crate) stalemate: Option<Verdict>,
}

impl Results {
    /// Returns the results of `ends`.
    pub(crate) fn new(ends: &Goals) -> Results {
        Results {
            goals: ends.goals.iter().map(|goal| goal.verdict).collect(),
            checkmate: ends.verdict(Event::Checkmate),
            stalemate: ends.verdict(Event::Stalemate),
        }
    }
}
