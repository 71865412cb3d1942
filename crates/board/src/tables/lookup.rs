//! Lookup tables: the cells that a piece reaches, by the occupancy of the cells on which its moves
//! depend.
//!
//! Slides, lame leaps, bent paths and hoppers all become tables, indexed by PEXT of the occupancy
//! (PEXT bitboards). `lookup/groups.rs` divides the movement of a piece into tables. Equal tables
//! of a game share their entries.

mod groups;

pub(crate) use groups::{EndSets, Group, Grouped, bits};

use crate::tables::cpu::{Cpu, Portable};
use crate::tables::reach::ConditionalReach;
use alfil_topology::site_set::SiteSet;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A table: the index of its first entry, and the cells whose occupancy selects an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lookup<const W: usize> {
    /// The cells whose occupancy indexes the table.
    mask: SiteSet<W>,
    /// The index of the first entry in the pool.
    offset: u32,
    /// For each word of the mask, the number of mask bits in the words before it.
    shift: [u8; W],
}

/// All tables of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct LookupPool<const W: usize> {
    /// Entries of every table, one after another.
    pub(crate) entries: Vec<SiteSet<W>>,
    /// The index of the first entry of each table. The key is its mask and its items, which are the
    /// moves in the table.
    offsets: FxHashMap<(SiteSet<W>, Arc<[ConditionalReach<W>]>), u32>,
    /// The items of each table, by the index of its first entry.
    items: FxHashMap<u32, Arc<[ConditionalReach<W>]>>,
}

impl<const W: usize> LookupPool<W> {
    /// Returns the table of `group`, which is built only if no equal group has one. `None` for
    /// groups of leaps, which need no table.
    pub(crate) fn of(&mut self, group: &Group<W>) -> Option<Lookup<W>> {
        if group.is_leaps() {
            return None;
        }
        let key = (group.mask, group.items.clone());
        let offset = *self.offsets.entry(key).or_insert_with(|| {
            let offset = self.entries.len() as u32;
            build(&mut self.entries, group.mask, &group.items);
            self.items.insert(offset, group.items.clone());
            offset
        });
        Some(Lookup::new(group.mask, offset))
    }

    /// Adds a lookup that reaches no cell.
    pub(crate) fn nothing(&mut self) -> Lookup<W> {
        self.entries.push(SiteSet::EMPTY);
        Lookup { mask: SiteSet::EMPTY, offset: self.entries.len() as u32 - 1, shift: [0; W] }
    }
}

/// Appends the table of `items`, indexed by the occupancy of the cells in `mask`.
fn build<const W: usize>(
    entries: &mut Vec<SiteSet<W>>,
    mask: SiteSet<W>,
    items: &[ConditionalReach<W>],
) {
    let key = Lookup::new(mask, 0);
    let (from, size) = (entries.len(), 1usize << mask.count());
    entries.resize(from + size, SiteSet::EMPTY);
    let entries = &mut entries[from..];
    for item in items {
        let reached = SiteSet::of(item.site);
        let [occupied, empty] = [item.occupied, item.empty].map(|set| key.index(Portable, set));
        // The index bits in `free` belong to cells on which the item does not depend. So it applies
        // to all values of these bits. If they include the lowest bits, the entries form runs.
        let free = size - 1 - (empty | occupied);
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

    /// Returns the reachable cells for `occupancy`. Callers must check the guard of the row first.
    #[inline(always)]
    pub(crate) fn reach<C: Cpu>(
        &self,
        cpu: C,
        entries: &[SiteSet<W>],
        occupancy: SiteSet<W>,
    ) -> SiteSet<W> {
        entries[self.offset as usize + self.index(cpu, occupancy)]
    }

    /// Returns the occupancy of the cells in the mask, packed to a number.
    #[inline(always)]
    fn index<C: Cpu>(&self, cpu: C, occupancy: SiteSet<W>) -> usize {
        let mut index = 0;
        for i in 0..W {
            // The first word has shift 0. The constant saves an instruction.
            let before = if i == 0 { 0 } else { self.shift[i] };
            index |= cpu.gather(occupancy.0[i], self.mask.0[i]) << before;
        }
        index as usize
    }
}
