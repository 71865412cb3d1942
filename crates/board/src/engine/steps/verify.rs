//! Moves that have to be made before it is known whether they are legal.
//!
//! Owns: [`unasked`], [`count_unasked`], [`has_unasked`], [`try_moves`]. Takes tables and a packed state. Invariant: agrees with
//! `reference/turn.rs`. A game whose moves the generator knows to be legal has none of this but a branch.

use crate::engine::batch::{Counter, MoveSet, MoveSink, PackedMoves};
use crate::engine::effects::ByDeeds;
use crate::engine::effects::outcome::EffectOutcome;
use crate::engine::generator::Legality;
use crate::engine::predicates::Candidates;
use crate::engine::state::{PackedMove, State};
use crate::model::position::Actor;
use crate::tables::move_tables::Tables;
use crate::topology::site_set::SiteSet;
use alfil_rules::question::Lookahead;
use alfil_rules::turn::{Checks, KingSafety};
use std::ops::ControlFlow;

/// Which moves are wanted where only what looks at less than `below` is asked.
fn legality<const W: usize>(tables: &Tables<W>, below: Option<Lookahead>) -> Legality {
    match below.filter(|_| tables.mates_may_recur) {
        None => Legality::Legal,
        Some(Lookahead::Move | Lookahead::Board | Lookahead::Attack | Lookahead::Replies) => {
            Legality::Reply
        }
    }
}

impl<const W: usize> State<W> {
    /// The legal ones of those moves that `sift` leaves; not all of them if there are more than `enough`. Only effects that look at
    /// less than `below` happen.
    pub(crate) fn verified(
        &self,
        tables: &Tables<W>,
        (below, enough): (Option<Lookahead>, usize),
        sift: &dyn Fn(Candidates<W>) -> Candidates<W>,
    ) -> Candidates<W> {
        match listing(tables, self) {
            Listing::Tried => try_some(tables, self, enough, below, sift),
            Listing::Safe => sift(self.generated(tables, Legality::Pseudo).into()),
            Listing::Generated => sift(self.generated(tables, legality(tables, below)).into()),
        }
    }

    /// How many there are.
    pub(crate) fn count_verified(&self, tables: &Tables<W>) -> u64 {
        let here = tables.at(self);
        match (listing(tables, self), here.compiled_effects()) {
            (Listing::Tried, Some(_)) if tables.is_safe() => {
                count_ways(tables, self, &self.generated(tables, Legality::Pseudo))
            }
            (Listing::Tried, Some(deeds)) if deeds.keeps_safe => {
                let legal = self.generated(tables, Legality::Legal);
                let ByDeeds { alone, acting } = ByDeeds::new(here, deeds, self, legal);
                Candidates::from(alone).count() + count_ways(tables, self, &acting)
            }
            (Listing::Tried | Listing::Safe | Listing::Generated, _) => {
                self.verified(tables, (None, usize::MAX), &|listed| listed).count()
            }
        }
    }
}

/// How the moves of a position are listed as far as nothing is asked of them.
enum Listing {
    /// The generator knows the legal ones.
    Generated,
    /// All that it knows are legal: nobody is royal.
    Safe,
    /// They are made one by one, since there is something to choose or a royal piece may be lost by it.
    Tried,
}

fn listing<const W: usize>(tables: &Tables<W>, state: &State<W>) -> Listing {
    let tries = state.needs_verification(tables) || state.has_effects(tables);
    match tries {
        false => Listing::Generated,
        true if tables.is_safe() && !state.effects_may_fail(tables) => Listing::Safe,
        true => Listing::Tried,
    }
}

impl<const W: usize> State<W> {
    /// Whether there is one.
    pub(crate) fn has_verified(&self, tables: &Tables<W>, below: Option<Lookahead>) -> bool {
        match listing(tables, self) {
            Listing::Tried => !try_some(tables, self, 1, below, &|listed| listed).is_empty(),
            Listing::Safe => self.has_generated(tables),
            Listing::Generated => !self.generated(tables, legality(tables, below)).is_empty(),
        }
    }
}

/// How many ways there are to make the moves of `batches`, where nothing but choices makes one impossible.
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
    /// Whether a step that has to be tried has a legal move.
    pub(crate) fn has_tried(&self, tables: &Tables<W>) -> bool {
        !try_some(tables, self, 1, None, &|listed| listed).is_empty()
    }
}

/// The first `enough` legal moves of a step that has to be tried, of those that `sift` leaves: effects may change what stands,
/// and behind each move whole turns may be looked through.
fn try_some<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    enough: usize,
    below: Option<Lookahead>,
    sift: &dyn Fn(Candidates<W>) -> Candidates<W>,
) -> Candidates<W> {
    let here = tables.at(state);
    let safety = here.turn.as_ref().map_or(KingSafety::EachStep, |turn| turn.turn.safety);
    // What is asked of moves leaves fewer of them to look at; those that it had to take apart are tried.
    let listed = |wanted| sift(state.generated(tables, wanted).into()).apart();
    let safe = legality(tables, below);
    let (known, tried, wanted) = match (here.compiled_effects(), safety) {
        (_, KingSafety::EachStep) if tables.attacks_look_back => {
            let (batches, moves) = listed(Legality::Pseudo);
            let tried = Candidates::from(batches).and(moves);
            (Candidates::default(), tried, Legality::Pseudo)
        }
        (Some(deeds), _) if here.turn.is_none() => {
            let starts_safe =
                deeds.starts_safe && below.is_none_or(|below| below > Lookahead::Attack);
            let wanted = if starts_safe { safe } else { Legality::Pseudo };
            let (batches, moves) = listed(wanted);
            let ByDeeds { alone, acting } = ByDeeds::new(here, deeds, state, batches);
            let (known, others) = if starts_safe {
                (alone, Vec::new())
            } else {
                let critical = unexposed_outside(here, state);
                split(alone, |batch| state.cannot_expose(here, batch, critical))
            };
            let tried = Candidates::from(acting).with(others.into()).and(moves);
            (known.into(), tried, wanted)
        }
        (None, KingSafety::EachStep) => {
            let (batches, moves) = listed(safe);
            let critical = if tables.moves_alone() && tables.sections.is_empty() {
                state.critical_squares(tables, state.side.other())
            } else {
                SiteSet::ALL
            };
            let (sure, tried) = split(batches, |batch| state.cannot_check(tables, batch, critical));
            (sure.into(), Candidates::from(tried).and(moves), safe)
        }
        (None, KingSafety::EndOfTurn) | (Some(_), _) => {
            let (batches, moves) = listed(Legality::Pseudo);
            (Candidates::default(), Candidates::from(batches).and(moves), Legality::Pseudo)
        }
    };
    let more = enough.saturating_sub(known.count() as usize);
    let mut moves: Vec<PackedMove<W>> = Vec::new();
    let steps = tried.steps(tables, state);
    try_each(tables, state, steps, (wanted, more), below, &mut |step| moves.push(*step));
    known.and(moves)
}

/// Squares outside of which a move without effects cannot expose a royal piece of its side; all squares if that is not known.
fn unexposed_outside<const W: usize>(tables: &Tables<W>, state: &State<W>) -> SiteSet<W> {
    let may_promote_royal = tables.crowned.count() > 0 || tables.pending_promotion.is_some();
    if may_promote_royal || !tables.sections.is_empty() {
        return SiteSet::ALL;
    }
    state.critical_squares(tables, state.side)
}

/// Splits `batches` into the destinations that `chosen` returns and the others.
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

/// Gives `hear` the first `enough` legal ones of moves that were listed as far as `wanted` says.
fn try_each<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    mut steps: impl Iterator<Item = PackedMove<W>>,
    (wanted, mut enough): (Legality, usize),
    below: Option<Lookahead>,
    hear: &mut dyn FnMut(&PackedMove<W>),
) {
    if enough == 0 {
        return;
    }
    let mut give = |step: &PackedMove<W>| {
        hear(step);
        enough -= 1;
        match enough {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    };
    // Made when the first move wants to be tried.
    let mut scratch = None;
    let _ = steps.try_for_each(|step| {
        let scratch = scratch.get_or_insert_with(|| state.clone());
        let mut ask = |after: &mut State<W>, step: &PackedMove<W>, done: &EffectOutcome<W>| {
            let mates = || match wanted {
                Legality::Legal | Legality::Reply => false,
                Legality::Pseudo => {
                    let asked = below.is_none() || !tables.mates_may_recur;
                    asked && state.is_forbidden_mate(tables, step)
                }
            };
            match is_safe(tables, state, (done, after), step.actor, below) && !mates() {
                true => give(step),
                false => ControlFlow::Continue(()),
            }
        };
        scratch.advance_each_way(tables, &step, below, &mut ask)
    });
}

/// Whether the move that led from `before` to `after`, and whose deeds did what `done` says, may be played as far as checks and steps go.
fn is_safe<const W: usize>(
    tables: &Tables<W>,
    before: &State<W>,
    (done, after): (&EffectOutcome<W>, &mut State<W>),
    actor: Actor,
    below: Option<Lookahead>,
) -> bool {
    let (side, deeds) = (before.side, before.has_effects(tables));
    if done.costs_royal {
        return false;
    }
    // Who wins at once need not look after his own.
    if deeds && before.costs_royal(tables, after, side.other()) {
        return true;
    }
    let Some(turn) = &tables.at(before).turn else { return !after.in_check(tables, side) };
    let passes = actor == Actor::Nobody && before.passes_in_check(tables);
    if passes && before.threatened(tables, side) {
        return true;
    }
    let last = before.info.step >= turn.length(before);
    let forbidden = turn.turn.checks == Checks::Forbidden && !last;
    if forbidden && after.in_check(tables, side.other()) {
        return false;
    }
    match turn.turn.safety {
        // The generator has seen to it where nothing changes but what the move moves.
        KingSafety::EachStep if !deeds && !tables.attacks_look_back => true,
        KingSafety::EachStep => !after.in_check(tables, side),
        KingSafety::EndOfTurn => turn.completes(tables, after, side, below),
    }
}
