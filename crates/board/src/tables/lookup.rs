//! Lookup tables: reach as a function of the occupancy that matters.
//!
//! Owns: [`Lookup`] and [`LookupPool`] (all tables of a program, shared by content); `lookup/groups.rs` groups the items of a
//! piece into tables, `lookup/packed.rs` tells them by places under a mask. Any movement whose reach depends only on which
//! cells are occupied fits: slides, lame leaps, bent two-path steps, hoppers. Invariant: a lookup's index, gathered
//! from the occupancy under its mask, is less than the length of its table.

mod groups;
mod packed;

pub use groups::{EndSets, Group, Grouped, bits};

use crate::paths::path::Family;
use crate::tables::cpu::Cpu;
use crate::tables::lookup::packed::{PLACES, Packed, unpacked};
use crate::tables::profile::ConditionalReach;
use crate::tables::translation::Translation;
use crate::topology::site_set::{Site, SiteSet};
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::hash::BuildHasher;
use std::mem::take;

/// One table: where it lies and what indexes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lookup<const W: usize> {
    /// The occupancy that indexes it.
    mask: SiteSet<W>,
    /// First entry.
    offset: u32,
    /// Bits that the words before word `i` give to the index.
    shift: [u8; W],
}

/// All tables of a program.
#[derive(Clone, Debug, Default)]
pub struct LookupPool<const W: usize> {
    /// Entries of every table, one after another.
    pub entries: Vec<SiteSet<W>>,
    /// What the tables were made of, one after another.
    items: Vec<Packed>,
    /// By the hash of what they were made of.
    known: FxHashMap<u64, SmallVec<[Known<W>; 1]>>,
    /// By first entry, the range of [`LookupPool::items`].
    made_of: FxHashMap<u32, (u32, u32)>,
    /// Room for the items of a table that is moved.
    room: Vec<Packed>,
    /// By first entry and the cell to which it is moved, the first entry of what came of it.
    moved: FxHashMap<(u32, Site), u32>,
}

/// A table that was built.
#[derive(Clone, Debug)]
struct Known<const W: usize> {
    mask: SiteSet<W>,
    /// Range of [`LookupPool::items`].
    items: (u32, u32),
    offset: u32,
}

impl<const W: usize> LookupPool<W> {
    /// The lookup of a group; nothing if it gets everywhere whatever stands where.
    pub fn of(&mut self, group: &Group<W>) -> Option<Lookup<W>> {
        (!group.is_leaps()).then(|| self.lookup(group.mask, &group.ways))
    }

    /// The lookup of `ways`, which are sorted, under `mask`: built now or found.
    fn lookup(&mut self, mask: SiteSet<W>, ways: &[Packed]) -> Lookup<W> {
        let hash = FxBuildHasher.hash_one((mask, ways));
        let alike = self.known.entry(hash).or_default();
        let items = |known: &Known<W>| &self.items[known.items.0 as usize..known.items.1 as usize];
        let is_known = |known: &&Known<W>| known.mask == mask && items(known) == ways;
        let offset = match alike.iter().find(is_known) {
            Some(known) => known.offset,
            None => {
                let (offset, from) = (self.entries.len() as u32, self.items.len() as u32);
                self.items.extend(ways);
                let items = (from, self.items.len() as u32);
                alike.push(Known { mask, items, offset });
                self.made_of.insert(offset, items);
                build(&mut self.entries, mask.count(), ways);
                offset
            }
        };
        Lookup::new(mask, offset)
    }

    /// The table of `lookup` from the cell `to`, where it is moved `by` so much: built now or found.
    pub fn moved(&mut self, lookup: Lookup<W>, (to, by): (Site, &Translation<W>)) -> Lookup<W> {
        let mask = by.set(lookup.mask);
        if let Some(&offset) = self.moved.get(&(lookup.offset, to)) {
            return Lookup::new(mask, offset);
        }
        // By place under the one mask, the place under the other.
        let mut places = [0; PLACES as usize];
        for (place, site) in lookup.mask.into_iter().enumerate() {
            places[place] = mask.rank(by.site(site)) as u32;
        }
        let (first, last) = self.made_of[&lookup.offset];
        let items = &self.items[first as usize..last as usize];
        // Further parts of lines that close are parts of those from other cells.
        let mut ways = take(&mut self.room);
        ways.clear();
        ways.extend(items.iter().map(|item| item.moved(by, &places)));
        ways.sort_unstable();
        let there = self.lookup(mask, &ways);
        self.room = ways;
        self.moved.insert((lookup.offset, to), there.offset);
        there
    }

    /// What the table of `lookup` was made of; each way once.
    pub fn ways(&self, lookup: Lookup<W>) -> impl Iterator<Item = ConditionalReach<W>> {
        let (first, last) = self.made_of.get(&lookup.offset).copied().unwrap_or_default();
        let items = &self.items[first as usize..last as usize];
        let cells: SmallVec<[Site; PLACES as usize]> = lookup.mask.into_iter().collect();
        let once = items.chunk_by(|a, b| a == b).map(|alike| alike[0]);
        once.map(move |item| ConditionalReach {
            family: Family::Other,
            site: item.site(),
            empty: unpacked(&cells, item.empty()),
            occupied: unpacked(&cells, item.occupied()),
        })
    }

    /// A lookup that reaches no cell.
    pub fn nothing(&mut self) -> Lookup<W> {
        self.entries.push(SiteSet::EMPTY);
        Lookup { mask: SiteSet::EMPTY, offset: self.entries.len() as u32 - 1, shift: [0; W] }
    }
}

/// Adds the table of `items` under a mask of so many cells.
fn build<const W: usize>(entries: &mut Vec<SiteSet<W>>, cells: u32, items: &[Packed]) {
    let (from, size) = (entries.len(), 1usize << cells);
    entries.resize(from + size, SiteSet::EMPTY);
    let entries = &mut entries[from..];
    for item in items {
        let (reached, occupied) = (SiteSet::of(item.site()), item.occupied() as usize);
        let free = size - 1 - (item.empty() as usize | occupied);
        // Every occupancy of the cells that it does not look at; those of the first cells lie side by side.
        let run = 1 << free.trailing_ones();
        let far = free & !(run - 1);
        let mut others = 0;
        loop {
            let from = occupied | others;
            for entry in &mut entries[from..from + run] {
                *entry |= reached;
            }
            others = others.wrapping_sub(far) & far;
            if others == 0 {
                break;
            }
        }
    }
}

impl<const W: usize> Lookup<W> {
    fn new(mask: SiteSet<W>, offset: u32) -> Lookup<W> {
        let mut shift = [0; W];
        for i in 1..W {
            shift[i] = shift[i - 1] + mask.0[i - 1].count_ones() as u8;
        }
        Lookup { mask, offset, shift }
    }

    /// Its reach at `occupancy`, whatever guards it.
    #[inline(always)]
    pub fn reach<C: Cpu>(
        &self,
        cpu: C,
        entries: &[SiteSet<W>],
        occupancy: SiteSet<W>,
    ) -> SiteSet<W> {
        let mut index = 0;
        for i in 0..W {
            // Nothing stands before the first word.
            let before = if i == 0 { 0 } else { self.shift[i] };
            index |= cpu.gather(occupancy.0[i], self.mask.0[i]) << before;
        }
        entries[self.offset as usize + index as usize]
    }
}
