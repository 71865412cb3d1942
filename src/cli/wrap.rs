//! Wraps text for a terminal. Only a line with a single word may be longer than the width. This
//! file does not use other modules of the program, so that tests can include it.

/// Writes `text` after `head` and indents further lines by the length of `head`.
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
