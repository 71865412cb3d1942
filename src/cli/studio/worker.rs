//! A process that answers questions about definitions.
//!
//! It reads questions as JSON from standard input, one on each line, and writes one line with the
//! answer to each. It writes nothing else.

use alfil::editor::Address;
use alfil::studio::Studio;
use alfil::variant::Workspace;
use std::io::{self, BufRead, Write};

/// Answers until standard input ends.
pub(crate) fn answer_all(base: &Workspace, address: Address) {
    let mut studio = Studio::new(base.clone(), address);
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let answer = studio.answer(&line);
        if writeln!(output, "{answer}").and_then(|()| output.flush()).is_err() {
            return;
        }
    }
}
