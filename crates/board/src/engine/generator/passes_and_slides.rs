//! Moves without a piece: rolls of dice, passes, and moves of sections of the board.
//!
//! Their move sets have no mover. The region of a section contains the indices of its places. The
//! region of a roll contains the indices of its outcomes, and that of a pass one arbitrary bit.

use super::{Generator, emit};
use crate::engine::batch::{MoveKind, MoveSink};
use crate::tables::cpu::Cpu;
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::turn::Pass;
use alfil_topology::site_set::{Site, SiteSet};

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// Emits the outcomes of the die that the step rolls, or a pass if the step may be skipped.
    pub(super) fn roll_or_pass(&self, sink: &mut dyn MoveSink<W>) {
        if let Some(draw) = self.allowed().and_then(|allowed| allowed.roll) {
            if let Some(at) = self.state.turned_up(self.tables, draw) {
                let outcomes = self.state.outcomes(self.tables, draw.die, draw);
                emit(sink, KindId::from_index(0), at, MoveKind::Roll(draw.die), outcomes);
            }
            return;
        }
        let checked = || {
            let us = self.state.side;
            !self.royals.is_empty() && self.state.in_check(self.tables, us)
        };
        match self.allowed().map_or(Pass::Never, |a| a.pass) {
            Pass::May if !checked() || self.state.passes_in_check(self.whole) => {
                let nowhere = Site::from_index(0);
                let kind = KindId::from_index(0);
                emit(sink, kind, nowhere, MoveKind::Pass, SiteSet::of(nowhere))
            }
            Pass::May | Pass::Never => {}
        }
    }

    /// Emits the moves of the side's own sections. A section cannot move if its side is in check,
    /// or with an enemy piece on it. It cannot carry a royal piece through check.
    pub(super) fn sections(&self, sink: &mut dyn MoveSink<W>) {
        let (whole, tables, state) = (self.whole, self.tables, self.state);
        let us = state.side;
        if self.allowed().is_some_and(|a| !a.sections) || tables.slides[us].is_empty() {
            return;
        }
        let checked = match &self.guard {
            Some(guard) => guard.check_mask != SiteSet::ALL,
            None => state.in_check_by(tables, us),
        };
        if checked {
            return;
        }
        let royals = state.royals(tables) & state.by_side[us];
        for slide in &tables.slides[us] {
            if slide.sites.meets(state.by_side[us.other()]) {
                continue;
            }
            let carried = slide.sites.meets(royals);
            let mut region = SiteSet::EMPTY;
            for way in &slide.ways {
                for &(place, arrangement) in way {
                    let checked = if tables.attacks_are_asked {
                        // Predicates on attacks must be evaluated on the position after the move.
                        let mut there = state.clone();
                        there.info.arrangement = arrangement;
                        there.in_check(whole, us)
                    } else {
                        state.in_check_by(whole.of(arrangement), us)
                    };
                    if !checked || self.royals.is_empty() {
                        region.insert(place);
                    }
                    if checked && carried {
                        break;
                    }
                }
            }
            let (kind, nowhere) = (KindId::from_index(0), Site::from_index(0));
            emit(sink, kind, nowhere, MoveKind::Section(slide.section), region);
        }
    }
}
