//! Movements that repeat one step as long as they like, for all cells at once.
//!
//! Owns: [`Rides`]. Takes the ways of a movement past some cells to a piece; gives what is passed, and from where, by shifting sets.
//! Invariant: it says the same as the ways, one by one.

use crate::tables::capture_paths::Span;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use std::collections::BTreeMap;

/// Steps of which a movement repeats each as often as it likes.
#[derive(Clone, Debug)]
pub struct Rides<const W: usize>(Vec<Ride<W>>);

/// One of them.
#[derive(Clone, Copy, Debug)]
struct Ride<const W: usize> {
    /// Index of the cell to which a step leads less index of the one from which it does.
    delta: i16,
    /// Cells from which such a step can be made.
    from: SiteSet<W>,
}

impl<const W: usize> Rides<W> {
    /// Of the ways past at least one cell that lead from each cell; nothing if they are not all that such steps make.
    pub fn new<'a>(spans: impl Iterator<Item = (Site, &'a [Span<W>])> + Clone) -> Option<Self> {
        let mut steps = BTreeMap::<i16, SiteSet<W>>::new();
        let mut ways = 0;
        for (from, spans) in spans.clone() {
            let mut ends = SiteSet::<W>::EMPTY;
            for span in spans {
                let delta = span.delta(from).filter(|_| span.hurdles.is_empty())?;
                if ends.has(span.to) {
                    return None;
                }
                ends.insert(span.to);
                *steps.entry(delta).or_insert(SiteSet::EMPTY) |= span.passed | SiteSet::of(from);
                ways += 1;
            }
        }
        let rides = steps.into_iter().map(|(delta, from)| Ride { delta, from });
        let rides = Rides(rides.collect());
        // Each way is made of these steps, so that they make more if they do not make the same.
        let made: u32 = spans.map(|(from, _)| rides.ways(from)).sum();
        (made == ways && ways > 0).then_some(rides)
    }

    /// How many ways past at least one cell the steps make from `start`.
    fn ways(&self, start: Site) -> u32 {
        let of = |ride: &Ride<W>| {
            let (mut at, mut steps) = (SiteSet::of(start), 0u32);
            while at.meets(ride.from) && steps <= W as u32 * 64 {
                at = ride.onward(at);
                steps += 1;
            }
            steps.saturating_sub(1)
        };
        self.0.iter().map(of).sum()
    }

    /// From where pieces on `ends` are seen past at least one cell, if all are `passable`.
    #[inline]
    pub fn sighted(&self, ends: SiteSet<W>, passable: SiteSet<W>) -> SiteSet<W> {
        let mut seeing = SiteSet::EMPTY;
        for ride in &self.0 {
            let mut passed = SiteSet::EMPTY;
            let mut next = ride.back(ends) & passable;
            while !next.is_empty() {
                passed |= next;
                next = ride.back(next) & passable;
            }
            seeing |= ride.back(passed);
        }
        seeing
    }

    /// The cells between `start` and pieces on `ends`, at least one to each of them, if all are `passable`.
    #[inline]
    pub fn along(&self, start: Site, ends: SiteSet<W>, passable: SiteSet<W>) -> SiteSet<W> {
        let mut between = SiteSet::EMPTY;
        for ride in &self.0 {
            let mut passed = SiteSet::EMPTY;
            let mut next = ride.onward(SiteSet::of(start)) & passable;
            while !next.is_empty() {
                passed |= next;
                let onward = ride.onward(next);
                if onward.meets(ends) {
                    between |= passed;
                }
                next = onward & passable;
            }
        }
        between
    }
}

impl<const W: usize> Ride<W> {
    /// Where a step leads from `cells`.
    #[inline(always)]
    fn onward(&self, cells: SiteSet<W>) -> SiteSet<W> {
        (cells & self.from).shifted(self.delta)
    }

    /// From where a step leads to `cells`.
    #[inline(always)]
    fn back(&self, cells: SiteSet<W>) -> SiteSet<W> {
        cells.shifted(-self.delta) & self.from
    }
}

impl<const W: usize> Span<W> {
    /// The distance of one step from `start`, if it goes on in equal steps.
    fn delta(&self, start: Site) -> Option<i16> {
        let steps = self.passed.count() as i16 + 1;
        let (start, end) = (start.index() as i16, self.to.index() as i16);
        let delta = (end - start) / steps;
        let cells = (1..steps).map(|step| Site::from_index((start + step * delta) as usize));
        let passed = self.passed;
        (delta != 0
            && start + steps * delta == end
            && cells.into_iter().all(|cell| passed.has(cell)))
        .then_some(delta)
    }
}
