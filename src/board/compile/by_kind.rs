//! Values by kind, and sets of kinds, for loops that cannot afford a search.
//!
//! Owns: [`ByKind`], [`KindSet`], [`KindList`]. Invariant: a game has at most [`KINDS`] kinds, which
//! [`Tables::new`](crate::board::compile::tables::Tables::new) asserts, so that every kind of it has a place.

use crate::board::space::site_set::SiteSet;
use crate::index::Id;
use crate::rules::ruleset::KindId;
use std::ops::{BitAnd, Index, IndexMut};

/// The most kinds of piece.
pub const KINDS: usize = 64;

/// The place of a kind; the remainder spares a comparison that could not fail.
#[inline(always)]
fn place(kind: KindId) -> usize {
    debug_assert!(kind.index() < KINDS, "a kind beyond the {KINDS} that tables have places for");
    kind.index() % KINDS
}

/// A value for each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByKind<T>([T; KINDS]);

impl<T: Copy> ByKind<T> {
    /// The same value for each.
    pub fn new(value: T) -> Self {
        ByKind([value; KINDS])
    }

    /// Every place with its value, also those beyond the kinds of the game.
    pub fn iter(&self) -> impl Iterator<Item = (KindId, T)> {
        self.0.iter().enumerate().map(|(kind, &value)| (KindId::from_index(kind), value))
    }
}

/// Kinds whose pieces act alike and are asked for together; at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindList {
    /// Filled up with the first, so that four are asked for without counting them.
    first: [KindId; 4],
    more: Box<[KindId]>,
}

impl KindList {
    /// The kinds of a set; `None` if it is empty.
    pub fn new(kinds: KindSet) -> Option<KindList> {
        let kinds: Vec<KindId> = kinds.iter().collect();
        let first = *kinds.first()?;
        let more = kinds.get(4..).unwrap_or(&[]).into();
        let first = std::array::from_fn(|i| kinds.get(i).copied().unwrap_or(first));
        Some(KindList { first, more })
    }

    /// The kinds as a set.
    pub fn set(&self) -> KindSet {
        self.first.iter().chain(&self.more).copied().collect()
    }

    /// The sites of all their pieces.
    #[inline(always)]
    pub fn of<const W: usize>(&self, by_kind: &ByKind<SiteSet<W>>) -> SiteSet<W> {
        let [a, b, c, d] = self.first;
        let mut all = by_kind[a] | by_kind[b] | by_kind[c] | by_kind[d];
        for kind in &self.more {
            all |= by_kind[*kind];
        }
        all
    }
}

impl<T> Index<KindId> for ByKind<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, kind: KindId) -> &T {
        &self.0[place(kind)]
    }
}

impl<T> IndexMut<KindId> for ByKind<T> {
    #[inline(always)]
    fn index_mut(&mut self, kind: KindId) -> &mut T {
        &mut self.0[place(kind)]
    }
}

/// A set of kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct KindSet(u64);

impl KindSet {
    /// Every kind.
    pub const ALL: KindSet = KindSet(u64::MAX);

    /// Adds a kind.
    #[inline(always)]
    pub fn insert(&mut self, kind: KindId) {
        self.0 |= 1 << place(kind);
    }

    /// Whether it has `kind`.
    #[inline(always)]
    pub fn has(self, kind: KindId) -> bool {
        self.0 >> place(kind) & 1 != 0
    }

    /// How many kinds it has.
    #[inline(always)]
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Its kinds in order.
    pub fn iter(self) -> impl Iterator<Item = KindId> {
        (0..KINDS).filter(move |i| self.0 >> i & 1 != 0).map(KindId::from_index)
    }

    /// Every kind that it lacks.
    #[must_use]
    pub fn complement(self) -> KindSet {
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

impl FromIterator<KindId> for KindSet {
    fn from_iter<I: IntoIterator<Item = KindId>>(kinds: I) -> Self {
        let mut set = KindSet::default();
        kinds.into_iter().for_each(|kind| set.insert(kind));
        set
    }
}
