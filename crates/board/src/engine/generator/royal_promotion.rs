//! Moves of kinds whose promotion changes which pieces are royal, or changes what attacks depend
//! on. Each move is made to test it.
//!
//! Promotions to equally royal kinds are equally safe, unless attacks depend on the kinds of
//! pieces. So one kind of each group of equivalent kinds is tested.

use super::{Generator, Legality};
use crate::engine::batch::{MoveSet, MoveSink, PackedMoves};
use crate::engine::state::PackedMove;
use crate::tables::cpu::Cpu;
use alfil_rules::ids::KindId;
use alfil_topology::site_set::{Site, SiteSet};

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// Emits the legal moves of the piece of `kind` on `from`.
    #[inline(never)]
    pub(super) fn royal_promotions(&self, kind: KindId, from: Site, sink: &mut dyn MoveSink<W>) {
        let pseudo =
            Generator { royals: SiteSet::EMPTY, guard: None, legality: Legality::Pseudo, ..*self };
        let mut batches: Vec<MoveSet<W>> = Vec::new();
        pseudo.piece(kind, from, &mut batches);
        let mover = self.tables.mover(self.state.side, kind, from);
        for to in self.passable(mover, self.own | self.enemies) {
            pseudo.passant(kind, from, to, &mut batches);
        }
        for batch in batches {
            let list = self.tables.targets.of(batch.targets);
            let classes = if batch.choices == 0 { &[batch.targets][..] } else { &list.alike };
            let each_differs =
                self.tables.pending_promotion.is_some() || self.tables.neutrals.is_some();
            if batch.choices > 0 && each_differs {
                for cell in batch.region {
                    self.each_promotion(MoveSet { region: SiteSet::of(cell), ..batch }, sink);
                }
                continue;
            }
            for (to, &targets) in
                batch.region.into_iter().flat_map(|to| classes.iter().map(move |t| (to, t)))
            {
                let one = MoveSet { region: SiteSet::of(to), targets, ..batch };
                let steps = || PackedMoves::new(self.whole, self.state, &one);
                let choices = if batch.choices == 0 { 0 } else { steps().count() as u8 };
                let cannot_expose = |step: &PackedMove<W>| {
                    step.promotion.is_none()
                        && step.partner.is_none()
                        && self.cannot_expose_king(from, SiteSet::of(to), step.captured)
                };
                if steps()
                    .next()
                    .is_some_and(|step| cannot_expose(&step) || self.safe_after_make(&step))
                {
                    sink.add(MoveSet { choices, ..one });
                }
            }
        }
    }

    /// Tests each promotion of `batch`, whose region is one cell. Their safety may differ, because
    /// a pending promotion may create a royal piece at once. A neutral piece may also attack the
    /// king of its mover.
    fn each_promotion(&self, batch: MoveSet<W>, sink: &mut dyn MoveSink<W>) {
        for step in PackedMoves::new(self.whole, self.state, &batch) {
            let Some(to) = step.promotion.filter(|_| self.safe_after_make(&step)) else { continue };
            let targets = self.tables.targets.alone(to);
            sink.add(MoveSet { targets, choices: 1, ..batch });
        }
    }
}
