//! Finds the reason why a move on a plane is not legal, such as a blocking piece or a distance out
//! of range.
//!
//! All motions of the piece that may lead to the target are examined. The motion that comes closest
//! to a legal move gives the reason. The reason does not depend on third pieces: with only the
//! moving piece and the piece in the cause on the plane, the motion still does not lead to the
//! target.

use crate::plane::text;
use crate::plane::text::PlanePlay;
use alfil_plane::geometry::interval::Short;
use alfil_plane::geometry::scalar::{Vec2, Vector, at_most, below, equal};
use alfil_plane::geometry::shape::{Begun, Meeting, Meetings, Shape};
use alfil_plane::model::motion::{Area, Bend, Gait, Ground, Past, Purpose, Ray};
use alfil_plane::model::position::{
    Lengths, Path, PieceId, PieceSet, PlaneMove, PlanePosition, Promotes,
};
use alfil_plane::model::program::{Field, PlaneProgram};
use alfil_plane::moves::attack::reaches;
use alfil_plane::moves::bent_move::AreaMove;
use alfil_plane::moves::families::{Family, bearing, bent_way, turned};
use alfil_plane::moves::ray_move::{CaptureInterval, RayMove, RotationMove};
use alfil_plane::moves::safety;
use alfil_plane::space::path::RayPath;
use alfil_plane::space::surface::Image;
use alfil_plane::space::track::{Curvature, Rotation, Track, WHOLE};
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_text::conditions;

/// The reason why a move is not legal.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    /// The reason in words.
    pub(crate) why: String,
    /// The rule that forbids the move.
    pub cause: Cause,
    /// The step of the examination that failed. Among several motions, the one with the latest step
    /// gives the reason.
    stage: Stage,
}

/// The fact on which a reason depends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The motion is only for pieces that have moved, or only for pieces that have not.
    Past,
    /// The condition of the motion on shades, zones or directions.
    Ground,
    /// A number limits the distance: the edge of the plane, the motion or a rule.
    Number,
    /// A piece of the same side: the moving piece would touch it, or one would cover the other.
    Friend(PieceId),
    /// An enemy piece that stops the motion, or that the motion cannot capture.
    Foe(PieceId),
    /// The motion only captures, and there is no enemy piece.
    NoFoe,
    /// An enemy piece that would attack a royal piece of the side to move.
    Attacker(PieceId),
    /// A royal piece would pass an attacked point.
    Way,
    /// The piece would have to promote, but each new kind lacks room or would be attacked.
    Heir,
    /// Another cause, which is not reported.
    Unknown,
}

/// The steps of the examination of a motion, in order. Each variant says why the step failed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    /// The piece may not use the motion now.
    Past,
    /// The motion does not have this distance.
    Distance,
    /// A piece is in the way, or there is nothing to capture.
    Contact,
    /// A royal piece would be attacked.
    Safety,
}

impl Reason {
    fn new(stage: Stage, cause: Cause, why: impl Into<String>) -> Reason {
        Reason { why: why.into(), cause, stage }
    }
}

/// The direction in which a text lets a piece go, in the mover's frame.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Aim {
    /// Along a bearing in degrees, or along a circle that begins there.
    Bearing(f64, Option<Curvature>),
    /// Along a unit vector in a box.
    Direction(Vector),
}

impl Aim {
    /// The degrees between the direction of a ray and this one. `None` if the ray has another form.
    fn off(self, field: &Field<'_>, id: PieceId, ray: &Ray) -> Option<f64> {
        match (self, ray.curve) {
            (Aim::Direction(direction), _) => Some(apart(ray.along, direction)),
            (Aim::Bearing(_, None), Some(_)) | (Aim::Bearing(_, Some(_)), None) => None,
            (Aim::Bearing(_, Some(curve)), Some(own)) if !own.is_like(&curve) => None,
            (Aim::Bearing(degrees, _), _) => {
                let own = bearing(field, id, field.direction(id, ray.along));
                let apart = (own - degrees).rem_euclid(360.0);
                Some(apart.min(360.0 - apart))
            }
        }
    }
}

/// The angle between two vectors in degrees, from 0 to 180.
pub(crate) fn apart(a: Vector, b: Vector) -> f64 {
    a.times(b).length().atan2(a.dot(b)).to_degrees()
}

/// The reason why piece `id` may not go this distance along a bearing, an arc or a direction, and the index of
/// the motion that comes closest. Bearings may differ by `tolerance` degrees. `None` if the piece has no
/// motion along the bearing.
pub fn along(
    play: &PlanePlay,
    id: PieceId,
    aim: Aim,
    distance: f64,
    tolerance: f64,
) -> Option<(Reason, usize)> {
    let field = Field::new(play.program(), play.now());
    let inquiry = Inquiry { play, field: &field, id };
    let rays = field.kind(id).moves.rays.iter().enumerate();
    let is_meant = |ray: &Ray| aim.off(&field, id, ray).is_some_and(|off| off <= tolerance);
    let meant = rays.filter(|(_, ray)| is_meant(ray));
    farthest(meant.map(|(number, ray)| (inquiry.ray(ray, distance), number)))
}

/// The reason why piece `id` may not leap to a point, and the index of the area that comes closest.
/// `None` if its kind has no areas.
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

/// The reason why piece `id` may not turn by this angle. Positive angles in degrees are
/// counter-clockwise.
pub(crate) fn turning(play: &PlanePlay, id: PieceId, by: f64) -> Reason {
    let field = Field::new(play.program(), play.now());
    Inquiry { play, field: &field, id }.turn(by)
}

/// The reason why piece `id` may not go these lengths along two bearings, which may differ by
/// `tolerance` degrees. `None` if it has no path along them.
pub(crate) fn along_path(
    play: &PlanePlay,
    id: PieceId,
    bearings: [f64; 2],
    lengths: Lengths,
    tolerance: f64,
) -> Option<Reason> {
    let field = Field::new(play.program(), play.now());
    let inquiry = Inquiry { play, field: &field, id };
    let bends = field.kind(id).moves.bends.iter().enumerate();
    let meant = bends.filter(|(_, bend)| {
        let own = bent_way(&field, id, bend).bearings;
        let near = |(a, b): (f64, f64)| {
            let apart = (a - b).rem_euclid(360.0);
            apart.min(360.0 - apart) <= tolerance
        };
        own.into_iter().zip(bearings).all(near)
    });
    farthest(meant.map(|(number, bend)| (inquiry.bend(bend, lengths), number)))
        .map(|(reason, _)| reason)
}

/// The reason why piece `id` may not capture `taken` without moving, although it reaches them.
pub(crate) fn shooting(play: &PlanePlay, id: PieceId, taken: PieceSet) -> Reason {
    let field = Field::new(play.program(), play.now());
    let inquiry = Inquiry { play, field: &field, id };
    inquiry.danger(&PlaneMove { taken, ..inquiry.still(Path::Shot) }, Gait::Leap)
}

/// The reason why the piece of a family may not become `kind` after a legal distance. `None` if the
/// distance is not legal, or the kind is not among those to which the piece promotes there.
pub(crate) fn closed(
    play: &PlanePlay,
    family: &Family,
    kind: KindId,
    distance: f64,
) -> Option<String> {
    let (program, now, id) = (play.program(), play.now(), family.piece);
    let kinds = &program.rules().kinds;
    let leg = family.legs.iter().find(|leg| leg.at.contains(distance))?;
    let Promotes::To(open) = leg.promotes else { return None };
    let mut heirs = kinds[now.pieces[id].kind].promotions.iter().flat_map(|p| &p.to);
    if open.has(kind) || !heirs.any(|heir| *heir == kind) {
        return None;
    }
    let mv = family.play(program, now, leg, distance, Some(kind));
    let field = Field::new(program, now);
    let name = &kinds[kind].name.value;
    Some(if field.has_room(id, kind, mv.to, mv.facing) {
        format!("a {name} would be attacked there")
    } else {
        format!(
            "a {name} has no room there: its larger body would cover a piece of its own side or an obstacle"
        )
    })
}

/// The reason of the motion with the latest failed step, or of the first one among equals.
fn farthest(told: impl Iterator<Item = (Reason, usize)>) -> Option<(Reason, usize)> {
    told.max_by_key(|(reason, number)| (reason.stage, usize::MAX - number))
}

/// The greatest distance that the plane leaves to a motion, and what ends it there.
struct Room {
    end: f64,
    why: String,
}

/// The reason that a piece cannot promote at a point.
const NO_ROOM: &str = "it would have to promote there, but the larger body would cover a piece of its own side or an obstacle";

struct Inquiry<'f, 'a> {
    play: &'f PlanePlay,
    field: &'f Field<'a>,
    id: PieceId,
}

impl Inquiry<'_, '_> {
    /// The reason why a ray does not allow this distance.
    fn ray(&self, ray: &Ray, distance: f64) -> Reason {
        let (field, id) = (self.field, self.id);
        let piece = field.piece(id);
        if let Some(reason) = self.start(&ray.ground, &ray.when) {
            return reason;
        }
        let along = field.direction(id, ray.along);
        let number = |why: String| Reason::new(Stage::Distance, Cause::Number, why);
        if let Some(reason) = self.range_from(piece.at, ray, along, distance) {
            return reason;
        }
        let Some(course) = field.path(id, ray) else {
            let (_, edge) = field.track(id, piece.at, ray);
            return number(format!(
                "it cannot stop at any distance up to {}",
                Short(edge.min(ray.to))
            ));
        };
        if let Some(reason) = self.obstacle(ray, &course, distance) {
            return reason;
        }
        if !course.stops.first(distance).is_some_and(|stop| equal(stop, distance)) {
            let quanta: Vec<String> = ray.quanta.iter().map(|q| Short(*q).to_string()).collect();
            return number(format!("a distance is a multiple of {} here", quanta.join(" and ")));
        }
        if let Some(reason) = self.end(&ray.ground, &ray.when, course.at(distance)) {
            return reason;
        }
        let sweep = RayMove::new(field, id, ray, course);
        let stretches = sweep.stretches();
        match stretches.iter().find(|s| s.at.parts().iter().any(|p| p.contains(distance))) {
            Some(stretch) => {
                let to = course.at(distance);
                let path = Path::Ray { bearing: 0.0, distance };
                let facing = if field.kind(id).has_facing {
                    turned(piece, course.track.turn(distance))
                } else {
                    piece.facing
                };
                let (to, facing) = field.program.settled(piece.kind, to, facing);
                let mv = PlaneMove { to, facing, taken: stretch.taken, ..self.still(path) };
                self.danger(&mv, ray.gait)
            }
            None => self.contact(ray, &course, &sweep, distance),
        }
    }

    /// The reason why an area does not allow this leap.
    fn area(&self, area: &Area, degrees: f64, distance: f64) -> Reason {
        let (field, id) = (self.field, self.id);
        let piece = field.piece(id);
        if let Some(reason) = self.start(&area.ground, &area.when) {
            return reason;
        }
        let along = PlaneProgram::seen(piece.side, Vec2::at_angle(degrees));
        let edge = self.room(piece.at, along);
        if let Some(reason) = self.range((area.from, area.to), edge, distance) {
            return reason;
        }
        let to = safety::point(piece.side, piece.at, degrees, distance);
        if field.is_blocked(id, to) {
            let why = "it would overlap an obstacle there";
            return Reason::new(Stage::Distance, Cause::Number, why);
        }
        let landings = AreaMove::new(field, id, area);
        match landings.and_then(|landings| landings.taken(field, to)) {
            Some(taken) => {
                let path = Path::Ray { bearing: degrees, distance };
                let to = field.surface().folded(to);
                self.danger(&PlaneMove { to, taken, ..self.still(path) }, Gait::Leap)
            }
            None => self.landing(area.purpose, to),
        }
    }

    /// The reason why a path of two parts does not allow these lengths.
    fn bend(&self, bend: &Bend, lengths: Lengths) -> Reason {
        let (field, id) = (self.field, self.id);
        let (piece, Bend { first, last, .. }) = (field.piece(id), bend);
        if let Some(reason) = self.start(&last.ground, &last.when) {
            return reason;
        }
        let in_part = |part: &str, reason: Reason| Reason {
            why: format!("in the {part} part, {}", reason.why),
            ..reason
        };
        let along = field.direction(id, first.along);
        if let Some(reason) = self.range_from(piece.at, first, along, lengths.first) {
            return in_part("first", reason);
        }
        let Some(course) = field.path(id, first) else {
            return Reason::new(Stage::Distance, Cause::Unknown, "it has no path to that place");
        };
        if let Some(reason) = self.obstacle(first, &course, lengths.first) {
            return in_part("first", reason);
        }
        let sweep = RayMove::new(field, id, first, course);
        let empty = |stretch: &CaptureInterval| stretch.at.contains(lengths.first);
        if !sweep.stretches().iter().any(empty) {
            return in_part("first", self.contact(first, &course, &sweep, lengths.first));
        }
        let stop = piece.at + along * lengths.first;
        let Some(course) = field.path_from(id, stop, last) else {
            return Reason::new(Stage::Distance, Cause::Number, "the second part has no room");
        };
        let onward = field.direction(id, last.along);
        if let Some(reason) = self.range_from(stop, last, onward, lengths.last) {
            return in_part("second", reason);
        }
        if let Some(reason) = self.obstacle(last, &course, lengths.last) {
            return in_part("second", reason);
        }
        let to = course.at(lengths.last);
        if let Some(reason) = self.end(&last.ground, &last.when, to) {
            return reason;
        }
        let sweep = RayMove::new(field, id, last, course);
        match sweep.stretches().iter().find(|stretch| stretch.at.contains(lengths.last)) {
            Some(stretch) => {
                let path = Path::Bent { bearings: [0.0; 2], lengths };
                let mv = PlaneMove { to, taken: stretch.taken, ..self.still(path) };
                self.danger(&mv, Gait::Leap)
            }
            None => in_part("second", self.contact(last, &course, &sweep, lengths.last)),
        }
    }

    /// The reason why the piece may not turn by this angle.
    fn turn(&self, by: f64) -> Reason {
        let (field, id) = (self.field, self.id);
        let number = |why: &str| Reason::new(Stage::Distance, Cause::Number, why);
        if !field.kind(id).turns {
            return Reason::new(Stage::Past, Cause::Unknown, "that piece does not turn");
        }
        let Some(way) = Rotation::of(by) else {
            return number("a turn must be between 0 and 360 degrees");
        };
        let least = field.program.least_turn();
        if !at_most(least, by.abs()) || !at_most(by.abs(), WHOLE - least) {
            return number(&format!("a turn must be at least {}", Short(least)));
        }
        let spin = RotationMove::new(field, id);
        let contact = spin.contact(way).filter(|(_, after)| below(*after, by.abs()));
        if let Some((other, after)) = contact {
            let (name, at) = (self.name(other), Short(after));
            let stretches = spin.stretches();
            let captures = |angle: f64| {
                let signed = angle.copysign(by);
                let mut there = stretches.iter().filter(|s| s.at.contains(signed));
                there.any(|s| s.taken.has(other))
            };
            let reason = |cause, why: String| Reason::new(Stage::Contact, cause, why);
            return match field.piece(other).side == field.piece(id).side {
                true => reason(
                    Cause::Friend(other),
                    format!(
                        "{name} of its own side is in the way: it touches this piece after {at} degrees"
                    ),
                ),
                false if captures(after.max(least)) => reason(
                    Cause::Foe(other),
                    format!(
                        "{name} is in the way: the turn ends where it captures this piece, after {} degrees",
                        Short(after.max(least))
                    ),
                ),
                false if below(0.0, after) => reason(
                    Cause::Foe(other),
                    format!("{name} is in the way: it touches this piece after {at} degrees"),
                ),
                false => reason(
                    Cause::Foe(other),
                    format!("{name} is in the way: it touches this piece already"),
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

    /// A move of the piece to its own place, without captures. Callers change its fields.
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

    /// The reason that the piece may not use a motion now, or not from its place.
    fn start(&self, ground: &Ground, when: &Condition) -> Option<Reason> {
        let piece = self.field.piece(self.id);
        let past = ground.past();
        if !past.allows(piece) {
            let why = match past {
                Past::Unmoved => {
                    "it can make this move only as its first move, but it has already moved"
                }
                Past::Moved | Past::Any => "it can make this move only after its first move",
            };
            return Some(Reason::new(Stage::Past, Cause::Past, why));
        }
        let is_barred = !ground.depends_on_end() && !ground.holds(piece, piece.at);
        is_barred.then(|| Reason::new(Stage::Past, Cause::Ground, self.only_if(when)))
    }

    /// The reason that a move of this motion may not end at a point.
    fn end(&self, ground: &Ground, when: &Condition, to: Vec2) -> Option<Reason> {
        let holds = ground.holds(self.field.piece(self.id), to);
        (!holds).then(|| Reason::new(Stage::Distance, Cause::Ground, self.only_if(when)))
    }

    fn only_if(&self, when: &Condition) -> String {
        let zones = &self.field.program.rules().zones;
        format!("it can make this move only if it {}", conditions::on_plane(when, zones))
    }

    /// The reason that a distance from a point is out of the range of a motion, of the rules or of
    /// the plane.
    fn range_from(&self, start: Vec2, ray: &Ray, along: Vec2, distance: f64) -> Option<Reason> {
        let room = match ray.curve {
            None => self.room(start, along),
            Some(_) => match self.field.track(self.id, start, ray) {
                (Track::Circle(round), end) => {
                    let lap = round.lap();
                    let why = if end < lap - ray.from.max(self.field.program.least()) {
                        format!("the arc stays on the plane for {}", Short(end))
                    } else {
                        format!(
                            "a whole lap has a length of {}, and a move must be shorter",
                            Short(lap)
                        )
                    };
                    Room { end, why }
                }
                (Track::Line { .. } | Track::Great(_) | Track::Flight(_), _) => {
                    self.room(start, along)
                }
            },
        };
        self.range((ray.from, ray.to), room, distance)
    }

    /// The greatest distance along a straight line.
    fn room(&self, start: Vec2, along: Vec2) -> Room {
        let (edge, reach) = (self.field.edge(start, along), self.field.program.rules().plane.reach);
        let lap = self.field.surface().lap(along);
        if lap < edge * reach.get() {
            let why = format!("it goes at most once around, {} along this bearing", Short(lap));
            return Room { end: lap, why };
        }
        let why = if self.field.surface().is_box() {
            format!("the wall of the box is {} away in this direction", Short(edge))
        } else {
            format!("the edge of the plane is {} away along this bearing", Short(edge))
        };
        let why = if reach.get() < 1.0 {
            format!("{why}, and a move covers at most {reach} of that")
        } else {
            why
        };
        Room { end: edge * reach.get(), why }
    }

    /// The reason that a distance is out of the range of a motion, of the rules or of the plane.
    fn range(&self, (from, to): (f64, f64), room: Room, distance: f64) -> Option<Reason> {
        let least = self.field.program.least();
        let why = if !at_most(least, distance) {
            format!("a move must be at least {} long", Short(least))
        } else if !at_most(from, distance) {
            format!("this move is at least {} long", Short(from))
        } else if !at_most(distance, to) {
            format!("this move is at most {} long", Short(to))
        } else if !at_most(distance, room.end) {
            room.why
        } else {
            return None;
        };
        Some(Reason::new(Stage::Distance, Cause::Number, why))
    }

    /// The reason that an obstacle ends a path before this distance, or lies where a leap ends.
    fn obstacle(&self, ray: &Ray, course: &RayPath<'_>, distance: f64) -> Option<Reason> {
        let (field, id) = (self.field, self.id);
        let reason = |why| Some(Reason::new(Stage::Distance, Cause::Number, why));
        let free = field.unblocked(id, course)?;
        match ray.gait {
            Gait::Sweep => {
                let end = free.parts().first().map_or(0.0, |part| part.to);
                if at_most(distance, end) {
                    return None;
                }
                reason(format!("it touches an obstacle after {}", Short(end)))
            }
            Gait::Leap if free.contains(distance) => None,
            Gait::Leap => reason("it would overlap an obstacle there".to_owned()),
        }
    }

    /// The letter and place of a piece: `p4,6.5`.
    fn name(&self, id: PieceId) -> String {
        text::place(self.play.program(), self.field.position, id)
    }

    /// The reason that the piece cannot stop at its target, or that another piece is in its way. A
    /// motion that leaps has no pieces in its way.
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
        let mut meetings: Vec<(PieceId, Meeting)> = Vec::new();
        for (other, piece) in others() {
            meetings.extend(sweep.meet(piece.at).iter().map(|&met| (other, met)));
        }
        // The images of the own place end a way, even if nothing else does.
        let own = match ray.gait {
            Gait::Sweep if !field.surface().is_flat() => sweep.meet(me.at),
            Gait::Sweep | Gait::Leap => Meetings::None,
        };
        let own = own.iter().filter(|m| m.begun == Begun::ByMoving);
        let around = own.map(|m| m.enter).fold(f64::INFINITY, f64::min);
        if below(around, distance) {
            let at = Short(around);
            let why = format!("it comes back around to its own place, which it touches after {at}");
            return reason(Cause::Number, why);
        }
        // On a sphere, a leap comes back to its own place after a lap.
        if ray.gait == Gait::Leap
            && let Some(globe) = field.surface().globe()
            && below(globe.lap() - field.shapes[id].reach(), distance)
        {
            return reason(
                Cause::Number,
                "it would cover its own place after a whole lap".to_owned(),
            );
        }
        meetings.sort_by(|a, b| a.1.enter.total_cmp(&b.1.enter));
        let touched = |other: PieceId, at: f64| {
            let (name, at) = (self.name(other), Short(at));
            let why =
                format!("{name} of its own side is in the way: it touches this piece after {at}");
            reason(Cause::Friend(other), why)
        };
        if ray.gait == Gait::Sweep {
            let touch = sweep.touches().iter().filter(|(_, at)| below(*at, distance));
            let touch = touch.copied().reduce(|a, b| if b.1 < a.1 { b } else { a });
            let first = meetings.first().map_or(f64::INFINITY, |(_, m)| m.enter);
            if let Some((other, at)) = touch.filter(|(_, at)| at_most(*at, first)) {
                return touched(other, at);
            }
            let begun = meetings.iter().find(|(other, m)| {
                if field.piece(*other).side == me.side {
                    below(m.enter, distance)
                } else {
                    m.begun == Begun::ByMoving && below(m.enter, distance)
                }
            });
            if let Some((other, meeting)) = begun {
                let (name, at) = (self.name(*other), Short(meeting.enter));
                if field.piece(*other).side == me.side {
                    return touched(*other, meeting.enter);
                }
                let stop = course.stops.first(meeting.enter);
                let why = match (ray.purpose.captures(), stop) {
                    (false, _) => {
                        format!("{name} is in the way after {at}, and this motion cannot capture")
                    }
                    (true, Some(stop)) if below(stop, distance) => {
                        format!(
                            "{name} is in the way: the move ends where it captures this piece, after {}",
                            Short(stop)
                        )
                    }
                    (true, _) => format!("{name} is in the way, after {at}"),
                };
                return reason(Cause::Foe(*other), why);
            }
        }
        self.landing(ray.purpose, course.at(distance))
    }

    /// The reason that the piece cannot stop at `end`: it would cover a piece or be covered, or it
    /// captures nothing.
    fn landing(&self, purpose: Purpose, end: Vec2) -> Reason {
        let (field, id) = (self.field, self.id);
        let (me, shape) = (field.piece(id), &field.shapes[id]);
        let reason = |cause, why: String| Reason::new(Stage::Contact, cause, why);
        let others = || field.others(PieceSet::one(id));
        let surface = field.surface();
        let mut own = surface.near().filter(|copy| *copy != Image::PLANE);
        if own.any(|copy| shape.covers(copy.at(me.at) - end)) {
            return reason(
                Cause::Number,
                "it would cover its own place after a whole lap".to_owned(),
            );
        }
        for (other, piece) in others().filter(|(_, piece)| piece.side == me.side) {
            if surface.images(piece.at).any(|at| surface.covers(shape, end, at)) {
                let why =
                    format!("it would cover the centre of {} of its own side", self.name(other));
                return reason(Cause::Friend(other), why);
            }
            let covers = |copy: Image| {
                let there = Shape::of(&field.kind(other).body, copy.facing(piece.facing));
                surface.covers(&there, copy.at(piece.at), end)
            };
            if surface.near().any(covers) {
                let why = format!("{} of its own side would cover its centre", self.name(other));
                return reason(Cause::Friend(other), why);
            }
        }
        let covered = others()
            .find(|(_, piece)| surface.images(piece.at).any(|at| surface.covers(shape, end, at)));
        match (purpose, covered) {
            (Purpose::Capture, None) => reason(
                Cause::NoFoe,
                "it can make this move only to capture, but it covers no enemy piece there"
                    .to_owned(),
            ),
            (Purpose::Quiet, Some((foe, _))) => {
                let why =
                    format!("it would cover {}, and this motion cannot capture", self.name(foe));
                reason(Cause::Foe(foe), why)
            }
            (Purpose::Any | Purpose::Quiet | Purpose::Capture, _) => {
                reason(Cause::Unknown, "it may not stop there".to_owned())
            }
        }
    }

    /// The reason that an enemy piece would attack a royal piece of the side to move.
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
        if royal && gait == Gait::Sweep {
            let why = "on its way it would pass a point that an enemy attacks";
            Reason::new(Stage::Safety, Cause::Way, why)
        } else {
            let (why, cause) =
                match (field.promotes(id, to, || true), field.promotes(id, to, || false)) {
                    (None, _) => (NO_ROOM, Cause::Heir),
                    (_, None) => {
                        ("what it would have to become there would be attacked", Cause::Heir)
                    }
                    (Some(_), Some(_)) => ("it may not stop there", Cause::Unknown),
                };
            Reason::new(Stage::Safety, cause, why)
        }
    }
}
