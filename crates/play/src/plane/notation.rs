//! Writes and reads moves on planes as text. A written move reads back as the same move.
//!
//! ```text
//! R0.5,0.5:90:2.35                      piece and place, bearing as seen by the mover, distance
//! P3,6.5:90:1=Q   N4,4:63.435:2-        with promotion; without capturing a piece that is near
//! R4,4,4:0,0,1:3                        in a box: piece and place, direction as seen by the mover, distance
//! S4,4@+35                              a rotation in degrees, counter-clockwise
//! Q4,4xp4,5                             a capture without moving
//! B4,4:45:1:135:0.7                     along one bearing, then along another one
//! ```

use crate::plane::reading::{
    self, INSIDE, NO_KIND, Regions, SNAP, SNAP_BEARING, digits, explained, kind, near_landing,
    piece, what_it_becomes, without_promotion, without_quiet,
};
use crate::plane::reason::{self, Aim};
use crate::plane::text::{PlanePlay, told, told_face};
use crate::terms::without_remarks;
use alfil_plane::geometry::interval::End;
use alfil_plane::geometry::scalar::{Vec2, Vector};
use alfil_plane::model::position::{Path, PieceId, PieceSet, PlaneMove, Promotes};
use alfil_plane::model::program::{Field, PlaneProgram};
use alfil_plane::moves::families::{Family, Leg, Motion};
use alfil_plane::moves::safety::{self, Guarded, Landing};
use alfil_plane::space::track::{Rotation, WHOLE};
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;

/// Enough decimal places to distinguish any two numbers on a plane.
const MOST_DIGITS: usize = 17;

/// Writes a move. `families` must be all legal moves of its position.
pub fn write_move(play: &PlanePlay, families: &[Family], mv: &PlaneMove) -> String {
    if mv.path == Path::Shot {
        return reading::write_shot(play, mv);
    }
    let (program, position) = (play.program(), play.now());
    let piece = &position.pieces[mv.piece];
    let letter = program.rules().kinds[piece.kind].letter;
    let head = format!("{letter}{}", program.surface().coordinates(piece.at));
    let becomes = |kind: KindId| format!("={}", program.rules().kinds[kind].letter);
    let promotion = mv.promotion.map_or(String::new(), becomes);
    let free = families.iter().any(|f| f.piece == mv.piece && f.motion == Motion::Region);
    let spelt = |n: usize, quiet: &str| {
        let (lead, number) = match mv.path {
            Path::Ray { bearing, distance } => {
                // Three decimal places are enough for the bearings of rays, but not for points of a
                // region.
                let bearing = digits(bearing, if free { n.max(3) } else { 3 });
                (format!("{head}:{bearing}:"), distance)
            }
            Path::Flight { heading, distance } => (format!("{head}:{heading}:"), distance),
            Path::Arc { bearing, curve, distance } => {
                let bearing = digits(bearing, 3);
                (format!("{head}:{bearing}{}:", reading::write(curve)), distance)
            }
            Path::Turn { by } => (format!("{head}@{}", if by < 0.0 { "" } else { "+" }), by),
            Path::Shot => (head.clone(), 0.0),
            Path::Bent { bearings, lengths } => {
                return format!(
                    "{head}{}{promotion}{quiet}",
                    reading::write_bent(bearings, lengths, n)
                );
            }
        };
        format!("{lead}{}{promotion}{quiet}", digits(number, n))
    };
    let after = play.after(mv);
    let field = Field::new(program, position);
    let guarded = Guarded::new(&field, position.side);
    let regions = Regions::new(&guarded);
    // Use the shortest text that reads back as this move. The text with the most digits is exact.
    for quiet in ["", "-"] {
        for n in 0..=MOST_DIGITS {
            let text = spelt(n, quiet);
            let found = find_among(play, families, &text, &regions);
            if found.is_ok_and(|found| play.after(&found) == after) {
                return text;
            }
        }
    }
    spelt(MOST_DIGITS, "")
}

/// The help for a text that is not a move.
const FORM: &str = "write a move as `R0.5,0.5:90:2.35`: piece, bearing, distance";

/// The help for a text that is not a move in a box.
const FORM_IN_A_BOX: &str = "write a move as `R4,4,4:0,0,1:3`: piece, direction, distance";

/// A parsed move.
struct Written<'t> {
    piece: &'t str,
    goal: Goal<'t>,
    number: f64,
    promotion: Option<&'t str>,
    quiet: bool,
}

/// Where a written move goes.
#[derive(Clone, Copy)]
enum Goal<'t> {
    /// Along a bearing or a direction.
    Along(Aim),
    /// To a point, which replaces direction and distance.
    To(&'t str),
    /// Around the centre of the piece.
    Turn,
}

fn parse(text: &str) -> Option<Written<'_>> {
    let (rest, quiet) = without_quiet(text);
    let (rest, promotion) = without_promotion(rest);
    let number = |text: &str| text.parse().ok().filter(|n: &f64| n.is_finite());
    if let Some((piece, degrees)) = rest.split_once('@') {
        let number = number(degrees)?;
        return Some(Written { piece, goal: Goal::Turn, number, promotion, quiet });
    }
    if let Some((piece, point)) = to_point(rest).filter(|_| !rest.contains(':')) {
        let numbers: Vec<f64> = point.split(',').map(number).collect::<Option<_>>()?;
        if !(2..=3).contains(&numbers.len()) {
            return None;
        }
        return Some(Written { piece, goal: Goal::To(point), number: 0.0, promotion, quiet });
    }
    let mut parts = rest.split(':');
    let (piece, bearing, distance) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    let far = (distance == "max").then_some(f64::INFINITY);
    let aim = match direction(bearing) {
        Some(direction) => Aim::Direction(direction),
        None => {
            let (bearing, curve) = reading::parse(bearing)?;
            Aim::Bearing(number(bearing)?, curve)
        }
    };
    let number = far.or_else(|| number(distance))?;
    Some(Written { piece, goal: Goal::Along(aim), number, promotion, quiet })
}

/// Parses a direction in a box: `0,0,1`. Its numbers need not be whole.
fn direction(text: &str) -> Option<Vector> {
    let number = |text: &str| text.parse().ok().filter(|n: &f64| n.is_finite());
    let numbers: Vec<f64> = text.split(',').map(number).collect::<Option<_>>()?;
    let [x, y, z] = *numbers else { return None };
    let direction = Vector::in_space(x, y, z).unit();
    (direction.length() > 0.5).then_some(direction)
}

/// Splits a text at the `-` between two points. A `-` before a number is a sign.
fn to_point(text: &str) -> Option<(&str, &str)> {
    let behind_digit = |at: usize| text[..at].ends_with(|c: char| c.is_ascii_digit() || c == '.');
    let (at, _) = text.match_indices('-').find(|(at, _)| behind_digit(*at))?;
    Some((&text[..at], &text[at + 1..]))
}

/// Returns the form of moves if `text` cannot be a move in any position.
pub(crate) fn misspelt(text: &str) -> Option<&'static str> {
    let text = without_remarks(text);
    let is_move = parse(text).is_some()
        || reading::parse_shot(text).is_some()
        || reading::parse_bent(text).is_some();
    (!is_move).then_some(FORM)
}

/// Finds the move that `text` names among `families`.
///
/// A capture within `SNAP` of the distance is preferred, unless a final `-` excludes captures.
/// Otherwise the nearest legal distance within `SNAP` is taken, so that rounded numbers are
/// accepted.
///
/// # Errors
/// The reason why there is no such move, as a sentence without a capital.
pub fn find(play: &PlanePlay, families: &[Family], text: &str) -> Result<PlaneMove, String> {
    let field = Field::new(play.program(), play.now());
    let guarded = Guarded::new(&field, play.now().side);
    find_among(play, families, text, &Regions::new(&guarded))
}

fn find_among(
    play: &PlanePlay,
    families: &[Family],
    text: &str,
    regions: &Regions<'_, '_>,
) -> Result<PlaneMove, String> {
    if let Some(written) = reading::parse_shot(text) {
        return reading::find_shot(play, families, &written);
    }
    if let Some(written) = reading::parse_bent(text) {
        return reading::find_bent(play, families, &written, regions);
    }
    let form = if play.program().surface().is_box() { FORM_IN_A_BOX } else { FORM };
    let mut written = parse(text).ok_or_else(|| form.to_owned())?;
    let (program, position) = (play.program(), play.now());
    let id = piece(play, written.piece).ok_or_else(|| {
        format!("{} has no piece `{}` there", position.side.name(), written.piece)
    })?;
    let to = match written.goal {
        Goal::To(point) => reading::point(program, point).ok_or_else(|| form.to_owned())?,
        Goal::Along(aim) if matches!(aim, Aim::Direction(_)) != program.surface().is_box() => {
            return Err(form.to_owned());
        }
        Goal::Along(aim) => {
            return find_of(play, families, id, (&written, Some(aim), None), regions);
        }
        Goal::Turn => return find_of(play, families, id, (&written, None, None), regions),
    };
    // Of all ways to the images of the point, the shortest legal one is meant.
    let piece = &position.pieces[id];
    if program.surface().globe().is_some() {
        return to_point_of_globe(play, families, id, (written, to), regions);
    }
    let ways = program.surface().images(to).map(|to| {
        let (bearing, distance, _) = safety::polar(piece.side, piece.at, to);
        let aim = if program.surface().is_box() {
            Aim::Direction(PlaneProgram::seen(piece.side, to - piece.at))
        } else {
            Aim::Bearing(bearing, None)
        };
        (to, aim, distance)
    });
    let mut ways: Vec<(Vec2, Aim, f64)> = ways.collect();
    ways.sort_by(|a, b| a.2.total_cmp(&b.2));
    let mut failed = None;
    for (to, aim, distance) in ways {
        written.number = distance;
        match find_of(play, families, id, (&written, Some(aim), Some(to)), regions) {
            Ok(mv) => return Ok(mv),
            Err(why) => failed = failed.or(Some(why)),
        }
    }
    Err(failed.unwrap_or_else(|| form.to_owned()))
}

/// Finds the move of piece `id` to a point of a sphere: the shortest legal way. At the point
/// opposite to the piece, where ways along all bearings are equally long, it is the way with the least
/// bearing.
fn to_point_of_globe(
    play: &PlanePlay,
    families: &[Family],
    id: PieceId,
    (mut written, to): (Written<'_>, Vec2),
    regions: &Regions<'_, '_>,
) -> Result<PlaneMove, String> {
    let own = families.iter().filter(|family| family.piece == id);
    let ways = own.filter_map(|family| match family.motion {
        Motion::Great { bearing, great } => {
            let (distance, apart) = great.nearest(to);
            (apart <= SNAP).then_some((bearing, distance))
        }
        Motion::Ray { .. }
        | Motion::Flight { .. }
        | Motion::Arc { .. }
        | Motion::Turn
        | Motion::Region
        | Motion::Shot
        | Motion::Bent(_) => None,
    });
    let mut ways: Vec<(f64, f64)> = ways.collect();
    // Ways to the opposite point differ by rounding errors.
    let rounded = |n: f64| (n / SNAP).round();
    ways.sort_by(|a, b| rounded(a.1).total_cmp(&rounded(b.1)).then(a.0.total_cmp(&b.0)));
    if ways.is_empty()
        && let Some(globe) = play.program().surface().globe()
    {
        // Along this way the refusal says why.
        let piece = &play.now().pieces[id];
        let (distance, along) = globe.polar(piece.at, to);
        ways.push((PlaneProgram::seen(piece.side, along).angle(), distance));
    }
    let mut failed = None;
    for (bearing, distance) in ways {
        written.number = distance;
        let aim = Some(Aim::Bearing(bearing, None));
        match find_of(play, families, id, (&written, aim, Some(to)), regions) {
            Ok(mv) => return Ok(mv),
            Err(why) => failed = failed.or(Some(why)),
        }
    }
    Err(failed.unwrap_or_else(|| FORM.to_owned()))
}

/// Finds the move of piece `id` that a parsed text names, with its direction, and its target point if
/// it names one. A turn has no direction.
fn find_of(
    play: &PlanePlay,
    families: &[Family],
    id: PieceId,
    (written, aim, to): (&Written<'_>, Option<Aim>, Option<Vec2>),
    regions: &Regions<'_, '_>,
) -> Result<PlaneMove, String> {
    let (program, position) = (play.program(), play.now());
    let side = position.side;
    let own = || families.iter().filter(|f| f.piece == id);
    let family = own()
        .filter_map(|f| Some((off(f, side, aim)?, f)))
        .filter(|(off, _)| *off <= SNAP_BEARING)
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, family)| family);
    let region = own().find(|f| f.motion == Motion::Region);
    if let (Some(to), None, None) = (to, family, region) {
        let how = (written.promotion, written.quiet);
        if let Some(mv) = reading::to_point(play, families, id, to, how, regions)? {
            return Ok(mv);
        }
    }
    let asked = || {
        let number = Some(written.number).filter(|number| number.is_finite())?;
        let Some(aim) = aim else { return Some(reason::turning(play, id, number)) };
        let leap = || match aim {
            Aim::Bearing(bearing, _) => reason::leaping(play, id, bearing, number),
            Aim::Direction(_) => None,
        };
        let told = reason::along(play, id, aim, number, SNAP_BEARING);
        let told = told.or_else(leap);
        told.map(|(reason, _)| reason)
    };
    let Some(family) = family.or(region.filter(|_| aim.is_some())) else {
        if let Some(reason) = asked() {
            return Err(reason.why);
        }
        let mut bearings: Vec<String> = own()
            .filter_map(|f| match f.motion {
                Motion::Ray { bearing, .. } | Motion::Great { bearing, .. } => {
                    Some(digits(bearing, 3))
                }
                Motion::Flight { heading, .. } => Some(heading.to_string()),
                Motion::Arc { bearing, round, .. } => {
                    Some(format!("{}{}", digits(bearing, 3), reading::write(round.curve())))
                }
                Motion::Turn | Motion::Region | Motion::Shot | Motion::Bent(_) => None,
            })
            .collect();
        bearings.dedup();
        return Err(match bearings.as_slice() {
            [] => "that piece cannot move".to_owned(),
            some => format!("that piece may go along {}", some.join(", ")),
        });
    };
    let promotion = written.promotion.map(|letter| kind(program, letter));
    let becomes = match promotion {
        Some(None) => return Err(NO_KIND.to_owned()),
        Some(Some(kind)) => Some(kind),
        None => None,
    };
    let allowed = |taken: PieceSet, promotes: Promotes| {
        family.promotions(program, position, promotes).contains(&becomes)
            && (taken.is_empty() || !written.quiet)
    };
    let open = |promotes: Promotes| what_it_becomes(play, family, promotes);
    // If the text names no promotion, places where the piece promotes fit too. The error then says
    // that the promotion is missing.
    let named = |taken: PieceSet, promotes: Promotes| match becomes {
        Some(_) => allowed(taken, promotes),
        None => taken.is_empty() || !written.quiet,
    };
    if family.motion == Motion::Region {
        let Some(Aim::Bearing(bearing, _)) = aim else { return Err(FORM.to_owned()) };
        let piece = &position.pieces[id];
        // The bearing is not rounded, so a point beyond an edge of the plane stays outside.
        let way = PlaneProgram::seen(piece.side, Vec2::at_angle(bearing));
        let meant = piece.at + way * written.number;
        let fits = |landing: Landing| named(landing.taken, landing.promotes);
        let region = regions.of(id);
        let near = region.and_then(|region| near_landing(play, family, region, meant, fits));
        let (landing, to) = near.ok_or_else(|| {
            let all: Vec<String> = family.faces.iter().map(told_face).collect();
            explained(asked(), &format!("it may leap into {}", all.join(", ")))
        })?;
        return if landing.promotes != Promotes::No && becomes.is_none() {
            Err(open(landing.promotes))
        } else {
            Ok(family.land(program, position, landing, to, becomes))
        };
    }
    let fits = |leg: &&Leg| named(leg.taken, leg.promotes);
    let choose = |number: f64| choose(family.legs.iter().filter(fits), number);
    let (chosen, may) = match family.motion {
        // A rotation may be written in both directions. A rotation by 0 is not a move.
        Motion::Turn if Rotation::of(written.number).is_none() => (None, "it may turn by"),
        Motion::Turn => {
            let number = written.number;
            let other = number - WHOLE.copysign(number);
            let is_in = |number: f64| family.legs.iter().any(|leg| leg.at.contains(number));
            let round = !is_in(number) && is_in(other);
            (choose(if round { other } else { number }), "it may turn by")
        }
        Motion::Flight { .. } => (choose(written.number), "in that direction it may go"),
        Motion::Ray { .. }
        | Motion::Great { .. }
        | Motion::Arc { .. }
        | Motion::Region
        | Motion::Shot
        | Motion::Bent(_) => (choose(written.number), "along that bearing it may go"),
    };
    let (leg, at) = chosen.ok_or_else(|| {
        if let Some(why) =
            becomes.and_then(|kind| reason::closed(play, family, kind, written.number))
        {
            return why;
        }
        let all: Vec<String> =
            family.legs.iter().map(|leg| told(program, position, id, leg)).collect();
        explained(asked(), &format!("{may} {}", all.join(", ")))
    })?;
    if leg.promotes != Promotes::No && becomes.is_none() {
        Err(open(leg.promotes))
    } else {
        Ok(family.play(program, position, leg, at, becomes))
    }
}

/// The difference in degrees between the direction of a family of `side` and `aim`. Rotations have no
/// direction and fit only a missing one. Returns `None` if the family does not fit.
fn off(family: &Family, side: Side, aim: Option<Aim>) -> Option<f64> {
    let apart = |bearing: f64, asked: f64| {
        let apart = (bearing - asked).rem_euclid(360.0);
        apart.min(360.0 - apart)
    };
    match (family.motion, aim) {
        (Motion::Flight { along, .. }, Some(Aim::Direction(asked))) => {
            Some(reason::apart(PlaneProgram::seen(side, along), asked))
        }
        (
            Motion::Ray { bearing, .. } | Motion::Great { bearing, .. },
            Some(Aim::Bearing(asked, curve)),
        ) => curve.is_none().then(|| apart(bearing, asked)),
        (Motion::Arc { bearing, round, .. }, Some(Aim::Bearing(asked, curve))) => {
            curve.filter(|c| c.is_like(&round.curve())).map(|_| apart(bearing, asked))
        }
        (Motion::Turn, None) => Some(0.0),
        (
            Motion::Ray { .. } | Motion::Great { .. } | Motion::Arc { .. },
            None | Some(Aim::Direction(_)),
        )
        | (Motion::Flight { .. }, None | Some(Aim::Bearing(..)))
        | (Motion::Turn, Some(_))
        | (Motion::Region | Motion::Shot | Motion::Bent(_), _) => None,
    }
}

/// Finds the interval that contains `number` or is within `SNAP` of it. Returns the interval, and
/// the nearest number in it.
fn choose<'l>(legs: impl Iterator<Item = &'l Leg>, number: f64) -> Option<(&'l Leg, f64)> {
    if number.is_infinite() {
        let far = legs.max_by(|a, b| a.at.to.total_cmp(&b.at.to));
        return far.map(|leg| (leg, nearest(leg, number)));
    }
    let near = legs.filter_map(|leg| {
        let at = nearest(leg, number);
        // A capture within `SNAP` is preferred to a nearer stop without capture.
        let rank = (leg.taken.is_empty(), (at - number).abs());
        ((at - number).abs() <= SNAP).then_some((rank, leg, at))
    });
    let best = near.min_by(|(a, ..), (b, ..)| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    best.map(|(_, leg, at)| (leg, at))
}

/// The number in an interval that is nearest to `number`. At an open end it stays a little inside.
fn nearest(leg: &Leg, number: f64) -> f64 {
    let interval = &leg.at;
    if interval.contains(number) {
        return number.clamp(interval.from, interval.to);
    }
    let inside = INSIDE.min((interval.to - interval.from) / 2.0);
    let end = |end: End| match end {
        End::Closed => 0.0,
        End::Open => inside,
    };
    let (low, high) = (interval.from + end(interval.from_end), interval.to - end(interval.to_end));
    number.max(low).min(high)
}
