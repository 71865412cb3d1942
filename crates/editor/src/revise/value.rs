//! Edits of mappings and values, and a text that is edited step by step.

use crate::page::{Change, Page, bytes};
use alfil_syntax::definition::Definition;
use alfil_syntax::scalar::{Scalar, Style};
use alfil_syntax::value::Schema;
use alfil_syntax::write::{Layout, Place, in_quotes};
use alfil_syntax::yaml::{Entry, Node, NodeKind};

// Edits of mappings and values: in the form that the file uses, with as few letters as possible.

/// The entries of a mapping.
pub(super) fn entries(node: &Node) -> Option<&[Entry]> {
    match &node.kind {
        NodeKind::Mapping(entries) => Some(entries),
        NodeKind::Scalar(_) | NodeKind::Sequence(_) => None,
    }
}

/// The text of a value that is one.
pub(super) fn text_of(node: &Node) -> Option<&Scalar> {
    match &node.kind {
        NodeKind::Scalar(scalar) => Some(scalar),
        NodeKind::Mapping(_) | NodeKind::Sequence(_) => None,
    }
}

/// The entry with this key.
pub(super) fn entry<'n>(node: &'n Node, key: &str) -> Option<&'n Entry> {
    entries(node)?.iter().find(|entry| entry.key.text() == key)
}

impl Page {
    /// The entry with this key at the top level of the text.
    pub(super) fn top(&self, key: &str) -> Option<&Entry> {
        entry(self.tree.as_ref()?, key)
    }

    fn layout(&self, node: &Node) -> Layout {
        if self.text()[bytes(node.span).start..].starts_with('{') {
            Layout::Brackets
        } else {
            Layout::Lines
        }
    }

    /// Where texts of this mapping stand.
    pub(super) fn place(&self, node: &Node) -> Place {
        match self.layout(node) {
            Layout::Brackets => Place::Brackets,
            Layout::Lines => Place::Line,
        }
    }

    /// True if the characters of the value are at the entry. Those of an alias are elsewhere.
    pub(super) fn is_here(&self, entry: &Entry) -> bool {
        let own = bytes(entry.value.span);
        let inner = match &entry.value.kind {
            NodeKind::Scalar(scalar) => Some(scalar.span()),
            NodeKind::Mapping(entries) => entries.first().map(|entry| entry.key.span()),
            NodeKind::Sequence(items) => items.first().map(|item| item.span),
        };
        let inside = |span| own.start <= bytes(span).start && bytes(span).end <= own.end;
        inner.is_none_or(inside) && !self.text()[own.start..].starts_with(['*', '&'])
    }

    /// The end of the line of byte `at`.
    fn line_end(&self, at: usize) -> usize {
        self.text()[at..].find('\n').map_or(self.text().len(), |feed| at + feed)
    }

    fn line_start(&self, at: usize) -> usize {
        self.text()[..at].rfind('\n').map_or(0, |feed| feed + 1)
    }

    /// The last byte of an entry.
    fn end(&self, entry: &Entry) -> usize {
        bytes(entry.key.span()).end.max(bytes(entry.value.span).end)
    }

    /// The edit that gives an existing text another content, which is `written` as YAML. The quotes
    /// of the old text stay.
    pub(super) fn rewrite(&self, old: &Scalar, new: &str, written: &str) -> Change {
        let range = bytes(old.span());
        let text = match old.style() {
            Style::Block => new.to_owned(),
            Style::Plain if range.is_empty() => format!(" {written}"),
            Style::Plain => written.to_owned(),
            Style::Quoted if self.text()[range.clone()].starts_with('\'') => {
                format!("'{}'", new.replace('\'', "''"))
            }
            Style::Quoted => in_quotes(new),
        };
        Change { range, text }
    }

    /// The edit that gives an entry another value, which is `written` as YAML.
    ///
    /// # Errors
    /// A comment inside the value would be lost.
    pub(super) fn replace(&self, entry: &Entry, written: &str) -> Result<Change, String> {
        let key = bytes(entry.key.span()).end;
        let colon = self.text()[key..].find(':').map_or(key, |colon| key + colon + 1);
        let range = colon..self.end(entry).max(colon);
        if self.text()[range.clone()].contains('#') {
            return Err("this contains a comment, so you can change it only in the text".to_owned());
        }
        Ok(Change { range, text: format!(" {written}") })
    }

    /// The edit that adds `key: written` at its place among the keys of `schema`; as the last entry
    /// without a schema.
    pub(super) fn insert(
        &self,
        node: &Node,
        schema: Option<&Schema>,
        key: &str,
        written: &str,
    ) -> Result<Change, String> {
        let all = entries(node).ok_or("there is no place for it in the text")?;
        let new = if written.starts_with('\n') {
            format!("{key}:{written}")
        } else {
            format!("{key}: {written}")
        };
        let number = |name: &str| schema?.keys.iter().position(|key| key.name == name);
        let before = match schema {
            Some(_) => all.iter().rev().find(|entry| number(entry.key.text()) < number(key)),
            None => all.last(),
        };
        let start = bytes(node.span).start;
        Ok(match (self.layout(node), before, all.first()) {
            (Layout::Brackets, Some(before), _) => {
                Change::insert(self.end(before), format!(", {new}"))
            }
            (Layout::Brackets, None, Some(_)) => Change::insert(start + 1, format!("{new}, ")),
            (Layout::Brackets, None, None) => Change::insert(start + 1, new),
            (Layout::Lines, Some(before), Some(first)) => {
                let at = bytes(first.key.span()).start;
                let indent = " ".repeat(at - self.line_start(at));
                let new = new.replace('\n', &format!("\n{indent}"));
                Change::insert(self.line_end(self.end(before)), format!("\n{indent}{new}"))
            }
            (Layout::Lines, None, Some(first)) => {
                let at = bytes(first.key.span()).start;
                let indent = " ".repeat(at - self.line_start(at));
                let new = new.replace('\n', &format!("\n{indent}"));
                Change::insert(at, format!("{new}\n{indent}"))
            }
            (Layout::Lines, _, None) => return Err("there is no entry next to it".to_owned()),
        })
    }

    /// The edit that adds a key to the file, at its usual place.
    pub(super) fn insert_top(&self, key: &str, written: &str) -> Result<Change, String> {
        let tree = self
            .tree
            .as_ref()
            .ok_or("the text is not YAML, so you can change it only in the text")?;
        self.insert(tree, Some(&Definition::SCHEMA), key, written)
    }

    /// The edit that deletes an entry of a mapping that keeps others.
    fn delete_one(&self, node: &Node, number: usize) -> Option<Change> {
        let all = entries(node)?;
        let entry = all.get(number)?;
        let (start, end) = (bytes(entry.key.span()).start, self.end(entry));
        let range = match self.layout(node) {
            Layout::Lines => {
                let line_end = self.line_end(end);
                let begin = self.line_start(start);
                // The first entry of an item stands after its dash.
                if !self.text()[begin..start].trim().is_empty() {
                    return None;
                }
                begin..(line_end + 1).min(self.text().len())
            }
            Layout::Brackets => match (all.get(number + 1), number.checked_sub(1)) {
                (Some(next), _) => start..bytes(next.key.span()).start,
                (None, Some(before)) => self.end(&all[before])..end,
                (None, None) => start..end,
            },
        };
        Some(Change { range, text: String::new() })
    }

    /// The edit that deletes the entry `key` of the mapping under the top-level key `section`. The
    /// section goes with its last entry.
    ///
    /// # Errors
    /// There is no such entry, or only typing can delete it.
    pub(super) fn delete(&self, section: &str, key: &str) -> Result<Change, String> {
        let tree = self
            .tree
            .as_ref()
            .ok_or("the text is not YAML, so you can change it only in the text")?;
        let missing = || format!("this text has no `{key}`");
        let parent = self.top(section).ok_or_else(missing)?;
        let all = entries(&parent.value).ok_or_else(missing)?;
        let number = all.iter().position(|e| e.key.text() == key).ok_or_else(missing)?;
        let change = match all.len() {
            1 => {
                let at = entries(tree)
                    .and_then(|top| top.iter().position(|entry| entry.key.text() == section));
                at.and_then(|at| self.delete_one(tree, at))
            }
            _ => self.delete_one(&parent.value, number),
        };
        change.ok_or_else(|| "you can delete this only in the text".to_owned())
    }

    /// The edit that deletes a top-level key of the text.
    ///
    /// # Errors
    /// There is no such key, or only typing can delete it.
    pub(super) fn delete_top(&self, key: &str) -> Result<Change, String> {
        let change = self.tree.as_ref().and_then(|tree| {
            let number = entries(tree)?.iter().position(|entry| entry.key.text() == key)?;
            self.delete_one(tree, number)
        });
        change.ok_or_else(|| format!("you can delete `{key}` only in the text"))
    }

    /// The edit that deletes the key `key` of the entry `owner`, which keeps other keys.
    pub(super) fn delete_key(&self, owner: &Entry, key: &str) -> Option<Change> {
        let all = entries(&owner.value)?;
        let number = all.iter().position(|entry| entry.key.text() == key)?;
        if all.len() == 1 {
            return None;
        }
        self.delete_one(&owner.value, number)
    }
}

// A text that is edited step by step. All steps together become edits of the first text.

/// The text after the steps so far.
pub(super) struct Draft {
    page: Page,
    /// The text before all steps.
    first: Page,
    /// The edits of the first text, sorted by place.
    changes: Vec<Change>,
}

impl Draft {
    pub(super) fn of(page: &Page) -> Draft {
        Draft { page: page.clone(), first: page.clone(), changes: Vec::new() }
    }

    /// The present text.
    pub(super) fn page(&self) -> &Page {
        &self.page
    }

    /// Edits the present text. A range outside it, or an edit without effect, changes nothing.
    pub(super) fn edit(&mut self, new: Change) {
        let text = self.page.text();
        if text.get(new.range.clone()).is_none_or(|old| old == new.text) {
            return;
        }
        let mut after = text.to_owned();
        after.replace_range(new.range.clone(), &new.text);
        self.merge(new);
        self.page = Page::read(&self.page.base, &self.page.address, &after);
    }

    /// Makes several edits of the present text, which must not overlap.
    pub(super) fn edit_all(&mut self, mut changes: Vec<Change>) {
        // From the end, so that the earlier ranges stay valid.
        changes.sort_by_key(|change| std::cmp::Reverse(change.range.start));
        for change in changes {
            self.edit(change);
        }
    }

    /// Takes an edit of the present text into the edits of the first one. It is joined with all
    /// edits that it touches.
    fn merge(&mut self, new: Change) {
        let text = self.page.text();
        let (mut before, mut touched, mut after) = (Vec::new(), Vec::new(), Vec::new());
        // The growth of the text by the edits before the new one, and by those that it touches.
        let (mut shift, mut grown, mut all) = (0isize, 0isize, 0isize);
        // The part of the present text that the joined edit covers.
        let mut covered = new.range.clone();
        for change in std::mem::take(&mut self.changes) {
            let from = change.range.start.saturating_add_signed(all);
            let to = from + change.text.len();
            let growth = change.text.len() as isize - change.range.len() as isize;
            all += growth;
            if to < new.range.start {
                shift += growth;
                before.push(change);
            } else if from > new.range.end {
                after.push(change);
            } else {
                grown += growth;
                covered = covered.start.min(from)..covered.end.max(to);
                touched.push(change);
            }
        }
        let start = covered.start.saturating_add_signed(-shift);
        let end = covered.end.saturating_add_signed(-shift - grown);
        let mut words = text[covered.start..new.range.start].to_owned();
        words += &new.text;
        words += &text[new.range.end..covered.end];
        self.changes = before;
        self.changes.push(Change { range: start..end, text: words });
        self.changes.extend(after);
    }

    /// The edits of the first text.
    ///
    /// # Errors
    /// The edited text is no YAML any more, so the change cannot be made in this style.
    pub(super) fn finish(self) -> Result<Vec<Change>, String> {
        if self.page.tree.is_none() && self.first.tree.is_some() {
            return Err("you can change this part only in the text".to_owned());
        }
        let text = self.first.text();
        Ok(self.changes.into_iter().filter(|c| text[c.range.clone()] != c.text).collect())
    }
}
