//! The legal moves of a position, as families.
//!
//! A family contains the legal moves of one piece along one bearing, or all its turns, or all its
//! leaps to regions, or all its paths along two bearings. Terms with the same bearing share a family. For rays and turns, a family has
//! legs: sorted intervals of distances or angles that do not overlap. Each number in a leg is a
//! legal move. For leaps to regions and paths of two parts, a family has faces. Legs and faces are split where the
//! captures or the promotion change. All captures of a piece without moving are one family. Every
//! legal move is in exactly one family.

use crate::geometry::curve::Disc;
use crate::geometry::interval::Interval;
use crate::geometry::region::Face;
use crate::geometry::scalar::{EPSILON, Step, Vec2, Vector, kept};
use crate::model::motion::{Bend, Ray};
use crate::model::position::{
    Lengths, Path, Piece, PieceId, PieceSet, PlaneMove, PlanePosition, Promotes,
};
use crate::model::program::{Field, PlaneProgram};
use crate::moves::ray_move::{CaptureInterval, RayMove, RotationMove};
use crate::moves::safety::{Guarded, Landing, Region, polar};
use crate::space::flight::Flight;
use crate::space::globe::Great;
use crate::space::path::RayPath;
use crate::space::track::{Round, Track, WHOLE};
use alfil_rules::ids::KindId;
use std::collections::BTreeSet;

/// The moves of one piece by one motion.
#[derive(Clone, PartialEq, Debug)]
pub struct Family {
    /// The piece.
    pub piece: PieceId,
    /// The motion.
    pub motion: Motion,
    /// Legal distances of a ray, or legal angles of a turn, sorted. Empty for a region.
    pub legs: Vec<Leg>,
    /// Legal landings of a region or of paths of two parts. Empty for other motions.
    pub faces: Vec<Face<Landing>>,
    /// Legal captures without moving. Empty for other motions.
    pub shots: Vec<Landing>,
}

/// A motion of a family.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Motion {
    /// Along a bearing.
    Ray {
        /// In degrees, from 0 to below 360, in the mover's frame: 0 to its right, 90 forward.
        bearing: f64,
        /// The unit vector as White sees it.
        along: Vec2,
    },
    /// Along a great circle of a sphere that begins in the direction of a bearing.
    Great {
        /// In degrees, from 0 to below 360, in the mover's frame.
        bearing: f64,
        /// The great circle.
        great: Great,
    },
    /// Along a direction in a box.
    Flight {
        /// The direction in the mover's frame, in the least whole numbers.
        heading: Step,
        /// The unit vector as White sees it.
        along: Vector,
    },
    /// Along a circle that begins in the direction of a bearing.
    Arc {
        /// In degrees, from 0 to below 360, in the mover's frame.
        bearing: f64,
        /// The circle as White sees it.
        round: Round,
        /// Whether the facing of the piece changes.
        facing: Facing,
    },
    /// A rotation of the piece around its centre by degrees, positive for counter-clockwise.
    Turn,
    /// A leap to any point of the family's faces.
    Region,
    /// A capture without moving.
    Shot,
    /// Along one bearing to a stop, then along another one to any point of the family's faces.
    Bent(BentWay),
}

/// How the facing of a piece changes on an arc.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Facing {
    /// The piece has no facing.
    Fixed,
    /// The piece turns with the arc.
    Follows,
}

/// The two directions of a path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BentWay {
    /// The bearings of both parts, in degrees in the mover's frame.
    pub bearings: [f64; 2],
    /// The unit vectors of both parts as White sees them.
    pub along: [Vec2; 2],
}

impl BentWay {
    /// Returns the point at these lengths from `from`, rounded as positions store it.
    pub fn point(&self, from: Vec2, lengths: Lengths) -> Vec2 {
        (from + self.along[0] * lengths.first + self.along[1] * lengths.last).kept()
    }

    /// Returns the lengths of the parts of the path to `p`.
    pub fn lengths(&self, from: Vec2, p: Vec2) -> Lengths {
        let ([u, v], d) = (self.along, p - from);
        let gain = u.cross(v);
        Lengths { first: d.cross(v) / gain, last: u.cross(d) / gain }
    }
}

/// An interval of distances or angles with the same captures and promotion.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Leg {
    /// The distances or angles.
    pub at: Interval,
    /// The captured pieces.
    pub taken: PieceSet,
    /// The promotion.
    pub promotes: Promotes,
}

/// Returns all families of the side to move, by piece and then by rising bearing.
pub fn families(program: &PlaneProgram, position: &PlanePosition) -> Vec<Family> {
    let field = Field::new(program, position);
    let guarded = Guarded::new(&field, position.side);
    let mut all = Vec::new();
    for (id, _) in position.of(position.side) {
        of_piece(&guarded, id, &mut all);
    }
    all
}

/// Returns whether the side to move has a legal move. The moves that take long to compute come last.
pub fn has_move(program: &PlaneProgram, position: &PlanePosition) -> bool {
    let field = Field::new(program, position);
    let guarded = Guarded::new(&field, position.side);
    let own = || position.of(position.side).map(|(id, _)| id);
    let has = |list: &dyn Fn(PieceId, &mut Vec<Family>)| {
        own().any(|id| {
            let mut all = Vec::new();
            list(id, &mut all);
            !all.is_empty()
        })
    };
    has(&|id, all| along_tracks(&guarded, id, all))
        || has(&|id, all| shots(&guarded, id, all))
        || own().any(|id| {
            let bends = field.kind(id).moves.bends.iter();
            let bent = bends.filter_map(|bend| Region::bent(&guarded, id, bend));
            Region::new(&guarded, id).into_iter().chain(bent).any(|region| region.has_landing())
        })
}

/// Appends the families of one piece.
fn of_piece<'f>(guarded: &Guarded<'f, 'f>, id: PieceId, all: &mut Vec<Family>) {
    along_tracks(guarded, id, all);
    into_regions(guarded, id, all);
    shots(guarded, id, all);
}

/// Appends the families of rays and turns of one piece.
fn along_tracks<'f>(guarded: &Guarded<'f, 'f>, id: PieceId, all: &mut Vec<Family>) {
    let field = guarded.field;
    let rays = &field.kind(id).moves.rays;
    let mut paths: Vec<(f64, &Ray, RayPath<'_>)> = Vec::with_capacity(rays.len());
    for ray in rays {
        if let Some(path) = field.path(id, ray) {
            paths.push((bearing(field, id, field.direction(id, ray.along)), ray, path));
        }
    }
    let up = |ray: &Ray| ray.along.z;
    let curve = |ray: &Ray| ray.curve.map_or((0.0, 0), |c| (c.radius, c.way as u8));
    paths.sort_by(|(a, ray, _), (b, other, _)| {
        let ((radius, way), (second, other_way)) = (curve(ray), curve(other));
        let level = up(ray).total_cmp(&up(other)).then(a.total_cmp(b));
        level.then(radius.total_cmp(&second)).then(way.cmp(&other_way))
    });
    let mut rest = paths.as_slice();
    while let Some((&(bearing, ray, first), _)) = rest.split_first() {
        let is_same = |&&(b, other, _): &&(f64, &Ray, RayPath<'_>)| {
            b - bearing < EPSILON
                && other.curve == ray.curve
                && (up(other) - up(ray)).abs() < EPSILON
        };
        let same = rest.iter().take_while(is_same).count();
        let (same, after) = rest.split_at(same);
        rest = after;
        let mut parts: Vec<CaptureInterval> = Vec::new();
        for (_, ray, path) in same {
            for stretch in RayMove::new(field, id, ray, *path).stretches() {
                let safe = guarded.safe(id, ray.gait, path, stretch);
                match parts.iter_mut().find(|part| part.taken == safe.taken) {
                    Some(part) => part.at = part.at.union(&safe.at),
                    None => parts.push(safe),
                }
            }
        }
        let legs = legs(guarded, id, &first, &parts);
        if !legs.is_empty() {
            let motion = match first.track {
                Track::Line { along, .. } => Motion::Ray { bearing, along },
                Track::Great(great) => Motion::Great { bearing, great },
                Track::Flight(Flight { along, .. }) => {
                    Motion::Flight { heading: ray.heading, along }
                }
                Track::Circle(round) => {
                    let facing =
                        if field.kind(id).has_facing { Facing::Follows } else { Facing::Fixed };
                    Motion::Arc { bearing, round, facing }
                }
            };
            all.push(Family { legs, ..Family::new(id, motion) });
        }
    }
    if field.kind(id).turns {
        let at = field.piece(id).at;
        // The centre stays, so a turn affects the safety of kings only by its captures.
        let safe = |s: &&CaptureInterval| {
            guarded.threats_to_moving(id, s.taken, Disc { centre: at, radius: 0.0 }).is_safe(at)
        };
        let stretches = RotationMove::new(field, id).stretches();
        let legs = stretches.iter().filter(safe).flat_map(|stretch| {
            let leg = |&at| Leg { at, taken: stretch.taken, promotes: Promotes::No };
            stretch.at.parts().iter().map(leg).collect::<Vec<_>>()
        });
        let mut legs: Vec<Leg> = legs.collect();
        legs.sort_by(|a, b| a.at.from.total_cmp(&b.at.from));
        if !legs.is_empty() {
            all.push(Family { legs, ..Family::new(id, Motion::Turn) });
        }
    }
}

/// Appends the families of leaps into regions and of paths of two parts of one piece.
fn into_regions<'f>(guarded: &Guarded<'f, 'f>, id: PieceId, all: &mut Vec<Family>) {
    let field = guarded.field;
    let faces = Region::new(guarded, id).map_or_else(Vec::new, |region| region.faces());
    if !faces.is_empty() {
        all.push(Family { faces, ..Family::new(id, Motion::Region) });
    }
    for bend in &field.kind(id).moves.bends {
        let faces = Region::bent(guarded, id, bend).map_or_else(Vec::new, |region| region.faces());
        if !faces.is_empty() {
            let motion = Motion::Bent(bent_way(field, id, bend));
            all.push(Family { faces, ..Family::new(id, motion) });
        }
    }
}

/// Appends the family of captures without moving of one piece.
fn shots<'f>(guarded: &Guarded<'f, 'f>, id: PieceId, all: &mut Vec<Family>) {
    let shots = legal_shots(guarded, id);
    if !shots.is_empty() {
        all.push(Family { shots, ..Family::new(id, Motion::Shot) });
    }
}

/// Returns the directions of a path of piece `id`.
pub fn bent_way(field: &Field<'_>, id: PieceId, bend: &Bend) -> BentWay {
    let along = [&bend.first, &bend.last].map(|ray| field.direction(id, ray.along));
    BentWay { bearings: along.map(|along| bearing(field, id, along)), along }
}

/// Returns the bearing of a direction in the mover's frame.
pub fn bearing(field: &Field<'_>, id: PieceId, along: Vec2) -> f64 {
    let degrees = PlaneProgram::seen(field.piece(id).side, along).angle();
    // Rounding may give almost 360 degrees, which is the same bearing as 0.
    if degrees > 360.0 - EPSILON { 0.0 } else { degrees }
}

/// Returns the facing of `piece` after a turn, rounded as positions store it.
pub fn turned(piece: &Piece, by: f64) -> f64 {
    kept((piece.facing + by).rem_euclid(WHOLE)).rem_euclid(WHOLE)
}

/// Returns the legs of a ray, sorted and split where the promotion changes.
fn legs(
    guarded: &Guarded<'_, '_>,
    id: PieceId,
    path: &RayPath<'_>,
    parts: &[CaptureInterval],
) -> Vec<Leg> {
    let mut legs = Vec::new();
    for CaptureInterval { at, taken } in parts {
        for (at, promotes) in guarded.promotions(id, path, *taken, at) {
            legs.extend(at.parts().iter().map(|&at| Leg { at, taken: *taken, promotes }));
        }
    }
    legs.sort_by(|a, b| a.at.from.total_cmp(&b.at.from).then(a.at.to.total_cmp(&b.at.to)));
    legs
}

impl Family {
    /// A family without moves.
    fn new(piece: PieceId, motion: Motion) -> Family {
        Family { piece, motion, legs: Vec::new(), faces: Vec::new(), shots: Vec::new() }
    }

    /// Returns a capture without moving, which must be one of the family's shots.
    pub fn shoot(
        &self,
        position: &PlanePosition,
        shot: Landing,
        promotion: Option<KindId>,
    ) -> PlaneMove {
        let piece = &position.pieces[self.piece];
        PlaneMove {
            piece: self.piece,
            path: Path::Shot,
            to: piece.at,
            facing: piece.facing,
            taken: shot.taken,
            promotion,
        }
    }

    /// Returns the move to the point `to`, which must be in one of the faces of this family.
    pub fn land(
        &self,
        program: &PlaneProgram,
        position: &PlanePosition,
        landing: Landing,
        to: Vec2,
        promotion: Option<KindId>,
    ) -> PlaneMove {
        let piece = &position.pieces[self.piece];
        let (path, to) = match self.motion {
            Motion::Bent(way) => {
                let lengths = way.lengths(piece.at, to);
                let path = Path::Bent { bearings: way.bearings, lengths };
                (path, way.point(piece.at, lengths))
            }
            Motion::Ray { .. }
            | Motion::Great { .. }
            | Motion::Flight { .. }
            | Motion::Arc { .. }
            | Motion::Turn
            | Motion::Region
            | Motion::Shot => {
                let (bearing, distance, to) = polar(piece.side, piece.at, to);
                (Path::Ray { bearing, distance }, to)
            }
        };
        let (to, facing) = program.settled(piece.kind, to, piece.facing);
        PlaneMove { piece: self.piece, path, to, facing, taken: landing.taken, promotion }
    }

    /// Returns the move by the distance or angle `at`, which must be in one of the legs.
    pub fn play(
        &self,
        program: &PlaneProgram,
        position: &PlanePosition,
        leg: &Leg,
        at: f64,
        promotion: Option<KindId>,
    ) -> PlaneMove {
        let piece = &position.pieces[self.piece];
        let (path, to, facing) = match self.motion {
            Motion::Ray { bearing, along } => {
                (Path::Ray { bearing, distance: at }, (piece.at + along * at).kept(), piece.facing)
            }
            Motion::Great { bearing, great } => {
                (Path::Ray { bearing, distance: at }, great.at(at), piece.facing)
            }
            Motion::Flight { heading, along } => {
                let to = (piece.at + along * at).kept();
                (Path::Flight { heading, distance: at }, to, piece.facing)
            }
            Motion::Arc { bearing, round, facing } => {
                let facing = match facing {
                    Facing::Fixed => piece.facing,
                    Facing::Follows => turned(piece, round.turn(at)),
                };
                let to = Track::Circle(round).at(at).kept();
                (Path::Arc { bearing, curve: round.curve(), distance: at }, to, facing)
            }
            // Callers never pass a motion without legs.
            Motion::Turn | Motion::Region | Motion::Shot | Motion::Bent(_) => {
                (Path::Turn { by: at }, piece.at, turned(piece, at))
            }
        };
        let (to, facing) = program.settled(piece.kind, to, facing);
        PlaneMove { piece: self.piece, path, to, facing, taken: leg.taken, promotion }
    }

    /// Returns the kinds that the piece may promote to. The only entry is `None` if the move does
    /// not promote.
    pub fn promotions(
        &self,
        program: &PlaneProgram,
        position: &PlanePosition,
        promotes: Promotes,
    ) -> Vec<Option<KindId>> {
        let kinds = &program.rules().kinds;
        let promotion = kinds[position.pieces[self.piece].kind].promotions.iter();
        let all = promotion.flat_map(|promotion| &promotion.to).copied();
        match promotes {
            Promotes::No => vec![None],
            Promotes::To(open) => all.filter(|&to| open.has(to)).map(Some).collect(),
        }
    }
}

// Captures without moving.
//
// A shot captures exactly what the piece would capture at a stop of its way out, and the piece
// stays where it is. So shots differ only in their captures, and a piece has finitely many.

/// Returns the sets of pieces that shots of piece `id` capture. The safety of royal pieces is
/// ignored.
pub fn targets(field: &Field<'_>, id: PieceId) -> BTreeSet<PieceSet> {
    let ways = field.kind(id).moves.shots.iter();
    let ways = ways.filter_map(|ray| Some(RayMove::new(field, id, ray, field.path(id, ray)?)));
    let stretches = ways.flat_map(|way| way.stretches());
    stretches.map(|stretch| stretch.taken).filter(|taken| !taken.is_empty()).collect()
}

/// Returns the legal shots of piece `id`.
pub(crate) fn legal_shots(guarded: &Guarded<'_, '_>, id: PieceId) -> Vec<Landing> {
    let field = guarded.field;
    if field.kind(id).moves.shots.is_empty() {
        return Vec::new();
    }
    let at = field.piece(id).at;
    let shot = |taken: PieceSet| {
        let threats = guarded.threats_to_moving(id, taken, Disc { centre: at, radius: 0.0 });
        if !threats.is_safe(at) {
            return None;
        }
        let promotes = field.promotes(id, at, || threats.is_safe_when_promoted(at))?;
        Some(Landing { taken, promotes })
    };
    targets(field, id).into_iter().filter_map(shot).collect()
}
