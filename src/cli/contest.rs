//! `alfil match`: plays games between two players and compares their strength.

use crate::cli::load::{Begin, Outcome, Session, Stop};
use crate::cli::progress::Progress;
use crate::cli::random::clock;
use crate::cli::shell::Status;
use alfil::play::computer::{Computer, Level, Limits};
use alfil::play::contest::{
    ComputerPlayer, End, Player, RandomPlayer, Strength, Tally, opening, play,
};
use alfil::play::game::Game;
use alfil::play::pgn::Record;
use alfil::play::rng::Dice;
use alfil_rules::side::BySide;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  alfil match contrast computer:6 computer:5
  alfil match chess computer:nodes=4000 random --games 20
  alfil match ./mine.yaml computer:time=0.1 computer:time=0.5 --games 100 --stop-at 0,10

A player is `random`, `computer:LEVEL` with a level from 1 to 10, `computer:nodes=N`,
`computer:depth=N`, or `computer:time=SECONDS` for each move.";

/// The memory of each computer player.
const MEGABYTES: usize = 16;

/// A sequential test ends when one hypothesis is 19 times as likely as the other.
const DECISIVE: f64 = 2.944;

/// Arguments of `match`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    /// The first player.
    #[arg(value_parser = seat)]
    first: Seat,
    /// The second player.
    #[arg(value_parser = seat)]
    second: Seat,
    /// Games to play at most. Two games in a row have the same opening and changed sides.
    #[arg(long, value_name = "N", default_value_t = 20,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Random moves at the begin of each pair of games.
    #[arg(long, value_name = "PLIES", default_value_t = 4,
          value_parser = clap::value_parser!(u16).range(0..=100))]
    opening: u16,
    /// Ends the match early if the games show that the first player is stronger by at least the
    /// second number of Elo, or by at most the first.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = hypotheses)]
    stop_at: Option<(f64, f64)>,
    /// Writes all games to this file, as PGN.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    #[command(flatten)]
    begin: Begin,
    /// One JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A player as it is written on the command line.
#[derive(Clone, Debug)]
struct Seat {
    text: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Random,
    Computer(Strength),
}

fn seat(text: &str) -> Result<Seat, String> {
    let why = "write `random`, `computer:5`, `computer:nodes=4000`, `computer:depth=4` or \
               `computer:time=0.1`";
    let kind = match text.split_once(':') {
        None if text == "random" => Some(Kind::Random),
        None if text == "computer" => Some(Kind::Computer(Strength::Level(Level::BEST))),
        Some(("computer", strength)) => strength_of(strength).map(Kind::Computer),
        None | Some(_) => None,
    };
    kind.map(|kind| Seat { text: text.to_owned(), kind }).ok_or_else(|| why.to_owned())
}

fn strength_of(text: &str) -> Option<Strength> {
    let limits = match text.split_once('=') {
        None => return text.parse().ok().and_then(Level::new).map(Strength::Level),
        Some(("nodes", nodes)) => {
            let nodes = nodes.parse().ok().filter(|nodes| *nodes > 0)?;
            Limits { nodes: Some(nodes), ..Limits::default() }
        }
        Some(("depth", depth)) => {
            let depth = depth.parse().ok().filter(|depth| (1..=100).contains(depth))?;
            Limits { depth: Some(depth), ..Limits::default() }
        }
        Some(("time", seconds)) => {
            let seconds = seconds.parse().ok().filter(|s| *s > 0.0 && *s < 1e6)?;
            Limits::of_time(Duration::from_secs_f64(seconds))
        }
        Some(_) => return None,
    };
    Some(Strength::Limits(limits))
}

fn hypotheses(text: &str) -> Result<(f64, f64), String> {
    let pair = text.split_once(',').and_then(|(low, high)| {
        Some((low.trim().parse::<f64>().ok()?, high.trim().parse::<f64>().ok()?))
    });
    let pair = pair.filter(|(low, high)| low < high && low.abs() < 1e4 && high.abs() < 1e4);
    pair.ok_or_else(|| "write two numbers of Elo, the smaller one first, such as `0,10`".to_owned())
}

/// Makes a player of `game`.
fn player(seat: &Seat, game: &Game, seed: u64) -> Result<Box<dyn Player>, Stop> {
    Ok(match &seat.kind {
        Kind::Random => Box::new(RandomPlayer::new(seed)),
        Kind::Computer(strength) => {
            let computer = Computer::new(game, MEGABYTES).ok_or_else(|| {
                Stop::Refused("the computer plays on boards only, not on planes".to_owned())
            })?;
            Box::new(ComputerPlayer::new(computer, strength.clone(), seed))
        }
    })
}

/// Plays the match and prints its result.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    let seed = args.begin.seed.unwrap_or_else(clock);
    let mut first = player(&args.first, &loaded.game, seed)?;
    let mut second = player(&args.second, &loaded.game, seed.wrapping_add(1))?;
    let mut tally = Tally::default();
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    let mut plies = 0;
    let mut pgn = String::new();
    let progress = Progress::parts(args.games as usize, session.shell.is_quiet());
    let mut start = None;
    for number in 0..args.games {
        // Two games in a row begin with the same opening.
        let mut dice = Dice::new(seed.wrapping_add(2 + u64::from(number / 2)));
        if number % 2 == 0 {
            let begin = Begin { seed: Some(dice.below(1 << 30) as u64), ..args.begin.clone() };
            let position = crate::cli::load::start(&loaded.game, &begin)?;
            start = Some(opening(&position, args.opening.into(), &mut dice));
        }
        let Some(begin) = &start else { break };
        progress.begin(format!("{} points in {}", tally.points, tally.games()));
        let is_white = number % 2 == 0;
        let played = match is_white {
            true => play(begin, BySide([&mut *first, &mut *second])),
            false => play(begin, BySide([&mut *second, &mut *first])),
        };
        let white = played.white_points();
        tally.add(if is_white { white } else { 1.0 - white });
        plies += played.moves.len();
        *ends.entry(said(&played.end)).or_default() += 1;
        if args.pgn.is_some() {
            let mut record = Record::new(&loaded.game, begin);
            let mut now = begin.clone();
            for mv in &played.moves {
                record.push(&now, mv);
                now.play(mv);
            }
            pgn += &record.pgn(&loaded.resolved.title, &now);
            pgn.push('\n');
        }
        progress.step();
        if decided(args, &tally).is_some() {
            break;
        }
    }
    drop(progress);
    if let Some(path) = &args.pgn {
        std::fs::write(path, &pgn).map_err(|error| {
            let why = crate::cli::io_error::plain(&error);
            Stop::Refused(format!("{} cannot be written: {why}", path.display()))
        })?;
    }
    report(args, &loaded.name, &tally, &ends, plies, session);
    Ok(Status::Well)
}

/// The hypothesis that the games support, in words.
fn decided(args: &Args, tally: &Tally) -> Option<String> {
    let (low, high) = args.stop_at?;
    let ratio = tally.likelihood(low, high)?;
    match ratio {
        ratio if ratio >= DECISIVE => Some(format!("stronger by at least {high} Elo")),
        ratio if ratio <= -DECISIVE => Some(format!("stronger by at most {low} Elo")),
        _ => None,
    }
}

fn said(end: &End) -> String {
    match end {
        End::Outcome(outcome) => outcome.to_string(),
        End::Stuck => "no legal move, without a result".to_owned(),
        End::TooLong => "too many moves".to_owned(),
        End::Failed(side, why) => format!("{} could not move: {why}", side.name()),
    }
}

fn report(
    args: &Args,
    name: &str,
    tally: &Tally,
    ends: &BTreeMap<String, u32>,
    plies: usize,
    session: &mut Session,
) {
    let (elo, bounds) = tally.elo();
    let games = tally.games().max(1);
    if args.json {
        let finite = |value: f64| value.is_finite().then_some(value);
        session.shell.json(&json!({
            "definition": name,
            "players": [args.first.text, args.second.text],
            "games": tally.games(),
            "won": tally.won,
            "drawn": tally.drawn,
            "lost": tally.lost,
            "points": tally.points,
            "score": tally.score(),
            "error": tally.error(),
            "elo": finite(elo),
            "elo bounds": bounds.map(|(low, high)| [finite(low), finite(high)]),
            "verdict": decided(args, tally),
            "plies": plies,
            "ends": ends,
        }));
        return;
    }
    let shell = &mut session.shell;
    shell.line(format!("{} against {}", args.first.text, args.second.text));
    shell.line(format!(
        "{} games: {} won, {} drawn, {} lost; {:.1} % of the points",
        tally.games(),
        tally.won,
        tally.drawn,
        tally.lost,
        100.0 * tally.score()
    ));
    shell.line(match bounds {
        _ if elo.is_infinite() => "no difference in Elo can be computed".to_owned(),
        Some((low, high)) => {
            format!("{elo:+.0} Elo, with 95 % {} to {}", signed(low), signed(high))
        }
        None => format!("{elo:+.0} Elo"),
    });
    if let Some(verdict) = decided(args, tally) {
        shell.line(format!("The first player is {verdict}."));
    }
    shell.line(format!("{:.1} plies in a game", plies as f64 / f64::from(games)));
    for (end, count) in ends {
        shell.line(format!("{count:>6}  {end}"));
    }
}

/// A bound of a difference in Elo.
fn signed(elo: f64) -> String {
    match elo {
        elo if elo == f64::INFINITY => "any more".to_owned(),
        elo if elo == f64::NEG_INFINITY => "any less".to_owned(),
        elo => format!("{elo:+.0}"),
    }
}
