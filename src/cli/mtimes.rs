//! Detects changes of files by their modification times.
//!
//! Editors write in several steps, so a change is reported once the files are stable. This file
//! does not use other modules of the program, so that tests can include it.

use alfil::variant::Stamps;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

/// How often the files are examined.
const LOOK: Duration = Duration::from_millis(200);
/// How long the files must stay unchanged before a change is reported.
const SETTLE: Duration = Duration::from_millis(50);

/// Waits until the stamps that `take` returns differ from `seen` and are stable. Returns the files
/// that changed.
pub(crate) fn wait(seen: &Stamps, mut take: impl FnMut() -> Stamps) -> Vec<PathBuf> {
    loop {
        sleep(LOOK);
        let mut now = take();
        while now != *seen {
            sleep(SETTLE);
            let next = take();
            if next == now {
                return now.unlike(seen);
            }
            now = next;
        }
    }
}
