//! Whose turn it is.

use alfil_rules::side::Side;

/// Whose turn it is and how far it has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Whose.
    pub side: Side,
    /// Step within the turn, from 1.
    pub step: u32,
    /// Number of the pair of turns, from 1.
    pub fullmove: u32,
}
