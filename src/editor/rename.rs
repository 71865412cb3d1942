//! What a piece or a zone would be called otherwise, in every text that speaks of it.
//!
//! Owns: [`Page::rename`] and [`Renamed`]. Takes the name under the cursor and the texts beside this one; where a file gives
//! the name, that file is edited and every neighbour whose game has the name from there, parents and children alike.
//! Invariant: no edited text has an error that it had not before.

use crate::diagnostic::{Diagnostic, Severity};
use crate::editor::names::Sort;
use crate::editor::{Address, Change, Page};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Edits of one text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Renamed {
    /// Where it belongs.
    pub address: Address,
    /// What it says now.
    pub text: Arc<str>,
    /// In order of place; never empty.
    pub changes: Vec<Change>,
}

/// A file that may speak of what this text speaks of, and what it holds.
pub type Neighbour = (PathBuf, Arc<str>);

/// Why something is not renamed.
pub type Refused = String;

/// Where a file gives a name: its canonical path and the byte.
type Giver = (PathBuf, u32);

impl Page {
    /// The edits that call `new` what stands at byte `at`, this text's first.
    ///
    /// # Errors
    /// Why it cannot be called so.
    pub fn rename(
        &self,
        at: usize,
        new: &str,
        neighbours: &[Neighbour],
    ) -> Result<Vec<Renamed>, Refused> {
        let Some((sort, name, _)) = self.name_at(at) else {
            return Err("no piece or zone is named here".to_owned());
        };
        let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        let new = new.trim();
        if new.is_empty() || !new.chars().all(plain) {
            return Err(format!("`{new}` is no name: write letters, digits, blanks and hyphens"));
        }
        let mut pages = vec![self.clone()];
        pages.extend(self.others(sort, &name, neighbours));
        let known = |known: &(Sort, String)| known.0 == sort && known.1 == new;
        if let Some(page) = pages.iter().find(|page| page.known_names().iter().any(known)) {
            return Err(format!("there is already a `{new}`{}", self.beside(page)));
        }
        let renamed: Vec<Renamed> = pages.iter().map(|p| p.renamed(sort, &name, new)).collect();
        let mut base = self.base.clone();
        for Renamed { address, text, changes } in &renamed {
            if let Address::File(path) = address {
                base.open(path, &changed(text, changes));
            }
        }
        for (before, Renamed { address, text, changes }) in pages.iter().zip(&renamed) {
            let after = Page::read(&base, address, &changed(text, changes));
            if let Some(error) = new_error(before, &after) {
                return Err(format!("then {}{}", error.title, self.beside(before)));
            }
        }
        Ok(renamed.into_iter().filter(|renamed| !renamed.changes.is_empty()).collect())
    }

    /// The other texts that have the name from where this one has it.
    fn others(&self, sort: Sort, name: &str, neighbours: &[Neighbour]) -> Vec<Page> {
        let Some((giver, text)) = self.giver(sort, name) else { return Vec::new() };
        let own = self.own_path();
        let read =
            |(path, text): &Neighbour| Page::read(&self.base, &Address::File(path.clone()), text);
        let first = (giver.0.clone(), text);
        let beside = neighbours.iter().filter(|(path, _)| real(path) != giver.0);
        let named = |(_, text): &&Neighbour| text.contains(name);
        let all = std::iter::once(&first).chain(beside);
        let all = all.filter(|(path, _)| Some(real(path)) != own).filter(named);
        all.map(read).filter(|page| page.has_from(&giver, sort, name)).collect()
    }

    /// The file that gives a name, and what it holds; nothing for names of definitions that come with the program.
    fn giver(&self, sort: Sort, name: &str) -> Option<(Giver, Arc<str>)> {
        let span = self.given(sort, name)?;
        let text = self.sources().get(span.source).text.clone();
        Some(((real(&self.path(span.source)?), span.start), text))
    }

    /// Whether this text names what `giver` names; its game may call it otherwise in the end.
    fn has_from(&self, giver: &Giver, sort: Sort, name: &str) -> bool {
        let reads = self.files().any(|file| file == giver.0);
        let same = match (self.giver(sort, name), self.given(sort, name)) {
            (Some((own, _)), _) => own == *giver,
            (None, Some(_)) => false,
            (None, None) => true,
        };
        reads && same
    }

    fn renamed(&self, sort: Sort, name: &str, new: &str) -> Renamed {
        let changes = self.occurrences(sort, name).into_iter();
        let mut changes: Vec<Change> = changes.map(|range| (range, new.to_owned())).collect();
        changes.sort_by_key(|(range, _)| range.start);
        changes.dedup();
        Renamed { address: self.address.clone(), text: self.text.clone(), changes }
    }

    fn own_path(&self) -> Option<PathBuf> {
        match &self.address {
            Address::File(path) => Some(real(path)),
            Address::Name(_) => None,
        }
    }

    /// ` in parent.yaml`, where that is another text than this one.
    fn beside(&self, page: &Page) -> String {
        let other = page.own_path().filter(|path| Some(path) != self.own_path().as_ref());
        let name = other.as_deref().and_then(Path::file_name);
        name.map_or(String::new(), |name| format!(" in {}", name.display()))
    }
}

fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut text = text.to_owned();
    for (range, new) in changes.iter().rev() {
        text.replace_range(range.clone(), new);
    }
    text
}

/// An error that a text has and had not before.
fn new_error(before: &Page, after: &Page) -> Option<Diagnostic> {
    let errors = |page: &Page| {
        let errors = page.found().iter().filter(|d| d.severity() == Severity::Error);
        errors.cloned().collect::<Vec<Diagnostic>>()
    };
    let (had, has) = (errors(before), errors(after));
    let fresh = has.iter().find(|d| had.iter().all(|h| h.code != d.code));
    fresh.or_else(|| has.first().filter(|_| has.len() > had.len())).cloned()
}
