//! The change of a local frame from cell to cell. Headings are steps of a compass of `n` (8 on
//! squares, 12 on hexagons), clockwise from forward. Carries are the turns and reflections of this
//! compass, so they can be composed and inverted. Links that cross no seam have [`Carry::NONE`].

/// A reflection, if `mirrored`, and then a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Carry {
    /// Steps of the compass, clockwise.
    turn: u8,
    /// True if left and right are swapped first: heading `h` becomes `-h`.
    mirrored: bool,
}

impl Carry {
    /// The identity.
    pub const NONE: Carry = Carry { turn: 0, mirrored: false };

    /// Returns a turn by `turn` steps of the compass, clockwise.
    pub fn turned(turn: u8) -> Carry {
        Carry { turn, mirrored: false }
    }

    /// Returns the reflection that swaps headings 0 and `sum`, 1 and `sum - 1`, and so on.
    pub fn mirrored(sum: u8) -> Carry {
        Carry { turn: sum, mirrored: true }
    }

    /// Returns whether left and right are swapped.
    pub(crate) fn is_mirrored(self) -> bool {
        self.mirrored
    }

    /// Converts `heading` of a compass of `n`.
    pub fn heading(self, heading: u8, n: u8) -> u8 {
        self.around(heading, self.turn, n)
    }

    /// Converts a heading in half steps, of which there are `2n`.
    pub fn half_heading(self, half: u8, n: u8) -> u8 {
        self.around(half, 2 * self.turn, 2 * n)
    }

    /// Converts the sector between headings `sector` and `sector + 1`.
    pub fn sector(self, sector: u8, n: u8) -> u8 {
        self.half_heading(2 * sector + 1, n) / 2
    }

    /// Returns this change, followed by `next`.
    #[must_use]
    pub fn then(self, next: Carry, n: u8) -> Carry {
        let turn = next.heading(self.turn, n);
        Carry { turn, mirrored: self.mirrored != next.mirrored }
    }

    /// Returns the change of the way back.
    #[must_use]
    pub fn inverse(self, n: u8) -> Carry {
        // A reflection is its own inverse.
        let turn = if self.mirrored { self.turn } else { (n - self.turn) % n };
        Carry { turn, ..self }
    }

    fn around(self, at: u8, turn: u8, n: u8) -> u8 {
        let at = at % n;
        (turn + if self.mirrored { n - at } else { at }) % n
    }
}
