//! Times from the program that runs the WebAssembly module. It has the methods of
//! `std::time::Instant` that Alfil uses.

use std::ops::Add;
use std::time::Duration;

// Every function of another program is declared as `unsafe`. This one takes and returns numbers.
#[allow(unsafe_code)]
#[link(wasm_import_module = "alfil")]
unsafe extern "C" {
    /// Milliseconds since a fixed time, as JavaScript's `performance.now()` returns them.
    safe fn now() -> f64;
}

/// A time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Instant(Duration);

impl Instant {
    /// The present time.
    pub fn now() -> Instant {
        Instant(Duration::try_from_secs_f64(now() / 1e3).unwrap_or_default())
    }

    /// The time since then; zero if the clock went back.
    pub fn elapsed(&self) -> Duration {
        Instant::now().saturating_duration_since(*self)
    }

    /// The time from `earlier` to this time; zero if `earlier` is later.
    pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, time: Duration) -> Instant {
        Instant(self.0 + time)
    }
}
