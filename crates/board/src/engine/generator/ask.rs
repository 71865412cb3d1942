//! Entry points of the generator, which count or list the moves of a position.
//!
//! Each is compiled once for each board width and processor type. The generator is large. A copy in
//! every caller would slow down builds, but would not make the generator faster.

use super::{Generator, Legality, StepRestriction};
use crate::engine::batch::{Counter, MoveSet};
use crate::engine::state::{PackedMove, State};
use crate::tables::cpu::{Cpu, Task, run};
use crate::tables::move_tables::Tables;
use alfil_clock::meter;

/// Counts the legal moves of a position.
pub(crate) struct Count<'a, const W: usize> {
    /// The tables of the game.
    pub(crate) tables: &'a Tables<W>,
    /// The position.
    pub(crate) state: &'a State<W>,
}

impl<const W: usize> Task for Count<'_, W> {
    type Output = u64;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> u64 {
        let (whole, state) = (self.tables, self.state);
        let tables = (whole, whole.at(state));
        let restriction = StepRestriction::of(tables.1, state);
        let generator = Generator::new(cpu, tables, state, Legality::Legal, restriction.as_ref());
        // Two counters are used, so that the one for the inner loops stays in a register.
        let (mut plain, mut others) = (Counter::default(), Counter::default());
        let left = generator.plain(&mut plain);
        generator.remaining_moves(left, &mut others);
        plain.count + others.count
    }
}

/// Collects the moves of a position.
pub(crate) struct Fill<'a, const W: usize> {
    /// The tables of the game.
    pub(crate) tables: &'a Tables<W>,
    /// The position.
    pub(crate) state: &'a State<W>,
    /// The requested moves.
    pub(crate) legality: Legality,
    /// Receives the moves.
    pub(crate) batches: &'a mut Vec<MoveSet<W>>,
}

impl<const W: usize> Task for Fill<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        let (whole, state) = (self.tables, self.state);
        let tables = (whole, whole.at(state));
        let restriction = StepRestriction::of(tables.1, state);
        let generator = Generator::new(cpu, tables, state, self.legality, restriction.as_ref());
        let left = generator.plain(self.batches);
        generator.remaining_moves(left, self.batches);
    }
}

/// Tests whether the piece of `step` can make the same move by leaving its cell and returning to
/// it. `step` starts and ends on the same cell.
struct WalksBack<'a, const W: usize> {
    tables: &'a Tables<W>,
    state: &'a State<W>,
    step: &'a PackedMove<W>,
}

impl<const W: usize> Task for WalksBack<'_, W> {
    type Output = bool;

    fn run<C: Cpu>(self, cpu: C) -> bool {
        let WalksBack { tables: whole, state, step } = self;
        let tables = (whole, whole.at(state));
        let restriction = StepRestriction::of(tables.1, state);
        let generator = Generator::new(cpu, tables, state, Legality::Pseudo, restriction.as_ref());
        generator.walks_back(step)
    }
}

impl<const W: usize> State<W> {
    /// True if the piece of `step` can make the same move by leaving its cell and returning to it.
    pub(crate) fn walks_back(&self, tables: &Tables<W>, step: &PackedMove<W>) -> bool {
        run(WalksBack { tables, state: self, step })
    }
}

/// The number of legal moves of `state`.
fn count<const W: usize>(tables: &Tables<W>, state: &State<W>) -> u64 {
    run(Count { tables, state })
}

impl<const W: usize> State<W> {
    /// True if the generator lists a legal move. Predicates are not evaluated.
    pub(crate) fn has_generated(&self, tables: &Tables<W>) -> bool {
        meter::spend(meter::LISTING);
        count(tables, self) > 0
    }

    /// The moves that the generator lists. They are not verified, and predicates are not evaluated.
    pub fn generated(&self, tables: &Tables<W>, legality: Legality) -> Vec<MoveSet<W>> {
        meter::spend(meter::LISTING);
        // About 1,000 bytes are enough for most positions, and allocators keep blocks of this size
        // in their caches.
        let mut batches = Vec::with_capacity(1_000 / size_of::<MoveSet<W>>());
        run(Fill { tables, state: self, legality, batches: &mut batches });
        batches
    }
}
