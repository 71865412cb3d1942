//! Perft: counts the legal move sequences of a given length.
//!
//! The moves of the last ply are counted as sets, without making them. Buffers are reused, so only
//! moves that must be verified allocate memory.

use crate::engine::batch::{MoveSet, PackedMoves};
use crate::engine::generator::Legality;
use crate::engine::generator::ask::{Count, Fill};
use crate::engine::journal::Journal;
use crate::engine::make::Displacement;
use crate::engine::state::{PackedMove, State};
use crate::engine::steps::Skipping;
use crate::tables::cpu::{Cpu, Task, run};
use crate::tables::move_tables::Tables;
use alfil_clock::meter::{self, Limit};

/// The buffers of one counting thread, its cache of counts, and the limit on its work.
#[derive(Default)]
pub(crate) struct Workspace<const W: usize> {
    buffers: Vec<Vec<MoveSet<W>>>,
    cache: Cache,
    /// When the limit is reached, counting stops and its result is wrong.
    limit: Limit,
}

impl<const W: usize> Workspace<W> {
    /// A workspace with a cache of at most `bytes` bytes; 0 for no cache.
    pub(crate) fn new(bytes: usize) -> Self {
        Self { buffers: Vec::new(), cache: Cache::new(bytes), limit: Limit::none() }
    }

    /// A workspace for a count with a limit. It has no cache.
    pub(crate) fn within(limit: Limit) -> Self {
        Self { limit, ..Self::default() }
    }

    /// Returns the emptied buffer of a depth. The caller gives it back with [`Workspace::give`].
    fn take(&mut self, depth: u32) -> Vec<MoveSet<W>> {
        let level = depth as usize;
        if self.buffers.len() <= level {
            self.buffers.resize_with(level + 1, Default::default);
        }
        let mut batches = std::mem::take(&mut self.buffers[level]);
        batches.clear();
        batches
    }

    fn give(&mut self, depth: u32, batches: Vec<MoveSet<W>>) {
        self.buffers[depth as usize] = batches;
    }
}

/// A cache of counts by position and depth. A new entry replaces the old one in the same slot.
#[derive(Default)]
struct Cache {
    slots: Vec<(u64, u64)>,
}

impl Cache {
    fn new(bytes: usize) -> Self {
        let count = bytes / size_of::<(u64, u64)>();
        let slots = if count == 0 { Vec::new() } else { vec![(0, 0); 1 << count.ilog2()] };
        Self { slots }
    }

    /// The key of `state` at `depth`; `None` if there is no cache.
    #[inline]
    fn key<const W: usize>(&self, tables: &Tables<W>, state: &State<W>, depth: u32) -> Option<u64> {
        let whole = || state.key(tables.turn_length(state)) ^ state.memory_key();
        let key = || whole().rotate_left(depth) ^ u64::from(depth);
        (!self.slots.is_empty()).then(key)
    }

    fn known(&self, key: u64) -> Option<u64> {
        let slot = self.slots.get(key as usize & self.slots.len().wrapping_sub(1))?;
        (slot.0 == key).then_some(slot.1)
    }

    fn keep(&mut self, key: u64, count: u64) {
        let mask = self.slots.len().wrapping_sub(1);
        if let Some(slot) = self.slots.get_mut(key as usize & mask) {
            *slot = (key, count);
        }
    }
}

/// The number of legal sequences of `depth` moves from `state`, or `u64::MAX` if there are more.
/// `state` is unchanged at the end.
pub(crate) fn perft<const W: usize>(
    tables: &Tables<W>,
    state: &mut State<W>,
    depth: u32,
    workspace: &mut Workspace<W>,
) -> u64 {
    match depth {
        0 => 1,
        _ => run(Node { tables, state, depth, workspace }),
    }
}

/// The number of moves that the generator lists for `state`.
#[inline(always)]
fn counted<const W: usize, C: Cpu>(cpu: C, tables: &Tables<W>, state: &State<W>) -> u64 {
    meter::spend(meter::COUNTING);
    cpu.run(Count { tables, state })
}

/// A position with a depth of at least 1, whose move sequences are counted.
struct Node<'a, const W: usize> {
    tables: &'a Tables<W>,
    state: &'a mut State<W>,
    depth: u32,
    workspace: &'a mut Workspace<W>,
}

impl<const W: usize> Task for Node<'_, W> {
    type Output = u64;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> u64 {
        let Node { tables, state, depth, workspace } = self;
        if depth == 1 && tables.mode.is_plain {
            return counted(cpu, tables, state);
        }
        if workspace.limit.is_over() {
            return 0;
        }
        let key = workspace.cache.key(tables, state, depth);
        if let Some(known) = key.and_then(|key| workspace.cache.known(key)) {
            return known;
        }
        let mut node = Node { tables, state, depth, workspace };
        let total = if tables.mode.is_plain { node.moves(cpu) } else { node.turns(cpu) };
        if let Some(key) = key {
            node.workspace.cache.keep(key, total);
        }
        total
    }
}

impl<const W: usize> Node<'_, W> {
    /// Counts the sequences in a game whose turns are single moves.
    #[inline(always)]
    fn moves<C: Cpu>(&mut self, cpu: C) -> u64 {
        let tables = self.tables;
        let batches = self.batches(cpu);
        let mut total = 0u64;
        for batch in &batches {
            if let Some(moves) = batch.displacements(tables, self.state) {
                total = total.saturating_add(self.displaced(cpu, moves));
                continue;
            }
            for step in PackedMoves::new(tables, self.state, batch) {
                let undo = self.state.make(tables, &step);
                let promoted = Journal::of_capture(tables, self.state, &step);
                self.state.switch_sides();
                total = total.saturating_add(self.rest(cpu));
                if let Some(promoted) = promoted {
                    promoted.take_back(tables, self.state);
                }
                self.state.unmake(tables, &step, &undo);
            }
        }
        self.workspace.give(self.depth, batches);
        total
    }

    /// Counts the sequences that begin with one of `moves`.
    #[inline(always)]
    fn displaced<C: Cpu>(&mut self, cpu: C, moves: impl Iterator<Item = Displacement>) -> u64 {
        let (tables, mut total) = (self.tables, 0u64);
        for step in moves {
            let undo = self.state.make_simple(tables, &step);
            total = total.saturating_add(self.rest(cpu));
            self.state.unmake_simple(tables, &step, &undo);
        }
        total
    }

    /// Lists the legal moves in the buffer of this depth.
    #[inline(always)]
    fn batches<C: Cpu>(&mut self, cpu: C) -> Vec<MoveSet<W>> {
        let mut batches = self.workspace.take(self.depth);
        meter::spend(meter::LISTING);
        let (tables, state, legality) = (self.tables, &*self.state, Legality::Legal);
        cpu.run(Fill { tables, state, legality, batches: &mut batches });
        batches
    }

    /// Counts the rest of the sequences, after the first move has been made.
    #[inline(always)]
    fn rest<C: Cpu>(&mut self, cpu: C) -> u64 {
        let Node { tables, state, depth, workspace } = self;
        match depth {
            2 if tables.mode.is_plain => counted(cpu, tables, state),
            _ => cpu.run(Node { tables, state, depth: *depth - 1, workspace }),
        }
    }

    /// Counts the sequences in a game whose turns have steps. A step without a legal move is
    /// skipped, and does not count as a ply.
    #[inline(never)]
    fn turns<C: Cpu>(&mut self, cpu: C) -> u64 {
        self.step(cpu).unwrap_or_else(|| self.skipped(cpu))
    }

    /// Skips this step, which has no legal move, and counts the sequences from the next step that
    /// has one.
    #[cold]
    fn skipped<C: Cpu>(&mut self, cpu: C) -> u64 {
        let (tables, depth) = (self.tables, self.depth);
        let mut next = self.state.clone();
        let mut skipping = Skipping::new(&next, self.state.info.step > 1);
        while skipping.goes_on(tables, &mut next, None) {
            let step =
                Node { tables, state: &mut next, depth, workspace: self.workspace }.step(cpu);
            if let Some(total) = step {
                return total;
            }
        }
        0
    }

    /// Counts the sequences that begin with a move of this step. `None` if the step has no legal
    /// move.
    fn step<C: Cpu>(&mut self, cpu: C) -> Option<u64> {
        let (tables, state) = (self.tables, &*self.state);
        let some = |count: u64| (count > 0).then_some(count);
        if state.needs_verification(tables) || state.bind_moves(tables) {
            if self.depth == 1 {
                return some(state.count_legal_moves(tables));
            }
            let legal = state.legal_moves(tables);
            let moves = legal.each(tables, state);
            let sum = |total: u64, step| total.saturating_add(self.after_move(cpu, &step));
            return (!legal.is_empty()).then(|| moves.fold(0, sum));
        }
        if state.is_over(tables) {
            return None;
        }
        if self.depth == 1 {
            return some(counted(cpu, tables, state));
        }
        let batches = self.batches(cpu);
        let mut total = 0u64;
        for batch in &batches {
            for step in PackedMoves::new(tables, self.state, batch) {
                total = total.saturating_add(self.after_move(cpu, &step));
            }
        }
        let moves = !batches.is_empty();
        self.workspace.give(self.depth, batches);
        moves.then_some(total)
    }

    fn after_move<C: Cpu>(&mut self, cpu: C, step: &PackedMove<W>) -> u64 {
        let past = self.state.advance(self.tables, step);
        let losses = self.state.settle(self.tables, past.side());
        let total = self.rest(cpu);
        if let Some(losses) = losses {
            *self.state = *losses;
        }
        self.state.take_back(self.tables, step, past);
        total
    }
}
