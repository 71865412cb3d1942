//! Counts how often a position has occurred in a game.

use crate::engine::play::Play;
use crate::model::memory::History;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::{BySide, MOST_SIDES, Side};

/// The positions of a game, recorded to recognize repetitions.
#[derive(Clone, Default, Debug)]
pub struct Repetitions {
    stood: Vec<Stood>,
}

/// The data of one position for recognizing repetitions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stood {
    /// Hash key; equal positions have equal keys.
    pub(crate) key: u64,
    /// True after an irreversible move. No earlier position can occur again.
    pub(crate) since: bool,
    /// The side that gave check with the last move. Always `None` if the rules do not depend on it.
    pub(crate) checker: Option<Side>,
    /// The side that made the last move.
    pub(crate) mover: Side,
}

impl Repetitions {
    /// Records the present position of `play`. Does nothing if the rules do not count repetitions.
    pub fn remember(&mut self, play: &Play, rules: &Ruleset) {
        if rules.ends.count_repetitions() {
            // With hands, captured pieces can return, so no move is irreversible.
            let since = play.halfmoves() == 0 && rules.hand.is_none();
            let mover = play.last_side();
            let checks = rules.ends.ask_of_repeated_checks() && play.is_threatened(mover.other());
            let checker = checks.then_some(mover);
            self.push(Stood { key: play.key(), since, checker, mover });
        }
    }

    /// Adds a position.
    pub(crate) fn push(&mut self, stood: Stood) {
        self.stood.push(stood);
    }

    /// Removes the last position, if there is one.
    pub fn forget(&mut self) {
        self.stood.pop();
    }

    /// The number of recorded positions.
    pub(crate) fn len(&self) -> usize {
        self.stood.len()
    }

    /// How often the last position has occurred since the last irreversible move.
    pub fn history(&self) -> History {
        let Some(now) = self.stood.last() else { return History::default() };
        let mut history = History::default();
        let mut checking = BySide([true; MOST_SIDES]);
        for pair in self.stood.windows(2).rev() {
            let [before, after] = pair else { break };
            if after.since {
                break;
            }
            checking[after.mover] &= after.checker == Some(after.mover);
            if before.key == now.key {
                history.times += 1;
                for side in Side::ALL {
                    history.by_checks[side] += u32::from(checking[side]);
                }
            }
        }
        history
    }

    /// True if the last position has occurred before, and the earlier occurrence has at least the
    /// number `first`, counted from 0.
    pub(crate) fn recurs_since(&self, first: usize) -> bool {
        let Some((now, earlier)) = self.stood.split_last() else { return false };
        let mut after = now;
        for before in earlier.iter().skip(first).rev() {
            if after.since {
                return false;
            }
            if before.key == now.key {
                return true;
            }
            after = before;
        }
        false
    }
}
