//! How much of what is asked for the machine gives.
//!
//! Owns: [`available`]. Takes the effort that a caller wants; gives what can be had now, found out by
//! asking the system for it and giving it back. Invariant: what is given is at least one thread, without
//! known counts if there is no room for any.

use crate::play::arena::Effort;
use std::sync::Mutex;
use std::thread;

/// As much of `asked` as there is: threads as many as start, memory halved until there is as much.
pub fn available(asked: Effort) -> Effort {
    let mut cache = asked.cache;
    let mut room: Vec<u8> = Vec::new();
    while cache > 0 && room.try_reserve_exact(cache).is_err() {
        cache /= 2;
    }
    // Threads that are there at once: none ends before all have been started, beside that memory.
    let gate = Mutex::new(());
    let threads = thread::scope(|scope| {
        let _closed = gate.lock();
        let start = || thread::Builder::new().spawn_scoped(scope, || drop(gate.lock())).is_ok();
        (0..asked.threads).take_while(|_| start()).count()
    });
    drop(room);
    Effort { threads: threads.max(1), cache }
}
