//! Lookup tables: the cells that a piece reaches, by the occupancy of the cells on which its moves
//! depend.
//!
//! Slides, lame leaps, bent paths and hoppers all become tables, indexed by PEXT of the occupancy
//! (PEXT bitboards). Groups divide the movement of a piece into tables. Equal tables of a game
//! share their entries.

use crate::paths::path::Family;
use crate::tables::cpu::{Cpu, Portable};
use crate::tables::kinds::BySite;
use alfil_topology::site_set::{Site, SiteSet};
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::hash::BuildHasher;
use std::ops::BitOrAssign;
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

// Divides the moves of a piece into groups that become one lookup table each. The moves are called
// items.
//
// Items that depend on common cells form a cluster, for instance a ray. Clusters are packed into
// tables of at most `bits` index bits. Longer rays are cut into parts. The cells of earlier
// parts are the guard of a later part: if one of them is occupied, the later part reaches nothing.
// Groups do not depend on the pool of tables, so kinds can share them. No item of a group requires
// more than `bits` occupied cells.

/// The maximum number of bits that index a table. A table then has at most 2^12 entries of 8 bytes,
/// 2^10 of 16 or 2^9 of 32.
pub(crate) fn bits<const W: usize>() -> u32 {
    match W {
        1 => 12,
        2 => 10,
        _ => 9,
    }
}

/// Items of one family that share a table.
#[derive(Clone, Debug)]
pub(crate) struct Group<const W: usize> {
    /// The lines that the items follow.
    pub(crate) family: Family,
    /// Cells that must be empty. Otherwise the items reach nothing.
    pub(crate) guard: SiteSet<W>,
    /// The cells whose occupancy indexes the table.
    mask: SiteSet<W>,
    /// The cells that the items may reach.
    pub(crate) targets: SiteSet<W>,
    /// The items, sorted and without duplicates. Their `family` is [`Family::Other`], so that
    /// groups of different families can share a table. The list is empty if `mask` and `guard` are
    /// empty.
    items: Arc<[ConditionalReach<W>]>,
}

/// The cells on which a piece may step, capture and capture en passant, in this order.
pub(crate) type EndSets<const W: usize> = [SiteSet<W>; 3];

/// A cache of groups. For example, a queen shares the groups of the rook and the bishop.
#[derive(Default)]
pub(crate) struct Grouped<const W: usize> {
    /// Known groups, by the hash of the items of one family.
    known: FxHashMap<u64, SmallVec<[Known<W>; 1]>>,
}

/// Items of one family and their groups.
struct Known<const W: usize> {
    items: Vec<ConditionalReach<W>>,
    groups: Arc<[Group<W>]>,
}

/// A group under construction.
#[derive(Clone, Debug)]
struct Plan<const W: usize> {
    /// The cells whose occupancy indexes the table.
    mask: SiteSet<W>,
    /// Cells that must be empty.
    guard: SiteSet<W>,
    /// The items, unsorted. `guard` is removed from their requirements.
    items: Vec<ConditionalReach<W>>,
}

impl<const W: usize> Group<W> {
    fn new(plan: &Plan<W>) -> Group<W> {
        let Plan { mask, guard, items } = plan;
        let mut own = Vec::new();
        if !(*mask | *guard).is_empty() {
            own.extend(
                items.iter().map(|&item| ConditionalReach { family: Family::Other, ..item }),
            );
            own.sort_unstable();
            own.dedup();
        }
        Group {
            family: items.first().map_or(Family::Other, |item| item.family),
            guard: *guard,
            mask: *mask,
            targets: items.iter().map(|item| item.site).collect(),
            items: own.into(),
        }
    }

    /// Returns whether the items have no requirements.
    fn is_leaps(&self) -> bool {
        (self.mask | self.guard).is_empty()
    }
}

impl<const W: usize> Grouped<W> {
    /// Divides the items of a profile into groups, with the cells where each action is allowed. A
    /// group allows the same actions for all items on a cell. So items with different actions on
    /// one cell are in different groups.
    pub(crate) fn of(
        &mut self,
        reached: &[(ConditionalReach<W>, Ends)],
    ) -> Vec<(Arc<[Group<W>]>, EndSets<W>)> {
        let mut ends_of: BySite<Option<Ends>, W> = BySite::new(None);
        let (mut all_ends, mut differs) = ([SiteSet::EMPTY; 3], false);
        for (item, ends) in reached {
            differs |= *ends_of[item.site].get_or_insert(*ends) != *ends;
            for (set, may) in all_ends.iter_mut().zip(ends.each()) {
                *set |= if may { SiteSet::of(item.site) } else { SiteSet::EMPTY };
            }
        }
        let mut found = Vec::new();
        let mut add = |items: &[ConditionalReach<W>], ends: EndSets<W>| {
            for family in items.chunk_by(|a, b| a.family == b.family) {
                found.push((self.of_family(family), ends));
            }
        };
        if !differs {
            let items: Vec<_> = reached.iter().map(|(item, _)| *item).collect();
            add(&items, all_ends);
            return found;
        }
        let mut groups: Vec<(Ends, Vec<ConditionalReach<W>>)> = Vec::new();
        for (item, ends) in reached.iter().filter(|(_, ends)| !ends.is_none()) {
            match groups.iter_mut().find(|(known, _)| known == ends) {
                Some((_, group)) => group.push(*item),
                None => groups.push((*ends, vec![*item])),
            }
        }
        for (ends, group) in groups {
            let targets: SiteSet<W> = group.iter().map(|item| item.site).collect();
            add(&group, ends.each().map(|may| if may { targets } else { SiteSet::EMPTY }));
        }
        found
    }

    /// Returns the groups of items of one family, from the cache if possible.
    fn of_family(&mut self, items: &[ConditionalReach<W>]) -> Arc<[Group<W>]> {
        let alike = self.known.entry(FxBuildHasher.hash_one(items)).or_default();
        if let Some(known) = alike.iter().find(|known| known.items == items) {
            return known.groups.clone();
        }
        let groups: Arc<[Group<W>]> = plans(items, bits::<W>()).iter().map(Group::new).collect();
        alike.push(Known { items: items.to_vec(), groups: groups.clone() });
        groups
    }
}

/// Groups items of one family into tables of at most `bits` index bits. The parts of a long ray
/// stay adjacent and in order.
fn plans<const W: usize>(items: &[ConditionalReach<W>], bits: u32) -> Vec<Plan<W>> {
    let mut out = Vec::new();
    let mut open: Option<Plan<W>> = None;
    let mut pack =
        |out: &mut Vec<Plan<W>>, mask: SiteSet<W>, more: &[ConditionalReach<W>]| match &mut open {
            Some(plan) if (plan.mask | mask).count() <= bits => {
                plan.mask |= mask;
                plan.items.extend_from_slice(more);
            }
            _ => {
                let mut own = Vec::with_capacity(items.len());
                own.extend_from_slice(more);
                out.extend(open.replace(Plan { mask, guard: SiteSet::EMPTY, items: own }));
            }
        };
    let clusters = Clusters::of(items);
    let mut cluster = Vec::with_capacity(items.len());
    for number in 0..clusters.all.len() {
        cluster.clear();
        cluster.extend(clusters.members(number).map(|at| items[at]));
        let mask = union(&cluster);
        if mask.count() <= bits {
            pack(&mut out, mask, &cluster);
            continue;
        }
        for chain in chains(&mut cluster) {
            let (unguarded, guarded): (Vec<Plan<W>>, Vec<Plan<W>>) =
                cut(chain).into_iter().partition(|plan| plan.guard.is_empty());
            unguarded.iter().for_each(|plan| pack(&mut out, plan.mask, &plan.items));
            out.extend(guarded);
        }
    }
    out.extend(open);
    out
}

/// Returns a vector with `first` and space for `capacity` items.
fn vec_with_capacity<T>(capacity: usize, first: T) -> Vec<T> {
    let mut items = Vec::with_capacity(capacity);
    items.push(first);
    items
}

fn union<const W: usize>(items: &[ConditionalReach<W>]) -> SiteSet<W> {
    items.iter().fold(SiteSet::EMPTY, |all, i| all | i.looks_at())
}

/// The number of items of a usual ray, for which memory is reserved.
const MEMBERS: usize = 8;

/// Items in clusters. Different clusters depend on no common cell. An item without requirements is
/// the first step of a ray, so it joins the cluster that depends on its destination.
struct Clusters<const W: usize> {
    all: Vec<Cluster<W>>,
    /// For each item, the next item of its cluster. The last item refers to itself.
    next: Vec<usize>,
}

/// A cluster: the cells on which its items depend, and the indices of its first and last item.
struct Cluster<const W: usize> {
    cells: SiteSet<W>,
    first: usize,
    last: usize,
}

impl<const W: usize> Clusters<W> {
    fn of(items: &[ConditionalReach<W>]) -> Clusters<W> {
        let all = Vec::with_capacity(MEMBERS);
        let mut clusters = Clusters { all, next: (0..items.len()).collect() };
        for (at, item) in items.iter().enumerate() {
            let mut cells = item.looks_at();
            if item.is_leap() {
                cells.insert(item.site);
            }
            clusters.add(Cluster { cells, first: at, last: at });
        }
        clusters
    }

    /// Adds a cluster and joins it with all clusters that share cells with it.
    fn add(&mut self, new: Cluster<W>) {
        let cells = new.cells;
        let meets = |cluster: &Cluster<W>| cluster.cells.meets(cells);
        let Some(first) = self.all.iter().position(meets) else {
            self.all.push(new);
            return;
        };
        self.join(first, &new);
        // The new cluster may connect clusters that were separate. This is rare.
        for at in (first + 1..self.all.len()).rev() {
            if self.all[at].cells.meets(cells) {
                let cluster = self.all.remove(at);
                self.join(first, &cluster);
            }
        }
    }

    /// Appends the items of a cluster to another one.
    fn join(&mut self, cluster: usize, more: &Cluster<W>) {
        let cluster = &mut self.all[cluster];
        self.next[cluster.last] = more.first;
        cluster.last = more.last;
        cluster.cells |= more.cells;
    }

    /// Iterates over the indices of the items of a cluster.
    fn members(&self, cluster: usize) -> impl Iterator<Item = usize> {
        let Cluster { first, last, .. } = self.all[cluster];
        std::iter::successors(Some(first), move |&at| (at != last).then(|| self.next[at]))
    }
}

/// Divides items into rays. Each item of a ray depends on the destination of the item before it,
/// and on all cells on which that item depends.
fn chains<const W: usize>(cluster: &mut [ConditionalReach<W>]) -> Vec<Vec<ConditionalReach<W>>> {
    cluster.sort_by_cached_key(|i| i.looks_at().count());
    // For each ray, the cells on which its last item depends, and its items.
    let mut chains: Vec<(SiteSet<W>, Vec<ConditionalReach<W>>)> = Vec::new();
    for &mut item in cluster {
        let cells = item.looks_at();
        let follows = |(last_cells, ray): &&mut (SiteSet<W>, Vec<ConditionalReach<W>>)| {
            ray.last().is_some_and(|last| cells.has(last.site)) && last_cells.within(cells)
        };
        // Rays may cross, so an item may fit at the end of several rays. It is added to the
        // longest.
        match chains.iter_mut().filter(follows).max_by_key(|(last_cells, _)| last_cells.count()) {
            Some((last_cells, ray)) => {
                *last_cells = cells;
                ray.push(item);
            }
            None => chains.push((cells, vec_with_capacity(MEMBERS, item))),
        }
    }
    chains.into_iter().map(|(_, ray)| ray).collect()
}

/// The largest number of index bits of a part of a ray. A small number is best, because most rays
/// are blocked in their first part.
const PART: u32 = 4;

/// Cuts a ray into parts. The cells of earlier parts guard each later part.
fn cut<const W: usize>(ray: Vec<ConditionalReach<W>>) -> Vec<Plan<W>> {
    let mut parts: Vec<Plan<W>> = Vec::new();
    let mut single = Vec::new();
    for item in ray {
        let guard = parts.last().map_or(SiteSet::EMPTY, |part| part.guard);
        let mask = parts.last().map_or(SiteSet::EMPTY, |part| part.mask);
        let cells = mask | item.looks_at().minus(guard);
        let further = guard | mask;
        let without = |guard| ConditionalReach { empty: item.empty.minus(guard), ..item };
        let rest = item.looks_at().minus(further);
        match parts.last_mut() {
            Some(part) if cells.count() <= PART && guard.within(item.empty) => {
                part.mask = cells;
                part.items.push(without(guard));
            }
            _ if rest.count() <= PART && further.within(item.empty) => {
                let items = vec_with_capacity(PART as usize + 1, without(further));
                parts.push(Plan { mask: rest, guard: further, items });
            }
            // An item that fits no part gets a group of its own. All its empty cells become the
            // guard.
            _ => single.push(Plan {
                mask: item.occupied,
                guard: item.empty,
                items: vec![without(item.empty)],
            }),
        }
    }
    parts.extend(single);
    parts
}

// Moves to a site that depend only on empty and occupied cells.

/// A move to a site that is possible if some cells are empty and others are occupied.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConditionalReach<const W: usize> {
    /// The lines along which the move runs.
    pub(crate) family: Family,
    /// The destination.
    pub(crate) site: Site,
    /// The cells that must be empty.
    pub(crate) empty: SiteSet<W>,
    /// The cells that must be occupied.
    pub(crate) occupied: SiteSet<W>,
}

impl<const W: usize> ConditionalReach<W> {
    /// Returns whether there are no requirements.
    pub fn is_leap(&self) -> bool {
        self.empty.is_empty() && self.occupied.is_empty()
    }

    /// Returns all cells on which the move depends.
    pub(crate) fn looks_at(&self) -> SiteSet<W> {
        self.empty | self.occupied
    }
}

/// The actions that are allowed on a cell that a piece reaches.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Ends {
    /// Step on the cell if it is empty.
    pub(crate) quiet: bool,
    /// Capture an enemy on the cell.
    pub(crate) capture: bool,
    /// Capture en passant on the cell.
    pub(crate) passant: bool,
}

impl Ends {
    /// Returns the flags for step, capture and en passant capture, in this order.
    pub(crate) fn each(self) -> [bool; 3] {
        [self.quiet, self.capture, self.passant]
    }

    /// Returns whether no action is allowed.
    pub fn is_none(self) -> bool {
        self == Ends::default()
    }
}

impl BitOrAssign for Ends {
    fn bitor_assign(&mut self, more: Ends) {
        self.quiet |= more.quiet;
        self.capture |= more.capture;
        self.passant |= more.passant;
    }
}
