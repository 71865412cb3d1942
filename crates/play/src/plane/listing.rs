//! Writes families of legal moves on a plane: [`sentences`] for people, [`words`] for the text of
//! records.

use crate::plane::text::PlanePlay;
use crate::plane::{reading, text};
use crate::terms::Group;
use alfil_plane::geometry::interval::Short;
use alfil_plane::geometry::region::Face;
use alfil_plane::model::position::{PieceId, PieceSet, Promotes};
use alfil_plane::moves::families::{Family, Leg, Motion};
use alfil_plane::moves::safety::Landing;
use alfil_plane::space::track::Rotation;
use alfil_rules::ids::KindId;

/// The families by kind, written for records. Kinds without families are left out.
pub(crate) fn words(play: &PlanePlay, families: &[Family]) -> Vec<Group> {
    by_kind(play, families, &|mine| mine.iter().map(|family| word(play, family)).collect())
}

/// The families by kind, written for people. Two ways into the same region, such as first along 45
/// and then along 315 or the other way round, are one sentence.
pub(crate) fn sentences(play: &PlanePlay, families: &[Family]) -> Vec<Group> {
    by_kind(play, families, &|mine| {
        let mut all: Vec<(&Family, String)> = Vec::new();
        for family in mine {
            let is_same = |known: &&mut (&Family, String)| {
                let is_bent = |family: &Family| matches!(family.motion, Motion::Bent(_));
                known.0.piece == family.piece
                    && is_bent(known.0)
                    && is_bent(family)
                    && text::is_same_region(&known.0.faces, &family.faces)
            };
            match all.iter_mut().find(is_same) {
                Some((_, ways)) => *ways += &format!(", or {}", motion(family)),
                None => all.push((family, way(play, family))),
            }
        }
        all.into_iter().map(|(family, ways)| format!("{ways}: {}", stops(play, family))).collect()
    })
}

/// The families by kind. `written` writes those of one kind.
fn by_kind(
    play: &PlanePlay,
    families: &[Family],
    written: &dyn Fn(Vec<&Family>) -> Vec<String>,
) -> Vec<Group> {
    let group = |id: KindId| {
        let mine = families.iter().filter(|f| play.now().pieces[f.piece].kind == id);
        let moves = written(mine.collect());
        let kind = play.rules().kinds[id].name.value.clone();
        (!moves.is_empty()).then_some(Group { kind, clause: None, moves })
    };
    play.rules().kinds.ids().filter_map(group).collect()
}

/// Writes where the moves of a family end, such as `[0.1, 0.75]`.
fn stops(play: &PlanePlay, family: &Family) -> String {
    let (program, position) = (play.program(), play.now());
    let faces = family.faces.iter().map(|face| {
        let mut text = text::told_face(face);
        text::tell(program, position, family.piece, face.verdict, &mut text);
        text
    });
    let legs = family.legs.iter().map(|leg| text::told(program, position, family.piece, leg));
    let shots =
        family.shots.iter().map(|shot| text::told_shot(program, position, family.piece, *shot));
    legs.chain(faces).chain(shots).collect::<Vec<String>>().join(", ")
}

/// Writes the piece and the motion of a family, such as `R0.5,0.5 along 90`.
pub(crate) fn way(play: &PlanePlay, family: &Family) -> String {
    format!("{} {}", text::place(play.program(), play.now(), family.piece), motion(family))
}

/// Writes the motion of a family, such as `along 90`.
fn motion(family: &Family) -> String {
    match family.motion {
        Motion::Ray { bearing, .. } | Motion::Great { bearing, .. } => {
            format!("along {}", Short(bearing))
        }
        Motion::Flight { heading, .. } => format!("along {heading}"),
        Motion::Arc { bearing, round, .. } => {
            let side = match round.way {
                Rotation::Left => "left",
                Rotation::Right => "right",
            };
            let (bearing, radius) = (Short(bearing), Short(round.radius));
            format!("along {bearing} bending {side} by radius {radius}")
        }
        Motion::Turn => "turning".to_owned(),
        Motion::Region => "anywhere in".to_owned(),
        Motion::Shot => "without moving".to_owned(),
        Motion::Bent(way) => {
            let [first, last] = way.bearings.map(Short);
            format!("along {first}, then {last}")
        }
    }
}

/// Writes a family without spaces, such as `R0.5,0.5:90:[0.1,0.75)`.
pub(crate) fn word(play: &PlanePlay, family: &Family) -> String {
    let name = |id: PieceId| text::place(play.program(), play.now(), id);
    let does = |taken: PieceSet, promotes: Promotes| {
        let taken: String = taken.iter().map(|id| format!("x{}", name(id))).collect();
        taken + &text::becomes(play.program(), play.now(), family.piece, promotes)
    };
    let leg = |leg: &Leg| leg.at.to_string().replace(' ', "") + &does(leg.taken, leg.promotes);
    let face = |face: &Face<Landing>| {
        let borders: usize = face.borders.iter().map(Vec::len).sum();
        let around = face.points.first().copied().unwrap_or_default();
        let (x, y) = (Short(around.x), Short(around.y));
        format!("({borders}~{x},{y})") + &does(face.verdict.taken, face.verdict.promotes)
    };
    let legs: String = family.legs.iter().map(leg).collect();
    match family.motion {
        Motion::Ray { bearing, .. } | Motion::Great { bearing, .. } => {
            format!("{}:{}:{legs}", name(family.piece), Short(bearing))
        }
        Motion::Flight { heading, .. } => format!("{}:{heading}:{legs}", name(family.piece)),
        Motion::Arc { bearing, round, .. } => {
            let circle = reading::write(round.curve());
            format!("{}:{}{circle}:{legs}", name(family.piece), Short(bearing))
        }
        Motion::Turn => format!("{}@{legs}", name(family.piece)),
        Motion::Region => {
            let faces: String = family.faces.iter().map(face).collect();
            format!("{}:{faces}", name(family.piece))
        }
        Motion::Bent(way) => {
            let [first, last] = way.bearings.map(Short);
            let faces: String = family.faces.iter().map(face).collect();
            format!("{}:{first}:{last}:{faces}", name(family.piece))
        }
        Motion::Shot => {
            let shots = family.shots.iter().map(|shot| does(shot.taken, shot.promotes));
            format!("{}{}", name(family.piece), shots.collect::<Vec<_>>().join(","))
        }
    }
}
