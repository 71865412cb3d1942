//! A search for rules that never fire, which later requests continue.

use alfil::suite::alive::Hunt;

/// Work in a slice, in units of the search: about half a second.
const SLICE: u64 = 60_000;

/// A search that continues from question to question.
pub(crate) struct Watched {
    pub(super) hunt: Hunt,
    pub(super) slices: u64,
}

impl Watched {
    /// Runs slices until `wanted` are done, or all.
    pub(super) fn follow(&mut self, wanted: u64) {
        while self.slices < wanted && !self.hunt.is_done() {
            let end = self.hunt.effort().work + SLICE;
            let mut steps = 0;
            // A step without work, such as compiling, counts as part of a slice as well.
            while !self.hunt.is_done() && self.hunt.effort().work < end && steps < 100 {
                self.hunt.step();
                steps += 1;
            }
            self.slices += 1;
        }
    }
}
