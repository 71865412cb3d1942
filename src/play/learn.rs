//! Learns the values of pieces from games that the computer plays against itself.
//!
//! Each sampled position gives the difference in pieces of each kind, and the result of its game.
//! Logistic regression finds the values that predict the results best, starting from the derived
//! values. Errors come from fits of resampled games (the bootstrap of Efron).

use crate::play::computer::{Computer, Limits, Weights};
use crate::play::contest::{MAX_PLIES, opening};
use crate::play::dice::Dice;
use crate::play::position::Position;
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;
use std::time::Instant;

/// The random moves before the computer plays, at least and at most.
const OPENING: [usize; 2] = [2, 9];

/// The plies between two sampled positions.
const SPACING: usize = 3;

/// The number of resampled fits.
const RESAMPLED: usize = 24;

/// The number of passes over all values in one fit.
const PASSES: usize = 60;

/// The weight of the derived values, as a number of positions. It keeps the values of rare kinds
/// near the derived ones.
const PRIOR: f64 = 40.0;

/// A finished game with the positions that were sampled from it.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// White's share of the point.
    points: f64,
    /// For each position, how many more pieces of each kind White has. The last number is 1 if
    /// White is to move, and -1 otherwise.
    positions: Vec<Vec<f32>>,
}

/// The learned values.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The values, on the same scale as the derived ones.
    pub weights: Weights,
    /// The standard error of the value of each kind, in the order of `weights`.
    pub errors: Vec<f64>,
    /// The number of games.
    pub games: usize,
    /// The number of positions.
    pub positions: usize,
}

/// Plays one game of `computer` against itself from `start`, and samples its quiet positions.
/// `None` if the game did not end, or on planes.
pub fn lesson(
    computer: &Computer,
    start: &Position,
    nodes: u64,
    dice: &mut Dice,
) -> Option<Lesson> {
    let kinds: Vec<KindId> = computer.weights()?.kinds.iter().map(|&(kind, _)| kind).collect();
    let [least, most] = OPENING;
    let mut position = opening(start, least + dice.below(most - least + 1), dice);
    let mut positions = Vec::new();
    computer.forget();
    loop {
        if let Some(outcome) = position.outcome() {
            let won = outcome.share.map_or(1.0, |share| f64::from(share.permille()) / 1_000.0);
            let points = match outcome.winner {
                Some(Side::White) => won,
                Some(Side::Black) => 1.0 - won,
                None => 0.5,
            };
            return Some(Lesson { points, positions });
        }
        if position.plies() >= MAX_PLIES {
            return Some(Lesson { points: 0.5, positions });
        }
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let thought = computer.think(&position, &limits, 1, &mut |_| ())?;
        let before = pieces(&position, &kinds)?;
        position.play(&thought.line[0]);
        let after = pieces(&position, &kinds)?;
        // A position in the middle of an exchange says little about its material.
        let is_quiet = before == after && !thought.score.is_decided();
        if is_quiet && position.plies().is_multiple_of(SPACING) {
            let mut features = before;
            features.push(if position.side() == Side::White { 1.0 } else { -1.0 });
            positions.push(features);
        }
    }
}

/// How many more pieces of each kind White has, on the board and in hand. `None` on planes.
fn pieces(position: &Position, kinds: &[KindId]) -> Option<Vec<f32>> {
    let Position::Board(play) = position else { return None };
    let board = play.board();
    let mut counts = vec![0.0; kinds.len()];
    let mut add = |kind: KindId, side: Side, count: f32| {
        if let Some(place) = kinds.iter().position(|k| *k == kind) {
            counts[place] += if side == Side::White { count } else { -count };
        }
    };
    for piece in board.squares.iter().flatten() {
        add(piece.kind, piece.side, 1.0);
    }
    for side in Side::BOTH {
        for (kind, count) in board.hands.held(side) {
            add(kind, side, count as f32);
        }
    }
    Some(counts)
}

/// The data of a fit. The fitted numbers are log-odds: how much a piece of each kind adds to
/// White's chance to win, and last how much the right to move adds.
struct Fit<'l> {
    lessons: &'l [Lesson],
    /// How often each game counts.
    times: Vec<f64>,
    /// The derived values, which the fit stays near.
    prior: Vec<f64>,
}

/// A position with its predicted and its true result.
struct Prediction<'l> {
    features: &'l [f32],
    /// The predicted chance that White wins.
    chance: f64,
    /// White's share of the point.
    points: f64,
    /// How often the game counts.
    times: f64,
}

impl Prediction<'_> {
    /// By how much the result is better for White than predicted.
    fn error(&self) -> f64 {
        self.times * (self.points - self.chance)
    }

    /// The variance of the result, if the prediction is true.
    fn spread(&self) -> f64 {
        self.times * self.chance * (1.0 - self.chance)
    }
}

impl Fit<'_> {
    /// The values that predict the results best, by Newton steps in one value after another.
    fn solve(&self) -> Vec<f64> {
        let scale = self.scale();
        let prior: Vec<f64> = self.prior.iter().map(|value| value * scale).collect();
        let mut values = prior.clone();
        for _ in 0..PASSES {
            for index in 0..values.len() {
                let pull = PRIOR * scale.max(1e-4).recip().powi(2) * 1e-4;
                let mut slope = -pull * (values[index] - prior[index]);
                let mut curve = pull;
                self.each(&values, &mut |seen| {
                    let feature = f64::from(seen.features[index]);
                    if feature != 0.0 {
                        slope += seen.error() * feature;
                        curve += seen.spread() * feature * feature;
                    }
                });
                values[index] += slope / curve;
            }
        }
        values
    }

    /// The factor from derived values to log-odds that predicts the results best.
    fn scale(&self) -> f64 {
        let mut scale: f64 = 0.004;
        for _ in 0..20 {
            let values: Vec<f64> = self.prior.iter().map(|value| value * scale).collect();
            let (mut slope, mut curve) = (0.0, 1e-9);
            self.each(&values, &mut |seen| {
                let parts = seen.features.iter().zip(&self.prior);
                let material: f64 = parts.map(|(f, v)| f64::from(*f) * v).sum();
                slope += seen.error() * material;
                curve += seen.spread() * material * material;
            });
            scale = (scale + slope / curve).clamp(1e-4, 0.05);
        }
        scale
    }

    /// Calls `visit` for each position with the prediction of `values`.
    fn each(&self, values: &[f64], visit: &mut dyn FnMut(&Prediction<'_>)) {
        for (lesson, &times) in self.lessons.iter().zip(&self.times) {
            if times == 0.0 {
                continue;
            }
            for features in &lesson.positions {
                let odds: f64 = features.iter().zip(values).map(|(f, v)| f64::from(*f) * v).sum();
                let chance = 1.0 / (1.0 + (-odds).exp());
                visit(&Prediction { features, chance, points: lesson.points, times });
            }
        }
    }
}

/// Computes the values that explain the results of `lessons`. Resampled fits end at `deadline`, and
/// the errors are then missing. `None` without lessons.
pub fn learned(usual: &Weights, lessons: &[Lesson], deadline: Instant) -> Option<Learned> {
    let positions = lessons.iter().map(|lesson| lesson.positions.len()).sum();
    if positions == 0 {
        return None;
    }
    let prior: Vec<f64> = usual
        .kinds
        .iter()
        .map(|&(_, value)| f64::from(value))
        .chain([f64::from(usual.tempo)])
        .collect();
    let fit = |times: Vec<f64>| Fit { lessons, times, prior: prior.clone() }.solve();
    let values = fit(vec![1.0; lessons.len()]);
    let factor = to_scale(&values, &prior);
    let mut dice = Dice::new(5);
    let mut resampled: Vec<Vec<f64>> = Vec::new();
    while resampled.len() < RESAMPLED && Instant::now() < deadline {
        let mut times = vec![0.0; lessons.len()];
        (0..lessons.len()).for_each(|_| times[dice.below(lessons.len())] += 1.0);
        let values = fit(times);
        let factor = to_scale(&values, &prior);
        resampled.push(values.iter().map(|value| value * factor).collect());
    }
    let spread = |index: usize| {
        let count = resampled.len() as f64;
        let mean = resampled.iter().map(|values| values[index]).sum::<f64>() / count;
        let square = |values: &Vec<f64>| (values[index] - mean).powi(2);
        (resampled.iter().map(square).sum::<f64>() / (count - 1.0)).sqrt()
    };
    let errors = match resampled.len() {
        ..2 => Vec::new(),
        _ => (0..usual.kinds.len()).map(spread).collect(),
    };
    let rounded = |index: usize| (values[index] * factor).round() as i32;
    let kinds = usual.kinds.iter().enumerate();
    let weights = Weights {
        kinds: kinds.map(|(index, &(kind, _))| (kind, rounded(index))).collect(),
        tempo: rounded(usual.kinds.len()).clamp(-50, 100),
        ..usual.clone()
    };
    Some(Learned { weights, errors, games: lessons.len(), positions })
}

/// The factor that gives `values` the same mean as the derived values.
fn to_scale(values: &[f64], prior: &[f64]) -> f64 {
    let kinds = values.len() - 1;
    let sum = |values: &[f64]| values[..kinds].iter().map(|value| value.abs()).sum::<f64>();
    sum(prior) / sum(values).max(1e-9)
}
