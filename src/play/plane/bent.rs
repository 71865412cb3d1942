//! Writes and reads paths of two parts: `B4,4:45:1:135:0.7` is piece, bearing, length, bearing and
//! length. A promotion follows as `=Q`, and a final `-` means the quiet move.

use crate::play::plane::reading::{
    self, NO_KIND, Regions, SNAP, SNAP_BEARING, digits, near_landing, what_it_becomes,
};
use crate::play::plane::reason;
use crate::play::plane::state::PlanePlay;
use crate::play::plane::text::told_face;
use alfil_plane::geometry::scalar::Vec2;
use alfil_plane::model::position::{Lengths, PieceId, PlaneMove, Promotes};
use alfil_plane::moves::families::{BentWay, Family, Motion};
use alfil_plane::moves::landing::Landing;

/// The parts of a written path.
pub(super) struct Written<'t> {
    piece: &'t str,
    to: Target,
    promotion: Option<&'t str>,
    quiet: bool,
}

/// Where a written path leads.
#[derive(Clone, Copy)]
enum Target {
    /// By bearings and lengths.
    Way([f64; 2], Lengths),
    /// To a point, by any path.
    Point(Vec2),
}

/// Reads the parts of a path. `None` if the text has another form.
pub(super) fn parse(text: &str) -> Option<Written<'_>> {
    let (rest, quiet) = reading::without_quiet(text);
    let (rest, promotion) = reading::without_promotion(rest);
    let mut parts = rest.split(':');
    let piece = parts.next()?;
    let mut number = || parts.next()?.parse().ok().filter(|n: &f64| n.is_finite());
    let (first, from, last, to) = (number()?, number()?, number()?, number()?);
    let to = Target::Way([first, last], Lengths { first: from, last: to });
    parts.next().is_none().then_some(Written { piece, to, promotion, quiet })
}

/// Writes the bearings and lengths of a path with `n` decimal places.
pub(super) fn write(bearings: [f64; 2], lengths: Lengths, n: usize) -> String {
    let [first, last] = bearings.map(|bearing| digits(bearing, 3));
    format!(":{first}:{}:{last}:{}", digits(lengths.first, n), digits(lengths.last, n))
}

/// Finds the path that a text names.
///
/// # Errors
/// The reason why there is no such move, as a sentence without a capital.
pub(super) fn find(
    play: &PlanePlay,
    families: &[Family],
    written: &Written<'_>,
    regions: &Regions<'_, '_>,
) -> Result<PlaneMove, String> {
    let position = play.now();
    let id = reading::piece(play, written.piece).ok_or_else(|| {
        format!("{} has no piece `{}` there", position.side.name(), written.piece)
    })?;
    let found = search(play, families, id, written, regions)?;
    found.ok_or_else(|| match written.to {
        Target::Way(bearings, lengths) => {
            let all = families.iter().filter(|f| f.piece == id && along(f, bearings).is_some());
            let all: Vec<String> =
                all.flat_map(|family| family.faces.iter().map(told_face)).collect();
            let may = match all.as_slice() {
                [] => "that piece has no legal path along these bearings".to_owned(),
                all => format!("along these bearings it may go into {}", all.join(", ")),
            };
            reading::explained(reason::along_path(play, id, bearings, lengths, SNAP_BEARING), &may)
        }
        Target::Point(_) => "that piece may not go there".to_owned(),
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
    let written = Written { piece: "", to: Target::Point(to), promotion, quiet };
    search(play, families, id, &written, regions)
}

fn search(
    play: &PlanePlay,
    families: &[Family],
    id: PieceId,
    written: &Written<'_>,
    regions: &Regions<'_, '_>,
) -> Result<Option<PlaneMove>, String> {
    let (program, position) = (play.program(), play.now());
    let promotion = match written.promotion {
        None => None,
        Some(letter) => Some(reading::kind(program, letter).ok_or(NO_KIND)?),
    };
    let from = position.pieces[id].at;
    let mut best: Option<(bool, f64, &Family, Landing, Vec2)> = None;
    for family in families.iter().filter(|family| family.piece == id) {
        let Motion::Bent(way) = family.motion else { continue };
        let meant = match written.to {
            Target::Point(to) => to,
            Target::Way(bearings, lengths) => match along(family, bearings) {
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
