//! Tests of `plane/interval.rs`.

use alfil::plane::geometry::interval::*;

fn set(parts: &[Interval]) -> IntervalSet {
    parts.iter().fold(IntervalSet::empty(), |all, &p| all.union(&IntervalSet::of(p)))
}

#[test]
fn canonical_form_joins_what_touches() {
    let half = Interval { to_end: End::Open, ..Interval::closed(0.0, 1.0) };
    assert_eq!(set(&[half, Interval::closed(1.0, 2.0)]).to_string(), "[0, 2]");
    assert_eq!(set(&[half, Interval::open(1.0, 2.0)]).to_string(), "[0, 1) (1, 2)");
    let joined = set(&[half, Interval::open(1.0, 2.0), Interval::point(1.0)]);
    assert_eq!(joined.to_string(), "[0, 2)");
    assert_eq!(set(&[Interval::point(3.0), Interval::open(3.0, 4.0)]).to_string(), "[3, 4)");
    assert_eq!(set(&[Interval::point(3.0), Interval::point(3.0 + 1e-10)]).to_string(), "{3}");
}

#[test]
fn the_end_of_an_interval_is_in_it() {
    // The lower end plus the width is rounded, so it may differ from the upper end.
    let found = (1..2000).map(f64::from).map(|n| Interval::closed(0.1 / n, 1.0 / n + 0.7));
    assert!(found.into_iter().all(|all| all.at(1.0) == all.to && all.at(0.0) == all.from));
}

#[test]
fn differences_open_the_ends_they_cut() {
    let all = IntervalSet::of(Interval::closed(0.0, 3.0));
    let hole = IntervalSet::of(Interval::closed(1.0, 2.0));
    assert_eq!(all.difference(&hole).to_string(), "[0, 1) (2, 3]");
    let gap = all.difference(&IntervalSet::points([1.5]));
    assert_eq!(gap.to_string(), "[0, 1.5) (1.5, 3]");
    assert_eq!(gap.intersection(&hole).to_string(), "[1, 1.5) (1.5, 2]");
    let touching = all.intersection(&IntervalSet::of(Interval::closed(3.0, 4.0)));
    assert_eq!(touching.to_string(), "{3}");
    let apart = IntervalSet::of(Interval::open(0.0, 3.0));
    assert!(apart.intersection(&IntervalSet::points([3.0])).is_empty());
}

#[test]
fn ends_respect_the_tolerance() {
    let open = IntervalSet::of(Interval::open(0.0, 1.0));
    assert!(!open.contains(1e-10) && open.contains(1e-8) && !open.contains(1.0 - 1e-10));
    let closed = IntervalSet::of(Interval::closed(0.0, 1.0));
    assert!(closed.contains(-1e-10) && closed.contains(1.0 + 1e-10));
    assert!(open.meets(0.5, 0.6) && !open.meets(1.0, 2.0) && closed.meets(-1.0, 0.5));
}
