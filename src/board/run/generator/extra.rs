//! Captures en passant, castling, drops.
//!
//! Owns: their part of the generator. Invariant: each of them is tried as it stands, since it moves or
//! removes a second piece, or fills a cell from outside.

use super::{Generator, emit};
use crate::board::compile::cpu::Cpu;
use crate::board::run::batch::{Act, Listener};
use crate::board::run::drops::drops;
use crate::board::run::safety::attacked;
use crate::board::space::site_set::{Site, SiteSet};
use crate::index::Id;
use crate::rules::ruleset::KindId;

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// Plain captures en passant of every kind, while a cell has just been passed.
    #[inline(always)]
    pub(super) fn passants(self, listener: &mut dyn Listener<W>) {
        let (tables, state) = (self.tables, self.state);
        let occupied = self.own | self.foes;
        let passed = state.info.passed.minus(occupied);
        for (kind, setwise) in &tables.columns[state.side].setwise {
            let pieces = state.of_kind(*kind) & self.movers;
            for shift in &setwise.passant {
                for from in passed.shifted(-shift.delta) & pieces & shift.sources {
                    let to = (from.index() as i16 + shift.delta) as usize;
                    self.passant(*kind, from, Site::from_index(to), listener);
                }
            }
        }
        for &kind in &tables.passants[state.side] {
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
        listener: &mut dyn Listener<W>,
    ) {
        let Some(victim) = self.state.victim(to).filter(|&v| self.prey.has(v)) else { return };
        if self.survives(from, to, SiteSet::of(victim), None) {
            let (act, facts) = (Act::Passant(victim), self.facts(kind));
            self.emit(listener, facts, kind, from, act, SiteSet::of(to));
        }
    }

    #[inline(always)]
    pub(super) fn castling(self, listener: &mut dyn Listener<W>) {
        let (rights, occupied) = (self.state.info.rights, self.own | self.foes);
        for (index, castle) in self.tables.castles[self.state.side].iter().enumerate() {
            if rights & castle.right != 0 && !castle.empty.meets(occupied) {
                self.castle(index, listener);
            }
        }
    }

    /// Castling by option number `index`, whose right lives and whose way is empty.
    #[inline(never)]
    fn castle(self, index: usize, listener: &mut dyn Listener<W>) {
        let (tables, state) = (self.tables, self.state);
        let them = state.side.other();
        let castle = &tables.castles[state.side][index];
        let (from, to) = castle.king;
        if self.allowed().is_some_and(|a| !a.castles_from(castle.kind).has(from)) {
            return;
        }
        let walking = (self.own | self.foes).minus(SiteSet::of(from));
        let seen = |cell| {
            let standing = walking | SiteSet::of(cell);
            attacked(tables, state, them, cell, standing, self.foes)
        };
        if !castle.safe.into_iter().any(seen)
            && self.survives(from, to, SiteSet::EMPTY, Some(castle.partner))
        {
            let act = Act::Castle(index as u32);
            emit(listener, castle.kind, from, act, SiteSet::of(to), 0);
        }
    }

    /// Whatever moves that is no piece on the board: drops, sections, steps left out.
    #[inline(never)]
    pub(super) fn extras(self, listener: &mut dyn Listener<W>) {
        let check_mask = match self.guard {
            Some(guard) if guard.tender.is_empty() => Some(guard.check_mask),
            None if self.royals.is_empty() => Some(super::all()),
            Some(_) | None => None,
        };
        drops(self.whole, self.state, check_mask, |kind, region| {
            if self.allowed().is_none_or(|a| a.drops(kind)) {
                // A drop names no start.
                emit(listener, kind, Site::from_index(0), Act::Drop, region, 0);
            }
        });
        self.sections(listener);
        self.pass(listener);
    }
}
