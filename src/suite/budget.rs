//! How many move sequences a command counts on behalf of a file.
//!
//! Owns: [`Budget`]. Takes rules; gives leave to count, or says how much it would take. Invariant: what
//! is refused depends on the definition alone, not on the machine.

use alfil_rules::question::{Lookahead, Question};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::{BySide, Side};
use alfil_rules::space::Lattice;
use alfil_rules::turn::{Checks, KingSafety};

/// Sequences of plain moves on a board: a second or less.
const SEQUENCES: u128 = 100_000_000;

/// Sequences that may still be counted.
pub struct Budget {
    left: u128,
    /// How long a sequence of this game takes to count, roughly; one of plain moves on a board takes 1.
    weight: u128,
}

impl Budget {
    /// What the tests of a definition with these rules may count, all together.
    pub fn of_tests(rules: &Ruleset) -> Budget {
        Budget { left: SEQUENCES, weight: weight(rules) }
    }

    /// What a page about them may count.
    pub fn of_a_page(rules: &Ruleset) -> Budget {
        Budget { left: SEQUENCES / 10, weight: weight(rules) }
    }

    /// As much as there is.
    pub(crate) fn endless() -> Budget {
        Budget { left: u128::MAX, weight: 1 }
    }

    /// Takes what it costs to count one ply more than `counts`, where that is known to be `claimed` or is
    /// guessed from them: a ply multiplies about as much as the one before.
    ///
    /// # Errors
    /// About how many sequences that is; they are too many.
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

    /// The most sequences that may still be counted.
    pub(crate) fn sequences(&self) -> u128 {
        self.left / self.weight
    }
}

fn weight(rules: &Ruleset) -> u128 {
    /// A distance of a plane, as measured.
    const PLANE: u128 = 200;
    /// A move that is made before it is known to be legal.
    const TRIED: u128 = 20;
    /// A move whose deeds are done before it is known to be legal, as measured.
    const DEEDS: u128 = 100;
    /// Moves that a side has.
    const MOVES: u128 = 30;
    let turn = &rules.turn;
    if matches!(rules.space.lattice, Lattice::Plane { .. }) {
        return PLANE;
    }
    // The replies to each move are listed for each part of such a question, each with its own test of legality.
    let questions = rules.asked.iter().chain(&rules.duties).map(|asked| &asked.value);
    let replies = questions.filter(|question| question.level() == Lookahead::Replies);
    let parts: usize = replies.map(Question::size).sum();
    let asked = (parts as u128 * MOVES * TRIED).max(1);
    asked.saturating_mul(match (turn.safety, turn.checks) {
        // Behind each move the whole next turn is looked through.
        (KingSafety::EndOfTurn, _) => {
            let longest = BySide::from_fn(|side: Side| turn.length(side, 2)).0.into_iter().max();
            MOVES.saturating_pow(longest.unwrap_or(1))
        }
        (KingSafety::EachStep, _) if rules.has_deeds() => DEEDS,
        (KingSafety::EachStep, Checks::Forbidden) => TRIED,
        (KingSafety::EachStep, Checks::Free | Checks::EndTheTurn) => 1,
    })
}
