//! The sides of a game, and values for each of them.

use std::ops::{Index, IndexMut};

/// A side of a game. Its number is its place in the order of turns, and the index in [`BySide`]. A
/// game has two, three or four sides. The first two have the names of chess here; the rules of a
/// game give the names for people.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The side that moves first.
    White,
    /// The side that moves second.
    Black,
    /// The side that moves third.
    Third,
    /// The side that moves fourth.
    Fourth,
}

alfil_diagnostics::spelt! {
    /// A side of a game with two sides, which is White or Black.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Color: &'static str, word, from_word {
        /// Forward is up the ranks.
        White = "white",
        /// Forward is down the ranks.
        Black = "black",
    }
}

impl Color {
    /// The other colour.
    #[must_use]
    pub fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl Side {
    /// The sides of a game with two sides, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// All sides that a game can have, in the order of turns.
    pub const ALL: [Side; MOST_SIDES] = [Side::White, Side::Black, Side::Third, Side::Fourth];

    /// The opponent, in a game with two sides.
    #[inline(always)]
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
            Side::Third => Side::Fourth,
            Side::Fourth => Side::Third,
        }
    }

    /// The colour, in a game with two sides. In other games, White for the first and third side.
    #[inline(always)]
    pub fn color(self) -> Color {
        match self {
            Side::White | Side::Third => Color::White,
            Side::Black | Side::Fourth => Color::Black,
        }
    }

    /// `w` or `b`, as in positions of games with two sides.
    pub fn letter(self) -> char {
        match self.color() {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }

    /// `White` or `Black`, the names in games with two sides.
    pub fn name(self) -> &'static str {
        match self.color() {
            Color::White => "White",
            Color::Black => "Black",
        }
    }
}

/// White or Black, because arbitrary games have two sides.
#[cfg(feature = "arbitrary")]
impl<'a> arbitrary::Arbitrary<'a> for Side {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Side> {
        u.choose(&Side::BOTH).copied()
    }
}

/// The largest number of sides of a game.
pub const MOST_SIDES: usize = 4;

/// A set of sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SideSet(u8);

impl SideSet {
    /// No side.
    pub const NONE: SideSet = SideSet(0);

    /// The set of one side.
    #[inline(always)]
    pub const fn of(side: Side) -> SideSet {
        SideSet(1 << side as u8)
    }

    /// True if `side` is in the set.
    #[inline(always)]
    pub fn has(self, side: Side) -> bool {
        self.0 >> side as u8 & 1 != 0
    }

    /// The number of sides in the set.
    #[inline]
    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if no side is in the set.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The sides of both sets.
    #[must_use]
    pub const fn and(self, other: SideSet) -> SideSet {
        SideSet(self.0 | other.0)
    }

    /// The sides of this set that are not in `other`.
    #[must_use]
    pub const fn minus(self, other: SideSet) -> SideSet {
        SideSet(self.0 & !other.0)
    }

    /// The set as a number, with one bit for each side.
    pub fn bits(self) -> u64 {
        u64::from(self.0)
    }

    /// True if all sides of this set are in `other`.
    pub fn within(self, other: SideSet) -> bool {
        self.0 & !other.0 == 0
    }
}

impl IntoIterator for SideSet {
    type Item = Side;
    type IntoIter = SideIter;
    #[inline(always)]
    fn into_iter(self) -> SideIter {
        SideIter(self.0)
    }
}

/// The sides of a set, in the order of turns.
#[derive(Clone, Copy, Debug)]
pub struct SideIter(u8);

impl Iterator for SideIter {
    type Item = Side;
    #[inline(always)]
    fn next(&mut self) -> Option<Side> {
        let side = *Side::ALL.get(self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(side)
    }
}

impl FromIterator<Side> for SideSet {
    fn from_iter<I: IntoIterator<Item = Side>>(sides: I) -> SideSet {
        sides.into_iter().fold(SideSet::NONE, |set, side| set.and(SideSet::of(side)))
    }
}

/// The number of sides of a game, and the teams that they form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sides {
    count: u8,
    /// The team of each side, with the side itself.
    teams: BySide<SideSet>,
    /// The sides that are out of the game. They are neither enemies nor allies.
    out: SideSet,
}

impl Default for Sides {
    fn default() -> Sides {
        Sides::TWO
    }
}

impl Sides {
    /// Two sides, which are enemies.
    pub const TWO: Sides = Sides {
        count: 2,
        out: SideSet::NONE,
        teams: BySide([
            SideSet::of(Side::White),
            SideSet::of(Side::Black),
            SideSet::of(Side::Third),
            SideSet::of(Side::Fourth),
        ]),
    };

    /// The first `count` sides, at least 2 and at most [`MOST_SIDES`]. The sides of each set of
    /// `teams` are allies; the sets have no side in common.
    pub fn new(count: usize, teams: &[SideSet]) -> Sides {
        let mut sides = Sides { count: count.clamp(2, MOST_SIDES) as u8, ..Sides::TWO };
        for &team in teams {
            team.into_iter().for_each(|side| sides.teams[side] = team);
        }
        sides
    }

    /// The same sides, of which those in `out` are out of the game.
    #[inline(always)]
    #[must_use]
    pub fn without(self, out: SideSet) -> Sides {
        Sides { out, ..self }
    }

    /// The number of sides.
    #[inline(always)]
    pub fn count(self) -> usize {
        usize::from(self.count)
    }

    /// True if the game has two sides.
    #[inline(always)]
    pub fn are_two(self) -> bool {
        self.count == 2
    }

    /// The sides, in the order of turns.
    #[inline(always)]
    pub fn each(self) -> SideIter {
        SideIter((1u8 << self.count) - 1)
    }

    /// The number of sides that still play if the sides in `out` do not.
    #[inline]
    pub fn playing(self, out: SideSet) -> usize {
        self.all().minus(out).count()
    }

    /// All sides.
    pub fn all(self) -> SideSet {
        SideSet((1u8 << self.count) - 1)
    }

    /// The last side in the order of turns.
    pub fn last(self) -> Side {
        Side::ALL[self.count() - 1]
    }

    /// `side` and its allies.
    #[inline(always)]
    pub fn team(self, side: Side) -> SideSet {
        self.teams[side]
    }

    /// The allies of `side`, without `side` itself.
    pub fn allies(self, side: Side) -> SideSet {
        self.teams[side].minus(SideSet::of(side)).minus(self.out)
    }

    /// The enemies of `side`.
    #[inline(always)]
    pub fn enemies(self, side: Side) -> SideSet {
        SideSet(((1u8 << self.count) - 1) & !self.teams[side].0 & !self.out.0)
    }

    /// True if some sides are allies.
    pub fn have_allies(self) -> bool {
        self.each().any(|side| !self.allies(side).is_empty())
    }

    /// The side that moves after `side`, among those that are not in `out`. It is `side` itself if
    /// all others are out.
    pub fn next(self, side: Side, out: SideSet) -> Side {
        if self.are_two() {
            return side.other();
        }
        let after = |n: usize| Side::ALL[(side as usize + n) % self.count()];
        (1..self.count()).map(after).find(|&next| !out.has(next)).unwrap_or(side)
    }

    /// The side that moves before `side`, among those that are not in `out`. It is `side` itself if
    /// all others are out.
    pub fn before(self, side: Side, out: SideSet) -> Side {
        if self.are_two() {
            return side.other();
        }
        let count = self.count();
        let before = |n: usize| Side::ALL[(side as usize + count - n) % count];
        (1..count).map(before).find(|&last| !out.has(last)).unwrap_or(side)
    }

    /// The sides that are not in `out`, in the order of turns from `side` on.
    #[inline]
    pub fn from(self, side: Side, out: SideSet) -> impl Iterator<Item = Side> {
        let count = self.count();
        let after = move |n: usize| Side::ALL[(side as usize + n) % count];
        (0..count).map(after).filter(move |&next| !out.has(next))
    }

    /// An enemy of `side`: the opponent, or the first one in the order of turns.
    #[inline]
    pub fn foe(self, side: Side) -> Side {
        if self.are_two() {
            side.other()
        } else {
            self.enemies(side).into_iter().next().unwrap_or(side)
        }
    }

    /// True if all sides that are not in `out` are allies, so that they have won.
    pub fn is_won(self, out: SideSet) -> bool {
        let left = self.all().minus(out);
        !self.are_two() && left.into_iter().all(|side| left.within(self.team(side)))
    }

    /// True if a round ends with the turn of `side`, and the next round begins with `next`.
    #[inline]
    pub fn wraps(self, side: Side, next: Side) -> bool {
        next as u8 <= side as u8
    }

    /// The sides that `whose` selects, if a question is evaluated for `side`.
    #[inline]
    pub fn of(self, whose: Whose, side: Side) -> SideSet {
        match whose {
            Whose::Own => SideSet::of(side),
            Whose::Enemy => self.enemies(side),
            Whose::Ally => self.allies(side),
            Whose::Any => self.all(),
        }
    }
}

alfil_diagnostics::spelt! {
    /// An owner of pieces, relative to the side for which a question is evaluated.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Whose: &'static str, word, from_word {
        /// The side for which the question is evaluated.
        Own = "own",
        /// The opponents of that side.
        Enemy = "enemy",
        /// The allies of that side. A game with two sides has none.
        Ally = "ally",
        /// All sides.
        Any = "any",
    }
}

/// One value for White and one for Black, in a game with two sides. In other games, the first and
/// the third side have White's value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByColor<T>(pub [T; 2]);

impl<T> ByColor<T> {
    /// Makes both values, White's first.
    pub fn from_fn(f: impl FnMut(Side) -> T) -> Self {
        Self(Side::BOTH.map(f))
    }
}

impl<T> Index<Side> for ByColor<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, side: Side) -> &T {
        &self.0[side.color() as usize]
    }
}

impl<T> IndexMut<Side> for ByColor<T> {
    #[inline(always)]
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side.color() as usize]
    }
}

/// One value for each side. The values of sides that a game does not have are without meaning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BySide<T>(pub [T; MOST_SIDES]);

impl<T> BySide<T> {
    /// Makes a value for each side of `sides`, in the order of turns. The others are the default.
    pub fn of(sides: Sides, mut f: impl FnMut(Side) -> T) -> Self
    where
        T: Default,
    {
        Self(
            Side::ALL
                .map(|side| if (side as usize) < sides.count() { f(side) } else { T::default() }),
        )
    }

    /// Makes a value for White and for Black, in this order. The others are the default.
    pub fn of_two(f: impl FnMut(Side) -> T) -> Self
    where
        T: Default,
    {
        Self::of(Sides::TWO, f)
    }

    /// The values for White and Black in a game with two sides.
    pub fn two(white: T, black: T) -> Self
    where
        T: Default,
    {
        Self([white, black, T::default(), T::default()])
    }

    /// The same value for each side.
    pub fn same(value: T) -> Self
    where
        T: Clone,
    {
        Self::from_fn(|_| value.clone())
    }

    /// Makes a value for each side that a game can have.
    pub fn from_fn(f: impl FnMut(Side) -> T) -> Self {
        Self(Side::ALL.map(f))
    }

    /// The values for White and Black in a game with two sides.
    pub fn both(&self) -> [&T; 2] {
        let [white, black, ..] = &self.0;
        [white, black]
    }

    /// The values for White and Black in a game with two sides.
    pub fn into_both(self) -> [T; 2] {
        let [white, black, ..] = self.0;
        [white, black]
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
