//! Places, edits and findings of a text as JSON. The page counts UTF-16 units from the start of the text.

use crate::editor::{Change, utf16};
use crate::variant::Finding;
use serde_json::{Value, json};
use std::ops::Range;

/// A range of bytes as `{"from", "to"}` in UTF-16 units.
pub(super) fn place(text: &str, range: &Range<usize>) -> Value {
    let Range { start, end } = utf16::range(text, range);
    json!({ "from": start, "to": end })
}

/// A place of the text, and its replacement.
pub(super) fn edit(text: &str, change: &Change) -> Value {
    let mut edit = place(text, &change.range);
    edit["text"] = change.text.as_str().into();
    edit
}

/// Adds the words of a finding to `one`.
pub(super) fn describe(one: &mut Value, finding: &Finding) {
    one["severity"] = finding.severity.name().into();
    one["code"] = finding.code.into();
    one["title"] = finding.title.as_str().into();
    one["reason"] = finding.reason.as_deref().into();
    one["help"] = finding.help.as_deref().into();
}
