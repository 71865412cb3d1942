//! Annotations after moves: `+`, `#`, `!`, `?`. They are optional in every notation. A final `+` that accepts what
//! could be declined (`e2e4,+`) is a part of the move.

use std::iter::successors;

/// Signs that may follow a move.
pub(crate) const REMARKS: [char; 4] = ['+', '#', '!', '?'];

/// `text`, then `text` with one sign less at its end, and so on. The first one that names a move is meant.
pub(crate) fn readings(text: &str) -> impl Iterator<Item = &str> {
    successors(Some(text), |text| text.strip_suffix(REMARKS))
}

/// `text` without the remarks at its end. A `+` directly after a comma is part of the move and is kept.
pub(crate) fn without_remarks(text: &str) -> &str {
    let bare = text.trim_end_matches(REMARKS);
    if bare.ends_with(',') && text[bare.len()..].starts_with('+') {
        &text[..=bare.len()]
    } else {
        bare
    }
}
