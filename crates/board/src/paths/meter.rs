//! The cost of tracing paths, and a counter that stops tracing when the cost becomes too high.

use alfil_rules::ruleset::Ruleset;
use std::ops::AddAssign;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The limit for the steps of all terms with several legs. Compiling this many takes a second or
/// two.
pub(super) const MAX_WAYS: usize = 600_000;

/// The limit for the steps of all terms. A step takes up to 184 bytes during compilation, so these
/// steps need half a gigabyte.
pub(super) const MAX_STEPS: usize = 2_700_000;

/// The cost of traces.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Spent {
    /// Steps, plus one for each path that was found.
    pub(crate) steps: usize,
    /// The part of `steps` that belongs to terms with several legs, which may have very many paths.
    pub(crate) of_legs: usize,
    /// The number of traces that did not find all paths, or found a path that captures or passes
    /// more cells than a move may.
    pub(crate) failed: usize,
}

impl AddAssign for Spent {
    fn add_assign(&mut self, more: Spent) {
        self.steps += more.steps;
        self.of_legs += more.of_legs;
        self.failed += more.failed;
    }
}

/// Adds up the cost of tracing until it exceeds a limit or a trace fails. Compilation then stops,
/// and [`traceable`](crate::paths::budget::traceable) finds the cause.
#[derive(Debug)]
pub(crate) struct Meter {
    /// The limit of `steps`.
    most: usize,
    steps: AtomicUsize,
    /// Steps of terms with several legs.
    of_legs: AtomicUsize,
    is_over: AtomicBool,
}

impl Meter {
    /// Returns a meter for the paths of `rules`.
    pub(crate) fn new(rules: &Ruleset) -> Meter {
        Meter {
            most: MAX_STEPS / arrangements(rules),
            steps: AtomicUsize::new(0),
            of_legs: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
        }
    }

    /// Adds the cost of tracing from one cell for one side, multiplied by `times`.
    pub(crate) fn count(&self, spent: Spent, times: usize) {
        let add = |all: &AtomicUsize, more: usize| {
            let more = more.saturating_mul(times).min(usize::MAX / 4);
            all.fetch_add(more, Ordering::Relaxed).saturating_add(more)
        };
        let fits = spent.failed == 0
            && add(&self.steps, spent.steps) <= self.most
            && add(&self.of_legs, spent.of_legs) <= MAX_WAYS;
        if !fits {
            self.is_over.store(true, Ordering::Relaxed);
        }
    }

    /// Returns whether tracing must stop.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}

/// Returns the number of arrangements of sections. Each arrangement has its own tables, which are
/// compiled when needed and kept.
pub(super) fn arrangements(rules: &Ruleset) -> usize {
    rules.space.sections.iter().map(|section| section.stands.len().max(1)).product()
}
