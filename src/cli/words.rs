//! Text laid out for a terminal.
//!
//! Owns: [`wrap`] and [`moves`]. Invariant: no line is longer than asked unless a single word is.

use crate::play::group::{Group, summary};

/// `text` behind `head`, its further lines set in as far as the head is long.
pub fn wrap(head: &str, text: &str, width: usize) -> String {
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
