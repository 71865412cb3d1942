//! Why a move on a plane is not legal: what stands in its way, or which number forbids it.
//!
//! Owns: [`Reason`], [`Cause`], [`along()`], [`leaping`], [`turning`]. Takes a position, a piece, and a bearing with a distance, or an
//! angle, that is none of the legal ones. Every motion of the piece that may lead there is followed, and the one that comes nearest to
//! the move says why it ends.
//! Invariant: a reason is true of the position by itself: with the mover and what the cause names alone on the plane
//! the motion does not lead there either.

use crate::play::plane::state::PlanePlay;
use crate::play::plane::text;
use alfil_plane::area_move::AreaMove;
use alfil_plane::attack::reaches;
use alfil_plane::families::{bearing, turned};
use alfil_plane::field::{Field, RayPath, allows};
use alfil_plane::interval::Short;
use alfil_plane::landing;
use alfil_plane::motion::{Area, Gait, Past, Purpose, Ray};
use alfil_plane::position::{Path, PieceId, PieceSet, PlaneMove, PlanePosition, Promotes};
use alfil_plane::program::PlaneProgram;
use alfil_plane::ray_move::RayMove;
use alfil_plane::rotation_move::{Rotation, RotationMove};
use alfil_plane::scalar::{Vec2, at_most, below, equal};
use alfil_plane::shape::{Begun, Meeting};

/// What forbids a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    /// In words.
    pub(crate) why: String,
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
    let inquiry = Inquiry { play, field: &field, id };
    let rays = field.kind(id).moves.rays.iter().enumerate();
    let meant = rays.filter(|(_, ray)| {
        let own = bearing(&field, id, field.direction(id, ray.along));
        let apart = (own - degrees).rem_euclid(360.0);
        apart.min(360.0 - apart) <= tolerance
    });
    farthest(meant.map(|(number, ray)| (inquiry.ray(ray, distance), number)))
}

/// Why piece `id` may not leap to a point outside its regions, and the area of its kind that comes closest. `None` if its kind has
/// no areas.
pub(crate) fn leaping(
    play: &PlanePlay,
    id: PieceId,
    degrees: f64,
    distance: f64,
) -> Option<(Reason, usize)> {
    let field = Field::new(play.program(), play.now());
    let inquiry = Inquiry { play, field: &field, id };
    let areas = field.kind(id).moves.areas.iter().enumerate();
    farthest(areas.map(|(number, area)| (inquiry.area(area, degrees, distance), number)))
}

/// Why piece `id` may not turn on its centre by so many degrees, counter-clockwise above 0.
pub(crate) fn turning(play: &PlanePlay, id: PieceId, by: f64) -> Reason {
    let field = Field::new(play.program(), play.now());
    Inquiry { play, field: &field, id }.turn(by)
}

/// The reason of the motion that is followed farthest; of several the first.
fn farthest(told: impl Iterator<Item = (Reason, usize)>) -> Option<(Reason, usize)> {
    told.max_by_key(|(reason, number)| (reason.stage, usize::MAX - number))
}

struct Inquiry<'f, 'a> {
    play: &'f PlanePlay,
    field: &'f Field<'a>,
    id: PieceId,
}

impl Inquiry<'_, '_> {
    /// What keeps the piece from going so by one motion.
    fn ray(&self, ray: &Ray, distance: f64) -> Reason {
        let (field, id) = (self.field, self.id);
        let piece = field.piece(id);
        if let Some(reason) = self.past(ray.past) {
            return reason;
        }
        let along = field.direction(id, ray.along);
        let edge = field.edge(piece.at, along);
        let rules = &field.program.rules().plane;
        let number = |why: String| Reason::new(Stage::Distance, Cause::Number, why);
        if let Some(reason) = self.range((ray.from, ray.to), along, distance) {
            return reason;
        }
        let Some(course) = field.course(id, ray) else {
            let room = (edge * rules.reach.get()).min(ray.to);
            return number(format!("there is no stop up to {}", Short(room)));
        };
        if !course.stops.first(distance).is_some_and(|stop| equal(stop, distance)) {
            let quanta: Vec<String> = ray.quanta.iter().map(|q| Short(*q).to_string()).collect();
            return number(format!("a distance is a multiple of {} here", quanta.join(" and ")));
        }
        let sweep = RayMove::new(field, id, ray, course);
        let stretches = sweep.stretches();
        match stretches.iter().find(|s| s.at.parts().iter().any(|p| p.contains(distance))) {
            Some(stretch) => {
                let to = course.at(distance);
                let path = Path::Ray { bearing: 0.0, distance };
                let mv = PlaneMove { to, taken: stretch.taken, ..self.still(path) };
                self.danger(&mv, ray.gait)
            }
            None => self.contact(ray, &course, &sweep, distance),
        }
    }

    /// What keeps the piece from leaping so by one area.
    fn area(&self, area: &Area, degrees: f64, distance: f64) -> Reason {
        let (field, id) = (self.field, self.id);
        let piece = field.piece(id);
        if let Some(reason) = self.past(area.past) {
            return reason;
        }
        let along = PlaneProgram::seen(piece.side, Vec2::at_angle(degrees));
        if let Some(reason) = self.range((area.from, area.to), along, distance) {
            return reason;
        }
        let to = landing::point(piece.side, piece.at, degrees, distance);
        let ground = AreaMove::new(field, id, area);
        match ground.and_then(|ground| ground.taken(field, to)) {
            Some(taken) => {
                let path = Path::Ray { bearing: degrees, distance };
                self.danger(&PlaneMove { to, taken, ..self.still(path) }, Gait::Leap)
            }
            None => self.landing(area.purpose, to),
        }
    }

    /// What keeps the piece from turning so.
    fn turn(&self, by: f64) -> Reason {
        let (field, id) = (self.field, self.id);
        let number = |why: &str| Reason::new(Stage::Distance, Cause::Number, why);
        if !field.kind(id).turns {
            return Reason::new(Stage::Past, Cause::Unknown, "that piece does not turn");
        }
        let Some(way) = Rotation::of(by) else {
            return number("a turn by 0 or by 360 degrees is none");
        };
        let spin = RotationMove::new(field, id);
        let contact = spin.contact(way).filter(|(_, after)| below(*after, by.abs()));
        if let Some((other, after)) = contact {
            let (name, at) = (self.name(other), Short(after));
            let reason = |cause, why: String| Reason::new(Stage::Contact, cause, why);
            return match field.piece(other).side == field.piece(id).side {
                true => reason(
                    Cause::Friend(other),
                    format!(
                        "{name}, its own, stands in the way: it touches that one after {at} degrees"
                    ),
                ),
                false if below(0.0, after) => reason(
                    Cause::Foe(other),
                    format!(
                        "{name} stands in the way: the turn ends where it captures that one, after {at} degrees"
                    ),
                ),
                false => reason(
                    Cause::Foe(other),
                    format!("{name} stands in the way: it touches that one already"),
                ),
            };
        }
        let stretches = spin.stretches();
        match stretches.iter().find(|s| s.at.parts().iter().any(|part| part.contains(by))) {
            Some(stretch) => {
                let facing = turned(field.piece(id), by);
                let still = self.still(Path::Turn { by });
                self.danger(&PlaneMove { facing, taken: stretch.taken, ..still }, Gait::Leap)
            }
            None => Reason::new(Stage::Contact, Cause::Unknown, "it may not stop there"),
        }
    }

    /// A move of the piece that goes nowhere and captures nothing.
    fn still(&self, path: Path) -> PlaneMove {
        let piece = self.field.piece(self.id);
        PlaneMove {
            piece: self.id,
            path,
            to: piece.at,
            facing: piece.facing,
            taken: PieceSet::NONE,
            promotion: None,
        }
    }

    /// The reason if a motion is for unmoved pieces only, or for moved ones, and the piece is not.
    fn past(&self, past: Past) -> Option<Reason> {
        if allows(past, self.field.piece(self.id)) {
            return None;
        }
        let why = match past {
            Past::Unmoved => "it goes so on its first move only, and has moved",
            Past::Moved | Past::Any => "it goes so only once it has moved",
        };
        Some(Reason::new(Stage::Past, Cause::Past, why))
    }

    /// Which number forbids a distance along a direction, of a motion that goes from one distance to another.
    fn range(&self, (from, to): (f64, f64), along: Vec2, distance: f64) -> Option<Reason> {
        let field = self.field;
        let (rules, least) = (&field.program.rules().plane, field.program.least());
        let edge = field.edge(field.piece(self.id).at, along);
        let why = if !at_most(least, distance) {
            format!("no move is shorter than {}", Short(least))
        } else if !at_most(from, distance) {
            format!("it goes at least {} so", Short(from))
        } else if !at_most(distance, to) {
            format!("it goes at most {} so", Short(to))
        } else if !at_most(distance, edge * rules.reach.get()) {
            let edge = format!("the edge of the plane is {} away along this bearing", Short(edge));
            match rules.reach.get() < 1.0 {
                true => format!("{edge}, and a move covers at most {} of that", rules.reach),
                false => edge,
            }
        } else {
            return None;
        };
        Some(Reason::new(Stage::Distance, Cause::Number, why))
    }

    /// `p4,6.5`.
    fn name(&self, id: PieceId) -> String {
        text::place(self.play.program(), self.field.position, id)
    }

    /// What the piece touches or covers, or does not.
    fn contact(
        &self,
        ray: &Ray,
        course: &RayPath<'_>,
        sweep: &RayMove<'_>,
        distance: f64,
    ) -> Reason {
        let (field, id) = (self.field, self.id);
        let me = field.piece(id);
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
        self.landing(ray.purpose, course.at(distance))
    }

    /// What the piece covers, or does not, and what covers it where it would stop.
    fn landing(&self, purpose: Purpose, end: Vec2) -> Reason {
        let (field, id) = (self.field, self.id);
        let (me, shape) = (field.piece(id), &field.shapes[id]);
        let reason = |cause, why: String| Reason::new(Stage::Contact, cause, why);
        let others = || field.others(PieceSet::one(id));
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
        match (purpose, covered) {
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
    fn danger(&self, mv: &PlaneMove, gait: Gait) -> Reason {
        let (field, id, taken, to) = (self.field, self.id, mv.taken, mv.to);
        let (program, side) = (self.play.program(), field.piece(id).side);
        let after: PlanePosition = field.position.after(mv, false);
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
        match royal && gait == Gait::Sweep {
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
