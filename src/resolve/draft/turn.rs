//! How turns go, according to the files so far.

use alfil_diagnostics::source::Span;
use alfil_rules::side::BySide;
use alfil_rules::turn::Turn;

/// Turns so far, kinds in their old ids, with the words of conditions.
#[derive(Clone, Debug, Default)]
pub(crate) struct TurnSoFar {
    /// What they mean.
    pub(crate) turn: Turn,
    /// The words of each step's condition, by side.
    pub(crate) words: BySide<Vec<String>>,
    /// The same of the first turn.
    pub(crate) first_words: Vec<String>,
    /// The words of the parry's condition.
    pub(crate) parry_words: String,
    /// Where turns were spoken of last.
    pub(crate) said: Option<Span>,
}
