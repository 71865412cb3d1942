//! What effects do besides counting, by sets.
//!
//! Owns: [`each_way`], [`perform`], [`costs_royal`]; [`ByDeeds`], which tells moves with effects from others. Takes tables, a packed position, a move of it and the position as
//! the piece has gone. Invariant: agrees with `reference/effect.rs`; what a move did is taken back by its [`EffectOutcome`]. A game whose
//! effects only count has none of this.

mod at_start;
mod options;
mod run;

use crate::engine::batch::{MoveKind, MoveSet, MoveSink, special_captures};
use crate::engine::journal::Journal;
use crate::engine::state::{PackedMove, State, StateInfo};
use crate::model::memory::{Facts, Memory};
use crate::model::position::Actor;
use crate::paths::terrain::Piece;
use crate::tables::effects::CompiledEffects;
use crate::tables::move_tables::Tables;
use crate::topology::site_set::{Site, SiteSet};
use alfil_rules::counter::Counters;
use alfil_rules::ids::KindId;
use alfil_rules::question::Lookahead;
use alfil_rules::ruleset::Royalty;
use alfil_rules::side::Side;
use options::Options;
use run::performed;
use smallvec::SmallVec;
use std::ops::ControlFlow;

impl<const W: usize> State<W> {
    /// Whether `step` may do more than to displace, capture and count.
    #[inline(always)]
    pub(crate) fn may_have_effects(&self, tables: &Tables<W>, step: &PackedMove<W>) -> bool {
        deeds(tables.at(self)).is_some_and(|deeds| deeds.may_follow(step))
    }

    /// Whether some move of the game does more than to displace, capture and count.
    #[inline(always)]
    pub(crate) fn has_effects(&self, tables: &Tables<W>) -> bool {
        deeds(tables.at(self)).is_some()
    }

    /// Whether deeds may make a move impossible, or leave something to choose.
    pub(crate) fn effects_may_fail(&self, tables: &Tables<W>) -> bool {
        deeds(tables.at(self)).is_some_and(|deeds| deeds.may_fail)
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

pub(super) fn deeds<const W: usize>(tables: &Tables<W>) -> Option<&CompiledEffects<W>> {
    tables.predicates.as_ref()?.actions.as_ref()
}

/// What is to be done with the ways in which deeds may be done.
pub enum Ways<'a, const W: usize> {
    /// Each is heard, with the position behind it and what was done; it wants no more by saying so.
    Each(&'a mut dyn FnMut(&mut State<W>, &PackedMove<W>, &EffectOutcome<W>) -> ControlFlow<()>),
    /// They are counted, in a game where nothing but the choices themselves makes them impossible.
    Counted(&'a mut u64),
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

/// What deeds want to know of a move that is gone from the position once it is made.
pub struct CaptureInfo {
    facts: Facts,
    /// What it captures, and where that stood.
    victims: Victims,
}

type Victims = SmallVec<[(Site, Piece); 2]>;

impl CaptureInfo {
    /// Of a move of `before` with its facts.
    pub fn new<const W: usize>(
        facts: Facts,
        before: &State<W>,
        step: &PackedMove<W>,
    ) -> CaptureInfo {
        let mut victims = Victims::new();
        for site in step.captured {
            if let Some(piece) = before.piece(site) {
                victims.push((site, piece));
            }
        }
        CaptureInfo { facts, victims }
    }
}

/// What a move did besides where it went: what waited and was promoted, and its deeds.
#[derive(Clone, Default, Debug)]
pub struct EffectOutcome<const W: usize> {
    /// What that changed of what stands and is held.
    pub journal: Journal<W>,
    /// Whether it cost the side whose move it was a royal piece.
    pub costs_royal: bool,
}

impl<const W: usize> EffectOutcome<W> {
    /// Of a move that has only promoted what waited yet.
    pub fn promoted(journal: Journal<W>) -> EffectOutcome<W> {
        EffectOutcome { journal, costs_royal: false }
    }

    /// The same, once the deeds have been done as well.
    pub fn then(self, deeds: EffectOutcome<W>) -> EffectOutcome<W> {
        let EffectOutcome { mut journal, .. } = self;
        journal.append(&deeds.journal);
        EffectOutcome { journal, costs_royal: deeds.costs_royal }
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
        let Some(deeds) = deeds(tables) else { return false };
        deeds.royal.iter().any(|&(kind, royal)| {
            is_lost(royal, royal_pieces(self, side, kind), royal_pieces(after, side, kind))
        })
    }
}

fn royal_pieces<const W: usize>(state: &State<W>, side: Side, kind: KindId) -> u32 {
    let standing = state.of_kind(kind) & state.by_side[side];
    standing.count() + u32::from(state.hands[side][kind])
}

fn is_lost(royal: Royalty, had: u32, has: u32) -> bool {
    match royal {
        Royalty::No => false,
        Royalty::Each => has < had,
        Royalty::All | Royalty::Last => has == 0 && had > 0,
    }
}

/// Why a line does not happen.
enum Pause<const W: usize> {
    /// The player has to choose one of these first.
    Choose(Options<W>, Remaining),
    /// It has nothing to choose from, or what was chosen cannot be.
    Impossible,
    /// It is left out.
    Declined,
}

/// What a player may have to choose after a choice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Remaining {
    /// Nothing, and nothing can make the move impossible any more.
    Nothing,
    /// Perhaps something.
    Something,
}
