//! `alfil random`: a random game.

use crate::cli::Outcome;
use crate::cli::load::{At, Loaded, Session};
use crate::cli::shell::Status;
use crate::cli::{plane, words};
use crate::play::game::Game;
use crate::play::outcome;
use crate::render::scene::Picture;
use crate::render::{board, terminal};
use crate::rules::side::Side;
use crate::suite::playout::{Dice, playout};
use crate::text::position;
use serde_json::json;
use std::time::{SystemTime, UNIX_EPOCH};

const EXAMPLES: &str = "\
Examples:
  alfil random contrast --plies 40
  alfil random chess --plies 200 --seed 7 --json";

/// Arguments of `random`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    /// Moves to play at most; a finished game ends before.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub plies: u32,
    /// The same seed gives the same game; without one, each game is another.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    pub at: At,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// The seed asked for, or one of its own.
pub fn seed(args: &Args) -> u64 {
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos() as u64);
    args.seed.unwrap_or_else(clock)
}

/// Plays.
pub fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    let program = match &loaded.game {
        Game::Board(program) => program,
        Game::Plane(program) => return plane::random(args, &loaded, program, session),
    };
    let (mut at, _) = session.position(program, &args.at)?;
    let seed = seed(args);
    let line = playout(&mut at, args.plies as usize, &mut Dice::new(seed));
    let picture = Picture::of("", board::scene(&at, None));
    let picture = terminal::draw(&picture, session.shell.colour(), session.shell.width());
    Played {
        seed,
        line,
        position: position::write(at.arena(), at.board()),
        outcome: at.outcome(),
        side: at.side(),
        picture: format!("\n{picture}"),
    }
    .tell(args, &loaded, session)
}

/// A random game.
pub struct Played {
    /// What it can be played again with.
    pub seed: u64,
    /// Its moves.
    pub line: Vec<String>,
    /// Where it got.
    pub position: String,
    /// How it ended, if it did.
    pub outcome: Option<outcome::Outcome>,
    /// Whose turn it is.
    pub side: Side,
    /// The position, drawn.
    pub picture: String,
}

impl Played {
    /// Tells it.
    pub fn tell(self, args: &Args, loaded: &Loaded, session: &mut Session) -> Outcome {
        let outcome = self.outcome.map(|o| o.to_string());
        if args.json {
            session.shell.json(&json!({
                "definition": loaded.name,
                "seed": self.seed,
                "moves": self.line,
                "position": self.position,
                "outcome": outcome,
            }));
            return Ok(Status::Well);
        }
        let width = session.shell.width();
        session.shell.say(&words::wrap("", &self.line.join(" "), width));
        session.shell.say(&format!("{}\n", self.picture.trim_end()));
        session.shell.line(self.position);
        session.shell.line(outcome.unwrap_or_else(|| format!("{} to move", self.side.name())));
        session.shell.line(format!("seed {}", self.seed));
        Ok(Status::Well)
    }
}
