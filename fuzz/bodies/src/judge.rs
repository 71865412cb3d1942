//! The reference for planes (the *judge*): a slow implementation of legality, point by point, which
//! the engine must match.
//!
//! For one distance, it decides whether a piece may stop there, what it captures, and whether the
//! king is safe. It plays moves on a list of pieces and follows the king's path in small steps. It
//! shares motions and outlines of polygons with the engine, but no results. A verdict depends only
//! on the rules and the distance, except for the size of the steps.

mod ball;
mod balls;
mod body;
mod course;
mod crowd;
mod figure;
mod ground;
mod heirs;
mod landing;
mod obstacles;
mod paths;
mod road;
mod shots;
mod touch;
mod turns;
mod unroll;
mod walk;

use alfil_plane::geometry::scalar::{EPSILON, Vec2};
use alfil_plane::model::motion::{Gait, Ray};
use alfil_plane::model::position::{Piece, PieceId, PieceSet, Promotes};
use alfil_plane::model::program::Field;
use alfil_plane::space::globe::Great;
use alfil_rules::condition::Condition;
use alfil_rules::plane::{Friends, KingPath};
use alfil_rules::side::Side;
use body::{Man, Overlap, Seen};
use course::Course;
use crowd::Crowd;
use road::Road;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use walk::Walk;

/// The verdict on a legal distance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Verdict {
    /// The captured pieces.
    pub taken: PieceSet,
    /// The promotion of the move, if there is one.
    pub promotes: Promotes,
}

/// A range of distances with the same verdict, within the precision of sampling.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampled {
    /// The first distance.
    pub from: f64,
    /// The last distance. It equals the first one if the range is a point.
    pub to: f64,
    /// The verdict.
    pub verdict: Verdict,
}

/// Decides the legality of moves in one position.
pub struct Judge<'f, 'a> {
    field: &'f Field<'a>,
    crowd: Crowd<'f>,
    /// The length of a step on the path of a king.
    step: f64,
    /// Further points of the paths of kings: near the distances that a caller named.
    marks: RefCell<HashMap<Named, Vec<f64>>>,
    /// The ways from the places of pieces. `None` if a piece may not go there.
    courses: RefCell<HashMap<Named, Option<Shared<'a>>>>,
    walks: RefCell<HashMap<(Named, PieceSet), Walk>>,
    /// The ways of enemies that may meet a king of this side at a place.
    aims: RefCell<HashMap<([u64; 3], Side), Aims<'a>>>,
    /// Angles at which turning pieces first cover points.
    angles: RefCell<HashMap<Corner, f64>>,
}

/// A ray of a piece, by its address.
type Named = (PieceId, *const Ray);

/// A point by the bits of its coordinates, a piece that turns, and whether it turns to the left.
type Corner = ([u64; 2], PieceId, bool);

/// A way that several callers use.
type Shared<'a> = Rc<Course<'a>>;

/// Pieces with one of their ways.
type Aims<'a> = Rc<[(PieceId, Shared<'a>)]>;

/// The greatest number of places of kings that the judge remembers.
const PLACES: usize = 64;

impl<'f, 'a> Judge<'f, 'a> {
    /// A judge that follows the paths of kings in steps of length `step`.
    pub fn new(field: &'f Field<'a>, step: f64) -> Self {
        let man = |(id, piece): (PieceId, &Piece)| Man {
            id,
            piece: *piece,
            home: piece.at,
            shape: &field.shapes[id],
            seen: Seen::Itself,
        };
        let crowd = Crowd::new(field.program, field.position.pieces.enumerate().map(man));
        Self {
            field,
            crowd,
            step,
            marks: RefCell::default(),
            courses: RefCell::default(),
            walks: RefCell::default(),
            aims: RefCell::default(),
            angles: RefCell::default(),
        }
    }

    /// Names distances along a ray where the safety of a king may change. The judge takes more steps
    /// there, and still decides itself. Without effect after the first verdict on this ray.
    pub fn look_at(&self, id: PieceId, ray: &'a Ray, distances: &[f64]) {
        self.marks.borrow_mut().insert((id, std::ptr::from_ref(ray)), distances.to_vec());
    }

    /// The way of piece `id` along a ray, whose stops must satisfy `when`. Always the same condition for
    /// the same ray.
    fn course(&self, id: PieceId, ray: &'a Ray, when: &'a Condition) -> Option<Rc<Course<'a>>> {
        let mut courses = self.courses.borrow_mut();
        let known = courses.entry((id, std::ptr::from_ref(ray))).or_insert_with(|| {
            // If the condition also depends on the end, the path exists for all pieces.
            let may = ray.ground.past().allows(self.field.piece(id));
            let path = self.field.path(id, ray).filter(|_| may)?;
            Some(Rc::new(Course::new(path, ray, when)))
        });
        known.clone()
    }

    /// The verdict on moving piece `id` by `distance` along `ray`. `None` if that is illegal.
    pub fn verdict(&self, id: PieceId, ray: &'a Ray, distance: f64) -> Option<Verdict> {
        let course = self.course(id, ray, &ray.when)?;
        let me = self.crowd.find(id)?;
        let taken = self.stop(&self.crowd, me, &course, distance)?;
        let landing = course.road.at(distance);
        let mut after = self.crowd.without(taken);
        let mut moved = me.clone();
        moved.piece.at = landing;
        after.put(moved);
        let side = me.piece.side;
        let royals: Vec<PieceId> = self.field.royals(side).collect();
        if royals.iter().any(|&royal| self.is_attacked(&after, royal, PieceSet::NONE)) {
            return None;
        }
        let walks = royals.contains(&id) && ray.gait == Gait::Sweep;
        if walks && !self.passes(me, ray, &course, distance, taken) {
            return None;
        }
        let safe = || !self.is_attacked(&after, id, PieceSet::NONE);
        Some(Verdict {
            taken,
            promotes: self.promotes(me, landing, self.facing(me, &course, distance), safe)?,
        })
    }

    /// The direction in which `me` faces after a distance. Only pieces that face somewhere turn with
    /// their way.
    fn facing(&self, me: &Man<'f>, course: &Course<'_>, distance: f64) -> f64 {
        if self.field.kind(me.id).has_facing {
            me.piece.facing + course.road.turn(distance)
        } else {
            me.piece.facing
        }
    }

    /// True if the king `me` may pass all points before a distance. It may not pass attacked points, but
    /// may leave an attack in which it starts. Captured pieces do not attack, unless the king's path is
    /// strict.
    fn passes(
        &self,
        me: &Man<'f>,
        ray: &'a Ray,
        course: &Course<'a>,
        distance: f64,
        taken: PieceSet,
    ) -> bool {
        let strict = self.field.program.king_path() == KingPath::Strict;
        let harmless = if strict { PieceSet::NONE } else { taken };
        let named = (me.id, std::ptr::from_ref(ray));
        let mut walks = self.walks.borrow_mut();
        let walk = walks.entry((named, harmless)).or_insert_with(|| {
            let marks = self.marks.borrow();
            let marks = marks.get(&named).map_or(&[][..], Vec::as_slice);
            Walk::new(self.step, course.stops.most, marks, strict)
        });
        let mut crowd = None;
        walk.passes(distance, |gone| {
            let crowd = crowd.get_or_insert_with(|| self.crowd.clone());
            let mut king = me.clone();
            king.piece.at = course.road.at(gone);
            crowd.put(king);
            self.is_attacked(crowd, me.id, harmless)
        })
    }

    /// The ways of enemies of `side` that may meet a king at one of some places.
    fn aims(&self, side: Side, kings: &[Vec2]) -> Aims<'a> {
        let at = kings[0];
        let key = ([at.x.to_bits(), at.y.to_bits(), at.z.to_bits()], side);
        if let Some(known) = self.aims.borrow().get(&key) {
            return known.clone();
        }
        let mut all = Vec::new();
        for foe in self.crowd.men().filter(|man| man.piece.side != side) {
            for ray in &self.field.kind(foe.id).attacks.rays {
                all.extend(self.aim(foe, ray, &ray.when, kings));
            }
            for ray in &self.field.kind(foe.id).attacks.shots {
                if self.may_shoot(foe, ray) {
                    all.extend(self.aim(foe, ray, &Condition::Always, kings));
                }
            }
        }
        let all: Aims<'a> = all.into();
        let mut aims = self.aims.borrow_mut();
        if aims.len() >= PLACES {
            aims.clear();
        }
        aims.insert(key, all.clone());
        all
    }

    /// The way of an enemy along a ray if it may meet a king.
    fn aim(
        &self,
        foe: &Man<'f>,
        ray: &'a Ray,
        when: &'a Condition,
        kings: &[Vec2],
    ) -> Option<(PieceId, Rc<Course<'a>>)> {
        let course = self.course(foe.id, ray, when)?;
        let meets =
            |king: &Vec2| course.road.comes_near(*king, foe.shape.reach(), course.stops.most);
        kings.iter().any(meets).then_some((foe.id, course))
    }

    /// True if an enemy of `royal` could capture it. Enemies in `harmless` are ignored.
    fn is_attacked(&self, crowd: &Crowd<'f>, royal: PieceId, harmless: PieceSet) -> bool {
        let Some(king) = crowd.find(royal) else { return false };
        let kings = unroll::images(self.field.program, king.piece.at);
        // Enemies never move while the judge looks at a move.
        let aims = self.aims(king.piece.side, &kings);
        let along = aims.iter().any(|(foe, course)| {
            let foe = crowd.find(*foe).filter(|foe| !harmless.has(foe.id));
            foe.is_some_and(|foe| self.takes_along(crowd, foe, course, king.id, &kings))
        });
        let mut foes =
            crowd.men().filter(|m| m.piece.side != king.piece.side && !harmless.has(m.id));
        along
            || foes.any(|foe| {
                let kind = self.field.kind(foe.id);
                kind.turns && self.turns_onto(crowd, foe, king, &kings)
                    || self.leaps_onto(crowd, foe, &kings)
                    || self.walks_onto(crowd, foe, king)
            })
    }

    /// True if `foe`, which may be on its way already, could capture the king along a path. `kings` are
    /// the images of the king.
    fn takes_along(
        &self,
        crowd: &Crowd<'f>,
        foe: &Man<'f>,
        course: &Course<'_>,
        king: PieceId,
        kings: &[Vec2],
    ) -> bool {
        let (road, stops) = (&course.road, &course.stops);
        let mut near = kings.iter().copied();
        let near: Vec<Vec2> =
            near.by_ref().filter(|k| road.comes_near(*k, foe.shape.reach(), stops.most)).collect();
        let met: Vec<Overlap> =
            near.into_iter().flat_map(|king| course.overlaps(foe, king)).collect();
        if met.is_empty() {
            return false;
        }
        let others = &*crowd.around(foe, course, stops.most);
        let captures = |stop: f64| {
            let taken = self.stop_among(others, foe, course, stop);
            taken.is_some_and(|taken| taken.has(king))
        };
        // Without a condition, a stop is as good as another one with the same overlaps.
        let has_borders = !matches!(course.when, Condition::Always);
        let stands = met.iter().any(|overlap| matches!(overlap, Overlap::Stands(_)));
        let friends = || others.iter().filter(|m| m.piece.side == foe.piece.side);
        match course.gait {
            // The capture happens at the first stop after a contact, or at the first stop of all.
            Gait::Sweep => {
                let contacts = others.iter().filter(|m| m.piece.side != foe.piece.side);
                let begins = contacts.flat_map(|m| course.overlaps(foe, m.piece.at));
                let begins = begins.filter_map(|overlap| match overlap {
                    Overlap::Begins(enter, _) => Some(enter),
                    Overlap::Stands(_) => None,
                });
                let first = begins.fold(f64::INFINITY, f64::min);
                let contact = first.is_finite().then_some(first);
                let begins = [Some(0.0), contact].into_iter().flatten();
                begins.filter_map(|from| stops.first(from)).any(captures)
                    // A king that is covered at the start is captured by any stop before a contact
                    // while it is covered. The condition or a friend may forbid the first of them.
                    || (has_borders || stands) && {
                        let mut ends = self.borders(foe, course).to_vec();
                        ends.extend(stops.first(0.0));
                        ends.extend(friends().flat_map(|friend| rims(foe, friend, course)));
                        ends.extend(met.into_iter().flat_map(Overlap::ends));
                        ends.extend(contact);
                        ends.retain(|end| *end >= 0.0 && *end <= stops.most);
                        ends.sort_by(f64::total_cmp);
                        between(&ends).any(captures)
                    }
            }
            // The piece may land anywhere in the overlap. Only outlines of its own side restrict
            // that, so it is enough to try their ends and points between them.
            Gait::Leap => {
                if stops.is_discrete() {
                    return stops.each().any(captures);
                }
                let mut ends = vec![stops.least, stops.most];
                ends.extend(met.into_iter().flat_map(Overlap::ends));
                ends.extend(friends().flat_map(|friend| rims(foe, friend, course)));
                ends.extend(self.borders(foe, course));
                ends.extend(own_place(foe, road));
                ends.retain(|&end| end >= stops.least && end <= stops.most);
                ends.sort_by(f64::total_cmp);
                between(&ends).any(captures) || ends.iter().any(|&end| captures(end))
            }
        }
    }

    /// The distances up to `most` at which the body of `me` touches obstacles, found by sampling and
    /// bisection.
    fn contacts(&self, me: &Man<'f>, road: &Road, most: f64) -> Vec<f64> {
        let program = self.field.program;
        if program.rules().space.obstacles.is_empty() {
            return Vec::new();
        }
        let edge = match *road {
            Road::Straight { along, .. } | Road::Flight { along, .. } => {
                self.field.edge(me.piece.at, along).min(most + 0.02)
            }
            Road::Bend { radius, .. } => std::f64::consts::TAU * radius,
            Road::Globe(way) => way.lap(),
        };
        let blocked = |at: f64| {
            let at = road.at(at);
            obstacles::block(program, at, at, me.shape.reach())
        };
        let step = 0.01;
        let mut found = Vec::new();
        let mut before = blocked(0.0);
        for i in 1..=(edge / step) as usize {
            let (mut low, mut high) = ((i - 1) as f64 * step, i as f64 * step);
            let now = blocked(high);
            if now != before {
                while high - low > EPSILON / 8.0 {
                    let middle = (low + high) / 2.0;
                    if blocked(middle) == before { low = middle } else { high = middle }
                }
                found.extend([low, high]);
            }
            before = now;
        }
        found
    }

    /// The distances at which the centre of `me` crosses a border between unit squares or of a figure, up to `most`,
    /// and 0 and `most`, sorted. Only there does a condition on the end of a move change.
    fn borders<'c>(&self, me: &Man<'f>, course: &'c Course<'_>) -> &'c [f64] {
        course.borders.get_or_init(|| self.crossings(me, course))
    }

    fn crossings(&self, me: &Man<'f>, course: &Course<'_>) -> Vec<f64> {
        let (road, most) = (&course.road, course.stops.most);
        let size = self.field.program.size();
        let trips = unroll::trips(self.field.program);
        let axis = |from: f64, by: f64, end: f64| {
            let lines = (0..=end.ceil() as u32).map(move |line| f64::from(line).min(end));
            lines.filter(move |_| by.abs() > EPSILON).map(move |line| (line - from) / by)
        };
        let at = me.piece.at;
        let mut all = vec![0.0, most];
        match *road {
            Road::Straight { along, .. } => {
                for trip in trips {
                    let (at, along) = (trip.of(at), trip.turns(along));
                    all.extend(axis(at.x, along.x, size.x).chain(axis(at.y, along.y, size.y)));
                    ground::plots(self.field.program, |plot| {
                        all.extend(ground::crossings(plot, at, along));
                    });
                }
            }
            Road::Flight { along, .. } => {
                let levels = axis(at.z, along.z, size.z);
                all.extend(axis(at.x, along.x, size.x).chain(axis(at.y, along.y, size.y)));
                all.extend(levels);
                ground::plots(self.field.program, |plot| {
                    all.extend(ground::crossings(plot, at, along));
                });
            }
            // On a circle, the condition itself is tried on a grid, and its changes are bisected.
            Road::Bend { .. } | Road::Globe(_) if !matches!(course.when, Condition::Always) => {
                let began = Piece { at: me.home, ..me.piece };
                let holds = |gone: f64| {
                    ground::allows(self.field.program, course.when, &began, road.at(gone))
                };
                let steps = (most / CIRCLE).ceil().max(1.0) as usize;
                let mut before = holds(0.0);
                for i in 1..=steps {
                    let (mut low, mut high) =
                        (most * (i - 1) as f64 / steps as f64, most * i as f64 / steps as f64);
                    let now = holds(high);
                    if now != before {
                        while high - low > EPSILON / 8.0 {
                            let middle = (low + high) / 2.0;
                            if holds(middle) == before { low = middle } else { high = middle }
                        }
                        all.extend([low, high]);
                    }
                    before = now;
                }
            }
            Road::Bend { .. } | Road::Globe(_) => {}
        }
        // The contacts with obstacles end a way, and bound the landings of leaps.
        all.extend(self.contacts(me, road, most));
        all.retain(|&distance| distance >= 0.0 && distance <= most);
        all.sort_by(f64::total_cmp);
        all
    }

    /// True if an obstacle is in the way of a stop.
    fn is_blocked(&self, me: &Man<'f>, course: &Course<'_>, distance: f64) -> bool {
        let program = self.field.program;
        if program.rules().space.obstacles.is_empty() {
            return false;
        }
        let (road, reach) = (&course.road, me.shape.reach());
        let from = if course.gait == Gait::Sweep { 0.0 } else { distance };
        let blocks = |at: f64| obstacles::block(program, road.at(at), road.at(at), reach);
        match road {
            Road::Straight { .. } | Road::Flight { .. } => {
                obstacles::block(program, road.at(from), road.at(distance), reach)
            }
            Road::Bend { .. } | Road::Globe(_) if from < distance => {
                let first = course.block.get_or_init(|| {
                    let steps = (course.stops.most / CIRCLE * 4.0).ceil() as usize;
                    let at = |i: usize| course.stops.most * i as f64 / steps.max(1) as f64;
                    (0..=steps).map(at).find(|at| blocks(*at)).unwrap_or(f64::INFINITY)
                });
                *first <= distance || blocks(distance)
            }
            Road::Bend { .. } | Road::Globe(_) => blocks(distance),
        }
    }

    /// The captures of a stop at `distance`. `None` if the piece may not stop there.
    fn stop(
        &self,
        crowd: &Crowd<'f>,
        me: &Man<'f>,
        course: &Course<'_>,
        distance: f64,
    ) -> Option<PieceSet> {
        self.stop_among(&crowd.around(me, course, distance), me, course, distance)
    }

    /// Like [`Judge::stop`], among the pieces and images that `me` may meet.
    fn stop_among(
        &self,
        others: &[Man<'f>],
        me: &Man<'f>,
        course: &Course<'_>,
        distance: f64,
    ) -> Option<PieceSet> {
        let Course { road, stops, gait, purpose, when, .. } = course;
        let allowed = distance >= stops.least - EPSILON
            && distance <= stops.most + EPSILON
            && (!stops.is_discrete()
                || stops.first(distance).is_some_and(|s| (s - distance).abs() <= EPSILON));
        if !allowed {
            return None;
        }
        let landing = road.at(distance);
        if self.is_blocked(me, course, distance) {
            return None;
        }
        let began = Piece { at: me.home, ..me.piece };
        if !ground::allows(self.field.program, when, &began, landing) {
            return None;
        }
        // On a sphere, a piece comes back to its own place after a lap.
        if own_place(me, road).is_some_and(|end| distance > end + EPSILON) {
            return None;
        }
        let mut taken = PieceSet::NONE;
        // Pieces of one side may not overlap.
        for friend in others.iter().filter(|m| m.piece.side == me.piece.side) {
            let covered = road.covers(me.shape, distance, landing, friend.piece.at);
            let covers = match road {
                Road::Globe(way) => {
                    way.between(landing, friend.piece.at) < friend.shape.reach() - EPSILON
                }
                Road::Straight { .. } | Road::Flight { .. } | Road::Bend { .. } => {
                    friend.covers(landing - friend.piece.at)
                }
            };
            if covers || covered {
                return None;
            }
            let stops_ways = self.field.program.friends() == Friends::Stop;
            if *gait == Gait::Sweep && stops_ways && touch::passes(me, friend, road, distance) {
                return None;
            }
            let is_past = |overlap: &Overlap| match overlap {
                Overlap::Begins(enter, _) => distance > enter + EPSILON,
                Overlap::Stands(_) => false,
            };
            let mut met = course.overlaps(me, friend.piece.at).into_iter();
            if *gait == Gait::Sweep && met.any(|overlap| is_past(&overlap)) {
                return None;
            }
        }
        let captures = purpose.captures();
        for foe in others.iter().filter(|m| m.piece.side != me.piece.side) {
            let covered = road.covers(me.shape, distance, landing, foe.piece.at);
            let met = match gait {
                Gait::Leap => Vec::new(),
                Gait::Sweep => course.overlaps(me, foe.piece.at),
            };
            // A piece that is covered at the start is captured where it is still covered.
            let stands = met.iter().any(|overlap| matches!(overlap, Overlap::Stands(_)));
            let within = |overlap: &Overlap| match overlap {
                Overlap::Stands(end) => distance < end - EPSILON,
                Overlap::Begins(..) => false,
            };
            let kept = stands && covered && met.iter().any(within);
            if *gait == Gait::Leap && covered || kept {
                taken = taken.with(foe.id);
            }
            for overlap in met {
                let Overlap::Begins(enter, leave) = overlap else { continue };
                if !captures {
                    if distance > enter + EPSILON {
                        return None;
                    }
                } else if distance >= enter - EPSILON {
                    // The piece must stop at the first stop after the contact, and only while
                    // the pieces overlap.
                    let first = stops.first(enter)?;
                    if (first - distance).abs() > EPSILON || distance >= leave - EPSILON {
                        return None;
                    }
                    taken = taken.with(foe.id);
                }
            }
        }
        purpose.allows(!taken.is_empty()).then_some(taken)
    }
}

/// The distance between two points on a circle at which the judge tries conditions.
const CIRCLE: f64 = 0.02;

/// The middles between neighbouring numbers of a sorted list.
fn between(ends: &[f64]) -> impl Iterator<Item = f64> + '_ {
    ends.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0)
}

/// The distance from which a piece on a great circle covers the centre of its own place after a lap.
/// `None` on other ways.
fn own_place(me: &Man<'_>, road: &Road) -> Option<f64> {
    match road {
        Road::Globe(way) => Some(way.lap() - me.shape.reach()),
        Road::Straight { .. } | Road::Flight { .. } | Road::Bend { .. } => None,
    }
}

/// The distances in a lap at which a disc on a great circle begins or ends to cover a point.
pub(crate) fn contacts_on_sphere(great: &Great, radius: f64, point: Vec2) -> Vec<f64> {
    let way = ball::Way::of(great);
    let ends = way.near(point, radius).into_iter().flat_map(|(begin, end)| [begin, end]);
    ends.map(|end| end.rem_euclid(way.lap())).collect()
}

/// The distances at which `me` begins and ends to cover `other` or to be covered by it.
fn rims(me: &Man<'_>, other: &Man<'_>, course: &Course<'_>) -> Vec<f64> {
    let mut all: Vec<f64> =
        course.overlaps(me, other.piece.at).into_iter().flat_map(Overlap::ends).collect();
    all.extend(course.road.shadows(other));
    all.retain(|end| end.is_finite());
    all
}

/// The stops of piece `id` along a ray, found by sampling: a verdict every `step`, and bisection of
/// changes to `precision`. The first stop after each contact is tested separately.
pub fn sampled<'a>(
    judge: &Judge<'_, 'a>,
    id: PieceId,
    ray: &'a Ray,
    precision: f64,
) -> Vec<Sampled> {
    let Some(course) = judge.course(id, ray, &ray.when) else { return Vec::new() };
    let Some(me) = judge.crowd.find(id) else { return Vec::new() };
    let ask = |at: f64| judge.verdict(id, ray, at);
    let mut all: Vec<Sampled> = Vec::new();
    let single = |at: f64, verdict| Sampled { from: at, to: at, verdict };
    if course.stops.is_discrete() {
        let each = course.stops.each();
        return each.filter_map(|at| Some(single(at, ask(at)?))).collect();
    }
    let others = judge.crowd.around(me, &course, course.stops.most);
    let met = others.iter().flat_map(|m| course.overlaps(me, m.piece.at));
    let begins = met.filter_map(|overlap| match overlap {
        Overlap::Begins(enter, _) => course.stops.first(enter),
        Overlap::Stands(_) => None,
    });
    for at in begins {
        if let Some(verdict) = ask(at).filter(|v| !v.taken.is_empty() && ray.gait == Gait::Sweep)
            && !all.contains(&single(at, verdict))
        {
            all.push(single(at, verdict));
        }
    }
    let (least, most) = (course.stops.least, course.stops.most);
    let steps = ((most - least) / judge.step).ceil().max(1.0) as usize;
    let mut open: Option<Sampled> = None;
    let mut before = (least, None);
    for i in 0..=steps {
        let at = least + (most - least) * i as f64 / steps as f64;
        let now = ask(at).filter(|v| v.taken.is_empty() || ray.gait == Gait::Leap);
        if i > 0 && now != before.1 {
            // The verdict changes somewhere between the two samples.
            let (mut low, mut high) = (before.0, at);
            while high - low > precision {
                let middle = (low + high) / 2.0;
                let there = ask(middle).filter(|v| v.taken.is_empty() || ray.gait == Gait::Leap);
                if there == before.1 { low = middle } else { high = middle }
            }
            if let Some(done) = open.take() {
                all.push(Sampled { to: low, ..done });
            }
            open = now.map(|verdict| single(high, verdict));
        } else if i == 0 {
            open = now.map(|verdict| single(at, verdict));
        }
        before = (at, now);
    }
    all.extend(open.map(|last| Sampled { to: most, ..last }));
    all.sort_by(|a, b| a.from.total_cmp(&b.from));
    all
}
