//! Lookup tables: reach as a function of the occupancy that matters.
//!
//! Owns: [`Lookup`], [`Part`], [`LookupPool`] (all tables of a program, shared by content) and the grouping of items
//! into tables. Any movement whose reach depends only on which cells are occupied fits: slides, lame
//! leaps, bent two-path steps, hoppers. Items are joined along the cells they look at (a ray is one
//! cluster) and clusters are packed while a table stays within 12 bits (10 on boards of two words, 9 of four); longer rays are cut into parts, each
//! guarded by the cells of those before it. No item given to them wants more than [`bits`] cells occupied. Invariant: a lookup's index, gathered
//! from the occupancy under its mask, is less than the length of its table.

use crate::compile::cpu::Cpu;
use crate::compile::profile::ConditionalReach;
use crate::compile::translation::Translation;
use crate::space::by_site::BySite;
use crate::space::site_set::{Site, SiteSet};
use crate::walk::paths::Family;
use alfil_ground::index::Id;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::hash::BuildHasher;
use std::rc::Rc;

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

/// The most bits of occupancy a table is indexed by: 2^12 entries of 8 bytes, 2^10 of 16, 2^9 of 32.
pub fn bits<const W: usize>() -> u32 {
    match W {
        1 => 12,
        2 => 10,
        _ => 9,
    }
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
    /// Room for the items of the table that is looked for.
    room: Vec<Packed>,
    /// By first entry and the cell to which it is moved, the first entry of what came of it.
    moved: FxHashMap<(u32, Site), u32>,
    /// By the hash of items of one family.
    parts: FxHashMap<u64, SmallVec<[Parted<W>; 1]>>,
}

/// Items of one family, and what was made of them.
#[derive(Clone, Debug)]
struct Parted<const W: usize> {
    items: Vec<ConditionalReach<W>>,
    parts: Rc<[Part<W>]>,
}

/// Some of the items of one family.
#[derive(Clone, Copy, Debug)]
pub struct Part<const W: usize> {
    /// Which lines they run along.
    pub family: Family,
    /// They get nowhere unless these are empty.
    pub guard: SiteSet<W>,
    /// Where they get; everywhere if there is none, and no guard either.
    pub lookup: Option<Lookup<W>>,
    /// The cells to which they may get.
    pub targets: SiteSet<W>,
}

/// A table that was built.
#[derive(Clone, Debug)]
struct Known<const W: usize> {
    mask: SiteSet<W>,
    /// Range of [`LookupPool::items`].
    items: (u32, u32),
    offset: u32,
}

/// An item of a table: the cell that is reached, which of the cells under the mask must be occupied and which empty, each by
/// its place there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Packed(u64);

/// Bits of a packed item that tell occupied cells, and as many that tell empty ones; a table of so many has no room anyway.
const PLACES: u32 = 24;

/// By site, its place under a mask; of other sites nothing.
struct Places<const W: usize>(BySite<u8, W>);

/// A table before it is built; plans of equal masks and items share one table.
#[derive(Clone, Debug)]
struct Plan<const W: usize> {
    /// The occupancy that indexes it.
    mask: SiteSet<W>,
    /// Must be empty for it to count.
    guard: SiteSet<W>,
    /// What it reaches when, in any order; `guard` already taken out of what each item looks at.
    items: Vec<ConditionalReach<W>>,
}

impl<const W: usize> LookupPool<W> {
    /// The tables of `items`, which are of one family: a queen has those of the rook and of the bishop.
    pub fn parts(&mut self, items: &[ConditionalReach<W>]) -> Rc<[Part<W>]> {
        let hash = FxBuildHasher.hash_one(items);
        let alike = self.parts.entry(hash).or_default();
        if let Some(known) = alike.iter().find(|known| known.items == items) {
            return known.parts.clone();
        }
        let part = |plan: &Plan<W>| Part {
            family: plan.items.first().map_or(Family::Other, |item| item.family),
            guard: plan.guard,
            lookup: (!(plan.mask | plan.guard).is_empty()).then(|| {
                let places = Places::of(plan.mask);
                self.room.clear();
                self.room.extend(plan.items.iter().map(|item| Packed::new(item, &places)));
                self.lookup(plan.mask)
            }),
            targets: plan.items.iter().map(|item| item.site).collect(),
        };
        let parts: Rc<[Part<W>]> = plans(items, bits::<W>()).iter().map(part).collect();
        let known = Parted { items: items.to_vec(), parts: parts.clone() };
        self.parts.entry(hash).or_default().push(known);
        parts
    }

    /// The lookup of the items for which there is room, in any order, under `mask`: built now or found.
    fn lookup(&mut self, mask: SiteSet<W>) -> Lookup<W> {
        self.room.sort_unstable();
        let hash = FxBuildHasher.hash_one((mask, &self.room));
        let alike = self.known.entry(hash).or_default();
        let items = |known: &Known<W>| &self.items[known.items.0 as usize..known.items.1 as usize];
        let is_known = |known: &&Known<W>| known.mask == mask && items(known) == self.room;
        let offset = match alike.iter().find(is_known) {
            Some(known) => known.offset,
            None => {
                let (offset, from) = (self.entries.len() as u32, self.items.len() as u32);
                self.items.extend(&self.room);
                let items = (from, self.items.len() as u32);
                alike.push(Known { mask, items, offset });
                self.made_of.insert(offset, items);
                build(&mut self.entries, mask.count(), &self.room);
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
        self.room.clear();
        self.room.extend(items.iter().map(|item| item.moved(by, &places)));
        let there = self.lookup(mask);
        self.moved.insert((lookup.offset, to), there.offset);
        there
    }

    /// What the table of `lookup` was made of; each way once.
    pub fn ways(&self, lookup: Lookup<W>) -> impl Iterator<Item = ConditionalReach<W>> {
        let (first, last) = self.made_of.get(&lookup.offset).copied().unwrap_or_default();
        let items = &self.items[first as usize..last as usize];
        let once = items.chunk_by(|a, b| a == b).map(|alike| alike[0]);
        once.map(move |item| ConditionalReach {
            family: Family::Other,
            site: item.site(),
            empty: unpacked(lookup.mask, item.empty()),
            occupied: unpacked(lookup.mask, item.occupied()),
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

impl<const W: usize> Places<W> {
    fn of(mask: SiteSet<W>) -> Places<W> {
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

/// The cells of `mask` that have these places in it.
fn unpacked<const W: usize>(mask: SiteSet<W>, places: u32) -> SiteSet<W> {
    let has = |&(place, _): &(u32, Site)| places >> place & 1 != 0;
    (0..).zip(mask).filter(has).map(|(_, site)| site).collect()
}

impl Packed {
    fn new<const W: usize>(item: &ConditionalReach<W>, places: &Places<W>) -> Packed {
        Packed::of(item.site, places.pack(item.occupied), places.pack(item.empty))
    }

    fn of(site: Site, occupied: u32, empty: u32) -> Packed {
        let site = (site.index() as u64) << (2 * PLACES);
        Packed(site | u64::from(occupied) << PLACES | u64::from(empty))
    }

    fn site(self) -> Site {
        Site::from_index((self.0 >> (2 * PLACES)) as usize)
    }

    fn occupied(self) -> u32 {
        (self.0 >> PLACES) as u32 & ((1 << PLACES) - 1)
    }

    fn empty(self) -> u32 {
        self.0 as u32 & ((1 << PLACES) - 1)
    }

    /// The same from where `by` moves it, where each place becomes that of `places`.
    fn moved<const W: usize>(self, by: &Translation<W>, places: &[u32; PLACES as usize]) -> Packed {
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

/// Groups items of one family that are not lone leaps into tables of at most `bits` bits. Tables with a guard stand after
/// each other while the guard of one holds that of the one before.
fn plans<const W: usize>(items: &[ConditionalReach<W>], bits: u32) -> Vec<Plan<W>> {
    let mut out = Vec::new();
    let mut open: Option<Plan<W>> = None;
    let mut pack =
        |out: &mut Vec<Plan<W>>, mask: SiteSet<W>, near: &[ConditionalReach<W>]| match &mut open {
            Some(plan) if (plan.mask | mask).count() <= bits => {
                plan.mask |= mask;
                plan.items.extend_from_slice(near);
            }
            _ => {
                let mut own = Vec::with_capacity(items.len());
                own.extend_from_slice(near);
                out.extend(open.replace(Plan { mask, guard: SiteSet::EMPTY, items: own }));
            }
        };
    let clusters = Clusters::of(items);
    let mut cluster = Vec::with_capacity(items.len());
    for number in 0..clusters.classes.len() {
        cluster.clear();
        cluster.extend(clusters.members(number).map(|at| items[at]));
        let mask = union(&cluster);
        if mask.count() <= bits {
            pack(&mut out, mask, &cluster);
            continue;
        }
        for chain in chains(&mut cluster) {
            let (near, far): (Vec<Plan<W>>, Vec<Plan<W>>) =
                cut(chain).into_iter().partition(|plan| plan.guard.is_empty());
            near.iter().for_each(|plan| pack(&mut out, plan.mask, &plan.items));
            out.extend(far);
        }
    }
    out.extend(open);
    out
}

/// Begins a list that will have about so many items.
fn with_room<T>(room: usize, first: T) -> Vec<T> {
    let mut items = Vec::with_capacity(room);
    items.push(first);
    items
}

fn union<const W: usize>(items: &[ConditionalReach<W>]) -> SiteSet<W> {
    items.iter().fold(SiteSet::EMPTY, |all, i| all | i.looks_at())
}

/// Room for the items of a ray.
const MEMBERS: usize = 8;

/// Items in classes that look at no common cell. An item that looks at nothing joins the class that looks at its target: it is
/// the first cell of that ray.
struct Clusters<const W: usize> {
    classes: Vec<Cluster<W>>,
    /// By item, the next one of its class; the last one of a class has itself.
    next: Vec<usize>,
}

/// One class: the cells at which its items look, and the first and the last of those.
struct Cluster<const W: usize> {
    cells: SiteSet<W>,
    first: usize,
    last: usize,
}

impl<const W: usize> Clusters<W> {
    fn of(items: &[ConditionalReach<W>]) -> Clusters<W> {
        let classes = Vec::with_capacity(MEMBERS);
        let mut clusters = Clusters { classes, next: (0..items.len()).collect() };
        for (at, item) in items.iter().enumerate() {
            let mut touch = item.looks_at();
            if item.is_leap() {
                touch.insert(item.site);
            }
            clusters.add(Cluster { cells: touch, first: at, last: at });
        }
        clusters
    }

    /// Adds one more class, which becomes one with all those that look at some of its cells.
    fn add(&mut self, new: Cluster<W>) {
        let touch = new.cells;
        let meets = |class: &Cluster<W>| class.cells.meets(touch);
        let Some(first) = self.classes.iter().position(meets) else {
            self.classes.push(new);
            return;
        };
        self.join(first, &new);
        // Most join one class or none.
        for at in (first + 1..self.classes.len()).rev() {
            if self.classes[at].cells.meets(touch) {
                let class = self.classes.remove(at);
                self.join(first, &class);
            }
        }
    }

    /// Adds the items of a class behind those of another.
    fn join(&mut self, class: usize, more: &Cluster<W>) {
        let class = &mut self.classes[class];
        self.next[class.last] = more.first;
        class.last = more.last;
        class.cells |= more.cells;
    }

    /// The numbers of the items of a class.
    fn members(&self, class: usize) -> impl Iterator<Item = usize> {
        let Cluster { first, last, .. } = self.classes[class];
        std::iter::successors(Some(first), move |&at| (at != last).then(|| self.next[at]))
    }
}

/// Parts items into rays: each looks at what the one before it looks at, and at the cell that one reaches.
fn chains<const W: usize>(cluster: &mut [ConditionalReach<W>]) -> Vec<Vec<ConditionalReach<W>>> {
    cluster.sort_by_cached_key(|i| i.looks_at().count());
    // What the last of a ray looks at, and the ray.
    let mut chains: Vec<(SiteSet<W>, Vec<ConditionalReach<W>>)> = Vec::new();
    for &mut item in cluster {
        let looks = item.looks_at();
        let follows = |(seen, ray): &&mut (SiteSet<W>, Vec<ConditionalReach<W>>)| {
            ray.last().is_some_and(|last| looks.has(last.site)) && seen.within(looks)
        };
        // Rays may cross, so that several fit: the one that comes nearest is the item's own.
        match chains.iter_mut().filter(follows).max_by_key(|(seen, _)| seen.count()) {
            Some((seen, ray)) => {
                *seen = looks;
                ray.push(item);
            }
            None => chains.push((looks, with_room(MEMBERS, item))),
        }
    }
    chains.into_iter().map(|(_, ray)| ray).collect()
}

/// How many bits of occupancy a part of a ray is indexed by: most rays end in their first part.
const PART: u32 = 4;

/// Cuts a ray into parts, each but the first behind a guard: the cells of those before it.
fn cut<const W: usize>(ray: Vec<ConditionalReach<W>>) -> Vec<Plan<W>> {
    let mut parts: Vec<Plan<W>> = Vec::new();
    let mut alone = Vec::new();
    for item in ray {
        let guard = parts.last().map_or(SiteSet::EMPTY, |part| part.guard);
        let mask = parts.last().map_or(SiteSet::EMPTY, |part| part.mask);
        let looks = mask | item.looks_at().minus(guard);
        let further = guard | mask;
        let without = |guard| ConditionalReach { empty: item.empty.minus(guard), ..item };
        let rest = item.looks_at().minus(further);
        match parts.last_mut() {
            Some(part) if looks.count() <= PART && guard.within(item.empty) => {
                part.mask = looks;
                part.items.push(without(guard));
            }
            _ if rest.count() <= PART && further.within(item.empty) => {
                let items = with_room(PART as usize + 1, without(further));
                parts.push(Plan { mask: rest, guard: further, items });
            }
            // What no ray explains is asked cell by cell: everything it needs empty is a guard.
            _ => alone.push(Plan {
                mask: item.occupied,
                guard: item.empty,
                items: vec![without(item.empty)],
            }),
        }
    }
    parts.extend(alone);
    parts
}
