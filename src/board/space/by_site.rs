//! A value for each site of a board of one width.
//!
//! Owns: [`BySite`]. Invariant: there is a place for every site that a [`SiteSet`](super::site_set::SiteSet)
//! of the same width may hold, so that looking one up takes no comparison.

use crate::board::space::site_set::Site;
use crate::index::Id;
use std::ops::{Index, IndexMut};

/// A value for each of `64 * W` sites, whether or not the board has so many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BySite<T, const W: usize>([[T; 64]; W]);

impl<T: Copy, const W: usize> BySite<T, W> {
    /// The same value for each.
    pub fn new(value: T) -> Self {
        BySite([[value; 64]; W])
    }
}

impl<T, const W: usize> Index<Site> for BySite<T, W> {
    type Output = T;
    #[inline(always)]
    fn index(&self, site: Site) -> &T {
        debug_assert!(site.index() < 64 * W, "a site beyond the board");
        &self.0.as_flattened()[site.index() % (64 * W)]
    }
}

impl<T, const W: usize> IndexMut<Site> for BySite<T, W> {
    #[inline(always)]
    fn index_mut(&mut self, site: Site) -> &mut T {
        debug_assert!(site.index() < 64 * W, "a site beyond the board");
        &mut self.0.as_flattened_mut()[site.index() % (64 * W)]
    }
}
