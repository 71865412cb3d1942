//! Renames a piece or a zone in every text that mentions it.
//!
//! If a file defines the name, that file is edited, and every neighbour whose game has the name from there: parents and
//! children. A piece of a shipped definition gets a `name` here, and children follow; zones of shipped definitions
//! cannot be renamed. No edited text gets a new error, piece or zone.

use crate::editor::names::{Home, Sort, inner};
use crate::editor::{Address, Change, Page, bytes};
use alfil_diagnostics::diagnostic::{Diagnostic, Severity};
use alfil_syntax::yaml::{Entry, Node, NodeKind};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The edits of one text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Renamed {
    /// The place where it belongs.
    pub address: Address,
    /// Its present content.
    pub text: Arc<str>,
    /// Sorted by place; never empty.
    pub changes: Vec<Change>,
}

/// A file that may mention the same name, and its content.
pub type Neighbour = (PathBuf, Arc<str>);

/// The reason why something cannot be renamed.
pub type Refused = String;

/// The entry that renames a parent's piece.
struct Called {
    /// The characters that keep the name of the parent.
    key: Option<Range<usize>>,
    /// The edit that adds the new name.
    change: Change,
}

/// The file that defines a name: its canonical path, and the byte.
type Giver = (PathBuf, u32);

impl Page {
    /// The edits that rename the name at byte `at` to `new`, those of this text first.
    ///
    /// # Errors
    /// The reason why it cannot be renamed.
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
        if let Some(now) = self.called_otherwise(sort, &name) {
            return Err(format!(
                "`{name}` is what a parent calls it, and here it is called `{now}`: rename that"
            ));
        }
        let shipped = self.shipped(sort, &name);
        let called = match (&shipped, sort) {
            (None, _) => None,
            (Some(_), Sort::Kind) => Some(self.called(&name, new)?),
            (Some(parent), Sort::Zone) => {
                return Err(format!(
                    "`{name}` is a zone of {parent}, which comes with the program and is not edited: its rules ask for \
                     the zone by that name. A zone of your own goes under `zones` with another name"
                ));
            }
        };
        let mut pages = vec![self.clone()];
        pages.extend(match &shipped {
            Some(parent) => self.heirs(sort, &name, parent, neighbours),
            None => self.others(sort, &name, neighbours),
        });
        let known = |known: &(Sort, String)| known.0 == sort && known.1 == new;
        if let Some(page) = pages.iter().find(|page| page.known_names().iter().any(known)) {
            return Err(format!("there is already a `{new}`{}", self.beside(page)));
        }
        let mut renamed: Vec<Renamed> = pages.iter().map(|p| p.renamed(sort, &name, new)).collect();
        if let (Some(Called { key, change }), Some(own)) = (called, renamed.first_mut()) {
            own.changes.retain(|(range, _)| Some(range) != key.as_ref());
            own.changes.push(change);
            own.changes.sort_by_key(|(range, _)| range.start);
        }
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
            if counts(before) != counts(&after) {
                let word = match sort {
                    Sort::Kind => "piece",
                    Sort::Zone => "zone",
                };
                return Err(format!(
                    "then it would be another {word}{}: a parent has a `{name}` of its own, and its rules go on asking \
                     for that one",
                    self.beside(before)
                ));
            }
        }
        Ok(renamed.into_iter().filter(|renamed| !renamed.changes.is_empty()).collect())
    }

    /// The new name, if this file lists a kind under its parent's name `name` and renames it with a `name:` key.
    fn called_otherwise(&self, sort: Sort, name: &str) -> Option<String> {
        if sort == Sort::Zone || self.given(sort, name).is_some() {
            return None;
        }
        let NodeKind::Mapping(body) = &self.entry(name)?.value.kind else { return None };
        match &body.iter().find(|entry| entry.key.text() == "name")?.value.kind {
            NodeKind::Scalar(now) => Some(now.text().to_owned()),
            NodeKind::Sequence(_) | NodeKind::Mapping(_) => None,
        }
    }

    /// The shipped definition that defines the name, if one does.
    fn shipped(&self, sort: Sort, name: &str) -> Option<String> {
        match self.target(self.given(sort, name)?)?.home {
            Home::Shipped(parent) => Some(parent),
            Home::Here | Home::File(_) => None,
        }
    }

    /// The entries of a mapping under a top-level key.
    fn entries(&self, key: &str) -> Option<(&Node, &[Entry])> {
        let NodeKind::Mapping(top) = &self.tree.as_ref()?.kind else { return None };
        let node = &top.iter().find(|entry| entry.key.text() == key)?.value;
        match &node.kind {
            NodeKind::Mapping(entries) => Some((node, entries)),
            NodeKind::Scalar(_) | NodeKind::Sequence(_) => None,
        }
    }

    /// The entry of the piece with this name in the parent.
    fn entry(&self, name: &str) -> Option<&Entry> {
        let (_, entries) = self.entries("pieces")?;
        entries.iter().find(|entry| entry.key.text() == name)
    }

    /// The change that renames a parent's piece from this file on.
    fn called(&self, name: &str, new: &str) -> Result<Called, Refused> {
        let said = format!("name: {new}");
        if let Some(entry) = self.entry(name) {
            let NodeKind::Mapping(body) = &entry.value.kind else {
                return Err(format!("`{name}` is no piece of this game"));
            };
            let key = Some(inner(&entry.key, 0..name.len()));
            let change = self.first(&entry.value, body, &said);
            return Ok(Called { key, change });
        }
        let said = format!("{name}: {{{said}}}");
        let change = match self.entries("pieces") {
            Some((node, entries)) => self.first(node, entries, &said),
            None => {
                let parent =
                    self.parent().filter(|_| self.keys().iter().all(|key| *key != "pieces"));
                let end = parent.map(|scalar| bytes(scalar.span()).end).ok_or_else(|| {
                    format!("a parent calls it `{name}`; write `{said}` under `pieces`")
                })?;
                let line = self.text[end..].find('\n').map_or(self.text.len(), |line| end + line);
                (line..line, format!("\npieces:\n  {said}"))
            }
        };
        Ok(Called { key: None, change })
    }

    /// The change that makes `said` the first entry of a mapping.
    fn first(&self, node: &Node, entries: &[Entry], said: &str) -> Change {
        let start = bytes(node.span).start;
        let Some(first) = entries.first() else { return (start + 1..start + 1, said.to_owned()) };
        let at = bytes(first.key.span()).start;
        let line = self.text[..at].rfind('\n').map_or(0, |line| line + 1);
        let change = if self.text[start..].starts_with('{') {
            format!("{said}, ")
        } else {
            format!("{said}\n{}", " ".repeat(at - line))
        };
        (at..at, change)
    }

    /// The neighbours that have a name of the shipped `parent` through this file.
    fn heirs(&self, sort: Sort, name: &str, parent: &str, neighbours: &[Neighbour]) -> Vec<Page> {
        let Some(own) = self.own_path() else { return Vec::new() };
        let beside =
            neighbours.iter().filter(|(path, text)| real(path) != own && text.contains(name));
        let pages =
            beside.map(|(path, text)| Page::read(&self.base, &Address::File(path.clone()), text));
        let follows = |page: &Page| {
            let same = page.given(sort, name).is_none()
                || page.shipped(sort, name).is_some_and(|home| home == parent);
            same && page.files().any(|file| file == own)
        };
        pages.filter(follows).collect()
    }

    /// The other texts that have the name from the same place.
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

    /// The file that defines a name, and its content; `None` for shipped definitions.
    fn giver(&self, sort: Sort, name: &str) -> Option<(Giver, Arc<str>)> {
        let span = self.given(sort, name)?;
        let text = self.sources().get(span.source).text.clone();
        Some(((real(&self.path(span.source)?), span.start), text))
    }

    /// Returns true if this text has the name from `giver`. Its game may rename it again.
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

    /// ` in parent.yaml`, if that is another text than this one.
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

/// The numbers of kinds and zones of a text.
fn counts(page: &Page) -> Option<(usize, usize)> {
    page.rules().map(|rules| (rules.kinds.len(), rules.zones.len()))
}

/// An error of the text that it did not have before.
fn new_error(before: &Page, after: &Page) -> Option<Diagnostic> {
    let errors = |page: &Page| {
        let errors = page.found().iter().filter(|d| d.severity() == Severity::Error);
        errors.cloned().collect::<Vec<Diagnostic>>()
    };
    let (had, has) = (errors(before), errors(after));
    let fresh = has.iter().find(|d| had.iter().all(|h| h.code != d.code));
    fresh.or_else(|| has.first().filter(|_| has.len() > had.len())).cloned()
}
