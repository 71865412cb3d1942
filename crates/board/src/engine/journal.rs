//! What a move changes of what stands and is held besides where it goes, and how that is taken back: its deeds, and the
//! promotion of what waits.
//!
//! Owns: [`Journal`]. Takes tables and a packed position. Invariant: what is taken back leaves pieces and hands as they were;
//! with which side the pieces stand that are nobody's, [`lodge`](State::lodge) says afterwards.

use crate::engine::state::{PackedMove, State};
use crate::paths::terrain::Piece;
use crate::tables::move_tables::Tables;
use crate::tables::promotion::{PendingPromotions, Wait};
use crate::topology::site_set::{AnySet, Site, SiteSet};
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;
use smallvec::SmallVec;

/// Changes, the first first.
#[derive(Clone, Default, Debug)]
pub struct Journal<const W: usize>(SmallVec<[Change<W>; 4]>);

#[derive(Clone, Copy, Debug)]
enum Change<const W: usize> {
    /// A piece was put here.
    Put(Site),
    /// This one was taken away.
    Taken(Site, Piece),
    /// The pieces here went over to the other side.
    Turned(SiteSet<W>),
    /// A side holds so many more.
    Held(Side, KindId, i16),
}

impl<const W: usize> Journal<W> {
    /// Puts a piece on `site`, which is empty.
    pub fn put(&mut self, tables: &Tables<W>, state: &mut State<W>, site: Site, piece: Piece) {
        state.put(tables, site, piece.side, piece.kind);
        self.0.push(Change::Put(site));
    }

    /// Takes away `piece`, which stands on `site`.
    pub fn take(&mut self, tables: &Tables<W>, state: &mut State<W>, site: Site, piece: Piece) {
        state.take(tables, site, piece.side);
        self.0.push(Change::Taken(site, piece));
    }

    /// Lets the pieces on `sites` go over to the other side; what is neutral stays both sides'.
    pub fn turn(&mut self, tables: &Tables<W>, state: &mut State<W>, sites: SiteSet<W>) {
        let neutrals = tables.neutrals.iter().flat_map(|kinds| kinds.iter());
        let owned = neutrals.fold(sites, |owned, kind| owned.minus(state.of_kind(kind)));
        state.turn(owned);
        self.0.push(Change::Turned(owned));
    }

    /// Changes what a side holds.
    pub fn hold(&mut self, state: &mut State<W>, side: Side, kind: KindId, change: i16) {
        state.hold(side, kind, change);
        self.0.push(Change::Held(side, kind, change));
    }

    /// Promotes what waits once `step` has captured something, which was just made; nothing where nobody waits.
    #[inline(always)]
    pub fn of_capture(
        tables: &Tables<W>,
        state: &mut State<W>,
        step: &PackedMove<W>,
    ) -> Option<Journal<W>> {
        let frees = tables.pending_promotion.is_some() && !step.captured.is_empty();
        frees.then(|| {
            let mut journal = Journal::default();
            journal.promote_waiting(tables, state);
            journal
        })
    }

    /// Promotes what waits, now that something is gone, as
    /// [`promotion::promote_waiting`](crate::model::promotion::promote_waiting) does.
    #[inline(never)]
    pub fn promote_waiting(&mut self, tables: &Tables<W>, state: &mut State<W>) {
        if let Some(waits) = &tables.at(state).pending_promotion {
            for side in Side::BOTH {
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
                // What another rule has just promoted may wait for more; what is neutral waits for the side on move.
                if !state.of_kind(*kind).has(site) || state.owner(site) != side {
                    continue;
                }
                let left = state.promotions_left(tables, side, *targets);
                let mut kinds = tables.targets.of(*targets).kinds.iter();
                if let Some(&to) = kinds.find(|to| left.has(**to)) {
                    self.take(tables, state, site, Piece { side, kind: *kind });
                    self.put(tables, state, site, Piece { side, kind: to });
                    let never_moved = &mut state.memory.never_moved;
                    *never_moved = never_moved.minus(AnySet::of(site));
                }
            }
        }
    }

    /// Adds what was changed after all this.
    pub fn append(&mut self, later: &Journal<W>) {
        self.0.extend_from_slice(&later.0);
    }

    /// Takes all of it back.
    pub fn take_back(&self, tables: &Tables<W>, state: &mut State<W>) {
        for change in self.0.iter().rev() {
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
