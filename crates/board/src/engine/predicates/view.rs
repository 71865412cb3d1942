//! A packed position as questions see it.

use crate::engine::state::{PackedMove, State};
use crate::model::memory::Facts;
use crate::model::position::Actor;
use crate::paths::terrain::Piece;
use crate::tables::kinds::KindSet;
use crate::tables::move_tables::Tables;
use crate::tables::pattern::Pattern;
use crate::tables::predicate::Between;
use crate::tables::predicates::CompiledPredicates;
use alfil_clock::meter;
use alfil_diagnostics::index::Id;
use alfil_rules::chance::{DieId, Roll};
use alfil_rules::counter::turns_of;
use alfil_rules::ids::KindId;
use alfil_rules::interpret::{self, Replies, View};
use alfil_rules::question::{ClockId, CounterId, Row};
use alfil_rules::side::{BySide, Side, SideSet, Sides};
use alfil_topology::site_set::{Site, SiteSet};

/// A packed position with the tables of its game.
#[derive(Clone, Copy)]
pub(crate) struct PackedView<'a, const W: usize> {
    pub(crate) tables: &'a Tables<W>,
    pub(crate) predicates: &'a CompiledPredicates<W>,
    pub(crate) state: &'a State<W>,
}

/// The packed position and the move for which a predicate is evaluated.
pub(crate) type EvalContext<'a, const W: usize> = interpret::Context<'a, PackedView<'a, W>>;
/// The move for which a predicate is evaluated.
pub(crate) type Made<'a, const W: usize> = interpret::Made<'a, PackedView<'a, W>>;

impl<'a, const W: usize> PackedView<'a, W> {
    /// Returns a move with these facts, after which the position is `self`. `step` is the move
    /// itself; `None` if only its facts are known.
    #[inline(always)]
    pub(crate) fn made(self, facts: &'a Facts, step: Option<&'a PackedMove<W>>) -> Made<'a, W> {
        let partner = step.and_then(|step| step.partner).map(|(from, _)| from);
        Made { facts, after: self, stands: facts.target(), partner, mv: step }
    }
}

impl<'a, const W: usize> View<'a> for PackedView<'a, W> {
    type Area = BySide<SiteSet<W>>;
    type Between = Between<W>;
    type Pattern = Pattern<W>;
    type Cells = SiteSet<W>;
    type Move = &'a PackedMove<W>;

    #[inline(always)]
    fn sides(self) -> Sides {
        self.tables.sides.without(self.state.info.out)
    }

    #[inline(always)]
    fn all_are_owned(self) -> bool {
        self.tables.unowned.is_empty() && self.tables.neutrals.is_none()
    }

    #[inline(always)]
    fn is_neutral(self, kind: KindId) -> bool {
        self.tables.is_neutral(kind)
    }

    #[inline(always)]
    fn worth(self, kind: KindId) -> u32 {
        self.predicates.worth[kind.index()]
    }

    #[inline(always)]
    fn board(self) -> SiteSet<W> {
        self.predicates.board
    }

    #[inline(always)]
    fn piece(self, cell: Site) -> Option<Piece> {
        self.state.piece(cell)
    }

    #[inline(always)]
    fn occupied(self) -> SiteSet<W> {
        self.state.occupied()
    }

    #[inline(always)]
    fn pieces(self, side: Side) -> SiteSet<W> {
        self.state.by_side[side]
    }

    #[inline(always)]
    fn of_kind(self, kind: KindId) -> SiteSet<W> {
        self.state.of_kind(kind)
    }

    #[inline(always)]
    fn unowned(self) -> SiteSet<W> {
        self.state.of_kinds(&self.tables.unowned)
    }

    #[inline(always)]
    fn neutrals(self) -> SiteSet<W> {
        let kinds = self.tables.neutrals.into_iter().flat_map(KindSet::iter);
        kinds.fold(SiteSet::EMPTY, |all, kind| all | self.state.of_kind(kind))
    }

    #[inline(always)]
    fn never_moved(self) -> SiteSet<W> {
        self.state.memory.never_moved.resize()
    }

    #[inline(always)]
    fn held(self, side: Side) -> impl Iterator<Item = (KindId, u16)> {
        let hand = &self.state.hands[side];
        let kinds = if self.tables.pocket.is_some() { self.predicates.worth.len() } else { 0 };
        let held = (0..kinds).map(KindId::from_index).map(|kind| (kind, hand[kind]));
        held.filter(|&(_, held)| held > 0)
    }

    fn lacks_a_kind(self, side: Side) -> bool {
        let State { hands, by_side, .. } = self.state;
        let has =
            |&kind: &KindId| hands[side][kind] > 0 || self.state.of_kind(kind).meets(by_side[side]);
        !self.predicates.begun[side].iter().all(|kinds| kinds.iter().any(has))
    }

    #[inline(always)]
    fn area(self, area: &BySide<SiteSet<W>>, side: Side) -> SiteSet<W> {
        area[side]
    }

    fn row(self, row: Row, side: Side, cell: Site) -> SiteSet<W> {
        self.predicates.row(row, side, cell)
    }

    fn number_of(self, row: Row, side: Side, cell: Site) -> u32 {
        self.predicates.number_of(row, side, cell)
    }

    #[inline(always)]
    fn beside(self, cell: Site) -> [SiteSet<W>; 2] {
        self.predicates.aside[cell.index()]
    }

    #[inline(always)]
    fn between(self, from: Site, to: Site) -> SiteSet<W> {
        self.predicates.between(from, to)
    }

    fn line_ends(self, from: Site, to: Site) -> [Option<Site>; 2] {
        let (behind, beyond) = self.predicates.lines.of(from, to);
        [behind, beyond]
    }

    fn upright(self, cell: Site, side: Side) -> [Option<Site>; 2] {
        self.predicates.lines.upright(cell, side)
    }

    #[inline(always)]
    fn fits(self, between: &Between<W>, kind: KindId, facts: &Facts) -> bool {
        between.holds(facts.side, kind, facts.from, facts.to)
    }

    fn can_capture(self, cell: Site, side: Side, by: &SiteSet<W>) -> bool {
        meter::spend(meter::TEST);
        let here = SiteSet::of(cell);
        let own = self.state.by_side[side].minus(here);
        let occupied = self.state.occupied() | here;
        let tables = self.tables.at(self.state);
        self.state.attacked_by(tables, side, cell, occupied, own, by.minus(here))
    }

    fn leads(
        self,
        pattern: &Pattern<W>,
        from: Site,
        side: Side,
        &among: &SiteSet<W>,
    ) -> SiteSet<W> {
        meter::spend(meter::TEST);
        let PackedView { tables, state, .. } = self;
        let occupied_cells = state.occupied();
        let occupied = occupied_cells | SiteSet::of(from);
        if let Some([quiet, takes]) = pattern.leads(side, from).leaps {
            return among & (quiet.minus(occupied) | takes & occupied_cells);
        }
        if among.within(occupied_cells) {
            let blockers = state.blockers(tables, occupied);
            if let Some(taken) = pattern.leads(side, from).taken(among, blockers) {
                return taken;
            }
        }
        let mut all = SiteSet::EMPTY;
        for path in pattern.from(side, from) {
            let goal = if path.captured.is_empty() {
                SiteSet::of(path.to).minus(occupied)
            } else {
                path.captured & occupied_cells
            };
            for site in goal & among {
                // The pattern may capture any piece on `site`, so the piece counts as an enemy
                // here.
                let here = SiteSet::of(site);
                let enemies = state.foes(tables, side).minus(SiteSet::of(from)) | here;
                let friends = (state.friends(tables, side) | SiteSet::of(from)).minus(here);
                if state.meets_needs(tables, &path.way.needs, occupied, enemies, friends) {
                    all.insert(site);
                }
            }
        }
        all
    }

    fn along(
        self,
        pattern: &Pattern<W>,
        from: Site,
        side: Side,
        &ends: &SiteSet<W>,
        &passable: &SiteSet<W>,
    ) -> SiteSet<W> {
        pattern.along(side, from, ends, passable)
    }

    fn is_by(self, terms: &Pattern<W>, facts: &Facts, step: Option<&PackedMove<W>>) -> bool {
        let (Some(step), Some(from), Actor::Piece) = (step, facts.origin(), facts.actor) else {
            return false;
        };
        // A promotion without moving is not a move by any term.
        if terms.is_whole_of(facts.kind) && from != step.to && !facts.castles {
            return true;
        }
        let PackedView { tables, state, .. } = self;
        let occupied = state.occupied();
        let (by, lifted) = (facts.side, occupied.minus(SiteSet::of(from)));
        terms.from(by, from).iter().any(|path| {
            let victims = path.passant.and_then(|cell| state.ep_victim(cell));
            let victims = victims.map_or(SiteSet::EMPTY, SiteSet::of);
            path.to == step.to
                && path.shifted == step.partner
                && (path.captured & occupied) | victims == step.captured
                && state.is_way_open(tables, by, &path.way, path.passant, lifted)
        })
    }

    #[inline(always)]
    fn turn(self) -> Side {
        self.state.side
    }

    #[inline(always)]
    fn enemies(self, side: Side) -> SideSet {
        self.state.enemies(self.tables, side)
    }

    fn in_check(self, side: Side) -> bool {
        self.state.threatened(self.tables, side)
    }

    fn can_reply(self, side: Side) -> bool {
        self.with_turn(side).can_reply(self.tables)
    }

    fn can_parry(self, side: Side, checks: u8) -> bool {
        self.with_turn(side).can_parry(self.tables, checks)
    }

    fn replies(self, side: Side, to: Option<SiteSet<W>>) -> Replies<SiteSet<W>> {
        let mut replies = Replies { movers: SiteSet::EMPTY, dropped: Vec::new() };
        let state = self.with_turn(side);
        for step in state.replies(self.tables).each(self.tables, &state) {
            if to.is_some_and(|to| !to.has(step.to)) {
                continue;
            }
            match step.actor {
                Actor::Piece => replies.movers.insert(step.from),
                Actor::Hand(kind) => replies.dropped.push(kind),
                Actor::Section(..) | Actor::Die(..) | Actor::Nobody => {}
            }
        }
        replies
    }

    #[inline(always)]
    fn last(self) -> Option<&'a Facts> {
        self.state.memory.last.as_ref()
    }

    #[inline(always)]
    fn counter(self, side: Side, counter: CounterId) -> u32 {
        u32::from(self.state.counters[side][counter.index()])
    }

    #[inline(always)]
    fn turns_of(self, side: Side) -> u32 {
        turns_of(side, self.state.side, self.state.info.fullmove)
    }

    fn lasts(self, turns: u32, clock: ClockId) -> bool {
        let playing = self.sides().playing(self.state.info.out);
        self.state.memory.lasts(turns, clock, playing)
    }

    fn rolled(self, die: DieId, roll: Roll) -> bool {
        self.state.shown.holds(die, roll)
    }

    fn like_die(self, die: DieId) -> SiteSet<W> {
        let shown = self.state.shown.of(die);
        self.state.of_kinds(shown.map_or(&[], |face| self.predicates.kinds_on(die, face)))
    }

    #[inline(always)]
    fn spend(self) {
        meter::spend(meter::TEST);
    }
}

impl<const W: usize> PackedView<'_, W> {
    /// Returns the position with `side` to move.
    fn with_turn(self, side: Side) -> State<W> {
        let mut state = self.state.clone();
        state.pass_to(self.tables, side);
        state
    }
}
