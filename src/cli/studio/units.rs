//! Places in the units of a browser: UTF-16 units from the start of the text. Every number of units gives a byte on a
//! character boundary.

use serde_json::{Value, json};
use std::ops::Range;

/// The number of units before byte `at`.
pub(crate) fn units(text: &str, at: usize) -> usize {
    text.char_indices().take_while(|(i, _)| *i < at).map(|(_, c)| c.len_utf16()).sum()
}

/// The byte after `at` units.
pub(crate) fn byte(text: &str, at: usize) -> usize {
    let mut before = 0;
    let found = text.char_indices().find(|(_, c)| {
        let here = before;
        before += c.len_utf16();
        here >= at
    });
    found.map_or(text.len(), |(i, _)| i)
}

/// A range of bytes as `{"from", "to"}` in units.
pub(crate) fn place(text: &str, range: &Range<usize>) -> Value {
    let from = units(text, range.start);
    let length = text.get(range.clone()).map_or(0, |part| part.chars().map(char::len_utf16).sum());
    json!({ "from": from, "to": from + length })
}
