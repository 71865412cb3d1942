//! Variants that are ready to be played.

use crate::play::game::Game;
use crate::play::position::Position;
use crate::resolve::resolution::Resolved;
use crate::variant::analysis::Analysis;
use crate::variant::finding::{Finding, LoadError};
use crate::variant::workspace::Workspace;
use alfil_diagnostics::diagnostic::Severity;
use std::path::Path;

/// A variant without errors, ready to be played.
#[derive(Clone, Debug)]
pub struct Variant {
    name: String,
    resolved: Resolved,
    game: Game,
    warnings: Vec<Finding>,
}

impl Variant {
    /// The request: a name, a path or a sum (`chess+./mine.yaml`).
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The title.
    pub fn title(&self) -> &str {
        &self.resolved.title
    }

    /// The origin: keys (`inventor`, `year`, `source`, `rules`) and values.
    pub fn about(&self) -> &[(String, String)] {
        &self.resolved.about
    }

    /// The findings that are not errors.
    pub fn warnings(&self) -> &[Finding] {
        &self.warnings
    }

    /// The compiled rules.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The resolved rules and files.
    #[doc(hidden)]
    pub fn resolved(&self) -> &Resolved {
        &self.resolved
    }

    /// Starts a game from the start position.
    pub fn start(&self) -> Position {
        self.game.start()
    }

    /// Starts a game from the position in `text`, which has the form that [`Position::text`]
    /// writes.
    ///
    /// # Errors
    /// Returns all findings about the position. Their file is called `position`.
    pub fn position(&self, text: &str) -> Result<Position, LoadError> {
        let mut workspace = Workspace::new();
        let read = workspace.read(&self.game, "position", text);
        let sources = workspace.sources();
        read.value.ok_or_else(|| LoadError::of(&read.found, sources))
    }
}

/// Loads the variant that `request` names: a shipped name (`chess`), a path (`./mine.yaml`) or a
/// sum (`chess+./mine.yaml`).
///
/// # Errors
/// Returns all findings, if at least one is an error.
pub fn load(request: &str) -> Result<Variant, LoadError> {
    Workspace::new().load(request)
}

/// Loads the variant that `text` defines. It may `extend` shipped definitions, and files in and
/// below the working directory. Other files are refused, because findings quote lines and the text
/// may be untrusted. [`Workspace::within`] chooses another directory.
///
/// # Errors
/// Returns all findings, if at least one is an error. Their file is called `definition`.
pub fn parse(text: &str) -> Result<Variant, LoadError> {
    // Without a working directory, relative paths find no files.
    let mut workspace = Workspace::within(Path::new(".")).unwrap_or_default();
    workspace.add("definition", text);
    workspace.load("definition")
}

impl Workspace {
    /// Reads, resolves and compiles `request`.
    ///
    /// # Errors
    /// Returns all findings, if at least one is an error.
    pub fn load(&mut self, request: &str) -> Result<Variant, LoadError> {
        let Analysis { resolved, game, found } = self.examine(request);
        match (resolved, game) {
            (Some(resolved), Some(game)) => {
                let warnings = found.iter().filter(|d| d.severity() == Severity::Warning);
                let warnings = warnings.map(|d| Finding::of(d, self.sources())).collect();
                Ok(Variant { name: request.to_owned(), resolved, game, warnings })
            }
            (Some(_) | None, _) => Err(LoadError::of(&found, self.sources())),
        }
    }
}
