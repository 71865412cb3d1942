//! `alfil learn`: learns the values of pieces from games that the computer plays against itself.

use crate::commands::contest::{Pairing, Results};
use crate::contest::{ComputerPlayer, MAX_PLIES, Player, Strength};
use crate::learn::{self, Learned, Lesson, LessonGame, Lessons, Quiet};
use crate::parts::{
    Experiment, Joined, Joiner, Part, PartFile, PartRequest, Run, Wait, Wanted, digest,
};
use alfil_play::computer::{Computer, Limits, Weights};
use alfil_play::coordinates;
use alfil_play::dice::Dice;
use alfil_play::game::Game;
use alfil_play::position::Position;
use alfil_play::values::{self, Scope};
use alfil_shell::command::{self, processors};
use alfil_shell::file::{self, Overwrite};
use alfil_shell::load::{Loaded, Outcome, Session};
use alfil_shell::terminal::{Progress, Status, Stop};
use alfil_workspace::variant::Source;
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
definition and has its name, such as mine.values. A file with values is replaced only with `--force`.";

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

/// The greatest number of games to learn from.
const MOST_GAMES: i64 = 100_000_000;

/// The greatest number of positions to search for each move.
const MOST_NODES: u64 = 1_000_000_000;

/// Arguments of `learn`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    /// Seconds for the games and the match.
    #[arg(long, value_name = "SECONDS", default_value_t = 60,
          value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    time: u32,
    /// Games to learn from, instead of a time. All are played with the values in use. The match then
    /// has at most as many games, and the result is the same on every run.
    #[arg(long, value_name = "N", conflicts_with = "time",
          value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES))]
    games: Option<u32>,
    /// Play only the part K of N of these games, for `alfil join`.
    #[arg(long, value_name = "K/N", requires = "games", requires = "output")]
    part: Option<Part>,
    #[command(flatten)]
    wait: Wait,
    /// Positions to search for each move.
    #[arg(long, value_name = "N", default_value_t = 300,
          value_parser = clap::value_parser!(u64).range(1..=MOST_NODES))]
    nodes: u64,
    /// The file to write; without it NAME.values next to the definition, or in this folder. With
    /// `--part`, the file of the part; a file of the same part is continued.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Seed of the openings.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// One JSON object.
    #[arg(long, conflicts_with = "part")]
    pub json: bool,
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
            moves: game.map_or(Vec::new(), |game| coordinates::texts(start, &game.moves)),
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
        if !(0.0..=1.0).contains(&points) || self.moves.len() > MAX_PLIES {
            return Err("it is not a game of two sides".to_owned());
        }
        let is_clear = |estimate: &i32| estimate.unsigned_abs() > learn::CLEAR.unsigned_abs();
        if self.estimates.iter().any(is_clear) {
            return Err("an estimate is too high".to_owned());
        }
        let mut now = start.clone();
        let mut moves = Vec::new();
        for text in &self.moves {
            let mv =
                now.legal().find(text).ok_or_else(|| format!("`{text}` is not a legal move"))?;
            now.play(&mv);
            moves.push(mv);
        }
        let quiet = self.plies.into_iter().zip(self.estimates);
        let quiet = quiet.map(|(ply, estimate)| Quiet { ply, estimate }).collect();
        Ok(Some(LessonGame { moves, quiet, points }))
    }
}

/// The file for the values.
fn values_file(wanted: &Wanted, name: &str) -> PathBuf {
    wanted.file.clone().unwrap_or_else(|| {
        // A shipped definition is in no folder.
        let path = alfil_definitions::find(name).map_or(name, |shipped| shipped.name);
        Path::new(path).with_extension(alfil_library::VALUES)
    })
}

fn computer(game: &Game) -> Computer {
    Computer::new(game, MEGABYTES)
}

/// The parts of learning.
pub(crate) const PARTS: Joiner = Joiner::of::<Learning>();

/// Learns the values and writes them.
pub fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    let sides = loaded.game.rules().sides;
    if !sides.are_two() {
        let why = format!(
            "learning compares two sides, but this game has {}; the computer derives its values from the \
             rules, and `alfil match NAME computer:nodes=400,values=FILE computer:nodes=400` tries values of your own",
            sides.count()
        );
        return Err(Stop::Refused(why));
    }
    let Args { games, nodes, seed, .. } = *args;
    let learning = Learning::new(loaded, games, nodes, seed)?;
    if let (Some(part), Some(path), Some(games)) = (args.part, &args.output, games) {
        let values = digest(format!("{:?}", learning.usual).as_bytes());
        let settings = Settings { games: Some(games), nodes, seed, values };
        let run = Run::new(Learning::NAME, &learning.loaded, &settings, games.into());
        let request = PartRequest { part, path, wait: args.wait };
        return learning.play_part(&mut learning.usual_players()?, request, run, session);
    }
    let mut wanted = Wanted::new(args.json, args.output.as_ref(), args.overwrite);
    let mut lessons = learning.begin(&wanted)?;
    wanted.progress = Progress::endless("playing", session.shell.is_quiet());
    let Some(games) = games else {
        let end = Instant::now() + Duration::from_secs(args.time.into());
        let found = learning.learn_until(end, &mut lessons)?;
        return learning.finish(found, Some(end), wanted, session);
    };
    // Games end in any order, and the values must not depend on it.
    let (mut waiting, mut next) = (BTreeMap::new(), 0);
    let players = learning.usual_players()?;
    learning.play_games(&players, 0..games.into(), None, &mut |item, _, lesson| {
        waiting.insert(item, lesson);
        while let Some(lesson) = waiting.remove(&next) {
            lesson.iter().for_each(|lesson| lessons.add(lesson));
            next += 1;
        }
        Ok(())
    })?;
    learning.print(lessons, wanted, session)
}

/// Learning from games that the computer plays against itself.
struct Learning {
    loaded: Loaded,
    start: Position,
    /// The values that the computer derives from the rules. Learning begins with them.
    derived: Weights,
    /// The values in use, which must be beaten.
    usual: Weights,
    /// The number of games to learn from. `None` with a limit of time.
    games: Option<u32>,
    nodes: u64,
    seed: u64,
}

impl Learning {
    fn new(loaded: Loaded, games: Option<u32>, nodes: u64, seed: u64) -> Result<Learning, Stop> {
        let derived = computer(&loaded.game).weights_with_tables().ok_or_else(|| {
            Stop::Refused("values are learned on boards only, not on planes".to_owned())
        })?;
        let used = loaded.computer(&Source::Usual, MEGABYTES)?.weights();
        let usual = used.unwrap_or_else(|| derived.clone());
        let start = loaded.game.start();
        Ok(Learning { loaded, start, derived, usual, games, nodes, seed })
    }

    /// The lessons before the first game.
    fn begin(&self, wanted: &Wanted) -> Result<Lessons, Stop> {
        wanted.overwrite.check(&values_file(wanted, &self.loaded.name))?;
        Ok(Lessons::new(&self.derived))
    }

    /// A player with the values in use for each processor.
    fn usual_players(&self) -> Result<Vec<Computer>, Stop> {
        (0..processors()).map(|_| self.loaded.computer(&Source::Usual, MEGABYTES)).collect()
    }

    /// Plays the games with the numbers `items`, on one thread for each of `players`. No game begins
    /// after `until`. `on_game` gets each game that has a result, and its lesson.
    fn play_games(
        &self,
        players: &[Computer],
        items: impl IntoIterator<Item = u64, IntoIter: Send>,
        until: Option<Instant>,
        on_game: &mut dyn FnMut(u64, Option<LessonGame>, Option<Lesson>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let Learning { start, nodes, seed, .. } = self;
        let play = |computer: &Computer, item| {
            if until.is_some_and(|until| Instant::now() >= until) {
                return None;
            }
            let game = learn::play(computer, start, *nodes, &mut Dice::numbered(*seed, item));
            let lesson = game.as_ref().and_then(|game| game.lesson(computer, start));
            Some((game, lesson))
        };
        command::run(players, items, play, &mut |item, (game, lesson)| on_game(item, game, lesson))
    }

    /// Learns within a limit of time. The games begin anew with the values learned so far.
    fn learn_until(&self, end: Instant, lessons: &mut Lessons) -> Result<Option<Learned>, Stop> {
        let begin = Instant::now();
        let time = end - begin;
        let fits_end = begin + time.mul_f64(GAMES_SHARE + 0.1);
        let mut found: Option<Learned> = None;
        for round in 1..=ROUNDS {
            let part = f64::from(round) / f64::from(ROUNDS);
            let player = |_| match &found {
                Some(found) => computer(&self.loaded.game).with_weights(&found.weights),
                None => computer(&self.loaded.game),
            };
            let players: Vec<Computer> = (0..processors()).map(player).collect();
            let first = u64::from(round) << 32;
            let until = Some(begin + time.mul_f64(GAMES_SHARE * part));
            self.play_games(&players, first..u64::MAX, until, &mut |_, _, lesson| {
                lesson.iter().for_each(|lesson| lessons.add(lesson));
                Ok(())
            })?;
            let errors_until = if round == ROUNDS { fits_end } else { begin };
            found = lessons.learned(Some(errors_until));
        }
        Ok(found)
    }

    /// Plays the match and prints the result. `found` is `None` if no game has ended. The match ends
    /// at `deadline`.
    fn finish(
        self,
        found: Option<Learned>,
        deadline: Option<Instant>,
        wanted: Wanted,
        session: &mut Session,
    ) -> Outcome {
        let Learning { loaded, start, derived, usual, games, nodes, seed } = self;
        let path = values_file(&wanted, &loaded.name);
        let Some(found) = found else {
            let why = "no game ended in this time; give more time or fewer nodes";
            return Err(Stop::Refused(why.to_owned()));
        };
        let player = |weights: &Weights| -> Box<dyn Player> {
            let computer = computer(&loaded.game).with_weights(weights);
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            Box::new(ComputerPlayer::new(computer, Strength::Limits(limits)))
        };
        let most = |games: u32| games.clamp(LEAST_MATCH_GAMES, MATCH_GAMES);
        let mut pairing = Pairing {
            start,
            players: vec![player(&found.weights), player(&usual)],
            games: games.map_or(MATCH_GAMES, most),
            opening: 4,
            seed,
            hypotheses: Some((0.0, 30.0)),
            deadline,
        };
        let mut results = Results::new(loaded.game.rules().sides, 2);
        // The computer always finishes its games.
        pairing.run(&mut results, &Progress::default(), &|_, _| String::new())?;
        let tally = results.tally;
        drop(wanted.progress);
        let is_better =
            tally.score() > 0.5 && tally.error().is_none_or(|e| tally.score() - e > 0.5);
        let kinds = &loaded.game.rules().kinds;
        if is_better {
            let rows = computer(&loaded.game).rows().to_vec();
            let scope = Scope { kinds, rows: &rows };
            let text = values::write(&loaded.resolved.title, scope, &found.weights, &found.errors);
            file::write(&path, text.as_bytes(), wanted.overwrite.before(), &mut session.shell)?;
        }
        if wanted.json {
            let rows = rows(&loaded.game, &derived, &found);
            let rows = rows.map(|(name, old, new, error)| {
                json!({"kind": name, "derived": old, "learned": new, "error": error})
            });
            let mut object = json!({
                "definition": loaded.name,
                "games": found.games,
                "positions": found.positions,
                "values": rows.collect::<Vec<_>>(),
                "match": {"games": tally.games(), "score": tally.score(), "error": tally.error()},
                "written": is_better.then(|| path.display().to_string()),
            });
            wanted.extent.tell(&mut object);
            session.shell.json(&object);
            return Ok(Status::Well);
        }
        let shell = &mut session.shell;
        shell.line(format!("{} games, {} positions", found.games, found.positions));
        wanted.extent.gap().into_iter().for_each(|gap| shell.line(gap));
        let width = rows(&loaded.game, &derived, &found).map(|row| row.0.chars().count()).max();
        let width = width.unwrap_or(0).max(4);
        shell.line(format!("{:<width$}  derived  learned", "kind"));
        for (name, old, new, error) in rows(&loaded.game, &derived, &found) {
            let error = error.map_or(String::new(), |error| format!(" ± {error:.0}"));
            shell.line(format!("{name:<width$}  {old:>7}  {new:>7}{error}"));
        }
        let score = 100.0 * tally.score();
        let text = format!("{score:.1} % in {} games against the values in use", tally.games());
        shell.line(text);
        shell.line(if is_better {
            format!("written to {}", path.display())
        } else {
            "not written, because the learned values do not play better".to_owned()
        });
        Ok(Status::Well)
    }
}

impl Experiment for Learning {
    const NAME: &'static str = "learn";
    const OPTION: &'static str = "--output";
    const JOINING: &'static str = "learning";
    type Players = Vec<Computer>;
    type Record = GameRecord;
    type Sums = Lessons;

    fn of(run: &Run, loaded: Loaded, _: &mut Session) -> Result<Learning, Stop> {
        let settings: Settings = run.settings()?;
        let games = settings.games.unwrap_or(0);
        let is_fit = (1..=MOST_GAMES).contains(&games.into())
            && run.items == u64::from(games)
            && (1..=MOST_NODES).contains(&settings.nodes);
        if !is_fit {
            let why = "the settings of the parts do not belong to learning";
            return Err(Stop::Refused(why.to_owned()));
        }
        Learning::new(loaded, settings.games, settings.nodes, settings.seed)
    }

    fn play(&self, players: &mut Vec<Computer>, file: &mut PartFile<Self>) -> Result<(), Stop> {
        self.play_games(players, file.remaining(), None, &mut |item, game, _| {
            file.add(item, &GameRecord::of(game.as_ref(), &self.start))
        })
    }

    fn join(&self, joined: &mut Joined, wanted: &Wanted) -> Result<Lessons, Stop> {
        let mut lessons = self.begin(wanted)?;
        let players: Vec<Computer> =
            (0..processors()).map(|_| computer(&self.loaded.game)).collect();
        let follow = |player: &Computer, _: u64, record: GameRecord| {
            let game = record.game(&self.start)?;
            Ok(game.and_then(|game| game.lesson(player, &self.start)))
        };
        joined.each(&players, follow, &mut |_, lesson| {
            lesson.iter().for_each(|lesson| lessons.add(lesson));
            Ok(())
        })?;
        Ok(lessons)
    }

    fn print(self, lessons: Lessons, wanted: Wanted, session: &mut Session) -> Outcome {
        self.finish(lessons.learned(None), None, wanted, session)
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
