//! Effects that change more than counters, such as placing, removing or promoting other pieces.
//!
//! They run on the packed position after the move itself has been made. The journal in
//! `EffectOutcome` takes them back. Games whose effects only change counters do not use this module.

mod at_start;
mod board;
pub(crate) mod outcome;
mod run;

use crate::engine::batch::{MoveKind, MoveSet, MoveSink, special_captures};
use crate::engine::state::{PackedMove, State, StateInfo};
use crate::interpret::effect::{Pause, Remaining};
use crate::interpret::options::Options;
use crate::model::memory::Memory;
use crate::model::position::{Actor, Choice, Choices};
use crate::model::royals::RoyalBalance;
use crate::tables::effects::CompiledEffects;
use crate::tables::move_tables::Tables;
use alfil_clock::meter;
use alfil_rules::counter::Counters;
use alfil_rules::question::Lookahead;
use alfil_rules::side::Side;
use alfil_topology::site_set::SiteSet;
use outcome::{CaptureInfo, EffectOutcome, MatteringCells, Visit, Ways, royal_pieces};
use run::performed;
use smallvec::SmallVec;
use std::ops::ControlFlow;

impl<const W: usize> State<W> {
    /// True if `step` may have effects that change more than counters.
    #[inline(always)]
    pub(crate) fn may_have_effects(&self, tables: &Tables<W>, step: &PackedMove<W>) -> bool {
        tables.at(self).compiled_effects().is_some_and(|effects| effects.may_follow(step))
    }

    /// True if some move of the game has effects that change more than counters.
    #[inline(always)]
    pub(crate) fn has_effects(&self, tables: &Tables<W>) -> bool {
        tables.at(self).compiled_effects().is_some()
    }

    /// True if effects may make a move impossible, or offer a choice to the player.
    pub(crate) fn effects_may_fail(&self, tables: &Tables<W>) -> bool {
        tables.at(self).compiled_effects().is_some_and(|effects| effects.may_fail)
    }
}

impl<const W: usize> CompiledEffects<W> {
    /// True if `step` may have effects. The test considers only the kind of the piece, and whether
    /// the move captures.
    #[inline(always)]
    pub(crate) fn may_follow(&self, step: &PackedMove<W>) -> bool {
        let kinds = if step.captured.is_empty() { self.of_quiet } else { self.of_captures };
        match step.actor {
            Actor::Piece => kinds.has(step.kind),
            Actor::Hand(_) | Actor::Section(..) | Actor::Die(..) | Actor::Nobody => self.of_others,
        }
    }
}

/// The moves of a position, in two groups: without effects, and possibly with effects.
pub(crate) struct ByDeeds<const W: usize> {
    /// Moves that have no effects and capture no royal piece.
    pub(crate) alone: Vec<MoveSet<W>>,
    /// The other moves.
    pub(crate) acting: Vec<MoveSet<W>>,
}

impl<const W: usize> ByDeeds<W> {
    /// Divides `batches`, which contain moves of `state`.
    pub(crate) fn new(
        tables: &Tables<W>,
        effects: &CompiledEffects<W>,
        state: &State<W>,
        batches: Vec<MoveSet<W>>,
    ) -> Self {
        let enemies = state.foes(tables, state.side);
        let royals = state.royals(tables) & enemies;
        let acting = Vec::with_capacity(batches.len());
        let mut sorted = ByDeeds { alone: Vec::new(), acting };
        for batch in batches {
            let (quiet, captures) =
                (effects.of_quiet.has(batch.kind), effects.of_captures.has(batch.kind));
            let whole_region =
                |has_effects: bool| if has_effects { batch.region } else { SiteSet::EMPTY };
            let acting = match batch.act {
                MoveKind::Displace | MoveKind::Rifle | MoveKind::Shift(_) | MoveKind::Push(_)
                    if quiet =>
                {
                    batch.region
                }
                MoveKind::Displace | MoveKind::Rifle | MoveKind::Shift(_) | MoveKind::Push(_) => {
                    batch.region & if captures { enemies } else { royals }
                }
                // A special move may equal a push or a jump in a list of the tables. So the pieces
                // that it captures decide its group.
                MoveKind::Special(index) => {
                    let special = &tables.specials[index as usize];
                    let captured = special_captures(special, state);
                    whole_region(match captured.is_empty() {
                        _ if special.shifted.is_some() => true,
                        true => quiet,
                        false => captures || captured.meets(royals),
                    })
                }
                MoveKind::Jump { .. } if captures => batch.region,
                MoveKind::Jump { delta, over } => batch.region & royals.shifted(delta - over),
                MoveKind::Passant(victim) => whole_region(captures || royals.has(victim)),
                MoveKind::Castle(_) => whole_region(quiet),
                MoveKind::Drop | MoveKind::Roll(_) | MoveKind::Pass | MoveKind::Section(_) => {
                    whole_region(effects.of_others)
                }
            };
            sorted.acting.add(MoveSet { region: acting, ..batch });
            sorted.alone.add(MoveSet { region: batch.region.minus(acting), ..batch });
        }
        sorted
    }
}

/// Performs the effects of `step` once for each possible combination of choices, and passes each
/// result to `ways`. If an effect has no possible choice, there is no result. `moved` is the
/// position after the move. It is unchanged at the end.
pub(crate) fn each_way<const W: usize>(
    tables: &Tables<W>,
    capture_info: &CaptureInfo,
    step: &PackedMove<W>,
    moved: &mut State<W>,
    below: Option<Lookahead>,
    ways: &mut Ways<'_, W>,
) -> ControlFlow<()> {
    let kept = Kept::of(moved);
    let mut open: SmallVec<[Choices; 4]> = smallvec::smallvec![step.choices];
    while let Some(choices) = open.pop() {
        let step = PackedMove { choices, ..*step };
        let mut done = EffectOutcome::default();
        let result = performed(tables, capture_info, &step, moved, below, &mut done);
        let mut flow = ControlFlow::Continue(());
        let mut inert = None;
        match (result, &mut *ways) {
            (Ok(()), Ways::Each(visit) | Ways::Mattering(visit, _)) => {
                flow = visit(moved, &step, &done);
            }
            (Ok(()), Ways::Counted(count)) => **count += 1,
            (Err(Pause::Choose(options, Remaining::Nothing)), Ways::Counted(count)) => {
                **count += options.count();
            }
            (Err(Pause::Choose(options, _)), Ways::Mattering(visit, cells)) if options.inert => {
                inert = Some((options, visit, *cells));
            }
            (Err(Pause::Choose(options, _)), _) => {
                open.extend(options.iter().map(|choice| choices.with(choice)));
            }
            (Err(Pause::Impossible(_) | Pause::Declined), _) => {}
        }
        done.journal.take_back(tables, moved);
        kept.restore(tables, moved);
        flow?;
        if let Some((options, visit, cells)) = inert {
            let known = (capture_info, &kept);
            each_place(tables, known, &step, moved, below, &options, (&mut **visit, cells))?;
        }
    }
    ControlFlow::Continue(())
}

/// Calls `visit` for the ways to make `step` that differ in the place of an inert piece, one of
/// `options`. After a place that does not matter, only places that matter follow.
fn each_place<const W: usize>(
    tables: &Tables<W>,
    (capture_info, kept): (&CaptureInfo, &Kept<W>),
    step: &PackedMove<W>,
    moved: &mut State<W>,
    below: Option<Lookahead>,
    options: &Options<SiteSet<W>>,
    (visit, cells_that_matter): (&mut Visit<'_, W>, &MatteringCells<'_, W>),
) -> ControlFlow<()> {
    let mut left = options.cells.unwrap_or(SiteSet::EMPTY);
    let mut is_narrowed = false;
    while let Some(site) = left.first() {
        left = left.minus(SiteSet::of(site));
        for &kind in options.kinds.iter().flatten() {
            meter::spend(meter::MOVE);
            let choices = step.choices.with(Choice::Taken(Some(kind), Some(site)));
            let step = PackedMove { choices, ..*step };
            let mut done = EffectOutcome::default();
            let mut flow = ControlFlow::Continue(());
            if performed(tables, capture_info, &step, moved, below, &mut done).is_ok() {
                flow = visit(moved, &step, &done);
                if flow.is_continue() && !is_narrowed {
                    let cells = cells_that_matter(moved);
                    if !cells.has(site) {
                        left &= cells;
                        is_narrowed = true;
                    }
                }
            }
            done.journal.take_back(tables, moved);
            kept.restore(tables, moved);
            flow?;
        }
    }
    ControlFlow::Continue(())
}

/// The parts of a position that effects may change but the journal does not record.
struct Kept<const W: usize> {
    side: Side,
    info: StateInfo<W>,
    counters: Counters,
    memory: Memory,
}

impl<const W: usize> Kept<W> {
    fn of(state: &State<W>) -> Self {
        let State { side, info, counters, memory, .. } = *state;
        Kept { side, info, counters, memory }
    }

    fn restore(&self, tables: &Tables<W>, state: &mut State<W>) {
        let &Kept { side, info, counters, memory } = self;
        (state.side, state.info, state.counters, state.memory) = (side, info, counters, memory);
        state.assign_unowned(&tables.unowned);
    }
}

/// Performs the effects of `step` with the choices in it. `after` is the position after the move.
/// If a choice is missing or impossible, `after` is unchanged.
pub(crate) fn perform<const W: usize>(
    tables: &Tables<W>,
    capture_info: &CaptureInfo,
    step: &PackedMove<W>,
    after: &mut State<W>,
    below: Option<Lookahead>,
) -> EffectOutcome<W> {
    let mut done = EffectOutcome::default();
    // The copy serves to undo effects after a failure, so it is only made if effects may fail.
    let kept = after.effects_may_fail(tables).then(|| Kept::of(after));
    let (Err(_), Some(kept)) =
        (performed(tables, capture_info, step, after, below, &mut done), kept)
    else {
        return done;
    };
    done.journal.take_back(tables, after);
    kept.restore(tables, after);
    EffectOutcome::default()
}

impl<const W: usize> State<W> {
    /// True if `side` has lost a royal piece in `after`, compared with `self`. Pieces in hand count
    /// as well.
    pub(crate) fn costs_royal(&self, tables: &Tables<W>, after: &State<W>, side: Side) -> bool {
        let Some(effects) = tables.compiled_effects() else { return false };
        let mut balance = RoyalBalance::default();
        for &(kind, royal) in &effects.royal {
            balance.add(royal, royal_pieces(self, side, kind), royal_pieces(after, side, kind));
        }
        balance.is_loss()
    }
}
