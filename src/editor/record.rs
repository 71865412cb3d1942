//! Adds a test to a definition, after the existing tests and with their indentation.

use crate::editor::page::{Change, Page};
use alfil_syntax::write::Map;
use alfil_syntax::yaml::NodeKind;

const TESTS: &str = "tests";
/// The indentation of the first test.
const INDENT: &str = "  ";

impl Page {
    /// The edit that adds a test with these keys, one on each line. Returns `None` if
    /// the tests are not a list of lines: they may be on one line or an alias.
    pub fn with_case(&self, test: &Map) -> Option<Change> {
        let text = &self.text;
        let item = |indent: &str| -> String {
            test.item().lines().map(|line| format!("{indent}{line}\n")).collect()
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
            return Some(Change::insert(text.len(), new));
        };
        let NodeKind::Sequence(items) = &tests.value.kind else { return None };
        let key = tests.key.span();
        let (first, last) = (items.first()?, items.last()?);
        let line_of = |at: usize| text[..at].rfind('\n').map_or(0, |at| at + 1);
        // The line with the dash of the first item shows the indentation of the list.
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
        Some(Change::insert(at, format!("{gap}{}", item(indent))))
    }
}
