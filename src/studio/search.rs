//! A search for rules that never fire, in slices. A later question can continue it.

use crate::suite::alive::Hunt;

/// The work of one slice, in units of the search. It takes about half a second.
const SLICE: u64 = 60_000;

/// A search, and the number of slices that it has run.
pub(super) struct Search {
    pub(super) hunt: Hunt,
    pub(super) slices: u64,
}

impl Search {
    /// Runs slices until `wanted` are done or the search ends.
    pub(super) fn follow(&mut self, wanted: u64) {
        while self.slices < wanted && !self.hunt.is_done() {
            let end = self.hunt.effort().work + SLICE;
            let mut steps = 0;
            // Compilation is a step without work, so the number of steps is limited as well.
            while !self.hunt.is_done() && self.hunt.effort().work < end && steps < 100 {
                self.hunt.step();
                steps += 1;
            }
            self.slices += 1;
        }
    }
}
