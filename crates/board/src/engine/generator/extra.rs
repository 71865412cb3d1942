//! Captures en passant, castling, drops, promotions at rest.
//!
//! Owns: their part of the generator. Invariant: each of them is tried as it stands, since it moves or
//! removes a second piece, or fills a cell from outside.

use super::{Generator, Legality, emit};
use crate::engine::batch::{MoveKind, MoveSet, MoveSink, PackedMoves};
use crate::engine::drops::drops;
use crate::engine::state::PackedMove;
use crate::tables::castles::Castle;
use crate::tables::cpu::Cpu;
use crate::tables::promotion::TargetsId;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// Plain captures en passant of every kind, while a cell has just been passed.
    #[inline(never)]
    pub(super) fn passants(self, listener: &mut dyn MoveSink<W>) {
        let (tables, state) = (self.tables, self.state);
        let occupied = self.own | self.enemies;
        let passed = state.info.passed.minus(occupied);
        for shift in &tables.columns[state.side].setwise.passant {
            let pieces = state.of_kind(shift.kind) & self.movers;
            for from in passed.shifted(-shift.delta) & pieces & shift.sources {
                let to = (from.index() as i16 + shift.delta) as usize;
                self.passant(shift.kind, from, Site::from_index(to), listener);
            }
        }
        for &kind in &tables.ep_kinds[state.side] {
            // What may become royal is listed with all its moves, unless all moves are tried elsewhere.
            if tables.crowned.has(kind) && self.legality != Legality::Pseudo {
                continue;
            }
            for from in state.of_kind(kind) & self.movers {
                let mover = tables.mover(state.side, kind, from);
                for to in self.passable(mover, occupied) {
                    self.passant(kind, from, to, listener);
                }
            }
        }
    }

    /// The capture en passant of the piece of `kind` on `from` that enters `to`.
    #[inline(never)]
    pub(super) fn passant(
        self,
        kind: KindId,
        from: Site,
        to: Site,
        listener: &mut dyn MoveSink<W>,
    ) {
        let Some(victim) = self.state.ep_victim(to).filter(|&v| self.capturable.has(v)) else {
            return;
        };
        if self.safe_after(from, to, SiteSet::of(victim), None) {
            let (act, facts) = (MoveKind::Passant(victim), self.facts(kind));
            self.emit(listener, facts, kind, from, act, SiteSet::of(to));
        }
    }

    /// Castling by the rights that are left.
    #[inline(always)]
    pub(super) fn castling(&self, listener: &mut dyn MoveSink<W>) {
        let occupied = self.own | self.enemies;
        for (index, castle) in self.tables.castles[self.state.side].iter().enumerate() {
            if self.state.info.rights & castle.right != 0 && !castle.empty.meets(occupied) {
                (*self).castle(index, listener);
            }
        }
    }

    /// Castling by option number `index`, whose right lives and whose way is empty.
    #[inline(never)]
    fn castle(self, index: usize, listener: &mut dyn MoveSink<W>) {
        let (tables, state) = (self.tables, self.state);
        let them = state.side.other();
        let castle = &tables.castles[state.side][index];
        let (from, to) = castle.king;
        if self.allowed().is_some_and(|a| !a.castles_from(castle.kind).has(from)) {
            return;
        }
        let walking = (self.own | self.enemies).minus(SiteSet::of(from));
        let seen = |cell| {
            let standing = walking | SiteSet::of(cell);
            state.attacked(tables, them, cell, standing, self.enemies)
        };
        let guard = self.guard.as_ref().filter(|g| g.king == from);
        let mut safe = castle.safe;
        if let Some(guard) = guard
            && safe.has(from)
        {
            if guard.check_mask != SiteSet::ALL {
                return;
            }
            safe = safe.minus(SiteSet::of(from));
        }
        if !safe.into_iter().any(seen)
            && self.safe_after(from, to, SiteSet::EMPTY, Some(castle.partner))
            && !self.exchanges(castle)
        {
            let act = MoveKind::Castle(index as u32);
            emit(listener, castle.kind, from, act, SiteSet::of(to));
        }
    }

    /// Whether the piece that castles moves so as well, and puts the partner down where castling does.
    fn exchanges(self, castle: &Castle<W>) -> bool {
        let (from, to) = castle.king;
        // In a step that is another's he may castle all the same, and do nothing else.
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

    /// Pieces that promote where they stand.
    fn promotions_at_rest(self, listener: &mut dyn MoveSink<W>) {
        let (tables, us) = (self.tables, self.state.side);
        for &kind in &tables.stays[us] {
            let pieces = self.state.of_kind(kind) & self.movers;
            for group in &tables.promotion[us][kind.index()].stays {
                for from in pieces & group.may {
                    self.promotes_at_rest(kind, from, group.targets, listener);
                }
            }
        }
    }

    /// The piece of `kind` on `from` promotes there to one of `targets`. Who walks and comes back promoted
    /// has made the same move.
    fn promotes_at_rest(
        self,
        kind: KindId,
        from: Site,
        targets: TargetsId,
        listener: &mut dyn MoveSink<W>,
    ) {
        let mut walked: Vec<MoveSet<W>> = Vec::new();
        if self.facts(kind).special {
            let crowned = self.tables.crowned.has(kind);
            match self.legality {
                Legality::Legal | Legality::Reply if crowned => {
                    self.crowned(kind, from, &mut walked);
                }
                Legality::Legal | Legality::Reply | Legality::Pseudo => {
                    self.piece(kind, from, &mut walked);
                }
            }
        }
        let steps = |batch: &MoveSet<W>| PackedMoves::new(self.whole, self.state, batch);
        let region = SiteSet::of(from);
        let plain = MoveSet { kind, from, act: MoveKind::Displace, region, choices: 1, targets };
        let rest =
            steps(&plain).filter(|step| !self.has(&walked, step) && self.is_safe_at_rest(step));
        for step in rest {
            let targets = step.promotion.map_or(targets, |to| self.tables.targets.alone(to));
            listener.add(MoveSet { targets, ..plain });
        }
    }

    /// Whether one of `walked` is `step`, which begins and ends on one cell.
    fn has(self, walked: &[MoveSet<W>], step: &PackedMove<W>) -> bool {
        let same = |other: PackedMove<W>| {
            other.to == step.from
                && other.captured.is_empty()
                && other.partner.is_none()
                && other.promotion == step.promotion
        };
        walked.iter().flat_map(|batch| PackedMoves::new(self.whole, self.state, batch)).any(same)
    }

    /// Whether the piece of `step`, which begins and ends on one cell, could walk and come back to be the same.
    pub(super) fn walks_back(self, step: &PackedMove<W>) -> bool {
        let mut walked: Vec<MoveSet<W>> = Vec::new();
        if self.facts(step.kind).special {
            self.piece(step.kind, step.from, &mut walked);
        }
        self.has(&walked, step)
    }

    /// Whether a piece may promote where it stands, as far as royal pieces are concerned.
    fn is_safe_at_rest(self, step: &PackedMove<W>) -> bool {
        let (royals, becomes) = (self.tables.royals, step.promotion.unwrap_or(step.kind));
        match royals.has(step.kind) == royals.has(becomes) {
            _ if self.legality == Legality::Pseudo => true,
            true => self.royals.is_empty() || self.safe_after_make(step),
            false => self.safe_after_make(step),
        }
    }

    /// Whatever moves that is no piece from cell to cell: drops, promotions at rest, sections, steps left out.
    #[inline(never)]
    pub(super) fn extras(self, listener: &mut dyn MoveSink<W>) {
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
                        listener.add(batch);
                    }
                },
            );
        }
        if !self.tables.stays[self.state.side].is_empty() {
            self.promotions_at_rest(listener);
        }
        self.sections(listener);
        self.pass(listener);
    }
}
