//! Writes the end of a game as JSON.

use crate::play::position::Position;
use alfil_rules::side::Side;
use serde_json::{Value, json};

/// The end of the game as JSON: the event, its sentence if there is one, and the score of each
/// side. `None` if the game goes on.
pub fn ended(at: &Position) -> Option<Value> {
    let outcome = at.outcome()?;
    let rules = at.rules();
    let score = |side: Side| (rules.word_of(side).to_owned(), json!(outcome.score_of(rules, side)));
    let score = rules.sides.each().map(score);
    Some(json!({
        "event": outcome.reason.name(),
        "sentence": outcome.sentence(rules),
        "score": score.collect::<serde_json::Map<_, _>>(),
    }))
}
