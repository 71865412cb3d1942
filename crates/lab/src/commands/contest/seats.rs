//! The finished games of a match, and its results in a game with more than two sides.

use crate::contest::{self, Points};
use crate::parts::Extent;
use crate::survey::estimate::Estimate;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Sides;
use alfil_shell::file::{self, Draft, Fault, Overwrite};
use alfil_shell::load::Session;
use alfil_shell::terminal::Stop;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

// The results of a match in a game with more than two sides.

/// The index of the player who has the first side in a game of a match.
pub(super) fn shift(game: u32, players: usize) -> usize {
    game as usize % players
}

/// What each player of a match got.
pub(super) struct Standings {
    sides: Sides,
    players: Vec<Standing>,
    games: u32,
    drawn: u32,
    /// The number of the opening of the last game.
    round: u32,
}

/// What one player got.
#[derive(Clone, Default)]
struct Standing {
    won: u32,
    points: f64,
    /// The shares in the games of each finished round. In a round, the player has had each side
    /// equally often.
    rounds: Vec<f64>,
    /// The shares in the games of the last round.
    open: Vec<f64>,
}

impl Standing {
    /// The share of all points. Its interval comes from finished rounds, because games with the same
    /// opening are not independent.
    fn share(&self, games: u32) -> Estimate {
        let rounds = Estimate::points(&self.rounds).filter(|_| self.rounds.len() > 1);
        Estimate {
            value: self.points / f64::from(games.max(1)),
            low: rounds.and_then(|rounds| rounds.low),
            high: rounds.and_then(|rounds| rounds.high),
        }
    }
}

impl Standings {
    pub(super) fn new(sides: Sides, players: usize) -> Standings {
        let players = vec![Standing::default(); players];
        Standings { sides, players, games: 0, drawn: 0, round: 0 }
    }

    /// Adds the game with this number, in which the sides got these shares. Games come in order, but
    /// some may be missing.
    pub(super) fn add(&mut self, game: u32, points: &Points) {
        let count = self.players.len();
        let round = game / count.max(1) as u32;
        let is_new = round != self.round;
        self.round = round;
        self.games += 1;
        let is_drawn = points.is_drawn();
        let mut shares = vec![0.0; count];
        for side in self.sides.each() {
            shares[contest::seat(side, count, shift(game, count))] += points.of(side as usize);
        }
        self.drawn += u32::from(is_drawn);
        for (player, share) in self.players.iter_mut().zip(shares) {
            player.points += share;
            player.won += u32::from(!is_drawn && share > 0.0);
            if is_new {
                player.open.clear();
            }
            player.open.push(share);
            if player.open.len() == count {
                player.rounds.push(player.open.iter().sum::<f64>() / count as f64);
            }
        }
    }
}

/// What is printed about a match.
pub(super) struct Report<'a> {
    pub(super) name: &'a str,
    pub(super) players: &'a [String],
    pub(super) rules: &'a Ruleset,
    pub(super) json: bool,
}

impl Report<'_> {
    pub(super) fn print(
        &self,
        standings: &Standings,
        games: &Games,
        extent: &Extent,
        session: &mut Session,
    ) {
        let Standings { players, games: played, drawn, .. } = standings;
        let named = || self.players.iter().zip(players);
        if self.json {
            let player = |(name, standing): (&String, &Standing)| -> Value {
                json!({
                    "player": name,
                    "won": standing.won,
                    "points": standing.points,
                    "share": standing.share(*played),
                })
            };
            let mut object = json!({
                "definition": self.name,
                "players": named().map(player).collect::<Vec<_>>(),
                "games": played,
                "drawn": drawn,
                "plies": games.plies,
                "ends": games.ends,
            });
            extent.tell(&mut object);
            session.shell.json(&object);
            return;
        }
        let shell = &mut session.shell;
        let sides = self.rules.sides.count();
        shell.line(format!("{played} games of {sides} sides, {drawn} drawn"));
        extent.gap().into_iter().for_each(|gap| shell.line(gap));
        let width = self.players.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        for (name, standing) in named() {
            let share = standing.share(*played);
            let interval = match (share.low, share.high) {
                (Some(low), Some(high)) => {
                    format!(", with 95 % {:.1} to {:.1}", 100.0 * low, 100.0 * high)
                }
                (None, _) | (_, None) => String::new(),
            };
            let (won, value) = (standing.won, 100.0 * share.value);
            shell.line(format!("{name:<width$}  {won} won; {value:.1} % of the points{interval}"));
        }
        shell.line(format!(
            "Equal players get {:.1} % each, if the number of games is a multiple of {}. Elo is for two sides.",
            100.0 / players.len().max(1) as f64,
            players.len()
        ));
        shell.line(format!(
            "{:.1} plies in a game",
            games.plies as f64 / f64::from((*played).max(1))
        ));
        for (end, count) in &games.ends {
            shell.line(format!("{count:>6}  {end}"));
        }
    }
}

// The finished games of a match.

/// The finished games, for the report. Their texts go into a file at once, and are not kept.
#[derive(Default)]
pub(super) struct Games {
    pub(super) ends: BTreeMap<String, u32>,
    pub(super) plies: usize,
    file: Option<GameFile>,
}

/// The file for the games, which appears when all of them are in it.
struct GameFile {
    path: PathBuf,
    draft: Draft,
    overwrite: Overwrite,
}

impl Games {
    /// No games yet, and the file for them.
    ///
    /// # Errors
    /// The file cannot be written, or is there already.
    pub(super) fn begin(path: Option<&Path>, overwrite: Overwrite) -> Result<Games, Stop> {
        let file = path.map(|path| {
            let draft = Draft::begin(path, overwrite.before());
            let draft = draft.map_err(|fault| file::refused(path, fault))?;
            Ok(GameFile { path: path.to_owned(), draft, overwrite })
        });
        Ok(Games { file: file.transpose()?, ..Games::default() })
    }

    /// Adds a game. `pgn` is its text, which matters only if there is a file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn add(&mut self, end: &str, plies: usize, pgn: &str) -> Result<(), Stop> {
        self.plies = self.plies.saturating_add(plies);
        *self.ends.entry(end.to_owned()).or_default() += 1;
        let Some(file) = &mut self.file else { return Ok(()) };
        let added = file.draft.add(pgn.as_bytes()).and_then(|()| file.draft.add(b"\n"));
        added.map_err(|error| file::refused(&file.path, Fault::Failed(error)))
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn finish(&mut self, session: &mut Session) -> Result<(), Stop> {
        let Some(GameFile { path, draft, overwrite }) = self.file.take() else { return Ok(()) };
        let lost = draft.finish(overwrite.before()).map_err(|fault| file::refused(&path, fault))?;
        file::warn(&path, lost, &mut session.shell);
        Ok(())
    }
}
