//! Values for each side.

use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;
use serde_json::{Map, Value};

/// A value for each side, under the word for it.
pub(super) fn by_side(rules: &Ruleset, value: impl Fn(Side) -> Value) -> Map<String, Value> {
    rules.sides.each().map(|side| (rules.word_of(side).to_owned(), value(side))).collect()
}
