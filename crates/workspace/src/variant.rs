//! Variants that are ready to be played: one with its learned values, or many that are checked at
//! once.

use crate::analysis::{Analysis, Resolution};
use crate::finding::{Finding, LoadError};
use crate::workspace::Workspace;
use alfil_diagnostics::diagnostic::{Diagnostic, Severity};
use alfil_play::computer::{Computer, Weights};
use alfil_play::game::Game;
use alfil_play::position::Position;
use alfil_play::resources::{Effort, available};
use alfil_play::values::{self, BadValues, Scope};
use alfil_resolve::resolution::Resolved;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

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

// Checks many definitions at once.
//
// Texts are read and resolved one after another, because they may name each other. They are
// compiled on as many threads as there are processors. The findings are those of
// `Workspace::examine` for each request.

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

// Finds the learned values of a game, and makes a computer player with them.

/// The largest file with values that is read, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// Where the computer gets its values from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// From the file next to the definition, or the file that is shipped with it. From the rules
    /// if there is none.
    Usual,
    /// From the rules.
    Rules,
    /// From this file.
    File(PathBuf),
    /// From this text of a file.
    Text(String),
}

/// A computer player of `game` with `megabytes` for searched positions. `request` is the name or
/// the path by which the game was requested. Values on planes come from the rules.
///
/// # Errors
/// The reason why a file with values cannot be used, in one line.
pub fn computer(
    game: &Game,
    request: &str,
    source: &Source,
    megabytes: usize,
) -> Result<Computer, String> {
    let computer = Computer::new(game, megabytes);
    let (text, shown) = match source {
        Source::Rules => return Ok(computer),
        Source::File(path) => (read(path)?, path.display().to_string()),
        Source::Text(text) => (text.clone(), "the values".to_owned()),
        Source::Usual => match alfil_definitions::values(request) {
            Some(alfil_library::Values::Shipped(text)) => {
                (text.to_owned(), format!("the values of {request}"))
            }
            Some(alfil_library::Values::File(path)) => (read(&path)?, path.display().to_string()),
            None => return Ok(computer),
        },
    };
    let weights = weights(&text, game, &computer, &shown)?;
    Ok(computer.with_weights(&weights))
}

/// Checks the file of values that belongs to the game which `request` names, if there is one.
///
/// # Errors
/// The reason why it cannot be used, in one line.
pub fn check(game: &Game, request: &str) -> Result<(), String> {
    match alfil_definitions::values(request) {
        // Deriving the values of the rules takes time, and nothing is wrong with them.
        None => Ok(()),
        Some(_) => computer(game, request, &Source::Usual, 1).map(drop),
    }
}

fn read(path: &Path) -> Result<String, String> {
    alfil_library::read(path, MAX_BYTES).map_err(|diagnostic| diagnostic.title.clone())
}

fn weights(text: &str, game: &Game, computer: &Computer, shown: &str) -> Result<Weights, String> {
    let usual = computer
        .weights()
        .ok_or_else(|| "files with values are for boards, not for planes".to_owned())?;
    let scope = Scope { kinds: &game.rules().kinds, rows: computer.rows() };
    values::read(text, scope, &usual)
        .map_err(|BadValues { line, why }| format!("{shown}, line {line}: {why}"))
}
