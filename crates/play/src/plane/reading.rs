//! Writes and reads parts of texts of moves on a plane: pieces, landings, arcs, paths of two parts,
//! and captures without moving.

use crate::plane::reason::{self, Cause, Reason};
use crate::plane::text::{self, PlanePlay, told_face};
use alfil_diagnostics::index::IndexVec;
use alfil_plane::geometry::scalar::{Vec2, Vector};
use alfil_plane::model::position::{Lengths, PieceId, PieceSet, PlaneMove, Promotes};
use alfil_plane::model::program::Field;
use alfil_plane::model::program::PlaneProgram;
use alfil_plane::moves::families::{self, BentWay, Family, Motion, bent_way};
use alfil_plane::moves::safety::Guarded;
use alfil_plane::moves::safety::{self, Landing, Region};
use alfil_plane::space::track::{Curvature, Rotation};
use alfil_rules::ids::KindId;
use alfil_rules::look::Letter;
use std::cell::OnceCell;

// Parts that all texts of moves on a plane share: pieces and kinds by their texts, numbers, and
// landings near a point.

/// Coordinates and distances in a text may be inexact by this number of units. Of the moves that
/// fit, captures are preferred.
pub(super) const SNAP: f64 = 0.005;

/// Two bearings within this number of degrees mean the same motion.
pub(super) const SNAP_BEARING: f64 = 0.05;

/// A value at an open end of an interval is moved inside by at most this distance.
pub(super) const INSIDE: f64 = 0.001;

/// The refusal of an unknown letter of a promotion.
pub(super) const NO_KIND: &str = "no piece has the letter after `=`";

/// Splits the final `-` of a quiet move from a text.
pub(super) fn without_quiet(text: &str) -> (&str, bool) {
    match text.strip_suffix('-') {
        Some(rest) => (rest, true),
        None => (text, false),
    }
}

/// Splits the letter of a promotion from a text.
pub(super) fn without_promotion(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once('=') {
        Some((rest, letter)) => (rest, Some(letter)),
        None => (text, None),
    }
}

/// Writes a number with at most `n` decimal places and without trailing zeros.
pub(super) fn digits(number: f64, n: usize) -> String {
    let text = format!("{number:.n$}");
    if !text.contains('.') {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The regions of all pieces in a position, each computed when it is first needed.
pub(super) struct Regions<'g, 'f> {
    guarded: &'g Guarded<'f, 'f>,
    known: IndexVec<PieceId, OnceCell<Option<Region<'g, 'f>>>>,
    /// Paths of two parts, each with its directions.
    bent: IndexVec<PieceId, OnceCell<Vec<(BentWay, Region<'g, 'f>)>>>,
}

impl<'g, 'f> Regions<'g, 'f> {
    pub(super) fn new(guarded: &'g Guarded<'f, 'f>) -> Self {
        let pieces = guarded.field.position.pieces.iter();
        let bent = pieces.clone().map(|_| OnceCell::new()).collect();
        Self { guarded, known: pieces.map(|_| OnceCell::new()).collect(), bent }
    }

    pub(super) fn of(&self, id: PieceId) -> Option<&Region<'g, 'f>> {
        self.known[id].get_or_init(|| Region::new(self.guarded, id)).as_ref()
    }

    /// The landings of a piece by its paths along these directions.
    pub(super) fn bent(&self, id: PieceId, way: BentWay) -> impl Iterator<Item = &Region<'g, 'f>> {
        let field = self.guarded.field;
        let all = self.bent[id].get_or_init(|| {
            let bends = field.kind(id).moves.bends.iter();
            let region =
                |bend| Some((bent_way(field, id, bend), Region::bent(self.guarded, id, bend)?));
            bends.filter_map(region).collect()
        });
        all.iter().filter(move |(other, _)| *other == way).map(|(_, region)| region)
    }
}

/// The refusal of a move that does not say what the piece becomes.
pub(super) fn what_it_becomes(play: &PlanePlay, family: &Family, promotes: Promotes) -> String {
    let kinds = &play.program().rules().kinds;
    let to = family.promotions(play.program(), play.now(), promotes).into_iter().flatten();
    let letters: Vec<String> = to.map(|to| format!("`={}`", kinds[to].letter)).collect();
    format!("the move does not say what the piece becomes: add {}", letters.join(" or "))
}

/// Combines the legal possibilities `may` with the reason why the move is not legal, if the reason
/// is known.
pub(super) fn explained(reason: Option<Reason>, may: &str) -> String {
    let reason = reason.filter(|reason| reason.cause != Cause::Unknown);
    reason.map_or(String::new(), |reason| format!("{}; ", reason.why)) + may
}

/// The legal landing that is nearest to `meant` within `SNAP`. Captures come before quiet moves.
pub(super) fn near_landing(
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
        // A move is stored as bearings and distances, so the rounded end point is tested.
        let piece = &play.now().pieces[family.piece];
        let to = match family.motion {
            Motion::Bent(way) => way.point(piece.at, way.lengths(piece.at, p)),
            Motion::Ray { .. }
            | Motion::Great { .. }
            | Motion::Flight { .. }
            | Motion::Arc { .. }
            | Motion::Turn
            | Motion::Region
            | Motion::Shot => safety::polar(piece.side, piece.at, p).2,
        };
        let off = (to - meant).length();
        let landing = region.at(to).filter(|landing| off <= SNAP && fits(*landing))?;
        Some(((landing.taken.is_empty(), off), landing, p))
    });
    let best = near.min_by(|(a, ..), (b, ..)| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    best.map(|(_, landing, p)| (landing, p))
}

/// Returns whether a character can begin or continue a number.
pub(super) fn is_number(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | '-')
}

/// Parses a point: `4,4.5`, or `4,4.5,7` in a box.
pub(super) fn point(program: &PlaneProgram, text: &str) -> Option<Vector> {
    let number = |text: &str| text.parse().ok().filter(|n: &f64| n.is_finite());
    let numbers: Vec<f64> = text.split(',').map(number).collect::<Option<_>>()?;
    match *numbers {
        [x, y] if !program.surface().is_box() => Some(Vec2::new(x, y)),
        [x, y, z] if program.surface().is_box() => Some(Vector::in_space(x, y, z)),
        _ => None,
    }
}

/// The piece of the side to move with the letter and place in `text`.
pub(super) fn piece(play: &PlanePlay, text: &str) -> Option<PieceId> {
    let (program, position) = (play.program(), play.now());
    let letters = text.find(is_number)?;
    let kind = kind(program, &text[..letters])?;
    let place = point(program, &text[letters..])?;
    // A piece on joined edges may be written at each of them.
    let surface = program.surface();
    let off = |at: Vec2| {
        if let Some(globe) = surface.globe() {
            return globe.distance(at, place);
        }
        let images = surface.images(at);
        let apart = images.map(|at| {
            let Vector { x, y, z } = at - place;
            x.abs().max(y.abs()).max(z.abs())
        });
        apart.fold(f64::INFINITY, f64::min)
    };
    position
        .of(position.side)
        .filter(|(_, p)| p.kind == kind)
        .map(|(id, p)| (off(p.at), id))
        .filter(|(off, _)| *off <= SNAP)
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, id)| id)
}

pub(super) fn kind(program: &PlaneProgram, letter: &str) -> Option<KindId> {
    let is = |l: Letter| l.to_string().eq_ignore_ascii_case(letter);
    program.rules().kinds.enumerate().find(|(_, k)| is(k.letter)).map(|(id, _)| id)
}

// Writes and reads the circle of an arc: `l2` after the bearing bends to the left with a radius of
// 2, and `r2` to the right.

/// The decimal places of a written radius, as many as the movement language has.
const DIGITS: usize = 3;

/// Writes a circle.
pub fn write(curve: Curvature) -> String {
    let side = match curve.way {
        Rotation::Left => 'l',
        Rotation::Right => 'r',
    };
    format!("{side}{}", digits(curve.radius, DIGITS))
}

/// Splits a bearing from the circle that may follow it. `None` if the circle is misspelt.
pub(super) fn parse(text: &str) -> Option<(&str, Option<Curvature>)> {
    let Some(at) = text.find(['l', 'r']) else { return Some((text, None)) };
    let (bearing, circle) = text.split_at(at);
    let way = if circle.starts_with('l') { Rotation::Left } else { Rotation::Right };
    let radius = circle[1..].parse().ok().filter(|n: &f64| n.is_finite() && *n > 0.0)?;
    Some((bearing, Some(Curvature { radius, way })))
}

// Writes and reads paths of two parts: `B4,4:45:1:135:0.7` is piece, bearing, length, bearing and
// length. A promotion follows as `=Q`, and a final `-` means the quiet move.

/// The parts of a written path.
pub(super) struct WrittenBent<'t> {
    piece: &'t str,
    to: BentTarget,
    promotion: Option<&'t str>,
    quiet: bool,
}

/// Where a written path leads.
#[derive(Clone, Copy)]
enum BentTarget {
    /// By bearings and lengths.
    Way([f64; 2], Lengths),
    /// To a point, by any path.
    Point(Vec2),
}

/// Reads the parts of a path. `None` if the text has another form.
pub(super) fn parse_bent(text: &str) -> Option<WrittenBent<'_>> {
    let (rest, quiet) = without_quiet(text);
    let (rest, promotion) = without_promotion(rest);
    let mut parts = rest.split(':');
    let piece = parts.next()?;
    let mut number = || parts.next()?.parse().ok().filter(|n: &f64| n.is_finite());
    let (first, from, last, to) = (number()?, number()?, number()?, number()?);
    let to = BentTarget::Way([first, last], Lengths { first: from, last: to });
    parts.next().is_none().then_some(WrittenBent { piece, to, promotion, quiet })
}

/// Writes the bearings and lengths of a path with `n` decimal places.
pub(super) fn write_bent(bearings: [f64; 2], lengths: Lengths, n: usize) -> String {
    let [first, last] = bearings.map(|bearing| digits(bearing, 3));
    format!(":{first}:{}:{last}:{}", digits(lengths.first, n), digits(lengths.last, n))
}

/// Finds the path that a text names.
///
/// # Errors
/// The reason why there is no such move, as a sentence without a capital.
pub(super) fn find_bent(
    play: &PlanePlay,
    families: &[Family],
    written: &WrittenBent<'_>,
    regions: &Regions<'_, '_>,
) -> Result<PlaneMove, String> {
    let position = play.now();
    let id = self::piece(play, written.piece).ok_or_else(|| {
        format!("{} has no piece `{}` there", position.side.name(), written.piece)
    })?;
    let found = search(play, families, id, written, regions)?;
    found.ok_or_else(|| match written.to {
        BentTarget::Way(bearings, lengths) => {
            let all = families.iter().filter(|f| f.piece == id && along(f, bearings).is_some());
            let all: Vec<String> =
                all.flat_map(|family| family.faces.iter().map(told_face)).collect();
            let may = match all.as_slice() {
                [] => "that piece has no legal path along these bearings".to_owned(),
                all => format!("along these bearings it may go into {}", all.join(", ")),
            };
            explained(reason::along_path(play, id, bearings, lengths, SNAP_BEARING), &may)
        }
        BentTarget::Point(_) => "that piece may not go there".to_owned(),
    })
}

/// Finds a path of piece `id` to a point. `None` if there is none.
///
/// # Errors
/// The path promotes, and `promotion` does not say to what.
pub(super) fn to_point(
    play: &PlanePlay,
    families: &[Family],
    id: PieceId,
    to: Vec2,
    (promotion, quiet): (Option<&str>, bool),
    regions: &Regions<'_, '_>,
) -> Result<Option<PlaneMove>, String> {
    let written = WrittenBent { piece: "", to: BentTarget::Point(to), promotion, quiet };
    search(play, families, id, &written, regions)
}

fn search(
    play: &PlanePlay,
    families: &[Family],
    id: PieceId,
    written: &WrittenBent<'_>,
    regions: &Regions<'_, '_>,
) -> Result<Option<PlaneMove>, String> {
    let (program, position) = (play.program(), play.now());
    let promotion = match written.promotion {
        None => None,
        Some(letter) => Some(kind(program, letter).ok_or(NO_KIND)?),
    };
    let from = position.pieces[id].at;
    let mut best: Option<(bool, f64, &Family, Landing, Vec2)> = None;
    for family in families.iter().filter(|family| family.piece == id) {
        let Motion::Bent(way) = family.motion else { continue };
        let meant = match written.to {
            BentTarget::Point(to) => to,
            BentTarget::Way(bearings, lengths) => match along(family, bearings) {
                Some(way) => way.point(from, lengths),
                None => continue,
            },
        };
        let fits = |landing: Landing| {
            let known = match promotion {
                Some(_) => {
                    family.promotions(program, position, landing.promotes).contains(&promotion)
                }
                None => true,
            };
            known && (landing.taken.is_empty() || !written.quiet)
        };
        for region in regions.bent(id, way) {
            let Some((landing, to)) = near_landing(play, family, region, meant, fits) else {
                continue;
            };
            let rank = (landing.taken.is_empty(), (to - meant).length());
            if best.is_none_or(|(quiet, off, ..)| rank < (quiet, off)) {
                best = Some((rank.0, rank.1, family, landing, to));
            }
        }
    }
    let Some((_, off, family, landing, to)) = best else { return Ok(None) };
    if landing.promotes != Promotes::No && promotion.is_none() {
        return Err(what_it_becomes(play, family, landing.promotes));
    }
    debug_assert!(off <= SNAP);
    Ok(Some(family.land(play.program(), position, landing, to, promotion)))
}

/// The directions of a family of paths, if its bearings are near these.
fn along(family: &Family, bearings: [f64; 2]) -> Option<BentWay> {
    let Motion::Bent(way) = family.motion else { return None };
    let near = |a: f64, b: f64| {
        let apart = (a - b).rem_euclid(360.0);
        apart.min(360.0 - apart) <= SNAP_BEARING
    };
    let [first, last] = way.bearings;
    (near(first, bearings[0]) && near(last, bearings[1])).then_some(way)
}

// Writes and reads captures without moving: `Q4,4xp4,5`, or `Q4,4xp4,5xn4.3,5` if the piece
// captures both at once. A promotion follows as `=R`.

/// The parts of a written capture without moving.
pub(super) struct WrittenShot<'t> {
    piece: &'t str,
    targets: Vec<ShotTarget<'t>>,
    promotion: Option<&'t str>,
}

/// A captured piece as written: `p4,5`.
struct ShotTarget<'t> {
    text: &'t str,
    letter: &'t str,
    /// The place of the captured piece: two or three numbers.
    place: &'t str,
}

/// Writes a capture without moving.
pub(super) fn write_shot(play: &PlanePlay, mv: &PlaneMove) -> String {
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
pub(super) fn parse_shot(text: &str) -> Option<WrittenShot<'_>> {
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
        targets.push(ShotTarget { text, letter: &text[..letters], place });
        rest = after;
    }
    (!targets.is_empty()).then_some(WrittenShot { piece, targets, promotion })
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
pub(super) fn find_shot(
    play: &PlanePlay,
    families: &[Family],
    written: &WrittenShot<'_>,
) -> Result<PlaneMove, String> {
    let (program, position) = (play.program(), play.now());
    let id = self::piece(play, written.piece).ok_or_else(|| {
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
        let all = families::targets(&field, id);
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
        Some(letter) => Some(self::kind(program, letter).ok_or(NO_KIND)?),
    };
    let choices = family.promotions(program, position, shot.promotes);
    if choices.contains(&promotion) {
        Ok(family.shoot(position, *shot, promotion))
    } else if promotion.is_none() {
        Err(what_it_becomes(play, family, shot.promotes))
    } else {
        Err("it cannot promote to this piece there".to_owned())
    }
}

/// The enemy with the letter and place in a text.
fn enemy(play: &PlanePlay, target: &ShotTarget<'_>) -> Option<PieceId> {
    let (program, position) = (play.program(), play.now());
    let kind = self::kind(program, target.letter)?;
    let at = point(program, target.place)?;
    let near = position.of(position.side.other()).filter(|(_, piece)| piece.kind == kind);
    let near = near.map(|(id, piece)| ((piece.at - at).length(), id));
    let best = near.filter(|(off, _)| *off <= SNAP).min_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, id)| id)
}
