//! The rules of turns in a draft.

use crate::resolve::draft::read::{Key, Read};
use alfil_diagnostics::source::Span;
use alfil_rules::side::ByColor;
use alfil_rules::turn::Turn;

/// The rules of turns, with ids of kinds before renumbering and with the words of conditions.
#[derive(Clone, Debug, Default)]
pub(crate) struct TurnDraft {
    pub(crate) turn: Turn,
    /// The words of each step's condition, by side.
    pub(crate) words: ByColor<Vec<String>>,
    /// The words of the steps of the first turn.
    pub(crate) first_words: Vec<String>,
    /// The words of the condition that a parry must fulfil.
    pub(crate) parry_words: String,
    /// The sentences of the file that last wrote `turn:`.
    pub(crate) keyed: Vec<(Key, Read<()>)>,
    /// Where a file last wrote `turn:`.
    pub(crate) said: Option<Span>,
}
