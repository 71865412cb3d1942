//! A packed position that effects change. The journal records all changes to pieces and hands.

use crate::engine::journal::Journal;
use crate::engine::predicates::view::PackedView;
use crate::engine::state::State;
use crate::interpret::board::Board;
use crate::paths::terrain::Piece;
use crate::tables::effects::CompiledEffects;
use crate::tables::move_tables::Tables;
use crate::tables::pattern::Pattern;
use crate::tables::predicate::Between;
use crate::tables::predicates::CompiledPredicates;
use alfil_diagnostics::index::Id;
use alfil_rules::counter::Counters;
use alfil_rules::ids::KindId;
use alfil_rules::side::{BySide, Side, Sides};
use alfil_topology::site_set::{Site, SiteSet};
use std::borrow::Cow;

/// A packed position while the effects of a move run.
pub(super) struct PackedBoard<'a, const W: usize> {
    pub(super) tables: &'a Tables<W>,
    pub(super) predicates: &'a CompiledPredicates<W>,
    pub(super) effects: &'a CompiledEffects<W>,
    pub(super) state: &'a mut State<W>,
    pub(super) journal: &'a mut Journal<W>,
}

impl<const W: usize> Board for PackedBoard<'_, W> {
    type Area = BySide<SiteSet<W>>;
    type Between = Between<W>;
    type Pattern = Pattern<W>;
    type Cells = SiteSet<W>;
    type View<'v>
        = PackedView<'v, W>
    where
        Self: 'v;

    #[inline(always)]
    fn view(&self) -> PackedView<'_, W> {
        PackedView { tables: self.tables, predicates: self.predicates, state: self.state }
    }

    #[inline(always)]
    fn sides(&self) -> Sides {
        self.tables.sides
    }

    #[inline(always)]
    fn is_owned(&self, kind: KindId) -> bool {
        !self.tables.unowned.contains(&kind) && !self.tables.is_neutral(kind)
    }

    #[inline(always)]
    fn is_endless(&self, kind: KindId) -> bool {
        self.tables.pocket.as_ref().is_some_and(|pocket| pocket.supply.has(kind))
    }

    #[inline(always)]
    fn held(&self, side: Side, kind: KindId) -> u16 {
        self.state.hands[side][kind]
    }

    fn held_as(&self, kind: KindId) -> Option<KindId> {
        self.tables.pocket.as_ref()?.held_as(kind)
    }

    #[inline(always)]
    fn hand_for(&self, by: Side, piece: Piece) -> Option<(Side, KindId)> {
        self.tables.pocket.as_ref()?.goes_to(by, piece.side, piece.kind)
    }

    fn origin(&self, piece: Piece, at: Site) -> Option<Site> {
        self.effects.origin(piece, at)
    }

    fn toward(&self, site: Site, anchor: Site) -> Cow<'_, [Site]> {
        self.predicates.lines.ray(site, anchor).map_or(Cow::Borrowed(&[]), |ray| (&ray.to).into())
    }

    fn away_from(&self, site: Site, anchor: Site) -> Cow<'_, [Site]> {
        let ray = self.predicates.lines.ray(anchor, site);
        ray.map_or(Cow::Borrowed(&[]), |ray| (&ray.beyond).into())
    }

    fn parallel(&self, from: Site, to: Site, site: Site) -> Option<Site> {
        self.predicates.lines.way(from, to)?[site.index()]
    }

    fn is_safe(&self, side: Side) -> bool {
        !self.state.in_check(self.tables, side)
    }

    fn height(&self, site: Site) -> usize {
        self.state.columns.height(site)
    }

    #[inline(always)]
    fn bare_columns(&self) -> SiteSet<W> {
        if self.state.columns.is_empty() {
            return SiteSet::EMPTY;
        }
        self.state.columns.sites().collect::<SiteSet<W>>().minus(self.state.occupied())
    }

    fn are_inert(&self, kinds: &[KindId]) -> bool {
        kinds.iter().all(|&kind| self.effects.inert.has(kind))
    }

    #[inline(always)]
    fn put(&mut self, site: Site, piece: Piece) {
        self.journal.put(self.tables, self.state, site, piece);
    }

    #[inline(always)]
    fn take(&mut self, site: Site, piece: Piece) {
        self.journal.take(self.tables, self.state, site, piece);
    }

    fn turn(&mut self, cells: SiteSet<W>) {
        self.journal.turn(self.tables, self.state, cells);
    }

    fn hold(&mut self, side: Side, kind: KindId, change: i16) {
        self.journal.hold(self.state, side, kind, change);
    }

    fn counters(&mut self) -> &mut Counters {
        &mut self.state.counters
    }

    fn note_capture(&mut self) {
        self.state.info.halfmoves = 0;
    }

    fn put_beneath(&mut self, site: Site, piece: Piece) {
        self.journal.columns(self.state).push(site, piece);
    }

    fn uncover(&mut self, site: Site) -> Option<Piece> {
        self.journal.columns(self.state).pop(site)
    }

    fn carry(&mut self, from: Site, to: Site, count: usize) {
        self.journal.columns(self.state).carry(from, to, count);
    }

    fn forget(&mut self, &touched: &SiteSet<W>, &replaced: &SiteSet<W>) {
        let (tables, state) = (self.tables, &mut *self.state);
        if state.info.rights != 0 {
            let lost = touched.into_iter().fold(0, |lost, site| lost | tables.rights_at[site]);
            state.info.rights &= !lost;
        }
        state.memory.never_moved = state.memory.never_moved.minus(touched.resize());
        if !state.info.passed.is_empty() {
            let occupied = state.occupied();
            let live = |&cell: &Site| !occupied.has(cell) && !replaced.has(state.passer(cell));
            state.info.passed = state.info.passed.into_iter().filter(live).collect();
        }
    }

    fn finish(&mut self) {
        if !self.tables.unowned.is_empty() {
            self.state.assign_unowned(&self.tables.unowned);
        }
        if self.tables.pending_promotion.is_some() {
            self.journal.promote_waiting(self.tables, self.state);
        }
    }
}
