//! Moves of kinds whose promotion makes them royal, in another way, or no longer, or changes what attacks ask: made and taken back
//! one by one.
//!
//! Owns their part of the generator. Invariant: what a kind becomes decides which royal pieces have to be
//! safe, and among kinds that are as royal as each other it does not matter which, unless attacks ask the board.

use super::{Generator, Legality};
use crate::engine::batch::{MoveSet, MoveSink, PackedMoves};
use crate::engine::state::PackedMove;
use crate::tables::cpu::Cpu;
use crate::topology::site_set::{Site, SiteSet};
use alfil_rules::ids::KindId;

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// The legal moves of the piece of `kind` on `from`.
    #[inline(never)]
    pub(super) fn crowned(&self, kind: KindId, from: Site, listener: &mut dyn MoveSink<W>) {
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
            let apart = self.tables.pending_promotion.is_some() || self.tables.neutrals.is_some();
            if batch.choices > 0 && apart {
                for cell in batch.region {
                    self.each(MoveSet { region: SiteSet::of(cell), ..batch }, listener);
                }
                continue;
            }
            for (to, &targets) in
                batch.region.into_iter().flat_map(|to| classes.iter().map(move |t| (to, t)))
            {
                let one = MoveSet { region: SiteSet::of(to), targets, ..batch };
                let steps = || PackedMoves::new(self.whole, self.state, &one);
                let choices = if batch.choices == 0 { 0 } else { steps().count() as u8 };
                let spares = |step: &PackedMove<W>| {
                    step.promotion.is_none()
                        && step.partner.is_none()
                        && self.cannot_expose_king(from, SiteSet::of(to), step.captured)
                };
                if steps().next().is_some_and(|step| spares(&step) || self.safe_after_make(&step)) {
                    listener.add(MoveSet { choices, ..one });
                }
            }
        }
    }

    /// The promotions of `batch`, whose region is one cell, one by one: what waits becomes something else at once, which may be
    /// royal, and what is neutral attacks its mover's king by what it becomes.
    fn each(&self, batch: MoveSet<W>, listener: &mut dyn MoveSink<W>) {
        for step in PackedMoves::new(self.whole, self.state, &batch) {
            let Some(to) = step.promotion.filter(|_| self.safe_after_make(&step)) else { continue };
            let targets = self.tables.targets.alone(to);
            listener.add(MoveSet { targets, choices: 1, ..batch });
        }
    }
}
