//! Whether the game is over, and which claims may be made.

use super::EvalContext;
use crate::engine::state::State;
use crate::model::memory::History;
use crate::tables::move_tables::Tables;
use crate::tables::predicate::Predicate;
use crate::tables::predicates::CompiledPredicates;
use alfil_rules::question::Lookahead;
use alfil_rules::side::Side;

/// The side that made the last move, if the position tells; otherwise the opponent of the side to move.
pub fn last_side<const W: usize>(state: &State<W>) -> Side {
    let by_turn = if state.info.step > 1 { state.side } else { state.side.other() };
    state.memory.last.map_or(by_turn, |last| last.side)
}

/// The number of the first goal that holds, and the side for which it holds.
pub fn goal<const W: usize>(tables: &Tables<W>, state: &State<W>) -> Option<(usize, Side)> {
    let asks = tables.at(state).predicates.as_ref()?;
    first_met(tables, asks, state, &asks.goals, History::default())
}

/// The number of the first claim that may be made, and the side for which it counts.
pub fn claim<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    history: History,
) -> Option<(usize, Side)> {
    let asks = tables.at(state).predicates.as_ref()?;
    first_met(tables, asks, state, &asks.claims, history)
}

/// The first of `ends` that holds. The side that moved last comes first.
fn first_met<const W: usize>(
    tables: &Tables<W>,
    asks: &CompiledPredicates<W>,
    state: &State<W>,
    ends: &[Predicate<W>],
    history: History,
) -> Option<(usize, Side)> {
    let mover = last_side(state);
    ends.iter().enumerate().find_map(|(number, end)| {
        let holds =
            |&side: &Side| EvalContext::of_last(tables, asks, state, (side, history)).holds(end);
        [mover, mover.other()].into_iter().find(holds).map(|side| (number, side))
    })
}

/// Whether a goal holds for either side, so that the game is over.
#[inline(always)]
pub fn is_over<const W: usize>(tables: &Tables<W>, state: &State<W>) -> bool {
    is_over_below(tables, state, None)
}

/// Whether one of the goals holds whose lookahead is less than `below`.
#[inline]
pub fn is_over_below<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    below: Option<Lookahead>,
) -> bool {
    let Some(asks) = &tables.at(state).predicates else { return false };
    let due = |goal: &&Predicate<W>| below.is_none_or(|below| goal.level() < below);
    asks.goals.iter().filter(due).any(|goal| {
        Side::BOTH.into_iter().any(|side| {
            EvalContext::of_last(tables, asks, state, (side, History::default())).holds(goal)
        })
    })
}
