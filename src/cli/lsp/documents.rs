//! The texts that an editor has open.
//!
//! Owns: [`Documents`], and where definitions that come with the program can be looked at ([`home`]). Invariant: a
//! page was made of its text and of the texts of all others as they are now; one that changes takes the pages with
//! it that were read with its file.

use crate::cli::lsp::lines;
use crate::editor::names::{Home, Target};
use crate::editor::{Address, Page};
use crate::library;
use crate::variant::Workspace;
use atomic_write_file::AtomicWriteFile;
use lsp_types::{TextDocumentPositionParams, Uri};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// What is open, by address.
pub struct Documents {
    fresh: Workspace,
    open: BTreeMap<String, Document>,
}

struct Document {
    uri: Uri,
    address: Address,
    version: i32,
    text: String,
    page: Option<Page>,
    told: Told,
}

/// Whether the editor knows what was found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Yes,
    No,
}

impl Documents {
    /// Nothing is open; texts may name what `fresh` may read.
    pub fn new(fresh: Workspace) -> Self {
        Self { fresh, open: BTreeMap::new() }
    }

    /// Opens a text, or replaces it.
    pub fn put(&mut self, uri: Uri, version: i32, text: String) {
        let address = match lines::path(&uri) {
            Some(path) => Address::File(path),
            // A name, and neither a path nor a sum.
            None => Address::Name(uri.as_str().replace(['/', '\\', '.', '+'], "_")),
        };
        self.outdate(&address);
        let (key, page) = (uri.as_str().to_owned(), None);
        self.open.insert(key, Document { uri, address, version, text, page, told: Told::No });
    }

    /// Closes a text: from now on the disk says what is in its file.
    pub fn close(&mut self, uri: &Uri) {
        if let Some(closed) = self.open.remove(uri.as_str()) {
            self.outdate(&closed.address);
        }
    }

    /// Files have changed on the disk.
    pub fn forget(&mut self) {
        for document in self.open.values_mut() {
            (document.page, document.told) = (None, Told::No);
        }
    }

    /// The page at `uri`.
    pub fn page(&mut self, uri: &Uri) -> Option<&Page> {
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

    /// The page and the byte of it that the editor means.
    pub fn at(&mut self, place: &TextDocumentPositionParams) -> Option<(&Page, usize)> {
        let page = self.page(&place.text_document.uri)?;
        Some((page, lines::offset(page.text(), place.position)))
    }

    /// What is found in every text of which the editor does not know it, with its version.
    pub fn unpublished(&mut self) -> Vec<(Uri, i32, &Page)> {
        let untold = self.open.values_mut().filter(|document| document.told == Told::No);
        let untold = untold.map(|document| {
            document.told = Told::Yes;
            document.uri.clone()
        });
        let untold: Vec<Uri> = untold.collect();
        for uri in &untold {
            self.page(uri);
        }
        let page = |uri: Uri| {
            let document = self.open.get(uri.as_str())?;
            Some((uri, document.version, document.page.as_ref()?))
        };
        untold.into_iter().filter_map(page).collect()
    }

    /// Pages that were read with the file at `address` are read anew.
    fn outdate(&mut self, address: &Address) {
        let Address::File(path) = address else { return };
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
        for document in self.open.values_mut() {
            let reads = |page: &Page| page.files().any(|file| file == real || file == path);
            if document.page.as_ref().is_some_and(reads) {
                (document.page, document.told) = (None, Told::No);
            }
        }
    }
}

/// The address at which an editor can show a target; `here` is the text that was asked about. A definition that
/// comes with the program is laid into the user's cache, since an editor opens files.
pub fn home(target: &Target, here: &Uri) -> Option<Uri> {
    match &target.home {
        Home::Here => Some(here.clone()),
        Home::File(path) => lines::uri(&fs::canonicalize(path).unwrap_or_else(|_| path.clone())),
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

/// The folder in which programs of this user keep what they can make again.
fn cache() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    folder("XDG_CACHE_HOME")
        .or_else(|| Some(folder("HOME")?.join(".cache")))
        .or_else(|| folder("LOCALAPPDATA"))
}
