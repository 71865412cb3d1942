//! Moves of kinds whose promotion makes them royal, or no longer royal: made and taken back one by one.
//!
//! Owns their part of the generator. Invariant: what a kind becomes decides which royal pieces have to be
//! safe, and among royal kinds, as among the others, it does not matter which.

use super::{Generator, Legality};
use crate::board::compile::cpu::Cpu;
use crate::board::compile::tables::Facts;
use crate::board::run::batch::{Among, Batch, Listener, PackedMoves};
use crate::board::space::site_set::{Site, SiteSet};
use crate::rules::ruleset::KindId;
use std::ops::ControlFlow;

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// The legal moves of the piece of `kind` on `from`.
    pub(super) fn crowned<L: Listener<W>>(
        &self,
        kind: KindId,
        facts: Facts,
        from: Site,
        listener: &mut L,
    ) -> ControlFlow<()> {
        for batch in self.legal_batches(kind, facts, from) {
            listener.hear(batch)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(never)]
    fn legal_batches(&self, kind: KindId, facts: Facts, from: Site) -> Vec<Batch<W>> {
        let pseudo =
            Generator { royals: SiteSet::EMPTY, guard: None, legality: Legality::Pseudo, ..*self };
        let (foes, occupied) = (self.state.by_side[self.state.side.other()], self.state.occupied());
        let mut batches: Vec<Batch<W>> = Vec::new();
        // A buffer never stops the generator.
        let _ = pseudo.piece(kind, facts, from, occupied, foes, &mut batches);
        let mut legal = Vec::new();
        for batch in batches {
            let classes: &[Among] =
                if batch.choices == 0 { &[Among::All] } else { &[Among::Royal, Among::Common] };
            for (to, &among) in
                batch.region.into_iter().flat_map(|to| classes.iter().map(move |a| (to, a)))
            {
                let one = Batch { region: SiteSet::of(to), among, ..batch };
                let steps = || PackedMoves::new(self.whole, self.state, &one);
                let choices = if batch.choices == 0 { 0 } else { steps().count() as u8 };
                if steps().next().is_some_and(|step| self.replays(&step)) {
                    legal.push(Batch { choices, ..one });
                }
            }
        }
        legal
    }
}
