//! Updates the memory of a position: facts about the last move, clocks and unmoved pieces.
//!
//! The results must agree with `Reference::remember`. Only facts that a rule uses are kept.

use super::view::{EvalContext, PackedView};
use crate::engine::state::{PackedMove, State};
use crate::model::memory::{Captured, Facts};
use crate::tables::move_tables::Tables;
use alfil_rules::question::Lookahead;
use alfil_rules::side::Side;
use alfil_topology::site_set::SiteSet;

/// The facts of `step`, a move of `state` that is not made yet.
pub(crate) fn facts_of<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    step: &PackedMove<W>,
) -> Facts {
    let mut captured = Captured::default();
    for site in step.captured {
        let kind = state.kind_at(site);
        let owner = if tables.is_neutral(kind) { Side::White } else { state.owner(site) };
        captured.insert(owner, kind);
    }
    let castles = step.partner.is_some()
        && tables.castles[state.side].iter().any(|castle| {
            castle.king == (step.from, step.to) && Some(castle.partner) == step.partner
        });
    Facts {
        side: state.side,
        actor: step.actor,
        kind: step.kind,
        from: step.from,
        to: step.to,
        captured,
        promotion: step.promotion,
        castles,
    }
}

/// The facts of `step`, a move of `state`. `None` if no rule of the game uses them.
pub(crate) fn facts_to_keep<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    step: &PackedMove<W>,
) -> Option<Facts> {
    may_keep(tables, state, step).then(|| facts_of(tables.at(state), state, step))
}
/// True if `step` may have effects, or if the game remembers moves.
#[inline(always)]
fn may_keep<const W: usize>(tables: &Tables<W>, state: &State<W>, step: &PackedMove<W>) -> bool {
    tables.at(state).predicates.as_ref().is_some_and(|predicates| {
        let follows = || predicates.actions.as_ref().is_none_or(|effects| effects.may_follow(step));
        predicates.keeps_moves() || !predicates.effects.is_empty() && follows()
    })
}

impl<const W: usize> State<W> {
    /// Updates the memory after `step`, a move with these `facts`. `number` is the step of the turn
    /// in which it was made. Only clocks whose lookahead is less than `below` are updated.
    pub(crate) fn remember(
        &mut self,
        tables: &Tables<W>,
        facts: &Facts,
        step: &PackedMove<W>,
        (number, below): (u32, Option<Lookahead>),
    ) {
        let Some(predicates) = &tables.at(self).predicates else { return };
        for (clock, question) in predicates.clocks.iter().enumerate() {
            if below.is_some_and(|below| question.level() >= below) {
                continue;
            }
            let view = PackedView { tables, predicates, state: self };
            let made = view.made(facts, Some(step));
            let holds = EvalContext::of_move(view, made, facts.target()).holds(question);
            self.memory.tick(clock, number, holds);
        }
        if predicates.remembers {
            self.memory.last = Some(*facts);
        }
        if predicates.remembers_who_moved {
            let partner = step.partner.into_iter().flat_map(|(from, to)| [from, to]);
            let moved = [facts.origin(), facts.target()].into_iter().flatten();
            let moved = moved.filter(|_| !step.stays()).chain(partner);
            let touched = moved.fold(step.captured, |all, site| all | SiteSet::of(site));
            self.memory.never_moved = self.memory.never_moved.minus(touched.resize());
        }
    }
}
