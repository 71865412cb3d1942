//! Numbers that questions compare, that effects remember, and that count the steps of a turn.

use super::pieces::{Pattern, Pieces, Row};
use crate::condition::Area;
use crate::side::Whose;
use std::num::NonZeroU32;

alfil_diagnostics::id! {
    /// A counter of each side.
    CounterId(u8)
}

/// A number of a side other than a number of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tally {
    /// A counter.
    Counted(CounterId),
    /// The number of turns that the side has finished.
    Turns,
    /// The total worth of the side's pieces, on the board and in hand.
    Worth,
}

/// A number that rules compute from a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Amount<A = Area, P = Pattern> {
    /// The number.
    pub what: Quantity<A, P>,
    /// The number that divides it; then the remainder counts.
    pub modulo: Option<NonZeroU32>,
}

/// A number before it is divided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Quantity<A = Area, P = Pattern> {
    /// A number that the author writes.
    Whole(u32),
    /// A counter, the number of turns or the worth of a side.
    Tally(Whose, Tally),
    /// The number of the rank, file or layer of such a piece or cell, from 1. Ranks and layers
    /// count from the side of the question. Of several, the greatest number; 0 without any.
    Place(Row, Box<Pieces<A, P>>),
    /// How many of these pieces or cells there are.
    Count(Box<Pieces<A, P>>),
}

impl<A, P> Amount<A, P> {
    /// The number `n`.
    pub fn whole(n: u32) -> Amount<A, P> {
        Amount { what: Quantity::Whole(n), modulo: None }
    }

    /// The pieces or cells that the number is about.
    pub fn pieces(&self) -> Option<&Pieces<A, P>> {
        match &self.what {
            Quantity::Place(_, pieces) | Quantity::Count(pieces) => Some(pieces),
            Quantity::Whole(_) | Quantity::Tally(..) => None,
        }
    }

    /// The remainder of `number`, if the amount is divided, or else `number`.
    pub fn rest(&self, number: u32) -> u32 {
        self.modulo.map_or(number, |by| number % by)
    }
}
