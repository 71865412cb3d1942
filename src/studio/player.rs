//! The computer player of one text, and its last search.

use crate::play::computer::{Computer, Limits};
use crate::play::game::Game;
use crate::play::position::Position;
use crate::play::review::Searched;
use crate::variant::values::{self, Source};
use std::path::Path;
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

impl Effort {
    fn limits(self) -> Limits {
        let Effort { time, depth, nodes } = self;
        Limits { depth, nodes, ..Limits::of_time(time) }
    }
}

/// A position by the way to it. Equal texts of positions may differ in repetitions.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct LineKey {
    pub(super) start: Option<String>,
    pub(super) moves: Vec<String>,
}

/// Where the computer finds learned values.
#[derive(Clone, Copy)]
pub(super) enum Learned<'a> {
    /// In this text of a file.
    Text(&'a str),
    /// In the file next to this definition, if it is there.
    Beside(&'a Path),
    /// In the file that is shipped with the definition of this name, if there is one.
    Shipped(&'a str),
    /// Nowhere: the values come from the rules.
    Nowhere,
}

impl Learned<'_> {
    /// A computer player of `game` with these values.
    ///
    /// # Errors
    /// The reason why the values cannot be used, in one line.
    pub(super) fn computer(self, game: &Game) -> Result<Computer, String> {
        let (request, source) = match self {
            Learned::Text(text) => ("", Source::Text(text.to_owned())),
            Learned::Beside(path) => match path.to_str() {
                Some(request) => (request, Source::Usual),
                None => ("", Source::Rules),
            },
            Learned::Shipped(name) => (name, Source::Usual),
            Learned::Nowhere => ("", Source::Rules),
        };
        values::computer(game, request, &source, MEGABYTES)
    }
}

/// A computer player.
pub(super) struct Player {
    pub(super) computer: Computer,
    last: Option<Last>,
}

/// The last search for a review.
struct Last {
    key: LineKey,
    effort: Effort,
    searched: Searched,
}

impl Player {
    /// A player of `game` with learned values. If they do not fit the rules, the values come from
    /// the rules.
    pub(super) fn new(game: &Game, learned: Learned<'_>) -> Player {
        // While the definition is edited, its kinds may differ from those of the values.
        let computer = learned.computer(game).ok();
        Player { computer: computer.unwrap_or_else(|| Computer::new(game, MEGABYTES)), last: None }
    }

    /// Searches `position`.
    pub(super) fn search(&self, position: &Position, effort: Effort) -> Searched {
        Searched::new(&self.computer, position, &effort.limits())
    }

    /// Searches `position`, which is the one of `key`, without knowledge of other positions. So the
    /// values of one game can be compared. The last search is not repeated: a review from the end
    /// of a game needs one search for each position.
    pub(super) fn review(&mut self, key: LineKey, position: &Position, effort: Effort) -> Searched {
        let known = self.last.take().filter(|last| last.key == key && last.effort == effort);
        let last = known.unwrap_or_else(|| {
            self.computer.forget();
            Last { key, effort, searched: self.search(position, effort) }
        });
        self.last.insert(last).searched.clone()
    }
}
