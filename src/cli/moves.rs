//! `alfil moves`: the legal moves of a position.

use crate::board::game::position::Actor;
use crate::cli::Outcome;
use crate::cli::load::{At, Session, Stop};
use crate::cli::shell::Status;
use crate::cli::{plane, words};
use crate::play::game::Game;
use crate::play::position::Position;
use crate::suite::listing;
use crate::text::{moves, position};
use serde_json::{Value, json};

const EXAMPLES: &str = "\
Examples:
  alfil moves contrast
  alfil moves chess --after 'e2e4 e7e5'
  alfil moves chess --position '4k3/8/8/8/8/8/8/R3K2R w KQ -'";

/// Arguments of `moves`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    #[command(flatten)]
    pub at: At,
    /// On a plane: only along this bearing, in degrees (0 to the mover's right, 90 forward).
    #[arg(long, value_name = "D", allow_hyphen_values = true)]
    pub bearing: Option<f64>,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Lists the legal moves.
pub fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    let program = match &loaded.game {
        Game::Board(program) => program,
        Game::Plane(program) => return plane::moves(args, program, session),
    };
    if args.bearing.is_some() {
        let why = "a board has no bearings; `--bearing` is for planes";
        return Err(Stop::Refused(why.to_owned()));
    }
    let (at, _) = session.position(program, &args.at)?;
    if args.json {
        session.shell.json(&object(&at));
        return Ok(Status::Well);
    }
    session.shell.line(position::write(at.arena(), at.board()));
    let width = session.shell.width();
    session.shell.say(&words::moves(&listing::by_kind(&at), width));
    if let Some(outcome) = at.outcome() {
        session.shell.line(outcome.to_string());
    }
    Ok(Status::Well)
}

fn object(at: &Position) -> Value {
    let (game, arena) = (at.program().board().arena(), at.arena());
    let legal = at.moves();
    let texts = moves::write_all(arena, &legal);
    let name = |site| arena.graph.name(site);
    let all = legal.iter().zip(texts).map(|(mv, text)| {
        let captures: Vec<&str> = mv.captures.iter().map(|&site| name(site)).collect();
        let letter = |kind| arena.rules.kinds[kind].letter;
        let mut one = json!({
            "text": text,
            "from": mv.origin().map(name),
            "to": mv.target().map(name),
            "captures": captures,
            "promotion": mv.promotion.map(|kind| letter(kind).in_moves()),
            "position": position::write(game, &at.board().after(game, mv)),
        });
        match mv.actor {
            Actor::Piece => {}
            Actor::Hand(kind) => one["drop"] = letter(kind).to_string().into(),
            Actor::Section(section, stand) => {
                let section = arena.sections.get(section);
                let (file, rank) = section.stands[usize::from(stand)];
                one["section"] = section.name.value.clone().into();
                one["place"] = arena.graph.cell_name(file, rank).into();
            }
            Actor::Nobody => one["pass"] = true.into(),
        }
        one
    });
    json!({ "position": position::write(arena, at.board()), "moves": all.collect::<Vec<_>>() })
}
