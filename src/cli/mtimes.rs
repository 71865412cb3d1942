//! Modification times of files.
//!
//! Editors write in several steps, so a change counts once nothing changes any more. This file uses nothing of the
//! command, so that tests can include it by itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

/// Interval between two looks at the files.
const LOOK: Duration = Duration::from_millis(200);
/// How long files must stay unchanged before a change is read.
const SETTLE: Duration = Duration::from_millis(50);

/// Modification time and length of files; `None` for a missing file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stamps {
    pub(crate) files: BTreeMap<PathBuf, Option<(SystemTime, u64)>>,
}

impl Stamps {
    /// The present stamps of these files.
    pub(crate) fn of(paths: impl Iterator<Item = PathBuf>) -> Self {
        let stamped = |path: PathBuf| {
            let there = fs::metadata(&path).and_then(|there| Ok((there.modified()?, there.len())));
            (path, there.ok())
        };
        Self { files: paths.map(stamped).collect() }
    }

    /// These stamps, and those of `later` for files that only it has.
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

/// Waits until the stamps from `take` differ from `seen` and stay the same. Returns the files that changed.
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
