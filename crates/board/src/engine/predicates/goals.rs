//! Whether the game is over, and what may be claimed.
//!
//! Owns: [`goal`], [`claim`], [`is_over`], [`is_over_below`]. Takes tables and a packed state. Invariant: agrees with
//! `reference/predicate.rs`; a condition that several goals share is evaluated once.

use super::EvalContext;
use crate::engine::state::State;
use crate::model::memory::History;
use crate::tables::census::{Census, Gated, Goal};
use crate::tables::move_tables::Tables;
use crate::tables::predicates::CompiledPredicates;
use crate::topology::site_set::SiteSet;
use alfil_rules::question::Lookahead;
use alfil_rules::side::Side;

/// Who made the last move, as far as the position tells.
pub fn last_side<const W: usize>(state: &State<W>) -> Side {
    let told = if state.info.step > 1 { state.side } else { state.side.other() };
    state.memory.last.map_or(told, |last| last.side)
}

/// The first goal that holds, and for whom.
pub fn goal<const W: usize>(tables: &Tables<W>, state: &State<W>) -> Option<(usize, Side)> {
    let asks = tables.at(state).predicates.as_ref()?;
    met(tables, asks, state, &asks.goals, History::default())
}

/// The first claim that may be made, and for whom it counts.
pub fn claim<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    history: History,
) -> Option<(usize, Side)> {
    let asks = tables.at(state).predicates.as_ref()?;
    met(tables, asks, state, &asks.claims, history)
}

/// The first of `ends` that holds of `state`, and for whom.
fn met<const W: usize>(
    tables: &Tables<W>,
    asks: &CompiledPredicates<W>,
    state: &State<W>,
    ends: &[Goal<W>],
    history: History,
) -> Option<(usize, Side)> {
    let mover = last_side(state);
    let mut gates = Gates { tables, asks, state, shut: false };
    ends.iter().enumerate().find_map(|(n, end)| {
        let holds = |&side: &Side| match &end.census {
            Some(census) => counts(census, state, named(census, state), side),
            None => EvalContext::of_last(tables, asks, state, (side, history)).holds(&end.question),
        };
        if !gates.let_pass(end) {
            return None;
        }
        [mover, mover.other()].into_iter().find(holds).map(|side| (n, side))
    })
}

/// Whether a goal holds, so that nobody moves any more.
#[inline(always)]
pub fn is_over<const W: usize>(tables: &Tables<W>, state: &State<W>) -> bool {
    let Some(asks) = &tables.at(state).predicates else { return false };
    let mut gates = Gates { tables, asks, state, shut: false };
    for goal in &asks.goals {
        if gates.let_pass(goal) && holds(tables, asks, state, goal) {
            return true;
        }
    }
    false
}

/// The same of goals that look at less than `below`.
pub fn is_over_below<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    below: Option<Lookahead>,
) -> bool {
    let Some(asks) = &tables.at(state).predicates else { return false };
    let due = |goal: &Goal<W>| below.is_none_or(|below| goal.question.level() < below);
    let mut gates = Gates { tables, asks, state, shut: false };
    asks.goals
        .iter()
        .any(|goal| gates.let_pass(goal) && due(goal) && holds(tables, asks, state, goal))
}

/// Whether `goal` holds for one of the sides.
#[inline(always)]
fn holds<const W: usize>(
    tables: &Tables<W>,
    asks: &CompiledPredicates<W>,
    state: &State<W>,
    goal: &Goal<W>,
) -> bool {
    match &goal.census {
        Some(census) => {
            let named = named(census, state);
            counts(census, state, named, Side::White) || counts(census, state, named, Side::Black)
        }
        None => Side::BOTH.into_iter().any(|side| {
            EvalContext::of_last(tables, asks, state, (side, History::default()))
                .holds(&goal.question)
        }),
    }
}

/// What holds of a position whichever side asks, asked of one goal after another.
struct Gates<'a, const W: usize> {
    tables: &'a Tables<W>,
    asks: &'a CompiledPredicates<W>,
    state: &'a State<W>,
    /// Whether that of the last goal was shut.
    shut: bool,
}

impl<const W: usize> Gates<'_, W> {
    /// Whether `goal` may hold, as far as its gate tells.
    #[inline(always)]
    fn let_pass(&mut self, goal: &Goal<W>) -> bool {
        self.shut = match (&goal.gate, goal.gated) {
            (None, _) => false,
            (Some(_), Gated::AsTheOneBefore) => self.shut,
            (Some(gate), Gated::ByItself) => {
                let Gates { tables, asks, state, .. } = *self;
                let last = (last_side(state), History::default());
                !EvalContext::of_last(tables, asks, state, last).holds(gate)
            }
        };
        !self.shut
    }
}

/// Whether as many pieces stand where `census` counts them for `side` as it wants.
#[inline(always)]
fn counts<const W: usize>(
    census: &Census<W>,
    state: &State<W>,
    named: SiteSet<W>,
    side: Side,
) -> bool {
    let cells = &census.cells[side];
    let of = |owner: Side| state.by_side[owner] & cells[owner];
    let count = ((of(Side::White) | of(Side::Black)) & named).count();
    census.number.holds(count, count)
}

/// The pieces of the kinds that `census` counts.
#[inline(always)]
fn named<const W: usize>(census: &Census<W>, state: &State<W>) -> SiteSet<W> {
    census.classes.iter().fold(SiteSet::EMPTY, |all, &class| all | state.by_class[class])
}
