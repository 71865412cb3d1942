//! Moves of games whose captures have effects and nothing else has: what need not be tried.
//!
//! Owns their part of the generator. Invariant: a quiet move of a piece that is not pinned leaves a king as safe as he is who is
//! in no check, and so does his own step to where nothing could capture him; whatever else moves is given to be tried.

use super::{Generator, Legality, all};
use crate::board::compile::cpu::Cpu;
use crate::board::run::batch::{Act, Batch, Listener};
use crate::board::space::site_set::{Site, SiteSet};

/// Passes on quiet moves, and keeps what is to be tried.
struct Parting<'l, const W: usize> {
    king: Site,
    foes: SiteSet<W>,
    /// Who hears of quiet moves.
    sure: &'l mut dyn Listener<W>,
    /// Where the king may step for sure.
    steps: SiteSet<W>,
    tried: Vec<Batch<W>>,
}

impl<const W: usize> Listener<W> for Parting<'_, W> {
    #[inline(always)]
    fn hear(&mut self, batch: Batch<W>) {
        let captures = match batch.act {
            Act::Displace | Act::Shift(_) | Act::Push(_) => batch.region & self.foes,
            Act::Rifle
            | Act::Special(_)
            | Act::Passant(_)
            | Act::Castle(_)
            | Act::Drop
            | Act::Pass
            | Act::Section(_) => batch.region,
        };
        let quiet = batch.region.minus(captures);
        self.sure.hear(Batch { region: quiet, ..batch });
        if batch.act == Act::Displace && batch.from == self.king {
            self.steps |= quiet;
        } else {
            self.tried.hear(Batch { region: captures, ..batch });
        }
    }
}

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// Gives quiet moves that are legal to `sure`; the moves of which that is still to be found out.
    #[inline(never)]
    pub(super) fn parted(self, sure: &mut dyn Listener<W>) -> Vec<Batch<W>> {
        let mut tried = Vec::new();
        let pseudo =
            Generator { royals: SiteSet::EMPTY, guard: None, legality: Legality::Pseudo, ..self };
        let Some(guard) = self.guard.filter(|guard| guard.check_mask == all()) else {
            let left = pseudo.plain(&mut tried);
            pseudo.apart(left, &mut tried);
            return tried;
        };
        let king = guard.king;
        let (foes, steps) = (self.foes, SiteSet::EMPTY);
        let mut parting = Parting { king, foes, sure, steps, tried };
        let mut left = self.plain(&mut parting);
        if !left.promoting.is_empty() {
            self.promoting(&mut parting);
        }
        let Parting { steps, mut tried, .. } = parting;
        let before = tried.len();
        left.promoting = SiteSet::EMPTY;
        left.specials = SiteSet::EMPTY;
        left.singly |= SiteSet::of(king);
        pseudo.apart(left, &mut tried);
        for batch in &mut tried[before..] {
            if batch.act == Act::Displace && batch.from == king {
                batch.region = batch.region.minus(steps);
            }
        }
        tried.retain(|batch| !batch.region.is_empty());
        tried
    }
}
