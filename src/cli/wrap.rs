//! Lines that fit a terminal.
//!
//! Owns: [`wrap`]. Invariant: no line is longer than asked unless a single word is. Nothing here knows the rest of
//! the command, so that tests read this file by itself.

/// `text` behind `head`, its further lines set in as far as the head is long.
pub(crate) fn wrap(head: &str, text: &str, width: usize) -> String {
    let indent = head.chars().count();
    let mut out = head.to_owned();
    let mut column = indent;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > indent && column + 1 + length > width {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        }
        if column > indent {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out.push('\n');
    out
}
