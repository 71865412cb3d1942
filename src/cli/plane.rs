//! Commands on planes: what `moves`, `perft`, `random` and `show` say where there are no cells.
//!
//! Takes the arguments of those commands; they come here when the space is a plane. Invariant: the JSON
//! of families is that of `docs/language.md`.

use crate::cli::load::{Loaded, Session, Stop};
use crate::cli::shell::Status;
use crate::cli::{Outcome, moves, perft, random, show, words};
use crate::plane::families::{Family, Leg, Motion};
use crate::plane::interval::{End, Short};
use crate::plane::landing::Landing;
use crate::plane::outline::Border;
use crate::plane::position::Taken;
use crate::plane::program::PlaneProgram;
use crate::plane::region::Face;
use crate::plane::scalar::Vec2;
use crate::play::plane::PlanePlay;
use crate::render::{plane as chart, plane_text};
use crate::rules::plane::KingPath;
use crate::rules::ruleset::{Kind, KindId};
use crate::suite::plane::playout;
use crate::suite::playout::Dice;
use crate::text::plane;
use crate::text::words as english;
use serde_json::{Map, Value, json};
use std::time::Instant;

/// Degrees within which `--bearing` means a family.
const NEAR: f64 = 0.05;
/// Moves of a count that `show` waits for.
const COUNTED: u32 = 2;

/// Lists the families.
pub fn moves(args: &moves::Args, program: &PlaneProgram, session: &mut Session) -> Outcome {
    let (play, _) = session.play(program, &args.at)?;
    let mut families = play.families();
    if let Some(asked) = args.bearing {
        if !asked.is_finite() {
            return Err(Stop::Refused(format!("`{asked}` is no bearing")));
        }
        families.retain(|family| match family.motion {
            Motion::Ray { bearing, .. } => {
                let apart = (bearing - asked).rem_euclid(360.0);
                apart.min(360.0 - apart) <= NEAR
            }
            Motion::Turn | Motion::Region => false,
        });
    }
    if args.json {
        let position = plane::write(program, play.now());
        let all: Vec<Value> = families.iter().map(|f| object(&play, f)).collect();
        session.shell.json(&json!({ "position": position, "families": all }));
        return Ok(Status::Well);
    }
    session.shell.line(plane::write(program, play.now()));
    let side = play.side().name();
    session.shell.line(format!("{side} has {}", count(families.len(), "family", "families")));
    for family in &families {
        session.shell.line(format!("  {}", told(&play, family)));
    }
    if let Some(outcome) = play.outcome() {
        session.shell.line(outcome.to_string());
    }
    Ok(Status::Well)
}

fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// `R0.5,0.5 along 90: [0.1, 0.75]`
pub fn told(play: &PlanePlay, family: &Family) -> String {
    let (program, position) = (play.program(), play.now());
    let faces = family.faces.iter().map(|face| {
        let mut text = plane::told_face(face);
        plane::tell(program, position, face.verdict, &mut text);
        text
    });
    let legs = family.legs.iter().map(|leg| plane::told(program, position, leg));
    let all: Vec<String> = legs.chain(faces).collect();
    let way = match family.motion {
        Motion::Ray { bearing, .. } => format!("along {}", Short(bearing)),
        Motion::Turn => "turning".to_owned(),
        Motion::Region => "anywhere in".to_owned(),
    };
    format!("{} {way}: {}", plane::place(program, position, family.piece), all.join(", "))
}

fn object(play: &PlanePlay, family: &Family) -> Value {
    let (program, position) = (play.program(), play.now());
    let piece = &position.pieces[family.piece];
    let letter = program.rules().kinds[piece.kind].letter.to_string();
    let mut one = json!({ "piece": letter, "x": piece.at.x, "y": piece.at.y });
    match family.motion {
        Motion::Ray { bearing, .. } => {
            one["motion"] = "ray".into();
            one["bearing"] = bearing.into();
        }
        Motion::Turn => one["motion"] = "turn".into(),
        Motion::Region => {
            one["motion"] = "region".into();
            one["faces"] = family.faces.iter().map(|f| face(play, f)).collect();
            return one;
        }
    }
    one["intervals"] = family.legs.iter().map(|leg| interval(play, leg)).collect();
    one
}

fn captures(play: &PlanePlay, taken: Taken) -> Vec<String> {
    taken.iter().map(|id| plane::place(play.program(), play.now(), id)).collect()
}

fn face(play: &PlanePlay, face: &Face<Landing>) -> Value {
    let boundary: Vec<Value> = face.borders.iter().flatten().map(border).collect();
    json!({
        "captures": captures(play, face.verdict.taken),
        "promotes": face.verdict.promotes,
        "boundary": boundary,
    })
}

fn border(border: &Border) -> Value {
    let pair = |p: Vec2| json!([p.x, p.y]);
    let mut one = json!({
        "from": pair(border.from),
        "to": pair(border.to),
        "open": !border.closed,
        "from_open": !border.from_closed,
        "to_open": !border.to_closed,
    });
    if let Some(arc) = border.arc {
        one["centre"] = pair(arc.centre);
        one["radius"] = arc.radius.into();
        one["sweep"] = arc.sweep.into();
    }
    one
}

fn interval(play: &PlanePlay, leg: &Leg) -> Value {
    let captures = captures(play, leg.taken);
    json!({
        "from": leg.at.from,
        "to": leg.at.to,
        "from_open": leg.at.from_end == End::Open,
        "to_open": leg.at.to_end == End::Open,
        "captures": captures,
        "promotes": leg.promotes,
    })
}

/// Counts, where moves are finitely many.
pub fn perft(
    args: &perft::Args,
    loaded: &Loaded,
    program: &PlaneProgram,
    session: &mut Session,
) -> Outcome {
    let (play, _) = session.play(program, &args.at)?;
    let begin = Instant::now();
    let refusal = || {
        let name = &loaded.name;
        Stop::Refused(format!(
            "{name} has infinitely many moves, so there is nothing to count; \
             `alfil moves {name}` shows them as families"
        ))
    };
    let mut parts: Vec<(String, u64)> = Vec::new();
    let nodes = match args.depth.checked_sub(1) {
        Some(rest) if args.divide => {
            let families = play.families();
            for mv in play.moves().ok_or_else(refusal)? {
                let mut next = play.clone();
                next.play(&mv);
                let text = plane::write_move(&play, &families, &mv);
                parts.push((text, next.perft(rest).ok_or_else(refusal)?));
            }
            parts.iter().map(|(_, nodes)| nodes).sum()
        }
        Some(_) | None => play.perft(args.depth).ok_or_else(refusal)?,
    };
    let position = plane::write(program, play.now());
    let seconds = begin.elapsed().as_secs_f64();
    perft::Count { position, nodes, parts, seconds }.tell(args, loaded, session)
}

/// Plays a random game.
pub fn random(
    args: &random::Args,
    loaded: &Loaded,
    program: &PlaneProgram,
    session: &mut Session,
) -> Outcome {
    let (mut play, _) = session.play(program, &args.at)?;
    let seed = random::seed(args);
    let line = playout(&mut play, args.plies as usize, &mut Dice::new(seed));
    let (width, colour) = (session.shell.width(), session.shell.colour());
    let picture = plane_text::draw("", &chart::chart(&play, None, None), colour, width);
    random::Played {
        seed,
        line,
        position: plane::write(program, play.now()),
        outcome: play.outcome(),
        side: play.side(),
        picture,
    }
    .tell(args, loaded, session)
}

/// What `show` says.
pub fn page(loaded: &Loaded, program: &PlaneProgram, session: &mut Session) {
    let width = session.shell.width();
    let rules = program.rules();
    let start = PlanePlay::start(program);
    let mut out = words::wrap("", &loaded.resolved.title, width);
    out += &show::about(&loaded.resolved.about, width);
    let drawn =
        plane_text::draw("", &chart::chart(&start, None, None), session.shell.colour(), width);
    out += &format!("{}\n\n", drawn.trim_end());
    for (id, kind) in rules.kinds.enumerate() {
        out += &piece(id, kind, program, width);
    }
    out.push('\n');
    let size = program.size();
    let line = &rules.plane;
    let mut plane =
        format!("{} wide and {} high; bodies are discs of radius {}", size.x, size.y, line.radius);
    plane += &format!(" unless said otherwise. No move is shorter than {}.", line.least);
    if let Some(quantum) = line.quantum {
        plane += &format!(" Every distance is a multiple of {quantum}.");
    }
    if line.reach.get() < 1.0 {
        plane += &format!(" A move covers at most {} of the way to the edge.", line.reach);
    }
    out += &words::wrap("Plane     ", &plane, width);
    let path = match line.king_path {
        KingPath::Lenient => {
            "A royal piece passes no attacked point, save that it may leave the attack it stands in; \
             what its move captures attacks nothing."
        }
        KingPath::Strict => "A royal piece passes no attacked point.",
    };
    out += &words::wrap("Check     ", path, width);
    out += &words::wrap("Turn      ", "White and Black move in turn, one move each.", width);
    out += &words::wrap("Ends      ", &show::ends(&rules.ends), width);
    out += &format!(
        "\n{} begins with {}\n",
        start.side().name(),
        count(start.families().len(), "family", "families")
    );
    if let Some(counts) = counts(&start) {
        let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
        let text = format!("{} (sequences of 1 and 2 moves)", counts.join(", "));
        out += &words::wrap("Perft     ", &text, width);
    }
    out += &words::wrap("Tests     ", &show::tests(loaded), width);
    session.shell.say(&out);
}

fn counts(play: &PlanePlay) -> Option<Vec<u64>> {
    (1..=COUNTED).map(|depth| play.perft(depth)).collect()
}

fn piece(id: KindId, kind: &Kind, program: &PlaneProgram, width: usize) -> String {
    let rules = program.rules();
    let royal = if kind.royal { ", royal" } else { "" };
    let name = crate::render::classes::capital(&kind.name.value);
    let mut out = format!("{}  {name}{royal}\n", kind.letter);
    let mut sentences = english::sentences(&kind.moves, &rules.zones);
    if program.kind(id).turns {
        sentences.push("It may turn on its centre instead.".to_owned());
    }
    out += &words::wrap("   ", &sentences.join(" "), width);
    if let Some(promotion) = &kind.promotion {
        let to: Vec<&str> =
            promotion.to.iter().map(|&k| rules.kinds[k].name.value.as_str()).collect();
        out += &words::wrap("   ", &show::promotes(promotion, &show::list(&to), rules), width);
    }
    out
}

/// What `show --json` says.
pub fn facts(loaded: &Loaded, program: &PlaneProgram) -> Value {
    let start = PlanePlay::start(program);
    let rules = program.rules();
    let pieces: Vec<_> = rules
        .kinds
        .iter()
        .map(|kind| {
            json!({
                "name": kind.name.value,
                "letter": kind.letter.to_string(),
                "royal": kind.royal,
                "moves": english::sentences(&kind.moves, &rules.zones),
            })
        })
        .collect();
    let about = loaded.resolved.about.iter().map(|(k, t)| (k.clone(), t.clone().into()));
    json!({
        "definition": loaded.name,
        "title": loaded.resolved.title,
        "about": about.collect::<Map<_, _>>(),
        "position": plane::write(program, start.now()),
        "pieces": pieces,
        "perft": counts(&start),
    })
}
