//! The texts that the grammar of movements and sentences reads, for tests.

use alfil_diagnostics::source::Span;
use std::cell::RefCell;

/// A run of the grammar: the place of the text, and the text.
pub type Run = (Span, String);

thread_local! {
    static RUNS: RefCell<Option<Vec<Run>>> = const { RefCell::new(None) };
}

/// Runs `body`, and returns its value with all runs of the grammar on this thread.
pub fn record<T>(body: impl FnOnce() -> T) -> (T, Vec<Run>) {
    RUNS.set(Some(Vec::new()));
    let value = body();
    (value, RUNS.take().unwrap_or_default())
}

/// Adds a run of the grammar.
pub(crate) fn note(span: Span, text: &str) {
    RUNS.with_borrow_mut(|runs| {
        if let Some(runs) = runs {
            runs.push((span, text.to_owned()));
        }
    });
}
