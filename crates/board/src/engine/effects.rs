//! What effects do besides counting, by sets.
//!
//! Owns: [`each_way`], [`perform`], [`costs_royal`]; [`ByDeeds`], which tells moves with effects from others. Takes tables, a packed position, a move of it and the position as
//! the piece has gone. Invariant: agrees with `reference/effect.rs`; what a move did is taken back by its [`EffectOutcome`]. A game whose
//! effects only count has none of this.

mod at_start;
mod options;
pub(crate) mod outcome;
mod run;

use crate::engine::batch::{MoveKind, MoveSet, MoveSink, special_captures};
use crate::engine::state::{PackedMove, State, StateInfo};
use crate::model::memory::Memory;
use crate::model::position::Actor;
use crate::tables::effects::CompiledEffects;
use crate::tables::move_tables::Tables;
use crate::topology::site_set::SiteSet;
use alfil_rules::counter::Counters;
use alfil_rules::question::Lookahead;
use alfil_rules::side::Side;
use outcome::{CaptureInfo, EffectOutcome, Pause, Remaining, Ways, is_lost, royal_pieces};
use run::performed;
use smallvec::SmallVec;
use std::ops::ControlFlow;

impl<const W: usize> State<W> {
    /// Whether `step` may do more than to displace, capture and count.
    #[inline(always)]
    pub(crate) fn may_have_effects(&self, tables: &Tables<W>, step: &PackedMove<W>) -> bool {
        tables.at(self).compiled_effects().is_some_and(|deeds| deeds.may_follow(step))
    }

    /// Whether some move of the game does more than to displace, capture and count.
    #[inline(always)]
    pub(crate) fn has_effects(&self, tables: &Tables<W>) -> bool {
        tables.at(self).compiled_effects().is_some()
    }

    /// Whether deeds may make a move impossible, or leave something to choose.
    pub(crate) fn effects_may_fail(&self, tables: &Tables<W>) -> bool {
        tables.at(self).compiled_effects().is_some_and(|deeds| deeds.may_fail)
    }
}

impl<const W: usize> CompiledEffects<W> {
    /// Whether some line may follow a move of this kind and form.
    #[inline(always)]
    pub fn may_follow(&self, step: &PackedMove<W>) -> bool {
        let kinds = match step.captured.is_empty() {
            true => self.of_quiet,
            false => self.of_captures,
        };
        match step.actor {
            Actor::Piece => kinds.has(step.kind),
            Actor::Hand(_) | Actor::Section(..) | Actor::Nobody => self.of_others,
        }
    }
}

/// Moves of a position, by whether effects may follow them.
pub struct ByDeeds<const W: usize> {
    /// Those that nothing follows, and that capture no royal piece.
    pub alone: Vec<MoveSet<W>>,
    /// The others.
    pub acting: Vec<MoveSet<W>>,
}

impl<const W: usize> ByDeeds<W> {
    /// Of `batches` of moves of `state`.
    pub fn new(
        tables: &Tables<W>,
        deeds: &CompiledEffects<W>,
        state: &State<W>,
        batches: Vec<MoveSet<W>>,
    ) -> Self {
        let foes = state.by_side[state.side.other()];
        let royals = state.royals(tables) & foes;
        let acting = Vec::with_capacity(batches.len());
        let mut sorted = ByDeeds { alone: Vec::new(), acting };
        for batch in batches {
            let (quiet, captures) =
                (deeds.of_quiet.has(batch.kind), deeds.of_captures.has(batch.kind));
            let whole = |acts: bool| if acts { batch.region } else { SiteSet::EMPTY };
            let acting = match batch.act {
                MoveKind::Displace | MoveKind::Rifle | MoveKind::Shift(_) | MoveKind::Push(_)
                    if quiet =>
                {
                    batch.region
                }
                MoveKind::Displace | MoveKind::Rifle | MoveKind::Shift(_) | MoveKind::Push(_) => {
                    batch.region & if captures { foes } else { royals }
                }
                // What one list of moves has as such another may have as a push or a jump.
                MoveKind::Special(index) => {
                    let special = &tables.specials[index as usize];
                    let captured = special_captures(special, state);
                    whole(match captured.is_empty() {
                        _ if special.shifted.is_some() => true,
                        true => quiet,
                        false => captures || captured.meets(royals),
                    })
                }
                MoveKind::Jump { .. } if captures => batch.region,
                MoveKind::Jump { delta, over } => batch.region & royals.shifted(delta - over),
                MoveKind::Passant(victim) => whole(captures || royals.has(victim)),
                MoveKind::Castle(_) => whole(quiet),
                MoveKind::Drop | MoveKind::Pass | MoveKind::Section(_) => whole(deeds.of_others),
            };
            sorted.acting.add(MoveSet { region: acting, ..batch });
            sorted.alone.add(MoveSet { region: batch.region.minus(acting), ..batch });
        }
        sorted
    }
}

/// Every way to do the deeds of `step`, one for each choice that its player has: none if a line has nothing to choose from.
/// The move led to `moved`, which is unchanged at the end.
pub fn each_way<const W: usize>(
    tables: &Tables<W>,
    told: &CaptureInfo,
    step: &PackedMove<W>,
    moved: &mut State<W>,
    below: Option<Lookahead>,
    ways: &mut Ways<'_, W>,
) -> ControlFlow<()> {
    let kept = Kept::of(moved);
    let mut open: SmallVec<[PackedMove<W>; 1]> = smallvec::smallvec![*step];
    while let Some(step) = open.pop() {
        let mut done = EffectOutcome::default();
        let result = performed(tables, told, &step, moved, below, &mut done);
        let mut flow = ControlFlow::Continue(());
        match (result, &mut *ways) {
            (Ok(()), Ways::Each(hear)) => flow = hear(moved, &step, &done),
            (Ok(()), Ways::Counted(count)) => **count += 1,
            (Err(Pause::Choose(options, Remaining::Nothing)), Ways::Counted(count)) => {
                **count += options.count();
            }
            (Err(Pause::Choose(options, _)), _) => {
                let with = |choice| PackedMove { choices: step.choices.with(choice), ..step };
                open.extend(options.iter().map(with));
            }
            (Err(Pause::Impossible | Pause::Declined), _) => {}
        }
        done.journal.take_back(tables, moved);
        kept.restore(tables, moved);
        flow?;
    }
    ControlFlow::Continue(())
}

/// What deeds change besides what stands and is held.
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

/// Does the deeds of `step`, which led to `after`; nothing if something is still to be chosen.
pub fn perform<const W: usize>(
    tables: &Tables<W>,
    told: &CaptureInfo,
    step: &PackedMove<W>,
    after: &mut State<W>,
    below: Option<Lookahead>,
) -> EffectOutcome<W> {
    let mut done = EffectOutcome::default();
    // Where nothing may fail, nothing has to be restored.
    let kept = after.effects_may_fail(tables).then(|| Kept::of(after));
    let (Err(_), Some(kept)) = (performed(tables, told, step, after, below, &mut done), kept)
    else {
        return done;
    };
    done.journal.take_back(tables, after);
    kept.restore(tables, after);
    EffectOutcome::default()
}

impl<const W: usize> State<W> {
    /// Whether `side` has fewer royal pieces in `after` than in `before`, on the board and in hand, where each is royal, and none
    /// left where all or the last are.
    pub(crate) fn costs_royal(&self, tables: &Tables<W>, after: &State<W>, side: Side) -> bool {
        let Some(deeds) = tables.compiled_effects() else { return false };
        deeds.royal.iter().any(|&(kind, royal)| {
            is_lost(royal, royal_pieces(self, side, kind), royal_pieces(after, side, kind))
        })
    }
}
