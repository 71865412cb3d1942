//! Sets of numbers as intervals with open or closed ends. The numbers are distances along a ray, or
//! angles of a turn.
//!
//! A set has a canonical form. Intervals are sorted and not empty. Where one interval ends and the
//! next begins at the same number, both ends are open. Numbers that differ by less than the
//! tolerance are the same. Three sets, for example:
//!
//! ```text
//! [0.1, 0.75)   {0.75}   (0.75, 2]
//! ```

use crate::geometry::scalar::{EPSILON, SLIVER, at_most, below, equal};
use alfil_clock::meter;
use smallvec::SmallVec;
use std::fmt;

/// Whether an end belongs to the interval.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// The end belongs to the interval.
    Closed,
    /// The end does not belong to the interval.
    Open,
}

/// All numbers between two ends. If the ends are equal, both are closed and the interval is a
/// single number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// Lower end.
    pub from: f64,
    /// Upper end, not below `from`.
    pub to: f64,
    /// Whether `from` belongs to the interval.
    pub from_end: End,
    /// Whether `to` belongs to the interval.
    pub to_end: End,
}

impl Interval {
    /// A single number.
    pub fn point(at: f64) -> Self {
        Self { from: at, to: at, from_end: End::Closed, to_end: End::Closed }
    }

    /// All numbers from `from` to `to`, both included.
    pub fn closed(from: f64, to: f64) -> Self {
        Self { from, to, from_end: End::Closed, to_end: End::Closed }
    }

    /// All numbers between the ends, none included.
    pub fn open(from: f64, to: f64) -> Self {
        Self { from, to, from_end: End::Open, to_end: End::Open }
    }

    /// True if the interval is a single number.
    pub fn is_point(&self) -> bool {
        equal(self.from, self.to)
    }

    /// True if `at` is in the interval, to tolerance.
    pub fn contains(&self, at: f64) -> bool {
        let side = |end: End, at: f64, limit: f64| match end {
            End::Closed => at_most(at, limit),
            End::Open => below(at, limit),
        };
        side(self.from_end, -at, -self.from) && side(self.to_end, at, self.to)
    }

    /// Returns the number at the fraction `part` of the interval's length, from 0 to 1. If that is
    /// an open end, returns the middle.
    pub fn at(&self, part: f64) -> f64 {
        let at = (self.from + (self.to - self.from) * part).clamp(self.from, self.to);
        if self.contains(at) { at } else { (self.from + self.to) / 2.0 }
    }

    /// Returns the canonical form. `None` if the interval is empty.
    fn canonical(self) -> Option<Self> {
        if below(self.from, self.to) {
            return Some(self);
        }
        let closed = self.from_end == End::Closed && self.to_end == End::Closed;
        (closed && equal(self.from, self.to)).then(|| Self::point(self.from.min(self.to)))
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_point() {
            return write!(f, "{{{}}}", Short(self.from));
        }
        let left = if self.from_end == End::Closed { '[' } else { '(' };
        let right = if self.to_end == End::Closed { ']' } else { ')' };
        write!(f, "{left}{}, {}{right}", Short(self.from), Short(self.to))
    }
}

/// Displays a number with at most four decimals.
pub struct Short(pub f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.4}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// A set of numbers in canonical form.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct IntervalSet {
    /// Most sets have one interval, or two around an attacked point.
    parts: SmallVec<[Interval; 2]>,
}

/// Numbers at which something changes.
type Numbers = SmallVec<[f64; 8]>;

impl IntervalSet {
    /// The empty set.
    pub fn empty() -> Self {
        Self { parts: SmallVec::new() }
    }

    /// Returns the numbers of one interval, which may be empty.
    pub fn of(interval: Interval) -> Self {
        let mut set = Self::empty();
        set.push(interval);
        set
    }

    /// Returns the set of `points`, which must be sorted.
    pub fn points(points: impl IntoIterator<Item = f64>) -> Self {
        let mut set = Self::empty();
        points.into_iter().for_each(|at| set.push(Interval::point(at)));
        set
    }

    /// Returns the numbers of the set for which `holds` is true. Its value may change only at
    /// `marks`, which need not be sorted. It is evaluated at each mark and once between
    /// neighbouring marks.
    #[must_use]
    pub(crate) fn select(&self, marks: &[f64], mut holds: impl FnMut(f64) -> bool) -> Self {
        let mut set = Self::empty();
        for part in &self.parts {
            let inside = |mark: &f64| below(part.from, *mark) && below(*mark, part.to);
            let mut all: Numbers = marks.iter().copied().filter(inside).collect();
            all.extend([part.from, part.to]);
            all.sort_by(f64::total_cmp);
            all.dedup_by(|b, a| equal(*a, *b));
            meter::spend(2 * meter::POINT * all.len() as u64);
            let mut before: Option<(f64, bool)> = None;
            for mark in all {
                let is_in = part.contains(mark) && holds(mark);
                if let Some((from, was_in)) = before {
                    let middle = (from + mark) / 2.0;
                    // A gap narrower than a sliver is skipped as a rounding error, unless both of
                    // its ends are in the set.
                    let is_gap = mark - from > SLIVER || was_in && is_in;
                    if is_gap && holds(middle) {
                        let low = if was_in { from } else { edge(from, middle, &mut holds) };
                        let high = if is_in { mark } else { edge(mark, middle, &mut holds) };
                        set.push(Interval::open(low, high));
                    }
                }
                if is_in {
                    set.push(Interval::point(mark));
                }
                before = Some((mark, is_in));
            }
        }
        set
    }

    /// Appends an interval that begins at or after the end of the last one.
    fn push(&mut self, next: Interval) {
        let Some(next) = next.canonical() else { return };
        if let Some(last) = self.parts.last_mut()
            && equal(last.to, next.from)
            && (last.to_end == End::Closed || next.from_end == End::Closed)
        {
            // The two intervals touch and are joined. Either may be a single point.
            if next.to > last.to + EPSILON || next.is_point() {
                last.to = last.to.max(next.to);
                last.to_end = next.to_end;
            }
            if last.is_point() {
                *last = next;
                last.from_end = End::Closed;
            }
            return;
        }
        self.parts.push(next);
    }

    /// Returns the intervals in order.
    pub fn parts(&self) -> &[Interval] {
        &self.parts
    }

    /// True if the set has no number.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// True if `at` is in the set, to tolerance.
    pub fn contains(&self, at: f64) -> bool {
        self.parts.iter().any(|part| part.contains(at))
    }

    /// True if some number strictly between `from` and `to` is in the set.
    pub fn meets(&self, from: f64, to: f64) -> bool {
        self.parts.iter().any(|part| below(part.from, to) && below(from, part.to))
    }

    /// The negated numbers.
    #[must_use]
    pub(crate) fn mirrored(&self) -> Self {
        let turn = |part: &Interval| Interval {
            from: 0.0 - part.to,
            to: 0.0 - part.from,
            from_end: part.to_end,
            to_end: part.from_end,
        };
        Self { parts: self.parts.iter().rev().map(turn).collect() }
    }

    /// The numbers plus `by`.
    #[must_use]
    pub(crate) fn shifted(&self, by: f64) -> Self {
        let shift = |part: &Interval| Interval { from: part.from + by, to: part.to + by, ..*part };
        Self { parts: self.parts.iter().map(shift).collect() }
    }

    /// Numbers in both sets.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a && b)
    }

    /// Numbers in at least one of the sets.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        if self.is_empty() {
            return other.clone();
        }
        if other.is_empty() {
            return self.clone();
        }
        self.combine(other, |a, b| a || b)
    }

    /// Numbers in this set and not in the other.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        if other.is_empty() {
            return self.clone();
        }
        self.combine(other, |a, b| a && !b)
    }

    fn combine(&self, other: &Self, keep: impl Fn(bool, bool) -> bool) -> Self {
        let both = || self.parts.iter().chain(&other.parts);
        let marks: Numbers = both().flat_map(|part| [part.from, part.to]).collect();
        let low = marks.iter().copied().fold(f64::INFINITY, f64::min);
        let high = marks.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let holds = |at| keep(self.contains(at), other.contains(at));
        Self::of(Interval::closed(low, high)).select(&marks, holds)
    }
}

/// Returns the number at which `holds` changes between `at`, where it is false, and `inside`, where
/// it is true. If `holds` is true directly beside `at`, returns `at`.
fn edge(at: f64, inside: f64, holds: &mut impl FnMut(f64) -> bool) -> f64 {
    if holds(at + (2.0 * EPSILON).copysign(inside - at)) {
        return at;
    }
    let (mut low, mut high) = (at, inside);
    while (high - low).abs() > EPSILON / 10.0 {
        let middle = (low + high) / 2.0;
        if holds(middle) { high = middle } else { low = middle }
    }
    high
}

impl fmt::Display for IntervalSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.parts.iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            write!(f, "{gap}{part}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::geometry::interval::*;

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
}
