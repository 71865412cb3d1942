//! The house style of definition files.
//!
//! Owns: [`format()`]. Takes the text of a file; gives the same definition in the style of the shipped
//! ones: two spaces a level, lists set in under their key, one space after `:` and `,`, at most one
//! empty line, quotes only where some reader of YAML wants them, line feeds. What an author chose
//! stays: the order of keys, `{a: b}` or lines of their own, block texts and their line breaks,
//! comments and what they are about, the column of a comment behind a value. Invariant: the text given
//! reads as the very tree that was taken and has the same comments, and formatting it again changes nothing.

mod line;
mod printer;
pub mod shape;

use crate::format::shape::Document;
use crate::yaml::{self, Node, NodeKind};
use alfil_diagnostics::diagnostic::{Diagnostic, has_errors};
use alfil_diagnostics::source::SourceId;

/// Why a text has no formatted form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unformatted {
    /// It is not well-formed; these findings say where.
    Broken(Vec<Diagnostic>),
    /// What came out would not have said the same: an anchor on nothing at all, lines that end in lone
    /// carriage returns.
    Altered,
}

/// Formats `text`, which is text `source` of the run.
///
/// # Errors
/// The text is no YAML of ours, or has a form that the printer cannot keep.
pub fn format(source: SourceId, text: &str) -> Result<String, Unformatted> {
    let text = text.trim_start_matches('\u{feff}');
    let read = yaml::parse(source, text);
    let before = match read.value {
        Some(tree) if !has_errors(&read.found) => tree,
        Some(_) | None => return Err(Unformatted::Broken(read.found)),
    };
    if text.replace("\r\n", "").contains('\r') {
        return Err(Unformatted::Altered);
    }
    // The parser below has accepted it a moment ago.
    let document = shape::document(text).ok_or(Unformatted::Altered)?;
    let formatted = printer::print(text, &document);
    let after = yaml::parse(source, &formatted);
    let same = after.value.is_some_and(|tree| says_the_same(&before, &tree));
    let written = shape::document(&formatted).ok_or(Unformatted::Altered)?;
    let comments = comments(text, &document) == comments(&formatted, &written);
    match same && comments && after.found.len() == read.found.len() {
        true => Ok(formatted),
        false => Err(Unformatted::Altered),
    }
}

/// The comments of a text, without the blanks at their ends.
fn comments<'t>(text: &'t str, document: &Document) -> Vec<&'t str> {
    document.comments.iter().map(|at| text[at.clone()].trim_end()).collect()
}

/// Whether two trees hold the same texts in the same order.
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
