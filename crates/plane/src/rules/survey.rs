//! Additional data for pictures of a position: moves that the safety of the king forbids, and
//! points that enemies attack. All of it is computed with the move generator.

use crate::geometry::curve::Disc;
use crate::geometry::front::Within;
use crate::geometry::interval::{Interval, IntervalSet};
use crate::geometry::region::{Face, faces};
use crate::geometry::scalar::{EPSILON, Vec2, below};
use crate::geometry::shape::Shape;
use crate::model::position::{PieceId, PieceSet, PlanePosition};
use crate::model::program::{Field, PlaneProgram};
use crate::moves::attack::{Reach, Room, reaches};
use crate::moves::families::{self, Family, Motion, bearing};
use crate::moves::ray_move::RayMove;
use crate::moves::safety::{Guarded, Region};
use crate::space::flight::Curves;
use crate::space::track::{Segment, Track};

/// A ray of a piece that has illegal distances, or ends at a friend.
#[derive(Clone, Debug)]
pub struct Line {
    /// The piece.
    pub piece: PieceId,
    /// The line or circle.
    pub track: Track,
    /// Distances that only the safety of royal pieces forbids, with the enemies that would attack a
    /// royal piece.
    pub forbidden: Vec<(Interval, PieceSet)>,
    /// The distance to a friend, if it ends the ray.
    pub friend: Option<f64>,
}

/// The points that a motion of an enemy attacks.
#[derive(Clone, Debug)]
pub struct Swept {
    /// Segments along which the attacker's centre may move to capture. Empty unless the motion is a
    /// ray.
    pub ends: Vec<Segment>,
    /// The shape of the attacker's body.
    pub shape: Shape,
    /// The points that the enemy attacks by a turn or a leap into a region.
    pub faces: Vec<Face<()>>,
}

/// Landings that only the safety of royal pieces forbids.
#[derive(Clone, Debug)]
pub struct Closed {
    /// The piece.
    pub piece: PieceId,
    /// The landings, with the enemies that would attack a royal piece.
    pub faces: Vec<(Face<()>, PieceSet)>,
}

/// A capture without moving that only the safety of royal pieces forbids.
#[derive(Clone, Copy, Debug)]
pub struct ClosedShot {
    /// The piece that would capture.
    pub piece: PieceId,
    /// The pieces that it would capture.
    pub taken: PieceSet,
    /// The enemies that would attack a royal piece.
    pub seen_by: PieceSet,
}

/// Returns the shots of the side to move that only the safety of royal pieces forbids. `families`
/// are its legal moves.
pub fn closed_shots(
    program: &PlaneProgram,
    position: &PlanePosition,
    families: &[Family],
) -> Vec<ClosedShot> {
    let field = Field::new(program, position);
    let mut all = Vec::new();
    for (piece, man) in position.of(position.side) {
        let legal = families.iter().filter(|f| f.piece == piece).flat_map(|f| &f.shots);
        let legal: Vec<PieceSet> = legal.map(|shot| shot.taken).collect();
        let closed =
            families::targets(&field, piece).into_iter().filter(|set| !legal.contains(set));
        all.extend(closed.map(|taken| {
            let seen_by = attackers_after(program, position, piece, man.at, taken);
            ClosedShot { piece, taken, seen_by }
        }));
    }
    all
}

/// Returns the landings of the side to move that only the safety of royal pieces forbids.
pub fn closed(program: &PlaneProgram, position: &PlanePosition) -> Vec<Closed> {
    let field = Field::new(program, position);
    let guarded = Guarded::new(&field, position.side);
    let own = position.of(position.side).map(|(piece, _)| {
        let bends = field.kind(piece).moves.bends.iter();
        let bent = bends.filter_map(|bend| Region::bent(&guarded, piece, bend));
        let regions = Region::new(&guarded, piece).into_iter().chain(bent);
        let faces = regions.flat_map(|region| {
            let seen = |face: Face<()>| {
                let within = face.points.first().copied();
                let taken = |p| region.taken(p).unwrap_or_default();
                let by = within.map(|p| attackers_after(program, position, piece, p, taken(p)));
                (face, by.unwrap_or_default())
            };
            region.forbidden().into_iter().map(seen).collect::<Vec<_>>()
        });
        Closed { piece, faces: faces.collect() }
    });
    own.collect()
}

/// Returns the rays of the side to move that have illegal distances. `families` are its legal
/// moves.
pub fn lines(program: &PlaneProgram, position: &PlanePosition, families: &[Family]) -> Vec<Line> {
    let field = Field::new(program, position);
    let mut all: Vec<Line> = Vec::new();
    for (id, _) in position.of(position.side) {
        for ray in &field.kind(id).moves.rays {
            let Some(path) = field.path(id, ray) else { continue };
            let degrees = bearing(&field, id, field.direction(id, ray.along));
            let legal = families
                .iter()
                .filter(|f| f.piece == id)
                .filter(|f| match f.motion {
                    Motion::Ray { bearing, .. } | Motion::Great { bearing, .. } => {
                        ray.curve.is_none() && (bearing - degrees).abs() < EPSILON
                    }
                    Motion::Arc { bearing, round, .. } => {
                        path.track == Track::Circle(round) && (bearing - degrees).abs() < EPSILON
                    }
                    Motion::Flight { heading, .. } => heading == ray.heading,
                    Motion::Turn | Motion::Region | Motion::Shot | Motion::Bent(_) => false,
                })
                .flat_map(|f| &f.legs)
                .fold(IntervalSet::empty(), |all, leg| all.union(&IntervalSet::of(leg.at)));
            let way = RayMove::new(&field, id, ray, path);
            let found = way.stretches();
            let open = found.iter().fold(IntervalSet::empty(), |all, s| all.union(&s.at));
            let forbidden = open.difference(&legal);
            let met = way.wall(PieceSet::NONE);
            let last = open.parts().last().map_or(0.0, |part| part.to);
            let ended = below(met, way.path.stops.most) && met < last + 2.0 * EPSILON;
            if !forbidden.is_empty() || ended {
                let seen = |part: &Interval| {
                    // One sample is enough for a picture: the captures and the attackers at the
                    // middle of the interval.
                    let middle = part.at(0.5);
                    let at = found.iter().find(|s| s.at.contains(middle));
                    let taken = at.map_or(PieceSet::NONE, |s| s.taken);
                    (*part, attackers_after(program, position, id, path.track.at(middle), taken))
                };
                let forbidden = forbidden.parts().iter().map(seen).collect();
                let friend = ended.then_some(met);
                all.push(Line { piece: id, track: path.track, forbidden, friend });
            }
        }
    }
    all
}

/// Returns the enemies that would attack a royal piece of the side to move after `id` moves to `to`
/// and captures `taken`.
fn attackers_after(
    program: &PlaneProgram,
    position: &PlanePosition,
    id: PieceId,
    to: Vec2,
    taken: PieceSet,
) -> PieceSet {
    let mut then = position.clone();
    then.pieces[id].at = program.surface().folded(to);
    let field = Field::new(program, &then);
    let side = position.side;
    let all = reaches(&field, side.other());
    let near = all.iter().filter(|reach| !taken.has(reach.by));
    let sees = |reach: &&Reach<'_>| {
        let threat = reach.threat(&field);
        let mut royals = field.royals(side);
        royals.any(|royal| threat.takes(field.piece(royal).at, None, taken.with(royal)))
    };
    near.filter(sees).fold(PieceSet::NONE, |found, reach| found.with(reach.by))
}

/// Returns the attacks of the side that is not to move.
pub fn swept(program: &PlaneProgram, position: &PlanePosition) -> Vec<Swept> {
    let field = Field::new(program, position);
    let own: PieceSet = field.royals(position.side).fold(PieceSet::NONE, |all, id| all.with(id));
    let sweep = |reach: Reach<'_>| {
        let threat = reach.threat(&field);
        let faces = threat.disc().map_or_else(Vec::new, |disc| {
            let Disc { centre, radius } = disc;
            let mut curves = Curves::within(disc);
            curves.circle(centre, radius);
            threat.outlines(Room::within(disc), own, &mut curves);
            let within = Within::Span(centre.x - radius, centre.x + radius);
            faces(curves.all(), &within, |p| threat.takes(p, None, own).then_some(()))
        });
        let shape = field.shapes[reach.by].clone();
        Swept { ends: threat.swept(own), shape, faces }
    };
    let all = reaches(&field, position.side.other());
    all.into_iter().map(sweep).filter(|s| !(s.ends.is_empty() && s.faces.is_empty())).collect()
}
