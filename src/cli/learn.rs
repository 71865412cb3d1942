//! `alfil learn`: learns the values of pieces from games that the computer plays against itself.

use crate::cli::contest::{Early, Pairing, compare};
use crate::cli::file::{self, Before};
use crate::cli::load::{Outcome, Session, Stop};
use crate::cli::progress::Progress;
use crate::cli::shell::Status;
use alfil::library;
use alfil::play::computer::{Computer, Limits, Weights};
use alfil::play::contest::{ComputerPlayer, Strength};
use alfil::play::dice::Dice;
use alfil::play::game::Game;
use alfil::play::learn::{Learned, Lesson, learned, lesson};
use alfil::play::values::{self, Scope};
use alfil::variant::values::Source;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  alfil learn contrast --time 60
  alfil learn ./mine.yaml --time 600 -o mine.values

The values are written only if they win a match against the values in use: those of the file, or
those that the computer derives from the rules. The computer uses a file that lies next to the
definition and has its name, such as mine.values.";

/// The memory of each computer player.
const MEGABYTES: usize = 4;

/// The part of the time for games that are learned from. The rest is for the match.
const GAMES_SHARE: f64 = 0.7;

/// The number of times that the games begin anew with the values learned so far.
const ROUNDS: u32 = 5;

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
    /// Positions to search for each move.
    #[arg(long, value_name = "N", default_value_t = 300,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// The file to write; without it NAME.values next to the definition, or in this folder.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Seed of the openings.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// One JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

fn computer(game: &Game) -> Computer {
    Computer::new(game, MEGABYTES)
}

/// Learns the values and writes them.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    let time = Duration::from_secs(args.time.into());
    let begin = Instant::now();
    // The rules give the first values. The values in use are those that must be beaten.
    let derived = computer(&loaded.game).weights_with_tables().ok_or_else(|| {
        Stop::Refused("values are learned on boards only, not on planes".to_owned())
    })?;
    let used = loaded.computer(&Source::Usual, MEGABYTES)?.weights();
    let usual = used.unwrap_or_else(|| derived.clone());
    let progress = Progress::endless("playing", session.shell.is_quiet());
    let fits_end = begin + time.mul_f64(GAMES_SHARE + 0.1);
    let mut games = Vec::new();
    let mut found: Option<Learned> = None;
    for round in 1..=ROUNDS {
        let part = f64::from(round) / f64::from(ROUNDS);
        let player = || match &found {
            Some(found) => computer(&loaded.game).with_weights(&found.weights),
            None => computer(&loaded.game),
        };
        let seed = args.seed.wrapping_mul(1_000).wrapping_add(u64::from(round) * 100);
        let pupils =
            Pupils { nodes: args.nodes, seed, until: begin + time.mul_f64(GAMES_SHARE * part) };
        games.extend(pupils.play(&loaded.game, &player));
        let errors_until = if round == ROUNDS { fits_end } else { begin };
        found = learned(&derived, &games, errors_until);
    }
    let Some(found) = found else {
        let why = "no game ended in this time; give more time or fewer nodes";
        return Err(Stop::Refused(why.to_owned()));
    };
    let tally = {
        let strength = || Strength::Limits(Limits { nodes: Some(args.nodes), ..Limits::default() });
        let player = |weights: &Weights| {
            let computer = computer(&loaded.game).with_weights(weights);
            ComputerPlayer::new(computer, strength(), args.seed)
        };
        let mut new = player(&found.weights);
        let mut old = player(&usual);
        let early = Early { hypotheses: Some((0.0, 30.0)), deadline: Some(begin + time) };
        let pairing = Pairing {
            start: loaded.game.start(),
            games: MATCH_GAMES,
            opening: 4,
            seed: args.seed,
            early,
        };
        compare(&pairing, (&mut new, &mut old), &mut |_, _| ())
    };
    drop(progress);
    let is_better = tally.score() > 0.5 && tally.error().is_none_or(|e| tally.score() - e > 0.5);
    let path = args.output.clone().unwrap_or_else(|| match library::find(&loaded.name) {
        Some(shipped) => PathBuf::from(shipped.name).with_extension(library::VALUES),
        None => Path::new(&loaded.name).with_extension(library::VALUES),
    });
    let kinds = &loaded.game.rules().kinds;
    if is_better {
        let rows = computer(&loaded.game).rows().to_vec();
        let scope = Scope { kinds, rows: &rows };
        let text = values::write(&loaded.resolved.title, scope, &found.weights, &found.errors);
        file::write(&path, text.as_bytes(), Before::Any, &mut session.shell)?;
    }
    if args.json {
        let rows = rows(&loaded.game, &derived, &found);
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
    let width = rows(&loaded.game, &derived, &found).map(|row| row.0.chars().count()).max();
    let width = width.unwrap_or(0).max(4);
    shell.line(format!("{:<width$}  derived  learned", "kind"));
    for (name, old, new, error) in rows(&loaded.game, &derived, &found) {
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
struct Pupils {
    /// Positions to search for each move.
    nodes: u64,
    seed: u64,
    until: Instant,
}

impl Pupils {
    /// Plays games on all processors.
    fn play(&self, game: &Game, player: &dyn Fn() -> Computer) -> Vec<Lesson> {
        let threads = std::thread::available_parallelism().map_or(1, |count| count.get().min(64));
        let all = Mutex::new(Vec::new());
        let computers: Vec<Computer> = (0..threads).map(|_| player()).collect();
        std::thread::scope(|scope| {
            for (number, computer) in computers.iter().enumerate() {
                let all = &all;
                let mut dice = Dice::new(self.seed.wrapping_add(number as u64));
                scope.spawn(move || {
                    let start = game.start();
                    while Instant::now() < self.until {
                        let Some(lesson) = lesson(computer, &start, self.nodes, &mut dice) else {
                            continue;
                        };
                        // The lock is poisoned only if another thread panicked.
                        if let Ok(mut all) = all.lock() {
                            all.push(lesson);
                        }
                    }
                });
            }
        });
        all.into_inner().unwrap_or_default()
    }
}
