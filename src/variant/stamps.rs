//! Detects changes of files by their modification times and lengths.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

/// Modification time and length of files; `None` for a missing file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stamps {
    pub files: BTreeMap<PathBuf, Option<(SystemTime, u64)>>,
}

impl Stamps {
    /// Examines the files now.
    pub fn of(paths: impl Iterator<Item = PathBuf>) -> Self {
        let stamped = |path: PathBuf| {
            let there = fs::metadata(&path).and_then(|there| Ok((there.modified()?, there.len())));
            (path, there.ok())
        };
        Self { files: paths.map(stamped).collect() }
    }

    /// Adds the files that only `later` contains. Files in both keep the stamps of `self`.
    pub fn with(self, mut later: Self) -> Self {
        later.files.extend(self.files);
        later
    }

    /// The files whose stamps differ, or that only one of the two collections has.
    pub fn unlike(&self, other: &Self) -> Vec<PathBuf> {
        let paths: BTreeSet<&PathBuf> = self.files.keys().chain(other.files.keys()).collect();
        let differs = |path: &&&PathBuf| self.files.get(**path) != other.files.get(**path);
        paths.iter().filter(differs).map(|path| (*path).clone()).collect()
    }
}
