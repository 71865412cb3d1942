//! The cost of tracing paths, and a counter that stops tracing when it becomes too high.

use alfil_rules::ruleset::Ruleset;
use std::ops::AddAssign;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The most steps of all ways of terms with several legs together: a second or two of compiling.
pub(super) const MAX_WAYS: usize = 600_000;

/// The most steps of all ways of a program: measured, one takes up to 184 bytes while it is compiled, so that
/// these fill half a gigabyte.
pub(super) const MAX_STEPS: usize = 2_700_000;

/// What it took to trace ways.
#[derive(Clone, Copy, Default, Debug)]
pub struct Spent {
    /// Steps, and one for each way that was found.
    pub steps: usize,
    /// Those of terms with several legs, which may have very many.
    pub of_legs: usize,
    /// How many tracings did not find all ways, or found one that captures or passes more than a move may.
    pub failed: usize,
}

impl AddAssign for Spent {
    fn add_assign(&mut self, more: Spent) {
        self.steps += more.steps;
        self.of_legs += more.of_legs;
        self.failed += more.failed;
    }
}

/// Counts what it takes to trace ways, until that is too much or may be: then all is left as it is, and
/// [`traceable`] tells what is wrong, if anything.
#[derive(Debug)]
pub struct Meter {
    /// The most steps.
    most: usize,
    steps: AtomicUsize,
    /// Those of terms with several legs.
    of_legs: AtomicUsize,
    is_over: AtomicBool,
}

impl Meter {
    /// Of the ways of `rules`.
    pub fn new(rules: &Ruleset) -> Meter {
        Meter {
            most: MAX_STEPS / arrangements(rules),
            steps: AtomicUsize::new(0),
            of_legs: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
        }
    }

    /// Counts what was spent on the ways from one cell for one side, `times` over.
    pub fn count(&self, spent: Spent, times: usize) {
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

    /// Whether nothing more is to be traced.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}

/// How often all is compiled: with sections elsewhere anew, when it is needed, and kept.
pub(super) fn arrangements(rules: &Ruleset) -> usize {
    rules.space.sections.iter().map(|section| section.stands.len().max(1)).product()
}
