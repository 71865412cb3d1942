//! Special moves that depend on the owners of pieces.
//!
//! Examples are captures of own pieces, captures restricted to royal pieces, moves that put down a
//! second piece, and captures en passant on the way. Moves with the same effect are emitted once:
//! as a plain move if there is one. Otherwise the move keeps the same trace, a set of passed cells,
//! as in the reference executor.

use super::Generator;
use crate::engine::batch::{MoveKind, MoveSink, special_captures};
use crate::engine::journal::Journal;
use crate::engine::state::PackedMove;
use crate::tables::cpu::Cpu;
use crate::tables::piece_rows::{PieceRow, SpecialMove};
use alfil_rules::ids::KindId;
use alfil_topology::site_set::{Site, SiteSet};

/// The effect of a move, in the sort order of the reference executor: destination, captured pieces,
/// start and end of a second piece, and passed cells.
type Effect = (Site, Vec<Site>, Option<(Site, Site)>, Vec<Site>);

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// Emits the special moves of the piece of `kind` on `from`. The kind has owner-dependent
    /// moves. So the effects of all special moves are compared, and none is emitted twice.
    #[inline(never)]
    pub(super) fn owner_dependent(
        &self,
        kind: KindId,
        from: Site,
        mover: &PieceRow<W>,
        plain: SiteSet<W>,
        sink: &mut dyn MoveSink<W>,
    ) {
        let (tables, state) = (self.tables, self.state);
        let us = state.side;
        let enemies = state.foes(tables, us).minus(SiteSet::of(from));
        let occupied = state.occupied().minus(SiteSet::of(from));
        let facts = tables.facts[us][kind];
        let royals = state.royals(tables);
        let mut effects: Vec<(Effect, u32)> = Vec::new();
        for index in mover.specials.0..mover.specials.1 {
            let special = &tables.specials[index as usize];
            // Most of these moves require a piece that is absent, so this cheap test comes first.
            let has_pieces = special.captured.within(occupied) && special.royal.within(royals);
            if !has_pieces {
                continue;
            }
            let Some(captured) = self.captures_of(special, occupied, enemies) else { continue };
            if (captured & enemies).minus(self.capturable).into_iter().next().is_some() {
                continue;
            }
            let to = special.to;
            let emitted = special.shifted.is_none()
                && (to != from && plain.has(to) && captured == SiteSet::of(to) & enemies
                    || to == from
                        && captured.count() == 1
                        && captured.within(mover.rifle & enemies)
                    || self.passable(mover, state.occupied()).has(to)
                        && state
                            .ep_victim(to)
                            .is_some_and(|v| enemies.has(v) && captured == SiteSet::of(v)));
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
            let (partner, ep_squares) = (special.shifted, special.passed);
            let step =
                PackedMove { from, to, captured, partner, ep_squares, ..PackedMove::of(kind) };
            let partners = partner.into_iter().flat_map(|(from, to)| [from, to]);
            let touched = partners.fold(SiteSet::of(to), |all, at| all | SiteSet::of(at));
            // An enemy piece that the move puts down elsewhere may attack from there.
            let moves_enemy = partner.is_some_and(|(at, _)| enemies.has(at));
            let cannot_expose = !moves_enemy && self.cannot_expose_king(from, touched, captured);
            if self.royals.is_empty() || cannot_expose || self.safe_after_make(&step) {
                self.emit(sink, facts, kind, from, MoveKind::Special(index), SiteSet::of(to));
            }
        }
    }

    /// True if no royal piece is attacked after the move. Makes the move on a copy of the position.
    #[inline(never)]
    pub(super) fn safe_after_make(&self, step: &PackedMove<W>) -> bool {
        let mut next = self.state.clone();
        next.make(self.whole, step);
        Journal::of_capture(self.whole, &mut next, step);
        !next.in_check(self.whole, self.state.side)
    }

    /// Like `safe_after_make`, for a move that leaves no en passant square and does not promote.
    #[inline(never)]
    pub(super) fn is_safe_displacement(
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

    /// True if an owner-dependent special move is possible. `occupied` are the occupied cells
    /// without the mover.
    pub(super) fn is_owner_dependent_open(
        &self,
        special: &SpecialMove<W>,
        occupied: SiteSet<W>,
    ) -> bool {
        let ways = &self.tables.owner_needs[special.ways.0 as usize..special.ways.1 as usize];
        let us = self.state.side;
        ways.iter()
            .any(|way| self.state.is_way_open(self.tables, us, way, special.passant, occupied))
    }
}
