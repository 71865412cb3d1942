//! Writes the results of a search for rules that never fire as JSON, for `alfil test --alive` and
//! for Studio.

use crate::suite::alive::{LineStart, Reach, RuleEvidence, Shown, Sign};
use serde_json::{Value, json};

/// Lists in JSON contain at most this many moves.
const MAX_MOVES: usize = 20;

/// The state of a rule in one word.
pub fn state(rule: &RuleEvidence) -> &'static str {
    match (rule.fired(), rule.reach, &rule.waived) {
        (true, ..) => "fired",
        (false, _, Some(_)) => "untested",
        (false, Reach::Looked, None) => "never fired",
        (false, Reach::Waiting | Reach::Needed | Reach::TooDear, None) => "not looked at",
    }
}

/// Writes a game and the difference that it shows as JSON.
pub fn shown(shown: &Shown) -> Value {
    let (number, position) = match &shown.line.from {
        LineStart::Start => (None, None),
        LineStart::Number(number) => (Some(*number), None),
        LineStart::Position(text) => (None, Some(text)),
    };
    let some = |texts: &[String]| texts.iter().take(MAX_MOVES).cloned().collect::<Vec<_>>();
    let shows = match &shown.sign {
        Sign::Moves(difference) => json!({
            "what": "moves",
            "gained": some(&difference.gained),
            "lost": some(&difference.lost),
        }),
        Sign::End(with, without) => json!({ "what": "end", "with": with, "without": without }),
        Sign::Board => json!({ "what": "position" }),
        Sign::Starts(count) => json!({ "what": "starts", "count": count }),
    };
    json!({
        "number": number,
        "position": position,
        "moves": shown.line.moves,
        "shows": shows,
    })
}
