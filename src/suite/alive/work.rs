//! The work of a search, measured in a unit that is the same on every machine.

use alfil_clock::meter;

/// A step stops after about this much work, if it can be divided.
pub(super) const STEP: u64 = 50_000;

/// Units of the meter that make one unit of [`Effort::work`](super::Effort::work).
const UNITS: u64 = 6;

/// A reading of the meter.
#[derive(Clone, Copy)]
pub(super) struct Spent(u64);

impl Spent {
    pub(super) fn now() -> Spent {
        Spent(meter::spent())
    }

    /// The work of this thread since then, in units of [`Effort::work`](super::Effort::work).
    pub(super) fn since(self) -> u64 {
        meter::spent().wrapping_sub(self.0) / UNITS
    }
}
