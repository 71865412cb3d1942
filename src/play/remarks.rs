//! Signs behind moves: `+`, `#`, `!`, `?`.
//!
//! Owns: [`readings`] and [`without_remarks`]. Takes the text of a move in any notation of any arena; gives the text without the
//! signs, which say only that a move gives check or mate, or that it is good or bad. Invariant: a final `+` that takes what could be
//! declined (`e2e4,+`) is a part of the move.

use std::iter::successors;

/// Signs that may follow a move.
pub(crate) const REMARKS: [char; 4] = ['+', '#', '!', '?'];

/// `text`, then the same with one sign less at its end, and so on. The first that names a move is meant.
pub(crate) fn readings(text: &str) -> impl Iterator<Item = &str> {
    successors(Some(text), |text| text.strip_suffix(REMARKS))
}

/// `text` without the signs behind it.
pub(crate) fn without_remarks(text: &str) -> &str {
    let bare = text.trim_end_matches(REMARKS);
    match bare.ends_with(',') && text[bare.len()..].starts_with('+') {
        true => &text[..=bare.len()],
        false => bare,
    }
}
