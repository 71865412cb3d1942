//! What is asked of the generator.
//!
//! Owns: [`count`], [`fill`], [`fill_pseudo`], [`any`]. Invariant: each question is compiled once for
//! every width and processor, and everybody else calls these: the generator is large, and a copy of it
//! in every caller makes builds slow without making it faster.

use super::{Generator, Legality};
use crate::board::compile::cpu::Cpu;
use crate::board::compile::tables::{Safety, Tables};
use crate::board::run::batch::{Any, Batch, Counter, Listener};
use crate::board::run::safety::{Guard, of_kinds};
use crate::board::run::state::State;
use crate::board::space::site_set::SiteSet;
use std::ops::ControlFlow;

crate::dispatch! {
    /// The number of legal moves of `state`.
    pub fn count<const W: usize>(tables: &Tables<W>, state: &State<W>) -> u64 = counted
}

crate::dispatch! {
    /// Adds the legal moves of `state` to `batches`.
    pub fn fill<const W: usize>(tables: &Tables<W>, state: &State<W>, batches: &mut Vec<Batch<W>>) = filled
}

crate::dispatch! {
    /// Adds the moves of `state` to `batches`, whatever becomes of its own royal pieces.
    pub fn fill_pseudo<const W: usize>(
        tables: &Tables<W>,
        state: &State<W>,
        batches: &mut Vec<Batch<W>>
    ) = filled_pseudo
}

crate::dispatch! {
    /// Whether `state` has a legal move.
    pub fn any<const W: usize>(tables: &Tables<W>, state: &State<W>) -> bool = found
}

#[inline(always)]
fn counted<const W: usize, C: Cpu>(cpu: C, tables: &Tables<W>, state: &State<W>) -> u64 {
    let mut counter = Counter::default();
    let _ = generate(cpu, tables, state, &mut counter);
    counter.count
}

#[inline(always)]
fn filled<const W: usize, C: Cpu>(
    cpu: C,
    tables: &Tables<W>,
    state: &State<W>,
    batches: &mut Vec<Batch<W>>,
) {
    // A buffer never stops the generator.
    let _ = generate(cpu, tables, state, batches);
}

#[inline(always)]
fn filled_pseudo<const W: usize, C: Cpu>(
    cpu: C,
    tables: &Tables<W>,
    state: &State<W>,
    batches: &mut Vec<Batch<W>>,
) {
    let _ = Generator::new(cpu, tables, state, SiteSet::EMPTY, None, Legality::Pseudo).all(batches);
}

#[inline(always)]
fn found<const W: usize, C: Cpu>(cpu: C, tables: &Tables<W>, state: &State<W>) -> bool {
    let mut any = Any::default();
    // Whether it was stopped is what `any` says.
    let _ = generate(cpu, tables, state, &mut any);
    any.found
}

/// Gives every legal move of `state` to `listener`.
#[inline(always)]
fn generate<const W: usize, C: Cpu, L: Listener<W>>(
    cpu: C,
    whole: &Tables<W>,
    state: &State<W>,
    listener: &mut L,
) -> ControlFlow<()> {
    let (us, tables) = (state.side, whole.at(state));
    let royals = of_kinds(state, &tables.royals) & state.by_side[us];
    let guard = match (tables.safety, royals.first()) {
        (Safety::None, _) | (_, None) => None,
        (Safety::Pins, Some(king)) if !royals.more_than_one() => {
            Some(Guard::new(tables, state, king, SiteSet([u64::MAX; W])))
        }
        (Safety::Pins | Safety::Trial | Safety::Replay, Some(_)) => None,
    };
    Generator::new(cpu, whole, state, royals, guard, Legality::Legal).all(listener)
}
