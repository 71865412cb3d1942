//! `alfil moves`: lists the legal moves of a position.

use crate::looker::{self, Looker};
use crate::words;
use alfil_describe::families;
use alfil_describe::replay::ended;
use alfil_play::board::{Actor, BoardPlay, Move, notation, text};
use alfil_play::plane::{Family, Motion, Vector};
use alfil_play::position::{Legal, Position};
use alfil_rules::chance::Slots;
use alfil_shell::load::{At, Outcome, Session};
use alfil_shell::terminal::{Status, Stop};
use serde_json::{Value, json};
use std::num::ParseFloatError;
use std::str::FromStr;

/// `--bearing` selects a family if the bearings differ by at most this number of degrees.
const NEAR: f64 = 0.05;

const EXAMPLES: &str = "\
Examples:
  alfil moves contrast
  alfil moves chess --after 'e2e4 e7e5'
  alfil moves chess --position '4k3/8/8/8/8/8/8/R3K2R w KQ -'";

/// Arguments of `moves`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    #[command(flatten)]
    pub(crate) at: At,
    /// On a plane: only along this bearing, in degrees (0 to the mover's right, 90 forward). In a box:
    /// only along this direction, such as 0,0,1 (right, forward, up).
    #[arg(long, value_name = "D", allow_hyphen_values = true)]
    pub(crate) bearing: Option<Asked>,
    /// Show only what this side sees, in a game with `sight`.
    #[arg(long = "as", value_name = "SIDE", value_enum, conflicts_with = "bearing")]
    pub(crate) looker: Option<Looker>,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// A bearing on a plane, or a direction in a box.
#[derive(Clone, Copy)]
pub(crate) enum Asked {
    /// In degrees.
    Bearing(f64),
    /// Right, forward and up.
    Direction(Vector),
}

impl FromStr for Asked {
    type Err = ParseFloatError;

    fn from_str(text: &str) -> Result<Asked, ParseFloatError> {
        let numbers: Vec<f64> = text.split(',').map(str::parse).collect::<Result<_, _>>()?;
        match *numbers {
            [x, y, z] => Ok(Asked::Direction(Vector::in_space(x, y, z))),
            _ => text.parse().map(Asked::Bearing),
        }
    }
}

/// Lists the legal moves of the position.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    let at = session.position(&loaded.game, &args.at)?;
    if let Some(looker) = args.looker {
        return as_side(args, &at, looker, session);
    }
    let mut legal = at.legal();
    if let Some(asked) = args.bearing {
        let Legal::Plane(play, families) = &mut legal else {
            let why = "`--bearing` works only on planes";
            return Err(Stop::Refused(why.to_owned()));
        };
        let is_box = play.program().surface().is_box();
        match asked {
            Asked::Bearing(asked) if !asked.is_finite() => {
                return Err(Stop::Refused(format!("`{asked}` is not a bearing")));
            }
            Asked::Bearing(_) if is_box => {
                let why = "a direction in a box has three numbers, such as `--bearing 0,0,1`";
                return Err(Stop::Refused(why.to_owned()));
            }
            Asked::Direction(_) if !is_box => {
                let why = "a bearing on a plane is a number of degrees, such as `--bearing 90`";
                return Err(Stop::Refused(why.to_owned()));
            }
            Asked::Bearing(_) | Asked::Direction(_) => {}
        }
        families.retain(|family| is_along(family, asked));
    }
    if args.json {
        session.shell.json(&object(&at, &legal));
        return Ok(Status::Well);
    }
    session.shell.line(at.text());
    session.shell.say(&words::moves(&legal.by_kind(), at.noun(), session.shell.width()));
    at.end().iter().for_each(|end| session.shell.line(end));
    Ok(Status::Well)
}

/// Lists what one side sees: its view, and its legal moves if it is to move.
fn as_side(args: &Args, at: &Position, looker: Looker, session: &mut Session) -> Outcome {
    let seen = looker::seen(at, looker)?;
    let side = seen.side();
    let tries = at.has_umpire();
    let (legal, key) = if tries { (at.tries(), "tries") } else { (at.legal(), "moves") };
    // After the end nothing is tried any more, and the legal moves would tell what is hidden.
    let is_over = at.end().is_some() && seen.hides();
    let is_due = at.side() == side && !at.rolls() && !is_over;
    if args.json {
        let texts = if is_due { legal.texts().unwrap_or_default() } else { Vec::new() };
        let mut object = json!({
            "view": seen.text(),
            "as": side.name().to_lowercase(),
            key: texts,
        });
        if let Some(ended) = ended(at) {
            object["ended"] = ended;
        }
        session.shell.json(&object);
        return Ok(Status::Well);
    }
    session.shell.line(seen.text());
    match is_due {
        true => {
            let width = session.shell.width();
            let noun = if tries { words::TRIES } else { at.noun() };
            session.shell.say(&words::moves(&legal.by_kind(), noun, width));
        }
        false if is_over => {}
        false => session.shell.line(format!("{} to move", at.rules().name_of(at.side()))),
    }
    at.end().iter().for_each(|end| session.shell.line(end));
    Ok(Status::Well)
}

fn is_along(family: &Family, asked: Asked) -> bool {
    match (family.motion, asked) {
        (Motion::Flight { heading, .. }, Asked::Direction(asked)) => {
            let heading = heading.unit();
            heading.times(asked).length().atan2(heading.dot(asked)).to_degrees() <= NEAR
        }
        (
            Motion::Ray { bearing, .. }
            | Motion::Great { bearing, .. }
            | Motion::Arc { bearing, .. },
            Asked::Bearing(asked),
        ) => {
            let apart = (bearing - asked).rem_euclid(360.0);
            apart.min(360.0 - apart) <= NEAR
        }
        (Motion::Flight { .. }, Asked::Bearing(_))
        | (Motion::Ray { .. } | Motion::Great { .. } | Motion::Arc { .. }, Asked::Direction(_))
        | (Motion::Turn | Motion::Region | Motion::Shot | Motion::Bent(_), _) => false,
    }
}

fn object(at: &Position, legal: &Legal<'_>) -> Value {
    let mut object = match legal {
        Legal::Board(play, moves) => json!({ "position": at.text(), "moves": cells(play, moves) }),
        Legal::Plane(play, all) => {
            let all: Vec<Value> = all.iter().map(|f| families::object(play, f)).collect();
            json!({ "position": at.text(), "families": all })
        }
    };
    if let Some(ended) = ended(at) {
        object["ended"] = ended;
    }
    object
}

/// The cells that a move changes, with the pieces before and after it.
fn changes(before: &BoardPlay, after: &BoardPlay) -> Value {
    let arena = before.arena();
    let letter = |play: &BoardPlay, site| text::stack(arena, play.board(), site);
    let change = |site| {
        let (was, is) = (letter(before, site), letter(after, site));
        (was != is).then(|| json!({ "cell": arena.graph.name(site), "before": was, "after": is }))
    };
    arena.graph.sites().filter_map(change).collect()
}

/// The moves on a board as JSON, each with the position after it.
fn cells(play: &BoardPlay, legal: &[Move]) -> Vec<Value> {
    let arena = play.arena();
    let name = |site| arena.graph.name(site);
    let letter = |kind| arena.rules.kinds[kind].letter;
    let mut next = play.clone();
    let object = |(mv, text): (&Move, String)| {
        let captures: Vec<&str> = mv.captures.iter().map(|&site| name(site)).collect();
        next.play(mv);
        let changes = arena.rules.changes_pieces().then(|| changes(play, &next));
        let mut one = json!({
            "text": text,
            "from": mv.origin().map(name),
            "to": mv.target().map(name),
            "captures": captures,
            "promotion": mv.promotion.map(|kind| letter(kind).in_moves()),
            "position": next.text(),
        });
        next.take_back();
        if let Some(changes) = changes {
            one["changes"] = changes;
        }
        match mv.actor {
            Actor::Piece => {}
            Actor::Hand(kind) => one["drop"] = letter(kind).to_string().into(),
            Actor::Section(section, stand) => {
                let section = arena.sections.get(section);
                let (file, rank) = section.stands[usize::from(stand)];
                one["section"] = section.name.value.clone().into();
                one["place"] = arena.graph.cell_name(file, rank).into();
                if let Some(called) = section.called.get(usize::from(stand)) {
                    one["called"] = called.clone().into();
                }
            }
            Actor::Die(id, face) => {
                let die = &arena.rules.dice[id];
                one["roll"] = die.name.value.clone().into();
                one["value"] = die.word(face).into();
                let slots = Slots::of(&arena.rules.dice);
                one["weight"] = play.board().drawn.left(slots, (id, die), face).into();
            }
            Actor::Nobody => one["pass"] = true.into(),
        }
        one
    };
    legal.iter().zip(notation::write_all(arena, legal)).map(object).collect()
}
