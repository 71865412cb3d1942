//! How much memory there is for a search. A program that takes more than there is would be aborted.

use std::hint::black_box;

/// The memory that stays free for everything besides a table, in bytes.
pub(crate) const LEFT: usize = 64 << 20;

/// The memory of one more thread, in bytes: its stack, what it allocates, and the room that the
/// allocator keeps for each thread.
const PER_THREAD: usize = 96 << 20;

/// True if so many bytes can be allocated now.
pub(crate) fn is_free(bytes: usize) -> bool {
    let mut room: Vec<u8> = Vec::new();
    let is_there = room.try_reserve_exact(bytes).is_ok();
    // Without `black_box`, the compiler may remove the unused allocation.
    black_box(&room);
    is_there
}

/// The number of threads, at most `wanted` and at least 1, for which there is memory now.
pub fn threads(wanted: usize) -> usize {
    // Small pieces are reserved, because systems refuse one that is larger than the whole memory, and
    // grant many small ones.
    let mut taken: Vec<Vec<u8>> = Vec::new();
    let mut is_free = |_: &usize| {
        let mut more = Vec::new();
        let found = more.try_reserve_exact(PER_THREAD).is_ok();
        black_box(&more);
        taken.push(more);
        found
    };
    let more = (1..wanted).take_while(|number| is_free(number)).count();
    // What is left after the last one is for all of them.
    if more + 1 < wanted { (more + 1).saturating_sub(2).max(1) } else { wanted.max(1) }
}
