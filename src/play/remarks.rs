//! Annotations after moves: `+`, `#`, `!`, `?`. They are optional in every notation. The final `+`
//! in `e2e4,+`, which accepts an optional effect, is a part of the move.

use std::iter::successors;

/// Signs that may follow a move.
pub(crate) const REMARKS: [char; 4] = ['+', '#', '!', '?'];

/// Returns the text, then the text without its last sign, and so on. Callers take the first one
/// that names a move.
pub(crate) fn readings(text: &str) -> impl Iterator<Item = &str> {
    successors(Some(text), |text| text.strip_suffix(REMARKS))
}

/// Removes the annotations at the end of `text`. A `+` directly after a comma is part of the move
/// and is kept.
pub(crate) fn without_remarks(text: &str) -> &str {
    let bare = text.trim_end_matches(REMARKS);
    if bare.ends_with(',') && text[bare.len()..].starts_with('+') {
        &text[..=bare.len()]
    } else {
        bare
    }
}
