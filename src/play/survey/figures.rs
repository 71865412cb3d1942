//! The figures of a survey: what all its games together say.

use crate::play::computer::Computer;
use crate::play::contest::{Tally, elo};
use crate::play::survey::estimate::{Estimate, Pair, Quartiles};
use crate::play::survey::observation::{Exchange, KindNames, Observation};
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
    pub histogram: Histogram,
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
    pub first_score: Estimate,
    /// The advantage of the first move in Elo. `None` if one side won every game.
    #[serde(rename = "first elo")]
    pub first_elo: Option<Estimate>,
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

    fn of(variant: &Variant, games: &[Observation]) -> Option<Results> {
        let count = u32::try_from(games.len()).ok()?;
        let share = |is_counted: &dyn Fn(&Observation) -> bool| {
            let counted = games.iter().filter(|game| is_counted(game)).count();
            Estimate::share(u32::try_from(counted).ok()?, count)
        };
        let points = |party: usize| -> Option<Estimate> {
            let numbers: Vec<f64> = games.iter().map(|game| game.points.of(party)).collect();
            Estimate::points(&numbers)
        };
        let draws = share(&|game| game.points.is_drawn())?;
        if let [_, _] = &variant.sides[..] {
            let first_score = points(variant.first as usize)?;
            return Some(Results::Two(TwoResults {
                white: share(&|game| game.points.of(0) > 0.5)?,
                draws,
                black: share(&|game| game.points.of(0) < 0.5)?,
                first_score,
                first_elo: first_score.scaled(elo),
            }));
        }
        let side = |(index, name): (usize, &String)| {
            Some(SideResults {
                side: name.clone(),
                won: share(&|game| !game.points.is_drawn() && game.points.of(index) > 0.0)?,
                points: points(index)?,
            })
        };
        let sides: Option<Vec<SideResults>> = variant.sides.iter().enumerate().map(side).collect();
        Some(Results::Several(SeveralResults { sides: sides?, draws }))
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
pub struct Histogram {
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
    pub fn of_several(games: &[StrongGame]) -> Option<Stronger> {
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
pub struct StrongGame {
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
        let sides = match rules.sides.are_two() {
            true => Side::BOTH.map(|side| side.name().to_owned()).into(),
            false => rules.sides.each().map(|side| rules.name_of(side).to_owned()).collect(),
        };
        Variant { kinds, values, sides, first }
    }
}

impl Figures {
    /// The figures of games between equal players, with the results of a stronger player in other
    /// games. `None` without games between equal players.
    pub fn of(
        variant: &Variant,
        games: &[Observation],
        stronger: Option<Stronger>,
    ) -> Option<Figures> {
        let count = u32::try_from(games.len()).ok()?;
        let numbers = |number: &dyn Fn(&Observation) -> f64| -> Vec<f64> {
            games.iter().map(number).collect()
        };
        let mean = |number: &dyn Fn(&Observation) -> f64| Estimate::mean(&numbers(number));
        let lengths = numbers(&|game| game.plies as f64);
        let branching: Option<Vec<f64>> = games.iter().map(mean_moves).collect();
        Some(Figures {
            games: count,
            first: variant.sides.get(variant.first as usize)?.clone(),
            results: Results::of(variant, games)?,
            ends: ends(games),
            plies: Estimate::mean(&lengths)?,
            lengths: Quartiles::of(&lengths)?,
            histogram: histogram(games),
            branching: branching.and_then(|means| Estimate::mean(&means)),
            course: course(games),
            captures: mean(&|game| f64::from(game.captures))?,
            exchanges: mean(&|game| f64::from(game.exchanges.values().sum::<u32>()))?,
            exchanged: exchanged(variant, games),
            lead_changes: lead_changes(games),
            kinds: (0..variant.values.len()).map(|row| kind(variant, games, row)).collect(),
            stronger,
        })
    }
}

/// The mean number of changes of the lead. `None` with more than two sides.
fn lead_changes(games: &[Observation]) -> Option<Estimate> {
    let changes: Option<Vec<f64>> =
        games.iter().map(|game| game.lead_changes.map(f64::from)).collect();
    Estimate::mean(&changes?)
}

/// The mean number of legal moves in a game. `None` if a position has infinitely many.
fn mean_moves(game: &Observation) -> Option<f64> {
    let moves = game.moves.as_ref().filter(|moves| !moves.is_empty())?;
    Some(moves.iter().sum::<usize>() as f64 / moves.len() as f64)
}

fn ends(games: &[Observation]) -> Vec<EndCount> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    games.iter().for_each(|game| *counts.entry(&game.end).or_default() += 1);
    let mut ends: Vec<EndCount> =
        counts.into_iter().map(|(end, games)| EndCount { end: end.to_owned(), games }).collect();
    ends.sort_by_key(|end| std::cmp::Reverse(end.games));
    ends
}

fn histogram(games: &[Observation]) -> Histogram {
    let longest = games.iter().map(|game| game.plies).max().unwrap_or(0);
    let widths = [1, 2, 5, 10, 20, 50];
    let fits = |width: &usize| longest / width < BARS;
    let width = widths.into_iter().find(fits).unwrap_or(100);
    let mut bars = vec![0; longest / width + 1];
    games.iter().for_each(|game| bars[game.plies / width] += 1);
    Histogram { width: width as u32, games: bars }
}

fn course(games: &[Observation]) -> Vec<Stage> {
    let longest = games.iter().map(|game| game.plies).max().unwrap_or(0);
    let stage = |ply: usize| {
        let reached: Vec<&Observation> = games.iter().filter(|game| game.plies > ply).collect();
        let (mut positions, mut sum, mut is_counted) = (0, 0, true);
        for game in &reached {
            let moves = game.moves.as_deref();
            is_counted &= moves.is_some();
            let part = moves.unwrap_or_default().iter().skip(ply).take(STAGE);
            positions += part.len();
            sum += part.sum::<usize>();
        }
        let moves = (is_counted && positions > 0).then(|| sum as f64 / positions as f64);
        Stage { ply, games: reached.len() as u32, moves }
    };
    (0..longest).step_by(STAGE).map(stage).collect()
}

fn exchanged(variant: &Variant, games: &[Observation]) -> Vec<ExchangeCount> {
    let mut sums: BTreeMap<Exchange, u32> = BTreeMap::new();
    for (&exchange, times) in games.iter().flat_map(|game| &game.exchanges) {
        *sums.entry(exchange).or_default() += times;
    }
    let name = |row: usize| variant.kinds.names[row].clone();
    let mut all: Vec<ExchangeCount> = sums
        .into_iter()
        .map(|(pair, times)| ExchangeCount { kinds: [name(pair.first), name(pair.second)], times })
        .collect();
    all.sort_by_key(|exchange| std::cmp::Reverse(exchange.times));
    all
}

fn kind(variant: &Variant, games: &[Observation], row: usize) -> KindFigures {
    let counts = || games.iter().map(|game| (game.points.of(0), game.kinds[row]));
    let count = games.len() as f64;
    // In a game in which both sides were ahead in turn, both shares count by their length.
    let scores: Vec<f64> = counts()
        .filter_map(|(points, kind)| {
            let (white, black) = (f64::from(kind.white_one_more), f64::from(kind.black_one_more));
            let sum = white + black;
            (sum > 0.0).then(|| (white * points + black * (1.0 - points)) / sum)
        })
        .collect();
    let pairs: Vec<Pair> =
        counts().map(|(points, kind)| Pair { x: kind.ahead, y: points }).collect();
    let telling = pairs.iter().filter(|pair| pair.x != 0.0).count();
    KindFigures {
        kind: variant.kinds.names[row].clone(),
        value: variant.values[row],
        moved: counts().map(|(_, kind)| f64::from(kind.moved)).sum::<f64>() / count,
        captured: counts().map(|(_, kind)| f64::from(kind.captured)).sum::<f64>() / count,
        one_more: Estimate::points(&scores).filter(|_| scores.len() >= FEWEST),
        correlation: Estimate::correlation(&pairs).filter(|_| telling >= FEWEST),
    }
}
