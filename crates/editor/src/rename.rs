//! Renames a piece, a zone or a die in every text that mentions it.
//!
//! If a file defines the name, the edits change that file and all neighbours that get the name from
//! it. A piece of a shipped definition gets a `name` key in this file, and its children follow.
//! Zones of shipped definitions cannot be renamed. A renaming is refused if a text would get a new
//! error, piece or zone.

use crate::names::{Home, Name, NameAt, Named, inner};
use crate::page::{Address, Change, Page, bytes};
use alfil_diagnostics::diagnostic::{Diagnostic, Severity};
use alfil_rules::ruleset::Ruleset;
use alfil_syntax::yaml::{Entry, Node, NodeKind};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The edits of one text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Renamed {
    pub address: Address,
    /// The text before the edits.
    pub text: Arc<str>,
    /// The edits, sorted by place. Never empty.
    pub changes: Vec<Change>,
}

/// A file that may mention the same name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Neighbour {
    pub path: PathBuf,
    pub text: Arc<str>,
}

/// The reason why a name cannot be changed, in words.
pub type Refused = String;

/// The edit that gives a parent's piece a new name in this file.
struct NewName {
    /// The key of the piece, which keeps the name of the parent.
    key: Option<Range<usize>>,
    /// The edit that adds the `name` key.
    change: Change,
}

/// The place in a file that defines a name.
#[derive(PartialEq, Eq)]
struct Giver {
    /// The canonical path.
    path: PathBuf,
    /// The first byte of the name.
    start: u32,
}

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
        let Some(NameAt { sort, text: name, .. }) = self.name_at(at) else {
            return Err("there is no name here".to_owned());
        };
        self.rename_as(sort, &name, new, neighbours)
    }

    /// Like [`rename`](Self::rename), for the piece or zone `name`.
    pub(super) fn rename_as(
        &self,
        sort: Named,
        name: &str,
        new: &str,
        neighbours: &[Neighbour],
    ) -> Result<Vec<Renamed>, Refused> {
        let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        let new = new.trim();
        if new.is_empty() || !new.chars().all(plain) {
            return Err(format!(
                "`{new}` cannot be a name: use letters, digits, spaces and hyphens"
            ));
        }
        if let Some(now) = self.called_otherwise(sort, name) {
            return Err(format!(
                "`{name}` is the name in a parent, but the name here is `{now}`: rename this one"
            ));
        }
        let shipped = self.shipped(sort, name);
        let new_name = match (&shipped, sort) {
            (None, _) => None,
            (Some(_), Named::Kind) => Some(self.new_name(name, new)?),
            (Some(parent), Named::Die) => {
                return Err(format!(
                    "`{name}` is a die of {parent}, which is part of the program and cannot be edited. Write your own \
                     die under `dice` with another name"
                ));
            }
            (Some(parent), Named::Zone | Named::Group | Named::Question) => {
                let word = sort.word();
                return Err(format!(
                    "`{name}` is a {word} of {parent}, which is part of the program and cannot be edited, and its rules \
                     use this name. Write your own {word} under `{word}s` with another name"
                ));
            }
        };
        let mut pages = vec![self.clone()];
        pages.extend(match &shipped {
            Some(parent) => self.heirs(sort, name, parent, neighbours),
            None => self.others(sort, name, neighbours),
        });
        let is_new = |known: &Name| known.sort == sort && known.text == new;
        if let Some(page) = pages.iter().find(|page| page.known_names().iter().any(is_new)) {
            return Err(format!("there is already a `{new}`{}", self.in_file(page)));
        }
        let mut renamed: Vec<Renamed> = pages.iter().map(|p| p.renamed(sort, name, new)).collect();
        if let (Some(NewName { key, change }), Some(own)) = (new_name, renamed.first_mut()) {
            own.changes.retain(|change| Some(&change.range) != key.as_ref());
            own.changes.push(change);
            own.changes.sort_by_key(|change| change.range.start);
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
                return Err(format!("then {}{}", error.title, self.in_file(before)));
            }
            if counts(before) != counts(&after) {
                let word = sort.word();
                return Err(format!(
                    "then it would be another {word}{}: a parent has its own `{name}`, and its rules would still use \
                     that one",
                    self.in_file(before)
                ));
            }
        }
        Ok(renamed.into_iter().filter(|renamed| !renamed.changes.is_empty()).collect())
    }

    /// The present name of a parent's piece, if this file renames the piece `name` with a `name:`
    /// key.
    fn called_otherwise(&self, sort: Named, name: &str) -> Option<String> {
        if sort != Named::Kind || self.given(sort, name).is_some() {
            return None;
        }
        let NodeKind::Mapping(body) = &self.entry(name)?.value.kind else { return None };
        match &body.iter().find(|entry| entry.key.text() == "name")?.value.kind {
            NodeKind::Scalar(now) => Some(now.text().to_owned()),
            NodeKind::Sequence(_) | NodeKind::Mapping(_) => None,
        }
    }

    /// The shipped definition that defines the name, if one does.
    fn shipped(&self, sort: Named, name: &str) -> Option<String> {
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

    /// The entry in this file for the piece that has this name in the parent.
    fn entry(&self, name: &str) -> Option<&Entry> {
        let (_, entries) = self.entries("pieces")?;
        entries.iter().find(|entry| entry.key.text() == name)
    }

    /// The edit that gives a parent's piece the name `new` in this file. The children of this file
    /// inherit the name.
    fn new_name(&self, name: &str, new: &str) -> Result<NewName, Refused> {
        let entry_text = format!("name: {new}");
        if let Some(entry) = self.entry(name) {
            let NodeKind::Mapping(body) = &entry.value.kind else {
                return Err(format!("`{name}` is not a piece of this game"));
            };
            let key = Some(inner(&entry.key, 0..name.len()));
            let change = self.prepend(&entry.value, body, &entry_text);
            return Ok(NewName { key, change });
        }
        let entry_text = format!("{name}: {{{entry_text}}}");
        let change = match self.entries("pieces") {
            Some((node, entries)) => self.prepend(node, entries, &entry_text),
            None => {
                let parent =
                    self.parent().filter(|_| self.keys().iter().all(|key| *key != "pieces"));
                let end = parent.map(|scalar| bytes(scalar.span()).end).ok_or_else(|| {
                    format!(
                        "it has the name `{name}` in a parent; write `{entry_text}` under `pieces`"
                    )
                })?;
                let line = self.text[end..].find('\n').map_or(self.text.len(), |line| end + line);
                Change::insert(line, format!("\npieces:\n  {entry_text}"))
            }
        };
        Ok(NewName { key: None, change })
    }

    /// The edit that makes `new` the first entry of a mapping.
    fn prepend(&self, node: &Node, entries: &[Entry], new: &str) -> Change {
        let start = bytes(node.span).start;
        let Some(first) = entries.first() else { return Change::insert(start + 1, new) };
        let at = bytes(first.key.span()).start;
        let line = self.text[..at].rfind('\n').map_or(0, |line| line + 1);
        let separator = if self.text[start..].starts_with('{') {
            ", ".to_owned()
        } else {
            format!("\n{}", " ".repeat(at - line))
        };
        Change::insert(at, format!("{new}{separator}"))
    }

    /// The neighbours that inherit a name of the shipped `parent` through this file.
    fn heirs(&self, sort: Named, name: &str, parent: &str, neighbours: &[Neighbour]) -> Vec<Page> {
        let Some(own) = self.own_path() else { return Vec::new() };
        let others = neighbours.iter();
        let others = others.filter(|other| real(&other.path) != own && other.text.contains(name));
        let pages = others.map(|other| self.read_other(other));
        let follows = |page: &Page| {
            let same = page.given(sort, name).is_none()
                || page.shipped(sort, name).is_some_and(|home| home == parent);
            same && page.files().any(|file| file == own)
        };
        pages.filter(follows).collect()
    }

    /// The other texts that get the name from the same place.
    fn others(&self, sort: Named, name: &str, neighbours: &[Neighbour]) -> Vec<Page> {
        let Some((giver, text)) = self.giver(sort, name) else { return Vec::new() };
        let own = self.own_path();
        let first = Neighbour { path: giver.path.clone(), text };
        let others = neighbours.iter().filter(|other| real(&other.path) != giver.path);
        let all = std::iter::once(&first).chain(others);
        let all = all.filter(|other| Some(real(&other.path)) != own && other.text.contains(name));
        let pages = all.map(|other| self.read_other(other));
        pages.filter(|page| page.has_from(&giver, sort, name)).collect()
    }

    fn read_other(&self, other: &Neighbour) -> Page {
        Page::read(&self.base, &Address::File(other.path.clone()), &other.text)
    }

    /// The file that defines a name, and its content; `None` for shipped definitions.
    fn giver(&self, sort: Named, name: &str) -> Option<(Giver, Arc<str>)> {
        let span = self.given(sort, name)?;
        let text = self.sources().get(span.source).text.clone();
        let giver = Giver { path: real(&self.path(span.source)?), start: span.start };
        Some((giver, text))
    }

    /// Returns true if this text gets the name from `giver`. That is also true if the game renames
    /// the piece again.
    fn has_from(&self, giver: &Giver, sort: Named, name: &str) -> bool {
        let reads = self.files().any(|file| file == giver.path);
        let same = match (self.giver(sort, name), self.given(sort, name)) {
            (Some((own, _)), _) => own == *giver,
            (None, Some(_)) => false,
            (None, None) => true,
        };
        reads && same
    }

    fn renamed(&self, sort: Named, name: &str, new: &str) -> Renamed {
        let ranges = self.occurrences(sort, name).into_iter();
        let mut changes: Vec<Change> =
            ranges.map(|range| Change { range, text: new.to_owned() }).collect();
        changes.sort_by_key(|change| change.range.start);
        changes.dedup();
        Renamed { address: self.address.clone(), text: self.text.clone(), changes }
    }

    fn own_path(&self) -> Option<PathBuf> {
        match &self.address {
            Address::File(path) => Some(real(path)),
            Address::Name(_) => None,
        }
    }

    /// Words such as ` in parent.yaml`, for a message about another file than this one.
    fn in_file(&self, page: &Page) -> String {
        let other = page.own_path().filter(|path| Some(path) != self.own_path().as_ref());
        let name = other.as_deref().and_then(Path::file_name);
        name.map_or(String::new(), |name| format!(" in {}", name.display()))
    }
}

/// The canonical path of a file, or `path` if there is no such file.
pub(super) fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// `text` with sorted `changes`.
fn changed(text: &str, changes: &[Change]) -> String {
    let mut text = text.to_owned();
    // Apply the changes from the end, so that the earlier ranges stay valid.
    for change in changes.iter().rev() {
        text.replace_range(change.range.clone(), &change.text);
    }
    text
}

/// The numbers of kinds, zones, groups and named questions.
fn counts(page: &Page) -> Option<[usize; 4]> {
    let count = |rules: &Ruleset| {
        [rules.kinds.len(), rules.zones.len(), rules.groups.len(), rules.named.len()]
    };
    page.rules().map(count)
}

/// An error in `after` that `before` does not have. Errors are compared by their codes, since their
/// places move.
fn new_error(before: &Page, after: &Page) -> Option<Diagnostic> {
    let errors = |page: &Page| {
        let errors = page.found().iter().filter(|d| d.severity() == Severity::Error);
        errors.cloned().collect::<Vec<Diagnostic>>()
    };
    let (had, has) = (errors(before), errors(after));
    let fresh = has.iter().find(|d| had.iter().all(|h| h.code != d.code));
    fresh.or_else(|| has.first().filter(|_| has.len() > had.len())).cloned()
}
