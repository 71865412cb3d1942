//! Motions along rays and rotations around the centre: the stops of a piece, and its captures
//! there. The safety of royal pieces is ignored here.

use crate::geometry::interval::{End, Interval, IntervalSet};
use crate::geometry::scalar::{EPSILON, Vec2, at_most, below, beyond};
use crate::geometry::shape::{Begun, Meeting, Meetings, Shape};
use crate::model::motion::{Gait, Purpose, Ray};
use crate::model::position::{Piece, PieceId, PieceSet};
use crate::model::program::{Field, Stand};
use crate::space::flight::Sink;
use crate::space::path::RayPath;
use crate::space::surface::{Image, Surface};
use crate::space::terrain::Window;
use crate::space::track::{Rotation, WHOLE, first_touch, overlaps};
use alfil_rules::plane::Friends;
use smallvec::SmallVec;
use std::borrow::Cow;

// Motions along rays: the stops of a piece and its captures there. The safety of royal pieces is
// ignored here.
//
// Moves (`RayMove::stretches`) and attacks (`RayMove::takes`) share one description. A body
// overlaps an enemy from distance `enter` to distance `leave`. A sweep may stop before the first
// `enter`, or at it if the motion cannot capture. It may also stop at the first possible stop from
// `enter` on, where it captures all enemies that it covers. This stop is not allowed if an overlap
// has ended before it.
//
// On a surface, a body meets all images of a piece that are on its way, and its own place as if a
// friend stood there. A friend ends the ray at the contact where the body would begin to cover its
// centre. If the rules say that friends stop ways, it does so at any contact. An enemy that the body covers before the move is captured
// at every stop that still covers it. A leap depends only on its landing. A condition on the end of
// the move only selects among these stops. A stretch is a set of
// stops with the same captures, and no stop is in two stretches.

/// Stops with the same captures.
#[derive(Clone, PartialEq, Debug)]
pub struct CaptureInterval {
    /// The stops.
    pub at: IntervalSet,
    /// The pieces captured there.
    pub taken: PieceSet,
}

/// A ray of a piece in a position. The argument `gone` of its methods contains the pieces to
/// ignore: captured pieces, and pieces that moved elsewhere.
pub struct RayMove<'a> {
    /// The way of the ray, with its possible stops.
    pub path: RayPath<'a>,
    surface: &'a Surface,
    /// Contains every point that the body can meet. All points if the surface has no images.
    window: Window,
    /// The body of the piece.
    pub(crate) shape: &'a Shape,
    /// Whether the piece meets other pieces on its way.
    pub(crate) gait: Gait,
    purpose: Purpose,
    /// Friends whose centre the body covers somewhere on the way.
    friends: Vec<(PieceId, Meeting)>,
    /// Enemies whose centre the body covers at the start or on the way.
    enemies: Vec<(PieceId, Meeting)>,
    /// Distances at which the way ends because a friend is touched, if friends stop ways. Overlaps
    /// that begin on the way are in `friends` too.
    touches: Vec<(PieceId, f64)>,
    /// Open intervals in which friends cover the centre of the piece.
    shadows: Vec<(PieceId, Interval)>,
    /// Possible landings of a leap.
    landings: IntervalSet,
    /// The distances that the condition on the end of the move allows. `None` for all.
    allowed: Option<IntervalSet>,
}

impl<'a> RayMove<'a> {
    /// Computes the pieces that piece `id` meets along a path.
    pub fn new(field: &'a Field<'_>, id: PieceId, ray: &Ray, path: RayPath<'a>) -> Self {
        let allowed = ray.ground.stops(field.piece(id), &path);
        RayMove::among(field, id, ray, path, allowed, field.others(PieceSet::one(id)))
    }

    /// Like [`RayMove::new`]. `allowed` are the distances that the condition of the ray allows, `None`
    /// for all. No piece but `others` can be in the way.
    pub(crate) fn among<'o>(
        field: &'a Field<'_>,
        id: PieceId,
        ray: &Ray,
        path: RayPath<'a>,
        allowed: Option<IntervalSet>,
        others: impl Iterator<Item = (PieceId, &'o Piece)>,
    ) -> Self {
        let (side, shape) = (field.piece(id).side, &field.shapes[id]);
        let (mut path, mut allowed) = (path, allowed);
        if let Some(free) = field.unblocked(id, &path) {
            match ray.gait {
                // The first obstacle ends a sweep at the contact.
                Gait::Sweep => {
                    path.stops.most = free.parts().first().map_or(0.0, |part| part.to);
                }
                Gait::Leap => {
                    allowed = Some(allowed.map_or(free.clone(), |all| all.intersection(&free)))
                }
            }
        }
        let mut way = RayMove {
            path,
            surface: field.surface(),
            window: Window::ALL,
            shape,
            gait: ray.gait,
            purpose: ray.purpose,
            friends: Vec::new(),
            enemies: Vec::new(),
            touches: Vec::new(),
            shadows: Vec::new(),
            landings: IntervalSet::empty(),
            allowed,
        };
        if !way.surface.is_flat() {
            // A body that covers the centre of another one, or is covered by it there, is this near.
            way.window = Window::of(&way.path.track, way.path.stops.most, field.reach);
            way.meet_itself(field, id);
        }
        let (reach, has_images) = (shape.reach(), way.surface.has_images());
        for (other, piece) in others {
            // Most pieces are far from the way.
            let is_near = || match field.lifted(other) {
                Some(at) => path.track.comes_near_lifted(path.stops.most, at, reach),
                None => path.track.comes_near(path.stops.most, piece.at, reach),
            };
            if has_images || is_near() {
                let met = way.meet_home(piece.at);
                let all = if piece.side == side { &mut way.friends } else { &mut way.enemies };
                all.extend(met.iter().map(|&m| (other, m)));
            }
            if piece.side != side {
                continue;
            }
            if field.program.friends() == Friends::Stop && ray.gait == Gait::Sweep {
                for image in way.surface.near_in(piece.at, way.window) {
                    let body = field.shape(other, image.sense);
                    let touch = path.track.touch(shape, body, image.at(piece.at));
                    way.touches.extend(touch.map(|at| (other, at)));
                }
            }
            if field.shapes[other].outreaches(shape) {
                for image in way.surface.near_in(piece.at, way.window) {
                    way.shade(field, other, image);
                }
            }
        }
        if way.gait == Gait::Leap {
            way.landings = way.landings(PieceSet::NONE).into_owned();
        }
        way
    }

    /// Adds the images of the piece's own place. On a sphere, this is the place after one lap.
    fn meet_itself(&mut self, field: &Field<'_>, id: PieceId) {
        if let Some(globe) = self.surface.globe() {
            let (lap, reach) = (globe.lap(), self.shape.reach());
            let (enter, leave) = (lap - reach, lap + reach);
            self.friends.push((id, Meeting { enter, leave, begun: Begun::ByMoving }));
        }
        let home = field.piece(id).at;
        for image in self.surface.near_in(home, self.window).filter(|image| *image != Image::PLANE)
        {
            let met = self.path.track.meet(self.shape, image.at(home));
            self.friends.extend(met.iter().map(|&m| (id, m)));
            if self.shape.outreaches(self.shape) {
                self.shade(field, id, image);
            }
        }
    }

    /// Adds the intervals in which an image of a friend covers the centre of the piece.
    fn shade(&mut self, field: &Field<'_>, friend: PieceId, image: Image) {
        let (shape, at) = (field.shape(friend, image.sense), image.at(field.piece(friend).at));
        self.path.track.shadows(shape, at, |enter, leave| {
            if below(0.0, leave) {
                self.shadows.push((friend, Interval::open(enter, leave)));
            }
        });
    }

    /// Returns the distances at which the body begins and ends to cover a piece at `at`, or one of
    /// its images.
    #[inline]
    pub fn meet(&self, at: Vec2) -> Meetings {
        if self.surface.has_images() {
            self.meet_home(self.surface.folded(at))
        } else {
            self.path.track.meet(self.shape, at)
        }
    }

    /// Like [`RayMove::meet`], for a point of the plane.
    #[inline]
    fn meet_home(&self, home: Vec2) -> Meetings {
        let track = &self.path.track;
        if !self.surface.has_images() {
            return track.meet(self.shape, home);
        }
        let reach = self.shape.reach();
        let near = self.surface.near_in(home, self.window).map(|image| image.at(home));
        let near = near.filter(|at| track.comes_near(self.path.stops.most, *at, reach));
        near.flat_map(|at| track.meet(self.shape, at).to_vec()).collect()
    }

    /// A window that contains every point which the body can meet.
    pub(crate) fn window(&self) -> Window {
        self.window
    }

    /// The surface on which the body moves.
    pub(crate) fn surface(&self) -> &'a Surface {
        self.surface
    }

    /// Returns the distances at which the way ends because it touches a friend. Empty if friends only
    /// end a way that would cover them.
    pub fn touches(&self) -> &[(PieceId, f64)] {
        &self.touches
    }

    /// Returns the distance of the contact with the nearest friend, or of the last stop if it comes
    /// first.
    pub fn wall(&self, gone: PieceSet) -> f64 {
        let friends = self.friends.iter().filter(|(id, _)| !gone.has(*id));
        let covered = friends.fold(self.path.stops.most, |wall, (_, m)| wall.min(m.enter));
        let touches = self.touches.iter().filter(|(id, _)| !gone.has(*id));
        touches.fold(covered, |wall, (_, at)| wall.min(*at))
    }

    /// Returns the distance of the first contact of a sweep with an enemy. Infinite if there is
    /// none.
    pub fn first(&self, gone: PieceSet) -> f64 {
        first(self.begun(gone, &[]))
    }

    /// Returns the intervals in which friends cover the centre of the piece.
    pub fn shadows(&self, gone: PieceSet) -> impl Iterator<Item = &Interval> {
        let there = self.shadows.iter().filter(move |(id, _)| !gone.has(*id));
        there.map(|(_, shadow)| shadow)
    }

    /// Returns the overlaps that begin during a sweep, including those with `more` enemies.
    fn begun<'w>(
        &'w self,
        gone: PieceSet,
        more: &'w [Meeting],
    ) -> impl Iterator<Item = &'w Meeting> + Clone {
        let there = self.enemies.iter().filter(move |(id, _)| !gone.has(*id)).map(|(_, m)| m);
        there.chain(more).filter(|m| m.begun == Begun::ByMoving)
    }

    /// Returns the stop of a sweep that captures by a new overlap. `more` are additional enemies.
    fn capture(&self, gone: PieceSet, more: &[Meeting]) -> Option<f64> {
        let begun = self.begun(gone, more);
        let stop = self.path.stops.first(first(begun.clone()))?;
        let mut covered = begun.filter(|m| at_most(m.enter, stop));
        let free = at_most(stop, self.wall(gone))
            && covered.all(|m| below(stop, m.leave))
            && !self.shadows(gone).any(|shadow| shadow.contains(stop))
            && self.allowed.as_ref().is_none_or(|allowed| allowed.contains(stop));
        free.then_some(stop)
    }

    /// Returns where the piece may stop before it touches another piece.
    fn quiet(&self, gone: PieceSet, more: &[Meeting]) -> IntervalSet {
        let (first, wall) = (first(self.begun(gone, more)), self.wall(gone));
        let captures = self.purpose.captures();
        let (to, to_end) = if at_most(first, wall) && (captures || below(first, wall)) {
            // A motion that cannot capture may go up to the contact.
            (first, if captures { End::Open } else { End::Closed })
        } else {
            (wall, End::Closed)
        };
        let stops = &self.path.stops;
        let quiet = Interval { from: stops.least, to, from_end: End::Closed, to_end };
        let quiet = if stops.is_discrete() {
            IntervalSet::points(stops.each().filter(|&stop| quiet.contains(stop)))
        } else {
            IntervalSet::of(quiet)
        };
        self.allowed(self.uncovered(quiet, gone))
    }

    /// Returns the stops that the condition on the end of the move allows.
    fn allowed(&self, at: IntervalSet) -> IntervalSet {
        match &self.allowed {
            Some(allowed) => at.intersection(allowed),
            None => at,
        }
    }

    /// Returns the stops at which the piece covers no enemy, for a motion that cannot capture.
    /// `more` are additional enemies.
    pub(crate) fn empty_stops(&self, gone: PieceSet, more: &[Meeting]) -> IntervalSet {
        debug_assert!(!self.purpose.captures() && self.gait == Gait::Sweep);
        let there = self.enemies.iter().filter(|(id, _)| !gone.has(*id)).map(|(_, m)| m);
        let before = there.chain(more).filter(|m| m.begun == Begun::Before);
        before.fold(self.quiet(gone, more), |stops, m| {
            let covered = Interval { from_end: End::Closed, ..Interval::open(0.0, m.leave) };
            stops.difference(&IntervalSet::of(covered))
        })
    }

    /// Returns the distances at which the condition on the end of the move may change.
    pub(crate) fn changes(&self) -> impl Iterator<Item = f64> {
        let parts = self.allowed.iter().flat_map(IntervalSet::parts);
        parts.flat_map(|part| [part.from, part.to])
    }

    /// Returns the stops at which no friend covers the centre.
    fn uncovered(&self, at: IntervalSet, gone: PieceSet) -> IntervalSet {
        self.shadows(gone).fold(at, |at, shadow| at.difference(&IntervalSet::of(*shadow)))
    }

    /// Returns the possible landings of a leap if the pieces of `gone` are ignored.
    pub(crate) fn landings(&self, gone: PieceSet) -> Cow<'_, IntervalSet> {
        let mut owners =
            self.friends.iter().map(|(id, _)| id).chain(self.shadows.iter().map(|(id, _)| id));
        if !self.landings.is_empty() && !owners.any(|id| gone.has(*id)) {
            return Cow::Borrowed(&self.landings);
        }
        let friends = self.friends.iter().filter(|(id, _)| !gone.has(*id));
        let open = friends.fold(self.path.stops.all(), |all, (_, m)| {
            all.difference(&IntervalSet::of(Interval::open(m.enter, m.leave)))
        });
        Cow::Owned(self.allowed(self.uncovered(open, gone)))
    }

    /// Returns whether the piece captures a royal piece at `royal`. `extra` is the place of one
    /// more enemy.
    pub(crate) fn takes(&self, royal: Vec2, extra: Option<Vec2>, gone: PieceSet) -> bool {
        let royal = &*self.meet(royal);
        if royal.is_empty() {
            return false;
        }
        if self.gait == Gait::Leap {
            let landings = self.landings(gone);
            return royal.iter().any(|m| landings.meets(m.enter, m.leave));
        }
        let extra = extra.map_or(Meetings::None, |at| self.meet(at));
        let (pair, several);
        let more: &[Meeting] = match (royal, &*extra) {
            (royal, []) => royal,
            ([one], [other]) => {
                pair = [*one, *other];
                &pair
            }
            (royal, extra) => {
                several = [royal, extra].concat();
                &several
            }
        };
        let capture = self.capture(gone, more);
        royal.iter().any(|m| match m.begun {
            Begun::ByMoving => capture.is_some_and(|stop| at_most(m.enter, stop)),
            Begun::Before => {
                let is_kept = |part: &Interval| below(part.from, m.leave);
                capture.is_some_and(|stop| below(stop, m.leave))
                    || self.quiet(gone, more).parts().iter().any(is_kept)
            }
        })
    }

    /// Returns all stops, grouped by captures.
    pub fn stretches(&self) -> Vec<CaptureInterval> {
        let mut all = match self.gait {
            Gait::Leap => self.sorted(self.landings.clone(), &self.enemies),
            Gait::Sweep => {
                let before = |m: &&(PieceId, Meeting)| m.1.begun == Begun::Before;
                let before: Vec<_> = self.enemies.iter().filter(before).copied().collect();
                let mut all = self.sorted(self.quiet(PieceSet::NONE, &[]), &before);
                if let Some(stop) = self.capture(PieceSet::NONE, &[]) {
                    let taken = taken(&self.enemies, |m| match m.begun {
                        Begun::ByMoving => at_most(m.enter, stop),
                        Begun::Before => below(stop, m.leave),
                    });
                    all.push(CaptureInterval { at: IntervalSet::points([stop]), taken });
                }
                all
            }
        };
        all.retain(|s| !s.at.is_empty() && self.purpose.allows(!s.taken.is_empty()));
        all
    }

    /// Groups stops by the `enemies` that the body covers there.
    fn sorted(&self, stops: IntervalSet, enemies: &[(PieceId, Meeting)]) -> Vec<CaptureInterval> {
        if enemies.is_empty() {
            return vec![CaptureInterval { at: stops, taken: PieceSet::NONE }];
        }
        let marks: Vec<f64> = enemies.iter().flat_map(|(_, m)| [m.enter, m.leave]).collect();
        let at = |stop: f64| {
            taken(enemies, |m| match m.begun {
                Begun::ByMoving => below(m.enter, stop) && below(stop, m.leave),
                Begun::Before => below(stop, m.leave),
            })
        };
        // The first pass only collects the sets of captures. The second pass selects the stops of
        // each set.
        let mut sets: Vec<PieceSet> = Vec::new();
        let none = stops.select(&marks, |stop| {
            if !sets.contains(&at(stop)) {
                sets.push(at(stop));
            }
            false
        });
        debug_assert!(none.is_empty());
        let stretch = |&taken: &PieceSet| CaptureInterval {
            at: stops.select(&marks, |s| at(s) == taken),
            taken,
        };
        sets.iter().map(stretch).collect()
    }
}

/// Returns the distance of the first contact. Infinite if there is none.
fn first<'m>(begun: impl Iterator<Item = &'m Meeting>) -> f64 {
    begun.map(|m| m.enter).fold(f64::INFINITY, f64::min)
}

/// Returns the pieces whose overlap satisfies `is`.
fn taken(enemies: &[(PieceId, Meeting)], is: impl Fn(&Meeting) -> bool) -> PieceSet {
    let covered = enemies.iter().filter(|(_, m)| is(m));
    covered.fold(PieceSet::NONE, |all, &(id, _)| all.with(id))
}

// Rotations around the centre: the angles by which a piece may turn, and what it attacks by
// turning.
//
// Angles are in degrees, positive for counter-clockwise, strictly between -360 and 360. A turn
// sweeps: it stops at the first overlap with an enemy and captures it, and it passes no friend. If
// two turns lead to the same facing with the same captures, only the shorter one counts. Of two
// half turns, the left one counts.
//
// A least turn of 5 degrees leaves the angles from 5 to 355. A piece captures an enemy that it
// begins to cover earlier at the least turn, if it still covers it there. Otherwise it can neither
// capture nor pass that enemy.

/// A piece that may turn, with all pieces in its way. The argument `gone` of its methods contains
/// the pieces to ignore.
pub struct RotationMove<'f> {
    at: Vec2,
    surface: &'f Surface,
    shape: &'f Shape,
    /// The least turn in degrees.
    least: f64,
    friends: Vec<(PieceId, TurnMeeting)>,
    enemies: Vec<(PieceId, TurnMeeting)>,
}

/// The angles at which a turning piece meets another piece.
#[derive(Clone)]
struct TurnMeeting {
    /// The overlaps in a turn to the left, and in one to the right.
    overlaps: [Meetings; 2],
    /// The angles at which the other piece, a friend, ends a turn to the left and one to the right.
    /// A whole turn if it does not.
    walls: [f64; 2],
}

impl TurnMeeting {
    fn new(shape: &Shape, d: Vec2) -> Self {
        Self { overlaps: overlaps(shape, d), walls: [WHOLE; 2] }
    }

    /// The meeting with a friend.
    fn with_friend(shape: &Shape, d: Vec2, friends: Friends) -> Self {
        let met = Self::new(shape, d);
        let walls = Rotation::BOTH.map(|way| match friends {
            Friends::Pass => met.begins(way),
            Friends::Stop => met.begins(way).min(first_touch(shape, d, way)),
        });
        Self { walls, ..met }
    }

    /// Returns the overlaps that begin during the turn.
    fn begun(&self, way: Rotation) -> impl Iterator<Item = &Meeting> {
        self.overlaps[way as usize].iter().filter(|m| m.begun == Begun::ByMoving)
    }

    /// Returns the angle at which the body begins to cover the other piece. A whole turn if it
    /// never does.
    fn begins(&self, way: Rotation) -> f64 {
        self.begun(way).map(|m| m.enter).fold(WHOLE, f64::min)
    }

    /// Returns the angle at which the body stops covering a piece that it covers before the turn.
    /// `None` if it does not cover the piece then.
    fn ends(&self, way: Rotation) -> Option<f64> {
        let before = self.overlaps[way as usize].first().filter(|m| m.begun == Begun::Before);
        before.map(|m| m.leave)
    }

    /// Returns whether the body has covered the piece since before the turn until after `angle`.
    fn is_kept(&self, way: Rotation, angle: f64) -> bool {
        self.ends(way).is_some_and(|end| below(angle, end))
    }
}

/// The angles at which a turn in one direction first meets a friend (`wall`) and an enemy
/// (`first`).
struct Ends {
    wall: f64,
    first: f64,
}

impl<'f> RotationMove<'f> {
    /// Computes the pieces that piece `by` meets as it turns.
    pub fn new(field: &'f Field<'_>, by: PieceId) -> Self {
        let (at, shape) = (field.piece(by).at, &field.shapes[by]);
        let surface = field.surface();
        let (least, rule) = (field.program.least_turn(), field.program.friends());
        let (friends, enemies) = (Vec::new(), Vec::new());
        let mut rotation = Self { at, surface, shape, least, friends, enemies };
        for Stand { id: other, at: there, .. } in field.near(at, shape.reach()) {
            // A body is smaller than the plane, so it never reaches its own image.
            if other == by {
                continue;
            }
            let d = there - at;
            if field.piece(other).side == field.piece(by).side {
                rotation.friends.push((other, TurnMeeting::with_friend(shape, d, rule)));
            } else {
                rotation.enemies.push((other, TurnMeeting::new(shape, d)));
            }
        }
        rotation
    }

    fn ends(&self, way: Rotation, gone: PieceSet, more: &[TurnMeeting]) -> Ends {
        let friends = self.friends.iter().filter(|(id, _)| !gone.has(*id));
        let wall = friends.map(|(_, met)| met.walls[way as usize]).fold(WHOLE, f64::min);
        let first = self.foes(gone, more).map(|met| met.begins(way)).fold(WHOLE, f64::min);
        Ends { wall, first }
    }

    fn foes<'s>(
        &'s self,
        gone: PieceSet,
        more: &'s [TurnMeeting],
    ) -> impl Iterator<Item = &'s TurnMeeting> {
        let there = self.enemies.iter().filter(move |(id, _)| !gone.has(*id));
        there.map(|(_, met)| met).chain(more)
    }

    /// Returns the turns without a new overlap.
    fn quiet(&self, Ends { wall, first }: &Ends) -> Interval {
        // A turn may go up to the contact with a friend, and up to the greatest angle. It ends
        // before the contact with an enemy, where it would capture, and before a whole turn.
        let last = wall.min(WHOLE - self.least);
        let is_reached = below(last, *first) && below(last, WHOLE);
        let from_end = if below(0.0, self.least) { End::Closed } else { End::Open };
        let to_end = if is_reached { End::Closed } else { End::Open };
        Interval { from: self.least, to: first.min(last), from_end, to_end }
    }

    /// Returns the angle of the turn that captures by a new overlap. The overlap may begin before the
    /// least turn, if it lasts until then.
    fn capture(&self, way: Rotation, gone: PieceSet, more: &[TurnMeeting]) -> Option<f64> {
        let Ends { wall, first } = self.ends(way, gone, more);
        let stop = first.max(self.least);
        let is_turn = below(0.0, stop) && below(stop, WHOLE) && at_most(stop, WHOLE - self.least);
        let lasts = |met: &TurnMeeting| {
            met.begun(way).filter(|m| at_most(m.enter, stop)).all(|m| below(stop, m.leave))
        };
        let free = below(first, WHOLE) && is_turn && at_most(stop, wall);
        (free && self.foes(gone, more).all(lasts)).then_some(stop)
    }

    /// Returns the piece that the body covers first, and the angle in degrees. A friend may be
    /// touched only. If a friend and an enemy are at the same angle, returns the enemy, which is
    /// captured.
    pub fn contact(&self, way: Rotation) -> Option<(PieceId, f64)> {
        let enemies = self.enemies.iter().map(|(id, met)| (*id, met.begins(way)));
        let friends = self.friends.iter().map(|(id, met)| (*id, met.walls[way as usize]));
        let met = enemies.chain(friends);
        let first = met.reduce(|first, next| if below(next.1, first.1) { next } else { first });
        first.filter(|(_, angle)| below(*angle, WHOLE))
    }

    /// Returns the turns, grouped by captures. The safety of royal pieces is ignored here.
    pub fn stretches(&self) -> Vec<CaptureInterval> {
        let mut all = Vec::new();
        for way in Rotation::BOTH {
            let ends = self.ends(way, PieceSet::NONE, &[]);
            let taken = |is: &dyn Fn(&TurnMeeting) -> bool| {
                let is = self.enemies.iter().filter(|(_, met)| is(met));
                is.fold(PieceSet::NONE, |all, &(id, _)| all.with(id))
            };
            let kept = |angle: f64| taken(&|met| met.is_kept(way, angle));
            let quiet = IntervalSet::of(self.quiet(&ends));
            let mut cuts: Vec<f64> =
                self.enemies.iter().filter_map(|(_, met)| met.ends(way)).collect();
            cuts.push(0.0);
            let mut sets: Vec<PieceSet> = cuts.iter().map(|&cut| kept(cut)).collect();
            sets.sort();
            sets.dedup();
            for taken in sets {
                let at = quiet.select(&cuts, |angle| kept(angle) == taken);
                all.push(CaptureInterval { at: signed(&at, way), taken });
            }
            if let Some(stop) = self.capture(way, PieceSet::NONE, &[]) {
                let tie = taken(&|met| at_most(met.begins(way), stop) || met.is_kept(way, stop));
                let at = signed(&IntervalSet::points([stop]), way);
                all.push(CaptureInterval { at, taken: tie });
            }
        }
        let shorter = all.iter().map(|stretch| shorter(stretch, &all));
        shorter.filter(|stretch| !stretch.at.is_empty()).collect()
    }

    /// Returns whether the piece captures a royal piece at `royal`. `extra` is the place of one
    /// more enemy.
    pub(crate) fn takes(&self, royal: Vec2, extra: Option<Vec2>, gone: PieceSet) -> bool {
        let royals = self.met(royal);
        if royals.is_empty() {
            return false;
        }
        let mut more = royals.clone();
        more.extend(extra.into_iter().flat_map(|extra| self.met(extra)));
        Rotation::BOTH.into_iter().any(|way| {
            // A piece that is covered already is captured by any turn that still covers it.
            let is_kept = |end: f64| {
                let quiet = IntervalSet::of(self.quiet(&self.ends(way, gone, &more)));
                quiet.parts().first().is_some_and(|part| below(part.from, end))
            };
            let capture = self.capture(way, gone, &more);
            royals.iter().any(|royal| {
                let captured =
                    |stop: f64| at_most(royal.begins(way), stop) || royal.is_kept(way, stop);
                capture.is_some_and(captured) || royal.ends(way).is_some_and(is_kept)
            })
        })
    }

    /// Returns the angles at which the body meets a piece, for each image that it may reach.
    fn met(&self, at: Vec2) -> SmallVec<[TurnMeeting; 2]> {
        let images = self.surface.images(at).map(|image| image - self.at);
        let near = images.filter(|d| !beyond(d.length(), self.reach()));
        near.map(|d| TurnMeeting::new(self.shape, d)).collect()
    }

    /// The surface on which the piece stands.
    pub(crate) fn surface(&self) -> &'f Surface {
        self.surface
    }

    /// Returns the greatest distance from the centre to a point of the body.
    pub(crate) fn reach(&self) -> f64 {
        self.shape.reach()
    }

    /// Returns the place of the piece.
    pub(crate) fn at(&self) -> Vec2 {
        self.at
    }

    /// Reports the outlines on which the capture of a royal piece may become possible or impossible
    /// as that piece moves. If `royal` is given, the royal piece stays there and another piece
    /// moves.
    pub(crate) fn outlines(&self, royal: Option<Vec2>, gone: PieceSet, sink: &mut impl Sink) {
        let Shape::Compound(compound) = self.shape else { return };
        // A turn can cover only points nearer than some corner, and surely covers points nearer
        // than every side. So these distances matter.
        let mut ring = |radius: f64| {
            if radius > EPSILON {
                sink.outline(&Shape::Disc(radius), self.at);
            }
        };
        compound.pieces().for_each(|piece| piece.radii(Vec2::default(), &mut ring));
        compound.joints().iter().for_each(|joint| ring(joint.length()));
        let mut turned = |angle: f64| {
            let turned = compound.turned(Vec2::at_angle(angle));
            sink.outline(&Shape::Compound(turned), self.at);
        };
        turned(0.0);
        let royals = royal.map(|royal| self.met(royal)).unwrap_or_default();
        for way in Rotation::BOTH {
            let Ends { wall, first } = self.ends(way, gone, &[]);
            let own = royals.iter().flat_map(|met| [met.begins(way), met.ends(way).unwrap_or(0.0)]);
            for angle in [wall, first, self.least].into_iter().chain(own) {
                if below(angle, WHOLE) {
                    turned(angle * way.sign());
                }
            }
        }
    }
}

/// Returns the turns of `stretch`, without those that equal a shorter turn in `all`.
fn shorter(stretch: &CaptureInterval, all: &[CaptureInterval]) -> CaptureInterval {
    let left = IntervalSet::of(Interval::open(WHOLE / 2.0, WHOLE));
    let right = IntervalSet::of(Interval::closed(-WHOLE, -WHOLE / 2.0));
    let twins = all.iter().filter(|other| other.taken == stretch.taken);
    let at = twins.fold(stretch.at.clone(), |at, twin| {
        at.difference(&twin.at.shifted(WHOLE).intersection(&left))
            .difference(&twin.at.shifted(-WHOLE).intersection(&right))
    });
    CaptureInterval { at, ..*stretch }
}

/// Converts angles in the direction of the turn to signed angles.
fn signed(at: &IntervalSet, way: Rotation) -> IntervalSet {
    match way {
        Rotation::Left => at.clone(),
        Rotation::Right => at.mirrored(),
    }
}
