//! Keeps the texts that a run of the program has read, notices when their files change, and finds
//! shipped games by name or title.

use alfil_definitions::{SHELF, shipped};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Findings};
use alfil_diagnostics::source::{SourceId, Sources, Span, Spanned};
use alfil_library::{Library, Shipped};
use alfil_play::game::Game;
use alfil_play::position::Position;
use alfil_play::positions;
use alfil_play::terms::{Corrected, Manner};
use alfil_syntax::definition::{self, Definition};
use alfil_syntax::scalar::Scalar;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;
use std::{fs, io};

// The texts of one run of the program, and the shipped games by name and by title.

// The texts of one run of the program.
//
// `Workspace` holds the sources and the library. `analysis.rs` reads, resolves and compiles
// requests on it.

/// Definitions by name and path. Each is read once.
#[derive(Clone, Debug)]
pub struct Workspace {
    pub(super) sources: Sources,
    pub(super) library: Library,
}

impl Default for Workspace {
    fn default() -> Self {
        Self::new()
    }
}

impl Workspace {
    /// A workspace with the shipped definitions and the files on disk.
    pub fn new() -> Self {
        Self { sources: Sources::default(), library: alfil_definitions::library() }
    }

    /// Like [`new`](Self::new), but files and texts may name only files below `root`. A request
    /// itself may name any file.
    ///
    /// # Errors
    /// Fails if `root` does not exist.
    pub fn within(root: &Path) -> io::Result<Self> {
        Ok(Self { library: Library::within(SHELF, root)?, ..Self::new() })
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
    pub fn named(&mut self, request: &str, from: SourceId) -> Option<SourceId> {
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
                .help("leave the position out: a game begins at the start position");
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

// The shipped games by name and by title.

/// The names of all shipped games, without parents that are not played and without modifiers.
/// Reads every shipped definition, which takes a part of a second.
pub fn games() -> impl Iterator<Item = &'static str> {
    let is_game = |shipped: &Shipped| {
        read(shipped).is_some_and(|file| !is_set(&file.is_abstract) && !is_set(&file.is_modifier))
    };
    shipped().filter(is_game).map(|shipped| shipped.name)
}

/// All shipped modifiers.
pub fn shipped_modifiers() -> impl Iterator<Item = Shipped> {
    shipped().filter(|shipped| read(shipped).is_some_and(|file| is_set(&file.is_modifier)))
}

/// The name of the shipped definition with this title, in upper or lower case. The first call reads every
/// shipped definition, which takes a part of a second.
pub fn titled(title: &str) -> Option<&'static str> {
    static TITLES: OnceLock<BTreeMap<String, &'static str>> = OnceLock::new();
    let titles = TITLES.get_or_init(|| {
        let title = |shipped: Shipped| {
            let name = read(&shipped)?.name?;
            Some((name.text().to_lowercase(), shipped.name))
        };
        // If two definitions have one title, the first keeps it.
        let mut all: Vec<_> = shipped().filter_map(title).collect();
        all.reverse();
        all.into_iter().collect()
    });
    titles.get(&title.to_lowercase()).copied()
}

fn is_set(said: &Option<Spanned<bool>>) -> bool {
    said.as_ref().is_some_and(|said| said.value)
}

fn read(shipped: &Shipped) -> Option<Definition> {
    let node = definition::tree(SourceId::only(), shipped.text).value?;
    definition::read(&node, shipped.text).value
}

// Detects changes of files by their modification times and lengths.

/// Modification time and length of files; `None` for a missing file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stamps {
    /// The time of modification and the length of each file; `None` for a file that is absent.
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

#[cfg(test)]
mod tests {
    use super::Stamps;
    use std::fs;
    use std::path::PathBuf;
    use std::time::SystemTime;

    /// An empty folder for a test.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("alfil-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    fn stamps(files: &[(&str, u64)]) -> Stamps {
        let stamp = |&(path, length): &(&str, u64)| {
            (PathBuf::from(path), Some((SystemTime::UNIX_EPOCH, length)))
        };
        Stamps { files: files.iter().map(stamp).collect() }
    }

    #[test]
    fn stamps_show_written_and_missing_files() {
        let path = folder("stamps").join("a");
        let now = || Stamps::of([path.clone()].into_iter());
        let absent = now();
        assert_eq!(absent.files.get(&path), Some(&None));
        fs::write(&path, "one").expect("written");
        let one = now();
        fs::write(&path, "one and more").expect("written");
        assert!(one != absent && one != now());
        // The first stamp of a file counts. A file that becomes known later has the stamp from that
        // time.
        assert_eq!(
            stamps(&[("a", 1)]).with(stamps(&[("a", 2), ("b", 1)])),
            stamps(&[("a", 1), ("b", 1)])
        );
    }
}
