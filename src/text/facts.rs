//! Facts about sides, and comparisons, in words.
//!
//! Owns: [`side_fact`], [`order_words`]. Takes facts and orders of the rules; gives verbs and conjunctions.
//! Invariant: every fact has a verb of its own when it does not hold.

use alfil_rules::question::{Order, SideFact};

/// The verb for a fact about a side.
pub(super) fn side_fact(fact: SideFact, holds: bool) -> &'static str {
    match (fact, holds) {
        (SideFact::White, true) | (SideFact::Black, false) => "is White",
        (SideFact::Black, true) | (SideFact::White, false) => "is Black",
        (SideFact::OnMove, true) => "is to move",
        (SideFact::OnMove, false) => "is not to move",
        (SideFact::InCheck, true) => "is in check",
        (SideFact::InCheck, false) => "is not in check",
        (SideFact::Stuck, true) => "has no legal move",
        (SideFact::Stuck, false) => "has a legal move",
    }
}

/// The words for a comparison, and what stands before the other number.
pub(super) fn order_words(order: Order) -> (&'static str, &'static str) {
    match order {
        Order::More => ("more", "than"),
        Order::Fewer => ("fewer", "than"),
        Order::AsMany => ("as many", "as"),
    }
}
