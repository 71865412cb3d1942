//! The facts about earlier moves that rules depend on.

use alfil_diagnostics::index::Id;
use alfil_rules::interpret;
use alfil_rules::question::{CLOCKS, ClockId};
use alfil_topology::site_set::{AnySet, Site};

pub use alfil_rules::interpret::{Captured, History};

/// The facts of a move on a board that later rules may need.
pub type Facts = interpret::Facts<Site>;

/// Everything about earlier moves that rules depend on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Memory {
    /// The last move, if a rule depends on it.
    pub last: Option<Facts>,
    /// For each clock, the number of turns of all sides since a move that resets it. The current
    /// turn counts from its second step on.
    pub(crate) clocks: [u16; CLOCKS],
    /// Cells whose pieces have not moved since the start, if a rule depends on them.
    pub never_moved: AnySet,
}

impl Memory {
    /// Updates the clock with index `clock` after a move in step `step` of a turn. `was_such` is
    /// true if the move resets the clock.
    pub fn tick(&mut self, clock: usize, step: u32, was_such: bool) {
        let time = &mut self.clocks[clock];
        *time = if was_such { 0 } else { time.saturating_add(u16::from(step == 1)) };
    }

    /// Updates the clocks when the first step of a turn is skipped because it has no move.
    pub fn skip(&mut self, clocks: usize) {
        (0..clocks).for_each(|clock| self.tick(clock, 1, false));
    }

    /// Returns the number of turns of all sides together since the clock was reset or the game
    /// began.
    pub fn turns_on(&self, clock: ClockId) -> u32 {
        self.clocks.get(clock.index()).map_or(0, |&time| u32::from(time))
    }

    /// Returns whether the clock has not been reset for `turns` turns of each of `playing` sides.
    pub fn lasts(&self, turns: u32, clock: ClockId, playing: usize) -> bool {
        self.turns_on(clock) >= turns.saturating_mul(playing as u32)
    }
}
