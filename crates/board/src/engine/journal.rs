//! What effects do besides the move itself: a journal of the changes to pieces and hands by effects
//! and pending promotions, and the input and results of effects.
//!
//! Taking the journal back restores pieces and hands. The caller must then assign unowned pieces
//! again ([`State::assign_unowned`]).

use crate::engine::state::{PackedMove, State};
use crate::interpret::effect::Victims;
use crate::model::position::{Columns, Facts};
use crate::paths::terrain::Piece;
use crate::tables::effects::CompiledEffects;
use crate::tables::move_tables::Tables;
use crate::tables::promotion::{PendingPromotions, Wait};
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;
use alfil_topology::site_set::{AnySet, Site, SiteSet};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// Changes in the order in which they happened.
#[derive(Clone, Default, Debug)]
pub(crate) struct Journal<const W: usize> {
    changes: SmallVec<[Change<W>; 4]>,
    /// The pieces beneath others as they were at the beginning, if they have changed.
    columns: Option<Columns>,
}

#[derive(Clone, Copy, Debug)]
enum Change<const W: usize> {
    /// A piece was put on an empty site.
    Put(Site),
    /// A piece was removed.
    Taken(Site, Piece),
    /// The pieces on these sites changed their owner.
    Turned(SiteSet<W>),
    /// The number of pieces of a kind in a hand changed by this number.
    Held(Side, KindId, i16),
}

impl<const W: usize> Journal<W> {
    /// Puts a piece on `site`, which must be empty.
    pub(crate) fn put(
        &mut self,
        tables: &Tables<W>,
        state: &mut State<W>,
        site: Site,
        piece: Piece,
    ) {
        state.put(tables, site, piece.side, piece.kind);
        self.changes.push(Change::Put(site));
    }

    /// Removes `piece` from `site`.
    pub(crate) fn take(
        &mut self,
        tables: &Tables<W>,
        state: &mut State<W>,
        site: Site,
        piece: Piece,
    ) {
        state.take(tables, site, piece.side);
        self.changes.push(Change::Taken(site, piece));
    }

    /// Changes the owner of the pieces on `sites`. Neutral pieces are left out.
    pub(crate) fn turn(&mut self, tables: &Tables<W>, state: &mut State<W>, sites: SiteSet<W>) {
        let neutrals = tables.rules.neutrals.iter().flat_map(|kinds| kinds.iter());
        let owned = neutrals.fold(sites, |owned, kind| owned.minus(state.of_kind(kind)));
        state.turn(owned);
        self.changes.push(Change::Turned(owned));
    }

    /// The pieces beneath others, which the caller changes.
    pub(crate) fn columns<'a>(&mut self, state: &'a mut State<W>) -> &'a mut Columns {
        self.columns.get_or_insert_with(|| state.columns.clone());
        &mut state.columns
    }

    /// Adds `change` to the number of pieces of `kind` in the hand of `side`.
    pub(crate) fn hold(&mut self, state: &mut State<W>, side: Side, kind: KindId, change: i16) {
        state.hold(side, kind, change);
        self.changes.push(Change::Held(side, kind, change));
    }

    /// Performs pending promotions after `step` was made. `None` if the move captured nothing, or
    /// if the game has no pending promotions.
    #[inline(always)]
    pub(crate) fn of_capture(
        tables: &Tables<W>,
        state: &mut State<W>,
        step: &PackedMove<W>,
    ) -> Option<Journal<W>> {
        let frees = tables.moves.pending_promotion.is_some() && !step.captured.is_empty();
        frees.then(|| {
            let mut journal = Journal::default();
            journal.promote_waiting(tables, state);
            journal
        })
    }

    /// Performs pending promotions for which a kind is available. The result is the same as that of
    /// [`promotion::promote_waiting`](crate::model::promotion::promote_waiting).
    #[inline(never)]
    pub(crate) fn promote_waiting(&mut self, tables: &Tables<W>, state: &mut State<W>) {
        if let Some(waits) = &tables.at(state).moves.pending_promotion {
            for side in tables.rules.sides.each() {
                if waits.any(state, side) {
                    self.promote_waiting_of(side, tables, waits, state);
                }
            }
        }
    }

    fn promote_waiting_of(
        &mut self,
        side: Side,
        tables: &Tables<W>,
        waits: &PendingPromotions<W>,
        state: &mut State<W>,
    ) {
        for Wait { kind, targets, from_the_left, .. } in &waits.zones[side] {
            for &site in from_the_left {
                // An earlier rule may have promoted the piece, so its kind is compared. A neutral
                // piece waits only for the side to move.
                if !state.of_kind(*kind).has(site) || state.owner(site) != side {
                    continue;
                }
                let left = state.promotions_left(tables, side, *targets);
                let mut kinds = tables.moves.targets.of(*targets).kinds.iter();
                if let Some(&to) = kinds.find(|to| left.has(**to)) {
                    self.take(tables, state, site, Piece { side, kind: *kind });
                    self.put(tables, state, site, Piece { side, kind: to });
                    let never_moved = &mut state.memory.never_moved;
                    *never_moved = never_moved.minus(AnySet::of(site));
                }
            }
        }
    }

    /// Appends the changes of `later`.
    pub(crate) fn append(&mut self, later: &Journal<W>) {
        self.changes.extend_from_slice(&later.changes);
        if self.columns.is_none() {
            self.columns.clone_from(&later.columns);
        }
    }

    /// Takes all changes back, the last one first.
    pub(crate) fn take_back(&self, tables: &Tables<W>, state: &mut State<W>) {
        if let Some(columns) = &self.columns {
            state.columns.clone_from(columns);
        }
        for change in self.changes.iter().rev() {
            match *change {
                Change::Put(site) => {
                    let side = state.owner(site);
                    state.take(tables, site, side);
                }
                Change::Turned(sites) => state.turn(sites),
                Change::Taken(site, piece) => state.put(tables, site, piece.side, piece.kind),
                Change::Held(side, kind, change) => state.hold(side, kind, -change),
            }
        }
    }
}

// The input and the results of effects, apart from the position itself.

impl<const W: usize> Tables<W> {
    /// The compiled effects of the game. `None` if its effects only change counters.
    pub(crate) fn compiled_effects(&self) -> Option<&CompiledEffects<W>> {
        self.rules.predicates.as_ref()?.actions.as_ref()
    }
}

/// Is called with the position after the effects of a move, the move with its choices, and the
/// outcome. May stop the enumeration of ways. The position must be unchanged at the end.
pub(crate) type Visit<'a, const W: usize> =
    dyn FnMut(&mut State<W>, &PackedMove<W>, &EffectOutcome<W>) -> ControlFlow<()> + 'a;

/// The cells of a position on which it matters whether an inert piece stands there.
pub(crate) type MatteringCells<'a, const W: usize> = dyn Fn(&State<W>) -> SiteSet<W> + 'a;

/// What to do with each possible way to perform the effects of a move.
pub(crate) enum Ways<'a, const W: usize> {
    /// Calls the function for each way.
    Each(&'a mut Visit<'a, W>),
    /// Calls the first function for each way that may matter. The second returns the cells of a
    /// position that matter. Where two ways differ only in the place of a piece that attacks nothing,
    /// and neither place matters, one of the ways is left out.
    Mattering(&'a mut Visit<'a, W>, &'a MatteringCells<'a, W>),
    /// Counts the ways. The result is only correct in games where no effect fails after its choices
    /// have been made.
    Counted(&'a mut u64),
}

/// The data that effects need about a move. The position after the move no longer contains it.
pub(crate) struct CaptureInfo {
    pub(super) facts: Facts,
    /// The captured pieces with their sites.
    pub(super) victims: Victims,
}

impl CaptureInfo {
    /// Collects the data for `step`, a move of `before` with these `facts`.
    pub(crate) fn new<const W: usize>(
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

/// The changes by pending promotions and effects after a move.
#[derive(Clone, Default, Debug)]
pub(crate) struct EffectOutcome<const W: usize> {
    /// Changes to pieces and hands.
    pub(crate) journal: Journal<W>,
    /// True if the side that moved loses a royal piece by the effects.
    pub(crate) costs_royal: bool,
}

impl<const W: usize> EffectOutcome<W> {
    /// The outcome of pending promotions, before any effect.
    pub(crate) fn promoted(journal: Journal<W>) -> EffectOutcome<W> {
        EffectOutcome { journal, costs_royal: false }
    }

    /// The outcome of `self` followed by `later`.
    pub(crate) fn then(self, later: EffectOutcome<W>) -> EffectOutcome<W> {
        let EffectOutcome { mut journal, .. } = self;
        journal.append(&later.journal);
        EffectOutcome { journal, costs_royal: later.costs_royal }
    }
}

pub(super) fn royal_pieces<const W: usize>(state: &State<W>, side: Side, kind: KindId) -> usize {
    let on_board = state.of_kind(kind) & state.by_side[side];
    on_board.count() as usize + usize::from(state.hands[side][kind])
}
