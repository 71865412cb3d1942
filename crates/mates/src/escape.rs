//! Proves that no reply exists for a whole box of parameters.
//!
//! Every reply ends somewhere in the reach of a motion. These ends are divided into boxes until each
//! box is either impossible or leaves a royal piece attacked. All errors make replies more likely,
//! so a proof is never wrong, but it may fail.

use crate::scene::{MARGIN, Parameter, Place, Range, Scene, half_chord};
use alfil_plane::geometry::curve::Disc;
use alfil_plane::geometry::scalar::Vec2;
use alfil_plane::geometry::shape::Shape;
use alfil_plane::model::motion::{Gait, Purpose, Ray};
use alfil_plane::model::position::{PieceId, PieceSet};
use alfil_plane::model::program::Field;
use alfil_plane::moves::bent_move::{AreaMove, BentMove};
use alfil_plane::moves::ray_move::RayMove;

/// The number of boxes after which a proof about one motion is given up.
const MOST_BOXES: usize = 4000;

/// Boxes narrower than this are not divided.
const NARROWEST: f64 = 1e-7;

/// The number of covered pieces up to which each set of captures is a case of its own.
const MOST_CASES: usize = 3;

/// What may become of the pieces that a reply covers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Moves,
    /// The piece stays at home and captures from there.
    Shoots,
}

/// A set of ends of a reply.
struct Ends {
    piece: PieceId,
    /// The end, which depends on the parameters of the reply.
    place: Place,
    first: Range,
    second: Range,
    purpose: Purpose,
    effect: Effect,
    /// The direction of a straight way that other pieces may block. `None` for other motions.
    sweep: Option<Vec2>,
    /// The least and the greatest distance from the start. Only for regions.
    distances: Range,
}

/// Returns whether the side to move surely has no legal reply. `mover` is the piece of either side whose
/// place depends on the move of the scene.
pub(crate) fn surely_stuck(scene: &Scene<'_, '_>, mover: PieceId) -> bool {
    let side = scene.field.position.side;
    let mut own = scene.field.position.of(side);
    own.all(|(id, _)| all_ends(scene, id, mover).iter().all(|ends| refuted(scene, ends, mover)))
}

/// Returns all ends of replies of a piece, and some that are none.
fn all_ends(scene: &Scene<'_, '_>, id: PieceId, mover: PieceId) -> Vec<Ends> {
    let field = scene.field;
    let (kind, from) = (field.kind(id), field.piece(id).at);
    if id == mover {
        return ends_from_anywhere(scene, id);
    }
    let mut all = Vec::new();
    for ray in &kind.moves.rays {
        all.extend(ray_ends(field, id, mover, ray, Effect::Moves));
    }
    for ray in &kind.moves.shots {
        all.extend(ray_ends(field, id, mover, ray, Effect::Shoots));
    }
    for area in &kind.moves.areas {
        if let Some(way) = AreaMove::new(field, id, area) {
            let distances = Range::new(area.from.max(field.program.least()), way.most);
            let disc = Disc { centre: from, radius: way.most };
            all.extend(region_ends(field, id, disc, distances, area.purpose));
        }
    }
    for bend in &kind.moves.bends {
        if let Some(way) = BentMove::new(field, id, bend) {
            let anywhere = Range::new(0.0, f64::INFINITY);
            all.extend(region_ends(field, id, way.disc(), anywhere, bend.last.purpose));
        }
    }
    if kind.turns {
        all.push(turn_end(id, Place::fixed(from)));
    }
    all
}

/// Returns all ends of replies of a piece whose place is not fixed, and some that are none. Conditions and
/// other pieces, which may forbid more, are ignored.
fn ends_from_anywhere(scene: &Scene<'_, '_>, id: PieceId) -> Vec<Ends> {
    let (field, home) = (scene.field, scene.places[id]);
    let moves = &field.kind(id).moves;
    let (size, least) = (field.program.size(), field.program.least());
    let anywhere = Disc { centre: size * 0.5, radius: size.length() };
    let mut all = Vec::new();
    let shots = moves.shots.iter().map(|ray| (ray, Effect::Shoots));
    for (ray, effect) in moves.rays.iter().map(|ray| (ray, Effect::Moves)).chain(shots) {
        let along = field.direction(id, ray.along);
        let limits = Range::new(ray.from.max(least), scene.most(id, ray, along).high);
        let distances = Range::new(0.0, f64::INFINITY);
        let ends = match ray.curve {
            Some(_) => region_ends(field, id, anywhere, distances, ray.purpose)
                .map(|ends| Ends { effect, ..ends }),
            None => (limits.low <= limits.high + MARGIN).then(|| Ends {
                piece: id,
                place: home.moving(Parameter::First, along),
                first: Range::new(limits.low.min(limits.high), limits.high),
                second: Range::point(0.0),
                purpose: ray.purpose,
                effect,
                sweep: None,
                distances,
            }),
        };
        all.extend(ends);
    }
    for area in &moves.areas {
        let distances = Range::new(area.from.max(least), area.to.min(size.length()));
        all.extend(region_ends(field, id, anywhere, distances, area.purpose));
    }
    for bend in &moves.bends {
        let distances = Range::new(0.0, f64::INFINITY);
        all.extend(region_ends(field, id, anywhere, distances, bend.last.purpose));
    }
    if field.kind(id).turns {
        all.push(turn_end(id, home));
    }
    all
}

/// Returns the end of all turns of a piece.
fn turn_end(piece: PieceId, place: Place) -> Ends {
    Ends {
        piece,
        place,
        first: Range::point(0.0),
        second: Range::point(0.0),
        purpose: Purpose::Any,
        effect: Effect::Moves,
        sweep: None,
        distances: Range::new(0.0, f64::INFINITY),
    }
}

/// Returns the ends of a ray. Pieces that stay where they are limit it as in a legal move.
fn ray_ends(
    field: &Field<'_>,
    id: PieceId,
    mover: PieceId,
    ray: &Ray,
    effect: Effect,
) -> Option<Ends> {
    let path = field.path(id, ray)?;
    if ray.curve.is_some() {
        let disc = path.track.disc(path.stops.most);
        let anywhere = Range::new(0.0, f64::INFINITY);
        return region_ends(field, id, disc, anywhere, ray.purpose);
    }
    let (from, along) = (path.track.from(), field.direction(id, ray.along));
    let way = RayMove::new(field, id, ray, path);
    let stops = &way.path.stops;
    let gone = PieceSet::one(mover);
    let end = match ray.gait {
        Gait::Leap => stops.most,
        Gait::Sweep => {
            let first = way.first(gone);
            let capture = if ray.purpose.captures() {
                stops.first(first).unwrap_or(f64::INFINITY)
            } else {
                first
            };
            way.wall(gone).min(capture)
        }
    };
    let first = Range::new(stops.least, end);
    (first.low <= first.high + MARGIN).then(|| Ends {
        piece: id,
        place: Place::fixed(from).moving(Parameter::First, along),
        first: Range::new(first.low.min(first.high), first.high),
        second: Range::point(0.0),
        purpose: ray.purpose,
        effect,
        sweep: (ray.gait == Gait::Sweep && ray.quanta.is_empty()).then_some(along),
        distances: Range::new(0.0, f64::INFINITY),
    })
}

/// Returns the ends of a motion into the part of a disc that lies on the plane.
fn region_ends(
    field: &Field<'_>,
    id: PieceId,
    Disc { centre, radius }: Disc,
    distances: Range,
    purpose: Purpose,
) -> Option<Ends> {
    let size = field.program.size();
    let side = |centre: f64, size: f64| {
        Range::new((centre - radius).max(0.0), (centre + radius).min(size))
    };
    let place = Place::fixed(Vec2::default())
        .moving(Parameter::First, Vec2::new(1.0, 0.0))
        .moving(Parameter::Second, Vec2::new(0.0, 1.0));
    Some(Ends {
        piece: id,
        place,
        first: side(centre.x, size.x),
        second: side(centre.y, size.y),
        purpose,
        effect: Effect::Moves,
        sweep: None,
        distances,
    })
}

/// Returns whether every end is impossible or leaves a royal piece attacked.
fn refuted(scene: &Scene<'_, '_>, ends: &Ends, mover: PieceId) -> bool {
    let mut left = vec![(ends.first, ends.second)];
    let mut count = 0;
    while let Some((first, second)) = left.pop() {
        count += 1;
        if count > MOST_BOXES {
            return false;
        }
        if box_is_refuted(scene, ends, mover, first, second) {
            continue;
        }
        let parts = if first.width() >= second.width() {
            first.halves().map(|first| (first, second))
        } else {
            second.halves().map(|second| (first, second))
        };
        if first.width().max(second.width()) < NARROWEST {
            return false;
        }
        left.extend(parts);
    }
    true
}

fn box_is_refuted(
    scene: &Scene<'_, '_>,
    ends: &Ends,
    mover: PieceId,
    first: Range,
    second: Range,
) -> bool {
    let id = ends.piece;
    let parameters = scene.parameters.with(Parameter::First, first).with(Parameter::Second, second);
    let there = scene.with(id, ends.place, parameters);
    let home = scene.places[id];
    if ends.distances.high.is_finite() {
        let far = ends.place.from(&home).length(&parameters);
        if far.low > ends.distances.high + MARGIN || far.high < ends.distances.low - MARGIN {
            return true;
        }
    }
    if let Some(along) = ends.sweep
        && passes(scene, id, mover, along, first.low)
    {
        return true;
    }
    let radius = scene.field.shapes[id].reach();
    let enemies = scene.field.position.of(scene.field.position.side.other());
    let covered = enemies.filter(|(enemy, _)| there.apart(*enemy, id).low < radius + MARGIN);
    let covered = covered.fold(PieceSet::NONE, |all, (enemy, _)| all.with(enemy));
    match ends.purpose {
        Purpose::Capture if covered.is_empty() => return true,
        Purpose::Any | Purpose::Capture | Purpose::Quiet => {}
    }
    let perhaps_gone = if ends.purpose.captures() { covered } else { PieceSet::NONE };
    let mut after = match ends.effect {
        Effect::Moves => there,
        Effect::Shoots => scene.with(id, home, parameters),
    };
    if perhaps_gone.count() > MOST_CASES {
        return Scene { perhaps_gone, ..after }.surely_attacked();
    }
    subsets(perhaps_gone).into_iter().all(|gone| {
        after.gone = gone;
        after.surely_attacked()
    })
}

/// Returns all sets of some of these pieces.
fn subsets(of: PieceSet) -> Vec<PieceSet> {
    of.iter().fold(vec![PieceSet::NONE], |sets, piece| {
        let with = sets.iter().map(|set| set.with(piece));
        sets.iter().copied().chain(with).collect()
    })
}

/// Returns whether a sweep to at least `least` would surely pass the piece that has just moved.
fn passes(scene: &Scene<'_, '_>, id: PieceId, mover: PieceId, along: Vec2, least: f64) -> bool {
    let radius = scene.field.shapes[id].reach();
    let is_disc = matches!(scene.field.shapes[id], Shape::Disc(_));
    let d = scene.offset(id, mover);
    let aside = d.aside(along, &scene.parameters);
    if !is_disc || aside.high >= radius - MARGIN {
        return false;
    }
    let (forward, half) = (d.along(along, &scene.parameters), half_chord(radius, aside));
    let shortest = scene.field.program.least();
    forward.low - half.high > MARGIN && least > (forward.high - half.low).max(shortest) + MARGIN
}
