//! A value for each site of a board of one width.
//!
//! Owns: [`BySite`], [`in_order`]. Invariant: there is a place for every site that a [`SiteSet`](super::site_set::SiteSet)
//! of the same width may hold, so that looking one up takes no comparison.

use crate::topology::site_set::Site;
use alfil_diagnostics::index::Id;
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

/// Fewer items are sorted by comparing them.
const FEW: usize = 24;

/// `items` in order of their cells, those of one cell in the order in which they were.
pub fn in_order<T: Copy, const W: usize>(mut items: Vec<T>, cell: impl Fn(&T) -> Site) -> Vec<T> {
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
