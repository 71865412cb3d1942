//! Moves that may be legal, for filtering by predicates: candidates, and the traces among which
//! predicates choose.

use super::judge::{Evaluator, Judge, constant_for_position, is_spared};
use crate::engine::batch::{Counter, MoveKind, MoveSet, MoveSink, PackedMoves};
use crate::engine::state::{PackedMove, State};
use crate::model::position::Actor;
use crate::tables::move_tables::Tables;
use crate::tables::pattern::MoveConstraint;
use crate::tables::predicates::{CompiledPredicates, Trace, Traces};
use alfil_rules::question::Lookahead;
use alfil_topology::site_set::SiteSet;

// Candidates: moves that may be legal, for filtering by predicates.
//
// A move set is divided into single moves only if a predicate must be evaluated for each of them.

/// Moves that may be legal.
#[derive(Clone, Default)]
pub(crate) struct Candidates<const W: usize> {
    /// Move sets that are not divided.
    batches: Vec<MoveSet<W>>,
    /// Single moves.
    moves: Vec<PackedMove<W>>,
}

impl<const W: usize> From<Vec<MoveSet<W>>> for Candidates<W> {
    fn from(batches: Vec<MoveSet<W>>) -> Self {
        Candidates { batches, moves: Vec::new() }
    }
}

impl<const W: usize> From<Vec<PackedMove<W>>> for Candidates<W> {
    fn from(moves: Vec<PackedMove<W>>) -> Self {
        Candidates { batches: Vec::new(), moves }
    }
}

impl<const W: usize> Candidates<W> {
    /// Returns the move sets and the single moves.
    pub(crate) fn apart(self) -> (Vec<MoveSet<W>>, Vec<PackedMove<W>>) {
        (self.batches, self.moves)
    }

    /// Adds single moves.
    pub(crate) fn and(mut self, moves: Vec<PackedMove<W>>) -> Self {
        self.moves.extend(moves);
        self
    }

    /// Adds other candidates.
    pub(crate) fn with(mut self, those: Candidates<W>) -> Self {
        self.batches.extend(those.batches);
        self.moves.extend(those.moves);
        self
    }

    /// Removes the passes from the candidates, and returns them.
    pub(super) fn take_passes(&mut self) -> Passes<W> {
        // The generator emits at most one set of passes.
        let at = self.batches.iter().position(|batch| batch.act == MoveKind::Pass);
        let batch = at.map(|at| self.batches.swap_remove(at));
        let moves = if self.moves.is_empty() {
            Vec::new()
        } else {
            self.moves.extract_if(.., |step| step.actor == Actor::Nobody).collect()
        };
        Passes { batch, moves }
    }

    /// Keeps the moves that promotion rules with predicates allow.
    pub(super) fn promoting(
        self,
        tables: &Tables<W>,
        predicates: &CompiledPredicates<W>,
        state: &State<W>,
    ) -> Candidates<W> {
        let mut those = Candidates::default();
        let mut test = |step: PackedMove<W>| {
            if state.promotion_is_allowed(tables, predicates, &step) {
                those.moves.push(step);
            }
        };
        let mut plain = Vec::new();
        for batch in self.batches {
            if is_off_zones(predicates, state, &batch) {
                plain.push(batch)
            } else {
                PackedMoves::new(tables, state, &batch).for_each(&mut test)
            }
        }
        self.moves.into_iter().for_each(test);
        those.batches = plain;
        those
    }

    /// True if there are no moves.
    pub(crate) fn is_empty(&self) -> bool {
        self.batches.is_empty() && self.moves.is_empty()
    }

    /// The number of moves.
    pub(crate) fn count(&self) -> u64 {
        let mut counter = Counter { count: self.moves.len() as u64 };
        self.batches.iter().for_each(|batch| counter.add(*batch));
        counter.count
    }

    /// Iterates over all moves one by one. Callers cannot change `state` meanwhile.
    pub(crate) fn steps<'a>(
        &'a self,
        tables: &'a Tables<W>,
        state: &'a State<W>,
    ) -> impl Iterator<Item = PackedMove<W>> {
        let from_sets =
            self.batches.iter().flat_map(|batch| PackedMoves::new(tables, state, batch));
        from_sets.chain(self.moves.iter().copied())
    }

    /// Iterates over all moves one by one. The iterator does not borrow `state`, so callers may
    /// make the moves meanwhile.
    pub(crate) fn each<'a>(
        &'a self,
        tables: &'a Tables<W>,
        state: &State<W>,
    ) -> impl Iterator<Item = PackedMove<W>> + use<'a, W> {
        let from_sets = self.batches.iter().map(|batch| PackedMoves::new(tables, state, batch));
        let from_sets: Vec<PackedMoves<'a, W>> = from_sets.collect();
        from_sets.into_iter().flatten().chain(self.moves.iter().copied())
    }

    /// Keeps the moves that satisfy `constraint`.
    pub(super) fn those(
        self,
        (tables, predicates): (&Tables<W>, &CompiledPredicates<W>),
        state: &State<W>,
        constraint: &MoveConstraint<W>,
    ) -> Candidates<W> {
        if self.moves.is_empty() && self.batches.iter().all(|batch| is_spared(constraint, batch)) {
            return self;
        }
        match constant_for_position((tables, predicates), state, constraint) {
            Some(true) => return self,
            Some(false) => return Candidates::default(),
            None => {}
        }
        let mut judge = Judge::new((tables, predicates), state, constraint);
        let Candidates { mut batches, mut moves } = self;
        moves.retain(|step| judge.holds(step));
        batches.retain_mut(|batch| {
            batch.region = judge.lets(batch, &mut moves);
            !batch.region.is_empty()
        });
        Candidates { batches, moves }
    }

    /// The moves that satisfy a duty, or `None` if there are none. If there are some, the side must
    /// choose among them.
    pub(super) fn due(
        &self,
        (tables, predicates): (&Tables<W>, &CompiledPredicates<W>),
        state: &State<W>,
        constraint: &MoveConstraint<W>,
    ) -> Option<Candidates<W>> {
        match constant_for_position((tables, predicates), state, constraint) {
            Some(true) => return (!self.is_empty()).then(|| self.clone()),
            Some(false) => return None,
            None => {}
        }
        let mut judge = Judge::new((tables, predicates), state, constraint);
        let mut those = Candidates::default();
        those.moves.extend(self.moves.iter().filter(|step| judge.holds(step)));
        for batch in &self.batches {
            let region = judge.lets(batch, &mut those.moves);
            those.batches.add(MoveSet { region, ..*batch });
        }
        (!those.is_empty()).then_some(those)
    }

    /// The number of moves that satisfy a duty, or `None` if there are none.
    pub(super) fn count_due(
        &self,
        (tables, predicates): (&Tables<W>, &CompiledPredicates<W>),
        state: &State<W>,
        constraint: &MoveConstraint<W>,
    ) -> Option<u64> {
        let some = |count: u64| (count > 0).then_some(count);
        match constant_for_position((tables, predicates), state, constraint) {
            Some(true) => return some(self.count()),
            Some(false) => return None,
            None => {}
        }
        let mut judge = Judge::new((tables, predicates), state, constraint);
        let holds = |step: &&PackedMove<W>| judge.holds(step);
        let (holding, mut single_moves) = (self.moves.iter().filter(holds).count(), Vec::new());
        let mut counter = Counter { count: holding as u64 };
        for batch in &self.batches {
            let region = judge.lets(batch, &mut single_moves);
            counter.add(MoveSet { region, ..*batch });
        }
        some(counter.count + single_moves.len() as u64)
    }
}

/// Passes: the set from the generator, or single moves, one for each choice that effects offer.
#[derive(Default)]
pub(super) struct Passes<const W: usize> {
    batch: Option<MoveSet<W>>,
    moves: Vec<PackedMove<W>>,
}

impl<const W: usize> Passes<W> {
    /// True if there are no passes.
    pub(crate) fn is_empty(&self) -> bool {
        self.batch.is_none() && self.moves.is_empty()
    }
}

impl<const W: usize> From<Passes<W>> for Candidates<W> {
    fn from(passes: Passes<W>) -> Self {
        Candidates { batches: passes.batch.into_iter().collect(), moves: passes.moves }
    }
}

/// True if the moves of `batch` do not promote, and neither start nor end in the zone of a
/// promotion rule with a predicate.
fn is_off_zones<const W: usize>(
    predicates: &CompiledPredicates<W>,
    state: &State<W>,
    batch: &MoveSet<W>,
) -> bool {
    let starts = match batch.act {
        MoveKind::Displace | MoveKind::Passant(_) if !batch.region.has(batch.from) => {
            SiteSet::of(batch.from)
        }
        MoveKind::Shift(delta) | MoveKind::Jump { delta, .. } => batch.region.shifted(-delta),
        MoveKind::Displace
        | MoveKind::Passant(_)
        | MoveKind::Push(_)
        | MoveKind::Rifle
        | MoveKind::Special(_)
        | MoveKind::Castle(_)
        | MoveKind::Drop
        | MoveKind::Roll(_)
        | MoveKind::Pass
        | MoveKind::Section(_) => return false,
    };
    let cells = batch.region | starts;
    let mut rules = predicates.promotes.iter().filter(|rule| rule.kind == batch.kind);
    batch.choices == 0 && !rules.any(|rule| rule.zone[state.side].meets(cells))
}

// The trace of a move is the set of its en passant squares. It may be ambiguous if a piece has
// several paths for the same move.
//
// Among the paths whose predicates hold, the one with the first trace in lexicographic order
// counts. Traces are computed before any move is made.

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
