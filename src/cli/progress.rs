//! Shows the progress of a long run on standard error, if that is a terminal and `--quiet` is
//! absent. The display disappears before a command prints anything.

use crate::cli::shell::seen;
use indicatif::{ProgressBar, ProgressStyle};
use std::borrow::Cow;
use std::io::{self, IsTerminal};
use std::time::Duration;

/// The interval between two drawings, if the length of the run is unknown.
const TICK: Duration = Duration::from_millis(100);

/// A progress display. Without a `bar`, all methods do nothing.
#[derive(Default)]
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Shows a run of `total` parts. A single part is not shown.
    pub(crate) fn parts(total: usize, quiet: bool) -> Self {
        if quiet || total < 2 || !io::stderr().is_terminal() {
            return Self::default();
        }
        let bar = ProgressBar::new(total as u64);
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}") {
            bar.set_style(style);
        }
        Self { bar: Some(bar) }
    }

    /// Shows a run of unknown length.
    pub(crate) fn endless(what: &'static str, quiet: bool) -> Self {
        if quiet || !io::stderr().is_terminal() {
            return Self::default();
        }
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
            bar.set_style(style);
        }
        bar.set_message(what);
        bar.enable_steady_tick(TICK);
        Self { bar: Some(bar) }
    }

    /// Returns true if there is a display.
    pub(crate) fn is_drawn(&self) -> bool {
        self.bar.is_some()
    }

    /// Shows that the part `what` begins.
    pub(crate) fn begin(&self, what: impl Into<Cow<'static, str>>) {
        if let Some(bar) = &self.bar {
            bar.set_message(what.into().chars().map(seen).collect::<String>());
        }
    }

    /// Shows that a part is finished.
    pub(crate) fn step(&self) {
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
