//! The value of a roll: the mean of the values after its outcomes, by weight.

use crate::score::Score;

/// The values after the outcomes of chance.
pub(crate) struct Outcomes {
    pub(crate) least: Score,
    pub(crate) greatest: Score,
    sum: i64,
    weights: i64,
}

impl Default for Outcomes {
    fn default() -> Self {
        Outcomes { least: Score::GREATEST, greatest: Score::LEAST, sum: 0, weights: 0 }
    }
}

impl Outcomes {
    pub(crate) fn add(&mut self, score: Score, weight: u32) {
        self.least = self.least.min(score);
        self.greatest = self.greatest.max(score);
        self.sum += i64::from(score.centipawns()) * i64::from(weight);
        self.weights += i64::from(weight);
    }

    /// The mean. It is a forced win or loss only if every outcome is one.
    pub(crate) fn mean(&self) -> Score {
        if self.weights == 0 {
            return Score::DRAW;
        }
        if self.least.is_decided() && self.least > Score::DRAW {
            return self.least;
        }
        if self.greatest.is_decided() && self.greatest < Score::DRAW {
            return self.greatest;
        }
        Score::estimate((self.sum / self.weights) as i32)
    }
}
