//! Changes of the local frame from one cell to the next. A frame numbers its headings clockwise
//! from forward: 8 on squares, 12 on hexagons. A [`Carry`] turns or reflects the headings. Carries
//! can be composed and inverted. A link that crosses no seam has [`Carry::NONE`].

/// A change of the frame: first a reflection if `mirrored` is true, then a turn.
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
    pub fn is_mirrored(self) -> bool {
        self.mirrored
    }

    /// Converts a heading to the new frame. `n` is the number of headings of the compass.
    pub fn heading(self, heading: u8, n: u8) -> u8 {
        self.around(heading, self.turn, n)
    }

    /// Converts a heading in half steps, from 0 to `2n - 1`, to the new frame.
    pub fn half_heading(self, half: u8, n: u8) -> u8 {
        self.around(half, 2 * self.turn, 2 * n)
    }

    /// Converts the sector between headings `sector` and `sector + 1` to the new frame.
    pub fn sector(self, sector: u8, n: u8) -> u8 {
        self.half_heading(2 * sector + 1, n) / 2
    }

    /// Returns this change, followed by `next`.
    #[must_use]
    pub fn then(self, next: Carry, n: u8) -> Carry {
        let turn = next.heading(self.turn, n);
        Carry { turn, mirrored: self.mirrored != next.mirrored }
    }

    /// Returns the change on the way back.
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
