//! Items of a table by their places under its mask: small, and the same whatever else the board has.
//!
//! Owns: [`Packed`] and [`Places`]. Takes items and the mask of their table; gives what tables are built of, found by and moved.
//! Invariant: of equal masks, packed items are equal if and only if the items are, but for their families.

use crate::tables::profile::ConditionalReach;
use crate::tables::translation::Translation;
use crate::topology::by_site::BySite;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;

/// An item of a table: the cell that is reached, which of the cells under the mask must be occupied and which empty, each by
/// its place there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Packed(u64);

/// Bits of a packed item that tell occupied cells, and as many that tell empty ones; a table of so many has no room anyway.
pub(super) const PLACES: u32 = 24;

/// By site, its place under a mask; of other sites nothing.
pub(super) struct Places<const W: usize>(BySite<u8, W>);

impl<const W: usize> Places<W> {
    pub(super) fn of(mask: SiteSet<W>) -> Places<W> {
        debug_assert!(mask.count() <= PLACES, "a table of too many bits");
        let mut places = BySite::new(0);
        for (place, site) in (0..).zip(mask) {
            places[site] = place;
        }
        Places(places)
    }

    fn pack(&self, set: SiteSet<W>) -> u32 {
        let mut packed = 0;
        set.each(|site| packed |= 1 << self.0[site]);
        packed
    }
}

/// Those of the cells of a mask, in order, that have these places in it.
pub(super) fn unpacked<const W: usize>(cells: &[Site], mut places: u32) -> SiteSet<W> {
    let mut set = SiteSet::EMPTY;
    while places != 0 {
        set.insert(cells[places.trailing_zeros() as usize]);
        places &= places - 1;
    }
    set
}

impl Packed {
    pub(super) fn new<const W: usize>(item: &ConditionalReach<W>, places: &Places<W>) -> Packed {
        Packed::of(item.site, places.pack(item.occupied), places.pack(item.empty))
    }

    fn of(site: Site, occupied: u32, empty: u32) -> Packed {
        let site = (site.index() as u64) << (2 * PLACES);
        Packed(site | u64::from(occupied) << PLACES | u64::from(empty))
    }

    pub(super) fn site(self) -> Site {
        Site::from_index((self.0 >> (2 * PLACES)) as usize)
    }

    pub(super) fn occupied(self) -> u32 {
        (self.0 >> PLACES) as u32 & ((1 << PLACES) - 1)
    }

    pub(super) fn empty(self) -> u32 {
        self.0 as u32 & ((1 << PLACES) - 1)
    }

    /// The same from where `by` moves it, where each place becomes that of `places`.
    pub(super) fn moved<const W: usize>(
        self,
        by: &Translation<W>,
        places: &[u32; PLACES as usize],
    ) -> Packed {
        let moved = |mut old: u32| {
            let mut new = 0;
            while old != 0 {
                new |= 1 << places[old.trailing_zeros() as usize];
                old &= old - 1;
            }
            new
        };
        Packed::of(by.site(self.site()), moved(self.occupied()), moved(self.empty()))
    }
}
