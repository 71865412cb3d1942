//! Limits how many move sequences a command counts for a file. The limit depends only on the
//! definition, not on the machine.

use alfil_rules::question::{Lookahead, Question};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::{ByColor, Side};
use alfil_rules::turn::{Checks, KingSafety};

/// Number of sequences that are counted in a second or less, for plain moves on a board.
const SEQUENCES: u128 = 100_000_000;

/// The number of sequences that may still be counted.
pub struct Budget {
    left: u128,
    /// The approximate cost of a sequence in this game; plain moves on a board cost 1.
    weight: u128,
}

impl Budget {
    /// The budget for all tests of a definition together.
    pub fn of_tests(rules: &Ruleset) -> Budget {
        Budget { left: SEQUENCES, weight: weight(rules) }
    }

    /// The budget for a page about the rules.
    pub fn of_a_page(rules: &Ruleset) -> Budget {
        Budget { left: SEQUENCES / 10, weight: weight(rules) }
    }

    /// A budget without a limit.
    pub(crate) fn endless() -> Budget {
        Budget { left: u128::MAX, weight: 1 }
    }

    /// Spends the cost of the next count, which is one ply deeper than the last of `counts`. The
    /// count is estimated from the growth of `counts`; `claimed` is used if it is greater.
    ///
    /// # Errors
    /// The approximate number of sequences, if they exceed the budget.
    pub fn take(&mut self, counts: &[u128], claimed: u128) -> Result<(), u128> {
        let guess = match counts {
            [] => 1,
            [one] => one.saturating_mul(*one),
            [.., before, last] => last.saturating_mul(*last) / (*before).max(1),
        };
        let sequences = guess.max(claimed);
        match self.left.checked_sub(sequences.saturating_mul(self.weight)) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(sequences),
        }
    }

    /// The number of sequences that may still be counted.
    pub(crate) fn sequences(&self) -> u128 {
        self.left / self.weight
    }
}

fn weight(rules: &Ruleset) -> u128 {
    /// Cost of a move on a plane, as measured.
    const PLANE: u128 = 200;
    /// Cost of a move that is made before its legality is known.
    const TRIED: u128 = 20;
    /// Cost of a move whose effects happen before its legality is known, as measured.
    const DEEDS: u128 = 100;
    /// Typical number of moves of a side.
    const MOVES: u128 = 30;
    let turn = &rules.turn;
    if rules.space.lattice.plane().is_some() {
        return PLANE;
    }
    // Each part of a question about replies lists the replies to each move and tests their
    // legality.
    let questions = rules.asked.iter().chain(&rules.duties).map(|asked| &asked.value);
    let replies = questions.filter(|question| question.level() == Lookahead::Replies);
    let parts: usize = replies.map(Question::size).sum();
    let asked = (parts as u128 * MOVES * TRIED).max(1);
    asked.saturating_mul(match (turn.safety, turn.checks) {
        // The whole next turn is searched after each move.
        (KingSafety::EndOfTurn, _) => {
            let longest =
                ByColor::from_fn(|side: Side| turn.length(side, 2).most()).0.into_iter().max();
            MOVES.saturating_pow(longest.unwrap_or(1))
        }
        (KingSafety::EachStep, _) if rules.has_deeds() => DEEDS,
        (KingSafety::EachStep, Checks::Forbidden) => TRIED,
        (KingSafety::EachStep, Checks::Free | Checks::EndTheTurn) => 1,
    })
}
