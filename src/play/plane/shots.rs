//! Writes and reads captures without moving: `Q4,4xp4,5`, or `Q4,4xp4,5xn4.3,5` if the piece
//! captures both at once. A promotion follows as `=R`.

use crate::play::plane::reading::{self, SNAP, is_number};
use crate::play::plane::reason;
use crate::play::plane::state::PlanePlay;
use crate::play::plane::text;
use alfil_plane::model::field::Field;
use alfil_plane::model::position::{PieceId, PieceSet, PlaneMove};
use alfil_plane::moves::families::Family;
use alfil_plane::moves::shot;

/// The parts of a written capture without moving.
pub(super) struct Written<'t> {
    piece: &'t str,
    targets: Vec<Target<'t>>,
    promotion: Option<&'t str>,
}

/// A captured piece as written: `p4,5`.
struct Target<'t> {
    text: &'t str,
    letter: &'t str,
    /// The place of the captured piece: two or three numbers.
    place: &'t str,
}

/// Writes a capture without moving.
pub(super) fn write(play: &PlanePlay, mv: &PlaneMove) -> String {
    let (program, position) = (play.program(), play.now());
    let piece = &position.pieces[mv.piece];
    let kinds = &program.rules().kinds;
    let place = program.surface().coordinates(piece.at);
    let mut all = format!("{}{place}", kinds[piece.kind].letter);
    for id in mv.taken.iter() {
        all += &format!("x{}", text::place(program, position, id));
    }
    all + &mv.promotion.map_or(String::new(), |kind| format!("={}", kinds[kind].letter))
}

/// Reads the parts of a capture without moving. `None` if the text has another form.
pub(super) fn parse(text: &str) -> Option<Written<'_>> {
    let (rest, promotion) = match text.rsplit_once('=') {
        Some((rest, letter)) => (rest, Some(letter)),
        None => (text, None),
    };
    // A piece may have the letter X, so an `x` separates only behind a number.
    let (piece, mut rest) = split(rest)?;
    let mut targets = Vec::new();
    while !rest.is_empty() {
        let (text, after) = split(rest.strip_prefix('x')?)?;
        let letters = text.find(is_number)?;
        let place = &text[letters..];
        let numbers: Vec<f64> = place.split(',').map(|n| n.parse().ok()).collect::<Option<_>>()?;
        if !(2..=3).contains(&numbers.len()) {
            return None;
        }
        targets.push(Target { text, letter: &text[..letters], place });
        rest = after;
    }
    (!targets.is_empty()).then_some(Written { piece, targets, promotion })
}

/// Splits a piece with its point from the text behind it.
fn split(text: &str) -> Option<(&str, &str)> {
    let number = text.find(is_number)?;
    let end = text[number..].find(|c| !is_number(c) && c != ',');
    Some(text.split_at(end.map_or(text.len(), |end| number + end)))
}

/// Finds the capture without moving that a text names.
///
/// # Errors
/// The reason why there is no such move, as a sentence without a capital.
pub(super) fn find(
    play: &PlanePlay,
    families: &[Family],
    written: &Written<'_>,
) -> Result<PlaneMove, String> {
    let (program, position) = (play.program(), play.now());
    let id = reading::piece(play, written.piece).ok_or_else(|| {
        format!("{} has no piece `{}` there", position.side.name(), written.piece)
    })?;
    if program.kind(position.pieces[id].kind).moves.shots.is_empty() {
        return Err("that piece does not capture without moving".to_owned());
    }
    let mut taken = PieceSet::NONE;
    for target in &written.targets {
        let found = enemy(play, target);
        let found = found.ok_or_else(|| format!("there is no enemy `{}`", target.text))?;
        taken = taken.with(found);
    }
    let own = families.iter().filter(|family| family.piece == id);
    let shots = own.flat_map(|family| family.shots.iter().map(move |shot| (family, shot)));
    let Some((family, shot)) = shots.clone().find(|(_, shot)| shot.taken == taken) else {
        let field = Field::new(program, position);
        let all = shot::targets(&field, id);
        if all.contains(&taken) {
            return Err(reason::shooting(play, id, taken).why);
        }
        let names = |taken: PieceSet| {
            let names = taken.iter().map(|id| text::place(program, position, id));
            names.collect::<Vec<_>>().join(" with ")
        };
        let told: Vec<String> = shots.map(|(_, shot)| names(shot.taken)).collect();
        return Err(match told.as_slice() {
            [] => "it captures nothing without moving here".to_owned(),
            told => format!("without moving it captures {}", told.join(" or ")),
        });
    };
    let promotion = match written.promotion {
        None => None,
        Some(letter) => Some(reading::kind(program, letter).ok_or(reading::NO_KIND)?),
    };
    let choices = family.promotions(program, position, shot.promotes);
    if choices.contains(&promotion) {
        Ok(family.shoot(position, *shot, promotion))
    } else if promotion.is_none() {
        Err(reading::what_it_becomes(play, family, shot.promotes))
    } else {
        Err("it does not promote to that there".to_owned())
    }
}

/// The enemy with the letter and place in a text.
fn enemy(play: &PlanePlay, target: &Target<'_>) -> Option<PieceId> {
    let (program, position) = (play.program(), play.now());
    let kind = reading::kind(program, target.letter)?;
    let at = reading::point(program, target.place)?;
    let near = position.of(position.side.other()).filter(|(_, piece)| piece.kind == kind);
    let near = near.map(|(id, piece)| ((piece.at - at).length(), id));
    let best = near.filter(|(off, _)| *off <= SNAP).min_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, id)| id)
}
