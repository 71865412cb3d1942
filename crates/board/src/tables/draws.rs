//! Dice and bags in the form that the generator reads.

use alfil_diagnostics::index::IndexVec;
use alfil_rules::bag::{Draw, Slots};
use alfil_rules::chance::{Die, DieId};
use alfil_rules::ruleset::Ruleset;

/// The dice of a game, and the places of its bags.
#[derive(Clone, Debug)]
pub(crate) struct Bags {
    /// All dice, among them the bags.
    pub(crate) dice: IndexVec<DieId, Die>,
    /// The places of the bags in the numbers of drawn values.
    pub(crate) slots: Slots,
}

impl Bags {
    pub(crate) fn of(rules: &Ruleset) -> Bags {
        Bags { dice: rules.dice.clone(), slots: Slots::of(&rules.dice) }
    }
}

/// The rule of a step that rolls or draws.
#[derive(Clone, Debug)]
pub(crate) struct DrawTable {
    /// The die that the step rolls.
    pub(crate) die: DieId,
    /// What it draws, and what becomes of it.
    pub(crate) draw: Draw,
}
