//! The computer as a player: searches a position for its best moves.

use crate::play::game::Game;
use crate::play::position::{Move, Position};
use alfil_board::engine::search::{Estimate, Task};
use alfil_rules::ids::KindId;
use alfil_search::search::Found;
use alfil_search::table::Table;

pub use alfil_search::limits::{Limits, Stop};
pub use alfil_search::score::Score;
pub use alfil_search::search::Found as Thought;

/// A computer player of one game. It remembers what it has searched.
#[derive(Debug)]
pub struct Computer {
    estimate: Estimate,
    table: Table,
}

impl Computer {
    /// A player of `game` with `megabytes` for remembered positions. Derives the values of pieces
    /// from the rules, which takes some hundredths of a second, and up to a second for games with
    /// many kinds on large boards. `None` on planes.
    pub fn new(game: &Game, megabytes: usize) -> Option<Computer> {
        match game {
            Game::Board(program) => {
                Some(Computer { estimate: Estimate::derive(program), table: Table::new(megabytes) })
            }
            Game::Plane(_) => None,
        }
    }

    /// The value of a piece of `kind` in hundredths of a pawn, averaged over cells. 0 for royal,
    /// neutral and unowned pieces.
    pub fn value(&self, kind: KindId) -> i32 {
        self.estimate.of_kind(kind)
    }

    /// Forgets what was searched, as for a new game.
    pub fn forget(&self) {
        self.table.clear();
    }

    /// Searches `position`, which must belong to the same game, and calls `on_depth` after each
    /// finished depth: `lines` times, for the best moves in order. The line of the result is empty
    /// if the game is over or if the position belongs to a plane.
    pub fn think(
        &self,
        position: &Position,
        limits: &Limits,
        lines: usize,
        on_depth: &mut dyn FnMut(&Thought<Move>),
    ) -> Option<Thought<Move>> {
        let Position::Board(play) = position else { return None };
        if position.outcome().is_some() {
            return None;
        }
        let task = Task {
            estimate: &self.estimate,
            repetitions: play.repetitions(),
            table: &self.table,
            limits,
            lines,
        };
        let found = play.engine().search(&task, &mut |found| on_depth(&general(found)));
        (!found.line.is_empty()).then(|| general(&found))
    }
}

fn general<M: Clone + Into<Move>>(found: &Found<M>) -> Thought<Move> {
    let Found { depth, score, nodes, time, .. } = *found;
    let line = found.line.iter().cloned().map(Into::into).collect();
    Thought { depth, score, line, nodes, time }
}
