//! Formats definition files in the style of the shipped ones.
//!
//! The style has two spaces per level, indented lists, one space after `:` and `,`, at most one
//! empty line, quotes only where some YAML reader needs them, and line feeds. The author's choices
//! stay: the order of keys, braces or separate lines, block texts with their line breaks, comments
//! with their columns. The result has the same tree and comments as the input, and formatting it
//! again changes nothing.

mod line;
mod printer;
pub mod shape;

use crate::definition;
use crate::format::shape::Document;
use crate::yaml::{self, Node, NodeKind};
use alfil_diagnostics::diagnostic::{Diagnostic, has_errors};
use alfil_diagnostics::source::SourceId;

/// The reason why a text cannot be formatted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unformatted {
    /// The text has errors; the findings tell where.
    Broken(Vec<Diagnostic>),
    /// The result would mean something else. Reasons are an anchor without a value, and lines that
    /// end in single carriage returns.
    Altered,
}

/// Formats `text`, the content of `source`.
///
/// # Errors
///
/// Fails if the text has errors, or a form that the printer cannot keep.
pub fn format(source: SourceId, text: &str) -> Result<String, Unformatted> {
    let text = text.trim_start_matches('\u{feff}');
    let read = definition::tree(source, text);
    let before = match read.value {
        Some(tree) if !has_errors(&read.found) => tree,
        Some(_) | None => return Err(Unformatted::Broken(read.found)),
    };
    if text.replace("\r\n", "").contains('\r') {
        return Err(Unformatted::Altered);
    }
    // This does not fail, because the parser accepted the text above.
    let document = shape::document(text).ok_or(Unformatted::Altered)?;
    let formatted = printer::print(text, &document);
    let after = definition::tree(source, &formatted);
    let same = after.value.is_some_and(|tree| says_the_same(&before, &tree));
    let written = shape::document(&formatted).ok_or(Unformatted::Altered)?;
    let comments = comments(text, &document) == comments(&formatted, &written);
    if same && comments && after.found.len() == read.found.len() {
        Ok(formatted)
    } else {
        Err(Unformatted::Altered)
    }
}

/// The comments of a text, without trailing blanks.
fn comments<'t>(text: &'t str, document: &Document) -> Vec<&'t str> {
    document.comments.iter().map(|at| text[at.clone()].trim_end()).collect()
}

/// True if two trees have the same texts in the same order.
pub fn says_the_same(a: &Node, b: &Node) -> bool {
    match (&a.kind, &b.kind) {
        (NodeKind::Scalar(a), NodeKind::Scalar(b)) => a.text() == b.text(),
        (NodeKind::Sequence(a), NodeKind::Sequence(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| says_the_same(a, b))
        }
        (NodeKind::Mapping(a), NodeKind::Mapping(b)) => {
            let same = |(a, b): (&yaml::Entry, &yaml::Entry)| {
                a.key.text() == b.key.text() && says_the_same(&a.value, &b.value)
            };
            a.len() == b.len() && a.iter().zip(b).all(same)
        }
        (NodeKind::Scalar(_) | NodeKind::Sequence(_) | NodeKind::Mapping(_), _) => false,
    }
}
