//! Plays the games of a survey in their order, and keeps them as text.

use crate::contest::{self, End, Player, Points, opening};
use alfil_diagnostics::source::{SourceId, Span};
use alfil_play::computer::{Computer, Limits};
use alfil_play::coordinates;
use alfil_play::dice::Dice;
use alfil_play::game::Game;
use alfil_play::position::{Move, Position};
use alfil_rules::side::Side;
use alfil_syntax::scalar::Scalar;
use serde::{Deserialize, Serialize};
use std::time::Instant;

// Plays the games of a survey, and keeps them as text.

/// How the games of a survey are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The number of games between equal players.
    pub games: u32,
    /// The positions that a player searches for each move.
    pub nodes: u64,
    /// The positions that the weak player searches in games between unequal players.
    #[serde(rename = "weak nodes")]
    pub(crate) weak_nodes: u64,
    /// The number of random moves at the begin of each game.
    pub opening: u16,
    /// The seed of the openings.
    pub seed: u64,
}

/// A finished game as text, from which all figures can be computed again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The start position, if the variant has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The number of random moves before the computer plays.
    pub opening: usize,
    /// All moves.
    pub moves: Vec<String>,
    /// For each move of the computer, the value of the position for White, in hundredths of a pawn.
    /// Empty with more than two sides.
    pub scores: Vec<i32>,
    /// How the game ended, in words.
    pub end: String,
    /// The shares of the sides.
    pub points: Points,
}

/// A finished game with its positions and moves.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The game as text.
    pub record: GameRecord,
    /// The last position. It contains all moves.
    pub last: Position,
}

/// The computer as a player that keeps its values of positions.
struct Watched<'c> {
    computer: &'c Computer,
    nodes: u64,
    deadline: Option<Instant>,
    /// The values for White, each with the number of moves before it. Empty with more than two sides.
    scores: Vec<(usize, i32)>,
}

impl Player for Watched<'_> {
    fn choose(&mut self, position: &Position) -> Result<Move, String> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err("the time is over".to_owned());
        }
        let hard = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let limits = Limits { nodes: Some(self.nodes), hard, ..Limits::default() };
        let thought = self.computer.think(position, &limits, 1, &mut |_| ());
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err("the time is over".to_owned());
        }
        let thought = thought.ok_or("there is no move to play")?;
        if position.rules().sides.are_two() {
            let own = thought.score.centipawns();
            let white = if position.side() == Side::White { own } else { -own };
            self.scores.push((position.plies(), white));
        }
        thought.line.into_iter().next().ok_or_else(|| "there is no move to play".to_owned())
    }

    fn begin(&mut self, _: Dice) {
        self.computer.forget();
    }
}

/// The computer players of one variant.
#[derive(Debug)]
pub(crate) struct Pairing {
    game: Game,
    /// Each side has a memory of its own.
    computers: Vec<Computer>,
}

impl Pairing {
    /// A player for each side of `game`, each with `megabytes` for remembered positions.
    pub(crate) fn new(game: &Game, megabytes: usize) -> Pairing {
        let (sides, first) = (game.rules().sides.each(), Computer::new(game, megabytes));
        Pairing { game: game.clone(), computers: sides.map(|_| first.twin()).collect() }
    }

    /// The same players with memories of their own.
    #[must_use]
    pub(crate) fn twin(&self) -> Pairing {
        let computers = self.computers.iter().map(Computer::twin).collect();
        Pairing { game: self.game.clone(), computers }
    }

    /// Plays a game. `None` if it was not finished before `deadline`.
    pub(crate) fn play(
        &self,
        settings: &Settings,
        planned: Planned,
        deadline: Option<Instant>,
    ) -> Option<Finished> {
        // A game that is over at its start asks no player, so only this sees the end of the time.
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return None;
        }
        let mut dice = Dice::numbered(settings.seed, planned.opening());
        let start = self.game.starts().and_then(|starts| {
            let count = usize::try_from(starts.count()).unwrap_or(usize::MAX);
            starts.start(dice.below(count) as u64)
        });
        let text = start.as_ref().map(Position::text);
        let start = start.unwrap_or_else(|| self.game.start());
        let begin = opening(&start, settings.opening.into(), &mut dice);
        let strong = planned.strong(self.computers.len());
        let nodes = |seat: usize| match planned.players {
            Players::Equal => settings.nodes,
            Players::Unequal if seat == strong => settings.nodes,
            Players::Unequal => settings.weak_nodes,
        };
        let player = |(seat, computer)| Watched {
            computer,
            nodes: nodes(seat),
            deadline,
            scores: Vec::new(),
        };
        let mut players: Vec<Watched<'_>> = self.computers.iter().enumerate().map(player).collect();
        let mut seated: Vec<&mut dyn Player> =
            players.iter_mut().map(|player| player as &mut dyn Player).collect();
        let played = contest::play_seated(&begin, &mut dice, &mut seated, 0);
        if matches!(played.end, End::Failed(..)) {
            return None;
        }
        let mut scores: Vec<(usize, i32)> =
            players.into_iter().flat_map(|player| player.scores).collect();
        scores.sort_by_key(|&(ply, _)| ply);
        let record = GameRecord {
            start: text,
            opening: begin.plies(),
            moves: coordinates::texts(&start, &coordinates::moves(&played.last)),
            scores: scores.into_iter().map(|(_, score)| score).collect(),
            end: match &played.end {
                End::Outcome(outcome) => outcome.told(self.game.rules()),
                End::Stuck | End::TooLong | End::Failed(..) => played.end.words(self.game.rules()),
            },
            points: played.points(self.game.rules().sides),
        };
        Some(Finished { record, last: played.last })
    }
}

/// Plays a recorded game again.
///
/// # Errors
/// The first text that is no legal move, or no position; or the game is not one of a survey.
pub fn replayed(game: &Game, record: GameRecord) -> Result<Finished, String> {
    let sides = game.rules().sides;
    let parties = if sides.are_two() { 2 } else { sides.count() };
    if !record.points.is_fit(parties) {
        return Err("its points do not fit the game".to_owned());
    }
    let longest = contest::longest(sides);
    if record.moves.len() > longest || record.scores.len() > longest {
        return Err(format!("it is longer than {longest} moves"));
    }
    let mut last = match &record.start {
        None => game.start(),
        Some(text) => game
            .read(&Scalar::plain(text.as_str(), Span::new(SourceId::only(), 0, 0)))
            .value
            .ok_or_else(|| format!("`{text}` is not a position of this game"))?,
    };
    for text in &record.moves {
        let legal = last.legal();
        let mv = legal.find(text).ok_or_else(|| format!("`{text}` is not a legal move"))?;
        last.play(&mv);
    }
    Ok(Finished { record, last })
}

// The order of the games of a survey. It is the same in every process, so that each process can
// play its share, and a survey that ends early has games of each sort.

/// After this many games between equal players, two games between a strong and a weak player
/// follow.
const EQUAL_GAMES: u32 = 8;

/// The variant of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Subject {
    /// The variant that the survey is about.
    Own,
    /// The variant with which it is compared.
    Reference,
}

/// The strength of the players of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Players {
    /// Both sides search equally many positions.
    Equal,
    /// One side searches more positions than all others: White in the first game of a pair, Black
    /// in the second. With more than two sides, each has its turn.
    Unequal,
}

/// A game of a survey.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Planned {
    /// The variant.
    pub subject: Subject,
    /// The strength of the players.
    pub players: Players,
    /// The number of the game among games with the same subject and players, from 0.
    pub number: u32,
}

impl Planned {
    /// The index of the stronger side in a game of `sides` sides between unequal players.
    pub(crate) fn strong(self, sides: usize) -> usize {
        self.number as usize % sides.max(1)
    }

    /// The number of the random opening. The two games of a pair have the same one.
    pub(crate) fn opening(self) -> u64 {
        match self.players {
            Players::Equal => 2 * u64::from(self.number),
            Players::Unequal => u64::from(self.number / 2) * 2 + 1,
        }
    }
}

/// The games of a survey, in the order in which they are played. With a reference, games of both
/// variants alternate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Schedule {
    /// The number of games between equal players of each variant.
    games: u32,
    has_reference: bool,
}

impl Schedule {
    /// A survey with `games` games between equal players.
    pub(crate) fn new(games: u32, has_reference: bool) -> Schedule {
        Schedule { games, has_reference }
    }

    /// The number of variants.
    fn variants(self) -> u64 {
        1 + u64::from(self.has_reference)
    }

    /// The number of all games.
    pub(crate) fn count(self) -> u64 {
        let unequal = 2 * (self.games / EQUAL_GAMES);
        self.variants() * (u64::from(self.games) + u64::from(unequal))
    }

    /// The game with this number, from 0. `None` if there are fewer games.
    pub(crate) fn game(self, item: u64) -> Option<Planned> {
        if item >= self.count() {
            return None;
        }
        let (number, which) = (item / self.variants(), item % self.variants());
        let subject = if which == 0 { Subject::Own } else { Subject::Reference };
        // A round has its equal games and then two unequal ones.
        let length = u64::from(EQUAL_GAMES) + 2;
        let (round, place) = ((number / length) as u32, (number % length) as u32);
        let (players, number) = match place.checked_sub(EQUAL_GAMES) {
            None => (Players::Equal, round * EQUAL_GAMES + place),
            Some(second) => (Players::Unequal, 2 * round + second),
        };
        Some(Planned { subject, players, number })
    }
}
