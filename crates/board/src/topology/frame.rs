//! How a local frame is carried from cell to cell.
//!
//! Owns: [`Carry`]. Takes headings in the frame of one node; gives them in the frame of the next.
//! Headings are steps of a compass of `n` (8 on squares, 12 on hexagons), clockwise from forward.
//! Invariant: carries are the turns and reflections of that compass, so they compose and none loses a
//! heading; on links that cross no seam they are [`Carry::NONE`].

/// A turn, after a reflection if there is one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Carry {
    /// Steps of the compass, clockwise.
    turn: u8,
    /// Whether right and left change first: heading `h` becomes `-h`.
    mirrored: bool,
}

impl Carry {
    /// Everything stays.
    pub const NONE: Carry = Carry { turn: 0, mirrored: false };

    /// A turn by `turn` steps of the compass, clockwise.
    pub fn turned(turn: u8) -> Carry {
        Carry { turn, mirrored: false }
    }

    /// The reflection that swaps headings 0 and `sum`, 1 and `sum - 1` and so on.
    pub fn mirrored(sum: u8) -> Carry {
        Carry { turn: sum, mirrored: true }
    }

    /// Whether right and left change.
    pub fn is_mirrored(self) -> bool {
        self.mirrored
    }

    /// Heading `heading` of a compass of `n`.
    pub fn heading(self, heading: u8, n: u8) -> u8 {
        self.around(heading, self.turn, n)
    }

    /// The same in half steps, of which there are `2n`.
    pub fn half_heading(self, half: u8, n: u8) -> u8 {
        self.around(half, 2 * self.turn, 2 * n)
    }

    /// The sector between headings `sector` and `sector + 1`.
    pub fn sector(self, sector: u8, n: u8) -> u8 {
        self.half_heading(2 * sector + 1, n) / 2
    }

    /// This one, then `next`.
    #[must_use]
    pub fn then(self, next: Carry, n: u8) -> Carry {
        let turn = next.heading(self.turn, n);
        Carry { turn, mirrored: self.mirrored != next.mirrored }
    }

    /// The way back.
    #[must_use]
    pub fn inverse(self, n: u8) -> Carry {
        // A reflection undoes itself.
        let turn = if self.mirrored { self.turn } else { (n - self.turn) % n };
        Carry { turn, ..self }
    }

    fn around(self, at: u8, turn: u8, n: u8) -> u8 {
        let at = at % n;
        (turn + if self.mirrored { n - at } else { at }) % n
    }
}
