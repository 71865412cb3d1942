//! The finished games of a match.

use crate::cli::file::{self, Draft, Fault, Overwrite};
use crate::cli::load::Session;
use crate::cli::stop::Stop;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The finished games, for the report. Their texts go into a file at once, and are not kept.
#[derive(Default)]
pub(super) struct Games {
    pub(super) ends: BTreeMap<String, u32>,
    pub(super) plies: usize,
    file: Option<GameFile>,
}

/// The file for the games, which appears when all of them are in it.
struct GameFile {
    path: PathBuf,
    draft: Draft,
    overwrite: Overwrite,
}

impl Games {
    /// No games yet, and the file for them.
    ///
    /// # Errors
    /// The file cannot be written, or is there already.
    pub(super) fn begin(path: Option<&Path>, overwrite: Overwrite) -> Result<Games, Stop> {
        let file = path.map(|path| {
            let draft = Draft::begin(path, overwrite.before());
            let draft = draft.map_err(|fault| file::refused(path, fault))?;
            Ok(GameFile { path: path.to_owned(), draft, overwrite })
        });
        Ok(Games { file: file.transpose()?, ..Games::default() })
    }

    /// Adds a game. `pgn` is its text, which matters only if there is a file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn add(&mut self, end: &str, plies: usize, pgn: &str) -> Result<(), Stop> {
        self.plies = self.plies.saturating_add(plies);
        *self.ends.entry(end.to_owned()).or_default() += 1;
        let Some(file) = &mut self.file else { return Ok(()) };
        let added = file.draft.add(pgn.as_bytes()).and_then(|()| file.draft.add(b"\n"));
        added.map_err(|error| file::refused(&file.path, Fault::Failed(error)))
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn finish(&mut self, session: &mut Session) -> Result<(), Stop> {
        let Some(GameFile { path, draft, overwrite }) = self.file.take() else { return Ok(()) };
        let lost = draft.finish(overwrite.before()).map_err(|fault| file::refused(&path, fault))?;
        file::warn(&path, lost, &mut session.shell);
        Ok(())
    }
}
