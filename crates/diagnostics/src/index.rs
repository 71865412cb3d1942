//! Typed dense ids, vectors indexed by them, and enums whose variants have a spelling.
//!
//! Each vector names its id type, so an id of one vector cannot index another.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A dense id: the index of an element in a vector, as a type of its own.
pub trait Id: Copy + Eq {
    /// The id of the element at `index`. In debug builds, panics if `index` does not fit the
    /// representation.
    fn from_index(index: usize) -> Self;
    /// The position of this id's element in its vector.
    fn index(self) -> usize;
}

/// Declares a dense id type over an unsigned integer.
#[macro_export]
macro_rules! id {
    ($(#[$doc:meta])* $name:ident($repr:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name($repr);

        impl $crate::index::Id for $name {
            #[inline(always)]
            fn from_index(index: usize) -> Self {
                debug_assert!(index <= <$repr>::MAX as usize);
                Self(index as $repr)
            }
            #[inline(always)]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

/// Declares an enum whose variants have a spelling: a letter or a word. Generates `ALL`, a method
/// that returns the spelling and, on request, one that reads it.
#[macro_export]
macro_rules! spelt {
    ($(#[$meta:meta])* pub enum $name:ident: $spelling:ty, $write:ident $(, $read:ident)? {
        $($(#[$doc:meta])* $variant:ident = $written:literal,)+
    }) => {
        $(#[$meta])*
        pub enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl $name {
            /// All variants in order.
            pub const ALL: &[$name] = &[$($name::$variant),+];

            /// The letter or word by which this variant is written.
            pub fn $write(self) -> $spelling {
                match self {
                    $($name::$variant => $written,)+
                }
            }

            $(
                /// The variant with this letter or word.
                pub fn $read(written: impl PartialEq<$spelling>) -> Option<Self> {
                    Self::ALL.iter().copied().find(|it| written == it.$write())
                }
            )?
        }
    };
}

/// A vector that only ids of type `I` can index.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct IndexVec<I, T> {
    items: Vec<T>,
    id: PhantomData<fn(I)>,
}

impl<I: Id, T> IndexVec<I, T> {
    /// An empty vector.
    pub const fn new() -> Self {
        Self { items: Vec::new(), id: PhantomData }
    }

    /// Appends `item` and returns its id.
    pub fn push(&mut self, item: T) -> I {
        let id = I::from_index(self.items.len());
        self.items.push(item);
        id
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// True if there is no element.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Elements in order of their ids.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// Elements in order of their ids, mutable.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// Ids in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// Pairs of id and element, in order.
    pub fn enumerate(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(i, t)| (I::from_index(i), t))
    }

    /// Keeps the first `at` elements and returns the others.
    pub fn split_off(&mut self, at: usize) -> Vec<T> {
        self.items.split_off(at)
    }

    /// The element of `id`, if it exists.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }
}

impl<I: Id, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T> Extend<T> for IndexVec<I, T> {
    fn extend<A: IntoIterator<Item = T>>(&mut self, iter: A) {
        self.items.extend(iter);
    }
}

impl<I: Id, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<A: IntoIterator<Item = T>>(iter: A) -> Self {
        Self { items: iter.into_iter().collect(), id: PhantomData }
    }
}

impl<I: Id, T> Index<I> for IndexVec<I, T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IndexVec<I, T> {
    #[inline(always)]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I, T: std::fmt::Debug> std::fmt::Debug for IndexVec<I, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.items.fmt(f)
    }
}
