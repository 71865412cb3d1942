//! What attacks a royal piece for a whole box of parameters.
//!
//! Every claim errs on one side only. [`Scene::surely_attacked`] and [`Scene::surely_safe`] are
//! never true where they do not hold for the whole box, and both may be false. A motion that the
//! bounds cannot describe counts as neither an attack nor as harmless.

use crate::bounds::{MARGIN, Offset, Parameters, Place, Range, half_chord, length};
use alfil_diagnostics::index::IndexVec;
use alfil_plane::geometry::scalar::{EPSILON, Vec2};
use alfil_plane::geometry::shape::Shape;
use alfil_plane::model::field::Field;
use alfil_plane::model::ground::Ground;
use alfil_plane::model::motion::{Gait, Ray};
use alfil_plane::model::position::{PieceId, PieceSet};
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
