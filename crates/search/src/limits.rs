//! Limits of a search: depth, nodes, time, and a signal from outside.

use alfil_clock::Instant;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The number of nodes between two tests of the clock and of the stop signal.
const NODES_BETWEEN_LOOKS: u64 = 128;

/// Ends a search from another thread.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends all searches that use this signal.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True after [`Stop::stop`].
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits that end a search. Without any limit it continues until it is stopped or the game is
/// solved.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// The greatest depth in plies.
    pub depth: Option<u32>,
    /// The greatest number of nodes.
    pub nodes: Option<u64>,
    /// The time after which the search begins no new depth.
    pub soft: Option<Duration>,
    /// The time after which the search ends, even within a depth.
    pub hard: Option<Duration>,
    /// Ends the search from outside.
    pub stop: Stop,
}

impl Limits {
    /// Limits for a move that may take `time`.
    pub fn of_time(time: Duration) -> Limits {
        Limits { soft: Some(time.mul_f64(0.9)), hard: Some(time), ..Limits::default() }
    }

    /// Limits for a move in a game with a clock. `left` is the time on the clock. `increment` is
    /// added to it after each move. `moves` is the number of moves until the clock gets new time.
    pub fn of_clock(left: Duration, increment: Duration, moves: Option<u32>) -> Limits {
        let moves = f64::from(moves.unwrap_or(30).clamp(1, 50)) + 1.0;
        let left = left.saturating_sub(Duration::from_millis(20));
        let share = left.div_f64(moves) + increment.mul_f64(0.7);
        let hard = (share * 4).min(left.mul_f64(0.6)).max(Duration::from_millis(1));
        Limits { soft: Some(share.mul_f64(0.7).min(hard)), hard: Some(hard), ..Limits::default() }
    }
}

/// Compares a running search with its limits.
#[derive(Debug)]
pub struct Watch<'l> {
    limits: &'l Limits,
    start: Instant,
    next_look: u64,
    is_over: bool,
}

impl<'l> Watch<'l> {
    /// A search that begins now.
    pub fn new(limits: &'l Limits) -> Watch<'l> {
        Watch { limits, start: Instant::now(), next_look: 0, is_over: false }
    }

    /// True if the search has a limit of time.
    pub fn has_clock(&self) -> bool {
        self.limits.soft.is_some()
    }

    /// The time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// True if the search must end now. `nodes` are the nodes so far.
    pub fn is_over(&mut self, nodes: u64) -> bool {
        if nodes >= self.next_look && !self.is_over {
            self.next_look = nodes + NODES_BETWEEN_LOOKS;
            let Limits { hard, stop, .. } = self.limits;
            self.is_over = stop.is_stopped() || hard.is_some_and(|hard| self.elapsed() >= hard);
        }
        self.is_over |= self.limits.nodes.is_some_and(|most| nodes >= most);
        self.is_over
    }

    /// True if a search to `depth` may begin.
    pub fn may_begin(&self, depth: u32) -> bool {
        let Limits { depth: most, soft, .. } = self.limits;
        !self.is_over
            && most.is_none_or(|most| depth <= most)
            && soft.is_none_or(|soft| self.elapsed() < soft)
    }
}
