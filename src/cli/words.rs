//! Text laid out for a terminal.
//!
//! Owns: [`wrap`], [`moves`] and [`printable`]. Invariant: no line is longer than asked unless a single word is, and
//! nothing that came from a file steers the terminal.

use crate::play::group::{Group, summary};

/// `text` behind `head`, its further lines set in as far as the head is long.
pub fn wrap(head: &str, text: &str, width: usize) -> String {
    let indent = head.chars().count();
    let mut out = head.to_owned();
    let mut column = indent;
    for word in text.split_whitespace().map(printable) {
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
        out.push_str(&word);
        column += length;
    }
    out.push('\n');
    out
}

/// Moves by kind under their count; `noun` is what is counted. One of several words has its own line.
pub fn moves(groups: &[Group], noun: [&str; 2], width: usize) -> String {
    let mut out = summary(groups, noun) + "\n";
    let head = groups.iter().map(|g| g.kind.chars().count()).max().unwrap_or(0);
    for group in groups {
        let head = format!("  {:head$}  ", group.kind);
        if group.moves.iter().any(|text| text.contains(' ')) {
            out.extend(group.moves.iter().map(|text| wrap(&head, text, width)));
        } else {
            out.push_str(&wrap(&head, &group.moves.join(" "), width));
        }
    }
    out
}

/// `word` without control characters and marks that turn the direction of writing.
pub fn printable(word: &str) -> String {
    let steers = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    word.chars().map(|c| if steers(c) { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_behind_its_head() {
        assert_eq!(wrap("ab  ", "one two three", 11), "ab  one two\n    three\n");
        assert_eq!(wrap("", "longword x", 4), "longword\nx\n");
        assert_eq!(wrap("> ", "a\u{1b}[2J", 20), "> a\u{fffd}[2J\n");
        assert_eq!(wrap("> ", "", 20), "> \n");
    }
}
