//! Writes the legal moves on a plane as JSON, in the format of `docs/topics/planes.md`.

use alfil_play::plane::{
    Border, Ellipse, End, Face, Family, Landing, Leg, Motion, Oval, PieceSet, PlanePlay, Promotes,
    Rotation, Vec2, text,
};
use serde_json::{Value, json};

/// Writes one family of moves, as in `moves --json`.
pub fn object(play: &PlanePlay, family: &Family) -> Value {
    let (program, position) = (play.program(), play.now());
    let piece = &position.pieces[family.piece];
    let letter = program.rules().kinds[piece.kind].letter.to_string();
    let mut one = json!({ "piece": letter, "x": piece.at.x, "y": piece.at.y });
    if program.surface().is_box() {
        one["z"] = piece.at.z.into();
    }
    match family.motion {
        Motion::Ray { bearing, .. } | Motion::Great { bearing, .. } => {
            one["motion"] = "ray".into();
            one["bearing"] = bearing.into();
        }
        Motion::Flight { heading, .. } => {
            one["motion"] = "flight".into();
            one["heading"] = json!([heading.right, heading.forward, heading.up]);
        }
        Motion::Arc { bearing, round, .. } => {
            one["motion"] = "arc".into();
            one["bearing"] = bearing.into();
            one["radius"] = round.radius.into();
            one["side"] = match round.way {
                Rotation::Left => "left".into(),
                Rotation::Right => "right".into(),
            };
        }
        Motion::Turn => one["motion"] = "turn".into(),
        Motion::Region => {
            one["motion"] = "region".into();
            one["faces"] = family.faces.iter().map(|f| face(play, f)).collect();
            return one;
        }
        Motion::Bent(way) => {
            one["motion"] = "path".into();
            one["bearings"] = json!(way.bearings);
            one["faces"] = family.faces.iter().map(|f| face(play, f)).collect();
            return one;
        }
        Motion::Shot => {
            one["motion"] = "shot".into();
            one["shots"] = family.shots.iter().map(|s| shot(play, *s)).collect();
            return one;
        }
    }
    one["intervals"] = family.legs.iter().map(|leg| interval(play, leg)).collect();
    one
}

/// Writes the pieces that a move captures.
pub fn captures(play: &PlanePlay, taken: PieceSet) -> Vec<String> {
    taken.iter().map(|id| text::place(play.program(), play.now(), id)).collect()
}

fn shot(play: &PlanePlay, shot: Landing) -> Value {
    json!({
        "captures": captures(play, shot.taken),
        "promotes": shot.promotes != Promotes::No,
    })
}

fn face(play: &PlanePlay, face: &Face<Landing>) -> Value {
    let boundary: Vec<Value> = outline(face).iter().map(border).collect();
    json!({
        "captures": captures(play, face.verdict.taken),
        "promotes": face.verdict.promotes != Promotes::No,
        "boundary": boundary,
    })
}

/// A straight border that is shorter joins two crossings of the same curves, which rounding has parted.
const SHORT: f64 = 1e-7;

/// Ends of borders that are nearer are the same point.
const NEAR: f64 = 1e-9;

/// The borders of a face without those that only rounding has made. Their neighbours meet instead.
fn outline(face: &Face<Landing>) -> Vec<Border> {
    let all = || face.borders.iter().flatten();
    let is_short = |border: &&Border| {
        let length = (border.to - border.from).length();
        border.arc.is_none() && length > NEAR && length < SHORT
    };
    let short: Vec<&Border> = all().filter(is_short).collect();
    if short.len() == all().count() {
        return all().copied().collect();
    }
    let joined = |point: Vec2| {
        let left_out = short.iter().find(|border| (point - border.to).length() <= NEAR);
        left_out.map_or(point, |border| border.from)
    };
    all()
        .filter(|border| !is_short(border))
        .map(|border| Border { from: joined(border.from), to: joined(border.to), ..*border })
        .collect()
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
        match arc.oval {
            Oval::Circle { centre, radius } => {
                one["centre"] = pair(centre);
                one["radius"] = radius.into();
            }
            Oval::Ellipse(Ellipse { centre, axis, along, across }) => {
                one["centre"] = pair(centre);
                one["axes"] = json!([along, across]);
                one["angle"] = axis.angle().into();
            }
        }
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
        "promotes": leg.promotes != Promotes::No,
    })
}
