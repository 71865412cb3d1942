//! The pieces and cells that predicates and effects select, as bitboards.
//!
//! The results must agree with `reference/predicate.rs`.

use super::context::{EvalContext, Made};
use crate::model::position::Actor;
use crate::paths::terrain::Piece;
use crate::tables::pattern::Pattern;
use crate::tables::predicate::PieceSelector;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::question::{Anchor, Filter, Men, Pieces, Subject, Test, Whose};
use alfil_rules::side::{BySide, Side};
use smallvec::{SmallVec, smallvec};

impl<const W: usize> EvalContext<'_, W> {
    /// The sites of the pieces of `owner` among `men`. Unowned pieces are included only if `men`
    /// may belong to any side.
    #[inline(always)]
    pub(super) fn sites(&self, men: &Men, owner: Side) -> SiteSet<W> {
        let whole = men.kinds.is_none() && men.but.is_empty();
        match whole && self.tables.unowned.is_empty() && self.tables.neutrals.is_none() {
            true => self.state.by_side[owner],
            false => self.sites_of_some(men, owner),
        }
    }

    /// The sites of pieces whose kind fits `men`, of any owner.
    fn of_kinds(&self, men: &Men) -> SiteSet<W> {
        let some = men.kinds.as_deref().map(|kinds| self.state.of_kinds(kinds));
        let all = some.unwrap_or_else(|| self.state.occupied());
        if men.but.is_empty() { all } else { all.minus(self.state.of_kinds(&men.but)) }
    }

    fn sites_of_some(&self, men: &Men, owner: Side) -> SiteSet<W> {
        let among = self.of_kinds(men) & self.state.by_side[owner];
        match men.whose.unwrap_or(Whose::Any) {
            // A neutral piece is in the bitboards of both sides, but counts once.
            Whose::Any if owner != self.state.side => match self.tables.neutrals {
                Some(neutrals) => {
                    neutrals.iter().fold(among, |rest, kind| rest.minus(self.state.of_kind(kind)))
                }
                None => among,
            },
            Whose::Any => among,
            Whose::Own | Whose::Enemy | Whose::Ally => {
                among.minus(self.state.of_kinds(&self.tables.unowned))
            }
        }
    }

    /// The sites of unowned pieces. They have neither friends nor enemies.
    pub(super) fn unowned(&self) -> SiteSet<W> {
        self.state.of_kinds(&self.tables.unowned)
    }

    fn empty(&self) -> SiteSet<W> {
        self.asks.board.minus(self.state.occupied())
    }

    /// The number of pieces that pass all filters, and the number of pieces to which the filters
    /// apply.
    pub(super) fn count(&self, pieces: &PieceSelector<W>) -> (u32, u32) {
        let (mut count, mut all) = (0, 0);
        if pieces.what == Subject::Empty && pieces.filters.is_empty() {
            let empty = self.empty().count();
            return (empty, empty);
        }
        self.subjects(pieces, |owner, sites| {
            count += self.passing(pieces, sites, owner).count();
            all += sites.count();
        });
        if self.tables.pocket.is_some() {
            for (side, men) in pieces.sides(self.sides(), self.side) {
                let held: u32 = self.held(men, side).map(|(_, held)| u32::from(held)).sum();
                count += if in_hand(pieces) { held } else { 0 };
                all += held;
            }
        }
        (count, all)
    }

    /// The kinds among `men` in the hand of `owner`, with their numbers of pieces.
    pub(super) fn held(&self, men: &Men, owner: Side) -> impl Iterator<Item = (KindId, u16)> {
        let hand = &self.state.hands[owner];
        let kinds = (0..self.asks.worth.len()).map(KindId::from_index);
        let held = kinds.map(|kind| (kind, hand[kind])).filter(|&(_, held)| held > 0);
        held.filter(|&(kind, _)| men.has(kind))
    }

    /// The sites of the pieces or cells that pass the filters.
    pub(crate) fn standing(&self, pieces: &PieceSelector<W>) -> SiteSet<W> {
        let mut all = SiteSet::EMPTY;
        self.subjects(pieces, |owner, sites| all |= self.passing(pieces, sites, owner));
        all
    }

    /// Calls `visit` with the selected sites of each owner. Filters are not applied.
    #[inline(always)]
    pub(super) fn subjects(
        &self,
        pieces: &PieceSelector<W>,
        mut visit: impl FnMut(Side, SiteSet<W>),
    ) {
        match &pieces.what {
            Subject::Empty => visit(self.side, self.empty()),
            Subject::Cells => visit(self.side, self.asks.board),
            Subject::Anchor(anchor) => {
                let Some(site) = self.cell(*anchor) else { return };
                match self.state.piece(site) {
                    Some(piece) => visit(piece.side, SiteSet::of(site)),
                    None if pieces.is_place() => visit(self.side, SiteSet::of(site)),
                    None => {}
                }
            }
            Subject::Men(men) => {
                men.sides(self.sides(), self.side)
                    .for_each(|side| visit(side, self.sites(men, side)));
            }
        }
    }

    /// The cell to which `anchor` refers in the current or the last move.
    pub(crate) fn cell(&self, anchor: Anchor) -> Option<Site> {
        let last = self.state.memory.last.as_ref();
        let made = self.made.map(|made| made.facts);
        let facts = if anchor.is_of_last() { last } else { made }?;
        match anchor {
            Anchor::Mover => self.mover,
            Anchor::Partner => self.made?.partner,
            Anchor::LastMover => facts.target(),
            Anchor::LastStart => facts.origin(),
            Anchor::Start => facts.origin(),
            Anchor::Victim
            | Anchor::End
            | Anchor::Behind
            | Anchor::Beyond
            | Anchor::Above
            | Anchor::Below => self.cell_of(anchor, facts.side, facts.origin(), facts.target()?),
        }
    }

    /// The cell to which `anchor` refers in a move of `side` from `start` to `end`. `None` if it
    /// depends on more than these cells.
    pub(crate) fn cell_of(
        &self,
        anchor: Anchor,
        side: Side,
        start: Option<Site>,
        end: Site,
    ) -> Option<Site> {
        let lines = &self.asks.lines;
        match anchor {
            Anchor::Start => start,
            Anchor::End => Some(end),
            Anchor::Behind => lines.of(start?, end).0,
            Anchor::Beyond => lines.of(start?, end).1,
            Anchor::Above => lines.upright(end, side)[0],
            Anchor::Below => lines.upright(end, side)[1],
            Anchor::Mover
            | Anchor::Victim
            | Anchor::Partner
            | Anchor::LastMover
            | Anchor::LastStart => None,
        }
    }

    /// The sites of `sites` that pass all filters of `pieces`. The pieces there belong to `owner`.
    pub(super) fn passing(
        &self,
        pieces: &PieceSelector<W>,
        sites: SiteSet<W>,
        owner: Side,
    ) -> SiteSet<W> {
        self.passing_those(pieces.filters.iter(), pieces, sites, owner)
    }

    /// Like `passing`, with some of the filters of `pieces`.
    pub(super) fn passing_those<'f>(
        &self,
        filters: impl Iterator<Item = &'f Filter<BySide<SiteSet<W>>, Pattern<W>>>,
        pieces: &PieceSelector<W>,
        sites: SiteSet<W>,
        owner: Side,
    ) -> SiteSet<W> {
        filters.fold(sites, |sites, Filter { holds, test }| {
            let passing = self.passing_test(pieces, test, sites, owner);
            if *holds { passing } else { sites.minus(passing) }
        })
    }

    fn passing_test(
        &self,
        pieces: &PieceSelector<W>,
        test: &Test<BySide<SiteSet<W>>, Pattern<W>>,
        sites: SiteSet<W>,
        owner: Side,
    ) -> SiteSet<W> {
        match test {
            Test::InHand => SiteSet::EMPTY,
            Test::In(area) => sites & area[self.side],
            Test::Attacked(by) => {
                let sites = sites.minus(self.unowned());
                let by = by.as_ref().map(|by| self.standing(by));
                let enemies = self.state.enemies(self.tables, owner);
                let attacked = |enemy: Side, site: Site| {
                    let theirs = self.state.by_side[enemy];
                    let by = by.map_or(theirs, |by| by & theirs);
                    self.can_capture(site, enemy, by)
                };
                let any = |&site: &Site| enemies.into_iter().any(|enemy| attacked(enemy, site));
                sites.into_iter().filter(any).collect()
            }
            Test::Between(men) => {
                let all = men.sides(self.sides(), self.side).map(|side| self.sites(men, side));
                let men = all.fold(SiteSet::EMPTY, |all, sites| all | sites);
                let has_both_sides = |site: &Site| self.aside(*site).iter().all(|s| s.meets(men));
                sites.into_iter().filter(has_both_sides).collect()
            }
            Test::Guarded => {
                let (sites, by) = (sites.minus(self.unowned()), self.state.by_side[owner]);
                sites.into_iter().filter(|&site| self.can_capture(site, owner, by)).collect()
            }
            Test::At(pattern, of) => {
                let sources = self.sources(of);
                let leads = |&(from, side): &(Site, Side)| self.leads(pattern, from, side, sites);
                sources.iter().map(leads).fold(SiteSet::EMPTY, |all, sites| all | sites)
            }
            Test::Along(pattern, from, to) => {
                let ends = self.named(to);
                let mut passable = SiteSet::EMPTY;
                self.subjects(pieces, |_, sites| passable |= sites);
                let along =
                    |&(from, side): &(Site, Side)| pattern.along(side, from, ends, passable);
                let sources = self.sources(from);
                let passed = sources.iter().map(along).fold(SiteSet::EMPTY, |all, s| all | s);
                sites & passed
            }
            Test::InRow(row, of) => {
                let sources = self.sources(of);
                let in_row =
                    |&(from, _): &(Site, Side)| self.asks.row(*row, self.side, from) & sites;
                sources.iter().map(in_row).fold(SiteSet::EMPTY, |all, sites| all | sites)
            }
            Test::On(anchor) => self.cell(*anchor).map_or(SiteSet::EMPTY, SiteSet::of) & sites,
            Test::NeverMoved => {
                let mut homes: SiteSet<W> = self.state.memory.never_moved.resize();
                // During a move, the memory still refers to the cells before it. So the start cell
                // of the moving piece decides whether the piece has moved before.
                let facts = self.made.map(|made| made.facts).filter(|facts| facts.side == owner);
                if let (Some(mover), Some(start)) =
                    (self.mover, facts.and_then(|facts| facts.origin()))
                {
                    let before = homes.has(start);
                    homes = homes.minus(SiteSet::of(mover));
                    if before {
                        homes.insert(mover);
                    }
                }
                sites & homes
            }
            Test::LikeDie(die) => {
                let shown = self.state.shown.of(*die);
                let kinds = shown.map_or(&[][..], |face| self.asks.kinds_on(*die, face)).iter();
                let alike = kinds.fold(SiteSet::EMPTY, |all, &kind| all | self.state.of_kind(kind));
                sites & alike
            }
            Test::Paired(anchor, pairs) => {
                let kind = |site: Site| self.state.piece(site).map(|piece| piece.kind);
                let set_out = || self.made.and_then(|made| made.facts.mover());
                let of = match anchor {
                    Anchor::Mover => self.mover.and_then(kind).or_else(set_out),
                    Anchor::Victim
                    | Anchor::Start
                    | Anchor::End
                    | Anchor::Partner
                    | Anchor::Behind
                    | Anchor::Beyond
                    | Anchor::Above
                    | Anchor::Below
                    | Anchor::LastMover
                    | Anchor::LastStart => self.cell(*anchor).and_then(kind),
                };
                let fit = pairs.iter().filter(|[first, _]| of.is_some_and(|of| first.has(of)));
                let paired = fit.map(|[_, second]| self.of_kinds(second));
                sites & paired.fold(SiteSet::EMPTY, |all, some| all | some)
            }
            Test::LikeMover => {
                let mover = self.mover.and_then(|site| self.state.piece(site));
                // The moving piece may still be in hand, or may have left the board. Then its kind
                // before the move counts.
                let set_out = || self.made.and_then(|made| made.facts.mover());
                let kind = mover.map(|piece| piece.kind).or_else(set_out);
                kind.map_or(SiteSet::EMPTY, |kind| self.state.of_kind(kind) & sites)
            }
        }
    }

    /// The start cells of a pattern, each with the side whose directions apply. For a cell of the
    /// move, this is the side that moves.
    pub(super) fn sources(&self, pieces: &PieceSelector<W>) -> SmallVec<[(Site, Side); 8]> {
        let mover = self.made.map_or(self.side, |made| made.facts.side);
        match &pieces.what {
            Subject::Anchor(anchor) if pieces.filters.is_empty() => {
                self.cell(*anchor).map_or_else(SmallVec::new, |site| smallvec![(site, mover)])
            }
            Subject::Anchor(_) | Subject::Cells if pieces.is_place() => {
                self.standing(pieces).into_iter().map(|site| (site, mover)).collect()
            }
            Subject::Anchor(_) | Subject::Cells | Subject::Men(_) | Subject::Empty => {
                // An unowned or neutral piece uses the directions of the side that moves. Without a
                // move, it uses those of the side of the context.
                let owned = |piece: &Piece| {
                    !self.tables.unowned.contains(&piece.kind)
                        && !self.tables.is_neutral(piece.kind)
                };
                let side =
                    |site| self.state.piece(site).filter(owned).map_or(mover, |piece| piece.side);
                self.standing(pieces).into_iter().map(|site| (site, side(site))).collect()
            }
        }
    }

    /// The cells of the selected pieces. For an anchor without filters, this is its cell, which may
    /// be empty.
    pub(super) fn named(&self, pieces: &PieceSelector<W>) -> SiteSet<W> {
        match &pieces.what {
            Subject::Anchor(anchor) if pieces.filters.is_empty() => {
                self.cell(*anchor).map_or(SiteSet::EMPTY, SiteSet::of)
            }
            Subject::Anchor(_) | Subject::Men(_) | Subject::Empty | Subject::Cells => {
                self.standing(pieces)
            }
        }
    }

    /// The cells of `sites` to which `pattern` leads from `from`: occupied ones where it could
    /// capture, and empty ones to which it could move.
    pub(super) fn leads(
        &self,
        pattern: &Pattern<W>,
        from: Site,
        side: Side,
        sites: SiteSet<W>,
    ) -> SiteSet<W> {
        let occupied_cells = self.state.occupied();
        let occupied = occupied_cells | SiteSet::of(from);
        if let Some([quiet, takes]) = pattern.leads(side, from).leaps {
            return sites & (quiet.minus(occupied) | takes & occupied_cells);
        }
        if sites.within(occupied_cells) {
            let blockers = self.state.blockers(self.tables, occupied);
            if let Some(taken) = pattern.leads(side, from).taken(sites, blockers) {
                return taken;
            }
        }
        let mut all = SiteSet::EMPTY;
        for path in pattern.from(side, from) {
            let goal = match path.captured.is_empty() {
                true => SiteSet::of(path.to).minus(occupied),
                false => path.captured & occupied_cells,
            };
            for site in goal & sites {
                // The pattern may capture any piece on `site`, so the piece counts as an enemy
                // here.
                let here = SiteSet::of(site);
                let enemies = self.state.foes(self.tables, side).minus(SiteSet::of(from)) | here;
                let friends =
                    (self.state.friends(self.tables, side) | SiteSet::of(from)).minus(here);
                if self.state.meets_needs(self.tables, &path.way.needs, occupied, enemies, friends)
                {
                    all.insert(site);
                }
            }
        }
        all
    }

    /// True if the move of the context is a move by `terms` of the moving piece.
    pub(super) fn is_by(&self, terms: &Pattern<W>, Made { facts, step, .. }: Made<'_, W>) -> bool {
        let (Some(step), Some(from), Actor::Piece) = (step, facts.origin(), facts.actor) else {
            return false;
        };
        // A promotion without moving is not a move by any term.
        if terms.is_whole_of(facts.kind) && from != step.to && !facts.castles {
            return true;
        }
        let occupied = self.state.occupied();
        let (by, lifted) = (facts.side, occupied.minus(SiteSet::of(from)));
        terms.from(by, from).iter().any(|path| {
            let victims = path.passant.and_then(|cell| self.state.ep_victim(cell));
            let victims = victims.map_or(SiteSet::EMPTY, SiteSet::of);
            path.to == step.to
                && path.shifted == step.partner
                && (path.captured & occupied) | victims == step.captured
                && self.state.is_way_open(self.tables, by, &path.way, path.passant, lifted)
        })
    }

    /// The cells of the rank of `site` with a lower file, and those with a higher file.
    fn aside(&self, site: Site) -> [SiteSet<W>; 2] {
        self.asks.aside[site.index()]
    }

    /// True if one of `by`, pieces of `side`, could capture an enemy piece on `site`. The piece
    /// that is now on `site` does not matter.
    fn can_capture(&self, site: Site, side: Side, by: SiteSet<W>) -> bool {
        let here = SiteSet::of(site);
        let own = self.state.by_side[side].minus(here);
        let occupied = self.state.occupied() | here;
        let tables = self.tables.at(self.state);
        self.state.attacked_by(tables, side, site, occupied, own, by.minus(here))
    }
}

/// True if pieces in hand pass all filters. Of all tests, only `InHand` is true for them.
pub(super) fn in_hand<A, P>(pieces: &Pieces<A, P>) -> bool {
    pieces.filters.iter().all(|filter| filter.holds == matches!(filter.test, Test::InHand))
}
