//! A search for rules that never fire, in slices. A later question can continue it.

use crate::suite::alive::Hunt;

/// The work of one slice, in units of [`Effort::work`](crate::suite::alive::Effort::work). It takes
/// between some hundredths of a second and a second.
const SLICE: u64 = 400_000;

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
            while !self.hunt.is_done() && self.hunt.effort().work < end {
                self.hunt.step();
            }
            self.slices += 1;
        }
    }
}
