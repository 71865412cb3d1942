//! Places as a browser counts them: units of UTF-16 from the beginning of the text.
//!
//! Owns: [`units`] and [`byte`]. Invariant: any number of units gives a byte on a character boundary.

use serde_json::{Value, json};
use std::ops::Range;

/// How many units stand before byte `at`.
pub(crate) fn units(text: &str, at: usize) -> usize {
    text.char_indices().take_while(|(i, _)| *i < at).map(|(_, c)| c.len_utf16()).sum()
}

/// The byte before which `at` units stand.
pub(crate) fn byte(text: &str, at: usize) -> usize {
    let mut before = 0;
    let found = text.char_indices().find(|(_, c)| {
        let here = before;
        before += c.len_utf16();
        here >= at
    });
    found.map_or(text.len(), |(i, _)| i)
}

/// A stretch of bytes as `{"from", "to"}` in units.
pub(crate) fn place(text: &str, range: &Range<usize>) -> Value {
    let from = units(text, range.start);
    let length = text.get(range.clone()).map_or(0, |part| part.chars().map(char::len_utf16).sum());
    json!({ "from": from, "to": from + length })
}
