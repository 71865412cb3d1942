//! Finds conditions that no move can fulfil.
//!
//! It tries all combinations of truth values of the parts. It uses only facts that hold on every
//! board. For example, no cell is both light and dark. So it never rejects a condition that some
//! board can fulfil.

use alfil_rules::condition::{Area, Condition, PlaceKind, Relation as Lie};

/// A condition with more parts is assumed to be possible, because each part doubles the work.
const MOST_PARTS: usize = 12;

/// Returns true if `condition` holds for no move on any board with at least two shades.
pub fn is_impossible(condition: &Condition) -> bool {
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
