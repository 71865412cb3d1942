//! Counting move sequences, fast.
//!
//! Owns: [`perft`], [`Cache`]. Takes tables and a packed state. The last ply is counted from batches
//! without making a move. Invariant: no allocation once the buffers have grown.

use crate::board::compile::cpu::Cpu;
use crate::board::compile::tables::Tables;
use crate::board::run::batch::{Batch, PackedMoves};
use crate::board::run::generator::{count, fill};
use crate::board::run::state::{PackedMove, State};
use crate::board::run::steps::{has_step, pass_on, skip, tried};

/// Buffers of one counting thread, and its table of known counts.
#[derive(Default)]
pub struct Workspace<const W: usize> {
    buffers: Vec<Vec<Batch<W>>>,
    cache: Cache,
}

impl<const W: usize> Workspace<W> {
    /// A workspace whose table of known counts takes `bytes`; 0 for none.
    pub fn new(bytes: usize) -> Self {
        Self { buffers: Vec::new(), cache: Cache::new(bytes) }
    }

    /// The empty buffer of a depth, until it is given back.
    #[inline(always)]
    fn take(&mut self, depth: u32) -> Vec<Batch<W>> {
        let level = depth as usize;
        if self.buffers.len() <= level {
            self.buffers.resize_with(level + 1, Vec::new);
        }
        let mut batches = std::mem::take(&mut self.buffers[level]);
        batches.clear();
        batches
    }

    #[inline(always)]
    fn give(&mut self, depth: u32, batches: Vec<Batch<W>>) {
        self.buffers[depth as usize] = batches;
    }
}

/// Known counts by position and depth; the newest entry wins its slot.
#[derive(Default)]
pub struct Cache {
    slots: Vec<(u64, u64)>,
}

impl Cache {
    fn new(bytes: usize) -> Self {
        let count = bytes / size_of::<(u64, u64)>();
        let slots = if count == 0 { Vec::new() } else { vec![(0, 0); 1 << count.ilog2()] };
        Self { slots }
    }

    fn slot(&mut self, key: u64) -> Option<&mut (u64, u64)> {
        let mask = self.slots.len().wrapping_sub(1);
        self.slots.get_mut(key as usize & mask)
    }
}

crate::dispatch! {
    /// Number of legal move sequences of `depth` moves from `state`, which is unchanged at the end; the
    /// largest that there is if there are more.
    pub fn perft<const W: usize>(
        tables: &Tables<W>,
        state: &mut State<W>,
        depth: u32,
        workspace: &mut Workspace<W>
    ) -> u64 = node
}

#[inline(always)]
fn node<const W: usize, C: Cpu>(
    cpu: C,
    tables: &Tables<W>,
    state: &mut State<W>,
    depth: u32,
    workspace: &mut Workspace<W>,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    if tables.turn.is_some() {
        return turns(cpu, tables, state, depth, workspace);
    }
    if depth == 1 {
        return count(tables, state);
    }
    let key = state.info.key.rotate_left(depth) ^ u64::from(depth);
    if let Some(&mut (known, count)) = workspace.cache.slot(key)
        && known == key
    {
        return count;
    }
    let mut batches = workspace.take(depth);
    fill(tables, state, &mut batches);
    let mut total = 0;
    for batch in &batches {
        for step in PackedMoves::new(tables, state, batch) {
            let undo = state.make(tables, &step);
            state.end_turn();
            let below = if depth == 2 {
                count(tables, state)
            } else {
                perft(tables, state, depth - 1, workspace)
            };
            total = u64::saturating_add(total, below);
            state.unmake(tables, &step, &undo);
        }
    }
    workspace.give(depth, batches);
    if let Some(slot) = workspace.cache.slot(key) {
        *slot = (key, total);
    }
    total
}

/// The same where turns have several steps: a step without a move is skipped where it begins, and
/// is no ply.
#[inline(always)]
fn turns<const W: usize, C: Cpu>(
    cpu: C,
    tables: &Tables<W>,
    state: &mut State<W>,
    depth: u32,
    workspace: &mut Workspace<W>,
) -> u64 {
    let total = step(cpu, tables, state, depth, workspace);
    if total > 0 {
        return total;
    }
    let mut next = state.clone();
    let under_way = state.info.step > 1;
    if has_step(tables, &next) || !skip(cpu, tables, &mut next, under_way) {
        return 0;
    }
    step(cpu, tables, &mut next, depth, workspace)
}

#[inline(always)]
fn step<const W: usize, C: Cpu>(
    cpu: C,
    tables: &Tables<W>,
    state: &mut State<W>,
    depth: u32,
    workspace: &mut Workspace<W>,
) -> u64 {
    let tries = tables.turn.as_ref().is_some_and(|t| t.tries(state));
    if depth == 1 {
        return if tries { tried(tables, state).len() as u64 } else { count(tables, state) };
    }
    let key = state.info.key.rotate_left(depth) ^ u64::from(depth);
    if let Some(&mut (known, count)) = workspace.cache.slot(key)
        && known == key
    {
        return count;
    }
    let mut total = 0;
    if tries {
        for step in tried(tables, state) {
            total = u64::saturating_add(total, after(cpu, tables, state, &step, depth, workspace));
        }
    } else {
        let mut batches = workspace.take(depth);
        fill(tables, state, &mut batches);
        for batch in &batches {
            for step in PackedMoves::new(tables, state, batch) {
                total =
                    u64::saturating_add(total, after(cpu, tables, state, &step, depth, workspace));
            }
        }
        workspace.give(depth, batches);
    }
    if let Some(slot) = workspace.cache.slot(key) {
        *slot = (key, total);
    }
    total
}

#[inline(always)]
fn after<const W: usize, C: Cpu>(
    cpu: C,
    tables: &Tables<W>,
    state: &mut State<W>,
    step: &PackedMove<W>,
    depth: u32,
    workspace: &mut Workspace<W>,
) -> u64 {
    let undo = state.make(tables, step);
    pass_on(cpu, tables, state, step, &undo);
    let total = perft(tables, state, depth - 1, workspace);
    state.unmake(tables, step, &undo);
    total
}
