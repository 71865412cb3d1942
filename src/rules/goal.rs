//! How games end.
//!
//! Owns: [`Goals`], a list of [`Goal`]s: what ends a game, and what that means. Takes: built by `resolve/`.
//! Gives: what `play/` asks of each position, in order. A new way to end games is a variant of [`Event`]
//! here, its row in [`Event::ALL`], its test of a position in `play/outcome.rs`, and its words in `show`;
//! `docs/adding.md` has the recipe.

use std::fmt;

/// Goals in the order in which they are asked, no event twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goals(Vec<Goal>);

/// An end of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goal {
    /// What happens.
    pub event: Event,
    /// What it means for the side to move.
    pub verdict: Verdict,
}

/// What may end a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// In check without a legal move.
    Checkmate,
    /// Not in check and without a legal move.
    Stalemate,
    /// So many halfmoves without progress: 100 for fifty moves.
    MoveLimit(u32),
    /// One position so many times.
    Repetition(u32),
}

/// What an ending means for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It wins.
    Win,
    /// It loses.
    Loss,
    /// Nobody wins.
    Draw,
}

impl Event {
    /// Every event that a definition may name, in the order in which goals are asked.
    pub const ALL: [Event; 5] = [
        Event::Checkmate,
        Event::Stalemate,
        Event::MoveLimit(100),
        Event::Repetition(3),
        Event::Repetition(4),
    ];

    /// Its word in a definition.
    pub fn key(self) -> &'static str {
        match self {
            Event::Checkmate => "checkmate",
            Event::Stalemate => "stalemate",
            Event::MoveLimit(_) => "fifty moves",
            Event::Repetition(..=3) => "threefold",
            Event::Repetition(_) => "fourfold",
        }
    }

    /// Its name in outcomes.
    pub fn name(self) -> &'static str {
        match self {
            Event::Checkmate | Event::Stalemate | Event::MoveLimit(_) => self.key(),
            Event::Repetition(_) => "repetition",
        }
    }

    /// Whether it ends the game for want of a legal move.
    pub fn ends_moves(self) -> bool {
        match self {
            Event::Checkmate | Event::Stalemate => true,
            Event::MoveLimit(_) | Event::Repetition(_) => false,
        }
    }

    /// Whether a position shows it by itself, without the moves before.
    pub fn is_of_position(self) -> bool {
        match self {
            Event::Checkmate | Event::Stalemate => true,
            Event::MoveLimit(_) | Event::Repetition(_) => false,
        }
    }

    /// What it means if nobody says; `None` is no end at all.
    pub fn unsaid(self) -> Option<Verdict> {
        match self {
            Event::Checkmate => Some(Verdict::Loss),
            Event::Stalemate => Some(Verdict::Draw),
            Event::MoveLimit(_) | Event::Repetition(_) => None,
        }
    }

    /// What a definition may say of it.
    pub fn verdicts(self) -> &'static [Option<Verdict>] {
        const ANY: [Option<Verdict>; 4] =
            [Some(Verdict::Win), Some(Verdict::Loss), Some(Verdict::Draw), None];
        match self {
            Event::Checkmate => &ANY,
            // Who cannot move must be told how the game ended.
            Event::Stalemate => &ANY[..3],
            Event::MoveLimit(_) | Event::Repetition(_) => &ANY[2..],
        }
    }
}

impl Verdict {
    /// Its word in a definition, `none` for no end at all.
    pub fn word(verdict: Option<Verdict>) -> &'static str {
        match verdict {
            Some(Verdict::Win) => "win",
            Some(Verdict::Loss) => "loss",
            Some(Verdict::Draw) => "draw",
            None => "none",
        }
    }
}

impl Goals {
    /// The events of [`Event::ALL`] that have a verdict.
    pub fn new(verdict: impl Fn(Event) -> Option<Verdict>) -> Goals {
        let goal = |event| verdict(event).map(|verdict| Goal { event, verdict });
        Goals(Event::ALL.into_iter().filter_map(goal).collect())
    }

    /// Each in turn.
    pub fn iter(&self) -> impl Iterator<Item = Goal> {
        self.0.iter().copied()
    }

    /// What `event` means, if it ends games.
    pub fn verdict(&self, event: Event) -> Option<Verdict> {
        self.iter().find(|goal| goal.event == event).map(|goal| goal.verdict)
    }

    /// Whether it matters how often a position has stood.
    pub fn count_repetitions(&self) -> bool {
        self.iter().any(|goal| matches!(goal.event, Event::Repetition(_)))
    }

    /// Whether a side must guard its royal pieces in every position: mate is more than a draw.
    pub fn decide_by_mate(&self) -> bool {
        self.verdict(Event::Checkmate) != Some(Verdict::Draw)
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = Verdict::word(Some(self.verdict));
        match self.event {
            Event::Checkmate | Event::Stalemate => write!(f, "{} {verdict}", self.event.key()),
            Event::MoveLimit(n) => write!(f, "{verdict} after {n} halfmoves"),
            Event::Repetition(n) => write!(f, "{verdict} at {n} repetitions"),
        }
    }
}

/// A side without a legal move draws, in check or not.
impl Default for Goals {
    fn default() -> Self {
        Goals::new(|event| event.unsaid().map(|_| Verdict::Draw))
    }
}
