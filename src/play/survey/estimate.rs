//! Estimates with their 95 % confidence intervals.

use serde::{Deserialize, Serialize};

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
        if numbers.is_empty() {
            return None;
        }
        let count = numbers.len() as f64;
        let value = numbers.iter().sum::<f64>() / count;
        let reach = (numbers.len() > 1).then(|| {
            let squares: f64 = numbers.iter().map(|number| (number - value).powi(2)).sum();
            NORMAL * (squares / (count - 1.0) / count).sqrt()
        });
        Some(Estimate {
            value,
            low: reach.map(|reach| value - reach),
            high: reach.map(|reach| value + reach),
        })
    }

    /// The mean of numbers from 0 to 1, such as points. Numbers without any spread would give an
    /// interval without width, so they get the interval of a share, which is too wide if all games
    /// are drawn.
    pub fn points(numbers: &[f64]) -> Option<Estimate> {
        let mean = Estimate::mean(numbers)?.within(0.0, 1.0);
        let is_spread = numbers.iter().any(|points| (points - numbers[0]).abs() > f64::EPSILON);
        let share = || Estimate::wilson(numbers.iter().sum(), numbers.len() as f64);
        Some(if is_spread { mean } else { share() })
    }

    /// Pearson's correlation of pairs of numbers, with the interval of Fisher's transformation
    /// (1921). `None` if one of the numbers never changes.
    pub fn correlation(pairs: &[Pair]) -> Option<Estimate> {
        let count = pairs.len() as f64;
        let mean = |number: fn(&Pair) -> f64| pairs.iter().map(number).sum::<f64>() / count;
        let (x, y) = (mean(|pair| pair.x), mean(|pair| pair.y));
        let sum = |term: &dyn Fn(&Pair) -> f64| pairs.iter().map(term).sum::<f64>();
        let spread = sum(&|pair| (pair.x - x).powi(2)) * sum(&|pair| (pair.y - y).powi(2));
        if pairs.len() < 2 || spread <= f64::EPSILON {
            return None;
        }
        let value = (sum(&|pair| (pair.x - x) * (pair.y - y)) / spread.sqrt()).clamp(-1.0, 1.0);
        let reach = (pairs.len() > 3).then(|| NORMAL / (count - 3.0).sqrt());
        let end = |sign: f64| reach.map(|reach| (value.atanh() + sign * reach).tanh());
        Some(Estimate { value, low: end(-1.0), high: end(1.0) })
    }

    /// The same estimate on a scale that grows with the old one. Infinite ends become `None`.
    /// `None` if the value itself is infinite.
    #[must_use]
    pub fn scaled(self, scale: impl Fn(f64) -> f64) -> Option<Estimate> {
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
    /// The quartiles of `numbers`, interpolated between neighbours (type 7 of Hyndman and Fan).
    /// `None` without numbers.
    pub fn of(numbers: &[f64]) -> Option<Quartiles> {
        let mut sorted = numbers.to_vec();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().checked_sub(1)?;
        let at = |part: f64| {
            let place = part * last as f64;
            let below = place.floor() as usize;
            let above = (below + 1).min(last);
            sorted[below] + (place - below as f64) * (sorted[above] - sorted[below])
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
