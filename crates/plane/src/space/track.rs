//! Tracks: the line, the circle or the great circle along which the centre of a body moves.
//!
//! Distances are measured along the track from the place of the piece.

use crate::geometry::curve::{Curve, Disc};
use crate::geometry::meeting::{Meeting, Meetings, Touch};
use crate::geometry::scalar::{EPSILON, PARALLEL, Vec2, below, beyond};
use crate::geometry::shape::Shape;
use crate::space::flight::Flight;
use crate::space::globe::{Great, Vec3};
use crate::space::rotation::piece_cuts;
use crate::space::round::Round;
use crate::space::sink::Sink;

/// The line, circle or great circle along which the centre of a body moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Track {
    /// A ray.
    Line {
        /// The place of the piece.
        from: Vec2,
        /// The unit vector.
        along: Vec2,
    },
    /// A circle.
    Circle(Round),
    /// A great circle of a sphere. Bodies on it are discs.
    Great(Great),
    /// A ray in a box, where every body is a ball.
    Flight(Flight),
}

impl Track {
    /// The place of the piece.
    #[inline]
    pub fn from(&self) -> Vec2 {
        match self {
            Track::Line { from, .. } => *from,
            Track::Circle(round) => round.from,
            Track::Great(great) => great.from(),
            Track::Flight(flight) => flight.from,
        }
    }

    /// Returns the point at a distance.
    #[inline]
    pub fn at(&self, distance: f64) -> Vec2 {
        match self {
            Track::Line { from, along } => *from + *along * distance,
            Track::Circle(round) => {
                let turn = Vec2::at_angle(round.turn(distance));
                round.centre + (round.from - round.centre).turned(turn)
            }
            Track::Great(great) => great.at(distance),
            Track::Flight(flight) => flight.at(distance),
        }
    }

    /// Returns the unit vector along the track at a distance. On a sphere, it is to the east and to
    /// the north.
    pub fn heading(&self, distance: f64) -> Vec2 {
        match self {
            Track::Line { along, .. } => *along,
            Track::Flight(flight) => flight.along,
            Track::Circle(round) => {
                let out = (self.at(distance) - round.centre).unit();
                Vec2::new(-out.y, out.x) * round.way.sign()
            }
            Track::Great(great) => great.heading(distance),
        }
    }

    /// Returns the degrees by which the body has turned after a distance, positive for
    /// counter-clockwise.
    pub fn turn(&self, distance: f64) -> f64 {
        match self {
            Track::Line { .. } | Track::Great(_) | Track::Flight(_) => 0.0,
            Track::Circle(round) => round.turn(distance),
        }
    }

    /// Returns segments along the track between two distances, for pictures. On circles there is a
    /// segment at least every six degrees.
    pub fn segments(&self, from: f64, to: f64) -> Vec<Segment> {
        let steps =
            |radius: f64| ((to - from) / radius / 6f64.to_radians()).ceil().max(1.0) as usize;
        let count = match self {
            Track::Line { .. } | Track::Flight(_) => 1,
            Track::Circle(round) => steps(round.radius),
            Track::Great(great) => steps(great.globe().radius()),
        };
        let at = |i: usize| from + (to - from) * i as f64 / count as f64;
        let segment = |i: usize| Segment {
            from: self.at(at(i)).kept(),
            to: self.at(at(i + 1)).kept(),
            turn: self.turn((at(i) + at(i + 1)) / 2.0),
        };
        (0..count).map(segment).collect()
    }

    /// Returns a disc, or a ball, that contains the track up to a distance.
    pub fn disc(&self, end: f64) -> Disc {
        match self {
            Track::Line { from, along } => {
                Disc { centre: *from + *along * (end / 2.0), radius: end / 2.0 }
            }
            Track::Circle(round) => Disc { centre: round.centre, radius: round.radius },
            Track::Great(great) => Disc { centre: great.at(end / 2.0), radius: end / 2.0 },
            Track::Flight(flight) => Disc { centre: flight.at(end / 2.0), radius: end / 2.0 },
        }
    }

    /// Returns the overlaps of a moving body with the point `at`, in no order.
    #[inline]
    pub(crate) fn meet(&self, shape: &Shape, at: Vec2) -> Meetings {
        match self {
            Track::Line { from, along } => shape.meet(at - *from, *along),
            Track::Flight(flight) => flight.meet(shape.reach(), at),
            Track::Circle(round) => {
                let meeting =
                    |(enter, leave)| Meeting::new(enter, leave, || shape.touch(at - round.from));
                let meetings = round.spans(shape, at).into_iter().filter_map(meeting);
                meetings.filter(|m| below(m.enter, round.lap())).collect()
            }
            Track::Great(great) => {
                let radius = shape.reach();
                let meeting =
                    |(enter, leave)| Meeting::new(enter, leave, || great.touch(radius, 0.0, at));
                let meetings = great.spans(radius, at).into_iter().filter_map(meeting);
                meetings.filter(|m| below(m.enter, great.globe().lap())).collect()
            }
        }
    }

    /// Calls `each` with the distances between which a shape at `at` covers the moving centre.
    #[inline]
    pub(crate) fn shadows(&self, shape: &Shape, at: Vec2, mut each: impl FnMut(f64, f64)) {
        match self {
            Track::Line { from, along } => {
                // Relative to the mover, the other piece moves backward.
                let spans = shape.spans(*from - at, *along * -1.0);
                spans.into_iter().for_each(|(enter, leave)| each(enter, leave));
            }
            Track::Flight(flight) => {
                let span = flight.span(shape.reach(), at);
                span.into_iter().for_each(|(enter, leave)| each(enter, leave));
            }
            Track::Circle(round) => {
                let mut found = Marks::of(self, |sink| sink.outline(shape, at));
                found.sort_by(f64::total_cmp);
                let Some(&first) = found.first() else { return };
                found.push(first + round.lap());
                for pair in found.windows(2) {
                    let (enter, leave) = (pair[0], pair[1]);
                    let middle = self.at((enter + leave) / 2.0);
                    if below(enter, leave) && shape.covers(middle - at) {
                        each(enter, leave);
                        each(enter - round.lap(), leave - round.lap());
                    }
                }
            }
            Track::Great(great) => {
                let spans = great.spans(shape.reach(), at);
                spans.into_iter().for_each(|(enter, leave)| each(enter, leave));
            }
        }
    }

    /// Returns the least distance above 0 at which the way meets a friend at `at`: the moving body
    /// touches its centre, or its own shape, `other`, touches the moving centre. A tangent counts.
    /// The distance is 0 if the way leads from a contact into an overlap. A contact at the start that
    /// the piece leaves, or along which it glides, does not count.
    pub(crate) fn touch(&self, shape: &Shape, other: &Shape, at: Vec2) -> Option<f64> {
        let mut found: Vec<f64> = Vec::new();
        match (self, shape) {
            // Relative to the mover, the other piece moves backward.
            (Track::Line { from, along }, _) => {
                shape.marks(at - *from, *along * -1.0, &mut found);
            }
            (Track::Circle(_), Shape::Disc(_)) | (Track::Great(_) | Track::Flight(_), _) => {
                found = Marks::of(self, |sink| sink.outline(shape, at));
            }
            (Track::Circle(round), Shape::Compound(compound)) => {
                let (body, d) = (round.from - round.centre, at - round.centre);
                let all = compound.pieces().flat_map(|piece| piece_cuts(piece, body, d, round.way));
                found.extend(all.map(|cut| cut.to_radians() * round.radius));
            }
        }
        let body = |distance: f64| match self {
            Track::Line { .. } | Track::Circle(_) => {
                let back = Vec2::at_angle(-self.turn(distance));
                shape.touch((at - self.at(distance)).turned(back))
            }
            Track::Flight(flight) => shape.touch(at - flight.at(distance)),
            Track::Great(great) => great.touch(shape.reach(), distance, at),
        };
        let first = self.first_touch(found, body);
        if !other.outreaches(shape) {
            return first;
        }
        let outline = Marks::of(self, |sink| sink.outline(other, at));
        let own = |distance: f64| match self {
            Track::Line { .. } | Track::Circle(_) | Track::Flight(_) => {
                other.touch(self.at(distance) - at)
            }
            Track::Great(great) => great.touch(other.reach(), distance, at),
        };
        let mut second = self.first_touch(outline, own);
        self.shadows(other, at, |enter, leave| {
            if below(0.0, leave) {
                second = Some(second.map_or(enter, |at| at.min(enter)).max(0.0));
            }
        });
        [first, second].into_iter().flatten().reduce(f64::min)
    }

    /// Returns the least of some distances above 0 at which a contact begins. `touch` tells whether
    /// there is one. It changes at these distances only.
    fn first_touch(&self, mut distances: Vec<f64>, touch: impl Fn(f64) -> Touch) -> Option<f64> {
        distances.retain(|&at| below(0.0, at));
        distances.sort_by(f64::total_cmp);
        let mut before = 0.0;
        distances.into_iter().find(|&at| {
            let apart = touch((before + at) / 2.0) == Touch::Outside;
            before = at;
            apart && touch(at) != Touch::Outside
        })
    }

    /// Reports the two edges of the strip or ring, or the tube, that the body sweeps.
    #[inline]
    pub(crate) fn edges(&self, shape: &Shape, sink: &mut impl Sink) {
        match self {
            Track::Line { from, along } => {
                let mut strip = |(low, high)| sink.strip(*from, *along, low, high);
                match shape {
                    Shape::Disc(radius) => strip((-radius, *radius)),
                    Shape::Compound(compound) => {
                        compound.pieces().for_each(|piece| strip(piece.strip(*along)));
                        for joint in compound.joints() {
                            let aside = along.cross(*joint);
                            strip((aside, aside));
                        }
                    }
                }
            }
            Track::Circle(round) => {
                let mut ring = |radius: f64| {
                    if radius > EPSILON {
                        sink.outline(&Shape::Disc(radius), round.centre);
                    }
                };
                let from = round.centre - round.from;
                match shape {
                    Shape::Disc(radius) => {
                        ring(round.radius + radius);
                        ring((round.radius - radius).abs());
                    }
                    Shape::Compound(compound) => {
                        compound.pieces().for_each(|piece| piece.radii(from, &mut ring));
                        compound.joints().iter().for_each(|joint| ring((*joint - from).length()));
                    }
                }
            }
            Track::Great(great) => {
                let (pole, quarter) = (great.pole(), great.globe().half() / 2.0);
                for radius in [quarter - shape.reach(), quarter + shape.reach()] {
                    sink.outline(&Shape::Disc(radius), pole);
                }
            }
            Track::Flight(flight) => sink.tube(*flight, shape.reach()),
        }
    }

    /// Reports the outline of the body at a distance.
    #[inline]
    pub(crate) fn outline(&self, shape: &Shape, distance: f64, sink: &mut impl Sink) {
        if !distance.is_finite() {
            return;
        }
        match (self, shape) {
            (Track::Circle(round), Shape::Compound(compound)) => {
                let turn = Vec2::at_angle(round.turn(distance));
                sink.outline(&Shape::Compound(compound.turned(turn)), self.at(distance));
            }
            (Track::Line { .. } | Track::Great(_) | Track::Flight(_), _)
            | (Track::Circle(_), Shape::Disc(_)) => {
                sink.outline(shape, self.at(distance));
            }
        }
    }

    /// A quick test. False means that a body whose farthest point is `reach` away from its centre
    /// never covers a point within `radius` of `at` on its way up to `most`.
    #[inline]
    pub(crate) fn comes_near(&self, most: f64, at: Vec2, reach: f64) -> bool {
        match self {
            Track::Line { from, along } => {
                let d = at - *from;
                let forward = d.level_dot(*along);
                !beyond(along.cross(d).abs(), reach)
                    && !beyond(-forward, reach)
                    && !beyond(forward, most + reach)
            }
            Track::Circle(round) => {
                !beyond(((at - round.centre).length() - round.radius).abs(), reach)
            }
            Track::Great(great) => great.comes_near(most, at, reach),
            Track::Flight(flight) => flight.comes_near(most, at, reach),
        }
    }

    /// Like [`Track::comes_near`], for the unit vector of a point of a sphere.
    pub(crate) fn comes_near_lifted(&self, most: f64, at: Vec3, reach: f64) -> bool {
        match self {
            Track::Great(great) => great.comes_near_lifted(most, at, reach),
            Track::Line { .. } | Track::Circle(_) | Track::Flight(_) => true,
        }
    }
}

/// A straight part of a track, for pictures.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Segment {
    /// The start.
    pub from: Vec2,
    /// The end.
    pub to: Vec2,
    /// The degrees by which the body has turned in the middle of the segment, positive for
    /// counter-clockwise.
    pub turn: f64,
}

/// Collects the places where a track crosses outlines.
pub(crate) struct Marks<'m> {
    pub(crate) track: &'m Track,
    /// Distances from the start, in no order.
    pub(crate) found: &'m mut Vec<f64>,
}

impl Marks<'_> {
    /// Returns the distances at which a track crosses the outlines that `report` reports.
    #[inline]
    pub(crate) fn of(track: &Track, report: impl FnOnce(&mut Marks<'_>)) -> Vec<f64> {
        let mut found = Vec::new();
        report(&mut Marks { track, found: &mut found });
        found
    }
}

impl Sink for Marks<'_> {
    #[inline]
    fn strip(&mut self, from: Vec2, along: Vec2, low: f64, high: f64) {
        match self.track {
            Track::Line { from: own, along: forward } => {
                let (aside, gain) = (along.cross(*own - from), along.cross(*forward));
                if gain.abs() > PARALLEL {
                    self.found.extend([(low - aside) / gain, (high - aside) / gain]);
                }
            }
            Track::Circle(round) => {
                let left = Vec2::new(-along.y, along.x);
                for aside in [low, high] {
                    let line = Curve::Line { at: from + left * aside, along };
                    round.crossings(&line, self.found);
                }
            }
            // Spheres have circles only.
            Track::Great(_) => {}
            // In a box, a strip is a wall between two upright planes.
            Track::Flight(Flight { from: own, along: forward }) => {
                let (aside, gain) = (along.cross(*own - from), along.cross(*forward));
                if gain.abs() > PARALLEL {
                    self.found.extend([(low - aside) / gain, (high - aside) / gain]);
                }
            }
        }
    }

    fn level(&mut self, z: f64) {
        if let Track::Flight(Flight { from, along }) = self.track
            && along.z.abs() > PARALLEL
        {
            self.found.push((z - from.z) / along.z);
        }
    }

    fn tube(&mut self, around: Flight, radius: f64) {
        if let Track::Flight(flight) = self.track {
            flight.crossings_with_tube(&around, radius, self.found);
        }
    }

    #[inline]
    fn outline(&mut self, shape: &Shape, at: Vec2) {
        match self.track {
            Track::Line { from, along } => shape.marks(*from - at, *along, self.found),
            Track::Flight(flight) => flight.crossings_with_ball(at, shape.reach(), self.found),
            Track::Circle(round) => match shape {
                Shape::Disc(radius) => {
                    let circle = Curve::Circle { centre: at, radius: *radius };
                    round.crossings(&circle, self.found);
                }
                Shape::Compound(compound) => {
                    for curve in compound.pieces().flat_map(|piece| piece.curves(at)) {
                        round.crossings(&curve, self.found);
                    }
                }
            },
            Track::Great(great) => great.crossings(at, shape.reach(), self.found),
        }
    }
}
