//! Moves that ask who stands where: captures of one's own, of royalty alone, pieces put down elsewhere,
//! captures in passing on the way.
//!
//! Owns their part of the generator. Invariant: of moves with one effect the plain one is emitted, or else
//! the one whose trace the reference would keep.

use super::Generator;
use crate::engine::batch::{MoveKind, MoveSink, special_captures};
use crate::engine::journal::Journal;
use crate::engine::state::PackedMove;
use crate::tables::cpu::Cpu;
use crate::tables::piece_rows::{PieceRow, SpecialMove};
use crate::topology::site_set::{Site, SiteSet};
use alfil_rules::ids::KindId;

/// What a move does, as the reference sorts it: to, captured, second piece, trace.
type Effect = (Site, Vec<Site>, Option<(Site, Site)>, Vec<Site>);

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// Special moves of a kind that has owner-sensitive ones: all effects are compared.
    #[inline(never)]
    pub(super) fn owner_dependent(
        &self,
        kind: KindId,
        from: Site,
        mover: &PieceRow<W>,
        plain: SiteSet<W>,
        listener: &mut dyn MoveSink<W>,
    ) {
        let (tables, state) = (self.tables, self.state);
        let us = state.side;
        let foes = state.by_side[us.other()].minus(SiteSet::of(from));
        let standing = state.occupied().minus(SiteSet::of(from));
        let facts = tables.facts[us][kind];
        let royals = state.royals(tables);
        let mut effects: Vec<(Effect, u32)> = Vec::new();
        for index in mover.specials.0..mover.specials.1 {
            let special = &tables.specials[index as usize];
            // Most of them want a piece that is not there, which is cheaper to see than all else.
            let there = special.captured.within(standing) && special.royal.within(royals);
            if !there {
                continue;
            }
            let Some(captured) = self.goes(special, standing, foes) else { continue };
            if (captured & foes).minus(self.capturable).into_iter().next().is_some() {
                continue;
            }
            let to = special.to;
            let emitted = special.shifted.is_none()
                && (to != from && plain.has(to) && captured == SiteSet::of(to) & foes
                    || to == from && captured.count() == 1 && captured.within(mover.rifle & foes)
                    || self.passable(mover, state.occupied()).has(to)
                        && state
                            .ep_victim(to)
                            .is_some_and(|v| foes.has(v) && captured == SiteSet::of(v)));
            if !emitted {
                let list = |set: SiteSet<W>| set.into_iter().collect();
                effects.push(((to, list(captured), special.shifted, list(special.passed)), index));
            }
        }
        if effects.is_empty() {
            return;
        }
        effects.sort();
        effects.dedup_by(|b, a| (b.0.0, &b.0.1, b.0.2) == (a.0.0, &a.0.1, a.0.2));
        for ((to, ..), index) in effects {
            let special = &tables.specials[index as usize];
            let captured = special_captures(special, state);
            let (partner, passed) = (special.shifted, special.passed);
            let step = PackedMove {
                from,
                to,
                captured,
                partner,
                ep_squares: passed,
                ..PackedMove::of(kind)
            };
            let partners = partner.into_iter().flat_map(|(from, to)| [from, to]);
            let touched = partners.fold(SiteSet::of(to), |all, at| all | SiteSet::of(at));
            // An enemy that is put down elsewhere attacks from there.
            let moves_enemy = partner.is_some_and(|(at, _)| foes.has(at));
            let spares = !moves_enemy && self.cannot_expose_king(from, touched, captured);
            if self.royals.is_empty() || spares || self.safe_after_make(&step) {
                self.emit(listener, facts, kind, from, MoveKind::Special(index), SiteSet::of(to));
            }
        }
    }

    /// Whether no royal piece is attacked after a move, found by making it.
    #[inline(never)]
    pub(super) fn safe_after_make(&self, step: &PackedMove<W>) -> bool {
        let mut next = self.state.clone();
        next.make(self.whole, step);
        Journal::of_capture(self.whole, &mut next, step);
        !next.in_check(self.whole, self.state.side)
    }

    /// The same of a move that passes no cell and keeps its piece.
    #[inline(never)]
    pub(super) fn replays_as(
        &self,
        from: Site,
        to: Site,
        captured: SiteSet<W>,
        partner: Option<(Site, Site)>,
    ) -> bool {
        let Some(mover) = self.state.piece(from) else { return false };
        self.safe_after_make(&PackedMove {
            from,
            to,
            captured,
            partner,
            ..PackedMove::of(mover.kind)
        })
    }

    /// Whether an owner-sensitive special can go when `standing` are the occupied sites, the mover lifted.
    pub(super) fn asks(&self, special: &SpecialMove<W>, standing: SiteSet<W>) -> bool {
        let ways = &self.tables.owner_needs[special.ways.0 as usize..special.ways.1 as usize];
        let us = self.state.side;
        ways.iter()
            .any(|way| self.state.is_way_open(self.tables, us, way, special.passant, standing))
    }
}
