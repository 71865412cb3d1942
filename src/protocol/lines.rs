//! The lines that an engine writes, on their way from its output to the one who waits for an answer.
//!
//! An engine may write without end, and nobody reads between two moves. So only the latest lines are
//! kept then. While an answer is awaited, no line is lost: the engine waits when there are too many.

use std::collections::VecDeque;
use std::io::{BufRead, Read};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The longest accepted line in bytes. Longer lines are left out, because no answer is so long.
const MAX_LINE: u64 = 1 << 16;

/// The greatest size of all kept lines, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// What is counted for each line besides its bytes.
const PER_LINE: usize = 64;

/// Why there is no next line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missing {
    /// None came in time.
    Late,
    /// The engine has closed its output.
    Ended,
}

/// The lines that were written and not yet read.
#[derive(Default, Debug)]
pub struct Lines {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default, Debug)]
struct State {
    lines: VecDeque<String>,
    /// The size of the lines.
    bytes: usize,
    /// True while an answer is awaited.
    awaited: bool,
    /// True after the last line.
    ended: bool,
    /// True if nobody will read any more.
    closed: bool,
}

impl State {
    fn take(&mut self) -> Option<String> {
        let line = self.lines.pop_front()?;
        self.bytes -= line.len() + PER_LINE;
        Some(line)
    }
}

impl Lines {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the lines of `output` until its end.
    pub fn read(&self, mut output: impl BufRead) {
        let mut bytes = Vec::new();
        while matches!(output.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes), Ok(1..)) {
            let is_whole = bytes.last() == Some(&b'\n') || (bytes.len() as u64) < MAX_LINE;
            let kept = if is_whole {
                self.put(String::from_utf8_lossy(&bytes).trim().to_owned())
            } else {
                output.skip_until(b'\n').is_ok()
            };
            if !kept {
                break;
            }
            bytes.clear();
        }
        self.lock().ended = true;
        self.changed.notify_all();
    }

    /// Adds a line. False if nobody will read it.
    fn put(&self, line: String) -> bool {
        let size = line.len() + PER_LINE;
        let mut state = self.lock();
        while !state.closed && state.bytes + size > MAX_BYTES {
            if state.awaited {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            } else {
                drop(state.take())
            }
        }
        state.bytes += size;
        state.lines.push_back(line);
        self.changed.notify_all();
        !state.closed
    }

    /// The next line.
    pub fn next(&self, deadline: Instant) -> Result<String, Missing> {
        let mut state = self.lock();
        let found = loop {
            if let Some(line) = state.take() {
                break Ok(line);
            }
            if state.ended {
                break Err(Missing::Ended);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break Err(Missing::Late);
            }
            let waited = self.changed.wait_timeout(state, left);
            (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        };
        // An engine that writes without end must not keep its reader busy beyond the deadline.
        let found = if Instant::now() > deadline { found.and(Err(Missing::Late)) } else { found };
        drop(state);
        self.changed.notify_all();
        found
    }

    /// Drops all lines that nobody has read. From now on, none is lost.
    pub fn listen(&self) {
        let mut state = self.lock();
        (state.bytes, state.awaited) = (0, true);
        state.lines.clear();
        drop(state);
        self.changed.notify_all();
    }

    /// No answer is awaited any more, so lines may be lost.
    pub fn rest(&self) {
        self.lock().awaited = false;
        self.changed.notify_all();
    }

    /// The size of all kept lines, in bytes.
    pub fn bytes(&self) -> usize {
        self.lock().bytes
    }

    /// Ends the reading of further lines.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }
}
