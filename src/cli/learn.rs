//! `alfil learn`: learns the values of pieces from games that the computer plays against itself.

use crate::cli::contest::{Early, Pairing, compare};
use crate::cli::file::{self, Before};
use crate::cli::load::{Loaded, Outcome, Session, Stop};
use crate::cli::parts::{Joined, Part, PartFile, PartRequest, Run, Task, Wanted, digest};
use crate::cli::progress::Progress;
use crate::cli::shell::Status;
use crate::cli::workers::{self, processors};
use alfil::library;
use alfil::play::computer::{Computer, Limits, Weights};
use alfil::play::contest::{ComputerPlayer, Strength, Tally};
use alfil::play::dice::Dice;
use alfil::play::game::Game;
use alfil::play::learn::{self, Learned, Lesson, LessonGame, Quiet, learned};
use alfil::play::line;
use alfil::play::position::Position;
use alfil::play::values::{self, Scope};
use alfil::variant::values::Source;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  alfil learn contrast --time 60
  alfil learn ./mine.yaml --time 600 -o mine.values
  alfil learn ./mine.yaml --games 5000
  alfil learn ./mine.yaml --games 50000 --part 3/64 -o 3.part

The values are written only if they win a match against the values in use: those of the file, or
those that the computer derives from the rules. The computer uses a file that lies next to the
definition and has its name, such as mine.values.";

/// The memory of each computer player.
const MEGABYTES: usize = 4;

/// The part of the time for games that are learned from. The rest is for the match.
const GAMES_SHARE: f64 = 0.7;

/// The number of times that the games begin anew with the values learned so far.
const ROUNDS: u32 = 5;

/// The least number of games of the match, if the number of games to learn from is given.
const LEAST_MATCH_GAMES: u32 = 20;

/// The greatest number of games of the match.
const MATCH_GAMES: u32 = 2_000;

/// Arguments of `learn`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    /// Seconds for the games and the match.
    #[arg(long, value_name = "SECONDS", default_value_t = 60,
          value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    time: u32,
    /// Games to learn from, instead of a time. All are played with the values in use. The match then
    /// has at most as many games, and the result is the same on every run.
    #[arg(long, value_name = "N", conflicts_with = "time",
          value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    games: Option<u32>,
    /// Play only the part K of N of these games, for `alfil join`.
    #[arg(long, value_name = "K/N", requires = "games", requires = "output")]
    part: Option<Part>,
    /// Positions to search for each move.
    #[arg(long, value_name = "N", default_value_t = 300,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// The file to write; without it NAME.values next to the definition, or in this folder. With
    /// `--part`, the file of the part; a file of the same part is continued.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Seed of the openings.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// One JSON object.
    #[arg(long, conflicts_with = "part")]
    pub(crate) json: bool,
}

/// The settings of a run, as the files of its parts contain them.
#[derive(Clone, Serialize, Deserialize)]
struct Settings {
    /// The number of games to learn from. `None` with a limit of time.
    games: Option<u32>,
    nodes: u64,
    seed: u64,
    /// The hash of the values in use.
    values: String,
}

/// A finished game in the file of a part.
#[derive(Serialize, Deserialize)]
struct GameRecord {
    moves: Vec<String>,
    /// The numbers of moves before the positions to sample.
    plies: Vec<usize>,
    /// The estimates of these positions for White, in hundredths of a pawn.
    estimates: Vec<i32>,
    /// White's share of the point. `None` if the game ended without a result.
    points: Option<f64>,
}

impl GameRecord {
    fn of(game: Option<&LessonGame>, start: &Position) -> GameRecord {
        let quiet = || game.iter().flat_map(|game| &game.quiet);
        GameRecord {
            moves: game.map_or(Vec::new(), |game| line::texts(start, &game.moves)),
            plies: quiet().map(|quiet| quiet.ply).collect(),
            estimates: quiet().map(|quiet| quiet.estimate).collect(),
            points: game.map(|game| game.points),
        }
    }

    /// The game. `None` if it has no result.
    ///
    /// # Errors
    /// The first text that is no legal move.
    fn game(self, start: &Position) -> Result<Option<LessonGame>, String> {
        let Some(points) = self.points else { return Ok(None) };
        let mut now = start.clone();
        let mut moves = Vec::new();
        for text in &self.moves {
            let mv = now.legal().find(text).ok_or_else(|| format!("`{text}` is no legal move"))?;
            now.play(&mv);
            moves.push(mv);
        }
        let quiet = self.plies.into_iter().zip(self.estimates);
        let quiet = quiet.map(|(ply, estimate)| Quiet { ply, estimate }).collect();
        Ok(Some(LessonGame { moves, quiet, points }))
    }
}

/// Where and how learned values are reported.
struct Report<'a> {
    output: Option<&'a Path>,
    json: bool,
}

/// The values of a game before anything is learned.
struct Known {
    /// The values that the computer derives from the rules. Learning begins with them.
    derived: Weights,
    /// The values in use, which must be beaten.
    usual: Weights,
}

impl Known {
    fn of(loaded: &Loaded) -> Result<Known, Stop> {
        let derived = computer(&loaded.game).weights_with_tables().ok_or_else(|| {
            Stop::Refused("values are learned on boards only, not on planes".to_owned())
        })?;
        let used = loaded.computer(&Source::Usual, MEGABYTES)?.weights();
        let usual = used.unwrap_or_else(|| derived.clone());
        Ok(Known { derived, usual })
    }
}

fn computer(game: &Game) -> Computer {
    Computer::new(game, MEGABYTES)
}

/// Learns the values and writes them.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    let sides = loaded.game.rules().sides;
    if !sides.are_two() {
        let why = format!(
            "learning compares two sides, and this game has {}; the computer derives its values from the \
             rules, and `alfil match NAME computer:nodes=400,values=FILE computer:nodes=400` tries values of your own",
            sides.count()
        );
        return Err(Stop::Refused(why));
    }
    let known = Known::of(&loaded)?;
    let values = digest(format!("{:?}", known.usual).as_bytes());
    let Args { games, nodes, seed, .. } = *args;
    let settings = Settings { games, nodes, seed, values };
    let report = Report { output: args.output.as_deref(), json: args.json };
    if let (Some(part), Some(path), Some(games)) = (args.part, &args.output, games) {
        let run = Run::new(Task::Learn, &loaded, &settings, games.into());
        let file = PartFile::open(PartRequest { part, path }, run)?;
        return play_part(file, &loaded, &settings, session);
    }
    let progress = Progress::endless("playing", session.shell.is_quiet());
    let Some(games) = games else {
        return run_for(Duration::from_secs(args.time.into()), &loaded, known, settings)?
            .finish(progress, &report, session);
    };
    let mut lessons = BTreeMap::new();
    let players = Pupils { loaded: &loaded, settings: &settings, until: None };
    players.play(&usual_players(&loaded)?, 0..games.into(), &mut |item, _, lesson| {
        lessons.insert(item, lesson);
        Ok(())
    })?;
    let lessons: Vec<Lesson> = lessons.into_values().flatten().collect();
    let found = learned(&known.derived, &lessons, None);
    let learning = Learning { loaded: &loaded, known, settings, found, deadline: None };
    learning.finish(progress, &report, session)
}

/// Learns within a limit of time. The games begin anew with the values learned so far.
fn run_for(
    time: Duration,
    loaded: &Loaded,
    known: Known,
    settings: Settings,
) -> Result<Learning<'_>, Stop> {
    let begin = Instant::now();
    let fits_end = begin + time.mul_f64(GAMES_SHARE + 0.1);
    let mut lessons = Vec::new();
    let mut found: Option<Learned> = None;
    for round in 1..=ROUNDS {
        let part = f64::from(round) / f64::from(ROUNDS);
        let player = || match &found {
            Some(found) => computer(&loaded.game).with_weights(&found.weights),
            None => computer(&loaded.game),
        };
        let players: Vec<Computer> = (0..processors()).map(|_| player()).collect();
        let first = u64::from(round) << 32;
        let until = Some(begin + time.mul_f64(GAMES_SHARE * part));
        let pupils = Pupils { loaded, settings: &settings, until };
        pupils.play(&players, first..u64::MAX, &mut |_, _, lesson| {
            lessons.extend(lesson);
            Ok(())
        })?;
        let errors_until = if round == ROUNDS { fits_end } else { begin };
        found = learned(&known.derived, &lessons, Some(errors_until));
    }
    Ok(Learning { loaded, known, settings, found, deadline: Some(begin + time) })
}

/// A player with the values in use for each processor.
fn usual_players(loaded: &Loaded) -> Result<Vec<Computer>, Stop> {
    (0..processors()).map(|_| loaded.computer(&Source::Usual, MEGABYTES)).collect()
}

/// Plays the games of a part that are not in its file yet.
fn play_part(
    mut file: PartFile,
    loaded: &Loaded,
    settings: &Settings,
    session: &mut Session,
) -> Outcome {
    let remaining = file.remaining();
    let progress = Progress::parts(remaining.len(), session.shell.is_quiet());
    let players = usual_players(loaded)?;
    let start = loaded.game.start();
    let pupils = Pupils { loaded, settings, until: None };
    pupils.play(&players, remaining.iter().copied(), &mut |item, game, _| {
        progress.step();
        file.add(item, &GameRecord::of(game.as_ref(), &start))
    })?;
    drop(progress);
    session.shell.info(file.summary(remaining.len()));
    Ok(Status::Well)
}

/// Learns from the games in the files of all parts.
pub(crate) fn join(
    joined: &Joined,
    loaded: &Loaded,
    wanted: &Wanted,
    session: &mut Session,
) -> Outcome {
    let settings: Settings = joined.run.settings()?;
    let known = Known::of(loaded)?;
    let progress = Progress::endless("learning", session.shell.is_quiet());
    let (start, player) = (loaded.game.start(), computer(&loaded.game));
    let mut lessons = Vec::new();
    for (item, record) in joined.results::<GameRecord>()? {
        let game = record
            .game(&start)
            .map_err(|why| Stop::Refused(format!("the game of item {item}: {why}")))?;
        lessons.extend(game.and_then(|game| game.lesson(&player, &start)));
    }
    let found = learned(&known.derived, &lessons, None);
    let learning = Learning { loaded, known, settings, found, deadline: None };
    let report = Report { output: wanted.values.as_deref(), json: wanted.json };
    learning.finish(progress, &report, session)
}

/// Learned values before the match.
struct Learning<'a> {
    loaded: &'a Loaded,
    known: Known,
    settings: Settings,
    /// `None` if no game has ended.
    found: Option<Learned>,
    /// The end of the match.
    deadline: Option<Instant>,
}

impl Learning<'_> {
    /// Plays the match and prints the result.
    fn finish(self, progress: Progress, report: &Report<'_>, session: &mut Session) -> Outcome {
        let Learning { loaded, known, settings, found, deadline } = self;
        let Settings { games, nodes, seed, values: _ } = settings;
        let Some(found) = found else {
            let why = "no game ended in this time; give more time or fewer nodes";
            return Err(Stop::Refused(why.to_owned()));
        };
        let tally = {
            let strength = || Strength::Limits(Limits { nodes: Some(nodes), ..Limits::default() });
            let player = |weights: &Weights| {
                let computer = computer(&loaded.game).with_weights(weights);
                ComputerPlayer::new(computer, strength())
            };
            let mut new = player(&found.weights);
            let mut old = player(&known.usual);
            let early = Early { hypotheses: Some((0.0, 30.0)), deadline };
            let most = |games: u32| games.clamp(LEAST_MATCH_GAMES, MATCH_GAMES);
            let pairing = Pairing {
                start: loaded.game.start(),
                games: games.map_or(MATCH_GAMES, most),
                opening: 4,
                seed,
                early,
            };
            compare(&pairing, (&mut new, &mut old), &mut |_, _| ())
        };
        drop(progress);
        report.print(loaded, &known, &found, &tally, session)
    }
}

impl Report<'_> {
    fn print(
        &self,
        loaded: &Loaded,
        known: &Known,
        found: &Learned,
        tally: &Tally,
        session: &mut Session,
    ) -> Outcome {
        let derived = &known.derived;
        let is_better =
            tally.score() > 0.5 && tally.error().is_none_or(|e| tally.score() - e > 0.5);
        let path = self.output.map_or_else(
            || match library::find(&loaded.name) {
                Some(shipped) => PathBuf::from(shipped.name).with_extension(library::VALUES),
                None => Path::new(&loaded.name).with_extension(library::VALUES),
            },
            Path::to_owned,
        );
        let kinds = &loaded.game.rules().kinds;
        if is_better {
            let rows = computer(&loaded.game).rows().to_vec();
            let scope = Scope { kinds, rows: &rows };
            let text = values::write(&loaded.resolved.title, scope, &found.weights, &found.errors);
            file::write(&path, text.as_bytes(), Before::Any, &mut session.shell)?;
        }
        if self.json {
            let rows = rows(&loaded.game, derived, found);
            let rows = rows.map(|(name, old, new, error)| {
            json!({"kind": name, "derived": old, "learned": new, "error": error})
        });
            session.shell.json(&json!({
                "definition": loaded.name,
                "games": found.games,
                "positions": found.positions,
                "values": rows.collect::<Vec<_>>(),
                "match": {"games": tally.games(), "score": tally.score(), "error": tally.error()},
                "written": is_better.then(|| path.display().to_string()),
            }));
            return Ok(Status::Well);
        }
        let shell = &mut session.shell;
        shell.line(format!("{} games, {} positions", found.games, found.positions));
        let width = rows(&loaded.game, derived, found).map(|row| row.0.chars().count()).max();
        let width = width.unwrap_or(0).max(4);
        shell.line(format!("{:<width$}  derived  learned", "kind"));
        for (name, old, new, error) in rows(&loaded.game, derived, found) {
            let error = error.map_or(String::new(), |error| format!(" ± {error:.0}"));
            shell.line(format!("{name:<width$}  {old:>7}  {new:>7}{error}"));
        }
        let score = 100.0 * tally.score();
        let said = format!("{score:.1} % in {} games against the values in use", tally.games());
        shell.line(said);
        shell.line(match is_better {
            true => format!("written to {}", path.display()),
            false => "not written, since the learned values do not play better".to_owned(),
        });
        Ok(Status::Well)
    }
}

/// For each kind, its derived value, its learned value and the error.
fn rows<'f>(
    game: &'f Game,
    usual: &'f Weights,
    found: &'f Learned,
) -> impl Iterator<Item = (&'f str, i32, i32, Option<f64>)> {
    let kinds = &game.rules().kinds;
    let pairs = usual.kinds.iter().zip(&found.weights.kinds).enumerate();
    pairs.map(|(index, (&(kind, old), &(_, new)))| {
        (kinds[kind].name.value.as_str(), old, new, found.errors.get(index).copied())
    })
}

/// Games that the computer plays against itself.
struct Pupils<'a> {
    loaded: &'a Loaded,
    settings: &'a Settings,
    /// No game begins after this time.
    until: Option<Instant>,
}

impl Pupils<'_> {
    /// Plays the games with the numbers `items`, on one thread for each of `players`. `on_game`
    /// gets each game that has a result, and its lesson.
    fn play(
        &self,
        players: &[Computer],
        items: impl IntoIterator<Item = u64, IntoIter: Send>,
        on_game: &mut dyn FnMut(u64, Option<LessonGame>, Option<Lesson>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let start = self.loaded.game.start();
        let Settings { nodes, seed, .. } = *self.settings;
        let play = |computer: &Computer, item| {
            if self.until.is_some_and(|until| Instant::now() >= until) {
                return None;
            }
            let game = learn::play(computer, &start, nodes, &mut Dice::numbered(seed, item));
            let lesson = game.as_ref().and_then(|game| game.lesson(computer, &start));
            Some((game, lesson))
        };
        workers::run(players, items, play, &mut |item, (game, lesson)| on_game(item, game, lesson))
    }
}
