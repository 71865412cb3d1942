//! The way of a moving body, point by point.
//!
//! On a circle, the judge finds overlaps with a disc from the common points of two circles in
//! coordinates, and overlaps with a polygon by sampling and bisection. The engine uses angles.

use super::body::{Man, Overlap, Seen, overlap, overlaps};
use super::figure::{covers, nearest};
use super::{ball, balls};
use alfil_plane::geometry::scalar::{EPSILON, Vec2, Vector};
use alfil_plane::geometry::shape::Shape;
use alfil_plane::space::flight::Flight;
use alfil_plane::space::track::{Rotation, Track};
use std::f64::consts::TAU;

/// The distance between two samples of a polygon on a circle.
const SAMPLE: f64 = 0.004;

/// A line, a circle or a great circle from the place of a piece.
#[derive(Clone, Copy, Debug)]
pub(super) enum Road {
    Straight {
        from: Vec2,
        along: Vec2,
    },
    /// In a box.
    Flight {
        from: Vector,
        along: Vector,
    },
    Bend {
        from: Vec2,
        centre: Vec2,
        radius: f64,
        sign: f64,
    },
    Globe(ball::Way),
}

impl Road {
    pub(super) fn of(track: &Track) -> Road {
        match *track {
            Track::Line { from, along } => Road::Straight { from, along },
            Track::Great(great) => Road::Globe(ball::Way::of(&great)),
            Track::Flight(Flight { from, along }) => Road::Flight { from, along },
            Track::Circle(round) => {
                let sign = if round.way == Rotation::Left { 1.0 } else { -1.0 };
                let (from, centre, radius) = (round.from, round.centre, round.radius);
                Road::Bend { from, centre, radius, sign }
            }
        }
    }

    /// The point after a distance.
    pub(super) fn at(&self, distance: f64) -> Vec2 {
        match *self {
            Road::Straight { from, along } => from + along * distance,
            Road::Flight { from, along } => balls::at(from, along, distance),
            Road::Bend { from, centre, radius, sign } => {
                let start = (from.y - centre.y).atan2(from.x - centre.x);
                let angle = start + sign * distance / radius;
                centre + Vec2::new(angle.cos(), angle.sin()) * radius
            }
            Road::Globe(way) => way.at(distance),
        }
    }

    /// A quick test: false if the way surely stays farther from a point than `far` up to a distance.
    pub(super) fn comes_near(&self, point: Vec2, far: f64, most: f64) -> bool {
        match *self {
            Road::Straight { from, along } | Road::Flight { from, along } => {
                let d = point - from;
                let apart = d - along * d.dot(along).clamp(0.0, most.max(0.0));
                apart.dot(apart) <= far * far
            }
            Road::Bend { centre, radius, .. } => ((point - centre).length() - radius).abs() <= far,
            Road::Globe(way) => way.comes_near(point, far),
        }
    }

    /// True if the body covers a point after a distance, at which its centre is `here`.
    pub(super) fn covers(&self, shape: &Shape, distance: f64, here: Vec2, point: Vec2) -> bool {
        match (*self, shape) {
            (Road::Globe(way), _) => way.between(here, point) < shape.reach() - EPSILON,
            (Road::Bend { .. }, Shape::Compound(_)) => {
                covers(shape, self.seen(distance, here, point))
            }
            (Road::Straight { .. } | Road::Flight { .. } | Road::Bend { .. }, _) => {
                covers(shape, point - here)
            }
        }
    }

    /// The place of a point as a body sees it that has turned with its way. Its centre is `here`.
    fn seen(&self, distance: f64, here: Vec2, point: Vec2) -> Vec2 {
        let d = point - here;
        match *self {
            Road::Bend { .. } => d.turned(Vec2::at_angle(-self.turn(distance))),
            Road::Straight { .. } | Road::Flight { .. } | Road::Globe(_) => d,
        }
    }

    /// The degrees by which a body has turned on its way.
    pub(super) fn turn(&self, distance: f64) -> f64 {
        match *self {
            Road::Straight { .. } | Road::Flight { .. } | Road::Globe(_) => 0.0,
            Road::Bend { radius, sign, .. } => (sign * distance / radius).to_degrees(),
        }
    }

    /// Like [`Road::covers`], where the centre is found first.
    fn covers_at(&self, shape: &Shape, distance: f64, point: Vec2) -> bool {
        self.covers(shape, distance, self.at(distance), point)
    }

    /// The ranges of distances at which the body of `me`, on its way, covers a point.
    pub(super) fn overlaps(&self, me: &Man<'_>, point: Vec2) -> Vec<Overlap> {
        match *self {
            Road::Straight { along, .. } => overlaps(me, point, along),
            Road::Globe(way) => {
                let radius = me.shape.reach();
                let Some((begin, end)) = way.near(point, radius) else { return Vec::new() };
                let gap = way.apart(0.0, point) - radius;
                let (stands, touches) = (gap < -EPSILON, gap.abs() <= EPSILON);
                let laps = [-1.0, 0.0, 1.0].map(|n| n * way.lap());
                let laps = laps.map(|lap| (begin + lap, end + lap)).into_iter();
                let laps = laps.filter(|(begin, _)| *begin < way.lap());
                laps.filter_map(|(begin, end)| {
                    let at_start = begin <= EPSILON;
                    overlap(begin, end, stands && at_start, touches && at_start)
                })
                .collect()
            }
            Road::Flight { along, .. } => balls::overlaps(me, point, along),
            Road::Bend { radius, .. } => {
                let lap = TAU * radius;
                let ends = self.ends(me.shape, point);
                let now = self.covers_at(me.shape, 0.0, point);
                let touches = !now && ends.iter().any(|end| *end < 1e-8 || lap - end < 1e-8);
                let mut all = vec![0.0];
                all.extend(ends.into_iter().filter(|end| *end > 1e-8 && lap - end > 1e-8));
                all.push(lap);
                let inside = |pair: &[f64]| {
                    pair[1] - pair[0] > EPSILON
                        && self.covers_at(me.shape, (pair[0] + pair[1]) / 2.0, point)
                };
                let range = |pair: &[f64]| {
                    if pair[0] == 0.0 && now && !touches {
                        Overlap::Stands(if pair[1] == lap { f64::INFINITY } else { pair[1] })
                    } else {
                        Overlap::Begins(pair[0], pair[1])
                    }
                };
                all.windows(2).filter(|pair| inside(pair)).map(range).collect()
            }
        }
    }

    /// The distances at which the outline of a body on its way passes a point, in order.
    fn ends(&self, shape: &Shape, point: Vec2) -> Vec<f64> {
        let (centre, radius) = match *self {
            Road::Straight { .. } | Road::Flight { .. } | Road::Globe(_) => return Vec::new(),
            Road::Bend { centre, radius, .. } => (centre, radius),
        };
        match shape {
            Shape::Disc(own) => self.meet(point, *own),
            Shape::Compound(_) => {
                let far = (point - centre).length();
                if (far - radius).abs() > shape.reach() + EPSILON {
                    return Vec::new();
                }
                let lap = TAU * radius;
                // The body meets the point only where its centre is near it.
                let near = self.meet(point, shape.reach());
                let parts = match near[..] {
                    [a, b] if self.is_near(point, shape.reach(), (a + b) / 2.0) => vec![(a, b)],
                    [a, b] => vec![(0.0, a), (b, lap)],
                    _ => vec![(0.0, lap)],
                };
                let mut found = Vec::new();
                for (from, to) in parts {
                    let from = (from - SAMPLE).max(0.0);
                    let to = (to + SAMPLE).min(lap);
                    let steps = ((to - from) / SAMPLE).ceil() as usize;
                    let at = |i: usize| (from + SAMPLE * i as f64).min(lap);
                    let mut samples: Vec<f64> = (0..=steps).map(at).collect();
                    let seen = |gone: f64| self.seen(gone, self.at(gone), point);
                    samples.extend(nearest(shape, (from, to), SAMPLE, seen));
                    samples.retain(|gone| *gone <= lap);
                    samples.sort_by(f64::total_cmp);
                    let mut before = self.covers_at(shape, from, point);
                    for pair in samples.windows(2) {
                        let now = self.covers_at(shape, pair[1], point);
                        if now != before {
                            let (mut low, mut high) = (pair[0], pair[1]);
                            while high - low > EPSILON / 8.0 {
                                let middle = (low + high) / 2.0;
                                let is_low = self.covers_at(shape, middle, point) == before;
                                if is_low { low = middle } else { high = middle }
                            }
                            found.push(high);
                        }
                        before = now;
                    }
                }
                found
            }
        }
    }

    /// True if the way is near a point after a distance.
    fn is_near(&self, point: Vec2, far: f64, distance: f64) -> bool {
        let d = self.at(distance) - point;
        d.dot(d) < far * far
    }

    /// The distances at which the way is this far from a point. Two circles have the points of
    /// their radical line in common.
    fn meet(&self, point: Vec2, far: f64) -> Vec<f64> {
        let Road::Bend { from, centre, radius, sign } = *self else { return Vec::new() };
        let d = point - centre;
        let square = d.dot(d);
        if square < EPSILON {
            return Vec::new();
        }
        // For points p of both circles, with their origin at the centre: 2 p . d = c.
        let c = square + radius * radius - far * far;
        let foot = d * (c / (2.0 * square));
        let under = radius * radius - foot.dot(foot);
        let depth = far - (square.sqrt() - radius).abs();
        if under <= 0.0 || depth <= EPSILON {
            return Vec::new();
        }
        let aside = Vec2::new(-d.y, d.x) * (under / square).sqrt();
        let start = (from.y - centre.y).atan2(from.x - centre.x);
        let distance = |p: Vec2| ((p.y.atan2(p.x) - start) * sign).rem_euclid(TAU) * radius;
        let mut both = vec![distance(foot + aside), distance(foot - aside)];
        both.sort_by(f64::total_cmp);
        both
    }

    /// The distances at which `other`, which stands still, begins and ends to cover the centre of
    /// the moving body.
    pub(super) fn shadows(&self, other: &Man<'_>) -> Vec<f64> {
        match *self {
            Road::Straight { from, along } => {
                let mut back = other.clone();
                let (mut from, mut along) = (from, along);
                if other.seen == Seen::Mirror {
                    // In a mirror, the other body is as it was.
                    back.piece.at.y *= -1.0;
                    from.y *= -1.0;
                    along.y *= -1.0;
                }
                overlaps(&back, from, along * -1.0).into_iter().flat_map(Overlap::ends).collect()
            }
            Road::Globe(way) => {
                let ends = way.near(other.piece.at, other.shape.reach());
                let ends = ends.into_iter().flat_map(|(begin, end)| [begin, end]);
                ends.flat_map(|end| [-1.0, 0.0, 1.0].map(|n| end + n * way.lap())).collect()
            }
            Road::Flight { from, along } => {
                let ends = balls::ends(from, along, other.shape.reach(), other.piece.at);
                ends.into_iter().flat_map(|(begin, end)| [begin, end]).collect()
            }
            Road::Bend { radius, .. } => match other.shape {
                Shape::Disc(own) => self.meet(other.piece.at, *own),
                Shape::Compound(_) => {
                    let lap = TAU * radius;
                    (0..=(lap / SAMPLE) as usize).map(|i| i as f64 * SAMPLE).collect()
                }
            },
        }
    }
}
