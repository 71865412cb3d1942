//! Random numbers. A seed gives the same sequence on every machine.

/// The random number generator splitmix64, which is good enough to choose moves.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// A generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A generator for one numbered part of a run with this seed, such as a game of a match. The
    /// parts may be played in any order and on different machines.
    pub fn numbered(seed: u64, number: u64) -> Self {
        // Two rounds of the generator, so that near numbers and near seeds share no sequence.
        let mut first = Self(seed ^ 0x2545_f491_4f6c_dd1d);
        let mut second = Self(first.next().wrapping_add(number));
        Self(second.next())
    }

    /// A generator for a part of this work, such as one of two players.
    pub fn split(&mut self) -> Self {
        Self(self.next())
    }

    /// A number below `bound`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // A bound is at most some hundred moves, so the bias is below one in 2^50.
        self.next().checked_rem(bound as u64).unwrap_or(0) as usize
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
