//! Measures work in a unit that is the same on every machine.
//!
//! To list the moves of a position costs very different amounts: in some games the generator runs
//! once, in others whole turns are tried after each move. A search that must stop after a bounded
//! amount of work, and must give the same result on every machine, asks here what it has used.

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
