//! Rewrites files of edition 0. Goes after the first release, with `alfil_syntax::edition`.

use crate::workspace::Workspace;
use alfil_diagnostics::diagnostic::Edit;
use alfil_diagnostics::source::SourceId;
use alfil_syntax::definition::{self, EDITION};
use alfil_syntax::value::Edition;
use alfil_syntax::yaml::NodeKind;

/// Maximum number of rounds. A word may become visible only after another one is rewritten.
const ROUNDS: usize = 20;

impl Workspace {
    /// The text of the file `id`, which `request` asks for, in edition 1: its words of edition 0
    /// are replaced, and it begins with its edition. `None` if it names an edition already, or if
    /// it is no mapping.
    pub fn in_edition_one(&self, request: &str, id: SourceId) -> Option<String> {
        let mut other = self.clone();
        if names_edition(id, &other.sources().get(id).text)? {
            return None;
        }
        for _ in 0..ROUNDS {
            let found = other.resolve_untried(request).found;
            let edits = found.iter().filter_map(|finding| finding.rewritten.as_deref());
            let edits: Vec<&Edit> = edits.filter(|edit| edit.span.source == id).collect();
            if edits.is_empty() {
                break;
            }
            let text = rewritten(&other.sources().get(id).text, edits);
            other.sources_mut().replace(id, text);
        }
        let text = &other.sources().get(id).text;
        let NodeKind::Mapping(entries) = definition::tree(id, text).value?.kind else {
            return None;
        };
        let first = entries.first()?.key.span().start as usize;
        let (before, behind) = text.split_at(first);
        let line = format!("{EDITION}: {}", Edition::One.number());
        let end = if before.trim_end().ends_with('{') { ", " } else { "\n" };
        Some([before, &line, end, behind].concat())
    }
}

/// True if the text names its edition. `None` if it is no mapping.
fn names_edition(id: SourceId, text: &str) -> Option<bool> {
    let NodeKind::Mapping(entries) = definition::tree(id, text).value?.kind else { return None };
    Some(entries.iter().any(|entry| entry.key.text() == EDITION))
}

/// The text with all edits, of which none is applied inside another.
fn rewritten(text: &str, mut edits: Vec<&Edit>) -> String {
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let (mut out, mut from) = (String::with_capacity(text.len()), 0);
    for edit in edits {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        if start >= from {
            out += &text[from..start];
            out += &edit.text;
            from = end;
        }
    }
    out + &text[from..]
}
