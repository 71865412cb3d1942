//! Runs numbered items on several threads, and passes the results to one callback.

use crate::cli::stop::Stop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};

/// The number of processors, at most 64.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, |count| count.get().min(64))
}

/// Runs `work` for each of `items`, on one thread for each worker. `on_result` receives the results
/// in the order in which they finish. Items are begun in their order. An item without a result ends
/// the run, as at a time limit.
///
/// # Errors
/// The first error of `on_result`, which also ends the run.
pub(crate) fn run<W: Sync, R: Send>(
    workers: &[W],
    items: impl IntoIterator<Item = u64, IntoIter: Send>,
    work: impl Fn(&W, u64) -> Option<R> + Sync,
    on_result: &mut dyn FnMut(u64, R) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let items = Mutex::new(items.into_iter());
    // The lock is poisoned only if another thread panicked.
    let next = || items.lock().ok()?.next();
    let is_over = AtomicBool::new(false);
    // Workers wait if the results are not taken as fast as they come.
    let (sender, receiver) = mpsc::sync_channel(2 * workers.len());
    std::thread::scope(|scope| {
        for worker in workers {
            let sender = sender.clone();
            let (next, is_over, work) = (&next, &is_over, &work);
            scope.spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    let Some(item) = next() else { break };
                    let Some(result) = work(worker, item) else {
                        is_over.store(true, Ordering::Relaxed);
                        break;
                    };
                    if sender.send((item, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (item, result) in receiver {
            if let Err(stop) = on_result(item, result) {
                is_over.store(true, Ordering::Relaxed);
                return Err(stop);
            }
        }
        Ok(())
    })
}
