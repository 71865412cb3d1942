//! Texts read in one run, and what they come to.
//!
//! Owns: [`Workspace`] and [`Analysis`]. Takes requests as people write them; reads, resolves, compiles.
//! Invariant: findings are ordered, the most useful first, and each has a place in one of the texts.

use crate::library::Library;
use crate::play::game::Game;
use crate::play::position::Position;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Findings};
use alfil_diagnostics::source::{SourceId, Sources, Span};
use alfil_syntax::scalar::Scalar;
use std::io;
use std::path::Path;

/// Definitions by name and path, each read once.
#[derive(Clone, Default, Debug)]
pub struct Workspace {
    pub(super) sources: Sources,
    pub(super) library: Library,
}

impl Workspace {
    /// The shipped definitions and the files of the disk.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, but files and texts may name only files below the folder `root`. What is asked for
    /// outright may lie anywhere.
    ///
    /// # Errors
    /// The folder cannot be found.
    pub fn within(root: &Path) -> io::Result<Self> {
        Ok(Self { library: Library::within(root)?, ..Self::default() })
    }

    /// Makes `text` a definition called `name`, before any shipped one of that name.
    pub fn add(&mut self, name: &str, text: &str) {
        self.library.add(&mut self.sources, name, text);
    }

    /// Makes `text` what the file at `path` holds, whatever lies on the disk: an editor has it open.
    pub fn open(&mut self, path: &Path, text: &str) {
        self.library.open(path, text);
    }

    /// Every text read.
    #[doc(hidden)]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The same, for further texts.
    #[doc(hidden)]
    pub fn sources_mut(&mut self) -> &mut Sources {
        &mut self.sources
    }

    /// Definitions by name and path.
    #[doc(hidden)]
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// The text of one name or path.
    ///
    /// # Errors
    /// A finding without a place: see [`place`](Self::place).
    #[doc(hidden)]
    pub fn read_file(&mut self, request: &str) -> Result<SourceId, Diagnostic> {
        self.library.load(&mut self.sources, request, None)
    }

    /// The text that `request` names where text `from` says so.
    pub(crate) fn named(&mut self, request: &str, from: SourceId) -> Option<SourceId> {
        self.library.load(&mut self.sources, request, Some(from)).ok()
    }

    /// Findings without a place are about what was asked for: its text is empty, its name the request.
    #[doc(hidden)]
    pub fn place(&mut self, request: &str, found: &mut [Diagnostic]) {
        if found.iter().any(|d| d.labels.is_empty()) {
            let absent = Span::new(self.sources.add(request, ""), 0, 0);
            for finding in found.iter_mut().filter(|d| d.labels.is_empty()) {
                *finding = finding.clone().label(absent, "");
            }
        }
    }

    /// The game that begins with the position that `text` spells. It becomes the text `name`, into which
    /// every finding points.
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
}
