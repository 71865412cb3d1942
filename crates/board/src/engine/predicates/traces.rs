//! The trace that a move leaves if its piece has several ways to make it.
//!
//! Owns: [`Candidates::traced`]. Takes moves of a position before any is made. Invariant: a move leaves the smallest trace among the
//! ways whose terms' questions hold.

use super::candidates::Candidates;
use super::evaluator::Evaluator;
use crate::engine::batch::PackedMoves;
use crate::engine::state::{PackedMove, State};
use crate::model::position::Actor;
use crate::tables::move_tables::Tables;
use crate::tables::predicates::CompiledPredicates;
use crate::tables::traces::{Trace, Traces};
use crate::topology::site_set::SiteSet;
use alfil_rules::question::Lookahead;

impl<const W: usize> Candidates<W> {
    /// The same moves, each with the trace that it leaves. Only questions count that look at less than `below`.
    pub(super) fn traced(
        self,
        (tables, asks): (&Tables<W>, &CompiledPredicates<W>),
        state: &State<W>,
        below: Option<Lookahead>,
    ) -> Candidates<W> {
        let Some(traces) = &asks.traces else { return self };
        let mut asker = Evaluator::new(tables, asks, state);
        let mut left = |step: PackedMove<W>| PackedMove {
            ep_squares: trace(tables, (traces, &mut asker), state, &step, below)
                .unwrap_or(step.ep_squares),
            ..step
        };
        let (batches, mut moves) = self.apart();
        for step in &mut moves {
            *step = left(*step);
        }
        let (some, others): (Vec<_>, Vec<_>) =
            batches.into_iter().partition(|batch| traces.kinds.has(batch.kind));
        for batch in &some {
            moves.extend(PackedMoves::new(tables, state, batch).map(&mut left));
        }
        Candidates::from(others).and(moves)
    }
}

/// The trace of `step`, if several of its piece's ways may make it.
fn trace<const W: usize>(
    tables: &Tables<W>,
    (traces, asker): (&Traces<W>, &mut Evaluator<'_, W>),
    state: &State<W>,
    step: &PackedMove<W>,
    below: Option<Lookahead>,
) -> Option<SiteSet<W>> {
    if step.actor != Actor::Piece {
        return None;
    }
    let standing = state.occupied();
    let (us, lifted) = (state.side, standing.minus(SiteSet::of(step.from)));
    let makes = |way: &&Trace<W>| {
        let take = &way.take;
        let passed = take.passant.and_then(|cell| state.ep_victim(cell));
        let passed = passed.map_or(SiteSet::EMPTY, SiteSet::of);
        way.kind == step.kind
            && take.to == step.to
            && take.shifted == step.partner
            && (take.captured & standing) | passed == step.captured
            && state.is_way_open(tables.at(state), us, &take.way, take.passant, lifted)
    };
    let mut holds = |way: &&Trace<W>| {
        way.asked.iter().all(|&number| {
            let asked = &traces.asked[number];
            let due = below.is_none_or(|below| asked.level < below);
            !due || asker.holds(&PackedMove { ep_squares: way.passed, ..*step }, asked)
        })
    };
    let ways: Vec<&Trace<W>> = traces.from(us, step.from).iter().filter(makes).collect();
    let open = ways.iter().copied().find(&mut holds).or(ways.first().copied());
    open.map(|way| way.passed)
}
