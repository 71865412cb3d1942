//! Moves laid out for a terminal, and the end of a game as data.

use crate::cli::wrap::wrap;
use alfil::play::group::{Group, summary};
use alfil::play::position::Position;
use serde_json::{Value, json};

/// How the game has ended, if it has: the event, its sentence if it has one, and what each side gets.
pub(crate) fn ended(at: &Position) -> Option<Value> {
    let outcome = at.outcome()?;
    let [white, black] = outcome.score();
    Some(json!({
        "event": outcome.reason.name(),
        "sentence": outcome.sentence(at.rules()),
        "score": { "white": white, "black": black },
    }))
}

/// The fewest choices of a move that are counted instead of being written one by one.
const MANY: usize = 5;

/// `moves` where what a player chooses besides is only counted if there is much of it: `e2e4,D@(32)`.
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

/// Moves by kind under their count; `noun` is what is counted. One of several words has its own line.
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
