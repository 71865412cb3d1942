//! Foldable parts of a text: each top-level key, each entry of its value and each item of its list.

use crate::editor::page::Page;
use alfil_syntax::yaml::{Entry, NodeKind};
use std::ops::Range;

impl Page {
    /// The parts with more than one line, from the key or the start of the item to the last
    /// character.
    pub fn folds(&self) -> Vec<Range<usize>> {
        let Some(NodeKind::Mapping(entries)) = self.tree.as_ref().map(|tree| &tree.kind) else {
            return Vec::new();
        };
        let mut folds: Vec<Range<usize>> = entries.iter().map(whole).collect();
        for entry in entries {
            match &entry.value.kind {
                NodeKind::Mapping(inner) => folds.extend(inner.iter().map(whole)),
                NodeKind::Sequence(items) => folds.extend(items.iter().map(|item| {
                    let span = item.span;
                    span.start as usize..span.end as usize
                })),
                NodeKind::Scalar(_) => {}
            }
        }
        folds.retain(|fold| self.text.get(fold.clone()).is_some_and(|text| text.contains('\n')));
        folds
    }
}

/// An entry with its key. The value of an alias is elsewhere in the text, so then only the key
/// counts.
fn whole(entry: &Entry) -> Range<usize> {
    let key = entry.key.span();
    key.start as usize..entry.value.span.end.max(key.end) as usize
}
