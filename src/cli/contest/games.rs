//! The finished games of a match.

use crate::cli::file::{self, Before};
use crate::cli::load::{Session, Stop};
use std::collections::BTreeMap;
use std::path::Path;

/// The finished games, for the report.
#[derive(Default)]
pub(super) struct Games {
    pub(super) ends: BTreeMap<String, u32>,
    pub(super) plies: usize,
    pgn: String,
}

impl Games {
    pub(super) fn add(&mut self, end: &str, plies: usize, pgn: Option<&str>) {
        self.plies += plies;
        *self.ends.entry(end.to_owned()).or_default() += 1;
        if let Some(pgn) = pgn {
            self.pgn += pgn;
            self.pgn.push('\n');
        }
    }

    pub(super) fn write(&self, path: Option<&Path>, session: &mut Session) -> Result<(), Stop> {
        match path {
            Some(path) => {
                file::write(path, self.pgn.as_bytes(), Before::Any, &mut session.shell).map(|_| ())
            }
            None => Ok(()),
        }
    }
}
