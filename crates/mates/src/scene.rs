//! What attacks a royal piece for a whole box of parameters, and bounds of numbers and places over
//! such a box.
//!
//! Every claim errs on one side only. [`Scene::surely_attacked`] and [`Scene::surely_safe`] are
//! never true where they do not hold for the whole box, and both may be false. A motion that the
//! bounds cannot describe counts as neither an attack nor as harmless.

use alfil_diagnostics::index::IndexVec;
use alfil_plane::geometry::scalar::{EPSILON, SLIVER, Vec2};
use alfil_plane::geometry::shape::Shape;
use alfil_plane::model::motion::{Gait, Ground, Ray};
use alfil_plane::model::position::{PieceId, PieceSet};
use alfil_plane::model::program::Field;
use alfil_plane::moves::attack::reaches;
use alfil_plane::moves::ray_move::RayMove;
use alfil_rules::plane::Friends;
use alfil_rules::side::Side;

/// The distance between two points at which a way is compared with obstacles.
const STEP: f64 = 0.05;

/// A position whose pieces stand at places that depend on parameters. The claims are about attacks
/// on the royal pieces of the side to move.
pub(crate) struct Scene<'f, 'a> {
    /// The position at some value of the parameters.
    pub(crate) field: &'f Field<'a>,
    pub(crate) places: IndexVec<PieceId, Place>,
    pub(crate) parameters: Parameters,
    /// The pieces whose place depends on parameters.
    pub(crate) moved: PieceSet,
    /// Attackers that may have been captured. They may still stand in the way, but they attack
    /// nothing.
    pub(crate) perhaps_gone: PieceSet,
    /// Attackers that have been captured.
    pub(crate) gone: PieceSet,
}

/// A straight motion of an attacker, with its limits.
struct Attack {
    along: Vec2,
    least: f64,
    /// The bounds of the greatest distance.
    most: Range,
}

impl<'f, 'a> Scene<'f, 'a> {
    /// The position of a field in which piece `mover` stands at `place`.
    pub(crate) fn new(
        field: &'f Field<'a>,
        mover: PieceId,
        place: Place,
        parameters: Parameters,
    ) -> Self {
        let mut places: IndexVec<PieceId, Place> =
            field.position.pieces.iter().map(|piece| Place::fixed(piece.at)).collect();
        places[mover] = place;
        Self {
            field,
            places,
            parameters,
            moved: PieceSet::one(mover),
            perhaps_gone: PieceSet::NONE,
            gone: PieceSet::NONE,
        }
    }

    /// The same position with piece `id` elsewhere.
    pub(crate) fn with(&self, id: PieceId, place: Place, parameters: Parameters) -> Self {
        let mut places = self.places.clone();
        places[id] = place;
        Self { places, parameters, moved: self.moved.with(id), ..*self }
    }

    fn side(&self) -> Side {
        self.field.position.side
    }

    fn attackers(&self) -> impl Iterator<Item = PieceId> {
        let all = self.field.position.of(self.side().other()).map(|(id, _)| id);
        all.filter(|id| !self.gone.has(*id))
    }

    fn radius(&self, id: PieceId) -> f64 {
        self.field.shapes[id].reach()
    }

    pub(crate) fn offset(&self, from: PieceId, to: PieceId) -> Offset {
        self.places[to].from(&self.places[from])
    }

    /// Returns the bounds of the distance between two pieces.
    pub(crate) fn apart(&self, a: PieceId, b: PieceId) -> Range {
        self.offset(a, b).length(&self.parameters)
    }

    /// Returns whether some royal piece of the side to move is attacked.
    pub(crate) fn surely_attacked(&self) -> bool {
        let mut royals = self.field.royals(self.side());
        royals.any(|royal| self.attackers().any(|by| self.surely_takes(by, royal)))
    }

    /// Returns whether `by` attacks `royal`.
    pub(crate) fn surely_takes(&self, by: PieceId, royal: PieceId) -> bool {
        let is_disc = matches!(self.field.shapes[by], Shape::Disc(_));
        if self.perhaps_gone.has(by) || !is_disc {
            return false;
        }
        let attacks = &self.field.kind(by).attacks;
        let rays = attacks.rays.iter().chain(&attacks.shots);
        rays.into_iter().any(|ray| self.ray_surely_takes(by, ray, royal))
            || self.area_surely_takes(by, royal)
    }

    pub(crate) fn ray_surely_takes(&self, by: PieceId, ray: &'a Ray, royal: PieceId) -> bool {
        let Some(attack) = self.attack(by, ray) else { return false };
        match ray.gait {
            Gait::Sweep => self.sweep_surely_takes(by, &attack, royal),
            Gait::Leap => self.leap_surely_takes(by, &attack, royal),
        }
    }

    /// Returns a straight motion that surely exists, with its limits. `None` if it depends on more
    /// than distances.
    fn attack(&self, by: PieceId, ray: &'a Ray) -> Option<Attack> {
        let field = self.field;
        if ray.curve.is_some() || !ray.quanta.is_empty() || ray.ground != Ground::always() {
            return None;
        }
        let (along, least) = (field.direction(by, ray.along), ray.from.max(field.program.least()));
        let most = if self.moved.has(by) {
            self.most(by, ray, along)
        } else {
            let path = field.path(by, ray)?;
            let own: &Field<'a> = field;
            Range::point(RayMove::new(own, by, ray, path).path.stops.most)
        };
        (least <= most.low).then_some(Attack { along, least, most })
    }

    /// Returns the bounds of the greatest distance of a piece along a ray.
    pub(crate) fn most(&self, by: PieceId, ray: &Ray, along: Vec2) -> Range {
        let (size, part) =
            (self.field.program.size(), self.field.program.rules().plane.reach.get());
        let origin = Place::fixed(Vec2::default());
        let place = self.places[by].from(&origin);
        let axis = |unit: Vec2, by: f64, end: f64| {
            let at = place.along(unit, &self.parameters);
            if by > 0.0 {
                Range::new((end - at.high) / by, (end - at.low) / by)
            } else if by < 0.0 {
                Range::new(at.low / -by, at.high / -by)
            } else {
                Range::point(f64::INFINITY)
            }
        };
        let x = axis(Vec2::new(1.0, 0.0), along.x, size.x);
        let y = axis(Vec2::new(0.0, 1.0), along.y, size.y);
        let most = |x: f64, y: f64| (x.min(y).max(0.0) * part).min(ray.to);
        Range::new(most(x.low, y.low), most(x.high, y.high))
    }

    fn sweep_surely_takes(&self, by: PieceId, attack: &Attack, royal: PieceId) -> bool {
        let (radius, along) = (self.radius(by), attack.along);
        let d = self.offset(by, royal);
        let aside = d.aside(along, &self.parameters);
        if aside.high >= radius - MARGIN {
            return false;
        }
        let (forward, half) = (d.along(along, &self.parameters), half_chord(radius, aside));
        let enter = Range::new(forward.low - half.high, forward.high - half.low);
        let stop = enter.at_least(attack.least);
        let in_time = stop.high <= attack.most.low && stop.high < forward.low + half.low - MARGIN;
        // If the body covers the royal piece or touches it already, it captures it at the least
        // distance.
        let is_move = attack.least > MARGIN || enter.low > MARGIN;
        is_move
            && in_time
            && self.way_is_clear(by, along, stop, royal)
            && (!self.moved.has(by) || self.meets_no_obstacle(by, along, stop.high))
    }

    /// Returns whether no other piece stands in the way of a sweep that ends in a range.
    fn way_is_clear(&self, by: PieceId, along: Vec2, stop: Range, royal: PieceId) -> bool {
        let (field, stops_ways) = (self.field, self.field.program.friends() == Friends::Stop);
        let ignored = self.gone.with(by).with(royal);
        field.others(ignored).all(|(other, piece)| {
            let is_friend = piece.side == field.piece(by).side;
            let (own, larger) = (self.radius(by), self.radius(by).max(self.radius(other)));
            let d = self.offset(by, other);
            let aside = d.aside(along, &self.parameters);
            let forward = d.along(along, &self.parameters);
            let passes = |radius: f64, touch: f64| {
                aside.low >= radius + touch
                    || forward.high <= 0.0
                    || forward.low - half_chord(radius, aside).high > stop.high + MARGIN
            };
            if is_friend && stops_ways {
                return passes(larger, MARGIN);
            }
            // A tangent has no effect. A larger friend only forbids stops that it covers.
            let left = Range::new(forward.low - stop.high, forward.high - stop.low).abs();
            let uncovered = length(left.low, aside.low) >= larger - EPSILON / 2.0;
            passes(own, -EPSILON / 2.0) && (!is_friend || uncovered)
        })
    }

    /// Returns whether the way of a piece up to a distance keeps clear of all obstacles.
    fn meets_no_obstacle(&self, by: PieceId, along: Vec2, to: f64) -> bool {
        let obstacles = self.field.program.obstacles();
        if obstacles.is_empty() {
            return true;
        }
        let (from, spread) = self.surroundings(by);
        let radius = self.radius(by) + spread + STEP / 2.0 + MARGIN;
        let steps = (to / STEP).ceil() as usize;
        let clear = |i: usize| {
            let at = from + along * (i as f64 * STEP);
            !obstacles.iter().any(|obstacle| obstacle.overlaps(at, radius))
        };
        (0..=steps).all(clear)
    }

    /// Returns a point and a distance within which a piece surely stands.
    fn surroundings(&self, id: PieceId) -> (Vec2, f64) {
        let at = self.places[id].from(&Place::fixed(Vec2::default()));
        let x = at.along(Vec2::new(1.0, 0.0), &self.parameters);
        let y = at.along(Vec2::new(0.0, 1.0), &self.parameters);
        (Vec2::new(x.middle(), y.middle()), length(x.width(), y.width()) / 2.0)
    }

    fn leap_surely_takes(&self, by: PieceId, attack: &Attack, royal: PieceId) -> bool {
        if !self.field.program.obstacles().is_empty() {
            return false;
        }
        let (radius, along) = (self.radius(by), attack.along);
        let d = self.offset(by, royal);
        let aside = d.aside(along, &self.parameters);
        let forward = d.along(along, &self.parameters);
        // Some landings near the royal piece are tried.
        let tries = [0.0, -0.5, 0.5, -0.9, 0.9].map(|part| forward.middle() + part * radius);
        let tries = tries.map(|at| at.clamp(attack.least, attack.most.low));
        tries.into_iter().any(|at| {
            let far = length(forward.plus(-at).abs().high, aside.high);
            far < radius - MARGIN && self.landing_is_free(by, along, at)
        })
    }

    fn landing_is_free(&self, by: PieceId, along: Vec2, at: f64) -> bool {
        let field = self.field;
        let mut friends = field.position.of(field.piece(by).side);
        friends.all(|(other, _)| {
            if other == by || self.gone.has(other) {
                return true;
            }
            let radius = self.radius(by).max(self.radius(other));
            let d = self.offset(by, other);
            let beside = d.aside(along, &self.parameters).low;
            let ahead = d.along(along, &self.parameters).plus(-at).abs().low;
            length(ahead, beside) >= radius - EPSILON / 2.0
        })
    }

    /// Returns whether `by` captures `royal` by a leap into a region that ends exactly at its place.
    fn area_surely_takes(&self, by: PieceId, royal: PieceId) -> bool {
        let (field, rules) = (self.field, &self.field.program.rules().plane);
        let apart = self.apart(by, royal);
        let free = || {
            let mut friends = field.position.of(field.piece(by).side);
            friends.all(|(other, _)| {
                let radius = self.radius(by).max(self.radius(other));
                other == by
                    || self.gone.has(other)
                    || self.apart(other, royal).low >= radius - EPSILON / 2.0
            })
        };
        let simple = rules.reach.get() == 1.0 && field.program.obstacles().is_empty();
        let areas = &field.kind(by).attacks.areas;
        simple
            && areas.iter().any(|area| {
                let least = area.from.max(field.program.least());
                let is_near = apart.low > least + MARGIN && apart.high < area.to - MARGIN;
                area.ground == Ground::always() && is_near && free()
            })
    }

    /// Returns whether no royal piece of the side to move is attacked.
    pub(crate) fn surely_safe(&self) -> bool {
        let mut royals = self.field.royals(self.side());
        royals.all(|royal| self.attackers().all(|by| self.surely_spares(by, royal)))
    }

    /// Returns whether `by` does not attack `royal`.
    pub(crate) fn surely_spares(&self, by: PieceId, royal: PieceId) -> bool {
        let kind = self.field.kind(by);
        let attacks = &kind.attacks;
        let simple = attacks.bends.is_empty()
            && attacks.rays.iter().chain(&attacks.shots).all(|ray| ray.curve.is_none());
        if !simple {
            return !self.moved.has(by) && self.stays_far(by, royal);
        }
        let apart = self.apart(by, royal);
        let mut rays = attacks.rays.iter().chain(&attacks.shots);
        let mut areas = attacks.areas.iter();
        (!kind.turns || apart.low >= self.radius(by))
            && areas.all(|area| apart.low >= area.to + self.radius(by))
            && rays.all(|ray| self.ray_surely_spares(by, ray, royal))
    }

    /// Returns whether no motion of a piece that stays comes near a royal piece.
    fn stays_far(&self, by: PieceId, royal: PieceId) -> bool {
        let (centre, radius) = self.surroundings(royal);
        let all = reaches(self.field, self.side().other());
        let mut own = all.iter().filter(|reach| reach.by == by);
        own.all(|reach| !reach.comes_near(self.field, centre, radius))
    }

    pub(crate) fn ray_surely_spares(&self, by: PieceId, ray: &Ray, royal: PieceId) -> bool {
        let field = self.field;
        let (along, radius) = (field.direction(by, ray.along), self.radius(by));
        let least = ray.from.max(field.program.least());
        let most = self.most(by, ray, along);
        let d = self.offset(by, royal);
        let aside = d.aside(along, &self.parameters);
        if aside.low >= radius - EPSILON / 2.0 {
            return true;
        }
        let (forward, half) = (d.along(along, &self.parameters), half_chord(radius, aside));
        let enter = forward.low - half.high;
        let is_behind =
            forward.high <= 0.0 && d.length(&self.parameters).low >= radius - EPSILON / 2.0;
        if is_behind || enter > most.high + MARGIN || forward.high + half.high < least - MARGIN {
            return true;
        }
        let is_disc = matches!(field.shapes[by], Shape::Disc(_));
        let meets_pieces = ray.gait == Gait::Sweep && ray.quanta.is_empty() && is_disc;
        let uncertain = self.gone.with(by).with(royal);
        // Something that surely stands before the royal piece ends the way.
        meets_pieces
            && field.others(uncertain).any(|(other, _)| {
                let d = self.offset(by, other);
                let aside = d.aside(along, &self.parameters);
                if self.perhaps_gone.has(other) || aside.high >= radius - MARGIN {
                    return false;
                }
                let (forward, half) = (d.along(along, &self.parameters), half_chord(radius, aside));
                let starts = forward.low - half.high > MARGIN;
                starts && enter > (forward.high - half.low).max(least) + MARGIN
            })
    }
}

// Bounds of numbers and places over a box of parameters.
//
// A claim about a whole box holds only if it is true by more than a margin. The margin is greater
// than the tolerance of the rules and than all rounding errors, so the claim then holds for every
// position of the box, whatever the rules say about equal lengths.

/// A claim counts as proved only if it holds by more than this margin.
pub(crate) const MARGIN: f64 = 2.0 * SLIVER;

/// The rounding error of half a chord, which is great where a line nearly touches a circle.
const CHORD: f64 = 2e-8;

/// All numbers from `low` to `high`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Range {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Range {
    pub(crate) fn point(at: f64) -> Self {
        Self { low: at, high: at }
    }

    pub(crate) fn new(low: f64, high: f64) -> Self {
        Self { low, high }
    }

    pub(crate) fn width(self) -> f64 {
        self.high - self.low
    }

    pub(crate) fn middle(self) -> f64 {
        (self.low + self.high) / 2.0
    }

    pub(crate) fn halves(self) -> [Self; 2] {
        let middle = self.middle();
        [Self::new(self.low, middle), Self::new(middle, self.high)]
    }

    pub(crate) fn plus(self, by: f64) -> Self {
        Self::new(self.low + by, self.high + by)
    }

    pub(crate) fn abs(self) -> Self {
        let high = self.low.abs().max(self.high.abs());
        let low = if self.low <= 0.0 && self.high >= 0.0 {
            0.0
        } else {
            self.low.abs().min(self.high.abs())
        };
        Self { low, high }
    }

    pub(crate) fn at_least(self, least: f64) -> Self {
        Self::new(self.low.max(least), self.high.max(least))
    }
}

/// The parameters: that of the move, and two of the reply.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameters(pub(crate) [Range; 3]);

/// The number of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Parameter {
    /// The distance of the move.
    Move = 0,
    /// The distance of the reply, or the x of its end.
    First = 1,
    /// The y of the end of the reply.
    Second = 2,
}

impl Parameters {
    pub(crate) fn of_move(move_range: Range) -> Self {
        Self([move_range, Range::point(0.0), Range::point(0.0)])
    }

    #[must_use]
    pub(crate) fn with(mut self, which: Parameter, range: Range) -> Self {
        self.0[which as usize] = range;
        self
    }
}

/// A place that depends on the parameters: a point, a vector for each parameter, and a distance by
/// which the place may be elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) at: Vec2,
    by: [Vec2; 3],
    slack: f64,
}

impl Place {
    pub(crate) fn fixed(at: Vec2) -> Self {
        Self { at, by: [Vec2::default(); 3], slack: 0.0 }
    }

    /// The place that moves by `vector` times a parameter.
    #[must_use]
    pub(crate) fn moving(mut self, which: Parameter, vector: Vec2) -> Self {
        self.by[which as usize] = vector;
        self
    }

    /// The place, or any other one within `slack`.
    #[must_use]
    pub(crate) fn within(self, slack: f64) -> Self {
        Self { slack, ..self }
    }

    /// The bounds of the vector from `other` to this place.
    pub(crate) fn from(&self, other: &Place) -> Offset {
        let by = [0, 1, 2].map(|i| self.by[i] - other.by[i]);
        Offset { at: self.at - other.at, by, slack: self.slack + other.slack }
    }
}

/// A vector that depends on the parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offset {
    at: Vec2,
    by: [Vec2; 3],
    slack: f64,
}

impl Offset {
    /// The bounds of the part along a unit vector.
    pub(crate) fn along(&self, along: Vec2, box_of: &Parameters) -> Range {
        let start = Range::point(self.at.dot(along));
        let sum = box_of.0.iter().zip(self.by).fold(start, |sum, (range, by)| {
            let (a, b) = (range.low * by.dot(along), range.high * by.dot(along));
            Range::new(sum.low + a.min(b), sum.high + a.max(b))
        });
        Range::new(sum.low - self.slack, sum.high + self.slack)
    }

    /// The bounds of the distance beside a line along a unit vector.
    pub(crate) fn aside(&self, along: Vec2, box_of: &Parameters) -> Range {
        self.along(Vec2::new(-along.y, along.x), box_of).abs()
    }

    /// The bounds of the length.
    pub(crate) fn length(&self, box_of: &Parameters) -> Range {
        let x = self.along(Vec2::new(1.0, 0.0), box_of).abs();
        let y = self.along(Vec2::new(0.0, 1.0), box_of).abs();
        Range::new(length(x.low, y.low), length(x.high, y.high))
    }
}

/// The length of a vector.
pub(crate) fn length(x: f64, y: f64) -> f64 {
    Vec2::new(x, y).length()
}

/// Half the chord that a line cuts off a circle, from the bounds of its distance from the centre.
/// The upper bound is 0 if the line misses the circle. The lower bound is 0 if it may miss it.
pub(crate) fn half_chord(radius: f64, aside: Range) -> Range {
    let half = |aside: f64| ((radius - aside) * (radius + aside)).max(0.0).sqrt();
    Range::new((half(aside.high) - CHORD).max(0.0), half(aside.low) + CHORD)
}
