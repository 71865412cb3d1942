//! Goals, which end the game, and claims, which a player may make.

use super::view::{EvalContext, PackedView};
use crate::engine::state::State;
use crate::model::memory::History;
use crate::tables::move_tables::Tables;
use crate::tables::predicate::Predicate;
use crate::tables::predicates::CompiledPredicates;
use alfil_rules::question::Lookahead;
use alfil_rules::side::Side;

impl<const W: usize> State<W> {
    /// The side that made the last move. If no move is remembered, it is the side to move if a
    /// player may move in an earlier step of the turn, and the opponent otherwise.
    pub(crate) fn last_side(&self, tables: &Tables<W>) -> Side {
        let (side, info) = (self.side, &self.info);
        let has_moved = || {
            let turn = tables.at(self).turn.as_ref();
            turn.is_some_and(|turn| turn.turn.has_moved(side, info.fullmove, info.step))
        };
        let presumed = || if has_moved() { side } else { tables.sides.before(side, info.out) };
        self.memory.last.map_or_else(presumed, |last| last.side)
    }

    /// The index of the first goal that holds, and the side for which it holds.
    pub(crate) fn goal(&self, tables: &Tables<W>) -> Option<(usize, Side)> {
        let predicates = tables.at(self).predicates.as_ref()?;
        first_met(tables, predicates, self, &predicates.goals, History::default())
    }

    /// The index of the first claim that may be made, and the side for which it counts.
    pub(crate) fn claim(&self, tables: &Tables<W>, history: History) -> Option<(usize, Side)> {
        let predicates = tables.at(self).predicates.as_ref()?;
        first_met(tables, predicates, self, &predicates.claims, history)
    }
}

/// The index of the first of `ends` that holds, and the side for which it holds. Each is tested for
/// the side that made the last move, and then for the other side.
fn first_met<const W: usize>(
    tables: &Tables<W>,
    predicates: &CompiledPredicates<W>,
    state: &State<W>,
    ends: &[Predicate<W>],
    history: History,
) -> Option<(usize, Side)> {
    let mover = state.last_side(tables);
    ends.iter().enumerate().find_map(|(number, end)| {
        let view = PackedView { tables, predicates, state };
        let holds = |&side: &Side| EvalContext::of_last(view, side, history).holds(end);
        let mut sides = tables.sides.from(mover, state.info.out);
        sides.find(holds).map(|side| (number, side))
    })
}

impl<const W: usize> State<W> {
    /// True if a goal holds for either side, which ends the game.
    #[inline(always)]
    pub(crate) fn is_over(&self, tables: &Tables<W>) -> bool {
        self.is_over_below(tables, None)
    }

    /// True if the game is over by a goal whose lookahead is less than `below`.
    #[inline]
    pub(crate) fn is_over_below(&self, tables: &Tables<W>, below: Option<Lookahead>) -> bool {
        if self.is_won(tables) {
            return true;
        }
        let Some(predicates) = &tables.at(self).predicates else { return false };
        let due = |goal: &&Predicate<W>| below.is_none_or(|below| goal.level() < below);
        predicates.goals.iter().filter(due).any(|goal| {
            let view = PackedView { tables, predicates, state: self };
            let holds = |side| EvalContext::of_last(view, side, History::default()).holds(goal);
            tables.sides.from(self.side, self.info.out).any(holds)
        })
    }
}
