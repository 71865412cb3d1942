//! Learns the values of pieces and cells from games that the computer plays against itself.
//!
//! Each sampled position gives its pieces and other features, the estimate of a short search, and
//! the result of its game. Logistic regression finds the weights that predict both best (Tesauro's
//! temporal differences and Österlund's Texel tuning use the same idea). It starts from the weights
//! that the computer derives from the rules, and stays near them where the games say little.

use crate::contest::{MAX_PLIES, opening};
use alfil_board::engine::search::{Features, PlaceTable};
use alfil_play::computer::{Computer, Limits, Weights};
use alfil_play::coordinates;
use alfil_play::dice::Dice;
use alfil_play::position::{Move, Position};
use alfil_rules::ids::KindId;
use alfil_rules::side::{Color, Side};
use std::time::Instant;

/// The random moves before the computer plays, at least and at most.
const OPENING: [usize; 2] = [2, 9];

/// The number of resampled fits.
const RESAMPLED: usize = 24;

/// The number of passes over all positions in a fit, and in a fit of resampled games.
const PASSES: [usize; 2] = [120, 30];

/// The part of the target that is the result of the game. The rest is the estimate of the search.
const RESULT_SHARE: f64 = 0.2;

/// Consecutive positions of a game are alike, so this many count as one independent position.
const ALIKE: f64 = 4.0;

/// The greatest number of entries of all positions together, 128 MB. A position of chess has about
/// eighty.
const MOST_ENTRIES: usize = 1 << 24;

/// Estimates beyond this are not sampled, in hundredths of a pawn.
pub(crate) const CLEAR: i32 = 2_500;

/// A finished game with the positions that were sampled from it.
#[derive(Clone, Debug)]
pub(crate) struct Lesson {
    /// White's share of the point.
    points: f64,
    positions: Vec<Sample>,
}

#[derive(Clone, Debug)]
struct Sample {
    features: Features,
    /// The estimate of the search for White, in hundredths of a pawn.
    estimate: i32,
}

/// The learned weights.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The weights, on the same scale as the derived ones.
    pub weights: Weights,
    /// The standard error of the value of each kind, in the order of `weights`. Empty if there was
    /// no time to compute it.
    pub errors: Vec<f64>,
    /// The number of games.
    pub games: usize,
    /// The number of positions.
    pub positions: usize,
}

/// A finished game of the computer against itself.
#[derive(Clone, Debug)]
pub struct LessonGame {
    /// All moves, including those of the opening.
    pub moves: Vec<Move>,
    /// The positions to sample.
    pub quiet: Vec<Quiet>,
    /// White's share of the point.
    pub points: f64,
}

/// A position of a game that is not in the middle of an exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quiet {
    /// The number of moves before the position.
    pub ply: usize,
    /// The estimate of the search for White, in hundredths of a pawn.
    pub estimate: i32,
}

impl LessonGame {
    /// Samples the positions of a game that began at `start`. `None` on planes.
    pub(crate) fn lesson(&self, computer: &Computer, start: &Position) -> Option<Lesson> {
        let mut position = start.clone();
        let mut quiet = self.quiet.iter().peekable();
        let mut positions = Vec::new();
        for (ply, mv) in self.moves.iter().enumerate() {
            if let Some(Quiet { estimate, .. }) = quiet.next_if(|quiet| quiet.ply == ply) {
                let features = computer.features(&position)?;
                positions.push(Sample { features, estimate: *estimate });
            }
            position.play(mv);
        }
        Some(Lesson { points: self.points, positions })
    }
}

/// Plays one game of `computer` against itself from `start`, and finds its quiet positions. A game
/// ends when the search finds a forced win. `None` if the game did not end, or on planes.
pub fn play(
    computer: &Computer,
    start: &Position,
    nodes: u64,
    dice: &mut Dice,
) -> Option<LessonGame> {
    let [least, most] = OPENING;
    let mut position = opening(start, least + dice.below(most - least + 1), dice);
    let mut quiet = Vec::new();
    computer.forget();
    let points = loop {
        if let Some(outcome) = position.outcome() {
            let won = outcome.share.map_or(1.0, |share| f64::from(share.permille()) / 1_000.0);
            break match outcome.winner.map(Side::color) {
                Some(Color::White) => won,
                Some(Color::Black) => 1.0 - won,
                None => 0.5,
            };
        }
        if position.plies() >= MAX_PLIES {
            break 0.5;
        }
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let thought = computer.think(&position, &limits, 1, &mut |_| ())?;
        let is_white = position.side() == Side::White;
        if let Some(plies) = thought.score.plies_to_win() {
            break if (plies > 0) == is_white { 1.0 } else { 0.0 };
        }
        let (ply, before) = (position.plies(), computer.features(&position)?);
        position.play(&thought.line[0]);
        // A position in the middle of an exchange says little about its material.
        let is_quiet = computer.features(&position)?.count() == before.count();
        let estimate = thought.score.centipawns();
        if is_quiet && estimate.abs() <= CLEAR {
            quiet.push(Quiet { ply, estimate: if is_white { estimate } else { -estimate } });
        }
    };
    Some(LessonGame { moves: coordinates::moves(&position), quiet, points })
}

/// The indices of the weights in a list of numbers.
struct Layout {
    kinds: Vec<KindId>,
    hands: Vec<KindId>,
    /// The kinds whose moves are counted.
    movers: Vec<KindId>,
    /// The kinds with tables.
    placed: Vec<KindId>,
    /// The number of groups of cells.
    places: usize,
}

impl Layout {
    fn hands(&self) -> usize {
        self.kinds.len()
    }

    fn movers(&self) -> usize {
        self.hands() + self.hands.len()
    }

    /// The index of the value of the right to move, which the terms follow.
    fn others(&self) -> usize {
        self.movers() + self.movers.len()
    }

    /// The index of the first number of the tables for `index` of `placed`. The early table is
    /// followed by the late one.
    fn table(&self, index: usize) -> usize {
        self.others() + 1 + Weights::TERMS.len() + 2 * index * self.places
    }

    fn len(&self) -> usize {
        self.table(self.placed.len())
    }

    /// The numbers by which each weight is multiplied in the estimate for White.
    fn row(&self, features: &Features) -> impl Iterator<Item = Entry> {
        let mut row = vec![0.0; self.table(0)];
        let mut tables = Vec::new();
        let sign = f32::from(features.sign);
        for piece in &features.pieces {
            let by = sign * f32::from(piece.sign);
            if let Some(index) = self.kinds.iter().position(|kind| *kind == piece.kind) {
                row[index] += by;
            }
            if let Some(index) = self.placed.iter().position(|kind| *kind == piece.kind) {
                let early = self.table(index) + usize::from(piece.place);
                tables.push(Entry { index: early as u32, by: by * features.phase });
                let late = early + self.places;
                tables.push(Entry { index: late as u32, by: by * (1.0 - features.phase) });
            }
        }
        for &(kind, count) in &features.held {
            if let Some(index) = self.hands.iter().position(|held| *held == kind) {
                row[self.hands() + index] += sign * count as f32;
            }
        }
        for &(kind, count) in &features.moves {
            if let Some(index) = self.movers.iter().position(|known| *known == kind) {
                row[self.movers() + index] += count as f32 / 10.0;
            }
        }
        row[self.others()] = if features.side == Side::White { 1.0 } else { -1.0 };
        for (index, amount) in features.terms.iter().enumerate() {
            row[self.others() + 1 + index] = *amount as f32 / 100.0;
        }
        let row = row.into_iter().enumerate().filter(|(_, by)| *by != 0.0);
        let row = row.map(|(index, by)| Entry { index: index as u32, by });
        row.chain(tables.into_iter().filter(|entry| entry.by != 0.0))
    }

    /// The numbers of `weights` and the tables that it has, in the order of the layout.
    fn numbers(&self, weights: &Weights) -> Vec<f64> {
        let mut numbers = vec![0.0; self.len()];
        let all = weights.kinds.iter().chain(&weights.hands).chain(&weights.moves);
        let all = all.map(|(_, value)| *value).chain([weights.tempo]).chain(weights.terms);
        for (number, value) in numbers.iter_mut().zip(all) {
            *number = value.into();
        }
        for (index, kind) in self.placed.iter().enumerate() {
            let table = weights.tables.iter().find(|table| table.kind == *kind);
            let values = table.iter().flat_map(|table| table.early.iter().chain(&table.late));
            for (number, value) in numbers[self.table(index)..].iter_mut().zip(values) {
                *number = f64::from(*value);
            }
        }
        numbers
    }

    /// The weights for a list of numbers.
    fn weights(&self, numbers: &[f64]) -> Weights {
        let round = |index: usize| numbers[index].round() as i32;
        let named = |first: usize, kinds: &[KindId]| {
            kinds.iter().enumerate().map(|(at, &kind)| (kind, round(first + at))).collect()
        };
        let table = |(index, &kind): (usize, &KindId)| {
            let part = |first: usize| (first..first + self.places).map(round).collect();
            let first = self.table(index);
            PlaceTable { kind, early: part(first), late: part(first + self.places) }
        };
        Weights {
            kinds: named(0, &self.kinds),
            hands: named(self.hands(), &self.hands),
            tables: self.placed.iter().enumerate().map(table).collect(),
            tempo: round(self.others()).clamp(-50, 100),
            moves: named(self.movers(), &self.movers),
            terms: std::array::from_fn(|index| round(self.others() + 1 + index)),
        }
    }

    /// Moves the mean of each table into the value of the kind, so that this is the mean value of a
    /// piece. The search uses it for exchanges.
    fn center(&self, numbers: &mut [f64], standing: &[f64]) {
        for (index, kind) in self.placed.iter().enumerate() {
            let Some(value) = self.kinds.iter().position(|known| known == kind) else { continue };
            let table = self.table(index)..self.table(index + 1);
            let count: f64 = standing[table.clone()].iter().sum();
            if count > 0.0 {
                let total: f64 = table.clone().map(|at| standing[at] * numbers[at]).sum();
                numbers[value] += total / count;
                numbers[table].iter_mut().for_each(|number| *number -= total / count);
            }
        }
    }

    /// How far a weight usually is from its derived value, in hundredths of a pawn.
    fn spread(&self, index: usize, derived: f64) -> f64 {
        if index < self.movers() {
            30.0 + 0.3 * derived.abs()
        } else if index < self.others() {
            5.0 + 0.3 * derived.abs()
        } else if index == self.others() {
            10.0
        } else if index < self.table(0) {
            8.0 + 0.5 * derived.abs()
        } else {
            15.0
        }
    }
}

/// A number of a position, and the index of the weight by which it is multiplied.
#[derive(Clone, Copy)]
struct Entry {
    index: u32,
    by: f32,
}

/// A position as the fit sees it.
struct Case {
    /// The number of entries up to the end of this case.
    end: usize,
    /// The estimate of the search for White, in hundredths of a pawn.
    estimate: f64,
    /// White's share of the point.
    points: f64,
    game: usize,
}

/// The data of a fit.
struct Fit<'d> {
    lessons: &'d Lessons,
    /// How often each game counts.
    times: Vec<f64>,
    /// The inverse squares of the usual distances from the derived weights.
    pull: &'d [f64],
    /// The log-odds of a win for an advantage of one hundredth of a pawn.
    scale: f64,
    /// This many positions count as one independent position.
    alike: f64,
    passes: usize,
}

fn chance(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

fn sum(row: &[Entry], numbers: &[f64]) -> f64 {
    row.iter().map(|entry| f64::from(entry.by) * numbers[entry.index as usize]).sum()
}

impl Fit<'_> {
    /// The most probable weights. Gradient steps have the size of the recent gradients (Adam,
    /// Kingma and Ba 2014), and shrink to zero.
    fn solve(&self) -> Vec<f64> {
        const RATE: f64 = 6.0;
        const DECAY: [f64; 2] = [0.9, 0.99];
        let prior = &self.lessons.prior;
        let count = prior.len();
        let mut numbers = prior.clone();
        let (mut mean, mut square) = (vec![0.0; count], vec![0.0; count]);
        for pass in 0..self.passes {
            let mut slope: Vec<f64> = (0..count)
                .map(|index| (prior[index] - numbers[index]) * self.pull[index])
                .collect();
            for (case, row) in self.lessons.rows() {
                let times = self.times[case.game];
                if times > 0.0 {
                    // The chance that White wins, from the result and the search.
                    let searched = chance(self.scale * case.estimate);
                    let target = RESULT_SHARE * case.points + (1.0 - RESULT_SHARE) * searched;
                    let error = target - chance(self.scale * sum(row, &numbers));
                    let error = error * self.scale * times / self.alike;
                    for entry in row {
                        slope[entry.index as usize] += error * f64::from(entry.by);
                    }
                }
            }
            let turn = (pass + 1) as i32;
            let rate = RATE * (1.0 - pass as f64 / self.passes as f64);
            for index in 0..count {
                mean[index] += (1.0 - DECAY[0]) * (slope[index] - mean[index]);
                square[index] += (1.0 - DECAY[1]) * (slope[index].powi(2) - square[index]);
                let middle = mean[index] / (1.0 - DECAY[0].powi(turn));
                let size = (square[index] / (1.0 - DECAY[1].powi(turn))).sqrt();
                numbers[index] += rate * middle / (size + 1e-9);
            }
        }
        numbers
    }
}

/// The positions that the weights are learned from. If there are very many, only every second one of
/// them stays, then every fourth, and so on. So the memory does not grow with the number of games.
pub(crate) struct Lessons {
    layout: Layout,
    /// The weights that the computer derives from the rules.
    prior: Vec<f64>,
    cases: Vec<Case>,
    /// The numbers of all cases, one after another.
    entries: Vec<Entry>,
    /// The number of games.
    games: usize,
    /// The number of all positions, also those that are left out.
    seen: usize,
    /// Of this many positions, one is kept.
    step: usize,
    /// The greatest number of entries.
    most: usize,
}

impl Lessons {
    /// No lessons yet. `derived` are the weights that the computer derives from the rules, with
    /// tables for the kinds whose cells matter.
    pub(crate) fn new(derived: &Weights) -> Lessons {
        Lessons::with_room(derived, MOST_ENTRIES)
    }

    /// Like [`Lessons::new`], with room for `most` numbers of positions. A position has about three
    /// numbers for each of its pieces.
    pub(crate) fn with_room(derived: &Weights, most: usize) -> Lessons {
        let layout = Layout {
            kinds: derived.kinds.iter().map(|&(kind, _)| kind).collect(),
            hands: derived.hands.iter().map(|&(kind, _)| kind).collect(),
            movers: derived.moves.iter().map(|&(kind, _)| kind).collect(),
            placed: derived.tables.iter().map(|table| table.kind).collect(),
            places: derived.tables.first().map_or(0, |table| table.early.len()),
        };
        let prior = layout.numbers(derived);
        Lessons {
            layout,
            prior,
            cases: Vec::new(),
            entries: Vec::new(),
            games: 0,
            seen: 0,
            step: 1,
            most,
        }
    }

    /// Adds the lesson of a game.
    pub(crate) fn add(&mut self, lesson: &Lesson) {
        for sample in &lesson.positions {
            if self.seen.is_multiple_of(self.step) {
                self.entries.extend(self.layout.row(&sample.features));
                self.cases.push(Case {
                    end: self.entries.len(),
                    estimate: f64::from(sample.estimate),
                    points: lesson.points,
                    game: self.games,
                });
            }
            self.seen += 1;
            while self.entries.len() > self.most && self.cases.len() > 1 {
                self.halve();
            }
        }
        self.games += 1;
    }

    /// Keeps every second position.
    fn halve(&mut self) {
        self.step *= 2;
        let (mut begin, mut kept, mut number) = (0, 0, 0);
        let entries = &mut self.entries;
        self.cases.retain_mut(|case| {
            let range = begin..case.end;
            begin = case.end;
            number += 1;
            if number % 2 == 0 {
                return false;
            }
            let length = range.len();
            entries.copy_within(range, kept);
            kept += length;
            case.end = kept;
            true
        });
        entries.truncate(kept);
    }

    /// Each case with its numbers.
    fn rows(&self) -> impl Iterator<Item = (&Case, &[Entry])> {
        let mut begin = 0;
        self.cases.iter().map(move |case| {
            let row = &self.entries[begin..case.end];
            begin = case.end;
            (case, row)
        })
    }

    /// How often the pieces stood on each cell, in the order of the weights.
    fn standing(&self) -> Vec<f64> {
        let mut standing = vec![0.0; self.layout.len()];
        for entry in &self.entries {
            standing[entry.index as usize] += f64::from(entry.by.abs());
        }
        standing
    }

    /// The factor from estimates to log-odds that predicts the results best.
    fn scale(&self) -> f64 {
        let mut scale: f64 = 0.005;
        for _ in 0..20 {
            let (mut slope, mut curve) = (0.0, 1e-9);
            for Case { estimate, points, .. } in &self.cases {
                let chance = chance(scale * estimate);
                slope += (points - chance) * estimate;
                curve += chance * (1.0 - chance) * estimate * estimate;
            }
            scale = (scale + slope / curve).clamp(1e-3, 0.02);
        }
        scale
    }

    /// Computes the weights that explain the results of the games. Resampled fits end at `deadline`,
    /// and the errors are then missing. `None` without positions.
    pub(crate) fn learned(&self, deadline: Option<Instant>) -> Option<Learned> {
        if self.cases.is_empty() {
            return None;
        }
        let Lessons { layout, prior, games, .. } = self;
        let pull: Vec<f64> =
            (0..prior.len()).map(|index| layout.spread(index, prior[index]).powi(-2)).collect();
        // Positions far from each other in a game are less alike.
        let alike = (ALIKE / self.step as f64).max(1.0);
        let scale = self.scale();
        let fit = |times: Vec<f64>, passes| {
            Fit { lessons: self, times, pull: &pull, scale, alike, passes }.solve()
        };
        let [passes, fewer] = PASSES;
        let numbers = fit(vec![1.0; *games], passes);
        let mut dice = Dice::new(5);
        let mut resampled: Vec<Vec<f64>> = Vec::new();
        let is_over = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        while resampled.len() < RESAMPLED && !is_over() {
            let mut times = vec![0.0; *games];
            (0..*games).for_each(|_| times[dice.below(*games)] += 1.0);
            resampled.push(fit(times, fewer));
        }
        // Learned values may be greater or smaller throughout. The search expects the usual scale.
        let size = |numbers: &[f64]| numbers[..layout.hands()].iter().map(|v| v.abs()).sum::<f64>();
        let rescale = |numbers: &[f64]| -> Vec<f64> {
            let factor = size(prior) / size(numbers).max(1.0);
            numbers.iter().map(|number| number * factor).collect()
        };
        let standing = self.standing();
        let finish = |numbers: &Vec<f64>| {
            let mut numbers = numbers.clone();
            layout.center(&mut numbers, &standing);
            rescale(&numbers)
        };
        let numbers = finish(&numbers);
        let resampled: Vec<Vec<f64>> = resampled.iter().map(finish).collect();
        let errors = match resampled.len() {
            ..2 => Vec::new(),
            _ => (0..layout.kinds.len()).map(|index| spread(&resampled, index)).collect(),
        };
        let positions = self.cases.len();
        Some(Learned { weights: layout.weights(&numbers), errors, games: *games, positions })
    }
}

/// The standard deviation of one number in resampled fits.
fn spread(resampled: &[Vec<f64>], index: usize) -> f64 {
    let count = resampled.len() as f64;
    let mean = resampled.iter().map(|numbers| numbers[index]).sum::<f64>() / count;
    let square = |numbers: &Vec<f64>| (numbers[index] - mean).powi(2);
    (resampled.iter().map(square).sum::<f64>() / (count - 1.0)).sqrt()
}

#[cfg(test)]
mod tests {
    use crate::learn::{Lesson, Lessons, play};
    use alfil_play::computer::Computer;
    use alfil_play::dice::Dice;
    use alfil_workspace::load;

    /// With little room, a few positions of all games are enough for values of the same size.
    #[test]
    fn many_games_need_little_room() {
        let variant = load("breakthrough").expect("a game");
        let game = variant.game();
        let computer = Computer::new(game, 1);
        let start = game.start();
        let lesson = |number: u64| -> Option<Lesson> {
            let played = play(&computer, &start, 20, &mut Dice::numbered(1, number))?;
            played.lesson(&computer, &start)
        };
        let lessons: Vec<Lesson> = (0..12).filter_map(lesson).collect();
        let derived = computer.weights_with_tables().expect("a board");
        let learned = |room: usize| {
            let mut all = Lessons::with_room(&derived, room);
            lessons.iter().for_each(|lesson| all.add(lesson));
            all.learned(None).expect("positions")
        };
        let whole = learned(usize::MAX);
        assert_eq!(whole.games, lessons.len());
        let few = learned(2_000);
        assert!((2..whole.positions).contains(&few.positions), "{} positions", few.positions);
        assert_eq!((few.games, few.weights.kinds.len()), (whole.games, whole.weights.kinds.len()));
        assert_eq!(learned(usize::MAX).weights, whole.weights);
        // Room for every position changes nothing.
        assert_eq!(learned(10_000_000).weights, whole.weights);
    }
}
