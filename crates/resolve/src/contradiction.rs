//! Finds conditions that no move can fulfil, and what else holds in every position: constant
//! comparisons of numbers, and the greatest number of pieces of a side.

use crate::draft::{Draft, Promotes};
use alfil_rules::condition::{Area, Condition, PlaceKind, Relation as Lie};
use alfil_rules::effect::shape::{Goes, Shape};
use alfil_rules::effect::{Becoming, Deed, Effect};
use alfil_rules::ids::KindId;
use alfil_rules::question::{Amount, Men, Order, Part, Quantity, Sign, Whose};
use alfil_rules::ruleset::Owner;
use alfil_rules::setup::{Setup, Square};
use alfil_rules::side::Side;

// Finds conditions that no move can fulfil.
//
// It tries all combinations of truth values of the parts. It uses only facts that hold on every
// board. For example, no cell is both light and dark. So it never rejects a condition that some
// board can fulfil.

/// A condition with more parts is assumed to be possible, because each part doubles the work.
const MOST_PARTS: usize = 12;

/// Returns true if `condition` holds for no move on any board with at least two shades.
pub(crate) fn is_impossible(condition: &Condition) -> bool {
    let mut parts = Vec::new();
    collect(condition, &mut parts);
    if parts.len() > MOST_PARTS {
        return false;
    }
    let agree = |truth: u32| {
        let holds = |i: usize| truth >> i & 1 == 1;
        (0..parts.len()).all(|i| {
            (0..i).all(|j| match relation(&parts[i], &parts[j]) {
                Relation::Free => true,
                Relation::Exclusive => !(holds(i) && holds(j)),
                Relation::Opposite => holds(i) != holds(j),
            })
        })
    };
    let fulfils = |truth: u32| {
        let value = |part: &Condition| {
            parts.iter().position(|p| alike(p, part)).is_some_and(|i| truth >> i & 1 == 1)
        };
        holds(condition, &value)
    };
    (0..1u32 << parts.len()).all(|truth| !(agree(truth) && fulfils(truth)))
}

/// How two different parts of a condition relate.
enum Relation {
    Free,
    Exclusive,
    Opposite,
}

/// The relation between two statements about the direction from start to end.
fn lie(a: Lie, b: Lie) -> Relation {
    let ((axis, a), (other, b)) = (along(a), along(b));
    match (axis == other && a != b, axis) {
        (false, _) => Relation::Free,
        (true, Axis::Shade) => Relation::Opposite,
        (true, Axis::Rank | Axis::File | Axis::Layer) => Relation::Exclusive,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Axis {
    Shade,
    Rank,
    File,
    Layer,
}

/// The axis of a direction, and the side of the start on which the end lies.
fn along(lie: Lie) -> (Axis, i8) {
    match lie {
        Lie::SameShade => (Axis::Shade, 0),
        Lie::OtherShade => (Axis::Shade, 1),
        Lie::SameRank => (Axis::Rank, 0),
        Lie::Forward => (Axis::Rank, 1),
        Lie::Backward => (Axis::Rank, -1),
        Lie::SameFile => (Axis::File, 0),
        Lie::SameLayer => (Axis::Layer, 0),
        Lie::Upward => (Axis::Layer, 1),
        Lie::Downward => (Axis::Layer, -1),
    }
}

fn relation(a: &Condition, b: &Condition) -> Relation {
    if let (Condition::Relative(a), Condition::Relative(b)) = (a, b) {
        return lie(*a, *b);
    }
    if let (Condition::Start(a), Condition::Start(b)) | (Condition::End(a), Condition::End(b)) =
        (a, b)
        && exclude(&a.kind, &b.kind)
    {
        return Relation::Exclusive;
    }
    Relation::Free
}

/// Returns true if no cell is in both places.
fn exclude(a: &PlaceKind, b: &PlaceKind) -> bool {
    use PlaceKind::{Dark, In, Light, Neutral, Shade, Strong, Weak};
    match (a, b) {
        (In(Area::Ranks { first, last }), In(Area::Ranks { first: from, last: to })) => {
            return last < from || to < first;
        }
        (In(Area::Files { first, last }), In(Area::Files { first: from, last: to })) => {
            return last < from || to < first;
        }
        _ => {}
    }
    let by_side: fn(&PlaceKind) -> bool = |kind| matches!(kind, Strong | Weak | Neutral);
    let by_number: fn(&PlaceKind) -> bool = |kind| matches!(kind, Shade(_));
    let extreme: fn(&PlaceKind) -> bool = |kind| matches!(kind, Light | Dark);
    [by_side, by_number, extreme].iter().any(|is| is(a) && is(b)) && a != b
}

/// Returns true if two parts mean the same, wherever they are written.
fn alike(a: &Condition, b: &Condition) -> bool {
    if let (Condition::Start(a), Condition::Start(b)) | (Condition::End(a), Condition::End(b)) =
        (a, b)
    {
        return a.kind == b.kind;
    }
    a == b
}

fn collect(condition: &Condition, parts: &mut Vec<Condition>) {
    match condition {
        Condition::Always => {}
        Condition::Start(_) | Condition::End(_) | Condition::Relative(_) | Condition::Every(_) => {
            if !parts.iter().any(|part| alike(part, condition)) {
                parts.push(condition.clone());
            }
        }
        Condition::All(cs) | Condition::Any(cs) => cs.iter().for_each(|c| collect(c, parts)),
        Condition::Not(c) => collect(c, parts),
    }
}

fn holds(condition: &Condition, value: &impl Fn(&Condition) -> bool) -> bool {
    match condition {
        Condition::Always => true,
        Condition::Start(_) | Condition::End(_) | Condition::Relative(_) | Condition::Every(_) => {
            value(condition)
        }
        Condition::All(cs) => cs.iter().all(|c| holds(c, value)),
        Condition::Any(cs) => cs.iter().any(|c| holds(c, value)),
        Condition::Not(c) => !holds(c, value),
    }
}

// Constant results of comparisons of numbers.

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
        _ if left == right => Some(Constant::Same(order.holds(0, 0))),
        [Some(left), Some(right)] => Some(Constant::Fixed(order.holds(left, right))),
        [None, Some(right)] => against(left, order, right),
        [Some(left), None] => against(right, order.turned(), left),
        [None, None] => None,
    }
}

/// The value of a number that does not depend on a position.
fn fixed(amount: &Amount) -> Option<i64> {
    let (least, most) = bounds(amount);
    (Some(least) == most).then_some(least)
}

/// The least and the greatest value of a number. `None` if there is no greatest.
fn bounds(amount: &Amount) -> (i64, Option<i64>) {
    let of = |part: &Part| {
        let whole = match part.what {
            Quantity::Whole(n) => Some(n),
            Quantity::Tally(..) | Quantity::Place(..) | Quantity::Count(_) => None,
        };
        let most = part.modulo.map(|by| whole.map_or(by.get() - 1, |n| n % by)).or(whole);
        let least = if whole.is_some() { most } else { Some(0) };
        (least.map_or(0, i64::from), most.map(i64::from))
    };
    let (mut least, mut most) = of(&amount.first);
    for (sign, part) in &amount.rest {
        let (low, high) = of(part);
        match sign {
            Sign::Plus => {
                least += low;
                most = most.zip(high).map(|(all, one)| all + one);
            }
            Sign::Minus => {
                least = high.map_or(i64::MIN, |high| least.saturating_sub(high));
                most = most.map(|all| all - low);
            }
        }
    }
    (least, most)
}

/// The result for a number that varies between its bounds.
fn against(amount: &Amount, order: Order, other: i64) -> Option<Constant> {
    let (least, most) = bounds(amount);
    let below = most.is_some_and(|most| most < other);
    let (above, up_to) = (least > other, most.is_some_and(|most| most <= other));
    let constant = match order {
        Order::Equal => (below || above).then_some(false),
        Order::Unequal => (below || above).then_some(true),
        Order::Less if least >= other => Some(false),
        Order::Less => below.then_some(true),
        Order::AtMost if above => Some(false),
        Order::AtMost => up_to.then_some(true),
        Order::More if up_to => Some(false),
        Order::More => above.then_some(true),
        Order::AtLeast if below => Some(false),
        Order::AtLeast => (least >= other).then_some(true),
    };
    constant.map(Constant::Fixed)
}

// The greatest number of pieces that a side can ever have.

/// The greatest number of the pieces that `men` describes, of one side or of all, as they say. `None`
/// if some rule may add such pieces, or if that is not known.
pub(super) fn most(draft: &Draft, men: &Men) -> Option<u32> {
    // Without a list of kinds, the number of pieces is of little interest.
    let kinds: Vec<KindId> = men.kinds.as_ref()?.iter().copied().filter(|&k| men.has(k)).collect();
    let setup = draft.setup.as_ref().filter(|_| !draft.broken.setup && !draft.broken.pieces)?;
    if adds(draft, &kinds) {
        return None;
    }
    let of = |side: Side| stands(setup, side, &kinds);
    match men.whose {
        Some(Whose::Own | Whose::Enemy) => Side::BOTH.into_iter().map(of).max(),
        Some(Whose::Ally | Whose::Any) | None => Some(Side::BOTH.into_iter().map(of).sum()),
    }
}

/// Returns true if a rule may add a piece of one of `kinds`, to any side.
fn adds(draft: &Draft, kinds: &[KindId]) -> bool {
    let is = |kind: &KindId| kinds.contains(kind);
    let promotes = |promotes: &Promotes| draft.targets(promotes).iter().any(is);
    let moves_over = |deed: &Deed| {
        let Shape { goes, changes_side, becomes, .. } = deed.shape();
        goes == Goes::Hand || changes_side || matches!(becomes, Some(Becoming::Victim))
    };
    let deeds = || draft.sentences.effects().flat_map(|effect| &effect.deeds);
    let shared = draft.live().any(|(kind, piece)| is(&kind) && piece.owner.value != Owner::Side);
    draft.live().any(|(_, piece)| piece.promotes.iter().any(promotes))
        // Hands may also be filled from outside, as by the partner in a game of two boards.
        || draft.hand.is_some()
        || deeds().any(moves_over)
        || shared
        || draft.sentences.effects().flat_map(Effect::made).any(|kind| is(&kind))
        || draft.shuffle.is_some()
        || draft.dice.iter().next().is_some()
        // The army of a side that is out may be taken over.
        || draft.sides.called().len() > 2
}

/// The number of pieces of `kinds` that `side` has in the setup, on the board and in hand.
fn stands(setup: &Setup, side: Side, kinds: &[KindId]) -> u32 {
    let is = |of: Side, kind: KindId| of == side && kinds.contains(&kind);
    let cells = setup.placement.rows.iter().flat_map(|row| &row.cells);
    let on_cells = cells.filter(|cell| match cell.value {
        Square::Piece(of, kind) | Square::Covered(of, kind) => is(of, kind),
        Square::Empty(_) | Square::Missing => false,
    });
    let points = setup.placement.points.iter().filter(|p| is(p.value.side, p.value.kind));
    let held = setup.hands.iter().flat_map(|hands| &hands.value);
    let held = held.filter(|&&(of, kind)| is(of, kind));
    (on_cells.count() + points.count() + held.count()) as u32
}

#[cfg(test)]
mod tests {
    use crate::contradiction::*;
    use alfil_diagnostics::source::{SourceId, Span};
    use alfil_rules::condition::{Area, Condition, Place, PlaceKind, Relation};

    #[test]
    fn contradictions_are_seen() {
        let at = |kind| Condition::Start(Place { kind, span: Span::new(SourceId::only(), 0, 0) });
        let (same, other) =
            (Condition::Relative(Relation::SameShade), Condition::Relative(Relation::OtherShade));
        let light = || at(PlaceKind::Light);
        let ranks = |first, last| at(PlaceKind::In(Area::Ranks { first, last }));
        for (condition, impossible) in [
            (Condition::Always, false),
            (same.clone().and(other.clone()), true),
            (same.clone().negate().and(other.clone().negate()), true),
            (light().and(at(PlaceKind::Dark)), true),
            (light().and(light().negate()), true),
            (light().and(at(PlaceKind::Strong)), false),
            (ranks(1, 2).and(ranks(3, 4)), true),
            (ranks(1, 3).and(ranks(3, 4)), false),
            (Condition::Any(vec![same.clone(), light()]).and(other), false),
        ] {
            assert_eq!(is_impossible(&condition), impossible, "{condition:?}");
        }
    }
}
