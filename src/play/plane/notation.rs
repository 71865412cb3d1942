//! Writes and reads moves on planes as text. A written move reads back as the same move.
//!
//! ```text
//! R0.5,0.5:90:2.35                      piece and place, bearing as seen by the mover, distance
//! P3,6.5:90:1=Q   N4,4:63.435:2-        with promotion; without capturing a piece that is near
//! S4,4@+35                              a rotation in degrees, counter-clockwise
//! ```

use crate::play::plane::reason::{self, Cause, Reason};
use crate::play::plane::state::PlanePlay;
use crate::play::plane::text::{told, told_face};
use crate::play::remarks::without_remarks;
use alfil_diagnostics::index::IndexVec;
use alfil_plane::families::{Family, Leg, Motion};
use alfil_plane::field::Field;
use alfil_plane::interval::End;
use alfil_plane::landing::{self, Landing, Region};
use alfil_plane::position::{Path, PieceId, PieceSet, PlaneMove, Promotes};
use alfil_plane::program::PlaneProgram;
use alfil_plane::rotation_move::{Rotation, WHOLE};
use alfil_plane::safety::Guarded;
use alfil_plane::scalar::Vec2;
use alfil_rules::ids::KindId;
use alfil_rules::letter::Letter;
use std::cell::OnceCell;

/// Coordinates and distances in a text may be inexact by this number of units. Of the moves that
/// fit, captures are preferred.
pub(crate) const SNAP: f64 = 0.005;

/// Two bearings within this number of degrees mean the same motion.
const SNAP_BEARING: f64 = 0.05;

/// A value at an open end of an interval is moved inside by at most this distance.
const INSIDE: f64 = 0.001;

/// Enough decimal places to distinguish any two numbers on a plane.
const MOST_DIGITS: usize = 17;

/// Writes a move. `families` must be all legal moves of its position.
pub fn write_move(play: &PlanePlay, families: &[Family], mv: &PlaneMove) -> String {
    let (program, position) = (play.program(), play.now());
    let piece = &position.pieces[mv.piece];
    let letter = program.rules().kinds[piece.kind].letter;
    let head = format!("{letter}{},{}", piece.at.x, piece.at.y);
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
            Path::Turn { by } => (format!("{head}@{}", if by < 0.0 { "" } else { "+" }), by),
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

/// Writes a number with at most `n` decimal places and without trailing zeros.
fn digits(number: f64, n: usize) -> String {
    let text = format!("{number:.n$}");
    if !text.contains('.') {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The help for a text that is not a move.
const FORM: &str = "a move is written `R0.5,0.5:90:2.35`: piece, bearing, distance";

/// A parsed move.
struct Written<'t> {
    piece: &'t str,
    /// The target point, if the text contains a point in place of bearing and distance.
    to: Option<Vec2>,
    bearing: Option<f64>,
    number: f64,
    promotion: Option<&'t str>,
    quiet: bool,
}

fn parse(text: &str) -> Option<Written<'_>> {
    let (rest, quiet) = match text.strip_suffix('-') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let (rest, promotion) = match rest.rsplit_once('=') {
        Some((rest, letter)) => (rest, Some(letter)),
        None => (rest, None),
    };
    let number = |text: &str| text.parse().ok().filter(|n: &f64| n.is_finite());
    if let Some((piece, degrees)) = rest.split_once('@') {
        let number = number(degrees)?;
        return Some(Written { piece, to: None, bearing: None, number, promotion, quiet });
    }
    if let Some((piece, point)) = rest.split_once('-').filter(|_| !rest.contains(':')) {
        let (x, y) = point.split_once(',')?;
        let to = Some(Vec2::new(number(x)?, number(y)?));
        return Some(Written { piece, to, bearing: None, number: 0.0, promotion, quiet });
    }
    let mut parts = rest.split(':');
    let (piece, bearing, distance) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    let far = (distance == "max").then_some(f64::INFINITY);
    let (bearing, number) = (Some(number(bearing)?), far.or_else(|| number(distance))?);
    Some(Written { piece, to: None, bearing, number, promotion, quiet })
}

/// Returns the form of moves if `text` cannot be a move in any position.
pub(crate) fn misspelt(text: &str) -> Option<&'static str> {
    parse(without_remarks(text)).is_none().then_some(FORM)
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

/// The regions of all pieces in a position, each computed when it is first needed.
struct Regions<'g, 'f> {
    guarded: &'g Guarded<'f, 'f>,
    known: IndexVec<PieceId, OnceCell<Option<Region<'g, 'f>>>>,
}

impl<'g, 'f> Regions<'g, 'f> {
    fn new(guarded: &'g Guarded<'f, 'f>) -> Self {
        let pieces = guarded.field.position.pieces.iter();
        Self { guarded, known: pieces.map(|_| OnceCell::new()).collect() }
    }

    fn of(&self, id: PieceId) -> Option<&Region<'g, 'f>> {
        self.known[id].get_or_init(|| Region::new(self.guarded, id)).as_ref()
    }
}

fn find_among(
    play: &PlanePlay,
    families: &[Family],
    text: &str,
    regions: &Regions<'_, '_>,
) -> Result<PlaneMove, String> {
    let mut written = parse(text).ok_or_else(|| FORM.to_owned())?;
    let (program, position) = (play.program(), play.now());
    let id = piece(play, written.piece).ok_or_else(|| {
        format!("{} has no piece `{}` there", position.side.name(), written.piece)
    })?;
    if let Some(to) = written.to {
        let piece = &position.pieces[id];
        let (bearing, distance, _) = landing::polar(piece.side, piece.at, to);
        (written.bearing, written.number) = (Some(bearing), distance);
    }
    let own = || families.iter().filter(|f| f.piece == id);
    let family = own()
        .filter_map(|f| Some((off(f, written.bearing)?, f)))
        .filter(|(off, _)| *off <= SNAP_BEARING)
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, family)| family);
    let region = own().find(|f| f.motion == Motion::Region);
    let asked = || {
        let number = Some(written.number).filter(|number| number.is_finite())?;
        let Some(bearing) = written.bearing else { return Some(reason::turning(play, id, number)) };
        let leap = || reason::leaping(play, id, bearing, number);
        let told = reason::along(play, id, bearing, number, SNAP_BEARING).or_else(leap);
        told.map(|(reason, _)| reason)
    };
    let Some(family) = family.or(region.filter(|_| written.bearing.is_some())) else {
        if let Some(reason) = asked() {
            return Err(reason.why);
        }
        let mut bearings: Vec<String> = own()
            .filter_map(|f| match f.motion {
                Motion::Ray { bearing, .. } => Some(digits(bearing, 3)),
                Motion::Turn | Motion::Region => None,
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
        Some(None) => return Err("no piece has that letter behind `=`".to_owned()),
        Some(Some(kind)) => Some(kind),
        None => None,
    };
    let allowed = |taken: PieceSet, promotes: Promotes| {
        family.promotions(program, position, promotes).contains(&becomes)
            && (taken.is_empty() || !written.quiet)
    };
    let open = || {
        let (kinds, kind) = (&program.rules().kinds, position.pieces[id].kind);
        let to = kinds[kind].promotions.iter().flat_map(|rule| &rule.to);
        let letters: Vec<String> = to.map(|&to| format!("`={}`", kinds[to].letter)).collect();
        format!("it does not say what the piece becomes: {} stands behind it", letters.join(" or "))
    };
    // If the text names no promotion, places where the piece promotes fit too. The error then says
    // that the promotion is missing.
    let named = |taken: PieceSet, promotes: Promotes| match becomes {
        Some(_) => allowed(taken, promotes),
        None => taken.is_empty() || !written.quiet,
    };
    if family.motion == Motion::Region {
        let bearing = written.bearing.ok_or_else(|| FORM.to_owned())?;
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
            Err(open())
        } else {
            Ok(family.land(position, landing, to, becomes))
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
        Motion::Ray { .. } | Motion::Region => {
            (choose(written.number), "along that bearing it may go")
        }
    };
    let (leg, at) = chosen.ok_or_else(|| {
        let all: Vec<String> = family.legs.iter().map(|leg| told(program, position, leg)).collect();
        explained(asked(), &format!("{may} {}", all.join(", ")))
    })?;
    if leg.promotes != Promotes::No && becomes.is_none() {
        Err(open())
    } else {
        Ok(family.play(position, leg, at, becomes))
    }
}

/// Combines the legal possibilities `may` with the reason why the move is not legal, if the reason
/// is known.
fn explained(reason: Option<Reason>, may: &str) -> String {
    let reason = reason.filter(|reason| reason.cause != Cause::Unknown);
    reason.map_or(String::new(), |reason| format!("{}; ", reason.why)) + may
}

/// The legal landing that is nearest to `meant` within `SNAP`. Captures come before quiet moves.
fn near_landing(
    play: &PlanePlay,
    family: &Family,
    region: &Region<'_, '_>,
    meant: Vec2,
    fits: impl Fn(Landing) -> bool,
) -> Option<(Landing, Vec2)> {
    let mut points = vec![meant];
    for border in family.faces.iter().flat_map(|face| face.borders.iter().flatten()) {
        let on = border.nearest(meant);
        // Try the point on the border, and points a little to both sides of it.
        let aside = border.normal(on) * INSIDE;
        points.extend([on, on + aside, on - aside]);
    }
    let near = points.into_iter().filter_map(|p| {
        // A move is stored as bearing and distance, so the rounded end point is tested.
        let piece = &play.now().pieces[family.piece];
        let (_, _, to) = landing::polar(piece.side, piece.at, p);
        let off = (to - meant).length();
        let landing = region.at(to).filter(|landing| off <= SNAP && fits(*landing))?;
        Some(((landing.taken.is_empty(), off), landing, p))
    });
    let best = near.min_by(|(a, ..), (b, ..)| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    best.map(|(_, landing, p)| (landing, p))
}

/// The difference in degrees between the bearing of a family and `bearing`. Rotations have no
/// bearing and fit only a missing one. Returns `None` if the family does not fit.
fn off(family: &Family, bearing: Option<f64>) -> Option<f64> {
    match (family.motion, bearing) {
        (Motion::Ray { bearing, .. }, Some(asked)) => {
            let apart = (bearing - asked).rem_euclid(360.0);
            Some(apart.min(360.0 - apart))
        }
        (Motion::Turn, None) => Some(0.0),
        (Motion::Ray { .. }, None) | (Motion::Turn, Some(_)) | (Motion::Region, _) => None,
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

/// The piece of the side to move with the letter and place in `text`.
fn piece(play: &PlanePlay, text: &str) -> Option<PieceId> {
    let (program, position) = (play.program(), play.now());
    let letters = text.find(|c: char| c.is_ascii_digit() || c == '.')?;
    let kind = kind(program, &text[..letters])?;
    let (x, y) = text[letters..].split_once(',')?;
    let (x, y): (f64, f64) = (x.parse().ok()?, y.parse().ok()?);
    position
        .of(position.side)
        .filter(|(_, p)| p.kind == kind)
        .map(|(id, p)| ((p.at.x - x).abs().max((p.at.y - y).abs()), id))
        .filter(|(off, _)| *off <= SNAP)
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, id)| id)
}

fn kind(program: &PlaneProgram, letter: &str) -> Option<KindId> {
    let is = |l: Letter| l.to_string().eq_ignore_ascii_case(letter);
    program.rules().kinds.enumerate().find(|(_, k)| is(k.letter)).map(|(id, _)| id)
}
