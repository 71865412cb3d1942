//! Reduces a requested effort to the threads and memory that the machine can provide now. To find
//! out, it allocates them and releases them again.
//!
//! The result has at least one thread. Its cache may be empty.

pub use alfil_board::engine::play::Effort;

use std::hint::black_box;
use std::sync::{Mutex, mpsc};
use std::thread;

/// The result of counting move sequences with a limit on the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// The number of sequences; `u128::MAX` if there are at least 2^64.
    Sequences(u128),
    /// A piece has infinitely many moves.
    Endless,
    /// The limit was reached first.
    TooMuch,
}

/// The part of `asked` that is available. Memory is halved until an allocation succeeds. Threads
/// are started until one fails.
pub fn available(asked: Effort) -> Effort {
    let mut cache = asked.cache;
    let mut room: Vec<u8> = Vec::new();
    while cache > 0 && room.try_reserve_exact(cache).is_err() {
        cache /= 2;
    }
    // All threads must exist at the same time, in addition to the memory, so none ends before the
    // last one has started. Each start is awaited, because a thread allocates memory as it begins,
    // and a failure there cannot be detected.
    let gate = Mutex::new(());
    let threads = thread::scope(|scope| {
        let _closed = gate.lock();
        let (begun, heard) = mpsc::channel();
        let start = || {
            let (begun, gate) = (begun.clone(), &gate);
            let waits = move || {
                let _ = begun.send(());
                drop(gate.lock());
            };
            has_spare() && thread::Builder::new().spawn_scoped(scope, waits).is_ok()
        };
        (0..asked.threads).take_while(|_| start() && heard.recv().is_ok()).count()
    });
    drop(room);
    Effort { threads: threads.max(1), cache }
}

/// Memory that must stay free besides the threads: for the stack of one more thread, for its heap
/// in the C library (glibc reserves 128 MB of addresses to keep 64), and for later allocations.
const SPARE: usize = 160 << 20;

/// Returns true if `SPARE` bytes can be allocated.
fn has_spare() -> bool {
    let mut room: Vec<u8> = Vec::new();
    let is_there = room.try_reserve_exact(SPARE).is_ok();
    // Without `black_box`, the compiler may remove the unused allocation.
    black_box(&room);
    is_there
}

#[cfg(test)]
mod tests {
    use crate::resources::Effort;
    use crate::resources::available;

    #[test]
    fn unavailable_resources_are_not_granted() {
        let small = available(Effort { threads: 2, cache: 1 << 20 });
        assert_eq!((small.threads, small.cache), (2, 1 << 20));
        let vast = available(Effort { threads: 1, cache: usize::MAX / 2 });
        assert!(vast.threads == 1 && vast.cache < usize::MAX / 2);
    }
}
