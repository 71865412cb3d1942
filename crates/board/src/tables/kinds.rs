//! Kinds and classes of them, for loops that cannot afford a search.
//!
//! Owns: [`KindSet`], [`ByKind`]; [`Class`], [`Classes`] and [`ByClass`]: a class is a kind, or several kinds
//! whose pieces are asked for together, so that a position keeps their pieces as one set. Invariant: a game
//! has at most [`KINDS`] kinds, which [`Tables::of_game`](crate::tables::move_tables::Tables::of_game) asserts, so
//! that every kind of it has a place.

use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use std::ops::{BitAnd, BitOrAssign, Index, IndexMut};

/// The most kinds of piece.
pub const KINDS: usize = 64;

/// The most classes: every kind, and as many sets of kinds.
const CLASSES: usize = 2 * KINDS;

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

alfil_diagnostics::id! {
    /// A kind, or several whose pieces are asked for together. Places of kinds come first, each by its own number.
    Class(u8)
}

impl From<KindId> for Class {
    #[inline(always)]
    fn from(kind: KindId) -> Class {
        Class::from_index(place(kind))
    }
}

/// A value for each class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByClass<T>([T; CLASSES]);

impl<T: Copy> ByClass<T> {
    /// The same value for each.
    pub fn new(value: T) -> Self {
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

/// The classes of a game, in all its arrangements.
#[derive(Clone, Debug)]
pub struct Classes {
    /// Sets of two kinds and more, in order of their classes.
    sets: Vec<KindSet>,
    /// By kind, the sets that it is in.
    of_kind: ByKind<u64>,
    /// Positions have places for no other class.
    closed: bool,
}

/// None but the kinds.
impl Default for Classes {
    fn default() -> Classes {
        Classes { sets: Vec::new(), of_kind: ByKind::new(0), closed: false }
    }
}

impl Classes {
    /// The same classes, to which none is added.
    pub fn close(&self) -> Classes {
        Classes { closed: true, ..self.clone() }
    }

    /// Classes that together are the kinds of `set`: one if there is a place for it.
    pub fn cover(&mut self, set: KindSet) -> Vec<Class> {
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

    /// The classes that `kind` is in besides its own.
    #[inline(always)]
    pub fn of(&self, kind: KindId) -> impl Iterator<Item = Class> + use<> {
        Bits(self.of_kind[kind]).map(|number| Class::from_index(KINDS + number))
    }
}

/// The places of the bits of a word, the lowest first.
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
        Bits(self.0).map(KindId::from_index)
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
