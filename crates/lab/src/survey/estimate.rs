//! Estimates with their 95 % confidence intervals.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The standard normal quantile that leaves 2.5 % above it.
const NORMAL: f64 = 1.959_963_985;

/// A number that was estimated from a sample.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower end of the 95 % confidence interval. `None` if the sample is too small, or if the
    /// end is infinite.
    pub low: Option<f64>,
    /// The upper end, under the same conditions.
    pub high: Option<f64>,
}

impl Estimate {
    /// The share of `successes` among `trials`, with Wilson's score interval (1927), which also
    /// suits small samples and shares near 0 and 1. `None` without trials.
    pub fn share(successes: u32, trials: u32) -> Option<Estimate> {
        if trials == 0 {
            return None;
        }
        Some(Estimate::wilson(f64::from(successes), f64::from(trials)))
    }

    fn wilson(successes: f64, trials: f64) -> Estimate {
        let square = NORMAL * NORMAL;
        let centre = (successes + square / 2.0) / (trials + square);
        let spread = successes * (trials - successes) / trials;
        let reach = NORMAL / (trials + square) * (spread + square / 4.0).sqrt();
        Estimate {
            value: successes / trials,
            low: Some((centre - reach).max(0.0)),
            high: Some((centre + reach).min(1.0)),
        }
    }

    /// The mean of `numbers` with the normal interval of the mean. The numbers must be independent,
    /// such as one number for each game. `None` without numbers.
    pub fn mean(numbers: &[f64]) -> Option<Estimate> {
        Moments::of(numbers).mean()
    }

    /// The mean of numbers from 0 to 1, such as points. Numbers without any spread would give an
    /// interval without width, so they get the interval of a share, which is too wide if all games
    /// are drawn.
    pub fn points(numbers: &[f64]) -> Option<Estimate> {
        Moments::of(numbers).points()
    }

    /// Pearson's correlation of pairs of numbers, with the interval of Fisher's transformation
    /// (1921). `None` if one of the numbers never changes.
    pub fn correlation(pairs: &[Pair]) -> Option<Estimate> {
        let mut moments = PairMoments::default();
        pairs.iter().for_each(|&pair| moments.add(pair));
        moments.correlation()
    }

    /// The estimate on another scale, which must be increasing. An end that becomes infinite is
    /// `None`. Returns `None` if the value becomes infinite.
    #[must_use]
    pub(crate) fn scaled(self, scale: impl Fn(f64) -> f64) -> Option<Estimate> {
        let finite = |number: f64| Some(scale(number)).filter(|number| number.is_finite());
        Some(Estimate {
            value: finite(self.value)?,
            low: self.low.and_then(finite),
            high: self.high.and_then(finite),
        })
    }

    /// The same estimate with ends between `least` and `most`.
    #[must_use]
    pub fn within(self, least: f64, most: f64) -> Estimate {
        Estimate {
            value: self.value,
            low: self.low.map(|low| low.max(least)),
            high: self.high.map(|high| high.min(most)),
        }
    }
}

/// The number of units of a sum that are 1. Numbers are rounded to such units before they are added,
/// so that sums are exact and do not depend on the order.
const UNIT: f64 = (1u64 << 32) as f64;

/// Numbers beyond this are cut, so that the sum of the squares of 50 million numbers does not overflow.
const GREATEST: f64 = (1u64 << 17) as f64;

/// The number in units.
fn units(number: f64) -> i128 {
    (number.clamp(-GREATEST, GREATEST) * UNIT).round() as i128
}

/// The sums of numbers that their mean and its error need. The order of the numbers does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Moments {
    count: u64,
    /// The sum in units.
    sum: i128,
    /// The sum of the squares in squares of units.
    squares: i128,
}

impl Moments {
    /// The sums of `numbers`.
    pub(crate) fn of(numbers: &[f64]) -> Moments {
        let mut moments = Moments::default();
        numbers.iter().for_each(|&number| moments.add(number));
        moments
    }

    /// Adds a number.
    pub(crate) fn add(&mut self, number: f64) {
        let number = units(number);
        self.count += 1;
        self.sum += number;
        self.squares += number * number;
    }

    /// How many numbers there are.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// The mean; 0 without numbers.
    fn value(&self) -> f64 {
        self.sum as f64 / UNIT / self.count.max(1) as f64
    }

    /// The sum of the squared distances from the mean.
    fn spread(&self) -> f64 {
        let count = i128::from(self.count.max(1));
        // Distances from a whole number of units near the mean are exact.
        let (near, rest) = (self.sum / count, self.sum % count);
        let spread = self.squares - 2 * near * self.sum + count * near * near;
        (spread as f64 - rest as f64 * rest as f64 / count as f64) / UNIT / UNIT
    }

    /// See [`Estimate::mean`].
    pub(crate) fn mean(&self) -> Option<Estimate> {
        if self.count == 0 {
            return None;
        }
        let (value, count) = (self.value(), self.count as f64);
        let reach = (self.count > 1)
            .then(|| NORMAL * (self.spread().max(0.0) / (count - 1.0) / count).sqrt());
        Some(Estimate {
            value,
            low: reach.map(|reach| value - reach),
            high: reach.map(|reach| value + reach),
        })
    }

    /// See [`Estimate::points`].
    pub(crate) fn points(&self) -> Option<Estimate> {
        let mean = self.mean()?.within(0.0, 1.0);
        let is_spread = self.spread() > 0.0;
        let share = || Estimate::wilson(self.sum as f64 / UNIT, self.count as f64);
        Some(if is_spread { mean } else { share() })
    }
}

/// The sums of pairs of numbers that their correlation needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PairMoments {
    x: Moments,
    y: Moments,
    /// The sum of the products in squares of units.
    products: i128,
    /// The number of pairs whose first number is not 0.
    telling: usize,
}

impl PairMoments {
    /// Adds a pair.
    pub(crate) fn add(&mut self, pair: Pair) {
        self.x.add(pair.x);
        self.y.add(pair.y);
        self.products += units(pair.x) * units(pair.y);
        self.telling += usize::from(pair.x != 0.0);
    }

    /// The number of pairs whose first number is not 0.
    pub(crate) fn telling(&self) -> usize {
        self.telling
    }

    /// See [`Estimate::correlation`].
    pub(crate) fn correlation(&self) -> Option<Estimate> {
        let Moments { count: whole, .. } = self.x;
        let count = i128::from(whole.max(1));
        let spread = self.x.spread() * self.y.spread();
        if whole < 2 || spread <= f64::EPSILON {
            return None;
        }
        let (near_x, near_y) = (self.x.sum / count, self.y.sum / count);
        let (rest_x, rest_y) = (self.x.sum % count, self.y.sum % count);
        let common =
            self.products - near_x * self.y.sum - near_y * self.x.sum + count * near_x * near_y;
        let common = (common as f64 - rest_x as f64 * rest_y as f64 / count as f64) / UNIT / UNIT;
        let value = (common / spread.sqrt()).clamp(-1.0, 1.0);
        let reach = (whole > 3).then(|| NORMAL / (whole as f64 - 3.0).sqrt());
        let end = |sign: f64| reach.map(|reach| (value.atanh() + sign * reach).tanh());
        Some(Estimate { value, low: end(-1.0), high: end(1.0) })
    }
}

/// Two numbers of one game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pair {
    /// The first number.
    pub x: f64,
    /// The second number.
    pub y: f64,
}

/// The quartiles of numbers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Quartiles {
    /// The least number.
    pub least: f64,
    /// A quarter of the numbers is at most this.
    pub lower: f64,
    /// The median.
    pub median: f64,
    /// Three quarters of the numbers are at most this.
    pub upper: f64,
    /// The greatest number.
    pub most: f64,
}

impl Quartiles {
    /// The quartiles of numbers, interpolated between neighbours (type 7 of Hyndman and Fan).
    /// `counts` says how often each number occurs. `None` without numbers.
    pub fn of(counts: &BTreeMap<usize, u32>) -> Option<Quartiles> {
        let all: u64 = counts.values().map(|&count| u64::from(count)).sum();
        let last = all.checked_sub(1)?;
        // The number at this place of the sorted list.
        let number = |place: u64| {
            let mut before = 0;
            let at = counts.iter().find(|&(_, &count)| {
                before += u64::from(count);
                before > place
            });
            at.map_or(0.0, |(&number, _)| number as f64)
        };
        let at = |part: f64| {
            let place = part * last as f64;
            let below = place.floor() as u64;
            let above = (below + 1).min(last);
            number(below) + (place - below as f64) * (number(above) - number(below))
        };
        Some(Quartiles {
            least: at(0.0),
            lower: at(0.25),
            median: at(0.5),
            upper: at(0.75),
            most: at(1.0),
        })
    }
}
