//! `alfil perft`: counts legal move sequences.

use crate::cli::load::{At, Loaded, Outcome, Session, Stop};
use crate::cli::parts::{Joined, PartArgs, PartFile, PartRequest, Run, Task, Wanted};
use crate::cli::progress::Progress;
use crate::cli::shell::Status;
use alfil::play::position::{Move, Position};
use alfil::play::resources::Effort;
use alfil::play::resources::available;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  alfil perft chess 5
  alfil perft contrast 4 --divide --after 'e2e4'
  alfil perft chess 6 --threads 2 --hash 64
  alfil perft chess 8 --part 3/64 -o 3.part
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
    /// The count behind each first move.
    #[arg(long, conflicts_with = "part")]
    pub(crate) divide: bool,
    /// Threads to count with.
    #[arg(long, default_value_t = 1, value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Megabytes for known counts, all threads together.
    #[arg(long, default_value_t = 0, value_name = "MB",
          value_parser = clap::value_parser!(u16).range(0..=4096))]
    hash: u16,
    #[command(flatten)]
    parts: PartArgs,
    /// One JSON object.
    #[arg(long, conflicts_with = "part")]
    pub(crate) json: bool,
}

/// The greatest length of the lines that are counted separately in a part.
const LINE: u32 = 2;

/// The settings of a count, as the files of its parts contain them.
#[derive(Serialize, Deserialize)]
struct Settings {
    position: String,
    depth: u32,
}

/// The count after one line.
#[derive(Serialize, Deserialize)]
struct LineCount {
    /// The moves of the line.
    line: Vec<String>,
    /// The count in decimal digits, since JSON has no integers of this size.
    nodes: String,
    seconds: f64,
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
        let said = format!("warning: {} of {} threads can be had", effort.threads, asked.threads);
        session.shell.error(said);
    }
    if effort.cache < asked.cache {
        let said = format!("warning: {} of {} MB can be had", effort.cache >> 20, args.hash);
        session.shell.error(said);
    }
    let begin = Instant::now();
    let endless = || endless(&loaded.name);
    if let Some(request) = args.parts.request() {
        return count_part(request, args.depth, &loaded, at, effort, session);
    }
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

/// Counts the lines of a part that are not in its file yet.
fn count_part(
    request: PartRequest<'_>,
    depth: u32,
    loaded: &Loaded,
    mut at: Position,
    effort: Effort,
    session: &mut Session,
) -> Outcome {
    let endless = || endless(&loaded.name);
    let length = depth.min(LINE);
    if length == 0 {
        let why = "a count of depth 0 has no parts; give a depth of at least 1";
        return Err(Stop::Refused(why.to_owned()));
    }
    let lines = lines(&mut at, length).ok_or_else(endless)?;
    let settings = Settings { position: at.text(), depth };
    let run = Run::new(Task::Perft, loaded, &settings, lines.len() as u64);
    let mut file = PartFile::open(request, run)?;
    let remaining = file.remaining();
    let progress = Progress::parts(remaining.len(), session.shell.is_quiet());
    for &item in &remaining {
        let line = &lines[item as usize];
        progress.begin(line.texts.join(" "));
        let begin = Instant::now();
        line.moves.iter().for_each(|mv| at.play(mv));
        let nodes = at.perft(depth - length, effort).ok_or_else(endless)?;
        line.moves.iter().for_each(|_| drop(at.take_back()));
        let seconds = begin.elapsed().as_secs_f64();
        file.add(item, &LineCount { line: line.texts.clone(), nodes: nodes.to_string(), seconds })?;
        progress.step();
    }
    drop(progress);
    session.shell.info(file.summary(remaining.len()));
    Ok(Status::Well)
}

/// Legal moves in a row.
#[derive(Clone, Default)]
struct Line {
    moves: Vec<Move>,
    texts: Vec<String>,
}

/// All lines of this length. `None` if there are infinitely many.
fn lines(at: &mut Position, length: u32) -> Option<Vec<Line>> {
    let Some(rest) = length.checked_sub(1) else { return Some(vec![Line::default()]) };
    let legal = at.legal();
    let moves = legal.list()?.into_iter().zip(legal.texts()?);
    let mut all = Vec::new();
    for (mv, text) in moves.collect::<Vec<_>>() {
        at.play(&mv);
        let more = lines(at, rest);
        at.take_back();
        all.extend(more?.into_iter().map(|line| Line {
            moves: [vec![mv.clone()], line.moves].concat(),
            texts: [vec![text.clone()], line.texts].concat(),
        }));
    }
    Some(all)
}

/// Prints the sum of the counts in the files of all parts.
pub(crate) fn join(
    joined: &Joined,
    loaded: Loaded,
    wanted: &Wanted,
    session: &mut Session,
) -> Outcome {
    let Settings { position, depth } = joined.run.settings()?;
    let first = session.workspace.read(&loaded.game, "the position", &position);
    let first = first.value.ok_or_else(|| {
        Stop::Refused(format!("`{position}` is no position of {}", loaded.resolved.title))
    })?;
    // A first move without a reply has a count of 0, and no line in a file.
    let moves = first.legal().texts().ok_or_else(|| endless(&loaded.name))?;
    let mut divide: Vec<(String, u128)> = moves.into_iter().map(|text| (text, 0)).collect();
    let (mut nodes, mut seconds) = (0u128, 0.0);
    for (item, count) in joined.results::<LineCount>()? {
        let bad = || Stop::Refused(format!("the result of item {item} is no count"));
        let number: u128 = count.nodes.parse().map_err(|_| bad())?;
        let part = divide.iter_mut().find(|(text, _)| count.line.first() == Some(text));
        let part = part.ok_or_else(bad)?;
        part.1 = part.1.saturating_add(number);
        nodes = nodes.saturating_add(number);
        seconds += count.seconds;
    }
    let divide = wanted.divide.then_some(divide);
    let counted = Counted { name: loaded.name, position, depth, nodes, seconds, divide };
    counted.print(wanted.json, session);
    Ok(Status::Well)
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
