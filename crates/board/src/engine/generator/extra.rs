//! Captures en passant, castling, drops and promotions without moving.
//!
//! These moves change more cells than a start and a destination, or have no start. So each of them
//! is tested by itself.

use super::{Generator, KingSteps, Legality, emit};
use crate::engine::batch::{MoveKind, MoveSet, MoveSink, PackedMoves};
use crate::engine::drops::drops;
use crate::engine::safety::CheckInfo;
use crate::engine::state::PackedMove;
use crate::tables::castles::Castle;
use crate::tables::cpu::Cpu;
use crate::tables::promotion::TargetsId;
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_topology::site_set::{Site, SiteSet};

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// Emits captures en passant that are not special moves. Called only if there are en passant
    /// squares.
    #[inline(never)]
    pub(super) fn passants(self, sink: &mut dyn MoveSink<W>) {
        let (tables, state) = (self.tables, self.state);
        let occupied = self.own | self.enemies;
        let passed = state.info.passed.minus(occupied);
        for shift in &tables.columns[state.side].setwise.passant {
            let pieces = state.of_kind(shift.kind) & self.movers;
            for from in passed.shifted(-shift.delta) & pieces & shift.sources {
                let to = (from.index() as i16 + shift.delta) as usize;
                self.passant(shift.kind, from, Site::from_index(to), sink);
            }
        }
        for &kind in &tables.ep_kinds[state.side] {
            // If legal moves are requested, `royal_promotions` lists all moves of these kinds.
            if tables.crowned.has(kind) && self.legality != Legality::Pseudo {
                continue;
            }
            for from in state.of_kind(kind) & self.movers {
                let mover = tables.mover(state.side, kind, from);
                for to in self.passable(mover, occupied) {
                    self.passant(kind, from, to, sink);
                }
            }
        }
    }

    /// Emits the capture en passant from `from` to `to` by a piece of `kind`, if it is legal.
    #[inline(never)]
    pub(super) fn passant(self, kind: KindId, from: Site, to: Site, sink: &mut dyn MoveSink<W>) {
        let Some(victim) = self.state.ep_victim(to).filter(|&v| self.capturable.has(v)) else {
            return;
        };
        if self.safe_after(from, to, SiteSet::of(victim), None) {
            let (act, facts) = (MoveKind::Passant(victim), self.facts(kind));
            self.emit(sink, facts, kind, from, act, SiteSet::of(to));
        }
    }

    /// The castling options whose right remains and whose required cells are empty.
    #[inline(always)]
    fn open_castles(&self) -> impl Iterator<Item = (usize, &Castle<W>)> {
        let occupied = self.own | self.enemies;
        let rights = self.state.info.rights;
        let castles = self.tables.castles[self.state.side].iter().enumerate();
        castles
            .filter(move |(_, castle)| rights & castle.right != 0 && !castle.empty.meets(occupied))
    }

    /// Cells that the opponent must not attack if the king of `guard` castles. Empty while the
    /// king is in check.
    #[inline(always)]
    pub(super) fn castling_cells(&self, guard: &CheckInfo<W>) -> SiteSet<W> {
        if self.state.info.rights == 0 || guard.check_mask != SiteSet::ALL {
            return SiteSet::EMPTY;
        }
        let mut cells = SiteSet::EMPTY;
        for (_, castle) in self.open_castles() {
            if castle.king.0 == guard.king {
                cells |= castle.safe | SiteSet::of(castle.king.1);
            }
        }
        cells.minus(SiteSet::of(guard.king))
    }

    /// Emits castling moves for all remaining rights.
    #[inline(always)]
    pub(super) fn castling(&self, steps: KingSteps<W>, sink: &mut dyn MoveSink<W>) {
        for (index, castle) in self.open_castles() {
            self.castle(index, castle, steps, sink);
        }
    }

    /// Emits `castle` if it is legal. It has the number `index`, its right remains, and its
    /// required cells are empty.
    fn castle(
        &self,
        index: usize,
        castle: &Castle<W>,
        steps: KingSteps<W>,
        sink: &mut dyn MoveSink<W>,
    ) {
        let (tables, state) = (self.tables, self.state);
        let (from, to) = castle.king;
        if self.allowed().is_some_and(|a| !a.castles_from(castle.kind).has(from)) {
            return;
        }
        let lifted = (self.own | self.enemies).minus(SiteSet::of(from));
        let attacked = |cell| {
            let occupied = lifted | SiteSet::of(cell);
            let mut enemies = state.enemies(tables, state.side).into_iter();
            enemies.any(|enemy| {
                let theirs = state.by_side[enemy];
                state.attacked(tables, enemy, cell, occupied, theirs)
            })
        };
        let guard = self.guard.as_ref().filter(|g| g.king == from);
        let mut safe = castle.safe;
        let mut is_end_safe = false;
        if let Some(guard) = guard {
            if safe.has(from) && guard.check_mask != SiteSet::ALL {
                return;
            }
            safe = safe.minus(SiteSet::of(from));
            // The steps of the king have tested these cells for attacks. The result holds for
            // castling too if attacks depend on occupied cells alone. This saves a fifth of the
            // time at Kiwipete.
            if !tables.attacks_are_asked && tables.transparent.is_none() {
                if safe.meets(steps.attacked) {
                    return;
                }
                safe = safe.minus(steps.safe);
                is_end_safe = !castle.partner_matters && !self.waiting() && steps.safe.has(to);
            }
        }
        if !safe.into_iter().any(attacked)
            && (is_end_safe || self.safe_after(from, to, SiteSet::EMPTY, Some(castle.partner)))
            && !self.is_duplicate(castle)
        {
            let act = MoveKind::Castle(index as u32);
            emit(sink, castle.kind, from, act, SiteSet::of(to));
        }
    }

    /// True if another move of the castling piece has the same effect. Such a move is a walk that
    /// also moves the partner.
    fn is_duplicate(self, castle: &Castle<W>) -> bool {
        let (from, to) = castle.king;
        // A step of the turn may allow the king to castle but not to walk. Then there is no such
        // move.
        if !self.facts(castle.kind).owner_dependent || !self.movers.has(from) {
            return false;
        }
        let mut walked: Vec<MoveSet<W>> = Vec::new();
        self.piece(castle.kind, from, &mut walked);
        let same = |step: PackedMove<W>| {
            step.to == to
                && step.partner == Some(castle.partner)
                && step.captured.is_empty()
                && step.promotion.is_none()
        };
        walked.iter().flat_map(|batch| PackedMoves::new(self.whole, self.state, batch)).any(same)
    }

    /// Emits the promotions of all pieces without moving.
    fn promotions_at_rest(self, sink: &mut dyn MoveSink<W>) {
        let (tables, us) = (self.tables, self.state.side);
        for &kind in &tables.stays[us] {
            let pieces = self.state.of_kind(kind) & self.movers;
            for group in &tables.promotion[us][kind.index()].stays {
                for from in pieces & group.may {
                    self.promotes_at_rest(kind, from, group.targets, sink);
                }
            }
        }
    }

    /// Emits the promotions without moving of the piece on `from`. A move that returns to its start
    /// and promotes is the same move. If there is one, it is not emitted again.
    fn promotes_at_rest(
        self,
        kind: KindId,
        from: Site,
        targets: TargetsId,
        sink: &mut dyn MoveSink<W>,
    ) {
        let mut walked: Vec<MoveSet<W>> = Vec::new();
        if self.facts(kind).special {
            let crowned = self.tables.crowned.has(kind);
            match self.legality {
                Legality::Legal | Legality::Reply if crowned => {
                    self.royal_promotions(kind, from, &mut walked);
                }
                Legality::Legal | Legality::Reply | Legality::Pseudo => {
                    self.piece(kind, from, &mut walked);
                }
            }
        }
        let steps = |batch: &MoveSet<W>| PackedMoves::new(self.whole, self.state, batch);
        let region = SiteSet::of(from);
        let plain = MoveSet { kind, from, act: MoveKind::Displace, region, choices: 1, targets };
        let rest = steps(&plain)
            .filter(|step| !self.is_among(&walked, step) && self.is_safe_at_rest(step));
        for step in rest {
            let targets = step.promotion.map_or(targets, |to| self.tables.targets.alone(to));
            sink.add(MoveSet { targets, ..plain });
        }
    }

    /// True if one of `walked` is the same move as `step`, which starts and ends on the same cell.
    fn is_among(self, walked: &[MoveSet<W>], step: &PackedMove<W>) -> bool {
        let same = |other: PackedMove<W>| {
            other.to == step.from
                && other.captured.is_empty()
                && other.partner.is_none()
                && other.promotion == step.promotion
        };
        walked.iter().flat_map(|batch| PackedMoves::new(self.whole, self.state, batch)).any(same)
    }

    /// True if the piece of `step` can make the same move by leaving its cell and returning to it.
    pub(super) fn walks_back(self, step: &PackedMove<W>) -> bool {
        let mut walked: Vec<MoveSet<W>> = Vec::new();
        if self.facts(step.kind).special {
            self.piece(step.kind, step.from, &mut walked);
        }
        self.is_among(&walked, step)
    }

    /// True if the royal pieces are safe after the promotion `step`, in which the piece does not
    /// move.
    fn is_safe_at_rest(self, step: &PackedMove<W>) -> bool {
        let (royals, becomes) = (self.tables.royals, step.promotion.unwrap_or(step.kind));
        match royals.has(step.kind) == royals.has(becomes) {
            _ if self.legality == Legality::Pseudo => true,
            true => self.royals.is_empty() || self.safe_after_make(step),
            false => self.safe_after_make(step),
        }
    }

    /// Emits the moves that move no piece from cell to cell: drops, promotions without moving,
    /// moves of sections, rolls and passes.
    #[inline(never)]
    pub(super) fn extras(self, sink: &mut dyn MoveSink<W>) {
        if self.tables.pocket.is_some() {
            let check_mask = match self.guard {
                Some(guard) if guard.hurdle_squares.is_empty() => Some(guard.check_mask),
                None if self.royals.is_empty() => Some(SiteSet::ALL),
                Some(_) | None => None,
            };
            drops(
                self.whole,
                self.state,
                (check_mask, self.critical_squares, self.legality),
                |batch| {
                    if self.allowed().is_none_or(|a| a.drops(batch.kind)) {
                        sink.add(batch);
                    }
                },
            );
        }
        if !self.tables.stays[self.state.side].is_empty() {
            self.promotions_at_rest(sink);
        }
        self.sections(sink);
        self.roll_or_pass(sink);
    }
}
