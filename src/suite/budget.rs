//! Limits the work that a command does for the tests of a file. The limit is counted in units of the
//! meter, so it is the same on every machine.

use crate::play::position::Position;
use crate::play::resources::Count;
use alfil_clock::meter::Limit;

/// The units of all tests of a file. They take about two seconds, and count some 200 million sequences
/// of plain moves on a board of 64 cells.
pub(super) const TESTS: u64 = 40_000_000;

/// The units of the counts on a page about the rules.
const PAGE: u64 = 4_000_000;

/// A count is not begun if it would probably exceed the rest of the budget by this factor.
const HOPELESS: u128 = 4;

/// The work that may still be done. All work of this thread counts.
#[derive(Clone, Copy, Debug)]
pub struct Budget(Limit);

impl Budget {
    /// The budget for all tests of a definition together.
    pub fn of_tests() -> Budget {
        Budget(Limit::of(TESTS))
    }

    /// The budget for the counts on a page about the rules.
    pub fn of_a_page() -> Budget {
        Budget(Limit::of(PAGE))
    }

    /// A budget of this many units.
    pub(crate) fn of(units: u64) -> Budget {
        Budget(Limit::of(units))
    }

    /// A budget without a limit.
    pub(crate) fn endless() -> Budget {
        Budget(Limit::none())
    }

    /// The smaller of this budget and one of `units`.
    pub(crate) fn at_most(self, units: u64) -> Budget {
        if units < self.left() { Budget::of(units) } else { self }
    }

    /// True if nothing more may be done.
    pub(crate) fn is_spent(self) -> bool {
        self.0.is_over()
    }

    /// The units that may still be used.
    pub(crate) fn left(self) -> u64 {
        self.0.left()
    }
}

/// Counts the sequences of a position, one length after the other.
pub struct Counting<'a> {
    position: &'a Position,
    budget: Budget,
    /// The last count, and the units that it took.
    last: Option<(u128, u64)>,
    depth: u32,
}

impl<'a> Counting<'a> {
    /// Begins with sequences of length 1.
    pub fn new(position: &'a Position, budget: Budget) -> Counting<'a> {
        Counting { position, budget, last: None, depth: 0 }
    }

    /// The number of sequences that are longer by one move. `claimed` is how many there should be, if the
    /// author says so. Then a count that is much too long is not even begun.
    pub fn longer(&mut self, claimed: Option<u128>) -> Count {
        let begin = Limit::none();
        let before = begin.used();
        if self.is_hopeless(claimed) {
            return Count::TooMuch;
        }
        self.depth += 1;
        let count = self.position.perft_within(self.depth, self.budget.0);
        if let Count::Sequences(count) = count {
            self.last = Some((count, begin.used().wrapping_sub(before)));
        }
        count
    }

    fn is_hopeless(&self, claimed: Option<u128>) -> bool {
        let (Some((count, units)), Some(claimed)) = (self.last, claimed) else { return false };
        // Longer sequences take about as many units for each sequence.
        let units = u128::from(units).saturating_mul(claimed) / count.max(1);
        units > HOPELESS.saturating_mul(self.budget.left().into())
    }
}
