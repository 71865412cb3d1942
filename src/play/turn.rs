//! The side to move and the number of the turn.

use alfil_rules::side::Side;

/// The side to move, the step and the number of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The side to move.
    pub side: Side,
    /// Step within the turn, from 1.
    pub step: u32,
    /// Number of the pair of turns, from 1.
    pub fullmove: u32,
}
