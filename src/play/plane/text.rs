//! Writes positions of planes as text. Numbers have enough digits to read back as the same
//! position.
//!
//! ```text
//! K4.5,0.5 P0.5,1.5' q3.5,7.5 w 0 1     piece and place; ' unmoved; @90 facing; then the counters
//! K4,1,4 q4,7,4 w 0 1                   in a box, a place has three numbers
//! ```

use alfil_plane::families::Leg;
use alfil_plane::interval::Short;
use alfil_plane::landing::Landing;
use alfil_plane::position::{PieceId, PlanePosition, Promotes};
use alfil_plane::program::PlaneProgram;
use alfil_plane::region::Face;
use alfil_rules::ids::KindId;

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

/// Describes a face of a region by the number of its borders and a point in it.
pub(crate) fn told_face(face: &Face<Landing>) -> String {
    let borders: usize = face.borders.iter().map(Vec::len).sum();
    let plural = if borders == 1 { "" } else { "s" };
    let around = face.points.first().copied().unwrap_or_default();
    format!("{borders} border{plural} around {},{}", Short(around.x), Short(around.y))
}

/// Appends the captures and the promotion of a move of `piece`: ` x p4,1.2 =`.
pub(crate) fn tell(
    program: &PlaneProgram,
    position: &PlanePosition,
    piece: PieceId,
    does: Landing,
    text: &mut String,
) {
    if !does.taken.is_empty() {
        let names: Vec<String> = does.taken.iter().map(|id| place(program, position, id)).collect();
        *text += &format!(" x {}", names.join(" "));
    }
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
