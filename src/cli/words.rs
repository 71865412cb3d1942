//! Lists of moves for a terminal, and the end of a game as data.

use crate::cli::wrap::wrap;
use alfil::play::group::{Group, summary};
use alfil::play::position::Position;
use serde_json::{Value, json};

/// The end of the game, if it has ended: the event, its sentence if it has one, and the score of each side.
pub(crate) fn ended(at: &Position) -> Option<Value> {
    let outcome = at.outcome()?;
    let [white, black] = outcome.score();
    Some(json!({
        "event": outcome.reason.name(),
        "sentence": outcome.sentence(at.rules()),
        "score": { "white": white, "black": black },
    }))
}

/// Fewer choices of a move than this are written one by one; more are counted.
const MANY: usize = 5;

/// `moves`, with many choices of one move reduced to their number: `e2e4,D@(32)`.
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

/// Moves by kind under their number; `noun` names what is counted. A move of several words has a line of its own.
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
