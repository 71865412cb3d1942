//! Values that change in the course of a game.

use std::ops::{AddAssign, Neg};

/// A value at the beginning of a game, when all pieces are on the board, and at its end, when
/// nearly all are gone. In hundredths of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Tapered {
    pub(super) early: i32,
    pub(super) late: i32,
}

impl Tapered {
    /// The same value during the whole game.
    pub(super) fn constant(value: i32) -> Tapered {
        Tapered { early: value, late: value }
    }

    /// The value with `pieces` on the board. The game has `full` pieces at its start, at least 1.
    pub(super) fn at(self, pieces: u32, full: u32) -> i32 {
        let (now, full) = (pieces.min(full) as i32, full as i32);
        (self.early * now + self.late * (full - now)) / full
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Tapered) {
        self.early += other.early;
        self.late += other.late;
    }
}

impl Neg for Tapered {
    type Output = Tapered;

    fn neg(self) -> Tapered {
        Tapered { early: -self.early, late: -self.late }
    }
}
