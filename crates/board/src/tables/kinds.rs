//! Sets of kinds, and tables by kind and by site, as arrays and bits so that hot loops need no
//! search.
//!
//! A class is one kind, or several kinds whose pieces a position keeps as one site set. A game has
//! at most [`KINDS`] kinds, as [`Tables::of_game`](crate::tables::move_tables::Tables::of_game)
//! asserts.

use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_topology::site_set::Site;
use std::ops::{BitAnd, BitOrAssign, Index, IndexMut};

/// The maximum number of kinds.
pub(crate) const KINDS: usize = 64;

/// The maximum number of classes: one for each kind, and as many for sets of several kinds.
const CLASSES: usize = 2 * KINDS;

/// The index of a kind. The remainder avoids a bounds check in arrays of [`KINDS`] entries.
#[inline(always)]
fn kind_index(kind: KindId) -> usize {
    debug_assert!(kind.index() < KINDS, "tables have at most {KINDS} kinds");
    kind.index() % KINDS
}

/// A value for each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ByKind<T>([T; KINDS]);

impl<T: Copy> ByKind<T> {
    /// Gives all kinds the same value.
    pub(crate) fn new(value: T) -> Self {
        ByKind([value; KINDS])
    }

    /// Iterates over all entries, including those beyond the kinds of the game.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (KindId, T)> {
        self.0.iter().enumerate().map(|(kind, &value)| (KindId::from_index(kind), value))
    }
}

impl ByKind<u16> {
    /// Adds the numbers of `other`.
    pub(crate) fn add(&mut self, other: &ByKind<u16>) {
        for (own, more) in self.0.iter_mut().zip(other.0) {
            *own = own.saturating_add(more);
        }
    }

    /// The entries of four kinds at a time, as one number each.
    #[inline(always)]
    pub(crate) fn groups(&self) -> impl Iterator<Item = u64> {
        let (groups, _) = self.0.as_chunks::<4>();
        groups.iter().map(|group| {
            group.iter().rev().fold(0, |number, &entry| number << 16 | u64::from(entry))
        })
    }
}

impl<T> Index<KindId> for ByKind<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, kind: KindId) -> &T {
        &self.0[kind_index(kind)]
    }
}

impl<T> IndexMut<KindId> for ByKind<T> {
    #[inline(always)]
    fn index_mut(&mut self, kind: KindId) -> &mut T {
        &mut self.0[kind_index(kind)]
    }
}

alfil_diagnostics::id! {
    /// A kind, or several kinds whose pieces are read together. The first [`KINDS`] classes are
    /// single kinds with the same index.
    Class(u8)
}

impl From<KindId> for Class {
    #[inline(always)]
    fn from(kind: KindId) -> Class {
        Class::from_index(kind_index(kind))
    }
}

/// A value for each class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ByClass<T>([T; CLASSES]);

impl<T: Copy> ByClass<T> {
    /// Gives all classes the same value.
    pub(crate) fn new(value: T) -> Self {
        ByClass([value; CLASSES])
    }
}

impl<T> Index<Class> for ByClass<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, class: Class) -> &T {
        &self.0[class.index() % CLASSES]
    }
}

impl<T> IndexMut<Class> for ByClass<T> {
    #[inline(always)]
    fn index_mut(&mut self, class: Class) -> &mut T {
        &mut self.0[class.index() % CLASSES]
    }
}

/// The classes of a game, shared by all its arrangements.
#[derive(Clone, Debug)]
pub(crate) struct Classes {
    /// Sets of at least two kinds, in order of their classes.
    sets: Vec<KindSet>,
    /// For each kind, the indices of the sets that contain it, as bits.
    of_kind: ByKind<u64>,
    /// True if no classes may be added, because positions have no space for them.
    closed: bool,
}

/// Contains only the classes of single kinds.
impl Default for Classes {
    fn default() -> Classes {
        Classes { sets: Vec::new(), of_kind: ByKind::new(0), closed: false }
    }
}

impl Classes {
    /// Returns a copy to which no class can be added.
    pub(crate) fn close(&self) -> Classes {
        Classes { closed: true, ..self.clone() }
    }

    /// Returns classes that together contain the kinds of `set`: one class if possible, otherwise
    /// one for each kind.
    pub(crate) fn cover(&mut self, set: KindSet) -> Vec<Class> {
        let singles = || set.iter().map(Class::from).collect();
        if set.count() < 2 {
            return singles();
        }
        let known = self.sets.iter().position(|known| *known == set);
        let number = known.unwrap_or(self.sets.len());
        if known.is_none() {
            if self.closed || number >= KINDS {
                return singles();
            }
            self.sets.push(set);
            set.iter().for_each(|kind| self.of_kind[kind] |= 1 << number);
        }
        vec![Class::from_index(KINDS + number)]
    }

    /// Returns the classes of several kinds that contain `kind`.
    #[inline(always)]
    pub(crate) fn of(&self, kind: KindId) -> impl Iterator<Item = Class> + use<> {
        Bits(self.of_kind[kind]).map(|number| Class::from_index(KINDS + number))
    }
}

/// Iterates over the indices of the set bits of a word, in ascending order.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let first = (self.0 != 0).then(|| self.0.trailing_zeros() as usize);
        self.0 &= self.0.wrapping_sub(1);
        first
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(crate) struct KindSet(u64);

impl KindSet {
    pub(crate) const ALL: KindSet = KindSet(u64::MAX);

    /// Adds a kind.
    #[inline(always)]
    pub(crate) fn insert(&mut self, kind: KindId) {
        self.0 |= 1 << kind_index(kind);
    }

    /// Returns whether the set contains `kind`.
    #[inline(always)]
    pub(crate) fn has(self, kind: KindId) -> bool {
        self.0 >> kind_index(kind) & 1 != 0
    }

    /// The number of kinds in the set.
    #[inline(always)]
    pub(crate) fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The kinds in ascending order.
    pub(crate) fn iter(self) -> impl Iterator<Item = KindId> {
        Bits(self.0).map(KindId::from_index)
    }

    /// The kinds that are not in the set.
    #[must_use]
    pub(crate) fn complement(self) -> KindSet {
        KindSet(!self.0)
    }
}

impl BitAnd for KindSet {
    type Output = KindSet;
    #[inline(always)]
    fn bitand(self, other: KindSet) -> KindSet {
        KindSet(self.0 & other.0)
    }
}

impl BitOrAssign for KindSet {
    fn bitor_assign(&mut self, other: KindSet) {
        self.0 |= other.0;
    }
}

impl FromIterator<KindId> for KindSet {
    fn from_iter<I: IntoIterator<Item = KindId>>(kinds: I) -> Self {
        let mut set = KindSet::default();
        kinds.into_iter().for_each(|kind| set.insert(kind));
        set
    }
}

// A value for each site of a board of one width. There is an entry for every site that a
// `SiteSet` of the same width can hold. So access needs no bounds
// check.

/// A value for each of `64 * W` sites, including those that the board does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BySite<T, const W: usize>([[T; 64]; W]);

impl<T: Copy, const W: usize> BySite<T, W> {
    /// Returns a table with the same value for all sites.
    pub(crate) fn new(value: T) -> Self {
        BySite([[value; 64]; W])
    }
}

impl<T: Copy + Default, const W: usize> Default for BySite<T, W> {
    fn default() -> Self {
        BySite::new(T::default())
    }
}

impl<T, const W: usize> Index<Site> for BySite<T, W> {
    type Output = T;
    #[inline(always)]
    fn index(&self, site: Site) -> &T {
        debug_assert!(site.index() < 64 * W, "a site beyond the board");
        &self.0[site.index() / 64 % W][site.index() % 64]
    }
}

impl<T, const W: usize> IndexMut<Site> for BySite<T, W> {
    #[inline(always)]
    fn index_mut(&mut self, site: Site) -> &mut T {
        debug_assert!(site.index() < 64 * W, "a site beyond the board");
        &mut self.0[site.index() / 64 % W][site.index() % 64]
    }
}

/// Shorter lists than this are sorted by comparison, and longer ones by counting.
const FEW: usize = 24;

/// Sorts `items` by their cells. Items of one cell keep their order.
pub(crate) fn in_order<T: Copy, const W: usize>(
    mut items: Vec<T>,
    cell: impl Fn(&T) -> Site,
) -> Vec<T> {
    if items.len() < FEW {
        items.sort_by_key(cell);
        return items;
    }
    let mut next: BySite<u32, W> = BySite::new(0);
    for item in &items {
        next[cell(item)] += 1;
    }
    let mut first = 0;
    for count in next.0.as_flattened_mut() {
        first += std::mem::replace(count, first);
    }
    let mut sorted = items.clone();
    for item in items {
        let at = &mut next[cell(&item)];
        sorted[*at as usize] = item;
        *at += 1;
    }
    sorted
}
