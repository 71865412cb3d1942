//! The trace of a move is the set of its en passant squares. It may be ambiguous if a piece has
//! several paths for the same move.
//!
//! Among the paths whose predicates hold, the one with the first trace in lexicographic order
//! counts. Traces are computed before any move is made.

use super::candidates::Candidates;
use super::evaluator::Evaluator;
use crate::engine::batch::PackedMoves;
use crate::engine::state::{PackedMove, State};
use crate::model::position::Actor;
use crate::tables::move_tables::Tables;
use crate::tables::predicates::CompiledPredicates;
use crate::tables::traces::{Trace, Traces};
use alfil_rules::question::Lookahead;
use alfil_topology::site_set::SiteSet;

impl<const W: usize> Candidates<W> {
    /// Returns the same moves, each with its trace. Only predicates whose lookahead is less than
    /// `below` are evaluated.
    pub(super) fn traced(
        self,
        (tables, predicates): (&Tables<W>, &CompiledPredicates<W>),
        state: &State<W>,
        below: Option<Lookahead>,
    ) -> Candidates<W> {
        let Some(traces) = &predicates.traces else { return self };
        let mut evaluator = Evaluator::new(tables, predicates, state);
        let mut with_trace = |step: PackedMove<W>| PackedMove {
            ep_squares: trace(tables, (traces, &mut evaluator), state, &step, below)
                .unwrap_or(step.ep_squares),
            ..step
        };
        let (batches, mut moves) = self.apart();
        for step in &mut moves {
            *step = with_trace(*step);
        }
        let (some, others): (Vec<_>, Vec<_>) =
            batches.into_iter().partition(|batch| traces.kinds.has(batch.kind));
        for batch in &some {
            moves.extend(PackedMoves::new(tables, state, batch).map(&mut with_trace));
        }
        Candidates::from(others).and(moves)
    }
}

/// The trace of `step`, according to the predicates of its paths. `None` if `traces` has no path
/// for the move.
fn trace<const W: usize>(
    tables: &Tables<W>,
    (traces, evaluator): (&Traces<W>, &mut Evaluator<'_, W>),
    state: &State<W>,
    step: &PackedMove<W>,
    below: Option<Lookahead>,
) -> Option<SiteSet<W>> {
    if step.actor != Actor::Piece {
        return None;
    }
    let occupied = state.occupied();
    let (us, lifted) = (state.side, occupied.minus(SiteSet::of(step.from)));
    let makes = |way: &&Trace<W>| {
        let path = &way.take;
        let victims = path.passant.and_then(|cell| state.ep_victim(cell));
        let victims = victims.map_or(SiteSet::EMPTY, SiteSet::of);
        way.kind == step.kind
            && path.to == step.to
            && path.shifted == step.partner
            && (path.captured & occupied) | victims == step.captured
            && state.is_way_open(tables.at(state), us, &path.way, path.passant, lifted)
    };
    let mut holds = |way: &&Trace<W>| {
        way.asked.iter().all(|&number| {
            let constraint = &traces.asked[number];
            let due = below.is_none_or(|below| constraint.level < below);
            !due || evaluator.holds(&PackedMove { ep_squares: way.passed, ..*step }, constraint)
        })
    };
    let ways: Vec<&Trace<W>> = traces.from(us, step.from).iter().filter(makes).collect();
    let open = ways.iter().copied().find(&mut holds).or(ways.first().copied());
    open.map(|way| way.passed)
}
