//! The two players, and values for each of them.

use std::iter::Copied;
use std::ops::{Index, IndexMut};
use std::slice::Iter;

/// A player. White moves first. The discriminant is the index in [`BySide`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Side {
    /// Forward is up the ranks.
    White,
    /// Forward is down the ranks.
    Black,
}

impl Side {
    /// Both, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The opponent.
    #[inline(always)]
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// `w` or `b`, as in positions.
    pub fn letter(self) -> char {
        match self {
            Side::White => 'w',
            Side::Black => 'b',
        }
    }

    /// `White` or `Black`.
    pub fn name(self) -> &'static str {
        match self {
            Side::White => "White",
            Side::Black => "Black",
        }
    }
}

alfil_diagnostics::spelt! {
    /// An owner of pieces, relative to the side for which a question is evaluated.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Whose: &'static str, word, from_word {
        /// The side for which the question is evaluated.
        Own = "own",
        /// The opponent of that side.
        Enemy = "enemy",
        /// Both sides.
        Any = "any",
    }
}

impl Whose {
    /// The sides that this word selects, if a question is evaluated for `side`.
    #[inline]
    pub fn sides(self, side: Side) -> Copied<Iter<'static, Side>> {
        let sides: &[Side] = match (self, side) {
            (Whose::Own, Side::White) | (Whose::Enemy, Side::Black) => &[Side::White],
            (Whose::Own, Side::Black) | (Whose::Enemy, Side::White) => &[Side::Black],
            (Whose::Any, _) => &Side::BOTH,
        };
        sides.iter().copied()
    }
}

/// One value for each side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BySide<T>(pub [T; 2]);

impl<T> BySide<T> {
    /// Makes a pair of values. `f` is called once for each side.
    pub fn from_fn(mut f: impl FnMut(Side) -> T) -> Self {
        Self([f(Side::White), f(Side::Black)])
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, side: Side) -> &T {
        &self.0[side as usize]
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline(always)]
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side as usize]
    }
}
