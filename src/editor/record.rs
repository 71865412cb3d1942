//! A test more for a definition.
//!
//! Owns: [`Page::with_case`]. Takes the lines of a test; gives the edit that puts them behind the tests that are there,
//! set in as those are. Invariant: nothing else of the text changes.

use crate::editor::{Change, Page};
use alfil_syntax::yaml::NodeKind;

/// The key of tests.
const TESTS: &str = "tests";
/// How far a list is set in where nothing shows how its author would.
const INDENT: &str = "  ";

impl Page {
    /// The edit that adds a test of these keys and values, each a line. `None` where tests are written in a way that
    /// takes no further line: on one line with others, or by an alias.
    pub fn with_case(&self, lines: &[(String, String)]) -> Option<Change> {
        let text = &self.text;
        let item = |indent: &str| {
            let line = |(n, (key, value)): (usize, &(String, String))| {
                let dash = if n == 0 { "- " } else { "  " };
                format!("{indent}{dash}{key}: {value}\n")
            };
            lines.iter().enumerate().map(line).collect::<String>()
        };
        let gap = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        let entries = match self.tree.as_ref().map(|tree| &tree.kind) {
            Some(NodeKind::Mapping(entries)) => entries.as_slice(),
            Some(NodeKind::Scalar(_) | NodeKind::Sequence(_)) => return None,
            None if text.trim().is_empty() => &[],
            None => return None,
        };
        let Some(tests) = entries.iter().find(|entry| entry.key.text() == TESTS) else {
            let new = format!("{gap}\n{TESTS}:\n{}", item(INDENT));
            return Some((text.len()..text.len(), new));
        };
        let NodeKind::Sequence(items) = &tests.value.kind else { return None };
        let key = tests.key.span();
        let (first, last) = (items.first()?, items.last()?);
        let line_of = |at: usize| text[..at].rfind('\n').map_or(0, |at| at + 1);
        // The dash stands on the line of what follows it.
        let begins = line_of(first.span.start as usize);
        let head = &text[begins..];
        let indent = &head[..head.len() - head.trim_start_matches(' ').len()];
        let is_block = begins > key.end as usize && head[indent.len()..].starts_with('-');
        let end = last.span.end as usize;
        if !is_block || end < key.end as usize {
            return None;
        }
        let tail = text[..end].trim_end().len();
        let at = text[tail..].find('\n').map_or(text.len(), |feed| tail + feed + 1);
        let gap = if text[..at].ends_with('\n') { "" } else { "\n" };
        Some((at..at, format!("{gap}{}", item(indent))))
    }
}
