//! The open texts of an editor.
//!
//! A page reflects its text and all other texts as they are now. If a text changes, all pages that were read with its
//! file are discarded.

use crate::cli::lsp::{answers, lines};
use alfil::editor::names::{Home, Target};
use alfil::editor::rename::{Neighbour, Refused, Renamed};
use alfil::editor::{Address, Mark, Page};
use alfil::library;
use alfil::variant::Workspace;
use alfil_diagnostics::source::MAX_BYTES;
use atomic_write_file::AtomicWriteFile;
use lsp_types::{TextDocumentPositionParams, Uri, WorkspaceEdit};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Most files that are searched for a renaming.
const MOST_NEIGHBOURS: usize = 1000;

/// The open texts by address.
pub(crate) struct Documents {
    fresh: Workspace,
    open: BTreeMap<String, Document>,
}

struct Document {
    uri: Uri,
    address: Address,
    version: i32,
    text: String,
    page: Option<Page>,
    told: Published,
    /// Codes and titles of the findings that the editor knows.
    said: Vec<(&'static str, String)>,
}

/// Whether the editor knows the present findings.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Published {
    Yes,
    No,
}

impl Documents {
    /// No open texts. Texts may name what `fresh` may read.
    pub(crate) fn new(fresh: Workspace) -> Self {
        Self { fresh, open: BTreeMap::new() }
    }

    /// Opens or replaces a text.
    pub(crate) fn put(&mut self, uri: Uri, version: i32, text: String) {
        let address = match lines::path(&uri) {
            Some(path) => Address::File(path),
            // A name that is neither a path nor a sum.
            None => Address::Name(uri.as_str().replace(['/', '\\', '.', '+'], "_")),
        };
        self.outdate(&address);
        let key = uri.as_str().to_owned();
        let said = self.open.remove(&key).map(|before| before.said).unwrap_or_default();
        let (page, told) = (None, Published::No);
        self.open.insert(key, Document { uri, address, version, text, page, told, said });
    }

    /// Closes a text. From now on the file on disk counts.
    pub(crate) fn close(&mut self, uri: &Uri) {
        if let Some(closed) = self.open.remove(uri.as_str()) {
            self.outdate(&closed.address);
        }
    }

    /// Discards all pages, because files have changed on disk.
    pub(crate) fn forget(&mut self) {
        for document in self.open.values_mut() {
            (document.page, document.told) = (None, Published::No);
        }
    }

    /// The page at `uri`.
    pub(crate) fn page(&mut self, uri: &Uri) -> Option<&Page> {
        if self.open.get(uri.as_str())?.page.is_none() {
            let mut base = self.fresh.clone();
            for document in self.open.values() {
                if let Address::File(path) = &document.address {
                    base.open(path, &document.text);
                }
            }
            let document = self.open.get_mut(uri.as_str())?;
            document.page = Some(Page::read(&base, &document.address, &document.text));
        }
        self.open.get(uri.as_str())?.page.as_ref()
    }

    /// The page, and the byte of it that the editor means.
    pub(crate) fn at(&mut self, place: &TextDocumentPositionParams) -> Option<(&Page, usize)> {
        let page = self.page(&place.text_document.uri)?;
        Some((page, lines::offset(page.text(), place.position)))
    }

    /// The edits that rename the name at a place to `new`, in this text and in texts that have the name from the same
    /// file: open texts, and files in its folder or in that of the file.
    pub(crate) fn rename(
        &mut self,
        place: &TextDocumentPositionParams,
        new: &str,
    ) -> Result<Option<WorkspaceEdit>, Refused> {
        let Some((page, at)) = self.at(place) else { return Ok(None) };
        let giver = page.define(at).and_then(|target| match target.home {
            Home::File(path) => Some(path),
            Home::Here | Home::Shipped(_) => None,
        });
        let here = lines::path(&place.text_document.uri);
        let folders: BTreeSet<PathBuf> = here
            .iter()
            .chain(&giver)
            .filter_map(|path| real(path).parent().map(Path::to_owned))
            .collect();
        let neighbours = self.neighbours(&folders);
        let Some((page, at)) = self.at(place) else { return Ok(None) };
        let renamed = page.rename(at, new, &neighbours)?;
        let own = &place.text_document.uri;
        let edits = renamed.iter().filter_map(|Renamed { address, text, changes }| {
            let uri = match address {
                Address::File(path) if here.as_ref() != Some(path) => self.uri(path, own)?,
                Address::File(_) | Address::Name(_) => own.clone(),
            };
            Some((uri, answers::edits(text, changes)))
        });
        Ok(Some(WorkspaceEdit { changes: Some(edits.collect()), ..WorkspaceEdit::default() }))
    }

    /// The address by which an editor that shows `here` knows a file.
    fn uri(&self, path: &Path, here: &Uri) -> Option<Uri> {
        let open = self.open.values().find(|document| match &document.address {
            Address::File(own) => real(own) == real(path),
            Address::Name(_) => false,
        });
        open.map(|document| document.uri.clone()).or_else(|| seen_from(here, path))
    }

    /// The open texts, and the definition files in `folders`.
    fn neighbours(&self, folders: &BTreeSet<PathBuf>) -> Vec<Neighbour> {
        let mut all: BTreeMap<PathBuf, Arc<str>> = BTreeMap::new();
        let inside = |path: &PathBuf| {
            let root = self.fresh.library().root();
            is_definition(path) && root.is_none_or(|root| path.starts_with(root))
        };
        let listed = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
        let files = listed.filter_map(|file| Some(real(&file.ok()?.path()))).filter(inside);
        for path in files.take(MOST_NEIGHBOURS) {
            if let Ok(text) = library::read(&path, MAX_BYTES) {
                all.insert(path, text.into());
            }
        }
        for document in self.open.values() {
            if let Address::File(path) = &document.address {
                all.insert(real(path), document.text.as_str().into());
            }
        }
        all.into_iter().collect()
    }

    /// The texts whose present findings the editor does not know.
    pub(crate) fn untold(&self) -> Vec<Uri> {
        let untold = self.open.values().filter(|document| document.told == Published::No);
        untold.map(|document| document.uri.clone()).collect()
    }

    /// The findings before compilation in the text at `uri`, with its version, if the editor does not know some of
    /// them. Compilation withdraws none of them.
    pub(crate) fn news(&mut self, uri: &Uri) -> Option<(i32, Vec<Mark>)> {
        let page = self.page(uri)?;
        let marks = if page.is_foreign() { Vec::new() } else { page.early_marks() };
        let document = self.open.get(uri.as_str())?;
        let is_new = marks.iter().any(|mark| !document.said.contains(&told_as(mark)));
        is_new.then_some((document.version, marks))
    }

    /// All findings in the text at `uri`, with its version. From now on the editor knows them.
    pub(crate) fn all(&mut self, uri: &Uri) -> Option<(i32, Vec<Mark>)> {
        let page = self.page(uri)?;
        let marks = if page.is_foreign() { Vec::new() } else { page.marks() };
        let document = self.open.get_mut(uri.as_str())?;
        document.told = Published::Yes;
        document.said = marks.iter().map(told_as).collect();
        Some((document.version, marks))
    }

    /// Discards the pages that were read with the file at `address`.
    fn outdate(&mut self, address: &Address) {
        let Address::File(path) = address else { return };
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
        for document in self.open.values_mut() {
            let reads = |page: &Page| page.files().any(|file| file == real || file == path);
            if document.page.as_ref().is_some_and(reads) {
                (document.page, document.told) = (None, Published::No);
            }
        }
    }
}

fn told_as(mark: &Mark) -> (&'static str, String) {
    (mark.finding.code, mark.finding.title.clone())
}

fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// The address of the file at `path` for an editor that shows `here`, through the same links.
fn seen_from(here: &Uri, path: &Path) -> Option<Uri> {
    let target = real(path);
    let shown = lines::path(here).unwrap_or_default();
    let below = |folder: &Path| Some(folder.join(target.strip_prefix(real(folder)).ok()?));
    lines::uri(&shown.ancestors().skip(1).find_map(below).unwrap_or(target))
}

fn is_definition(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml")
}

/// The address at which an editor can show a target; `here` is the text of the request. A shipped definition is written
/// to the user's cache, because an editor opens files.
pub(crate) fn home(target: &Target, here: &Uri) -> Option<Uri> {
    match &target.home {
        Home::Here => Some(here.clone()),
        Home::File(path) => seen_from(here, path),
        Home::Shipped(name) => {
            let folder = cache()?.join("alfil").join(env!("CARGO_PKG_VERSION"));
            let path = folder.join(format!("{name}.yaml"));
            let text = library::find(name)?.text;
            if fs::read_to_string(&path).ok().as_deref() != Some(text) {
                fs::create_dir_all(&folder).ok()?;
                let mut file = AtomicWriteFile::open(&path).ok()?;
                file.write_all(text.as_bytes()).ok()?;
                file.commit().ok()?;
            }
            lines::uri(&path)
        }
    }
}

/// The cache folder of the user.
fn cache() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    folder("XDG_CACHE_HOME")
        .or_else(|| Some(folder("HOME")?.join(".cache")))
        .or_else(|| folder("LOCALAPPDATA"))
}
