//! `alfil random`: plays a random game.

use alfil_describe::replay::ended;
use alfil_play::coordinates::playout;
use alfil_play::dice::Dice;
use alfil_records::pgn::Record;
use alfil_render::drawing::Drawing;
use alfil_shell::load::{At, Begin, Outcome, Session, clock};
use alfil_shell::terminal::{Status, wrap};
use serde_json::json;

const EXAMPLES: &str = "\
Examples:
  alfil random contrast
  alfil random chess --plies 200 --seed 7 --json";

/// The default length of a game in plies. Most random games of chess are shorter.
const USUAL_PLIES: u32 = 500;

/// Arguments of `random`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    /// The most moves to play; a game may end earlier.
    #[arg(long, value_name = "N", default_value_t = USUAL_PLIES, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub(crate) plies: u32,
    #[command(flatten)]
    pub(crate) at: At,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
    /// The game as PGN.
    #[arg(long, conflicts_with = "json")]
    as_pgn: bool,
}

/// The requested seed, or a new one.
pub(crate) fn seed(args: &Args) -> u64 {
    args.at.begin.seed.unwrap_or_else(clock)
}

/// Plays a random game.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    let seed = seed(args);
    let At { position, after, pgn, begin: Begin { number, .. } } = &args.at;
    let begin = Begin { number: *number, seed: Some(seed) };
    let (position, after, pgn) = (position.clone(), after.clone(), pgn.clone());
    let begin = At { position, after, pgn, begin };
    let mut at = session.position(&loaded.game, &begin)?;
    let start = at.rules().shuffle.as_ref().map(|_| at.text());
    let mut replayed = at.clone();
    let line = playout(&mut at, args.plies as usize, &mut Dice::new(seed));
    if args.as_pgn {
        let mut record = Record::new(&loaded.game, &replayed);
        for text in &line {
            let Some(mv) = replayed.legal().find(text) else { break };
            record.push(&replayed, &mv);
            replayed.play(&mv);
        }
        session.shell.say(&record.pgn(&loaded.resolved.title, &at));
        return Ok(Status::Well);
    }
    if args.json {
        let mut game = json!({
            "definition": loaded.name,
            "seed": seed,
            "moves": line,
            "position": at.text(),
            "outcome": at.outcome().map(|o| o.to_string()),
        });
        if let Some(start) = start {
            game["start"] = start.into();
        }
        if let Some(ended) = ended(&at) {
            game["ended"] = ended;
        }
        session.shell.json(&game);
        return Ok(Status::Well);
    }
    let (width, colour) = (session.shell.width(), session.shell.colour());
    start.iter().for_each(|start| session.shell.line(start));
    session.shell.say(&wrap("", &line.join(" "), width));
    let drawn = Drawing::of("", &at).text(colour, width);
    session.shell.paint(&format!("\n{}\n", drawn.trim_matches('\n')));
    session.shell.line(at.text());
    session
        .shell
        .line(at.end().unwrap_or_else(|| format!("{} to move", at.rules().name_of(at.side()))));
    session.shell.line(format!("seed {seed}"));
    Ok(Status::Well)
}
