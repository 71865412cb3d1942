//! `alfil mate`: proves that the side to move can or cannot force a win in a few moves. With more
//! than two sides, to win is to take an enemy out of the game.

mod keys;
mod plane;
mod words;

use crate::cli::arguments::seconds;
use crate::cli::load::{At, Outcome, Session};
use crate::cli::shell::{Shell, Status};
use crate::cli::stop::Stop;
use crate::cli::wrap::wrap;
use alfil::play::computer::{Limits, Request, Thought};
use alfil::play::line;
use alfil::play::position::{Move, Position};
use alfil::variant::values::Source;
use serde_json::json;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  alfil mate chess --in 2 --position 'kbK5/pp6/1P6/8/8/8/8/R7 w - -'
  alfil mate circe --in 2 --position 'FEN' --json
  alfil mate marseillais --plies 4 --after 'e2e4 d2d4'
  alfil mate continuous --in 1 --position 'K4,1 R1,2 R7,7.55 R7,7.1 k4,8 w 0 1'

All moves are tried, so the answer is certain. The time grows very fast with the number of moves.
On a plane, `--in 1` lists the distances that mate, and a reply for the others. `--in 2` tries the
ends and the middle of each interval as first moves, and lists a mate after every reply.
With more than two sides, the proof is that an enemy leaves the game, whatever all others do. Allies
help. `--in N` ends before the side to move has moved N + 1 times.
`alfil analyze` finds most long wins faster, but it may overlook some.";

/// The greatest number of winning moves that are listed.
const LINES: usize = 500;

/// The memory for searched positions.
const MEGABYTES: usize = 64;

/// The default width of undecided ranges on a plane.
const WIDTH: f64 = 1e-6;

/// Reads the width of undecided ranges.
fn width(text: &str) -> Result<f64, String> {
    let width: Option<f64> = text.parse().ok().filter(|n| (1e-8..=1.0).contains(n));
    width.ok_or_else(|| "from 0.00000001 to 1, such as 0.001".to_owned())
}

/// Arguments of `mate`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    #[command(flatten)]
    at: At,
    /// The number of moves of the side to move, if each turn is one move.
    #[arg(long = "in", value_name = "MOVES", default_value_t = 2,
          value_parser = clap::value_parser!(u32).range(1..=50))]
    moves: u32,
    /// The number of moves and steps of both sides together, instead of `--in`.
    #[arg(long, value_name = "N", conflicts_with = "moves",
          value_parser = clap::value_parser!(u32).range(1..=100))]
    plies: Option<u32>,
    /// Seconds after which the search gives up.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// On a plane with `--in 2`: examine only this first move.
    #[arg(long, value_name = "MOVE", allow_hyphen_values = true)]
    first: Option<String>,
    /// On a plane: ranges of moves narrower than this are left undecided.
    #[arg(long, value_name = "LENGTH", default_value_t = WIDTH, value_parser = width)]
    width: f64,
    /// One JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Searches for a win and prints the moves that force it.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    let at = session.position(&loaded.game, &args.at)?;
    if let Some(end) = at.end() {
        return Err(Stop::Refused(format!("the game is over: {end}")));
    }
    if let Position::Plane(play) = &at {
        let task =
            plane::Task { name: &loaded.name, width: args.width, time: args.time, json: args.json };
        let plies = args.plies.unwrap_or(2 * args.moves - 1);
        let answer = match (plies, &args.first) {
            (1, None) => plane::run(play, &task, session),
            (3, None) => keys::run(play, None, &task, session),
            (3, Some(first)) => {
                let read = play.read_move(first);
                let illegal = |why| Stop::Refused(format!("`{first}` is not legal: {why}"));
                let first = read.map_err(illegal)?;
                keys::run(play, Some(&first), &task, session)
            }
            (1, Some(_)) => {
                let why = "`--first` is about mates in two moves: type `--in 2`";
                return Err(Stop::Refused(why.to_owned()));
            }
            _ => {
                let why = "on a plane, only mates in one and two moves are proved: type `--in 1` or \
                           `--in 2`; `alfil analyze` finds good moves that look further";
                return Err(Stop::Refused(why.to_owned()));
            }
        };
        return answer.map(|()| Status::Well).map_err(|why| Stop::Refused(why.to_owned()));
    }
    if args.first.is_some() {
        let why = "`--first` is for planes; on a board all first moves are tried";
        return Err(Stop::Refused(why.to_owned()));
    }
    let busy = session.busy("preparing the computer");
    let begin = Instant::now();
    let computer = loaded.computer(&Source::Rules, MEGABYTES)?;
    drop(busy);
    let round = round(&at);
    let plies = args.plies.unwrap_or(round.plies(args.moves));
    // The preparation takes a part of the time.
    let hard = args.time.map(|time| time.saturating_sub(begin.elapsed()));
    let limits = Limits { hard, ..Limits::default() };
    let mut wins: Vec<Vec<String>> = Vec::new();
    let mut note = |thought: &Thought<Move>| wins.push(line::texts(&at, &thought.line));
    let busy = session.busy("searching");
    let request = Request { limits: &limits, lines: LINES, threads: 1, only: &[] };
    let found = computer.win(&at, plies, &request, &mut note);
    drop(busy);
    session.end_progress();
    let Some(found) = found else {
        return Err(Stop::Refused("the game is over".to_owned()));
    };
    let is_complete = !wins.is_empty() || found.depth == plies;
    if args.json {
        session.shell.json(&json!({
            "definition": loaded.name,
            "position": at.text(),
            "plies": (!wins.is_empty()).then_some(found.depth),
            "searched plies": found.depth,
            "complete": is_complete,
            "nodes": found.nodes,
            "seconds": found.time.as_secs_f64(),
            "lines": wins,
        }));
        return Ok(Status::Well);
    }
    say(&mut session.shell, (args, &round), (&wins, &found), plies);
    Ok(Status::Well)
}

/// How moves of the side to move are counted in plies.
enum Round {
    /// The proof ends with its last move.
    TwoSides,
    /// The proof ends before the side moves again. A mated side leaves when its turn comes.
    Several { in_play: u32 },
}

impl Round {
    fn plies(&self, moves: u32) -> u32 {
        match self {
            Round::TwoSides => 2 * moves - 1,
            Round::Several { in_play } => moves * in_play,
        }
    }

    fn moves(&self, plies: u32) -> u32 {
        match self {
            Round::TwoSides => plies.div_ceil(2),
            Round::Several { in_play } => plies.div_ceil(*in_play),
        }
    }
}

fn round(at: &Position) -> Round {
    let sides = at.rules().sides;
    match at {
        Position::Board(play) if !sides.are_two() => {
            Round::Several { in_play: sides.all().minus(play.board().out).count() as u32 }
        }
        Position::Board(_) | Position::Plane(_) => Round::TwoSides,
    }
}

/// Prints the answer for people.
fn say(
    shell: &mut Shell,
    (args, round): (&Args, &Round),
    (wins, found): (&[Vec<String>], &Thought<Move>),
    plies: u32,
) {
    let span = |plies: u32| match args.plies {
        None if round.moves(plies) == 1 => "1 move".to_owned(),
        None => format!("{} moves", round.moves(plies)),
        Some(_) if plies == 1 => "1 ply".to_owned(),
        Some(_) => format!("{plies} plies"),
    };
    let width = shell.width();
    let nothing = match round {
        Round::TwoSides => "no forced win",
        Round::Several { .. } => "no enemy can be forced out",
    };
    if !wins.is_empty() {
        let wins_in = match round {
            Round::TwoSides => "wins in",
            Round::Several { .. } => "an enemy is out in",
        };
        shell.line(format!("{wins_in} {}:", span(found.depth)));
        for win in wins {
            shell.say(&wrap("  ", &win.join(" "), width));
        }
    } else if found.depth == plies {
        shell.line(format!("{nothing} in {}", span(plies)));
    } else {
        let depth = found.depth;
        shell.line(format!("not decided in this time: {nothing} in {depth} plies"));
    }
    let text = format!("{} positions in {:.2} s", found.nodes, found.time.as_secs_f64());
    shell.note(text);
}
