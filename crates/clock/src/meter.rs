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
