//! Signs behind moves: `+`, `#`, `!`, `?`.
//!
//! Owns: [`readings`] and [`without_remarks`]. Takes the text of a move in any notation of any arena; gives the text without the
//! signs that say only what comes of a move, or what people think of it. Invariant: a final `+` that takes what could be
//! declined (`e2e4,+`) is a part of the move.

use std::iter::successors;

/// What may stand behind a move.
pub const REMARKS: [char; 4] = ['+', '#', '!', '?'];

/// `text`, then the same with one sign less at its end, and so on. The first that names a move is meant.
pub fn readings(text: &str) -> impl Iterator<Item = &str> {
    successors(Some(text), |text| text.strip_suffix(REMARKS))
}

/// `text` without the signs behind it.
pub fn without_remarks(text: &str) -> &str {
    let bare = text.trim_end_matches(REMARKS);
    match bare.ends_with(',') && text[bare.len()..].starts_with('+') {
        true => &text[..=bare.len()],
        false => bare,
    }
}
