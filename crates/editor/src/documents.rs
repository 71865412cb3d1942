//! The open texts of an editor, with their findings.
//!
//! A page depends on its own text and on all texts that it names. When one of them changes, the
//! page is discarded, and the next request reads it again.

use crate::names::Home;
use crate::page::{Address, Mark, Page};
use crate::rename::{Neighbour, Refused, Renamed, real};
use alfil_diagnostics::source::MAX_BYTES;
use alfil_workspace::Workspace;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The greatest number of files that are searched for a renaming.
const MAX_NEIGHBOURS: usize = 1000;

/// The open texts. The key of a text is the name that the editor uses, such as a URI.
pub struct Documents {
    /// The texts that all open texts may name.
    base: Workspace,
    open: BTreeMap<String, Document>,
}

struct Document {
    address: Address,
    /// The number of this version. The editor counts the versions of a text.
    version: i32,
    text: String,
    /// The page of the text. `None` until a request needs it.
    page: Option<Page>,
    published: Published,
    /// The findings that the editor shows. They may be those of an earlier version.
    shown: Vec<Shown>,
}

/// The state of the findings of the present text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Published {
    /// The editor has all of them.
    Yes,
    No,
}

/// A finding that the editor shows. Its place may have moved since.
#[derive(PartialEq, Eq)]
struct Shown {
    code: &'static str,
    title: String,
}

impl Shown {
    fn of(mark: &Mark) -> Shown {
        Shown { code: mark.finding.code, title: mark.finding.title.clone() }
    }
}

/// The findings of one version of a text.
pub struct Publication {
    pub version: i32,
    pub marks: Vec<Mark>,
}

impl Document {
    /// Discards the page and the findings, because they may depend on another text that has
    /// changed.
    fn outdate(&mut self) {
        (self.page, self.published) = (None, Published::No);
    }
}

impl Documents {
    /// Creates an empty set of open texts. Texts that are opened later may name the texts of
    /// `base`.
    pub fn new(base: Workspace) -> Documents {
        Documents { base, open: BTreeMap::new() }
    }

    /// Opens a text, or replaces it.
    pub fn put(&mut self, key: &str, address: Address, version: i32, text: String) {
        self.outdate(&address);
        let shown = self.open.remove(key).map(|before| before.shown).unwrap_or_default();
        let (page, published) = (None, Published::No);
        let document = Document { address, version, text, page, published, shown };
        self.open.insert(key.to_owned(), document);
    }

    /// Closes a text. Other texts now use its file on disk.
    pub fn close(&mut self, key: &str) {
        if let Some(closed) = self.open.remove(key) {
            self.outdate(&closed.address);
        }
    }

    /// Discards all pages, because files have changed on disk.
    pub fn forget(&mut self) {
        self.open.values_mut().for_each(Document::outdate);
    }

    /// The page of an open text. It is read first if necessary.
    pub fn page(&mut self, key: &str) -> Option<&Page> {
        if self.open.get(key)?.page.is_none() {
            let mut base = self.base.clone();
            for document in self.open.values() {
                if let Address::File(path) = &document.address {
                    base.open(path, &document.text);
                }
            }
            let document = self.open.get_mut(key)?;
            document.page = Some(Page::read(&base, &document.address, &document.text));
        }
        self.open.get(key)?.page.as_ref()
    }

    /// The edits that rename the name at byte `at` of a text to `new`. They change all texts that
    /// get the name from the same file: open texts, and files in the folder of this text or of that
    /// file. `None` if the text is not open.
    ///
    /// # Errors
    /// The reason why it cannot be renamed.
    pub fn rename(
        &mut self,
        key: &str,
        at: usize,
        new: &str,
    ) -> Result<Option<Vec<Renamed>>, Refused> {
        let Some(page) = self.page(key) else { return Ok(None) };
        let giver = page.define(at).and_then(|target| match target.home {
            Home::File(path) => Some(path),
            Home::Here | Home::Shipped(_) => None,
        });
        let own = self.open.get(key).and_then(|document| match &document.address {
            Address::File(path) => Some(path.clone()),
            Address::Name(_) => None,
        });
        let files = own.iter().chain(&giver);
        let folders: BTreeSet<PathBuf> =
            files.filter_map(|path| real(path).parent().map(Path::to_owned)).collect();
        let neighbours = self.neighbours(&folders);
        let Some(page) = self.page(key) else { return Ok(None) };
        page.rename(at, new, &neighbours).map(Some)
    }

    /// The key of the open text in the file at `path`.
    pub fn key(&self, path: &Path) -> Option<&str> {
        let is_there = |document: &Document| match &document.address {
            Address::File(own) => real(own) == real(path),
            Address::Name(_) => false,
        };
        let found = self.open.iter().find(|(_, document)| is_there(document));
        found.map(|(key, _)| key.as_str())
    }

    /// The open texts, and the definition files in `folders`.
    fn neighbours(&self, folders: &BTreeSet<PathBuf>) -> Vec<Neighbour> {
        let mut texts: BTreeMap<PathBuf, Arc<str>> = BTreeMap::new();
        let may_read = |path: &PathBuf| {
            let root = self.base.library().root();
            is_definition(path) && root.is_none_or(|root| path.starts_with(root))
        };
        let listed = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
        let files = listed.filter_map(|file| Some(real(&file.ok()?.path()))).filter(may_read);
        for path in files.take(MAX_NEIGHBOURS) {
            if let Ok(text) = alfil_library::read(&path, MAX_BYTES) {
                texts.insert(path, text.into());
            }
        }
        for document in self.open.values() {
            if let Address::File(path) = &document.address {
                texts.insert(real(path), document.text.as_str().into());
            }
        }
        texts.into_iter().map(|(path, text)| Neighbour { path, text }).collect()
    }

    /// The keys of the texts with findings that the editor does not have yet.
    pub fn unpublished(&self) -> Vec<String> {
        let open = self.open.iter();
        let open = open.filter(|(_, document)| document.published == Published::No);
        open.map(|(key, _)| key.clone()).collect()
    }

    /// The findings that need no compilation, if one of them is new to the editor. All findings
    /// follow with [`publish`](Self::publish).
    pub fn early_news(&mut self, key: &str) -> Option<Publication> {
        let marks = marks(self.page(key)?, Page::early_marks);
        let document = self.open.get(key)?;
        let is_new = marks.iter().any(|mark| !document.shown.contains(&Shown::of(mark)));
        is_new.then_some(Publication { version: document.version, marks })
    }

    /// All findings of a text. From now on the editor has them.
    pub fn publish(&mut self, key: &str) -> Option<Publication> {
        let marks = marks(self.page(key)?, Page::marks);
        let document = self.open.get_mut(key)?;
        document.published = Published::Yes;
        document.shown = marks.iter().map(Shown::of).collect();
        Some(Publication { version: document.version, marks })
    }

    /// Discards the pages that depend on the file at `address`.
    fn outdate(&mut self, address: &Address) {
        let Address::File(path) = address else { return };
        let real = real(path);
        for document in self.open.values_mut() {
            let reads = |page: &Page| page.files().any(|file| file == real || file == path);
            if document.page.as_ref().is_some_and(reads) {
                document.outdate();
            }
        }
    }
}

/// The findings of a page. A text that is probably no definition has none, because an editor opens
/// any YAML file.
fn marks(page: &Page, marks: impl Fn(&Page) -> Vec<Mark>) -> Vec<Mark> {
    if page.is_foreign() { Vec::new() } else { marks(page) }
}

fn is_definition(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml")
}
