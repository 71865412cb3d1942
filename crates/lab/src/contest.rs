//! Games between players, and what their results say about the players' strength.

use alfil_play::computer::{Computer, Level, Limits};
use alfil_play::coordinates::playout;
use alfil_play::dice::Dice;
use alfil_play::position::{Move, Position};
use alfil_rules::outcome::Outcome;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::{ByColor, Color, Side, SideSet, Sides};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A game of two sides that has lasted this many plies counts as a draw. With more sides, each side
/// has as many turns as here.
pub(crate) const MAX_PLIES: usize = 600;

/// A player that chooses moves.
pub trait Player {
    /// Chooses a legal move of `position`.
    ///
    /// # Errors
    /// The reason why the player cannot move, such as an external engine that has died. It loses
    /// the game.
    fn choose(&mut self, position: &Position) -> Result<Move, String>;

    /// Prepares for a new game. The random choices of a player in this game depend on `dice` alone,
    /// so that games may be played in any order.
    fn begin(&mut self, dice: Dice);
}

/// Plays random legal moves.
#[derive(Debug)]
pub struct RandomPlayer {
    dice: Dice,
}

impl Default for RandomPlayer {
    fn default() -> Self {
        RandomPlayer { dice: Dice::new(0) }
    }
}

impl Player for RandomPlayer {
    fn choose(&mut self, position: &Position) -> Result<Move, String> {
        position.legal().random(&mut self.dice).ok_or_else(no_move)
    }

    fn begin(&mut self, dice: Dice) {
        self.dice = dice;
    }
}

/// How the computer limits its search.
#[derive(Clone, Debug)]
pub enum Strength {
    /// One of the levels, with its mistakes.
    Level(Level),
    /// The best move within these limits.
    Limits(Limits),
}

/// The computer as a player in a contest.
#[derive(Debug)]
pub struct ComputerPlayer {
    computer: Computer,
    strength: Strength,
    dice: Dice,
}

impl ComputerPlayer {
    /// A player of this strength.
    pub fn new(computer: Computer, strength: Strength) -> ComputerPlayer {
        ComputerPlayer { computer, strength, dice: Dice::new(0) }
    }
}

impl Player for ComputerPlayer {
    fn choose(&mut self, position: &Position) -> Result<Move, String> {
        let thought = match &self.strength {
            Strength::Level(level) => self.computer.choose(position, *level, &mut self.dice),
            Strength::Limits(limits) => self.computer.best(position, limits, &mut self.dice),
        };
        thought.and_then(|thought| thought.line.into_iter().next()).ok_or_else(no_move)
    }

    fn begin(&mut self, dice: Dice) {
        self.computer.forget();
        self.dice = dice;
    }
}

fn no_move() -> String {
    "there is no move to play".to_owned()
}

/// How a game between two players ended.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    /// The game ended by the rules, with this outcome.
    Outcome(Outcome),
    /// There is no legal move, and the rules give no result for that. The game counts as a draw.
    Stuck,
    /// The game reached the limit of plies. It counts as a draw.
    TooLong,
    /// The player of this side could not move, or its move was not legal. It loses, and the text is
    /// the reason.
    Failed(Side, String),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Outcome(outcome) => write!(f, "{outcome}"),
            End::Stuck => f.write_str("no legal move, without a result"),
            End::TooLong => f.write_str("too many moves"),
            End::Failed(side, why) => write!(f, "{} could not move: {why}", side.name()),
        }
    }
}

impl End {
    /// The end in words, with the names that the author gives to more than two sides.
    pub fn words(&self, rules: &Ruleset) -> String {
        match self {
            End::Outcome(outcome) => outcome.words(rules),
            End::Failed(side, why) if !rules.sides.are_two() => {
                format!("{} could not move: {why}", rules.name_of(*side))
            }
            End::Failed(..) | End::Stuck | End::TooLong => self.to_string(),
        }
    }
}

/// How the point of a game is divided. The parties are the sides, or the players of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Points {
    /// With two parties: the share of the first, from 0 to 1. The second has the rest.
    First(f64),
    /// With more parties, or players who hold several sides: the share of each, in order. The sum
    /// is 1.
    Each(Vec<f64>),
}

impl Points {
    /// The share of the party with this index. 0 if there is no such party.
    pub fn of(&self, party: usize) -> f64 {
        match (self, party) {
            (Points::First(first), 0) => *first,
            (Points::First(first), _) => 1.0 - first,
            (Points::Each(shares), _) => shares.get(party).copied().unwrap_or(0.0),
        }
    }

    /// True if these can be the shares of so many parties.
    pub fn is_fit(&self, parties: usize) -> bool {
        let is_share = |share: &f64| (0.0..=1.0).contains(share);
        match self {
            Points::First(first) => parties == 2 && is_share(first),
            Points::Each(shares) => shares.len() == parties && shares.iter().all(is_share),
        }
    }

    /// True if all sides have equal shares, which no win gives.
    pub fn is_drawn(&self) -> bool {
        match self {
            Points::First(first) => *first == 0.5,
            Points::Each(shares) => shares.iter().all(|&share| share > 0.0),
        }
    }
}

/// A game between players.
#[derive(Clone, Debug)]
pub struct Played {
    /// All moves, including those of the opening.
    pub moves: Vec<Move>,
    /// The last position.
    pub last: Position,
    /// How the game ended.
    pub end: End,
}

impl Played {
    /// The shares of the sides. With more than two sides, the winning team divides the point in
    /// equal parts. A draw is divided among all sides. If a player could not move, the point goes to
    /// all sides that are not in its team.
    pub fn points(&self, sides: Sides) -> Points {
        if sides.are_two() {
            return Points::First(self.white_points());
        }
        let winners: SideSet = match &self.end {
            End::Outcome(Outcome { winner: Some(winner), .. }) => sides.team(*winner),
            End::Failed(side, _) => sides.all().minus(sides.team(*side)),
            End::Outcome(Outcome { winner: None, .. }) | End::Stuck | End::TooLong => sides.all(),
        };
        let share = 1.0 / winners.count() as f64;
        Points::Each(sides.each().map(|s| if winners.has(s) { share } else { 0.0 }).collect())
    }

    /// White's share of the point in a game of two sides, from 0 to 1.
    pub fn white_points(&self) -> f64 {
        let won = |winner: Side, share: f64| match winner.color() {
            Color::White => share,
            Color::Black => 1.0 - share,
        };
        match &self.end {
            End::Outcome(Outcome { winner: Some(winner), share, .. }) => {
                won(*winner, share.map_or(1.0, |share| f64::from(share.permille()) / 1_000.0))
            }
            End::Failed(side, _) => won(side.other(), 1.0),
            End::Outcome(Outcome { winner: None, .. }) | End::Stuck | End::TooLong => 0.5,
        }
    }
}

/// A start position after `plies` random moves from `start`, in which the game is not over. If no
/// such position turns up, it is `start` itself.
pub fn opening(start: &Position, plies: usize, dice: &mut Dice) -> Position {
    for _ in 0..100 {
        let mut position = start.clone();
        let line = playout(&mut position, plies, dice);
        if line.len() == plies && position.outcome().is_none() && !position.legal().is_empty() {
            return position;
        }
    }
    start.clone()
}

/// Plays a game from the position `begin`. Moves may have been played before this position. Random
/// choices depend on `dice`.
pub fn play(begin: &Position, dice: &mut Dice, players: ByColor<&mut dyn Player>) -> Played {
    let ByColor([white, black]) = players;
    play_seated(begin, dice, &mut [white, black], 0)
}

/// The index of the player of `side` among `players`, if the player with the index `first` has the
/// first side and the others follow in order, again and again.
pub fn seat(side: Side, players: usize, first: usize) -> usize {
    (side as usize + first) % players.max(1)
}

/// The greatest number of plies of a game with these sides.
pub fn longest(sides: Sides) -> usize {
    MAX_PLIES / 2 * sides.count()
}

/// Plays a game like [`play`], with any number of sides. [`seat`] says which player has which side.
///
/// # Panics
/// If there are no players.
pub(crate) fn play_seated(
    begin: &Position,
    dice: &mut Dice,
    players: &mut [&mut dyn Player],
    first: usize,
) -> Played {
    let sides = begin.rules().sides;
    let count = players.len();
    for side in sides.each().take(count) {
        players[seat(side, count, first)].begin(dice.split());
    }
    let longest = longest(sides);
    let mut position = begin.clone();
    let mut moves = Vec::new();
    let end = loop {
        if let Some(outcome) = position.outcome() {
            break End::Outcome(outcome);
        }
        let side = position.side();
        if position.legal().is_empty() {
            break End::Stuck;
        }
        if position.plies() >= longest {
            break End::TooLong;
        }
        // A die is rolled by the game, not by a player.
        let chosen = if position.rolls() {
            position.legal().random(dice).ok_or_else(no_move)
        } else {
            players[seat(side, count, first)].choose(&position)
        };
        match chosen {
            Ok(mv) => {
                position.play(&mv);
                moves.push(mv);
            }
            Err(why) => break End::Failed(side, why),
        }
    };
    Played { moves, last: position, end }
}

/// The results of a match, from the point of view of the first player.
///
/// Games come in pairs with the same opening and changed sides, so that a good opening for one side
/// helps both players. The errors are computed from the pairs.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// Games that the first player won.
    pub won: u32,
    /// Games in which both players got half of the point.
    pub drawn: u32,
    /// Games that the first player lost.
    pub lost: u32,
    /// The points of the first player.
    pub points: f64,
    /// The points of finished pairs, from 0 to 2 each.
    pairs: Vec<f64>,
    /// The points of the first game of a pair whose second game is not over.
    open: Option<f64>,
}

impl Tally {
    /// Adds a game in which the first player got `points`, from 0 to 1.
    pub fn add(&mut self, points: f64) {
        self.points += points;
        match points {
            points if points > 0.5 => self.won += 1,
            points if points < 0.5 => self.lost += 1,
            _ => self.drawn += 1,
        }
        match self.open.take() {
            Some(first) => self.pairs.push(first + points),
            None => self.open = Some(points),
        }
    }

    /// Begins a new pair of games. This matters if the second game of the pair before is missing.
    pub(crate) fn begin_pair(&mut self) {
        self.open = None;
    }

    /// The number of games.
    pub fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The first player's share of all points; a half before the first game.
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points / f64::from(self.games()) }
    }

    /// The standard error of [`Tally::score`]. `None` with fewer than two pairs.
    pub fn error(&self) -> Option<f64> {
        let count = self.pairs.len() as f64;
        Some((self.variance()? / count).sqrt())
    }

    /// The variance of the share of the points in one pair.
    fn variance(&self) -> Option<f64> {
        let count = self.pairs.len() as f64;
        if count < 2.0 {
            return None;
        }
        let mean = self.pairs.iter().sum::<f64>() / (2.0 * count);
        let square = |points: &f64| (points / 2.0 - mean).powi(2);
        Some(self.pairs.iter().map(square).sum::<f64>() / (count - 1.0))
    }

    /// The difference in Elo that gives this score, and the bounds of its 95 % interval. Infinite
    /// if one player won every game.
    pub fn elo(&self) -> (f64, Option<(f64, f64)>) {
        let score = self.score();
        let bounds = self.error().map(|error| {
            let reach = 1.96 * error;
            (elo((score - reach).max(0.0)), elo((score + reach).min(1.0)))
        });
        (elo(score), bounds)
    }

    /// The logarithm of the likelihood ratio between the hypotheses that the first player is
    /// stronger by `elo1` and by `elo0` (the sequential probability ratio test of Wald, with normal
    /// pairs). `None` as long as the variance is unknown.
    pub fn likelihood(&self, elo0: f64, elo1: f64) -> Option<f64> {
        let variance = self.variance().filter(|variance| *variance > 0.0)?;
        let count = self.pairs.len() as f64;
        let mean = self.pairs.iter().sum::<f64>() / (2.0 * count);
        let (low, high) = (expected(elo0), expected(elo1));
        Some(count * (high - low) * (2.0 * mean - low - high) / (2.0 * variance))
    }
}

/// The difference in Elo between players with this expected score.
pub(crate) fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The expected score of a player that is stronger by `elo`.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}
