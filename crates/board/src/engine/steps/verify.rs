//! Verifies moves: makes them, tests the result and takes them back. This is for games where the
//! generator alone cannot decide which moves are legal.
//!
//! The results must agree with `crates/reference/src/turn.rs`. Other games pay only one branch for it.

use crate::engine::batch::{Counter, MoveSet, MoveSink, PackedMoves};
use crate::engine::effects::ByDeeds;
use crate::engine::generator::Legality;
use crate::engine::journal::EffectOutcome;
use crate::engine::predicates::Candidates;
use crate::engine::state::{PackedMove, State};
use crate::engine::threats::Verifying;
use crate::model::position::Actor;
use crate::tables::move_tables::Tables;
use alfil_rules::question::Lookahead;
use alfil_rules::turn::{Checks, KingSafety};
use alfil_topology::site_set::SiteSet;
use std::ops::ControlFlow;

/// The moves to request from the generator, if only predicates whose lookahead is less than `below`
/// are evaluated.
fn legality<const W: usize>(tables: &Tables<W>, below: Option<Lookahead>) -> Legality {
    match below.filter(|_| tables.rules.mates_may_recur) {
        None => Legality::Legal,
        Some(Lookahead::Move | Lookahead::Board | Lookahead::Attack | Lookahead::Replies) => {
            Legality::Reply
        }
    }
}

impl<const W: usize> State<W> {
    /// The legal moves among those that `filter` keeps. May stop after `enough` moves. When moves
    /// are tried, effects whose question has a lookahead of `below` or more are left out. If
    /// `below` is `None`, none is left out.
    pub(crate) fn verified(
        &self,
        tables: &Tables<W>,
        (below, enough): (Option<Lookahead>, usize),
        filter: &dyn Fn(Candidates<W>) -> Candidates<W>,
    ) -> Candidates<W> {
        match listing(tables, self) {
            Listing::Tried => try_some(tables, self, enough, below, filter),
            Listing::Safe => filter(self.generated(tables, Legality::Pseudo).into()),
            Listing::Generated => filter(self.generated(tables, legality(tables, below)).into()),
        }
    }

    /// The number of legal moves. Predicates on moves are ignored.
    pub(crate) fn count_verified(&self, tables: &Tables<W>) -> u64 {
        let here = tables.at(self);
        match (listing(tables, self), here.compiled_effects()) {
            (Listing::Tried, Some(_)) if tables.is_safe() => {
                count_ways(tables, self, &self.generated(tables, Legality::Pseudo))
            }
            (Listing::Tried, Some(effects)) if effects.keeps_safe => {
                let legal = self.generated(tables, Legality::Legal);
                let ByDeeds { alone, acting } = ByDeeds::new(here, effects, self, legal);
                Candidates::from(alone).count() + count_ways(tables, self, &acting)
            }
            (Listing::Tried | Listing::Safe | Listing::Generated, _) => {
                self.verified(tables, (None, usize::MAX), &|listed| listed).count()
            }
        }
    }
}

/// The way to find the legal moves of a position, apart from predicates on moves.
enum Listing {
    /// The generator lists exactly the legal moves.
    Generated,
    /// All pseudo-legal moves are legal, because there are no royal pieces, or because a die is
    /// rolled.
    Safe,
    /// Moves are made one by one, because effects offer choices or may cost a royal piece.
    Tried,
}

fn listing<const W: usize>(tables: &Tables<W>, state: &State<W>) -> Listing {
    if state.rolls(tables) {
        return Listing::Safe;
    }
    let must_verify = state.needs_verification(tables) || state.has_effects(tables);
    match must_verify {
        false => Listing::Generated,
        true if tables.is_safe() && !state.effects_may_fail(tables) => Listing::Safe,
        true => Listing::Tried,
    }
}

impl<const W: usize> State<W> {
    /// True if there is a legal move. Predicates on moves are ignored.
    pub(crate) fn has_verified(&self, tables: &Tables<W>, below: Option<Lookahead>) -> bool {
        match listing(tables, self) {
            Listing::Tried => !try_some(tables, self, 1, below, &|listed| listed).is_empty(),
            Listing::Safe => self.has_generated(tables),
            Listing::Generated => !self.generated(tables, legality(tables, below)).is_empty(),
        }
    }
}

/// The number of ways to make the moves of `batches`. The result is only correct in games where no
/// effect fails after its choices have been made.
fn count_ways<const W: usize>(tables: &Tables<W>, state: &State<W>, batches: &[MoveSet<W>]) -> u64 {
    let (mut scratch, mut count) = (None, 0);
    for batch in batches {
        let moves = PackedMoves::new(tables, state, batch);
        count += match state.ways_at_start(tables, batch) {
            Some(ways) => {
                let mut counter = Counter::default();
                counter.add(*batch);
                counter.count * ways
            }
            None => {
                let scratch = scratch.get_or_insert_with(|| state.clone());
                moves.map(|step| scratch.ways_of(tables, &step)).sum::<u64>()
            }
        };
    }
    count
}

impl<const W: usize> State<W> {
    /// True if the current step, whose moves must be verified, has a legal move.
    pub(crate) fn has_tried(&self, tables: &Tables<W>) -> bool {
        !try_some(tables, self, 1, None, &|listed| listed).is_empty()
    }
}

/// The first `enough` legal moves of a step whose moves must be verified, among those that `filter`
/// keeps. The cost may be high: whole turns may be searched after each move.
fn try_some<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    enough: usize,
    below: Option<Lookahead>,
    filter: &dyn Fn(Candidates<W>) -> Candidates<W>,
) -> Candidates<W> {
    let here = tables.at(state);
    let safety = here.turn.as_ref().map_or(KingSafety::EachStep, |turn| turn.turn.safety);
    let _verifying = match safety {
        KingSafety::EachStep => None,
        KingSafety::EndOfTurn => Verifying::begin(tables, state),
    };
    // The filter comes first, so that fewer moves are verified. It may divide move sets into single
    // moves. Single moves are always verified.
    let listed = |wanted| filter(state.generated(tables, wanted).into()).apart();
    let safe = legality(tables, below);
    let (known, unverified, wanted) = match (here.compiled_effects(), safety) {
        (_, KingSafety::EachStep) if tables.mode.verifies_all => {
            let (batches, moves) = listed(Legality::Pseudo);
            let unverified = Candidates::from(batches).and(moves);
            (Candidates::default(), unverified, Legality::Pseudo)
        }
        (Some(effects), _) if here.turn.is_none() => {
            let starts_safe =
                effects.starts_safe && below.is_none_or(|below| below > Lookahead::Attack);
            let wanted = if starts_safe { safe } else { Legality::Pseudo };
            let (batches, moves) = listed(wanted);
            let ByDeeds { alone, acting } = ByDeeds::new(here, effects, state, batches);
            let (known, others) = if starts_safe {
                (alone, Vec::new())
            } else {
                let critical = unexposed_outside(here, state);
                split(alone, |batch| state.cannot_expose(here, batch, critical))
            };
            let unverified = Candidates::from(acting).with(others.into()).and(moves);
            (known.into(), unverified, wanted)
        }
        (None, KingSafety::EachStep) => {
            let (batches, moves) = listed(safe);
            let critical = if tables.moves_alone() && tables.rules.sections.is_empty() {
                state.critical_squares(tables, state.side.other())
            } else {
                SiteSet::ALL
            };
            let (safe_moves, unverified) =
                split(batches, |batch| state.cannot_check(tables, batch, critical));
            (safe_moves.into(), Candidates::from(unverified).and(moves), safe)
        }
        (None, KingSafety::EndOfTurn) | (Some(_), _) => {
            let (batches, moves) = listed(Legality::Pseudo);
            (Candidates::default(), Candidates::from(batches).and(moves), Legality::Pseudo)
        }
    };
    let more = enough.saturating_sub(known.count() as usize);
    let mut moves: Vec<PackedMove<W>> = Vec::new();
    let steps = unverified.steps(tables, state);
    try_each(tables, state, steps, (wanted, more), below, &mut |step| moves.push(*step));
    known.and(moves)
}

/// The critical squares for royal pieces of the side to move, for moves without effects. All
/// squares if these are unknown.
fn unexposed_outside<const W: usize>(tables: &Tables<W>, state: &State<W>) -> SiteSet<W> {
    let may_promote_royal =
        tables.royalty.crowned.count() > 0 || tables.moves.pending_promotion.is_some();
    if may_promote_royal || !tables.rules.sections.is_empty() {
        return SiteSet::ALL;
    }
    state.critical_squares(tables, state.side)
}

/// Divides `batches` into two groups: the destinations that `chosen` returns, and the others.
fn split<const W: usize>(
    batches: Vec<MoveSet<W>>,
    chosen: impl Fn(&MoveSet<W>) -> SiteSet<W>,
) -> (Vec<MoveSet<W>>, Vec<MoveSet<W>>) {
    let (mut inside, mut outside) = (Vec::with_capacity(batches.len()), Vec::new());
    for batch in batches {
        let region = chosen(&batch);
        inside.add(MoveSet { region, ..batch });
        outside.add(MoveSet { region: batch.region.minus(region), ..batch });
    }
    (inside, outside)
}

/// Calls `visit` for each legal move among `steps`, and stops after `enough` of them. The generator
/// listed `steps` with the legality `wanted`.
fn try_each<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    mut steps: impl Iterator<Item = PackedMove<W>>,
    (wanted, mut enough): (Legality, usize),
    below: Option<Lookahead>,
    visit: &mut dyn FnMut(&PackedMove<W>),
) {
    if enough == 0 {
        return;
    }
    let mut accept = |step: &PackedMove<W>| {
        visit(step);
        enough -= 1;
        match enough {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    };
    // The copy is made when the first move is verified.
    let mut scratch = None;
    let _ = steps.try_for_each(|step| {
        let scratch = scratch.get_or_insert_with(|| state.clone());
        let mut test = |after: &mut State<W>, step: &PackedMove<W>, done: &EffectOutcome<W>| {
            let mates = || match wanted {
                Legality::Legal | Legality::Reply => false,
                Legality::Pseudo => {
                    let applies = below.is_none() || !tables.rules.mates_may_recur;
                    applies && state.is_forbidden_mate(tables, step)
                }
            };
            if is_safe(tables, state, (done, after), step.actor, below) && !mates() {
                accept(step)
            } else {
                ControlFlow::Continue(())
            }
        };
        scratch.advance_each_way(tables, &step, below, &mut test)
    });
}

/// True if the move from `before` to `after` leaves royal pieces safe and obeys the rules about
/// checks. `done` is the outcome of its effects.
fn is_safe<const W: usize>(
    tables: &Tables<W>,
    before: &State<W>,
    (done, after): (&EffectOutcome<W>, &mut State<W>),
    actor: Actor,
    below: Option<Lookahead>,
) -> bool {
    let (side, has_effects) = (before.side, before.has_effects(tables));
    if done.costs_royal {
        return false;
    }
    // The capture of the opponent's royal piece wins, so the side's own royal pieces may be
    // attacked.
    let mut enemies = tables.rules.sides.enemies(side).into_iter();
    if has_effects && enemies.any(|enemy| before.costs_royal(tables, after, enemy)) {
        return true;
    }
    let Some(turn) = &tables.at(before).turn else { return !after.in_check(tables, side) };
    let passes = actor == Actor::Nobody && before.passes_in_check(tables);
    if passes && before.threatened(tables, side) {
        return true;
    }
    let last = before.info.step >= turn.length(tables, before);
    let forbidden = turn.turn.checks == Checks::Forbidden && !last;
    if forbidden && after.gives_check(tables, side) {
        return false;
    }
    match turn.turn.safety {
        // Without effects, the generator has tested this already, unless attacks depend on the last
        // move.
        KingSafety::EachStep if !has_effects && !tables.mode.verifies_all => true,
        KingSafety::EachStep => !after.in_check(tables, side),
        KingSafety::EndOfTurn => turn.completes(tables, after, side, below),
    }
}
