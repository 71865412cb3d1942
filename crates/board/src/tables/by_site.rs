//! A value for each site of a board of one width. There is an entry for every site that a
//! [`SiteSet`](super::site_set::SiteSet) of the same width can hold. So access needs no bounds
//! check.

use alfil_diagnostics::index::Id;
use alfil_topology::site_set::Site;
use std::ops::{Index, IndexMut};

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
