//! The figures of a survey: what all its games together say.

use crate::contest::{Tally, elo};
use crate::survey::estimate::{Estimate, Moments, Pair, PairMoments, Quartiles};
use crate::survey::observation::{Exchange, KindNames, Observation};
use alfil_play::computer::Computer;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The number of plies of one stage of a game.
const STAGE: usize = 10;

/// The greatest number of bars of a histogram.
const BARS: usize = 24;

/// A correlation or a score of one kind is left out if fewer games tell about it.
const FEWEST: usize = 5;

/// What all games of a survey together say. Intervals cover the true value in 95 % of all surveys.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Figures {
    /// The number of games between equal players.
    pub games: u32,
    /// The side that moves first.
    pub first: String,
    /// What the sides won.
    #[serde(flatten)]
    pub results: Results,
    /// How the games ended, the most frequent end first.
    pub ends: Vec<EndCount>,
    /// The mean number of plies of a game.
    pub plies: Estimate,
    /// The quartiles of the numbers of plies.
    pub lengths: Quartiles,
    /// The numbers of games by length.
    pub(crate) histogram: Histogram,
    /// The mean number of legal moves of a position, averaged over games. `None` if a position may
    /// have infinitely many moves.
    pub branching: Option<Estimate>,
    /// The mean number of legal moves in each stage of a game.
    pub course: Vec<Stage>,
    /// The number of captured pieces in a game.
    pub captures: Estimate,
    /// The number of captures in a game that were answered by a capture in the next move.
    pub exchanges: Estimate,
    /// Which kinds were exchanged for each other, the most frequent pair first.
    pub exchanged: Vec<ExchangeCount>,
    /// How often the lead went from one side to the other in a game. `None` with more than two sides.
    #[serde(rename = "lead changes")]
    pub lead_changes: Option<Estimate>,
    /// What the games say about each kind.
    pub kinds: Vec<KindFigures>,
    /// How much a stronger player wins. `None` without such games.
    pub stronger: Option<Stronger>,
}

/// What the sides won in a survey.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Results {
    /// With two sides.
    Two(TwoResults),
    /// With more sides.
    Several(SeveralResults),
}

/// The results of games of two sides.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TwoResults {
    /// The share of games that White won, that is, in which it got more than half of the point.
    pub white: Estimate,
    /// The share of drawn games.
    pub draws: Estimate,
    /// The share of games that Black won.
    pub black: Estimate,
    /// The share of all points that the first side got.
    #[serde(rename = "first score")]
    pub(crate) first_score: Estimate,
    /// The advantage of the first move in Elo. `None` if one side won every game.
    #[serde(rename = "first elo")]
    pub(crate) first_elo: Option<Estimate>,
}

/// The results of games of more than two sides.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeveralResults {
    /// The results of each side, in the order of turns.
    pub sides: Vec<SideResults>,
    /// The share of drawn games.
    pub draws: Estimate,
}

/// The results of one side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SideResults {
    /// The name of the side.
    pub side: String,
    /// The share of games that the side or its team won.
    pub won: Estimate,
    /// The share of the point. A team divides the point of a won game in equal parts, and all sides
    /// divide that of a draw, so the shares of all sides add up to 1.
    pub points: Estimate,
}

impl Results {
    /// The results of a game of two sides.
    pub fn two(&self) -> Option<&TwoResults> {
        match self {
            Results::Two(results) => Some(results),
            Results::Several(_) => None,
        }
    }

    fn of(variant: &Variant, games: &Gathered) -> Option<Results> {
        let share = |count: u32| Estimate::share(count, games.count);
        let draws = share(games.drawn)?;
        if let ([_, _], [white, black]) = (&variant.sides[..], &games.sides[..]) {
            let first_score = games.sides.get(variant.first as usize)?.points.points()?;
            return Some(Results::Two(TwoResults {
                white: share(white.won)?,
                draws,
                black: share(black.won)?,
                first_score,
                first_elo: first_score.scaled(elo),
            }));
        }
        let side = |(name, side): (&String, &SideSums)| {
            Some(SideResults {
                side: name.clone(),
                won: share(side.won)?,
                points: side.points.points()?,
            })
        };
        let sides = variant.sides.iter().zip(&games.sides).map(side);
        Some(Results::Several(SeveralResults { sides: sides.collect::<Option<_>>()?, draws }))
    }
}

/// An end of games and how often it occurred.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndCount {
    /// The end in words.
    pub end: String,
    /// The number of games.
    pub games: u32,
}

/// Numbers of games by their length.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Histogram {
    /// The number of plies of each bar. The first bar begins with 0 plies.
    pub width: u32,
    /// The number of games in each bar.
    pub games: Vec<u32>,
}

/// A stage of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Stage {
    /// The first ply of the stage, from 0.
    pub ply: usize,
    /// The number of games that reached the stage.
    pub games: u32,
    /// The mean number of legal moves. `None` if a position may have infinitely many moves.
    pub moves: Option<f64>,
}

/// Two kinds that were exchanged for each other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExchangeCount {
    /// The names of the kinds.
    pub kinds: [String; 2],
    /// How often this happened in all games.
    pub times: u32,
}

/// What the games say about one kind.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct KindFigures {
    /// The name.
    pub kind: String,
    /// The value that the computer derives from the rules, in hundredths of a pawn. 0 for royal
    /// pieces.
    pub value: i32,
    /// The number of moves of such pieces in a game.
    pub moved: f64,
    /// The number of such pieces that were captured in a game.
    pub captured: f64,
    /// The share of the points of a side while it has exactly one more piece of the kind. Each game
    /// counts once. `None` if this happened in too few games.
    #[serde(rename = "one more")]
    pub one_more: Option<Estimate>,
    /// The correlation between having more pieces of the kind and the result. `None` if too few
    /// games tell.
    pub correlation: Option<Estimate>,
}

/// The results of games between players of different strength.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Stronger {
    /// The number of games.
    pub games: u32,
    /// Games that the stronger player won.
    pub won: u32,
    /// Drawn games.
    pub drawn: u32,
    /// Games that the stronger player lost.
    pub lost: u32,
    /// The stronger player's share of the points. With two sides, the interval comes from pairs of
    /// games with the same opening.
    pub score: Estimate,
    /// The difference in Elo. `None` if one player won every game, and with more than two sides.
    pub elo: Option<Estimate>,
}

impl Stronger {
    /// The results of games of more than two sides, from the point of view of one stronger side.
    /// Its side changes from game to game. `None` without games.
    pub(crate) fn of_several(games: &[StrongGame]) -> Option<Stronger> {
        let points: Vec<f64> = games.iter().map(|game| game.points).collect();
        let count = |is_counted: fn(&StrongGame) -> bool| {
            games.iter().filter(|game| is_counted(game)).count() as u32
        };
        Some(Stronger {
            games: games.len() as u32,
            won: count(|game| !game.is_drawn && game.points > 0.0),
            drawn: count(|game| game.is_drawn),
            lost: count(|game| !game.is_drawn && game.points <= 0.0),
            score: Estimate::points(&points)?,
            elo: None,
        })
    }

    /// The results in `tally`, in which the stronger player is the first one. `None` without games.
    pub fn of(tally: &Tally) -> Option<Stronger> {
        let games = tally.games();
        if games == 0 {
            return None;
        }
        // Without any spread between the pairs, the interval is that of a share.
        let share = vec![tally.score(); games as usize];
        let score = match tally.error().filter(|error| *error > 0.0) {
            None => Estimate::points(&share)?,
            Some(error) => {
                let (value, reach) = (tally.score(), 1.96 * error);
                Estimate { value, low: Some(value - reach), high: Some(value + reach) }
                    .within(0.0, 1.0)
            }
        };
        Some(Stronger {
            games,
            won: tally.won,
            drawn: tally.drawn,
            lost: tally.lost,
            score,
            elo: score.scaled(elo),
        })
    }
}

/// A game of more than two sides in which one side searched more than all others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct StrongGame {
    /// The share of the stronger side.
    pub points: f64,
    /// True if no side won.
    pub is_drawn: bool,
}

/// What the figures need to know about a variant.
#[derive(Debug)]
pub struct Variant {
    /// The names of the kinds.
    pub kinds: KindNames,
    /// The derived value of each name.
    values: Vec<i32>,
    /// The names of the sides, in the order of turns.
    sides: Vec<String>,
    /// The side that moves first.
    first: Side,
}

impl Variant {
    /// The variant with these rules. `computer` has derived the values of its pieces.
    pub fn new(rules: &Ruleset, first: Side, computer: &Computer) -> Variant {
        let kinds = KindNames::of(rules);
        let mut values = vec![0; kinds.names.len()];
        for (kind, _) in rules.kinds.enumerate() {
            if let Some(row) = kinds.row(kind).filter(|&row| values[row] == 0) {
                values[row] = computer.value(kind);
            }
        }
        let sides = if rules.sides.are_two() {
            Side::BOTH.map(|side| side.name().to_owned()).into()
        } else {
            rules.sides.each().map(|side| rules.name_of(side).to_owned()).collect()
        };
        Variant { kinds, values, sides, first }
    }
}

/// The results of one side in all games.
#[derive(Clone, Copy, Debug, Default)]
struct SideSums {
    /// The games that the side won. With two sides, it got more than half of the point.
    won: u32,
    points: Moments,
}

/// The moves of one stage in all games.
#[derive(Clone, Copy, Debug, Default)]
struct StageSums {
    /// The number of positions.
    positions: u64,
    /// The number of their legal moves.
    moves: u64,
}

/// What all games say about one kind.
#[derive(Clone, Copy, Debug, Default)]
struct KindSums {
    moved: u64,
    captured: u64,
    /// The share of the points of a side with one more piece, in games in which this happened.
    one_more: Moments,
    /// How far White was ahead, and White's points.
    ahead: PairMoments,
}

/// The sums of all games of a survey, from which its figures follow. Its size does not depend on the
/// number of games, and the sums do not depend on their order.
#[derive(Clone, Debug)]
pub(crate) struct Gathered {
    count: u32,
    drawn: u32,
    sides: Vec<SideSums>,
    ends: BTreeMap<String, u32>,
    /// The number of games of each length.
    lengths: BTreeMap<usize, u32>,
    plies: Moments,
    /// The mean numbers of legal moves of the games that have one.
    branching: Moments,
    stages: Vec<StageSums>,
    /// The length of the longest game in which a position had infinitely many moves.
    uncounted: Option<usize>,
    captures: Moments,
    exchanges: Moments,
    exchanged: BTreeMap<Exchange, u32>,
    /// Of games that have a lead.
    lead_changes: Moments,
    kinds: Vec<KindSums>,
}

impl Gathered {
    /// No games of a variant.
    pub(crate) fn new(variant: &Variant) -> Gathered {
        Gathered {
            count: 0,
            drawn: 0,
            sides: vec![SideSums::default(); variant.sides.len()],
            ends: BTreeMap::new(),
            lengths: BTreeMap::new(),
            plies: Moments::default(),
            branching: Moments::default(),
            stages: Vec::new(),
            uncounted: None,
            captures: Moments::default(),
            exchanges: Moments::default(),
            exchanged: BTreeMap::new(),
            lead_changes: Moments::default(),
            kinds: vec![KindSums::default(); variant.values.len()],
        }
    }

    /// Adds a game between equal players.
    pub(crate) fn add(&mut self, game: &Observation) {
        self.count += 1;
        let is_drawn = game.points.is_drawn();
        self.drawn += u32::from(is_drawn);
        let are_two = self.sides.len() == 2;
        for (index, side) in self.sides.iter_mut().enumerate() {
            let points = game.points.of(index);
            let has_won = if are_two { points > 0.5 } else { !is_drawn && points > 0.0 };
            side.won += u32::from(has_won);
            side.points.add(points);
        }
        match self.ends.get_mut(&game.end) {
            Some(count) => *count += 1,
            None => drop(self.ends.insert(game.end.clone(), 1)),
        }
        *self.lengths.entry(game.plies).or_default() += 1;
        self.plies.add(game.plies as f64);
        if let Some(mean) = mean_moves(game) {
            self.branching.add(mean);
        }
        match &game.moves {
            Some(moves) => self.add_moves(moves),
            None => self.uncounted = self.uncounted.max(Some(game.plies)),
        }
        self.captures.add(game.captures.into());
        self.exchanges.add(game.exchanges.values().sum::<u32>().into());
        for (&exchange, times) in &game.exchanges {
            *self.exchanged.entry(exchange).or_default() += times;
        }
        if let Some(changes) = game.lead_changes {
            self.lead_changes.add(changes.into());
        }
        let points = game.points.of(0);
        for (sums, kind) in self.kinds.iter_mut().zip(&game.kinds) {
            sums.moved += u64::from(kind.moved);
            sums.captured += u64::from(kind.captured);
            // In a game in which both sides were ahead in turn, both shares count by their length.
            let (white, black) = (f64::from(kind.white_one_more), f64::from(kind.black_one_more));
            if white + black > 0.0 {
                sums.one_more.add((white * points + black * (1.0 - points)) / (white + black));
            }
            sums.ahead.add(Pair { x: kind.ahead, y: points });
        }
    }

    fn add_moves(&mut self, moves: &[usize]) {
        let stages = moves.len().div_ceil(STAGE).max(self.stages.len());
        self.stages.resize(stages, StageSums::default());
        for (stage, moves) in self.stages.iter_mut().zip(moves.chunks(STAGE)) {
            stage.positions += moves.len() as u64;
            stage.moves += moves.iter().map(|&count| count as u64).sum::<u64>();
        }
    }

    /// The number of plies of the longest game.
    fn longest(&self) -> usize {
        self.lengths.keys().next_back().copied().unwrap_or(0)
    }

    fn ends(&self) -> Vec<EndCount> {
        let ends = self.ends.iter().map(|(end, &games)| EndCount { end: end.clone(), games });
        let mut ends: Vec<EndCount> = ends.collect();
        ends.sort_by_key(|end| std::cmp::Reverse(end.games));
        ends
    }

    fn histogram(&self) -> Histogram {
        let longest = self.longest();
        let widths = [1, 2, 5, 10, 20, 50];
        let fits = |width: &usize| longest / width < BARS;
        let width = widths.into_iter().find(fits).unwrap_or(100);
        let mut bars = vec![0; longest / width + 1];
        self.lengths.iter().for_each(|(plies, count)| bars[plies / width] += count);
        Histogram { width: width as u32, games: bars }
    }

    fn course(&self) -> Vec<Stage> {
        let stage = |ply: usize| {
            let reached = self.lengths.range(ply + 1..).map(|(_, &count)| count).sum();
            let sums = self.stages.get(ply / STAGE).copied().unwrap_or_default();
            let is_counted = self.uncounted.is_none_or(|plies| plies <= ply);
            let moves = (is_counted && sums.positions > 0)
                .then(|| sums.moves as f64 / sums.positions as f64);
            Stage { ply, games: reached, moves }
        };
        (0..self.longest()).step_by(STAGE).map(stage).collect()
    }

    fn exchanged(&self, variant: &Variant) -> Vec<ExchangeCount> {
        let name = |row: usize| variant.kinds.names[row].clone();
        let count = |(pair, &times): (&Exchange, &u32)| ExchangeCount {
            kinds: [name(pair.first), name(pair.second)],
            times,
        };
        let mut all: Vec<ExchangeCount> = self.exchanged.iter().map(count).collect();
        all.sort_by_key(|exchange| std::cmp::Reverse(exchange.times));
        all
    }

    fn kind(&self, variant: &Variant, row: usize) -> KindFigures {
        let KindSums { moved, captured, one_more, ahead } = self.kinds[row];
        let count = f64::from(self.count);
        KindFigures {
            kind: variant.kinds.names[row].clone(),
            value: variant.values[row],
            moved: moved as f64 / count,
            captured: captured as f64 / count,
            one_more: one_more.points().filter(|_| one_more.count() >= FEWEST as u64),
            correlation: ahead.correlation().filter(|_| ahead.telling() >= FEWEST),
        }
    }

    /// The figures of the games, with the results of a stronger player in other games. `None`
    /// without games.
    pub(crate) fn figures(&self, variant: &Variant, stronger: Option<Stronger>) -> Option<Figures> {
        // A figure that only some games have would be biased.
        let count = u64::from(self.count);
        let of_all = |moments: Moments| moments.mean().filter(|_| moments.count() == count);
        Some(Figures {
            games: self.count,
            first: variant.sides.get(variant.first as usize)?.clone(),
            results: Results::of(variant, self)?,
            ends: self.ends(),
            plies: self.plies.mean()?,
            lengths: Quartiles::of(&self.lengths)?,
            histogram: self.histogram(),
            branching: of_all(self.branching),
            course: self.course(),
            captures: self.captures.mean()?,
            exchanges: self.exchanges.mean()?,
            exchanged: self.exchanged(variant),
            lead_changes: of_all(self.lead_changes),
            kinds: (0..variant.values.len()).map(|row| self.kind(variant, row)).collect(),
            stronger,
        })
    }
}

/// The mean number of legal moves in a game. `None` if a position has infinitely many.
fn mean_moves(game: &Observation) -> Option<f64> {
    let moves = game.moves.as_ref().filter(|moves| !moves.is_empty())?;
    Some(moves.iter().sum::<usize>() as f64 / moves.len() as f64)
}
