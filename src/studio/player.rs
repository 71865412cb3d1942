//! The computer player of one text, with what it has found so far.

use crate::play::computer::{Computer, Limits, Thought};
use crate::play::game::Game;
use crate::play::position::{Move, Position};
use crate::play::review::Value;
use std::time::Duration;

/// The memory in which the computer remembers positions.
const MEGABYTES: usize = 16;

/// The limits of a search, as a question gives them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Effort {
    pub(super) time: Duration,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
}

/// A position that was searched.
#[derive(Clone)]
pub(super) struct Searched {
    /// `None` if no depth was finished in time, or if the rules give a finished game no result.
    pub(super) value: Option<Value>,
    /// `None` if the game is over.
    pub(super) thought: Option<Thought<Move>>,
}

/// A computer player that also remembers its last analysis.
pub(super) struct Player {
    pub(super) computer: Computer,
    last: Option<(LineKey, Effort, Searched)>,
}

/// A position by the way to it. Equal texts of positions may differ in repetitions.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct LineKey {
    pub(super) start: Option<String>,
    pub(super) moves: Vec<String>,
}

impl Player {
    /// A player of `game`. It derives the values of pieces from the rules.
    pub(super) fn new(game: &Game) -> Player {
        Player { computer: Computer::new(game, MEGABYTES), last: None }
    }

    /// Searches `position`, which is the one of `key`. The last search is not repeated, so a game
    /// can be analysed from its end with one search for each position.
    pub(super) fn search(&mut self, key: LineKey, position: &Position, effort: Effort) -> Searched {
        if let Some((last, with, searched)) = &self.last
            && *last == key
            && *with == effort
        {
            return searched.clone();
        }
        let searched = self.search_anew(position, effort);
        self.last = Some((key, effort, searched.clone()));
        searched
    }

    fn search_anew(&self, position: &Position, effort: Effort) -> Searched {
        let Effort { time, depth, nodes } = effort;
        let limits = Limits { depth, nodes, ..Limits::of_time(time) };
        match self.computer.think(position, &limits, 1, &mut |_| ()) {
            Some(thought) => {
                let value = Value::of_thought(position, &thought);
                Searched { value, thought: Some(thought) }
            }
            None => Searched { value: Value::of_end(position), thought: None },
        }
    }
}
