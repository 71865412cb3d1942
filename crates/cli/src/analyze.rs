//! `alfil analyze`: finds the best moves of a position.

use alfil_play::computer::{Limits, Request, Score, Thought};
use alfil_play::coordinates;
use alfil_play::position::Move;
use alfil_shell::command::seconds;
use alfil_shell::load::{At, Outcome, Session};
use alfil_shell::terminal::{Status, Stop, wrap};
use alfil_workspace::variant::Source;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  alfil analyze contrast
  alfil analyze chess --after 'e2e4 e7e5' --time 5 --lines 3
  alfil analyze crazyhouse --depth 8 --json";

/// Arguments of `analyze`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    #[command(flatten)]
    at: At,
    /// Seconds to search; 1 if there is no other limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Plies to search.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Positions to search.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Number of best moves, each with its line.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=100))]
    lines: u16,
    /// Threads that search together. With more than one, the result may differ from run to run.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Megabytes for searched positions.
    #[arg(long, default_value_t = 16, value_name = "MB",
          value_parser = clap::value_parser!(u16).range(1..=4096))]
    hash: u16,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// One of the best moves, with texts.
struct Line {
    score: Score,
    moves: Vec<String>,
}

/// Searches the position and prints the best moves.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    let at = session.position(&loaded.game, &args.at)?;
    if let Some(end) = at.end() {
        return Err(Stop::Refused(format!("the game is over: {end}")));
    }
    let busy = session.busy("preparing the computer");
    let begin = Instant::now();
    let computer = loaded.computer(&Source::Usual, args.hash.into())?;
    drop(busy);
    if computer.megabytes() < args.hash.into() {
        let found = computer.megabytes();
        session.shell.info(format!("there is no memory for {} MB; {found} MB are used", args.hash));
    }
    let is_unlimited = args.time.is_none() && args.depth.is_none() && args.nodes.is_none();
    let time = args.time.or(is_unlimited.then_some(Duration::from_secs(1)));
    // The preparation takes a part of the time.
    let left = time.map(|time| time.saturating_sub(begin.elapsed()));
    let timed = left.map(Limits::of_time).unwrap_or_default();
    let limits = Limits { depth: args.depth, nodes: args.nodes, soft: None, ..timed };
    let mut lines: Vec<Line> = Vec::new();
    let mut depth = 0;
    let mut note = |thought: &Thought<Move>| {
        if thought.depth > depth {
            depth = thought.depth;
            lines.clear();
        }
        lines.push(Line { score: thought.score, moves: coordinates::texts(&at, &thought.line) });
    };
    let _busy = session.busy("searching");
    let (lines_wanted, threads) = (args.lines.into(), args.threads.into());
    let request = Request { limits: &limits, lines: lines_wanted, threads, only: &[] };
    let thought = computer.answer(&at, &request, &mut note);
    let Some(thought) = thought else {
        return Err(Stop::Refused("there is no legal move".into()));
    };
    if lines.is_empty() {
        lines.push(Line { score: thought.score, moves: coordinates::texts(&at, &thought.line) });
    }
    session.end_progress();
    let seconds = thought.time.as_secs_f64();
    if args.json {
        session.shell.json(&json!({
            "definition": loaded.name,
            "position": at.text(),
            "depth": thought.depth,
            "nodes": thought.nodes,
            "seconds": seconds,
            "lines": lines.iter().map(record).collect::<Vec<_>>(),
        }));
        return Ok(Status::Well);
    }
    let width = session.shell.width();
    for line in &lines {
        let head = format!("{:>7}  ", line.score.to_string());
        session.shell.say(&wrap(&head, &line.moves.join(" "), width));
    }
    let rate = thought.nodes as f64 / seconds.max(1e-9) / 1e3;
    let text = format!(
        "depth {}, {} positions in {seconds:.2} s, {rate:.0} thousand a second",
        thought.depth, thought.nodes
    );
    session.shell.note(text);
    Ok(Status::Well)
}

fn record(line: &Line) -> Value {
    json!({
        "score": line.score.centipawns(),
        "win in plies": line.score.plies_to_win(),
        "moves": line.moves,
    })
}
