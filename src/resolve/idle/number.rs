//! Constant results of comparisons of numbers.

use alfil_rules::question::{Amount, Order, Quantity};

/// A constant result of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Constant {
    /// Both sides are the same number. The comparison holds, or not.
    Same(bool),
    /// The numbers never compare in another way. The comparison holds, or not.
    Fixed(bool),
}

/// The result of a comparison, if the numbers alone determine it.
pub(super) fn compared([left, right]: &[Amount; 2], order: Order) -> Option<Constant> {
    match [fixed(left), fixed(right)] {
        _ if left == right => Some(Constant::Same(order == Order::AsMany)),
        [Some(left), Some(right)] => Some(Constant::Fixed(order.holds(left, right))),
        [None, Some(right)] => against(left, order, right),
        [Some(left), None] => against(right, order.turned(), left),
        [None, None] => None,
    }
}

fn fixed(amount: &Amount) -> Option<u32> {
    match amount.what {
        Quantity::Whole(n) => Some(amount.rest(n)),
        Quantity::Tally(..) | Quantity::Place(..) | Quantity::Count(_) => None,
    }
}

/// The result for a number that varies from 0 to the last remainder, if it is divided.
fn against(amount: &Amount, order: Order, other: u32) -> Option<Constant> {
    let most = amount.modulo.map_or(u32::MAX, |by| by.get() - 1);
    match order {
        Order::More if other >= most => Some(Constant::Fixed(false)),
        Order::Fewer if other > most => Some(Constant::Fixed(true)),
        Order::Fewer if other == 0 => Some(Constant::Fixed(false)),
        Order::AsMany if other > most => Some(Constant::Fixed(false)),
        Order::More | Order::Fewer | Order::AsMany => None,
    }
}
