//! The lengths of turns that numbers give.

use super::view::{EvalContext, PackedView};
use crate::engine::state::State;
use crate::tables::move_tables::Tables;
use alfil_diagnostics::index::Id;
use alfil_rules::question::CounterId;
use alfil_rules::turn::Length;

impl<const W: usize> State<W> {
    /// The number of steps in the current turn, which `counter` holds from the first move on.
    pub(crate) fn counted_length(&self, tables: &Tables<W>, counter: CounterId) -> u32 {
        let begun = self.counters[self.side][counter.index()];
        let predicates = tables.at(self).predicates.as_deref().filter(|_| begun == 0);
        let Some(predicates) = predicates else { return u32::from(begun.max(1)) };
        let Some(length) = predicates.length(self.side, self.info.fullmove) else { return 1 };
        let view = PackedView { tables: tables.at(self), predicates, state: self };
        let number = EvalContext::before(view, self.side).amount(length);
        number.clamp(1, u32::from(u8::MAX))
    }

    /// The number of steps of the turn, with the counter that is to hold it after a move. `None` if
    /// the rules of the game fix the number.
    #[inline(always)]
    pub(crate) fn length_to_note(&self, tables: &Tables<W>) -> Option<(CounterId, u8)> {
        let turn = &tables.turn.as_ref()?.turn;
        match turn.length(self.side, self.info.fullmove) {
            Length::Fixed(_) => None,
            Length::Counted(counter) => Some((counter, self.counted_length(tables, counter) as u8)),
        }
    }

    /// Lets a counter of the side to move hold the number of steps of its turn.
    #[inline(always)]
    pub(crate) fn note_length(&mut self, length: Option<(CounterId, u8)>) {
        if let Some((counter, length)) = length {
            self.counters[self.side][counter.index()] = length;
        }
    }
}
