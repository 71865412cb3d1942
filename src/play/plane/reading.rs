//! Parts that all texts of moves on a plane share: pieces and kinds by their texts, numbers, and
//! landings near a point.

use crate::play::plane::reason::{Cause, Reason};
use crate::play::plane::state::PlanePlay;
use alfil_diagnostics::index::IndexVec;
use alfil_plane::geometry::scalar::{Vec2, Vector};
use alfil_plane::model::position::{PieceId, Promotes};
use alfil_plane::model::program::PlaneProgram;
use alfil_plane::moves::families::{BentWay, Family, Motion, bent_way};
use alfil_plane::moves::landing::{self, Landing, Region};
use alfil_plane::moves::safety::Guarded;
use alfil_rules::ids::KindId;
use alfil_rules::letter::Letter;
use std::cell::OnceCell;

/// Coordinates and distances in a text may be inexact by this number of units. Of the moves that
/// fit, captures are preferred.
pub(super) const SNAP: f64 = 0.005;

/// Two bearings within this number of degrees mean the same motion.
pub(super) const SNAP_BEARING: f64 = 0.05;

/// A value at an open end of an interval is moved inside by at most this distance.
pub(super) const INSIDE: f64 = 0.001;

/// The refusal of an unknown letter of a promotion.
pub(super) const NO_KIND: &str = "no piece has that letter behind `=`";

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
    format!("it does not say what the piece becomes: {} stands behind it", letters.join(" or "))
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
            | Motion::Shot => landing::polar(piece.side, piece.at, p).2,
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
