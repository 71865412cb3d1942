//! Lookup tables: reach as a function of the occupancy that matters.
//!
//! Owns: [`Lookup`], [`LookupPool`] (all tables of a program, shared by content) and the grouping of items
//! into tables. Any movement whose reach depends only on which cells are occupied fits: slides, lame
//! leaps, bent two-path steps, hoppers. Items are joined along the cells they look at (a ray is one
//! cluster) and clusters are packed while a table stays within [`bits`]; a longer ray is cut into a
//! near and a far part, the far part guarded by the near cells. Invariant: a lookup's index, gathered
//! from the occupancy under its mask, is less than the length of its table.

use crate::board::compile::cpu::Cpu;
use crate::board::compile::profile::ConditionalReach;
use crate::board::space::site_set::{AnySet, Site, SiteSet};
use std::collections::HashMap;

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
    known: HashMap<Plan, u32>,
}

/// A table before it is built; equal plans share one table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Plan {
    /// The occupancy that indexes it.
    pub mask: AnySet,
    /// Must be empty for it to count.
    pub guard: AnySet,
    /// What it reaches when; `guard` already taken out of what each item looks at.
    pub items: Vec<ConditionalReach>,
}

impl<const W: usize> LookupPool<W> {
    /// The lookup of `plan`, built now or found.
    pub fn lookup(&mut self, plan: &Plan) -> Lookup<W> {
        let mask: SiteSet<W> = plan.mask.resize();
        let mut shift = [0; W];
        for i in 1..W {
            shift[i] = shift[i - 1] + mask.0[i - 1].count_ones() as u8;
        }
        let offset = match self.known.get(plan) {
            Some(&offset) => offset,
            None => {
                let offset = self.entries.len() as u32;
                self.build(plan);
                self.known.insert(plan.clone(), offset);
                offset
            }
        };
        Lookup { mask, offset, shift }
    }

    fn build(&mut self, plan: &Plan) {
        let bit: HashMap<Site, u32> = plan.mask.into_iter().zip(0..).collect();
        let pack = |set: AnySet| set.into_iter().fold(0usize, |all, site| all | 1 << bit[&site]);
        let items: Vec<(usize, usize, SiteSet<W>)> = plan
            .items
            .iter()
            .map(|i| (pack(i.empty), pack(i.occupied), SiteSet::of(i.site)))
            .collect();
        let size = 1usize << plan.mask.count();
        self.entries.reserve(size);
        for occupancy in 0..size {
            let mut reach = SiteSet::EMPTY;
            for &(empty, occupied, site) in &items {
                if occupancy & empty == 0 && occupancy & occupied == occupied {
                    reach |= site;
                }
            }
            self.entries.push(reach);
        }
    }

    /// A lookup that reaches no cell.
    pub fn nothing(&mut self) -> Lookup<W> {
        self.entries.push(SiteSet::EMPTY);
        Lookup { mask: SiteSet::EMPTY, offset: self.entries.len() as u32 - 1, shift: [0; W] }
    }
}

impl<const W: usize> Lookup<W> {
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
            index |= cpu.gather(occupancy.0[i], self.mask.0[i]) << self.shift[i];
        }
        entries[self.offset as usize + index as usize]
    }
}

/// Groups items that are not lone leaps into tables of at most `bits` bits. Items of one family share
/// tables only with their own.
pub fn plans(items: &[ConditionalReach], bits: u32) -> Vec<Plan> {
    let mut out = Vec::new();
    for family in items.chunk_by(|a, b| a.family == b.family) {
        let mut open: Option<Plan> = None;
        for cluster in clusters(family) {
            let looks = union(&cluster);
            if looks.count() > bits {
                out.extend(cut(cluster, bits));
                continue;
            }
            match &mut open {
                Some(plan) if (plan.mask | looks).count() <= bits => {
                    plan.mask |= looks;
                    plan.items.extend(cluster);
                }
                _ => out.extend(open.replace(Plan {
                    mask: looks,
                    guard: AnySet::EMPTY,
                    items: cluster,
                })),
            }
        }
        out.extend(open);
    }
    for plan in &mut out {
        plan.items.sort();
    }
    out
}

fn union(items: &[ConditionalReach]) -> AnySet {
    items.iter().fold(AnySet::EMPTY, |all, i| all | i.looks_at())
}

/// Splits items into classes that look at no common cell. An item that looks at nothing joins the
/// class that looks at its target: it is the first cell of that ray.
fn clusters(items: &[ConditionalReach]) -> Vec<Vec<ConditionalReach>> {
    let mut classes: Vec<(AnySet, Vec<ConditionalReach>)> = Vec::new();
    for &item in items {
        let mut touch = item.looks_at();
        if item.is_leap() {
            touch.insert(item.site);
        }
        let mut members = vec![item];
        classes.retain_mut(|(cells, others)| {
            let joined = cells.meets(touch);
            if joined {
                touch |= *cells;
                members.append(others);
            }
            !joined
        });
        classes.push((touch, members));
    }
    classes.into_iter().map(|(_, members)| members).collect()
}

/// Cuts a cluster that looks at too many cells: near items share a table, far ones get a table of
/// their own behind a guard. A cluster that is no ray falls apart into single items.
fn cut(mut cluster: Vec<ConditionalReach>, bits: u32) -> Vec<Plan> {
    cluster.sort_by_key(|i| (i.looks_at().count(), *i));
    let mut out: Vec<Plan> = Vec::new();
    let mut guard = AnySet::EMPTY;
    while !cluster.is_empty() {
        let mut near = Vec::new();
        let mut looks = AnySet::EMPTY;
        for item in &cluster {
            let seen = looks | item.looks_at().minus(guard);
            if seen.count() > bits {
                break;
            }
            looks = seen;
            near.push(*item);
        }
        if near.is_empty() {
            break;
        }
        let rest = cluster.split_off(near.len());
        let without = |i: ConditionalReach| ConditionalReach { empty: i.empty.minus(guard), ..i };
        out.push(Plan { mask: looks, guard, items: near.into_iter().map(without).collect() });
        let next = guard | looks;
        let ray = rest.iter().all(|i| next.within(i.empty));
        cluster = rest;
        if !ray {
            break;
        }
        guard = next;
    }
    // What no ray explains is asked cell by cell: everything it needs empty is a guard.
    out.extend(cluster.into_iter().map(|item| Plan {
        mask: item.occupied,
        guard: item.empty,
        items: vec![ConditionalReach { empty: AnySet::EMPTY, ..item }],
    }));
    out
}
