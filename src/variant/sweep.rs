//! Checks many definitions at once.
//!
//! Texts are read and resolved one after another, because they may name each other. They are
//! compiled on as many threads as there are processors. The findings are those of
//! [`Workspace::examine`] for each request.

use crate::play::resources::Effort;
use crate::play::resources::available;
use crate::variant::analysis::Resolution;
use crate::variant::workspace::Workspace;
use alfil_diagnostics::diagnostic::Diagnostic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Number of resolved requests that are kept at once. It is large enough that threads seldom wait
/// for the slowest request.
const HELD: usize = 128;

/// The progress of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// The request is about to be compiled.
    Begins,
    /// The request has been compiled.
    Ends,
}

impl Workspace {
    /// Returns all findings about `requests`, in the order of the requests. `watch` receives the
    /// progress, from any thread.
    #[doc(hidden)]
    pub fn sweep(
        &mut self,
        requests: &[String],
        watch: &(dyn Fn(&str, Moment) + Sync),
    ) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for held in requests.chunks(HELD) {
            let resolution: Vec<Resolution> =
                held.iter().map(|request| self.resolve(request)).collect();
            let (next, compiled) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
            let work = || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some((request, resolution)) = held.get(at).zip(resolution.get(at)) else {
                        break;
                    };
                    watch(request, Moment::Begins);
                    let own = self.compile(resolution).found;
                    compiled.lock().unwrap_or_else(PoisonError::into_inner).push((at, own));
                    watch(request, Moment::Ends);
                }
            };
            thread::scope(|scope| {
                for _ in 1..threads(held.len()) {
                    // If this thread cannot be started, the others do its work.
                    let _ = thread::Builder::new().spawn_scoped(scope, work);
                }
                work();
            });
            let mut own = compiled.into_inner().unwrap_or_else(PoisonError::into_inner);
            own.sort_by_key(|(at, _)| *at);
            found.extend(own.into_iter().flat_map(|(_, found)| found));
        }
        found
    }
}

/// The number of threads to use for `tasks`.
fn threads(tasks: usize) -> usize {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    match processors.min(tasks) {
        0 | 1 => 1,
        threads => available(Effort { threads, cache: 0 }).threads,
    }
}
