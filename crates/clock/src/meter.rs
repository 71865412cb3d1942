//! Measures work in a unit that is the same on every machine.
//!
//! The moves of some positions are cheap to list, because the generator runs once. Others are
//! expensive, because whole turns are tried after each move. A search stops after a bounded amount of
//! work and gives the same result on every machine if it limits these units, and not time.

use std::cell::Cell;

/// The units of a small test, such as a condition on two cells. One unit takes some 50 nanoseconds.
pub const TEST: u64 = 1;
/// The units of a move in a list.
pub const LISTED: u64 = 6;
/// The units of a move that is made and taken back.
pub const MOVE: u64 = 8;
/// The units of listing the moves of a board once.
pub const LISTING: u64 = 32;
/// The cost, in units, of counting the moves of a position without listing them.
pub const COUNTING: u64 = 4;
/// The units of one place on a plane where a question about all bodies is answered.
pub const POINT: u64 = 40;

thread_local! {
    static SPENT: Cell<u64> = const { Cell::new(0) };
}

/// Counts `units` for this thread.
#[inline]
pub fn spend(units: u64) {
    SPENT.with(|spent| spent.set(spent.get().wrapping_add(units)));
}

/// The units that this thread has used so far. Only differences between two calls mean anything.
pub fn spent() -> u64 {
    SPENT.get()
}

/// A limit on the work of one task, which this thread does from the creation of the limit on.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    begin: u64,
    most: u64,
}

impl Limit {
    /// A limit of `most` units; `u64::MAX` is no limit.
    pub fn of(most: u64) -> Limit {
        Limit { begin: spent(), most }
    }

    /// No limit.
    pub fn none() -> Limit {
        Limit { begin: 0, most: u64::MAX }
    }

    /// True if more units than these were used.
    #[inline]
    pub fn is_over(self) -> bool {
        self.most != u64::MAX && self.used() > self.most
    }

    /// The units that were used since the limit was made.
    pub fn used(self) -> u64 {
        spent().wrapping_sub(self.begin)
    }

    /// The units that may still be used.
    pub fn left(self) -> u64 {
        match self.most {
            u64::MAX => u64::MAX,
            most => most.saturating_sub(self.used()),
        }
    }
}

impl Default for Limit {
    fn default() -> Self {
        Self::none()
    }
}
