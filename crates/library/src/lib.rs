//! Finds definitions by name and by path.
//!
//! A [`Shelf`] has the shipped definitions, which the package `alfil-definitions` embeds. [`Library`] turns a name, a path, a sum `a+b` or a folder into
//! texts in [`Sources`]. It reads each file once. Its findings have no place; callers add the place
//! of the request. It reads only regular files with UTF-8 text of at most [`MAX_BYTES`] bytes.

#![warn(missing_docs)]

mod shelf;

pub use shelf::{RECORDED, Shelf, Shipped, VALUES, Values};

use alfil_diagnostics::diagnostic::{Code, Diagnostic, Findings, Help, did_you_mean};
use alfil_diagnostics::source::{MAX_BYTES, SourceId, Sources};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The most files that one run reads, and the most folder entries that it examines.
const MAX_FILES: usize = 10_000;
/// The greatest depth of subfolders in a requested folder.
const MAX_FOLDERS: usize = 8;

/// Reads definitions. Each file is read only once.
#[derive(Clone, Debug)]
pub struct Library {
    shelf: Shelf,
    /// Texts by name: those that callers added, and shipped ones that were requested.
    names: HashMap<String, SourceId>,
    /// Texts of files by canonical path.
    files: HashMap<PathBuf, SourceId>,
    /// The folder of each text that came from a file.
    folders: HashMap<SourceId, PathBuf>,
    /// Texts that replace files on disk, by canonical path.
    opened: HashMap<PathBuf, Arc<str>>,
    /// Requested files that do not exist.
    absent: BTreeSet<PathBuf>,
    /// The folder below which texts may name files; `None` if there is no such limit.
    root: Option<PathBuf>,
}

/// Where the text of a request is found.
enum Target {
    Own(SourceId),
    Shipped(Shipped),
    Path(PathBuf),
}

impl Library {
    /// A library with the definitions of a shelf and the files on disk.
    pub fn new(shelf: Shelf) -> Self {
        Self {
            shelf,
            names: HashMap::new(),
            files: HashMap::new(),
            folders: HashMap::new(),
            opened: HashMap::new(),
            absent: BTreeSet::new(),
            root: None,
        }
    }

    /// Like [`new`](Self::new), but texts may name only files below `root`. Links must not lead out
    /// of it.
    ///
    /// # Errors
    /// `root` does not exist.
    pub fn within(shelf: Shelf, root: &Path) -> io::Result<Self> {
        Ok(Self { root: Some(fs::canonicalize(root)?), ..Self::new(shelf) })
    }

    /// The shipped definitions of this library.
    pub fn shelf(&self) -> Shelf {
        self.shelf
    }

    /// The folder below which texts may name files. `None` if there is no such limit.
    pub fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// Adds the definition `text` under a name. It takes precedence over a shipped definition of
    /// that name.
    pub fn add(&mut self, sources: &mut Sources, name: &str, text: &str) -> SourceId {
        let id = sources.add(name, text);
        self.names.insert(name.to_owned(), id);
        id
    }

    /// Replaces the content of the file at `path` by `text`, regardless of the file on disk.
    pub fn open(&mut self, path: &Path, text: &str) {
        let key = fs::canonicalize(path).ok().or_else(|| whole(path));
        self.opened.insert(key.unwrap_or_else(|| plain(path)), text.into());
    }

    /// Reads the text of `request`, which is one name or path. A path is relative to the folder of
    /// `from`, the file that contains the request. Without `from`, it is relative to the working
    /// directory. The same file always gives the same id.
    ///
    /// # Errors
    /// `unknown-definition`, `unreadable-file` or `too-large`. The finding has no label, so the
    /// caller adds one at the text of the request.
    pub fn load(
        &mut self,
        sources: &mut Sources,
        request: &str,
        from: Option<SourceId>,
    ) -> Result<SourceId, Diagnostic> {
        let path = match self.place(request, from)? {
            Target::Own(id) => return Ok(id),
            Target::Shipped(shipped) => {
                return Ok(self.add(sources, shipped.name, shipped.text));
            }
            Target::Path(path) => path,
        };
        let key = match fs::canonicalize(&path) {
            Ok(key) => key,
            Err(error) => {
                let known = whole(&path);
                let key = known.clone().unwrap_or_else(|| plain(&path));
                match Some(key).filter(|key| self.opened.contains_key(key)) {
                    Some(key) => key,
                    None => {
                        self.absent.extend(known);
                        return Err(unreadable(&path, &error, Some(self.shelf)));
                    }
                }
            }
        };
        // This is checked before reading, because a finding about the file would quote its lines.
        if let (Some(root), Some(_)) = (&self.root, from)
            && !key.starts_with(root)
        {
            let title = format!("`{}` is outside the folder that files may use", brief(request));
            return Err(Diagnostic::new(Code::UnreadableFile, title)
                .because(format!("that folder is `{}`", root.display())));
        }
        if let Some(&id) = self.files.get(&key) {
            return Ok(id);
        }
        if self.files.len() >= MAX_FILES {
            let title = format!("more than {MAX_FILES} files are needed");
            return Err(Diagnostic::new(Code::TooLarge, title));
        }
        let text = match self.opened.get(&key) {
            Some(text) => Arc::clone(text),
            None => read_near(&path, MAX_BYTES, Some(self.shelf))?.into(),
        };
        let id = sources.add(path.display().to_string(), text);
        self.folders.insert(id, path.parent().unwrap_or(Path::new("")).to_owned());
        self.files.insert(key, id);
        Ok(id)
    }

    /// The canonical paths of the files that were read or are missing, in no particular order.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.keys().chain(&self.absent).map(PathBuf::as_path)
    }

    /// Returns true if text `id` was read from a file. Its name is the path in the request.
    pub fn is_file(&self, id: SourceId) -> bool {
        self.folders.contains_key(&id)
    }

    /// The parts of a sum such as `chess+./mine.yaml`, as byte ranges of `request` without
    /// surrounding blanks. A request that is the path of an existing file is one part, even if it
    /// contains `+`. A part may be empty (`a++b`); [`Library::load`] reports that.
    pub fn parts(&self, request: &str, from: Option<SourceId>) -> Vec<Range<usize>> {
        let is_file = |path: PathBuf| path.is_file() || self.opened.contains_key(&path);
        if request.contains('+') && is_file(self.resolve(request, from)) {
            return std::iter::once(0..request.len()).collect();
        }
        let mut start = 0;
        let cut = |part: &str| {
            let blank = part.len() - part.trim_start().len();
            let range = start + blank..start + blank + part.trim().len();
            start += part.len() + 1;
            range
        };
        request.split('+').map(cut).collect()
    }

    /// Expands a folder into the sorted paths of its `*.yaml` and `*.yml` files, including
    /// subfolders. Any other request is returned as it is. Findings are `unreadable-file` for a
    /// folder that cannot be read or has no definition, and `too-large` for a folder with too many
    /// files.
    pub fn expand(&self, request: &str) -> Findings<Vec<String>> {
        let path = match self.place(request, None) {
            Ok(Target::Path(path)) if path.is_dir() => path,
            // `load` reports the errors of names and sums.
            Ok(_) | Err(_) => return Findings::new(Some(vec![request.to_owned()]), Vec::new()),
        };
        let real = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        let mut walk = Walk { root: real, looked_at: 0, files: Vec::new(), found: Vec::new() };
        if let Err(finding) = walk.folder(&path, MAX_FOLDERS) {
            return Findings::new(None, vec![finding]);
        }
        let Walk { mut files, mut found, .. } = walk;
        if files.is_empty() && found.is_empty() {
            let title = format!("the folder `{}` contains no definition", path.display());
            found.push(
                Diagnostic::new(Code::UnreadableFile, title)
                    .because("no file in it ends in .yaml or .yml"),
            );
        }
        files.sort();
        Findings::new(Some(files.into_iter().map(|p| p.display().to_string()).collect()), found)
    }

    /// Where the text of a request is found. Names take precedence over files without extension, so
    /// that a file called `chess` changes nothing.
    fn place(&self, request: &str, from: Option<SourceId>) -> Result<Target, Diagnostic> {
        let path = self.resolve(request, from);
        if request.contains(std::path::is_separator) || is_yaml(Path::new(request)) {
            return Ok(Target::Path(path));
        }
        if let Some(&id) = self.names.get(request) {
            return Ok(Target::Own(id));
        }
        if let Some(shipped) = self.shelf.find(request) {
            return Ok(Target::Shipped(shipped));
        }
        if !request.is_empty() && path.exists() {
            return Ok(Target::Path(path));
        }
        Err(self.unknown(request))
    }

    fn resolve(&self, request: &str, from: Option<SourceId>) -> PathBuf {
        let folder = from.and_then(|id| self.folders.get(&id));
        let path = Path::new(request).strip_prefix(".").unwrap_or(Path::new(request));
        // `.` alone means a folder.
        let path = if path.as_os_str().is_empty() { Path::new(request) } else { path };
        folder.map_or_else(|| path.to_owned(), |folder| folder.join(path))
    }

    fn unknown(&self, request: &str) -> Diagnostic {
        if request.is_empty() {
            return Diagnostic::new(Code::UnknownDefinition, "the name of a definition is missing")
                .help("write a name or a path; in a sum, one on each side of every `+`");
        }
        let known = self.names.keys().map(String::as_str).chain(self.shelf.all().map(|s| s.name));
        let known: Vec<&str> = known.collect();
        let title = format!("there is no definition `{}`", brief(request));
        let words: Vec<&str> = request.split([',', ' ']).filter(|word| !word.is_empty()).collect();
        let is_modifier = |word: &&str| {
            self.shelf.find(word).is_none_or(|found| found.text.contains("modifier: true"))
        };
        let is_sum = words.len() > 1 && words[1..].iter().all(is_modifier);
        if is_sum && words.iter().all(|word| known.contains(word)) {
            return Diagnostic::new(Code::UnknownDefinition, title)
                .help(Help::write(words.join("+")));
        }
        Diagnostic::new(Code::UnknownDefinition, title).help(match did_you_mean(request, known) {
            Some(near) => Help::did_you_mean(near),
            None => Help::from("`alfil list` shows the names; write a file as `./name.yaml`"),
        })
    }
}

/// The canonical path that a missing file will have.
fn whole(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    Some(fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?.join(path.file_name()?))
}

/// The path without `.` and without folders that `..` leaves again. It serves where the folder does
/// not exist, as in a browser, which has no files.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => drop(plain.pop()),
            Component::ParentDir
            | Component::Normal(_)
            | Component::RootDir
            | Component::Prefix(_) => plain.push(part),
        }
    }
    plain
}

fn is_yaml(path: &Path) -> bool {
    path.extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("yaml") || e.eq_ignore_ascii_case("yml"))
}

/// Collects the definitions of a folder.
struct Walk {
    /// The canonical path of the requested folder.
    root: PathBuf,
    looked_at: usize,
    files: Vec<PathBuf>,
    /// Findings about unreadable entries.
    found: Vec<Diagnostic>,
}

impl Walk {
    /// Collects the files of `folder`. Hidden folders, links to folders and links out of the root
    /// are skipped.
    fn folder(&mut self, folder: &Path, depth: usize) -> Result<(), Diagnostic> {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                self.found.push(unreadable(folder, &error, None));
                return Ok(());
            }
        };
        for entry in entries {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    self.found.push(unreadable(folder, &error, None));
                    return Ok(());
                }
            };
            self.looked_at += 1;
            if self.looked_at > MAX_FILES {
                let title = format!(
                    "the folder `{}` contains more than {MAX_FILES} files",
                    folder.display()
                );
                return Err(Diagnostic::new(Code::TooLarge, title).help("name a smaller folder"));
            }
            let path = entry.path();
            let kind = entry.file_type().ok();
            let is_folder = kind.is_some_and(|kind| kind.is_dir());
            let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
            if is_folder && !is_hidden && depth > 0 {
                self.folder(&path, depth - 1)?;
            } else if !is_folder && is_yaml(&path) {
                let leaves =
                    || fs::canonicalize(&path).is_ok_and(|real| !real.starts_with(&self.root));
                if !(kind.is_some_and(|kind| kind.is_symlink()) && leaves()) {
                    self.files.push(path);
                }
            }
        }
        Ok(())
    }
}

/// The error that a path leads to a pipe, a device or a socket.
#[derive(Debug)]
struct Irregular;

impl fmt::Display for Irregular {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it is not a regular file; pipes and devices cannot be read")
    }
}

impl std::error::Error for Irregular {}

/// Returns true if [`open`] or [`regular`] refused the file because it is not a regular one.
pub fn is_irregular(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|error| error.is::<Irregular>())
}

/// Checks that `path` leads to a regular file.
///
/// # Errors
/// It leads to nothing, to a folder, or to something that is no regular file.
pub fn regular(path: &Path) -> io::Result<()> {
    match fs::metadata(path)? {
        there if there.is_file() => Ok(()),
        there if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        _ => Err(io::Error::other(Irregular)),
    }
}

/// Opens a regular file to read it. Every part of the program that reads a file opens it here:
/// opening a pipe would wait until another process writes to it, and a device may have no end. The
/// caller limits how much it reads.
///
/// # Errors
/// The file is no regular file or cannot be opened.
pub fn open(path: &Path) -> io::Result<File> {
    regular(path)?;
    File::open(path)
}

/// Reads the text of a file, without its byte order mark.
///
/// # Errors
/// `unreadable-file` or `too-large`: it is not a regular UTF-8 file of at most `most` bytes.
pub fn read(path: &Path, most: usize) -> Result<String, Diagnostic> {
    read_near(path, most, None)
}

/// Like [`read`]. If there is no such file, a definition of `shelf` with the same name is suggested.
fn read_near(path: &Path, most: usize, shelf: Option<Shelf>) -> Result<String, Diagnostic> {
    let refuse = |title: String| Diagnostic::new(Code::UnreadableFile, title);
    let shown = path.display();
    if path.is_dir() {
        let title = format!("`{shown}` is a folder, but one definition is needed");
        return Err(
            refuse(title).help(format!("name the file: `{}`", path.join("NAME.yaml").display()))
        );
    }
    let file = open(path).map_err(|error| {
        if is_irregular(&error) {
            return refuse(format!("`{shown}` is not a regular file"))
                .because("pipes and devices cannot be read")
                .help("save its content in a file, or send it to standard input and write `-`");
        }
        unreadable(path, &error, shelf)
    })?;
    read_from(file, &shown.to_string(), most)
}

/// Reads the text of `input`, without its byte order mark. `shown` is its name in findings.
///
/// # Errors
/// `unreadable-file` or `too-large`: it is not UTF-8 text of at most `most` bytes.
pub fn read_from(input: impl Read, shown: &str, most: usize) -> Result<String, Diagnostic> {
    let refuse = |title: String| Diagnostic::new(Code::UnreadableFile, title);
    let mut bytes = Vec::new();
    // Read one byte more than allowed, to recognize a text that is too long.
    let read = input.take(most as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|e| unreadable(Path::new(shown), &e, None))?;
    if bytes.len() > most {
        let title = format!("`{shown}` is too large");
        return Err(Diagnostic::new(Code::TooLarge, title)
            .because(format!("at most {most} bytes are allowed")));
    }
    if bytes.starts_with(&[0xfe, 0xff]) || bytes.starts_with(&[0xff, 0xfe]) {
        let title = format!("`{shown}` is written in UTF-16");
        return Err(refuse(title).help("save it as UTF-8"));
    }
    if bytes.contains(&0) {
        let title = format!("`{shown}` is not a text");
        return Err(refuse(title).because("it contains a zero byte"));
    }
    let text = String::from_utf8(bytes).map_err(|e| {
        let before = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        refuse(format!("`{shown}` is not text in UTF-8"))
            .because(format!("line {line} has a byte that is not part of a character"))
            .help("save it as UTF-8")
    })?;
    // Editors do not count the mark as a column.
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

fn unreadable(path: &Path, error: &io::Error, shelf: Option<Shelf>) -> Diagnostic {
    let shown = path.display().to_string();
    let is_lossy = shown.contains(char::REPLACEMENT_CHARACTER);
    let shown = brief(&shown);
    let finding = |title: String| Diagnostic::new(Code::UnreadableFile, title);
    match error.kind() {
        io::ErrorKind::NotFound if is_lossy => {
            finding(format!("the name of `{shown}` is not text in UTF-8")).help("rename the file")
        }
        io::ErrorKind::InvalidFilename => finding(format!("the name `{shown}` is too long")),
        io::ErrorKind::NotFound => {
            let finding = finding(format!("there is no file `{shown}`"));
            match neighbour(path, shelf) {
                Some(near) => finding.help(Help::did_you_mean(near)),
                None if shown.contains('\\') => finding.help("folders are joined with `/`"),
                None => finding.help("a path on the command line starts in the current folder, a path in a file in the folder of that file"),
            }
        }
        io::ErrorKind::PermissionDenied => finding(format!("`{shown}` may not be read")),
        _ => finding(format!("`{shown}` cannot be read")).because(error.to_string()),
    }
}

/// Shortens a long name in the middle.
pub fn brief(name: &str) -> Cow<'_, str> {
    const ENDS: usize = 60;
    match (name.char_indices().nth(ENDS), name.char_indices().nth_back(ENDS)) {
        (Some((head, _)), Some((tail, _))) if head < tail => {
            Cow::Owned(format!("{}…{}", &name[..head], &name[tail..]))
        }
        (Some(_) | None, _) => Cow::Borrowed(name),
    }
}

/// Suggests a definition with a similar name: a file next to `path`, or a shipped definition.
fn neighbour(path: &Path, shelf: Option<Shelf>) -> Option<String> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten();
    let names = entries.take(MAX_FILES).flatten().map(|e| e.path()).filter(|p| is_yaml(p));
    let names: Vec<_> = names.filter_map(|p| Some(p.file_name()?.to_str()?.to_owned())).collect();
    let near = did_you_mean(path.file_name()?.to_str()?, names.iter().map(String::as_str));
    match near {
        Some(near) => Some(path.with_file_name(near).display().to_string()),
        None => shelf?.find(path.file_stem()?.to_str()?).map(|s| s.name.to_owned()),
    }
}
