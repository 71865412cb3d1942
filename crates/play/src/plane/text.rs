//! The state of a game on a plane, positions of planes as text, and the compiled form of such a
//! game as text.

use alfil_diagnostics::diagnostic::{Findings, has_errors};
use alfil_plane::geometry::interval::Short;
use alfil_plane::geometry::outline::{Arc, Border};
use alfil_plane::geometry::region::Face;
use alfil_plane::geometry::scalar::Vec2;
use alfil_plane::model::motion::Ray;
use alfil_plane::model::position::{PieceId, PieceSet, PlaneMove, PlanePosition, Promotes};
use alfil_plane::model::program::PlaneProgram;
use alfil_plane::moves::families::Leg;
use alfil_plane::moves::safety::Landing;
use alfil_plane::rules::{placement, question};
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::plane::{Body, BodyPart, Figure};
use alfil_rules::setup::Setup;
use alfil_text::conditions;
use std::fmt::Write;

// Writes positions of planes as text. Numbers have enough digits to read back as the same
// position.
//
// K4.5,0.5 P0.5,1.5' q3.5,7.5 w 0 1     piece and place; ' unmoved; @90 facing; then the counters
// K4,1,4 q4,7,4 w 0 1                   in a box, a place has three numbers

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

// The state of a game on a plane: the position and the moves that led to it.

/// A game in play on a plane.
#[derive(Clone, Debug)]
pub struct PlanePlay {
    pub(super) program: PlaneProgram,
    pub(super) now: PlanePosition,
    /// All moves of the game, each with the position before it.
    pub(super) past: Vec<(PlanePosition, PlaneMove)>,
}

impl PlanePlay {
    /// Starts a game from the start position.
    pub fn start(program: &PlaneProgram) -> PlanePlay {
        Self::begin(program, program.start().clone())
    }

    /// Starts a game from `setup`, or returns findings about it.
    pub fn at(program: &PlaneProgram, setup: &Setup) -> Findings<PlanePlay> {
        let place = program.placement_context();
        let Findings { value, mut found } = placement::position(&place, setup);
        if let Some(position) = &value {
            found.extend(placement::royals(&place, position, setup.placement.span));
            found.extend(placement::peril(program, position, setup.placement.span));
        }
        let value = value.filter(|_| !has_errors(&found));
        Findings::new(value.map(|position| Self::begin(program, position)), found)
    }

    pub(super) fn begin(program: &PlaneProgram, now: PlanePosition) -> PlanePlay {
        PlanePlay { program: program.clone(), now, past: Vec::new() }
    }

    /// The compiled game.
    pub fn program(&self) -> &PlaneProgram {
        &self.program
    }

    /// The present position.
    pub fn now(&self) -> &PlanePosition {
        &self.now
    }

    /// The earlier positions of the game, the first one first.
    pub(crate) fn earlier(&self) -> impl Iterator<Item = &PlanePosition> {
        self.past.iter().map(|(then, _)| then)
    }

    /// The last move, with the position before it.
    pub fn last(&self) -> Option<&(PlanePosition, PlaneMove)> {
        self.past.last()
    }

    /// The position after a legal move.
    pub fn after(&self, mv: &PlaneMove) -> PlanePosition {
        question::advanced(&self.program, &self.now, mv)
    }

    /// Returns true if `place` is the name of the piece (`R4,1.2`) or a beginning of it.
    pub(crate) fn stands(&self, piece: PieceId, place: &str) -> bool {
        self::place(&self.program, &self.now, piece).starts_with(place)
    }

    /// For each line of effects, true if it happens with the legal move `mv`.
    pub(crate) fn happening(&self, mv: &PlaneMove) -> Vec<bool> {
        question::happening(&self.program, &self.now, mv)
    }

    /// How often this position has occurred since the last irreversible move.
    pub(super) fn times(&self) -> usize {
        let before = self.past.iter().rev().map(|(then, _)| then);
        let stood = std::iter::once(&self.now).chain(before);
        let mut last = false;
        // The iterator includes the position after the last irreversible move, but no earlier one.
        let since = stood.take_while(|then| !std::mem::replace(&mut last, then.halfmoves == 0));
        since.filter(|then| then.is_like(&self.now, self.program.surface())).count()
    }
}

// Writes the compiled form of a game on a plane as text, for `show --stage program`.

/// Writes one line for each kind, with its motions and its body.
pub(crate) fn outline(plane: &PlaneProgram) -> String {
    let rules = plane.rules();
    let size = plane.size();
    let depth = if plane.surface().is_box() { format!("x{}", size.z) } else { String::new() };
    let mut out = format!("plane {}x{}{depth}\n", size.x, size.y);
    for (id, kind) in rules.kinds.enumerate() {
        let compiled = plane.kind(id);
        let body = match &compiled.body {
            body @ Body::Disc(_) => body.to_string(),
            Body::Parts(parts) => match parts.as_slice() {
                [BodyPart { figure: Figure::Polygon(corners), .. }] => {
                    format!("polygon of {} corners", corners.len())
                }
                _ => compiled.body.to_string(),
            },
        };
        let turns = if compiled.turns { ", turns" } else { "" };
        let _ = writeln!(out, "{}: {body}{turns}", kind.name.value);
        for ray in &compiled.moves.rays {
            let _ = writeln!(out, "  {}", motion(plane, ray));
        }
        for bend in &compiled.moves.bends {
            let (first, last) = (motion(plane, &bend.first), motion(plane, &bend.last));
            let _ = writeln!(out, "  {first}; then {last}");
        }
        for shot in &compiled.moves.shots {
            let _ = writeln!(out, "  Without moving: {}", motion(plane, shot));
        }
    }
    out
}

fn motion(plane: &PlaneProgram, ray: &Ray) -> String {
    let to = if ray.to.is_finite() { Short(ray.to).to_string() } else { "edge".to_owned() };
    let mut every: String = ray.quanta.iter().map(|q| format!(", every {}", Short(*q))).collect();
    if ray.when != Condition::Always {
        let when = conditions::on_plane(&ray.when, &plane.rules().zones);
        every.push_str(&format!(", if it {when}"));
    }
    let curve = ray.curve.map_or(String::new(), |curve| {
        format!(" {:?} on a circle of radius {}", curve.way, Short(curve.radius))
    });
    let along = if plane.surface().is_box() {
        ray.heading.to_string()
    } else {
        Short(ray.along.angle()).to_string()
    };
    format!(
        "{:?} {along}{curve} from {} to {to}, {:?}, {:?}{every}",
        ray.gait,
        Short(ray.from.max(plane.least())),
        ray.purpose,
        ray.ground.past()
    )
}
