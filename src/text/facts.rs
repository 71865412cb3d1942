//! Facts about sides and comparisons in English. Each fact has a verb of its own for its negation.

use alfil_rules::question::{Order, SideFact};

/// The verb for a fact about a side, or for its negation. `sides` are the names of White and Black.
pub(super) fn side_fact(fact: SideFact, holds: bool, [white, black]: [&str; 2]) -> String {
    let verb = match (fact, holds) {
        (SideFact::White, true) | (SideFact::Black, false) => return format!("is {white}"),
        (SideFact::Black, true) | (SideFact::White, false) => return format!("is {black}"),
        (SideFact::OnMove, true) => "is to move",
        (SideFact::OnMove, false) => "is not to move",
        (SideFact::InCheck, true) => "is in check",
        (SideFact::InCheck, false) => "is not in check",
        (SideFact::Stuck, true) => "has no legal move",
        (SideFact::Stuck, false) => "has a legal move",
    };
    verb.to_owned()
}

/// The words before and after the first amount of a comparison: `more` and `than`.
pub(super) fn order_words(order: Order) -> (&'static str, &'static str) {
    match order {
        Order::More => ("more", "than"),
        Order::Fewer => ("fewer", "than"),
        Order::AsMany => ("as many", "as"),
    }
}
