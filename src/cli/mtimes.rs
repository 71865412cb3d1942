//! Detects changes of files by their modification times.
//!
//! Editors write in several steps, so a change is reported once the files are stable. This file
//! does not use other modules of the program, so that tests can include it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

/// How often the files are examined.
const LOOK: Duration = Duration::from_millis(200);
/// How long the files must stay unchanged before a change is reported.
const SETTLE: Duration = Duration::from_millis(50);

/// Modification time and length of files; `None` for a missing file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stamps {
    pub(crate) files: BTreeMap<PathBuf, Option<(SystemTime, u64)>>,
}

impl Stamps {
    /// Examines the files now.
    pub(crate) fn of(paths: impl Iterator<Item = PathBuf>) -> Self {
        let stamped = |path: PathBuf| {
            let there = fs::metadata(&path).and_then(|there| Ok((there.modified()?, there.len())));
            (path, there.ok())
        };
        Self { files: paths.map(stamped).collect() }
    }

    /// Adds the files that only `later` contains. Files in both keep the stamps of `self`.
    pub(crate) fn with(self, mut later: Self) -> Self {
        later.files.extend(self.files);
        later
    }

    fn unlike(&self, other: &Self) -> Vec<PathBuf> {
        let paths: BTreeSet<&PathBuf> = self.files.keys().chain(other.files.keys()).collect();
        let differs = |path: &&&PathBuf| self.files.get(**path) != other.files.get(**path);
        paths.iter().filter(differs).map(|path| (*path).clone()).collect()
    }
}

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
