//! The side to move, and the place of a position in the sequence of turns.

use alfil_rules::side::Side;

/// The side to move, the step and the turn number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The side to move.
    pub side: Side,
    /// The step within the turn, from 1.
    pub step: u32,
    /// The number of the pair of turns of White and Black, from 1.
    pub fullmove: u32,
}
