//! Writes the end of a game as JSON.

use crate::play::position::Position;
use serde_json::{Value, json};

/// The end of the game as JSON: the event, its sentence if there is one, and the score of each
/// side. `None` if the game goes on.
pub fn ended(at: &Position) -> Option<Value> {
    let outcome = at.outcome()?;
    let [white, black] = outcome.score();
    Some(json!({
        "event": outcome.reason.name(),
        "sentence": outcome.sentence(at.rules()),
        "score": { "white": white, "black": black },
    }))
}
