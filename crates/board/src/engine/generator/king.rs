//! The steps of a single king, in games where checks and pins decide which moves are legal.

use super::{Generator, KingSteps, emit};
use crate::engine::batch::{MoveKind, MoveSink};
use crate::tables::cpu::Cpu;
use alfil_rules::ids::KindId;
use alfil_topology::site_set::{Site, SiteSet};

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// Emits the steps of the king of `kind` on `from` to squares that are safe once the king is
    /// there. Also tests the empty squares `castling`, which castling needs. Returns which tested
    /// squares are safe and which are attacked.
    #[inline(always)]
    pub(super) fn king<L: MoveSink<W>>(
        &self,
        kind: KindId,
        from: Site,
        castling: SiteSet<W>,
        sink: &mut L,
    ) -> KingSteps<W> {
        let (tables, state) = (self.tables, self.state);
        let occupied = self.own | self.enemies;
        let (lifted, them) = (occupied.minus(SiteSet::of(from)), state.side.other());
        let (quiet, capture) = self.targets(tables.mover(state.side, kind, from));
        let steps = quiet.minus(occupied) | (capture & self.capturable);
        let tested = steps | castling;
        let mut safe = tested;
        // This is a loop, because the compiler does not inline a closure of this size.
        for to in tested {
            let bit = SiteSet::of(to);
            let (occupied_after, attackers) = (lifted | bit, self.enemies.minus(bit));
            if state.attacked_inline(
                tables,
                them,
                to,
                (occupied_after, occupied_after),
                attackers,
                attackers,
            ) {
                safe = safe.minus(bit);
            }
        }
        emit(sink, kind, from, MoveKind::Displace, safe & steps);
        KingSteps { safe, attacked: tested.minus(safe) }
    }
}
