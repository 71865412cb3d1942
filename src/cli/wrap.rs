//! Lines that fit a terminal. No line is too long unless a single word is. This file uses nothing of the command, so
//! that tests can include it by itself.

/// `text` after `head`; further lines are indented by the length of the head.
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
