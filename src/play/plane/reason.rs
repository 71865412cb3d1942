//! Why a move on a plane is not legal: what stands in its way, or which number forbids it.
//!
//! Owns: [`Reason`], [`Cause`], [`along()`]. Takes a position, a piece, a bearing and a distance that is none of the legal ones.
//! Every motion of the piece along that bearing is followed, and the one that comes nearest to the move says why it ends.
//! Invariant: a reason is true of the position by itself: with the mover and what the cause names alone on the plane
//! the motion does not lead there either.

use crate::plane::attack::reaches;
use crate::plane::families::bearing;
use crate::plane::field::{Course, Field, allows};
use crate::plane::interval::Short;
use crate::plane::motion::{Gait, Past, Purpose, Ray};
use crate::plane::position::{Path, PieceId, PieceSet, PlaneMove, PlanePosition, Promotes};
use crate::plane::scalar::{at_most, below, equal};
use crate::plane::shape::{Begun, Meeting};
use crate::plane::sweep::Sweep;
use crate::play::plane::PlanePlay;
use crate::play::plane::text;

/// What forbids a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    /// In words.
    pub why: String,
    /// What it hangs on.
    pub cause: Cause,
    /// How far the motion is followed until it ends; of several motions the one that comes farthest tells.
    stage: Stage,
}

/// What a reason hangs on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The piece has moved, or has not.
    Past,
    /// The edge of the plane, or a range of the motion or of the rules.
    Number,
    /// One's own piece: the mover would touch it on its way, or one of the two would cover the other.
    Friend(PieceId),
    /// An enemy at which the motion ends, or that it does not capture.
    Foe(PieceId),
    /// There is nothing to capture.
    NoFoe,
    /// An enemy that would attack a royal piece of the mover's side.
    Attacker(PieceId),
    /// A royal piece would pass an attacked point.
    Way,
    /// Something else, which is not told.
    Unknown,
}

/// How far a motion is followed until it ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    /// The piece does not move so now.
    Past,
    /// The distance is none of the motion's.
    Distance,
    /// A piece stands in the way, or none is there to be captured.
    Contact,
    /// A royal piece would be attacked.
    Safety,
}

impl Reason {
    fn new(stage: Stage, cause: Cause, why: impl Into<String>) -> Reason {
        Reason { why: why.into(), cause, stage }
    }
}

/// Why piece `id` may not go so far along a bearing, and by which motion of its kind that is told; `tolerance` is how many degrees
/// bearings may differ. Nothing if it has no motion along it.
pub fn along(
    play: &PlanePlay,
    id: PieceId,
    degrees: f64,
    distance: f64,
    tolerance: f64,
) -> Option<(Reason, usize)> {
    let field = Field::new(play.program(), play.now());
    let inquiry = Inquiry { play, field: &field, id, distance };
    let rays = field.kind(id).moves.rays.iter().enumerate();
    let meant = rays.filter(|(_, ray)| {
        let own = bearing(&field, id, field.direction(id, ray.along));
        let apart = (own - degrees).rem_euclid(360.0);
        apart.min(360.0 - apart) <= tolerance
    });
    let told = meant.map(|(number, ray)| (inquiry.ray(ray), number));
    told.max_by_key(|(reason, number)| (reason.stage, usize::MAX - number))
}

struct Inquiry<'f, 'a> {
    play: &'f PlanePlay,
    field: &'f Field<'a>,
    id: PieceId,
    distance: f64,
}

impl Inquiry<'_, '_> {
    /// What keeps the piece from going so by one motion.
    fn ray(&self, ray: &Ray) -> Reason {
        let (field, id, distance) = (self.field, self.id, self.distance);
        let piece = field.piece(id);
        if !allows(ray.past, piece) {
            let why = match ray.past {
                Past::Unmoved => "it goes so on its first move only, and has moved",
                Past::Moved | Past::Any => "it goes so only once it has moved",
            };
            return Reason::new(Stage::Past, Cause::Past, why);
        }
        let along = field.direction(id, ray.along);
        let edge = field.edge(piece.at, along);
        let rules = &field.program.rules().plane;
        let number = |why: String| Reason::new(Stage::Distance, Cause::Number, why);
        let least = field.program.least();
        if !at_most(least, distance) {
            return number(format!("no move is shorter than {}", Short(least)));
        }
        if !at_most(ray.from, distance) {
            return number(format!("it goes at least {} so", Short(ray.from)));
        }
        if !at_most(distance, ray.to) {
            return number(format!("it goes at most {} so", Short(ray.to)));
        }
        if !at_most(distance, edge * rules.reach.get()) {
            let edge = format!("the edge of the plane is {} away along this bearing", Short(edge));
            return number(match rules.reach.get() < 1.0 {
                true => format!("{edge}, and a move covers at most {} of that", rules.reach),
                false => edge,
            });
        }
        let Some(course) = field.course(id, ray) else {
            let room = (edge * rules.reach.get()).min(ray.to);
            return number(format!("there is no stop up to {}", Short(room)));
        };
        if !course.stops.first(distance).is_some_and(|stop| equal(stop, distance)) {
            let quanta: Vec<String> = ray.quanta.iter().map(|q| Short(*q).to_string()).collect();
            return number(format!("a distance is a multiple of {} here", quanta.join(" and ")));
        }
        let sweep = Sweep::new(field, id, ray, course);
        let stretches = sweep.stretches();
        match stretches.iter().find(|s| s.at.parts().iter().any(|p| p.contains(distance))) {
            Some(stretch) => self.danger(ray, &course, stretch.taken),
            None => self.contact(ray, &course, &sweep),
        }
    }

    /// `p4,6.5`.
    fn name(&self, id: PieceId) -> String {
        text::place(self.play.program(), self.field.position, id)
    }

    /// What the piece touches or covers, or does not.
    fn contact(&self, ray: &Ray, course: &Course<'_>, sweep: &Sweep<'_>) -> Reason {
        let (field, id, distance) = (self.field, self.id, self.distance);
        let (me, shape, end) = (field.piece(id), &field.shapes[id], course.at(distance));
        let reason = |cause, why: String| Reason::new(Stage::Contact, cause, why);
        let others = || field.others(PieceSet::one(id));
        let mut meetings: Vec<(PieceId, Meeting)> =
            others().filter_map(|(other, piece)| Some((other, sweep.meet(piece.at)?))).collect();
        meetings.sort_by(|a, b| a.1.enter.total_cmp(&b.1.enter));
        if ray.gait == Gait::Sweep {
            let begun =
                meetings.iter().find(|(other, m)| match field.piece(*other).side == me.side {
                    true => below(m.enter, distance),
                    false => m.begun == Begun::ByMoving && below(m.enter, distance),
                });
            if let Some((other, meeting)) = begun {
                let (name, at) = (self.name(*other), Short(meeting.enter));
                if field.piece(*other).side == me.side {
                    let why = format!(
                        "{name}, its own, stands in the way: it touches that one after {at}"
                    );
                    return reason(Cause::Friend(*other), why);
                }
                let stop = course.stops.first(meeting.enter);
                let why = match (ray.purpose.captures(), stop) {
                    (false, _) => format!(
                        "{name} stands in the way after {at}, and this motion captures nothing"
                    ),
                    (true, Some(stop)) if below(stop, distance) => {
                        format!(
                            "{name} stands in the way: the way ends where it captures that one, after {}",
                            Short(stop)
                        )
                    }
                    (true, _) => format!("{name} stands in the way, after {at}"),
                };
                return reason(Cause::Foe(*other), why);
            }
        }
        for (other, piece) in others().filter(|(_, piece)| piece.side == me.side) {
            if shape.covers(piece.at - end) {
                let why = format!("it would cover the centre of {}, its own", self.name(other));
                return reason(Cause::Friend(other), why);
            }
            if field.shapes[other].covers(end - piece.at) {
                let why = format!("{}, its own, would cover its centre", self.name(other));
                return reason(Cause::Friend(other), why);
            }
        }
        let covered = others().find(|(_, piece)| shape.covers(piece.at - end));
        match (ray.purpose, covered) {
            (Purpose::Capture, None) => reason(
                Cause::NoFoe,
                "it goes so only to capture, and covers no enemy there".to_owned(),
            ),
            (Purpose::Quiet, Some((foe, _))) => {
                let why =
                    format!("it would cover {}, and this motion captures nothing", self.name(foe));
                reason(Cause::Foe(foe), why)
            }
            (Purpose::Any | Purpose::Quiet | Purpose::Capture, _) => {
                reason(Cause::Unknown, "it may not stop there".to_owned())
            }
        }
    }

    /// What would attack a royal piece of the mover's side.
    fn danger(&self, ray: &Ray, course: &Course<'_>, taken: PieceSet) -> Reason {
        let (field, id, distance) = (self.field, self.id, self.distance);
        let (program, side) = (self.play.program(), field.piece(id).side);
        let to = course.at(distance);
        let mv = PlaneMove {
            piece: id,
            path: Path::Ray { bearing: 0.0, distance },
            to,
            facing: field.piece(id).facing,
            taken,
            promotion: None,
        };
        let after: PlanePosition = field.position.after(&mv, false);
        let behind = Field::new(program, &after);
        let threats: Vec<_> = reaches(&behind, side.other());
        for royal in behind.royals(side) {
            let at = behind.piece(royal).at;
            let takes = threats.iter().find(|reach| {
                reach.comes_near(&behind, at, 0.0)
                    && reach.threat(&behind).takes(at, None, PieceSet::one(royal))
            });
            let Some(reach) = takes else { continue };
            let enemy = behind.piece(reach.by);
            let before = field.others(taken).find(|(_, piece)| *piece == enemy).map(|(id, _)| id);
            let king = text::place(program, &after, royal);
            let why = format!("{} would attack {king}", text::place(program, &after, reach.by));
            let cause = before.map_or(Cause::Unknown, Cause::Attacker);
            return Reason::new(Stage::Safety, cause, why);
        }
        let royal = field.royals(side).any(|royal| royal == id);
        match royal && ray.gait == Gait::Sweep {
            true => {
                let why = "on its way it would pass a point that an enemy attacks";
                Reason::new(Stage::Safety, Cause::Way, why)
            }
            false if field.promotes(id, to, || false) != Some(Promotes::No) => {
                let why = "what it would have to become there would be attacked";
                Reason::new(Stage::Safety, Cause::Unknown, why)
            }
            false => Reason::new(Stage::Safety, Cause::Unknown, "it may not stop there"),
        }
    }
}
