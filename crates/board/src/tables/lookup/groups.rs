//! Items of a piece in groups that become one table each.
//!
//! Owns: [`Group`], [`Grouped`] and the grouping. Takes the items of a profile; gives what the pool makes tables of, without it, so
//! that several kinds are grouped at once. Items are joined along the cells they look at (a ray is one
//! cluster) and clusters are packed while a table stays within 12 bits (10 on boards of two words, 9 of four); longer rays are cut into parts, each
//! guarded by the cells of those before it. Invariant: no item of a group wants more than [`bits`] cells occupied.

use crate::paths::path::Family;
use crate::tables::reach::{ConditionalReach, Ends};
use crate::topology::by_site::BySite;
use crate::topology::site_set::SiteSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::hash::BuildHasher;
use std::sync::Arc;

/// The most bits of occupancy a table is indexed by: 2^12 entries of 8 bytes, 2^10 of 16, 2^9 of 32.
pub fn bits<const W: usize>() -> u32 {
    match W {
        1 => 12,
        2 => 10,
        _ => 9,
    }
}

/// Some of the items of one family.
#[derive(Clone, Debug)]
pub struct Group<const W: usize> {
    /// Which lines they run along.
    pub family: Family,
    /// They get nowhere unless these are empty.
    pub guard: SiteSet<W>,
    /// The occupancy that tells where they get.
    pub(super) mask: SiteSet<W>,
    /// The cells to which they may get.
    pub targets: SiteSet<W>,
    /// The items, sorted, each once and without its family; empty for leaps.
    pub(super) items: Arc<[ConditionalReach<W>]>,
}

/// Cells on which a piece may step, capture, capture in passing.
pub type EndSets<const W: usize> = [SiteSet<W>; 3];

/// Groups that were made: a queen has those of the rook and of the bishop.
#[derive(Default)]
pub struct Grouped<const W: usize> {
    /// By the hash of items of one family.
    known: FxHashMap<u64, SmallVec<[Known<W>; 1]>>,
}

/// Items of one family, and what was made of them.
struct Known<const W: usize> {
    items: Vec<ConditionalReach<W>>,
    groups: Arc<[Group<W>]>,
}

/// A table before it is built.
#[derive(Clone, Debug)]
struct Plan<const W: usize> {
    /// The occupancy that indexes it.
    mask: SiteSet<W>,
    /// Must be empty for it to count.
    guard: SiteSet<W>,
    /// What it reaches when, in any order; `guard` already taken out of what each item looks at.
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

    /// Whether they get everywhere, whatever stands where.
    pub(super) fn is_leaps(&self) -> bool {
        (self.mask | self.guard).is_empty()
    }
}

impl<const W: usize> Grouped<W> {
    /// The groups of a profile's items, with the cells on which something may be done once they are reached. Within one
    /// table a cell has one set of ends, so items that reach one cell with different ends are grouped apart.
    pub fn of(
        &mut self,
        reached: &[(ConditionalReach<W>, Ends)],
    ) -> Vec<(Arc<[Group<W>]>, EndSets<W>)> {
        let mut ends_of: BySite<Option<Ends>, W> = BySite::new(None);
        let (mut all_ends, mut torn) = ([SiteSet::EMPTY; 3], false);
        for (item, ends) in reached {
            torn |= *ends_of[item.site].get_or_insert(*ends) != *ends;
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
        if !torn {
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

    /// The groups of items of one family: made now or found.
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
