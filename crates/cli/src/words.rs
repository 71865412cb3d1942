//! Writes lists of moves for a terminal.

use alfil_play::terms::{Group, summary};
use alfil_shell::terminal::wrap;

/// From this number on, the choices of a move are only counted.
const MANY: usize = 5;

/// Replaces the choices of a move by their number if there are many: `e2e4,D@(32)`.
fn shortened(moves: &[String]) -> Vec<String> {
    let base = |text: &String| text.split_once(',').map(|(base, _)| base.to_owned());
    let mut short = Vec::new();
    for alike in moves.chunk_by(|one, next| base(one).is_some() && base(one) == base(next)) {
        let head = alike.first().and_then(|text| Some(text[..=text.find('@')?].to_owned()));
        match head {
            Some(head) if alike.len() >= MANY => short.push(format!("{head}({})", alike.len())),
            Some(_) | None => short.extend(alike.iter().cloned()),
        }
    }
    short
}

/// The noun for moves that an umpire may refuse, singular and plural.
pub(crate) const TRIES: [&str; 2] = ["try", "tries"];

/// The moves by kind, after their total number. `noun` is the noun for moves, singular and plural.
/// A move of several words has a line of its own.
pub(crate) fn moves(groups: &[Group], noun: [&str; 2], width: usize) -> String {
    let mut out = summary(groups, noun) + "\n";
    let head = groups.iter().map(|g| g.kind.chars().count()).max().unwrap_or(0);
    for group in groups {
        let head = format!("  {:head$}  ", group.kind);
        if group.moves.iter().any(|text| text.contains(' ')) {
            out.extend(group.moves.iter().map(|text| wrap(&head, text, width)));
        } else {
            out.push_str(&wrap(&head, &shortened(&group.moves).join(" "), width));
        }
    }
    out
}
