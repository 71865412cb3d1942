//! Steps of a lone king, and castling as far as his steps tell whether he may.
//!
//! Owns: his part of the generator. Takes what he knows of his enemies; gives his steps and ways of castling at once, of which all
//! cells are asked in one pass. Invariant: a cell that is left is attacked by nobody once he stands there.

use super::{Generator, emit};
use crate::engine::batch::{MoveKind, MoveSink};
use crate::engine::safety::{attacked_otherwise, leaped_onto, slid_onto};
use crate::tables::cpu::Cpu;
use crate::tables::king::{King, Riders, Walk};
use crate::tables::royals::Safety;
use crate::topology::site_set::{Site, SiteSet};
use alfil_rules::ids::KindId;

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// Emits the steps of the lone king of `kind` on `from` that leave him unattacked, and the ways of castling of which he learns
    /// so whether he may go them; gives the steps. What `king` knows of those who may attack him is known of kinds that leap.
    #[inline(always)]
    pub(super) fn king<L: MoveSink<W>>(
        &self,
        (kind, from): (KindId, Site),
        (quiet, capture): (SiteSet<W>, SiteSet<W>),
        king: Option<&King<W>>,
        listener: &mut L,
    ) -> SiteSet<W> {
        let (tables, state) = (self.tables, self.state);
        let occupied = self.own | self.enemies;
        let lifted = occupied.minus(SiteSet::of(from));
        let them = state.side.other();
        let steps = quiet.minus(occupied) | (capture & self.capturable);
        let (rights, mut walked) = (state.info.rights, SiteSet::EMPTY);
        let walks = self.walks(king, occupied);
        for walk in walks {
            let is_open = walk.is_open(rights, occupied);
            walked |= if is_open { walk.asked } else { SiteSet::EMPTY };
        }
        // Of these cells nobody attacks one, as far as it is known.
        let mut safe = steps | walked;
        if safe.is_empty() {
            return safe;
        }
        let attacks = &tables.attacks[them];
        let mut rides = false;
        if let Some(king) = king {
            for near in king.leapers.at(from) {
                for source in near.sources & self.enemies & state.by_class[near.class] {
                    safe = safe.minus(attacks.leapers[near.by].onto[source]);
                }
            }
            // Nobody looks at a cell that he attacks, nor attacks the one on which he stands: it is the same whether the king
            // comes there, or takes him there.
            if let Riders::Ride(riders) = &king.riders {
                let columns = &tables.columns[them].rides;
                for near in riders.at(from) {
                    (near.sources & self.enemies & state.by_class[near.class]).each(|source| {
                        let row = &columns[near.by].rows[source];
                        safe = safe.minus(row.reach(self.cpu, &tables.entries, lifted));
                    });
                }
                rides = true;
            }
        }
        if !rides || tables.safety != Safety::Pins {
            // No closure: one as large as this would not be inlined.
            for to in safe {
                let bit = SiteSet::of(to);
                let (standing, stand) = (self.enemies.minus(bit), lifted | bit);
                if king.is_none() && leaped_onto(state, attacks.leaps.at(to), standing)
                    || !rides && slid_onto(attacks, state, to, stand, standing)
                    || tables.safety != Safety::Pins
                        && self.is_attacked_otherwise(to, stand, standing)
                {
                    safe = safe.minus(bit);
                }
            }
        }
        emit(listener, kind, from, MoveKind::Displace, safe & steps);
        if !walked.is_empty() {
            for walk in walks {
                let goes = walk.is_open(rights, occupied) & walk.asked.within(safe);
                let region = if goes { walk.to } else { SiteSet::EMPTY };
                emit(listener, kind, from, MoveKind::Castle(walk.number), region);
            }
        }
        safe & steps
    }

    /// Ways of castling of which he learns with his steps whether he may go them: none while he stands in check or none can be
    /// open. A right ends once its king has moved, so he stands where they begin if it lives.
    #[inline(always)]
    fn walks<'k>(&self, king: Option<&'k King<W>>, occupied: SiteSet<W>) -> &'k [Walk<W>] {
        // No closures, with which all of the generator would have to lie in memory.
        if let Some(king) = king
            && !king.gates.within(occupied)
            && let Some(guard) = &self.guard
            && guard.check_mask == SiteSet::ALL
            && self.allowed().is_none()
        {
            return &king.walks;
        }
        &[]
    }

    /// Whether he is attacked on `to` over hurdles.
    #[inline(always)]
    fn is_attacked_otherwise(&self, to: Site, stand: SiteSet<W>, standing: SiteSet<W>) -> bool {
        let (state, them) = (self.state, self.state.side.other());
        attacked_otherwise(self.tables, state, them, to, (stand, stand), standing, standing)
    }
}
