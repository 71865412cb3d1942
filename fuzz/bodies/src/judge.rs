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
mod figure;
mod ground;
mod landing;
mod obstacles;
mod paths;
mod road;
mod shots;
mod touch;
mod turns;
mod unroll;

use alfil::plane::field::Field;
use alfil::plane::globe::Great;
use alfil::plane::motion::{Gait, Ray};
use alfil::plane::path::{RayPath, Stops};
use alfil::plane::position::{Piece, PieceId, PieceSet, Promotes};
use alfil::plane::scalar::{EPSILON, Vec2};
use alfil::plane::shape::Shape;
use alfil::rules::plane::{Friends, KingPath};
use body::{Man, Overlap, Seen};
use road::Road;
use std::borrow::Cow;

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

/// How to check the path of a king.
#[derive(Clone, Copy)]
enum Way {
    /// Follow the path in small steps.
    Walked,
    /// An earlier check found that the king may go this far without a capture.
    Known(f64),
}

/// Decides the legality of moves in one position.
pub struct Judge<'f, 'a> {
    field: &'f Field<'a>,
    men: Vec<Man<'f>>,
    /// The length of a step on the path of a king.
    step: f64,
    /// The greatest distance of a point of a body from its centre.
    widest: f64,
}

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
        let widest = field.shapes.iter().map(Shape::reach).fold(0.0, f64::max);
        Self { field, men: field.position.pieces.enumerate().map(man).collect(), step, widest }
    }

    /// The verdict on moving piece `id` by `distance` along `ray`. `None` if that is illegal.
    pub fn verdict(&self, id: PieceId, ray: &Ray, distance: f64) -> Option<Verdict> {
        self.judged(id, ray, distance, Way::Walked)
    }

    /// The pieces with their images, as `me` meets them on a way of length `far`. `me` is among them,
    /// and meets its own images as those of a friend.
    fn around<'m>(&self, men: &'m [Man<'f>], me: &Man<'f>, far: f64) -> Cow<'m, [Man<'f>]> {
        let program = self.field.program;
        if !unroll::joins(program) {
            return Cow::Borrowed(men);
        }
        let mut all = Vec::new();
        for man in men {
            let itself = man.id == me.id;
            let home = if itself { me.piece.at } else { unroll::folded(program, man.piece.at) };
            let mut first = man.clone();
            first.piece.at = home;
            all.push(first);
            all.extend(unroll::others(program, home).into_iter().map(|(trip, at)| {
                let mut image = man.clone();
                image.piece.at = at;
                image.seen = if trip.mirrors() { Seen::Mirror } else { Seen::Image };
                image
            }));
        }
        let reach = far + 2.0 * self.widest;
        all.retain(|m| (m.piece.at - me.piece.at).length() <= reach);
        Cow::Owned(all)
    }

    fn judged(&self, id: PieceId, ray: &Ray, distance: f64, way: Way) -> Option<Verdict> {
        let course = self.field.path(id, ray)?;
        let me = self.men.iter().find(|m| m.id == id)?;
        let road = Road::of(&course.track);
        let taken = self.stop(&self.men, me, &road, ray, &course.stops, distance)?;
        let landing = road.at(distance);
        let left = |without: PieceSet| -> Vec<Man<'f>> {
            let stays = |m: &&Man<'f>| m.id != id && !without.has(m.id);
            self.men.iter().filter(stays).cloned().collect()
        };
        let side = me.piece.side;
        let mut after = left(taken);
        let mut moved = me.clone();
        moved.piece.at = landing;
        after.push(moved);
        let royals: Vec<PieceId> = self.field.royals(side).collect();
        if royals.iter().any(|&royal| self.is_attacked(&after, royal, PieceSet::NONE)) {
            return None;
        }
        if royals.contains(&id) && ray.gait == Gait::Sweep {
            let passes = match way {
                Way::Known(end) if taken.is_empty() => distance <= end + EPSILON,
                Way::Known(_) | Way::Walked => {
                    let mut before = left(PieceSet::NONE);
                    before.push(me.clone());
                    self.passes(&mut before, &road, distance, taken) >= distance
                }
            };
            if !passes {
                return None;
            }
        }
        let safe = || !self.is_attacked(&after, id, PieceSet::NONE);
        Some(Verdict { taken, promotes: self.field.promotes(id, landing, safe)? })
    }

    /// How far the king, which is the last of `men`, may go in this direction, up to `distance`. It
    /// may not pass attacked points, but may leave an attack in which it starts. Captured pieces do
    /// not attack, unless the king's path is strict.
    fn passes(&self, men: &mut [Man<'f>], road: &Road, distance: f64, taken: PieceSet) -> f64 {
        let strict = self.field.program.king_path() == KingPath::Strict;
        let harmless = if strict { PieceSet::NONE } else { taken };
        let Some(king) = men.last().map(|m| m.id) else { return distance };
        let steps = (distance / self.step).ceil().max(1.0) as usize;
        let mut leaving = !strict;
        for i in usize::from(strict)..steps {
            let gone = distance * i as f64 / steps as f64;
            if let Some(last) = men.last_mut() {
                last.piece.at = road.at(gone);
            }
            let attacked = self.is_attacked(men, king, harmless);
            if attacked && !leaving {
                return gone;
            }
            leaving &= attacked;
        }
        distance
    }

    /// True if an enemy of `royal` could capture it. Enemies in `harmless` are ignored.
    fn is_attacked(&self, men: &[Man<'f>], royal: PieceId, harmless: PieceSet) -> bool {
        let Some(king) = men.iter().find(|m| m.id == royal) else { return false };
        let foes = men.iter().filter(|m| m.piece.side != king.piece.side && !harmless.has(m.id));
        foes.into_iter().any(|foe| {
            let kind = self.field.kind(foe.id);
            let seen = ball::Seen::on(self.field.program, foe.piece.at, king.piece.at);
            let is_near = |ray: &&Ray| {
                seen.is_none_or(|seen| {
                    let along = self.field.direction(foe.id, ray.along);
                    let lap = self.field.surface().lap(along);
                    seen.is_near(along, foe.shape.reach() / lap * std::f64::consts::TAU)
                })
            };
            let mut rays = kind.attacks.rays.iter().filter(is_near);
            rays.any(|ray| self.takes(men, foe, ray, king))
                || kind.turns && self.turns_onto(men, foe, king)
                || self.leaps_onto(men, foe, king)
                || self.shoots(men, foe, king)
                || self.walks_onto(men, foe, king)
        })
    }

    /// True if `foe` could capture `king` along `ray`.
    fn takes(&self, men: &[Man<'f>], foe: &Man<'f>, ray: &Ray, king: &Man<'f>) -> bool {
        let path = self.field.path(foe.id, ray);
        path.is_some_and(|path| self.takes_along(men, foe, ray, path, king))
    }

    /// True if `foe`, which may be on its way already, could capture `king` along a path.
    fn takes_along(
        &self,
        men: &[Man<'f>],
        foe: &Man<'f>,
        ray: &Ray,
        path: RayPath<'_>,
        king: &Man<'f>,
    ) -> bool {
        let (road, stops) = (Road::of(&path.track), path.stops);
        let kings = unroll::images(self.field.program, king.piece.at);
        let met: Vec<Overlap> =
            kings.into_iter().flat_map(|king| road.overlaps(foe, king)).collect();
        if met.is_empty() {
            return false;
        }
        let men = &*self.around(men, foe, stops.most);
        let captures = |stop: f64| {
            let taken = self.stop_among(men, foe, &road, ray, &stops, stop);
            taken.is_some_and(|taken| taken.has(king.id))
        };
        match ray.gait {
            // The capture happens at the first stop after a contact, or at the first stop of all.
            Gait::Sweep => {
                let contacts = men.iter().filter(|m| m.piece.side != foe.piece.side);
                let begins = contacts.flat_map(|m| road.overlaps(foe, m.piece.at));
                let begins = begins.filter_map(|overlap| match overlap {
                    Overlap::Begins(enter, _) => Some(enter),
                    Overlap::Stands(_) => None,
                });
                let first = begins.fold(f64::INFINITY, f64::min);
                let contact = first.is_finite().then_some(first);
                let begins = [Some(0.0), contact].into_iter().flatten();
                begins.filter_map(|from| stops.first(from)).any(captures)
                    // A king that is covered at the start is captured by any stop before a contact
                    // while it is covered, and the condition may forbid the first of them.
                    || between(&self.borders(foe, &road, stops.most)).any(captures)
            }
            // The piece may land anywhere in the overlap. Only outlines of its own side restrict
            // that, so it is enough to try their ends and points between them.
            Gait::Leap => {
                if stops.is_discrete() {
                    return stops.each().any(captures);
                }
                let mut ends = vec![stops.least, stops.most];
                ends.extend(met.into_iter().flat_map(Overlap::ends));
                let friends = men.iter().filter(|m| m.piece.side == foe.piece.side);
                for friend in friends.filter(|m| !m.is(foe)) {
                    ends.extend(rims(foe, friend, &road));
                }
                ends.extend(self.borders(foe, &road, stops.most));
                ends.extend(own_place(foe, &road));
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
    fn borders(&self, me: &Man<'f>, road: &Road, most: f64) -> Vec<f64> {
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
            // On a circle, a fine grid is enough: the ends of the stretches are compared on both
            // sides anyway.
            Road::Bend { .. } | Road::Globe(_) => {
                let steps = (most / CIRCLE).ceil().max(1.0) as usize;
                all.extend((0..=steps).map(|i| most * i as f64 / steps as f64));
            }
        }
        // The contacts with obstacles end a way, and bound the landings of leaps.
        all.extend(self.contacts(me, road, most));
        all.retain(|&distance| distance >= 0.0 && distance <= most);
        all.sort_by(f64::total_cmp);
        all
    }

    /// True if an obstacle is in the way between two distances.
    fn is_blocked(&self, me: &Man<'f>, road: &Road, from: f64, to: f64) -> bool {
        let program = self.field.program;
        if program.rules().space.obstacles.is_empty() {
            return false;
        }
        let reach = me.shape.reach();
        let steps = match road {
            Road::Straight { .. } | Road::Flight { .. } => {
                return obstacles::block(program, road.at(from), road.at(to), reach);
            }
            Road::Bend { .. } | Road::Globe(_) => ((to - from) / CIRCLE * 4.0).ceil() as usize,
        };
        let at = |i: usize| road.at(to - (to - from) * i as f64 / steps.max(1) as f64);
        (0..=steps).any(|i| obstacles::block(program, at(i), at(i), reach))
    }

    /// The captures of a stop at `distance`. `None` if the piece may not stop there.
    fn stop(
        &self,
        men: &[Man<'f>],
        me: &Man<'f>,
        road: &Road,
        ray: &Ray,
        stops: &Stops<'_>,
        distance: f64,
    ) -> Option<PieceSet> {
        self.stop_among(&self.around(men, me, distance), me, road, ray, stops, distance)
    }

    /// Like [`Judge::stop`], with the images of all pieces among `men`.
    fn stop_among(
        &self,
        men: &[Man<'f>],
        me: &Man<'f>,
        road: &Road,
        ray: &Ray,
        stops: &Stops<'_>,
        distance: f64,
    ) -> Option<PieceSet> {
        let allowed = distance >= stops.least - EPSILON
            && distance <= stops.most + EPSILON
            && (!stops.is_discrete()
                || stops.first(distance).is_some_and(|s| (s - distance).abs() <= EPSILON));
        if !allowed {
            return None;
        }
        let landing = road.at(distance);
        let from = if ray.gait == Gait::Sweep { 0.0 } else { distance };
        if self.is_blocked(me, road, from, distance) {
            return None;
        }
        let began = Piece { at: me.home, ..me.piece };
        if !ground::allows(self.field.program, &ray.when, &began, landing) {
            return None;
        }
        // On a sphere, a piece comes back to its own place after a lap.
        if own_place(me, road).is_some_and(|end| distance > end + EPSILON) {
            return None;
        }
        let others = || men.iter().filter(|m| !m.is(me));
        let mut taken = PieceSet::NONE;
        // Pieces of one side may not overlap.
        for friend in others().filter(|m| m.piece.side == me.piece.side) {
            let covered = road.covers(me.shape, distance, friend.piece.at);
            let covers = match road {
                Road::Globe(way) => {
                    way.apart(distance, friend.piece.at) < friend.shape.reach() - EPSILON
                }
                Road::Straight { .. } | Road::Flight { .. } | Road::Bend { .. } => {
                    friend.covers(landing - friend.piece.at)
                }
            };
            if covers || covered {
                return None;
            }
            let stops_ways = self.field.program.friends() == Friends::Stop;
            if ray.gait == Gait::Sweep && stops_ways && touch::passes(me, friend, road, distance) {
                return None;
            }
            let is_past = |overlap: &Overlap| match overlap {
                Overlap::Begins(enter, _) => distance > enter + EPSILON,
                Overlap::Stands(_) => false,
            };
            let mut met = road.overlaps(me, friend.piece.at).into_iter();
            if ray.gait == Gait::Sweep && met.any(|overlap| is_past(&overlap)) {
                return None;
            }
        }
        let captures = ray.purpose.captures();
        for foe in others().filter(|m| m.piece.side != me.piece.side) {
            let covered = road.covers(me.shape, distance, foe.piece.at);
            let met = match ray.gait {
                Gait::Leap => Vec::new(),
                Gait::Sweep => road.overlaps(me, foe.piece.at),
            };
            // A piece that is covered at the start is captured where it is still covered.
            let stands = met.iter().any(|overlap| matches!(overlap, Overlap::Stands(_)));
            let within = |overlap: &Overlap| match overlap {
                Overlap::Stands(end) => distance < end - EPSILON,
                Overlap::Begins(..) => false,
            };
            let kept = stands && covered && met.iter().any(within);
            if ray.gait == Gait::Leap && covered || kept {
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
        ray.purpose.allows(!taken.is_empty()).then_some(taken)
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
fn rims(me: &Man<'_>, other: &Man<'_>, road: &Road) -> Vec<f64> {
    let mut all: Vec<f64> =
        road.overlaps(me, other.piece.at).into_iter().flat_map(Overlap::ends).collect();
    all.extend(road.shadows(other));
    all.retain(|end| end.is_finite());
    all
}

/// The stops of piece `id` along a ray, found by sampling: a verdict every `step`, and bisection of
/// changes to `precision`. The first stop after each contact is tested separately.
pub fn sampled(judge: &Judge<'_, '_>, id: PieceId, ray: &Ray, precision: f64) -> Vec<Sampled> {
    let Some(course) = judge.field.path(id, ray) else { return Vec::new() };
    let Some(me) = judge.men.iter().find(|m| m.id == id) else { return Vec::new() };
    let mut men = judge.men.clone();
    men.retain(|m| m.id != id);
    men.push(me.clone());
    let royal = judge.field.royals(me.piece.side).any(|royal| royal == id);
    let road = Road::of(&course.track);
    let way = if royal && ray.gait == Gait::Sweep {
        Way::Known(judge.passes(&mut men, &road, course.stops.most, PieceSet::NONE))
    } else {
        Way::Walked
    };
    let ask = |at: f64| judge.judged(id, ray, at, way);
    let mut all: Vec<Sampled> = Vec::new();
    let single = |at: f64, verdict| Sampled { from: at, to: at, verdict };
    if course.stops.is_discrete() {
        let each = course.stops.each();
        return each.filter_map(|at| Some(single(at, ask(at)?))).collect();
    }
    let others = judge.around(&judge.men, me, course.stops.most).into_owned();
    let others = others.iter().filter(|m| !m.is(me));
    let met = others.flat_map(|m| road.overlaps(me, m.piece.at));
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
