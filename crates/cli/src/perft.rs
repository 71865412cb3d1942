//! `alfil perft`: counts legal move sequences.

use alfil_play::resources::Effort;
use alfil_play::resources::available;
use alfil_shell::load::{At, Outcome, Session};
use alfil_shell::terminal::{Progress, Status, Stop};
use serde_json::{Map, Value, json};
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  alfil perft chess 5
  alfil perft contrast 4 --divide --after 'e2e4'
  alfil perft chess 6 --threads 2 --hash 64
  alfil perft chess 4 --position 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq -' --json";

/// Arguments of `perft`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    /// Length of the sequences, in moves.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=60), allow_negative_numbers = true)]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) at: At,
    /// Print the count after each first move.
    #[arg(long)]
    pub(crate) divide: bool,
    /// Threads to count with.
    #[arg(long, default_value_t = 1, value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Megabytes for known counts, for all threads together.
    #[arg(long, default_value_t = 0, value_name = "MB",
          value_parser = clap::value_parser!(u16).range(0..=4096))]
    hash: u16,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// A count with its parts.
struct Counted {
    name: String,
    position: String,
    depth: u32,
    nodes: u128,
    seconds: f64,
    /// The count for each first move.
    divide: Option<Vec<(String, u128)>>,
}

/// Counts and prints the numbers.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    let mut at = session.position(&loaded.game, &args.at)?;
    let asked = Effort { threads: args.threads.into(), cache: usize::from(args.hash) << 20 };
    let effort = available(asked);
    if effort.threads < asked.threads {
        let said =
            format!("warning: only {} of {} threads are available", effort.threads, asked.threads);
        session.shell.error(said);
    }
    if effort.cache < asked.cache {
        let said =
            format!("warning: only {} of {} MB are available", effort.cache >> 20, args.hash);
        session.shell.error(said);
    }
    let begin = Instant::now();
    let endless = || endless(&loaded.name);
    let mut parts: Vec<(String, u128)> = Vec::new();
    let nodes = match args.depth.checked_sub(1) {
        Some(rest) if args.divide => {
            let legal = at.legal();
            let moves = legal.list().zip(legal.texts()).ok_or_else(endless)?;
            let progress = Progress::parts(moves.0.len(), session.shell.is_quiet());
            for (mv, text) in moves.0.iter().zip(moves.1) {
                at.play(mv);
                progress.begin(text.clone());
                parts.push((text, at.perft(rest, effort).ok_or_else(endless)?));
                at.take_back();
                progress.step();
            }
            parts.iter().fold(0u128, |sum, (_, nodes)| sum.saturating_add(*nodes))
        }
        Some(_) | None => {
            let _progress = Progress::endless("counting", session.shell.is_quiet());
            at.perft(args.depth, effort).ok_or_else(endless)?
        }
    };
    let counted = Counted {
        name: loaded.name,
        position: at.text(),
        depth: args.depth,
        nodes,
        seconds: begin.elapsed().as_secs_f64(),
        divide: args.divide.then_some(parts),
    };
    counted.print(args.json, session);
    Ok(Status::Well)
}

fn endless(name: &str) -> Stop {
    Stop::Refused(format!(
        "{name} has infinitely many moves, so there is nothing to count; \
         `alfil moves {name}` shows them as families"
    ))
}

impl Counted {
    fn print(self, json: bool, session: &mut Session) {
        let Counted { name, position, depth, nodes, seconds, divide } = self;
        if json {
            let mut object = json!({
                "definition": name,
                "position": position,
                "depth": depth,
                "nodes": number(nodes),
                "seconds": seconds,
            });
            if let Some(parts) = divide {
                let parts = parts.into_iter().map(|(text, nodes)| (text, number(nodes)));
                object["divide"] = Value::Object(parts.collect::<Map<_, _>>());
            }
            session.shell.json(&object);
            return;
        }
        for (text, nodes) in divide.iter().flatten() {
            session.shell.line(format!("{text}: {}", said(*nodes)));
        }
        let rate = nodes as f64 / seconds.max(1e-9) / 1e6;
        session.shell.line(said(nodes));
        session.shell.note(format!("{seconds:.3} s, {rate:.1} million a second"));
    }
}

/// Writes a count for people.
fn said(nodes: u128) -> String {
    match nodes {
        u128::MAX => format!("more than {}", u64::MAX - 1),
        nodes => nodes.to_string(),
    }
}

/// Writes a count as JSON. It is a number below 2^64 and a string above, because few JSON parsers
/// support larger numbers.
pub(crate) fn number(nodes: u128) -> Value {
    u64::try_from(nodes).map_or_else(|_| said(nodes).into(), Value::from)
}
