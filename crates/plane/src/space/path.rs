//! Ways from the places of pieces, and the stops on them. A stop is a possible distance of a motion,
//! measured along the way.

use crate::geometry::interval::{Interval, IntervalSet};
use crate::geometry::scalar::{EPSILON, Vec2, at_most, equal};
use crate::space::track::Track;

/// Possible distances of a motion: all from `least` to `most`, or the multiples of some numbers in
/// that range.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stops<'a> {
    /// The least distance.
    pub least: f64,
    /// The greatest distance, at least 0.
    pub most: f64,
    /// Every distance is a multiple of all these numbers. Empty if any distance is possible.
    pub(crate) quanta: &'a [f64],
}

/// The way of a piece by one of its rays.
#[derive(Clone, Copy, Debug)]
pub struct RayPath<'a> {
    /// The line or circle, as White sees it.
    pub track: Track,
    /// Possible distances.
    pub stops: Stops<'a>,
}

impl RayPath<'_> {
    /// Returns the point at a distance, rounded as positions store it.
    #[inline]
    pub fn at(&self, distance: f64) -> Vec2 {
        self.track.at(distance).kept()
    }
}

impl Stops<'_> {
    /// Returns whether there are finitely many stops.
    pub fn is_discrete(&self) -> bool {
        !self.quanta.is_empty()
    }

    /// Returns the first stop at or after `from`.
    pub fn first(&self, from: f64) -> Option<f64> {
        let from = from.max(self.least);
        let stop = match self.quanta {
            [] => from,
            [first, rest @ ..] => {
                let coarse = rest.iter().fold(*first, |a, &b| a.max(b));
                let mut n = ((from - EPSILON) / coarse).ceil().max(0.0);
                loop {
                    let stop = n * coarse;
                    if !at_most(stop, self.most) {
                        return None;
                    }
                    if rest.is_empty() || self.fits(stop) {
                        break stop;
                    }
                    n += 1.0;
                }
            }
        };
        at_most(stop, self.most).then_some(stop)
    }

    fn fits(&self, stop: f64) -> bool {
        self.quanta.iter().all(|q| equal((stop / q).round() * q, stop))
    }

    /// Iterates over all stops of a discrete motion, in order.
    pub fn each(&self) -> impl Iterator<Item = f64> + '_ {
        std::iter::successors(self.first(0.0), |&stop| self.first(stop + 2.0 * EPSILON))
    }

    /// Returns all numbers from the least to the greatest distance.
    pub(crate) fn range(&self) -> IntervalSet {
        IntervalSet::of(Interval::closed(self.least, self.most))
    }

    /// Returns all stops.
    pub(crate) fn all(&self) -> IntervalSet {
        if self.is_discrete() { IntervalSet::points(self.each()) } else { self.range() }
    }
}
