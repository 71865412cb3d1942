//! Writes positions of planes as text. Numbers have enough digits to read back as the same
//! position.
//!
//! ```text
//! K4.5,0.5 P0.5,1.5' q3.5,7.5 w 0 1     piece and place; ' unmoved; @90 facing; then the counters
//! K4,1,4 q4,7,4 w 0 1                   in a box, a place has three numbers
//! ```

use alfil_plane::geometry::interval::Short;
use alfil_plane::geometry::outline::{Arc, Border};
use alfil_plane::geometry::region::Face;
use alfil_plane::geometry::scalar::Vec2;
use alfil_plane::model::position::{PieceId, PieceSet, PlanePosition, Promotes};
use alfil_plane::model::program::PlaneProgram;
use alfil_plane::moves::families::Leg;
use alfil_plane::moves::landing::Landing;
use alfil_rules::ids::KindId;

/// The angle between two points on an arc whose bounds are written, in degrees.
const STEP: f64 = 0.2;

/// Ends of borders that are nearer to each other than about this are one.
const SAME: f64 = 1e-5;

/// The text of `position`.
pub fn write(program: &PlaneProgram, position: &PlanePosition) -> String {
    let mut text = String::new();
    for id in position.pieces.ids() {
        let piece = &position.pieces[id];
        text += &place(program, position, id);
        if program.kind(piece.kind).has_facing {
            text += &format!("@{}", piece.facing);
        }
        text += if piece.unmoved { "' " } else { " " };
    }
    text + &format!("{} {} {}", position.side.letter(), position.halfmoves, position.fullmove)
        + &program.rules().write_counters(&position.counters)
}

/// The letter and place of a piece, as in positions: `p4,1.2`.
pub fn place(program: &PlaneProgram, position: &PlanePosition, id: PieceId) -> String {
    let piece = &position.pieces[id];
    let letter = program.rules().kinds[piece.kind].letter.of(piece.side);
    format!("{letter}{}", program.surface().coordinates(piece.at))
}

/// Writes an interval, the captures in it, and what `piece` becomes: `[0.1, 0.75)`, `{0.75} x p4,1.2`,
/// `[0.75, 1] =`, and `[0.75, 1] =Q,R` if it may become only some of the kinds of its rule.
pub fn told(program: &PlaneProgram, position: &PlanePosition, piece: PieceId, leg: &Leg) -> String {
    let mut text = leg.at.to_string();
    let Leg { taken, promotes, .. } = *leg;
    tell(program, position, piece, Landing { taken, promotes }, &mut text);
    text
}

/// Describes a capture without moving by what it captures: `x p4,1.2`.
pub(crate) fn told_shot(
    program: &PlaneProgram,
    position: &PlanePosition,
    piece: PieceId,
    shot: Landing,
) -> String {
    let mut text = String::new();
    tell(program, position, piece, shot, &mut text);
    text.trim_start().to_owned()
}

/// Describes a face of a region by its bounds: `an area within x 3.5 to 4.5 and y 3 to 4`.
pub(crate) fn told_face(face: &Face<Landing>) -> String {
    let corners = corners(face);
    let bounds = |number: fn(&Vec2) -> f64| {
        let numbers = || corners.iter().map(number);
        let (low, high) = (numbers().fold(f64::MAX, f64::min), numbers().fold(f64::MIN, f64::max));
        (Short(low).to_string(), Short(high).to_string())
    };
    let (x, y) = (bounds(|at| at.x), bounds(|at| at.y));
    let said = |(low, high): &(String, String)| {
        if low == high { low.clone() } else { format!("{low} to {high}") }
    };
    match face.is_area {
        _ if x.0 == x.1 && y.0 == y.1 => format!("the point {},{}", x.0, y.0),
        true => format!("an area within x {} and y {}", said(&x), said(&y)),
        false => format!("a line within x {} and y {}", said(&x), said(&y)),
    }
}

/// Points on the borders of a face. On an arc they are so near to each other that four digits of
/// its bounds are right. A face without borders has only itself.
fn corners(face: &Face<Landing>) -> Vec<Vec2> {
    let on = |border: &Border| {
        let Some(Arc { oval, sweep }) = border.arc else { return vec![border.from, border.to] };
        let pieces = (sweep.abs() / STEP).ceil().max(1.0) as usize;
        let turned = |i: usize| oval.turned(border.from, sweep * i as f64 / pieces as f64);
        (0..=pieces).map(turned).collect()
    };
    let corners: Vec<Vec2> = face.borders.iter().flatten().flat_map(on).collect();
    if corners.is_empty() { face.points.clone() } else { corners }
}

/// Returns true if two lists of faces are the same region with the same verdicts.
pub(crate) fn is_same_region(one: &[Face<Landing>], other: &[Face<Landing>]) -> bool {
    // The ends of all borders in an order that does not depend on where the outline begins.
    let key = |face: &Face<Landing>| {
        let whole = |number: f64| (number / SAME).round() as i64;
        let ends = face.borders.iter().flatten().flat_map(|border| [border.from, border.to]);
        let mut ends: Vec<(i64, i64)> = ends.map(|at| (whole(at.x), whole(at.y))).collect();
        ends.sort_unstable();
        ends.dedup();
        (face.verdict, ends, told_face(face))
    };
    let mut rest: Vec<_> = other.iter().map(key).collect();
    let is_there = |face: &Face<Landing>| {
        let own = key(face);
        let found = rest.iter().position(|known| *known == own);
        found.map(|at| drop(rest.swap_remove(at))).is_some()
    };
    one.len() == other.len() && one.iter().all(is_there)
}

/// Writes the captures of a move: ` x p4,1.2`. Empty if there are none.
pub(crate) fn captures(
    program: &PlaneProgram,
    position: &PlanePosition,
    taken: PieceSet,
) -> String {
    if taken.is_empty() {
        return String::new();
    }
    let names: Vec<String> = taken.iter().map(|id| place(program, position, id)).collect();
    format!(" x {}", names.join(" "))
}

/// Appends the captures and the promotion of a move of `piece`: ` x p4,1.2 =`.
pub(crate) fn tell(
    program: &PlaneProgram,
    position: &PlanePosition,
    piece: PieceId,
    does: Landing,
    text: &mut String,
) {
    *text += &captures(program, position, does.taken);
    if does.promotes != Promotes::No {
        *text += &format!(" {}", becomes(program, position, piece, does.promotes));
    }
}

/// Writes what a piece becomes: `=`, and `=Q,R` if it may become only some of the kinds of its rule.
/// Empty if it does not promote.
pub(crate) fn becomes(
    program: &PlaneProgram,
    position: &PlanePosition,
    piece: PieceId,
    promotes: Promotes,
) -> String {
    let Promotes::To(open) = promotes else { return String::new() };
    let (kinds, piece) = (&program.rules().kinds, &position.pieces[piece]);
    let heirs: Vec<KindId> =
        kinds[piece.kind].promotions.iter().flat_map(|promotion| &promotion.to).copied().collect();
    if heirs.iter().all(|heir| open.has(*heir)) {
        return "=".to_owned();
    }
    let open = heirs.into_iter().filter(|heir| open.has(*heir));
    let letters: Vec<String> = open.map(|heir| kinds[heir].letter.to_string()).collect();
    format!("={}", letters.join(","))
}
