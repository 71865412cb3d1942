//! Moves without a piece: sections of the board, steps left out.
//!
//! Owns their part of the generator. Invariant: their batches name no mover; the region of a section is
//! the numbers of its places, that of a pass any one bit.

use super::{Generator, tell};
use crate::board::batch::{Act, Listener};
use crate::board::cpu::Cpu;
use crate::board::safety::{in_check, in_check_by, of_kinds};
use crate::board::site_set::{Site, SiteSet};
use crate::index::Id;
use crate::rules::ruleset::KindId;
use crate::rules::turn::Pass;
use std::ops::ControlFlow;

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    #[inline(always)]
    pub(super) fn pass<L: Listener<W>>(&self, listener: &mut L) -> ControlFlow<()> {
        let checked = || {
            let us = self.state.side;
            !self.royals.is_empty() && in_check::<W, C>(self.tables, self.state, us)
        };
        match self.allowed.map_or(Pass::Never, |a| a.pass) {
            Pass::May if !checked() => {
                let nowhere = Site::from_index(0);
                let kind = KindId::from_index(0);
                tell(listener, kind, nowhere, Act::Pass, SiteSet::of(nowhere), 0)
            }
            Pass::May | Pass::Never => ControlFlow::Continue(()),
        }
    }

    /// Moves of one's own sections: none in check, none with an enemy on it, none with a royal piece on
    /// it through check.
    #[inline(always)]
    pub(super) fn sections<L: Listener<W>>(&self, listener: &mut L) -> ControlFlow<()> {
        let (whole, state) = (self.whole, self.state);
        let us = state.side;
        let royals = of_kinds(state, &self.tables.royals) & state.by_side[us];
        let sections = &self.tables.sections;
        let now = state.clocks.arrangement;
        let checked = |arrangement| in_check_by::<W, C>(whole.of(arrangement), state, us);
        let in_check = match &self.guard {
            Some(guard) => guard.answers != self.all,
            None => checked(now),
        };
        if self.allowed.is_some_and(|a| !a.sections) || in_check {
            return ControlFlow::Continue(());
        }
        for section in sections.of(us) {
            let sites: SiteSet<W> = sections.sites(section, self.tables.sites).collect();
            if sites.meets(state.by_side[us.other()]) {
                continue;
            }
            let carried = sites.meets(royals);
            let mut region = SiteSet::EMPTY;
            for stand in 0..sections.get(section).stands.len() {
                let through = || sections.between(now, section, stand).any(checked);
                let ends = || checked(sections.moved(now, section, stand));
                let safe = self.royals.is_empty() || !ends();
                if stand != sections.stand(now, section) && !(carried && through()) && safe {
                    region.insert(Site::from_index(stand));
                }
            }
            let (kind, nowhere) = (KindId::from_index(0), Site::from_index(0));
            tell(listener, kind, nowhere, Act::Section(section), region, 0)?;
        }
        ControlFlow::Continue(())
    }
}
