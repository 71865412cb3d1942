//! Proves that one reply is legal for a whole range of moves.

use crate::scene::{MARGIN, Parameter, Place, Range, Scene, half_chord};
use alfil_plane::geometry::scalar::{EPSILON, Vec2};
use alfil_plane::geometry::shape::Shape;
use alfil_plane::model::motion::{Gait, Ground, Ray};
use alfil_plane::model::position::{PieceId, PieceSet, PlaneMove};
use alfil_plane::model::program::Field;
use alfil_plane::moves::families::{Family, Leg, Motion};
use alfil_plane::moves::ray_move::RayMove;
use alfil_plane::space::track::Track;
use alfil_rules::plane::KingPath;

/// The greatest number of parts into which the path of a king is divided.
const PARTS: f64 = 64.0;

/// The number of points of such a path at which attacks are compared.
const POINTS: u32 = 64;

/// A reply to every move of a range.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// This move. Its piece is one of the position after the moves.
    Move(PlaneMove),
    /// The piece captures the piece that has just moved, along a bearing in degrees. The distance
    /// depends on that move.
    Takes {
        /// The piece of the position after the moves.
        piece: PieceId,
        /// The bearing in its frame.
        bearing: f64,
    },
}

/// Returns a reply that is surely legal in the whole scene. `families` are the replies at one value
/// of the parameters, and `before` is the reply to a neighbouring range, which is tried first.
pub(crate) fn surely_legal(
    scene: &Scene<'_, '_>,
    mover: PieceId,
    families: &[Family],
    before: Option<&Reply>,
) -> Option<Reply> {
    let field = scene.field;
    if let Some(reply) = before
        && is_still_legal(scene, mover, families, reply)
    {
        return Some(reply.clone());
    }
    for family in families {
        if let Motion::Region = family.motion {
            for face in &family.faces {
                let Some(&to) = face.points.first() else { continue };
                let choice =
                    family.promotions(field.program, field.position, face.verdict.promotes);
                let mv =
                    family.land(field.program, field.position, face.verdict, to, *choice.first()?);
                if lands(scene, mover, Gait::Leap, &mv) {
                    return Some(Reply::Move(mv));
                }
            }
        }
        let Motion::Ray { bearing, along } = family.motion else { continue };
        for leg in &family.legs {
            if leg.taken == PieceSet::one(mover)
                && leg.at.is_point()
                && takes(scene, mover, family.piece, along)
            {
                return Some(Reply::Takes { piece: family.piece, bearing });
            }
            for part in [0.5, 0.0, 1.0, 0.9, 0.1] {
                let choice = family.promotions(field.program, field.position, leg.promotes);
                let mv = family.play(
                    field.program,
                    field.position,
                    leg,
                    leg.at.at(part),
                    *choice.first()?,
                );
                if goes(scene, mover, (family.piece, along), leg, leg.at.at(part), &mv) {
                    return Some(Reply::Move(mv));
                }
            }
        }
    }
    None
}

/// Returns whether one of `families` contains a reply that is surely legal in the whole scene.
pub(crate) fn is_still_legal(
    scene: &Scene<'_, '_>,
    mover: PieceId,
    families: &[Family],
    reply: &Reply,
) -> bool {
    let mut families = families.iter();
    match reply {
        Reply::Takes { piece, bearing } => families.any(|family| match family.motion {
            Motion::Ray { bearing: own, along } => {
                let mut legs = family.legs.iter();
                family.piece == *piece
                    && own == *bearing
                    && legs.any(|leg| leg.taken == PieceSet::one(mover) && leg.at.is_point())
                    && takes(scene, mover, *piece, along)
            }
            Motion::Great { .. }
            | Motion::Flight { .. }
            | Motion::Arc { .. }
            | Motion::Turn
            | Motion::Region
            | Motion::Shot
            | Motion::Bent(_) => false,
        }),
        Reply::Move(mv) => families.any(|family| {
            let Motion::Ray { along, .. } = family.motion else { return false };
            let far = (mv.to - scene.field.piece(mv.piece).at).dot(along);
            let mut legs = family.legs.iter();
            family.piece == mv.piece
                && ((scene.field.piece(mv.piece).at + along * far) - mv.to).length() < EPSILON
                && legs.any(|leg| {
                    leg.taken == mv.taken
                        && leg.at.contains(far)
                        && goes(scene, mover, (mv.piece, along), leg, far, mv)
                })
        }),
    }
}

/// The straight motions of a piece in a direction that allow a stop with these captures.
fn rays<'a>(
    field: &'a Field<'a>,
    id: PieceId,
    along: Vec2,
) -> impl Iterator<Item = (&'a Ray, RayMove<'a>)> {
    let rays = field.kind(id).moves.rays.iter();
    rays.filter_map(move |ray| {
        let path = field.path(id, ray)?;
        let Track::Line { along: own, .. } = path.track else { return None };
        let same = (own - along).length() < EPSILON;
        same.then(|| (ray, RayMove::new(field, id, ray, path)))
    })
}

/// Returns whether a move to a stop of a ray is surely legal. The piece that has just moved may be
/// captured by a leap.
fn goes(
    scene: &Scene<'_, '_>,
    mover: PieceId,
    (id, along): (PieceId, Vec2),
    leg: &Leg,
    at: f64,
    mv: &PlaneMove,
) -> bool {
    let stops = |way: &RayMove<'_>| {
        let mut stretches = way.stretches().into_iter();
        stretches.any(|stretch| stretch.taken == leg.taken && stretch.at.contains(at))
    };
    let gait = rays(scene.field, id, along).find(|(_, way)| stops(way)).map(|(ray, _)| ray.gait);
    let Some(gait) = gait else { return false };
    let radius = scene.field.shapes[id].reach();
    let d = scene.offset(id, mover);
    if d.length(&scene.parameters).low < radius - EPSILON / 2.0 {
        return false;
    }
    let aside = d.aside(along, &scene.parameters);
    let forward = d.along(along, &scene.parameters);
    let is_free = match gait {
        Gait::Sweep => {
            aside.low >= radius - EPSILON / 2.0
                || forward.high <= 0.0
                || forward.low - half_chord(radius, aside).high > at + MARGIN
        }
        // The landing also decides if it covers the piece.
        Gait::Leap => true,
    };
    is_free && lands(scene, mover, gait, mv)
}

/// Returns whether a move to a fixed place surely leaves the royal pieces safe and captures what it
/// names.
fn lands(scene: &Scene<'_, '_>, mover: PieceId, gait: Gait, mv: &PlaneMove) -> bool {
    let field = scene.field;
    let kinds = &field.program.rules().kinds;
    if mv.promotion.is_some_and(|kind| kinds[kind].royal.is_royal()) {
        return false;
    }
    let there = scene.with(mv.piece, Place::fixed(mv.to), scene.parameters);
    let (radius, far) = (field.shapes[mv.piece].reach(), there.apart(mv.piece, mover));
    let is_disc = matches!(field.shapes[mv.piece], Shape::Disc(_));
    let same_captures = if mv.taken.has(mover) {
        is_disc && far.high < radius - MARGIN
    } else {
        far.low >= radius - EPSILON / 2.0
    };
    let after = Scene { gone: mv.taken, ..there };
    let d = mv.to - field.piece(mv.piece).at;
    let way = Way { along: d.unit(), to: d.length(), taken: mv.taken };
    same_captures
        && after.surely_safe()
        && (gait == Gait::Leap || king_passes(scene, mv.piece, &way))
}

/// Returns whether a piece surely captures the piece that has just moved, by a sweep in a direction,
/// and nothing else.
fn takes(scene: &Scene<'_, '_>, mover: PieceId, id: PieceId, along: Vec2) -> bool {
    let field = scene.field;
    let radius = field.shapes[id].reach();
    let d = scene.offset(id, mover);
    let aside = d.aside(along, &scene.parameters);
    let is_disc = matches!(field.shapes[id], Shape::Disc(_));
    let heirs = &field.kind(id).heirs;
    // The piece may become each of its heirs wherever it may stand.
    let may_promote = heirs.exposed.is_empty() && heirs.larger.is_empty();
    if !is_disc || !may_promote || aside.high >= radius - MARGIN {
        return false;
    }
    let (forward, half) = (d.along(along, &scene.parameters), half_chord(radius, aside));
    let enter = Range::new(forward.low - half.high, forward.high - half.low);
    let side = field.piece(id).side;
    let enemies = field.others(PieceSet::one(mover)).filter(|(_, piece)| piece.side != side);
    let mut enemies = enemies.map(|(enemy, _)| scene.apart(id, enemy).low);
    let gone = PieceSet::one(mover);
    let is_free = |(ray, way): &(&Ray, RayMove<'_>)| {
        ray.gait == Gait::Sweep
            && ray.purpose.captures()
            && ray.quanta.is_empty()
            && ray.ground == Ground::always()
            && enter.low > way.path.stops.least + MARGIN
            && enter.high < way.wall(gone) - MARGIN
            && enter.high < way.first(gone) - MARGIN
            && way.shadows(gone).next().is_none()
    };
    if !rays(field, id, along).any(|way| is_free(&way)) || enemies.any(|far| far < radius + MARGIN)
    {
        return false;
    }
    let home = Place::fixed(field.piece(id).at).moving(Parameter::First, along);
    let parameters = scene.parameters.with(Parameter::First, enter);
    let after = Scene { gone, ..scene.with(id, home, parameters) };
    let way = Way { along, to: enter.high, taken: gone };
    after.surely_safe() && king_passes(scene, id, &way)
}

/// A sweep of a piece from its place.
struct Way {
    along: Vec2,
    to: f64,
    taken: PieceSet,
}

/// Returns whether a piece surely passes no attacked point against the rules, if it is royal. The
/// end of the way is known to be safe.
///
/// A sweeping disc attacks a convex set of points, so it attacks the king on one part of the way. The
/// king may leave the attack in which it starts. So these parts must form a chain that begins at the
/// start: each of them shares a point with the earlier ones.
fn king_passes(scene: &Scene<'_, '_>, id: PieceId, way: &Way) -> bool {
    let field = scene.field;
    if !field.royals(field.position.side).any(|royal| royal == id) {
        return true;
    }
    let place = Place::fixed(field.piece(id).at).moving(Parameter::First, way.along);
    let at = |range: Range| scene.with(id, place, scene.parameters.with(Parameter::First, range));
    let whole = Range::new(0.0, way.to);
    let (king_path, mut chain) = (field.program.king_path(), Vec::new());
    for (by, _) in field.position.of(field.position.side.other()) {
        let is_harmless = way.taken.has(by) && king_path == KingPath::Lenient;
        if is_harmless || everywhere(whole, &|range| at(range).surely_spares(by, id)) {
            continue;
        }
        let kind = field.kind(by);
        let attacks = &kind.attacks;
        let is_disc = matches!(field.shapes[by], Shape::Disc(_));
        let simple = attacks.areas.is_empty() && attacks.bends.is_empty() && !kind.turns && is_disc;
        if !simple
            || king_path == KingPath::Strict
            || !at(Range::point(way.to)).surely_spares(by, id)
        {
            return false;
        }
        for ray in attacks.rays.iter().chain(&attacks.shots) {
            let spares = |range| at(range).ray_surely_spares(by, ray, id);
            if ray.curve.is_none() && everywhere(whole, &spares) {
                continue;
            }
            if ray.curve.is_some() || ray.gait == Gait::Leap {
                return false;
            }
            let takes = |n: u32| {
                let point = Range::point(way.to * f64::from(n) / f64::from(POINTS));
                at(point).ray_surely_takes(by, ray, id)
            };
            chain.push((0..=POINTS).filter(|&n| takes(n)).collect::<Vec<u32>>());
        }
    }
    // The last point of the way that is surely attacked by a chain of attacks.
    let mut reached = 0;
    while let Some(next) = chain.iter().position(|own| own.first().is_some_and(|n| *n <= reached)) {
        let own = chain.swap_remove(next);
        reached = reached.max(own.last().copied().unwrap_or(0));
    }
    chain.is_empty()
}

/// Returns whether a claim holds in the whole range. It is tried for parts of the range.
fn everywhere(range: Range, holds: &impl Fn(Range) -> bool) -> bool {
    let narrow = range.width() / PARTS;
    let mut left = vec![range];
    while let Some(range) = left.pop() {
        if holds(range) {
            continue;
        }
        if range.width() <= narrow {
            return false;
        }
        left.extend(range.halves());
    }
    true
}
