//! How much of what is asked for the machine gives.
//!
//! Owns: [`available`]. Takes the effort that a caller wants; gives what can be had now, found out by
//! asking the system for it and giving it back. Invariant: what is given is at least one thread, without
//! known counts if there is no room for any.

use crate::play::arena::Effort;
use std::hint::black_box;
use std::sync::{Mutex, mpsc};
use std::thread;

/// As much of `asked` as there is: threads as many as start, memory halved until there is as much.
pub fn available(asked: Effort) -> Effort {
    let mut cache = asked.cache;
    let mut room: Vec<u8> = Vec::new();
    while cache > 0 && room.try_reserve_exact(cache).is_err() {
        cache /= 2;
    }
    // Threads that are there at once: none ends before all have been started, beside that memory. Each is waited for:
    // what it allocates as it begins comes after its start, and there is no way to be told that it failed.
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

/// Room that is left free beside the threads: for the stack of one more, for the heap of its own that the C library may
/// give it (glibc asks for 128 MB of addresses to keep 64), and for all that is allocated afterwards.
const SPARE: usize = 160 << 20;

/// Whether so much memory can be had.
fn has_spare() -> bool {
    let mut room: Vec<u8> = Vec::new();
    let is_there = room.try_reserve_exact(SPARE).is_ok();
    // Memory that nobody looks at need not be asked for.
    black_box(&room);
    is_there
}
