//! Sets of sites as 1, 2 or 4 machine words (bitboards). Bit `i` stands for the site with index
//! `i`. Apart from `ALL`, a set has no bits for sites that the board lacks. So there is no
//! complement, only [`SiteSet::minus`].

use alfil_diagnostics::index::Id;
use alfil_rules::interpret::CellSet;
use std::cmp::Ordering;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign};

alfil_diagnostics::id! {
    /// A cell of a board, numbered from 0. A board has at most 256 cells.
    Site(u16)
}

/// A set of up to `64 * W` sites.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SiteSet<const W: usize>(pub [u64; W]);

/// A set for a board of any size, used before tables are built.
pub type AnySet = SiteSet<4>;

/// The number of words for the sites of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// At most 64 sites.
    One,
    /// At most 128.
    Two,
    /// At most 256.
    Four,
}

impl Width {
    /// Returns the smallest width for a number of sites.
    pub fn of(sites: usize) -> Width {
        match sites {
            0..=64 => Width::One,
            65..=128 => Width::Two,
            _ => Width::Four,
        }
    }
}

/// Compiles a block of code for each width and runs the one for `$width`, with the constant `W`.
#[macro_export]
macro_rules! at_width {
    ($width:expr, $W:ident => $body:expr) => {
        match $width {
            $crate::site_set::Width::One => {
                const $W: usize = 1;
                $body
            }
            $crate::site_set::Width::Two => {
                const $W: usize = 2;
                $body
            }
            $crate::site_set::Width::Four => {
                const $W: usize = 4;
                $body
            }
        }
    };
}

impl<const W: usize> Default for SiteSet<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> SiteSet<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);
    /// All sites that the width can hold, including those that the board does not have.
    pub const ALL: Self = SiteSet([u64::MAX; W]);
    /// The number of sites that the set can hold.
    pub const CAPACITY: usize = 64 * W;

    /// Returns the set of one site.
    #[inline(always)]
    pub fn of(site: Site) -> Self {
        debug_assert!(site.index() < Self::CAPACITY, "a site beyond the set");
        // A loop over all words keeps the set in registers. Access to a word by index would move
        // the set to memory.
        let mut set = Self::EMPTY;
        for i in 0..W {
            set.0[i] = u64::from(W == 1 || site.index() / 64 == i) << (site.index() % 64);
        }
        set
    }

    /// Returns whether the set is empty.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, w| all | w) == 0
    }

    /// Returns the number of sites.
    #[inline(always)]
    pub fn count(self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }

    /// Returns whether there are two sites or more.
    #[inline(always)]
    pub fn more_than_one(self) -> bool {
        !self.is_empty() && !self.is_single()
    }

    /// Returns whether there is exactly one site.
    #[inline(always)]
    pub fn is_single(self) -> bool {
        let mut all = 0;
        let mut several = false;
        for word in self.0 {
            several |= all != 0 && word != 0 || word & word.wrapping_sub(1) != 0;
            all |= word;
        }
        all != 0 && !several
    }

    /// Returns whether `site` is in the set.
    #[inline(always)]
    pub fn has(self, site: Site) -> bool {
        debug_assert!(site.index() < Self::CAPACITY, "a site beyond the set");
        self.0[site.index() / 64 % W] >> (site.index() % 64) & 1 != 0
    }

    /// Returns whether both sets have a site in common.
    #[inline(always)]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Returns whether every site is also in `other`.
    #[inline(always)]
    pub fn within(self, other: Self) -> bool {
        self.minus(other).is_empty()
    }

    /// Returns the sites that are not in `other`.
    #[inline(always)]
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        let mut out = self;
        for i in 0..W {
            out.0[i] &= !other.0[i];
        }
        out
    }

    /// Returns the site with the lowest index.
    #[inline(always)]
    pub fn first(self) -> Option<Site> {
        for i in 0..W {
            if self.0[i] != 0 {
                return Some(Site::from_index(i * 64 + self.0[i].trailing_zeros() as usize));
            }
        }
        None
    }

    /// Returns the number of sites in the set with a lower index than `site`.
    #[inline(always)]
    pub fn rank(self, site: Site) -> usize {
        let (word, bit) = (site.index() / 64, site.index() % 64);
        let mut rank = 0;
        for i in 0..W {
            let below = match i.cmp(&word) {
                Ordering::Less => u64::MAX,
                Ordering::Equal => (1 << bit) - 1,
                Ordering::Greater => 0,
            };
            rank += (self.0[i] & below).count_ones() as usize;
        }
        rank
    }

    /// Calls `f` for each site in the order of indices.
    #[inline(always)]
    pub fn each(self, mut f: impl FnMut(Site)) {
        for (i, mut word) in self.0.into_iter().enumerate() {
            while word != 0 {
                f(Site::from_index(i * 64 + word.trailing_zeros() as usize));
                word &= word - 1;
            }
        }
    }

    /// Adds `site`.
    #[inline(always)]
    pub fn insert(&mut self, site: Site) {
        *self |= Self::of(site);
    }

    /// Converts the set to another width. It must not contain sites past the new capacity.
    pub fn resize<const V: usize>(self) -> SiteSet<V> {
        let mut out = SiteSet::EMPTY;
        for i in 0..W.max(V) {
            match (i < W, i < V) {
                (true, true) => out.0[i] = self.0[i],
                (true, false) => debug_assert_eq!(self.0[i], 0),
                (false, _) => {}
            }
        }
        out
    }
}

impl<const W: usize> SiteSet<W> {
    /// Adds `delta` to every index. Callers must not shift a site off the board, because its bit is
    /// lost or wraps around.
    #[inline(always)]
    #[must_use]
    pub fn shifted(self, delta: i16) -> Self {
        let mut out = Self::EMPTY;
        match W {
            1 => out.0[0] = self.0[0].rotate_left(delta as u32 & 63),
            2 => {
                let both = u128::from(self.0[0]) | u128::from(self.0[W - 1]) << 64;
                let both = both.rotate_left(delta as u32 & 127);
                (out.0[0], out.0[W - 1]) = (both as u64, (both >> 64) as u64);
            }
            _ => {
                let (words, bits) = (delta >> 6, delta as u32 & 63);
                for i in 0..W {
                    let word = |i: i16| usize::try_from(i).ok().and_then(|i| self.0.get(i));
                    let (near, far) = (i as i16 - words, i as i16 - words - 1);
                    let carried = word(far).map_or(0, |w| w.checked_shr(64 - bits).unwrap_or(0));
                    out.0[i] = word(near).map_or(0, |w| w << bits) | carried;
                }
            }
        }
        out
    }
}

macro_rules! set_op {
    ($op:ident $f:ident $assign:ident $g:ident $t:tt) => {
        impl<const W: usize> $op for SiteSet<W> {
            type Output = Self;
            #[inline(always)]
            fn $f(mut self, other: Self) -> Self {
                for i in 0..W {
                    self.0[i] $t other.0[i];
                }
                self
            }
        }
        impl<const W: usize> $assign for SiteSet<W> {
            #[inline(always)]
            fn $g(&mut self, other: Self) {
                for i in 0..W {
                    self.0[i] $t other.0[i];
                }
            }
        }
    };
}
set_op!(BitAnd bitand BitAndAssign bitand_assign &=);
set_op!(BitOr bitor BitOrAssign bitor_assign |=);
set_op!(BitXor bitxor BitXorAssign bitxor_assign ^=);

impl<const W: usize> FromIterator<Site> for SiteSet<W> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Site>>(sites: I) -> Self {
        let mut set = Self::EMPTY;
        for site in sites {
            set.insert(site);
        }
        set
    }
}

/// An iterator over the sites of a set in the order of indices.
pub struct Sites<const W: usize>(SiteSet<W>);

impl<const W: usize> Iterator for Sites<W> {
    type Item = Site;
    #[inline(always)]
    fn next(&mut self) -> Option<Site> {
        for i in 0..W {
            let word = self.0.0[i];
            if word != 0 {
                self.0.0[i] = word & (word - 1);
                return Some(Site::from_index(i * 64 + word.trailing_zeros() as usize));
            }
        }
        None
    }

    /// Visits all sites. This loop loads each word only once, instead of once for each site.
    #[inline(always)]
    fn fold<B, F: FnMut(B, Site) -> B>(self, init: B, mut f: F) -> B {
        let mut all = init;
        for i in 0..W {
            let mut word = self.0.0[i];
            while word != 0 {
                all = f(all, Site::from_index(i * 64 + word.trailing_zeros() as usize));
                word &= word - 1;
            }
        }
        all
    }
}

impl<const W: usize> IntoIterator for SiteSet<W> {
    type Item = Site;
    type IntoIter = Sites<W>;
    #[inline(always)]
    fn into_iter(self) -> Sites<W> {
        Sites(self)
    }
}

impl<const W: usize> CellSet for SiteSet<W> {
    type Cell = Site;
    const EMPTY: Self = SiteSet::EMPTY;

    #[inline(always)]
    fn of(cell: Site) -> Self {
        SiteSet::of(cell)
    }

    #[inline(always)]
    fn has(&self, cell: Site) -> bool {
        SiteSet::has(*self, cell)
    }

    #[inline(always)]
    fn count(&self) -> u32 {
        SiteSet::count(*self)
    }

    #[inline(always)]
    fn insert(&mut self, cell: Site) {
        SiteSet::insert(self, cell);
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self | other
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self & other
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        SiteSet::minus(self, other)
    }

    #[inline(always)]
    fn cells(self) -> impl Iterator<Item = Site> {
        self.into_iter()
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        SiteSet::is_empty(*self)
    }
}

#[cfg(test)]
mod tests {
    use crate::site_set::*;
    use alfil_diagnostics::index::Id;

    #[test]
    fn sets_of_every_width_agree() {
        fn check<const W: usize>(indices: &[usize]) {
            let set: SiteSet<W> = indices.iter().map(|&i| Site::from_index(i)).collect();
            assert_eq!(set.into_iter().map(|s| s.index()).collect::<Vec<_>>(), indices);
            assert_eq!(set.count() as usize, indices.len());
            assert_eq!(set.more_than_one(), indices.len() > 1);
            assert_eq!(set.is_single(), indices.len() == 1);
            for (rank, &index) in indices.iter().enumerate() {
                assert_eq!(set.rank(Site::from_index(index)), rank);
            }
            assert_eq!(set.first().map(|s| s.index()), indices.first().copied());
            assert_eq!(set.resize::<4>().resize::<W>(), set);
            assert!(set.minus(set).is_empty() && set.within(set));
        }
        for indices in [&[][..], &[0], &[63], &[0, 5, 63]] {
            check::<1>(indices);
            check::<2>(indices);
            check::<4>(indices);
        }
        check::<2>(&[3, 64, 127]);
        check::<4>(&[3, 64, 127, 128, 255]);
    }
}
