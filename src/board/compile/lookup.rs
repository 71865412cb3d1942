//! Lookup tables: reach as a function of the occupancy that matters.
//!
//! Owns: [`Lookup`], [`Part`], [`LookupPool`] (all tables of a program, shared by content) and the grouping of items
//! into tables. Any movement whose reach depends only on which cells are occupied fits: slides, lame
//! leaps, bent two-path steps, hoppers. Items are joined along the cells they look at (a ray is one
//! cluster) and clusters are packed while a table stays within 12 bits (10 on boards of two words, 9 of four); longer rays are cut into parts, each
//! guarded by the cells of those before it. Invariant: a lookup's index, gathered
//! from the occupancy under its mask, is less than the length of its table.

use crate::board::compile::cpu::Cpu;
use crate::board::compile::profile::ConditionalReach;
use crate::board::compile::translation::Translation;
use crate::board::space::site_set::{Site, SiteSet};
use crate::board::walk::paths::Family;
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
fn bits<const W: usize>() -> u32 {
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
    items: Vec<ConditionalReach<W>>,
    /// By the hash of what they were made of.
    known: FxHashMap<u64, SmallVec<[Known<W>; 1]>>,
    /// By first entry, the range of [`LookupPool::items`].
    made_of: FxHashMap<u32, (u32, u32)>,
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

/// A table before it is built; plans of equal masks and items share one table.
#[derive(Clone, Debug)]
struct Plan<const W: usize> {
    /// The occupancy that indexes it.
    mask: SiteSet<W>,
    /// Must be empty for it to count.
    guard: SiteSet<W>,
    /// What it reaches when; `guard` already taken out of what each item looks at.
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
            lookup: (!(plan.mask | plan.guard).is_empty()).then(|| self.lookup(plan)),
            targets: plan.items.iter().map(|item| item.site).collect(),
        };
        let parts: Rc<[Part<W>]> = plans(items, bits::<W>()).iter().map(part).collect();
        let known = Parted { items: items.to_vec(), parts: parts.clone() };
        self.parts.entry(hash).or_default().push(known);
        parts
    }

    /// The lookup of `plan`, built now or found.
    fn lookup(&mut self, plan: &Plan<W>) -> Lookup<W> {
        let mask = plan.mask;
        let hash = FxBuildHasher.hash_one((mask, &plan.items));
        let alike = self.known.entry(hash).or_default();
        let items = |known: &Known<W>| &self.items[known.items.0 as usize..known.items.1 as usize];
        let is_known = |known: &&Known<W>| known.mask == mask && items(known) == plan.items;
        let offset = match alike.iter().find(is_known) {
            Some(known) => known.offset,
            None => {
                let (offset, from) = (self.entries.len() as u32, self.items.len() as u32);
                self.items.extend(&plan.items);
                let items = (from, self.items.len() as u32);
                alike.push(Known { mask, items, offset });
                self.made_of.insert(offset, items);
                self.build(plan);
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
        let (first, last) = self.made_of[&lookup.offset];
        let items = self.items[first as usize..last as usize].iter().map(|item| item.moved(by));
        let mut plan = Plan { mask, guard: SiteSet::EMPTY, items: items.collect() };
        // Further parts of lines that close are parts of those from other cells.
        plan.items.sort_unstable();
        let there = self.lookup(&plan);
        self.moved.insert((lookup.offset, to), there.offset);
        there
    }

    fn build(&mut self, plan: &Plan<W>) {
        let pack = |set: SiteSet<W>| {
            set.into_iter().fold(0usize, |all, site| all | 1 << plan.mask.rank(site))
        };
        let (from, size) = (self.entries.len(), 1usize << plan.mask.count());
        self.entries.resize(from + size, SiteSet::EMPTY);
        let entries = &mut self.entries[from..];
        for item in &plan.items {
            let (reached, occupied) = (SiteSet::of(item.site), pack(item.occupied));
            let free = size - 1 - (pack(item.empty) | occupied);
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

    /// A lookup that reaches no cell.
    pub fn nothing(&mut self) -> Lookup<W> {
        self.entries.push(SiteSet::EMPTY);
        Lookup { mask: SiteSet::EMPTY, offset: self.entries.len() as u32 - 1, shift: [0; W] }
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
    let mut pack = |out: &mut Vec<Plan<W>>, near: Plan<W>| match &mut open {
        Some(plan) if (plan.mask | near.mask).count() <= bits => {
            plan.mask |= near.mask;
            plan.items.extend(near.items);
        }
        _ => out.extend(open.replace(near)),
    };
    for cluster in clusters(items) {
        let mask = union(&cluster);
        if mask.count() <= bits {
            pack(&mut out, Plan { mask, guard: SiteSet::EMPTY, items: cluster });
            continue;
        }
        for chain in chains(cluster) {
            let (near, far): (Vec<Plan<W>>, Vec<Plan<W>>) =
                cut(chain).into_iter().partition(|plan| plan.guard.is_empty());
            near.into_iter().for_each(|plan| pack(&mut out, plan));
            out.extend(far);
        }
    }
    out.extend(open);
    for plan in &mut out {
        plan.items.sort_unstable();
    }
    out
}

fn union<const W: usize>(items: &[ConditionalReach<W>]) -> SiteSet<W> {
    items.iter().fold(SiteSet::EMPTY, |all, i| all | i.looks_at())
}

/// Splits items into classes that look at no common cell. An item that looks at nothing joins the
/// class that looks at its target: it is the first cell of that ray.
fn clusters<const W: usize>(items: &[ConditionalReach<W>]) -> Vec<Vec<ConditionalReach<W>>> {
    let mut classes: Vec<(SiteSet<W>, Vec<ConditionalReach<W>>)> = Vec::new();
    for item in items {
        let mut touch = item.looks_at();
        if item.is_leap() {
            touch.insert(item.site);
        }
        // Most join one class or none.
        let mut joined = classes.iter().enumerate().filter(|(_, (cells, _))| cells.meets(touch));
        let Some((first, _)) = joined.next() else {
            classes.push((touch, vec![*item]));
            continue;
        };
        let several = joined.next().is_some();
        let (cells, members) = &mut classes[first];
        *cells |= touch;
        members.push(*item);
        if several {
            join_from(&mut classes, first, touch);
        }
    }
    classes.into_iter().map(|(_, members)| members).collect()
}

/// Brings the classes behind `first` that look at some of `touch` into it.
fn join_from<const W: usize>(
    classes: &mut Vec<(SiteSet<W>, Vec<ConditionalReach<W>>)>,
    first: usize,
    touch: SiteSet<W>,
) {
    for at in (first + 1..classes.len()).rev() {
        if classes[at].0.meets(touch) {
            let (cells, mut members) = classes.remove(at);
            classes[first].0 |= cells;
            classes[first].1.append(&mut members);
        }
    }
}

/// Parts items into rays: each looks at what the one before it looks at, and at the cell that one reaches.
fn chains<const W: usize>(mut cluster: Vec<ConditionalReach<W>>) -> Vec<Vec<ConditionalReach<W>>> {
    cluster.sort_by_cached_key(|i| i.looks_at().count());
    // What the last of a ray looks at, and the ray.
    let mut chains: Vec<(SiteSet<W>, Vec<ConditionalReach<W>>)> = Vec::new();
    for item in cluster {
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
            None => chains.push((looks, vec![item])),
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
                parts.push(Plan { mask: rest, guard: further, items: vec![without(further)] });
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
