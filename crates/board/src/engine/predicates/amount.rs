//! Evaluates numbers: those that predicates compare and effects remember, and the lengths of turns.

use super::context::EvalContext;
use crate::engine::state::State;
use crate::tables::move_tables::Tables;
use crate::tables::predicates::Number;
use alfil_diagnostics::index::Id;
use alfil_rules::question::{CounterId, Quantity};
use alfil_rules::turn::Length;

impl<const W: usize> EvalContext<'_, W> {
    /// The value of a number.
    pub(crate) fn amount(&self, amount: &Number<W>) -> u32 {
        let number = match &amount.what {
            Quantity::Whole(n) => *n,
            Quantity::Tally(whose, tally) => self.tally(*whose, *tally),
            Quantity::Place(row, of) => {
                let places = self.sources(of).into_iter();
                let number = |(site, _)| self.asks.number_of(*row, self.side, site);
                places.map(number).max().unwrap_or(0)
            }
            Quantity::Count(pieces) => self.count(pieces).0,
        };
        amount.rest(number)
    }
}

impl<const W: usize> State<W> {
    /// The number of steps in the current turn, which `counter` holds from the first move on.
    pub(crate) fn counted_length(&self, tables: &Tables<W>, counter: CounterId) -> u32 {
        let begun = self.counters[self.side][counter.index()];
        let predicates = tables.at(self).predicates.as_deref().filter(|_| begun == 0);
        let Some(predicates) = predicates else { return u32::from(begun.max(1)) };
        let Some(length) = predicates.length(self.side, self.info.fullmove) else { return 1 };
        let number = EvalContext::before((tables.at(self), predicates), self).amount(length);
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
