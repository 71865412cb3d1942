//! The texts of one run of the program.
//!
//! [`Workspace`] holds the sources and the library. `analysis.rs` reads, resolves and compiles
//! requests on it.

use crate::library::Library;
use crate::play::game::Game;
use crate::play::manner::{Corrected, Manner};
use crate::play::position::Position;
use crate::play::positions;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Findings};
use alfil_diagnostics::source::{SourceId, Sources, Span};
use alfil_syntax::scalar::Scalar;
use std::io;
use std::path::Path;

/// Definitions by name and path. Each is read once.
#[derive(Clone, Default, Debug)]
pub struct Workspace {
    pub(super) sources: Sources,
    pub(super) library: Library,
}

impl Workspace {
    /// A workspace with the shipped definitions and the files on disk.
    pub fn new() -> Self {
        Self::default()
    }

    /// Like [`new`](Self::new), but files and texts may name only files below `root`. A request
    /// itself may name any file.
    ///
    /// # Errors
    /// Fails if `root` does not exist.
    pub fn within(root: &Path) -> io::Result<Self> {
        Ok(Self { library: Library::within(root)?, ..Self::default() })
    }

    /// Adds the definition `text` under a name. It takes precedence over a shipped definition of
    /// that name.
    pub fn add(&mut self, name: &str, text: &str) {
        self.library.add(&mut self.sources, name, text);
    }

    /// Uses `text` as the content of the file at `path`, for example because an editor has it open.
    pub fn open(&mut self, path: &Path, text: &str) {
        self.library.open(path, text);
    }

    /// All texts read so far.
    #[doc(hidden)]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// All texts. Callers may add others.
    #[doc(hidden)]
    pub fn sources_mut(&mut self) -> &mut Sources {
        &mut self.sources
    }

    /// Definitions by name and path.
    #[doc(hidden)]
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// Reads the text with this name or path.
    ///
    /// # Errors
    /// Returns a finding without a place. [`place`](Self::place) gives it one.
    #[doc(hidden)]
    pub fn read_file(&mut self, request: &str) -> Result<SourceId, Diagnostic> {
        self.library.load(&mut self.sources, request, None)
    }

    /// The text that `request` names inside the text `from`. Relative paths start at the folder of
    /// `from`.
    pub(crate) fn named(&mut self, request: &str, from: SourceId) -> Option<SourceId> {
        self.library.load(&mut self.sources, request, Some(from)).ok()
    }

    /// Gives a place to findings without one: the start of an empty text whose name is the request.
    #[doc(hidden)]
    pub fn place(&mut self, request: &str, found: &mut [Diagnostic]) {
        if found.iter().any(|d| d.labels.is_empty()) {
            let absent = Span::new(self.sources.add(request, ""), 0, 0);
            for finding in found.iter_mut().filter(|d| d.labels.is_empty()) {
                *finding = finding.clone().label(absent, "");
            }
        }
    }

    /// Starts a game from the position in `text`. The text is added under `name`, and every finding
    /// points into it.
    #[doc(hidden)]
    pub fn read(&mut self, game: &Game, name: &str, text: &str) -> Findings<Position> {
        let source = self.sources.add(name, text);
        let span = Span::new(source, 0, text.len());
        if text.trim() == "startpos" {
            let title = "`startpos` is not a position";
            let finding = Diagnostic::at(Code::BadPosition, span, title, "a word")
                .help("leave the position out: the start is where a game begins");
            return Findings::new(None, vec![finding]);
        }
        game.read(&Scalar::plain(text, span))
    }

    /// Reads the position `text` as `manner` says. `name` is the name of the text in findings.
    ///
    /// # Errors
    /// All findings about the text in Alfil's own form.
    pub fn read_as(
        &mut self,
        game: &Game,
        name: &str,
        text: &str,
        manner: Manner,
    ) -> Result<Corrected<Position>, Vec<Diagnostic>> {
        let read = self.read(game, name, text);
        match (read.value, manner) {
            (Some(position), _) => Ok(Corrected::plain(position)),
            (None, Manner::Strict) => Err(read.found),
            (None, Manner::Lenient) => positions::read(game, text, manner).map_err(|_| read.found),
        }
    }
}
