//! The legal moves of a position, as families.
//!
//! Owns: [`Family`], [`Leg`] and [`families`]. A family is a piece, a motion and its allowed distances
//! (or landings), cut where the captures or the promotion change; terms with one bearing are one family.
//! Invariant: the legs of a family are in order and do not meet, every number in them is a legal move, and
//! every legal move is in exactly one family.

use crate::field::{Field, RayPath};
use crate::interval::{Interval, IntervalSet};
use crate::kind::Heirs;
use crate::landing::{Landing, Region, polar};
use crate::motion::Ray;
use crate::position::{Path, Piece, PieceId, PieceSet, PlaneMove, PlanePosition, Promotes};
use crate::program::PlaneProgram;
use crate::ray_move::{CaptureInterval, RayMove};
use crate::region::Face;
use crate::rotation_move::{RotationMove, WHOLE};
use crate::safety::Guarded;
use crate::scalar::{EPSILON, PARALLEL, Vec2, at_most, kept};
use alfil_rules::ids::KindId;

/// The moves of one piece by one motion.
#[derive(Clone, PartialEq, Debug)]
pub struct Family {
    /// Who moves.
    pub piece: PieceId,
    /// How.
    pub motion: Motion,
    /// The legal distances (rays) or angles (turns), in order; none of a region.
    pub legs: Vec<Leg>,
    /// The legal landings of a region; none of other motions.
    pub faces: Vec<Face<Landing>>,
}

/// A motion of a family.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Motion {
    /// Along a bearing.
    Ray {
        /// In degrees from 0 below 360, in the mover's frame: 0 to its right, 90 forward.
        bearing: f64,
        /// Its unit vector as White sees it.
        along: Vec2,
    },
    /// On its centre; the numbers are degrees, counter-clockwise above 0.
    Turn,
    /// By a leap to any point of its faces.
    Region,
}

/// A stretch of distances with one set of captures and one choice of promotion.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Leg {
    /// The distances.
    pub at: Interval,
    /// What is captured.
    pub taken: PieceSet,
    /// Whether it promotes.
    pub promotes: Promotes,
}

/// Every family of the side to move, piece by piece, bearings rising.
pub fn families(program: &PlaneProgram, position: &PlanePosition) -> Vec<Family> {
    let field = Field::new(program, position);
    let guarded = Guarded::new(&field, position.side);
    let mut all = Vec::new();
    for (id, _) in position.of(position.side) {
        of_piece(&guarded, id, &mut all);
    }
    all
}

/// Whether the side to move has a legal move.
pub fn has_move(program: &PlaneProgram, position: &PlanePosition) -> bool {
    let field = Field::new(program, position);
    let guarded = Guarded::new(&field, position.side);
    position.of(position.side).any(|(id, _)| {
        let mut own = Vec::new();
        of_piece(&guarded, id, &mut own);
        !own.is_empty()
    })
}

/// The families of one piece, appended.
fn of_piece<'f>(guarded: &Guarded<'f, 'f>, id: PieceId, all: &mut Vec<Family>) {
    let field = guarded.field;
    let rays = &field.kind(id).moves.rays;
    let mut courses: Vec<(f64, &Ray, RayPath<'_>)> = Vec::with_capacity(rays.len());
    for ray in rays {
        if let Some(course) = field.course(id, ray) {
            courses.push((bearing(field, id, course.along), ray, course));
        }
    }
    courses.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut rest = courses.as_slice();
    while let Some((&(bearing, _, first), _)) = rest.split_first() {
        let same = rest.iter().take_while(|(b, ..)| b - bearing < EPSILON).count();
        let (same, after) = rest.split_at(same);
        rest = after;
        let mut parts: Vec<CaptureInterval> = Vec::new();
        for (_, ray, course) in same {
            for stretch in RayMove::new(field, id, ray, *course).stretches() {
                let at = guarded.safe(id, ray.gait, course, &stretch);
                match parts.iter_mut().find(|part| part.taken == stretch.taken) {
                    Some(part) => part.at = part.at.union(&at),
                    None => parts.push(CaptureInterval { at, ..stretch }),
                }
            }
        }
        let legs = legs(guarded, id, &first, &parts);
        if !legs.is_empty() {
            let motion = Motion::Ray { bearing, along: first.along };
            all.push(Family { piece: id, motion, legs, faces: Vec::new() });
        }
    }
    if field.kind(id).turns {
        let at = field.piece(id).at;
        // Its centre stays, so that a turn changes nothing for a king but by what it captures.
        let safe = |s: &&CaptureInterval| guarded.stand(id, s.taken, at, 0.0).is_safe(at);
        let stretches = RotationMove::new(field, id).stretches();
        let legs = stretches.iter().filter(safe).flat_map(|stretch| {
            let leg = |&at| Leg { at, taken: stretch.taken, promotes: Promotes::No };
            stretch.at.parts().iter().map(leg).collect::<Vec<_>>()
        });
        let mut legs: Vec<Leg> = legs.collect();
        legs.sort_by(|a, b| a.at.from.total_cmp(&b.at.from));
        if !legs.is_empty() {
            all.push(Family { piece: id, motion: Motion::Turn, legs, faces: Vec::new() });
        }
    }
    let faces = Region::new(guarded, id).map_or_else(Vec::new, |region| region.faces());
    if !faces.is_empty() {
        all.push(Family { piece: id, motion: Motion::Region, legs: Vec::new(), faces });
    }
}

/// A direction as White sees it as a bearing of the mover.
pub fn bearing(field: &Field<'_>, id: PieceId, along: Vec2) -> f64 {
    let degrees = PlaneProgram::seen(field.piece(id).side, along).angle();
    // A whole turn less rounding is none.
    if degrees > 360.0 - EPSILON { 0.0 } else { degrees }
}

/// Where `piece` looks behind a turn by an angle, as a position keeps it.
pub fn turned(piece: &Piece, by: f64) -> f64 {
    kept((piece.facing + by).rem_euclid(WHOLE)).rem_euclid(WHOLE)
}

/// The parts in order, cut where promotion begins.
fn legs(
    guarded: &Guarded<'_, '_>,
    id: PieceId,
    course: &RayPath<'_>,
    parts: &[CaptureInterval],
) -> Vec<Leg> {
    let (field, kind) = (guarded.field, guarded.field.kind(id));
    let side = field.piece(id).side;
    let mut legs = Vec::new();
    for part in parts {
        let cut = |at: &IntervalSet, promotes: Promotes| -> Vec<Leg> {
            at.parts().iter().map(|&at| Leg { at, taken: part.taken, promotes }).collect()
        };
        let Some(limit) = kind.promotes_from else {
            legs.extend(cut(&part.at, Promotes::No));
            continue;
        };
        let start = field.program.forward(side, course.from);
        let gain = PlaneProgram::seen(side, course.along).y;
        let mark = if gain.abs() > PARALLEL { (limit - start) / gain } else { f64::NAN };
        let promotes = |s: f64| at_most(limit, start + gain * s);
        legs.extend(cut(&part.at.select(&[mark], |s| !promotes(s)), Promotes::No));
        let there = part.at.select(&[mark], promotes);
        let safe = match kind.heirs {
            Heirs::Common => there.clone(),
            Heirs::Mixed | Heirs::Royal => guarded.safe_for_heir(id, course, part.taken, &there),
        };
        legs.extend(cut(&safe, Promotes::ToAny));
        if kind.heirs == Heirs::Mixed {
            legs.extend(cut(&there.difference(&safe), Promotes::ToCommon));
        }
    }
    legs.sort_by(|a, b| a.at.from.total_cmp(&b.at.from).then(a.at.to.total_cmp(&b.at.to)));
    legs
}

impl Family {
    /// The move of this family, a region, to a point of one of its faces.
    pub fn land(
        &self,
        position: &PlanePosition,
        landing: Landing,
        to: Vec2,
        promotion: Option<KindId>,
    ) -> PlaneMove {
        let piece = &position.pieces[self.piece];
        let (bearing, distance, to) = polar(piece.side, piece.at, to);
        PlaneMove {
            piece: self.piece,
            path: Path::Ray { bearing, distance },
            to,
            facing: piece.facing,
            taken: landing.taken,
            promotion,
        }
    }

    /// The move of this family, of a ray or a turn, at a distance or angle of one of its legs.
    pub fn play(
        &self,
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
            // A region has no legs.
            Motion::Turn | Motion::Region => (Path::Turn { by: at }, piece.at, turned(piece, at)),
        };
        PlaneMove { piece: self.piece, path, to, facing, taken: leg.taken, promotion }
    }

    /// What a move that promotes or does not may become: nothing else, or one of these.
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
            Promotes::ToAny => all.map(Some).collect(),
            Promotes::ToCommon => all.filter(|&to| !kinds[to].royal.is_royal()).map(Some).collect(),
        }
    }
}
