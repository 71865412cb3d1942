//! Tracks of bodies: lines, circles and great circles along which their centres move, and rotations
//! around their centres.

use crate::geometry::curve::{Curve, Disc};
use crate::geometry::outline::corners_of;
use crate::geometry::scalar::{EPSILON, PARALLEL, Vec2, angle, asin, below, beyond, equal};
use crate::geometry::shape::{
    Begun, Compound, Meeting, Meetings, Piece, Shape, Spans, Touch, joined,
};
use crate::space::flight::{Flight, Sink};
use crate::space::globe::{Great, Vec3};
use std::f64::consts::TAU;

// Tracks. Distances are measured along the track from the place of the piece.

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

// Rotations of a shape: the angles at which it meets a point.
//
// A polygon begins or ceases to cover a point only when its outline passes over the point. The
// points of the outline that can do so lie on a circle: its centre is the centre of the rotation,
// and it goes through the point.

/// A whole turn.
pub const WHOLE: f64 = 360.0;

/// A direction of rotation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rotation {
    /// Counter-clockwise: positive angles.
    Left,
    /// Clockwise: negative angles.
    Right,
}

impl Rotation {
    /// Both.
    pub(crate) const BOTH: [Rotation; 2] = [Rotation::Left, Rotation::Right];

    /// Returns the direction of a turn by an angle. `None` if the turn changes nothing.
    pub fn of(by: f64) -> Option<Rotation> {
        let over = by.rem_euclid(WHOLE);
        match equal(over, 0.0) || equal(over, WHOLE) {
            true => None,
            false if by > 0.0 => Some(Rotation::Left),
            false => Some(Rotation::Right),
        }
    }

    pub(crate) fn sign(self) -> f64 {
        match self {
            Rotation::Left => 1.0,
            Rotation::Right => -1.0,
        }
    }
}

/// The circle that a motion follows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curvature {
    /// The radius, above 0.
    pub radius: f64,
    /// The side to which the motion bends.
    pub way: Rotation,
}

impl Curvature {
    /// Returns whether two circles are the same, to tolerance.
    pub fn is_like(&self, other: &Curvature) -> bool {
        self.way == other.way && equal(self.radius, other.radius)
    }
}

/// Returns the angles between which a shape covers the point at `d`, as it turns by less than a whole
/// turn to the left, and to the right. They are degrees in that direction, in order.
pub fn overlaps(shape: &Shape, d: Vec2) -> [Meetings; 2] {
    let Shape::Compound(compound) = shape else { return [Meetings::None, Meetings::None] };
    let covered_now = shape.covers(d);
    let contacts = contacts(compound, d.length());
    Rotation::BOTH.map(|way| {
        let mut all = Vec::new();
        let cuts = angles(&contacts, d, way);
        if covered_now {
            let leave = cuts.first().copied().unwrap_or(WHOLE);
            all.push(Meeting { enter: 0.0, leave, begun: Begun::Before });
        }
        let covered = |angle: f64| shape.covers(d.turned(Vec2::at_angle(-angle * way.sign())));
        for (i, &enter) in cuts.iter().enumerate() {
            let leave = cuts.get(i + 1).copied().unwrap_or(WHOLE + cuts[0]);
            if covered((enter + leave) / 2.0) {
                all.push(Meeting { enter: enter.max(0.0), leave, begun: Begun::ByMoving });
            }
        }
        all.into_iter().collect()
    })
}

/// Returns the first angle above 0 at which the outline of a turning shape touches the point at `d`,
/// even with a corner in passing. A whole turn if there is none.
pub(crate) fn first_touch(shape: &Shape, d: Vec2, way: Rotation) -> f64 {
    let Shape::Compound(compound) = shape else { return WHOLE };
    let far = d.length();
    let ahead = |p: &Vec2| ((d.angle() - p.angle()) * way.sign()).rem_euclid(WHOLE);
    let corners = compound.pieces().flat_map(|piece| match piece {
        Piece::Polygon(polygon) => polygon.corners(),
        Piece::Disc { .. } | Piece::Ellipse { .. } => &[],
    });
    let corners = corners
        .filter(|corner| equal(corner.length(), far) && compound.touch(**corner) == Touch::Contact);
    let all = angles(&contacts(compound, far), d, way).into_iter().chain(corners.map(ahead));
    all.filter(|&angle| below(0.0, angle) && below(angle, WHOLE)).fold(WHOLE, f64::min)
}

/// Returns the points of the outline of a body that are `far` away from its centre. When the body turns,
/// only these can meet a point at that distance, whatever the direction of the turn.
fn contacts(compound: &Compound, far: f64) -> Vec<Vec2> {
    let mut all = Vec::new();
    compound.pieces().for_each(|piece| level_points(piece, Vec2::default(), far, &mut all));
    if !matches!(compound.only(), Some(Piece::Polygon(_))) {
        // A meeting with a piece inside of another piece changes nothing.
        all.retain(|&p| compound.touch(p) == Touch::Contact);
    }
    all
}

/// Returns the angles at which points of an outline, turning around the origin, meet the point at `d`.
/// They are sorted, from 0 to below a whole turn.
fn angles(points: &[Vec2], d: Vec2, way: Rotation) -> Vec<f64> {
    // The angle from a point of the outline to `d`, in the direction of the turn.
    let ahead = |p: &Vec2| ((d.angle() - p.angle()) * way.sign()).rem_euclid(WHOLE);
    in_order(points.iter().map(ahead).collect())
}

/// Returns the angles at which the outline of a piece meets the point at `d`, as the body turns around
/// the origin. Its centre is at `body`. They are sorted, from 0 to below a whole turn.
pub(crate) fn piece_cuts(piece: &Piece, body: Vec2, d: Vec2, way: Rotation) -> Vec<f64> {
    let mut points = Vec::new();
    level_points(piece, body, d.length(), &mut points);
    angles(&points, d, way)
}

/// Appends the points of the outline of a piece that are `far` away from the origin. The centre of the
/// body is at `body`.
fn level_points(piece: &Piece, body: Vec2, far: f64, found: &mut Vec<Vec2>) {
    let circle = Curve::Circle { centre: Vec2::default(), radius: far };
    match piece {
        Piece::Disc { centre, radius } => {
            circle.meet(&Curve::Circle { centre: *centre + body, radius: *radius }, found);
        }
        // A quick test, because ellipses take long.
        Piece::Ellipse { reach, .. } if body == Vec2::default() && beyond(far, *reach) => {}
        Piece::Ellipse { outline, .. } => {
            circle.meet(&Curve::Ellipse(outline.shifted(body)), found);
        }
        Piece::Polygon(polygon) => {
            for (a, b) in corners_of(polygon.corners()) {
                side_points(a + body, b + body, far, found);
            }
        }
    }
}

/// Appends the points of the side between two corners that are `far` away from the origin.
fn side_points(a: Vec2, b: Vec2, far: f64, found: &mut Vec<Vec2>) {
    let side = b - a;
    // Solve |a + t side| = far.
    let (p, q, r) = (side.dot(side), a.dot(side), a.dot(a) - far * far);
    let under = q * q - p * r;
    // A touch of the middle of a side, to tolerance, counts as a cut. The point is not covered
    // there.
    if under <= 0.0 && !equal(side.unit().cross(a).abs(), far) {
        return;
    }
    let root = under.max(0.0).sqrt();
    let ends = [(-q - root) / p, (-q + root) / p].into_iter();
    found.extend(ends.filter(|t| (0.0..=1.0).contains(t)).map(|t| a + side * t));
}

/// Sorts the angles of contacts. A contact after a whole turn becomes one at the start.
fn in_order(mut cuts: Vec<f64>) -> Vec<f64> {
    cuts.sort_by(f64::total_cmp);
    cuts.dedup_by(|b, a| equal(*a, *b));
    if cuts.last().is_some_and(|&last| equal(last, WHOLE)) {
        cuts.pop();
        if cuts.first().is_none_or(|&first| below(0.0, first)) {
            cuts.insert(0, 0.0);
        }
    }
    cuts
}

// Circles on which pieces move.
//
// The body turns with the circle, like a car on a bend: the whole body rotates around the centre of
// the circle. So a point enters and leaves it where the circle through the point crosses the outline.

/// A circle on which a piece moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Round {
    /// The place of the piece, which is on the circle.
    pub from: Vec2,
    /// The centre of the circle.
    pub centre: Vec2,
    /// The radius of the circle, above 0.
    pub radius: f64,
    /// The side to which the track bends.
    pub way: Rotation,
}

impl Round {
    /// Appends the distances at which the circle meets a curve.
    pub(crate) fn crossings(&self, curve: &Curve, found: &mut Vec<f64>) {
        let mut points = Vec::new();
        Curve::Circle { centre: self.centre, radius: self.radius }.meet(curve, &mut points);
        for p in points {
            let distance = self.distance_to(p - self.centre);
            found.push(distance);
            // A point at the start is also the end of the lap.
            if equal(distance, self.lap()) || equal(distance, 0.0) {
                found.extend([0.0, self.lap()]);
            }
        }
    }

    /// Returns the circle that begins at `from` along a unit vector and bends to one side.
    pub fn new(from: Vec2, along: Vec2, radius: f64, way: Rotation) -> Round {
        let left = Vec2::new(-along.y, along.x);
        Round { from, centre: from + left * (radius * way.sign()), radius, way }
    }

    /// The circle without its place.
    pub fn curve(&self) -> Curvature {
        Curvature { radius: self.radius, way: self.way }
    }

    /// The length of the whole circle.
    pub fn lap(&self) -> f64 {
        TAU * self.radius
    }

    /// Returns the degrees by which the track has turned after a distance, positive for
    /// counter-clockwise.
    pub fn turn(&self, distance: f64) -> f64 {
        (distance / self.radius).to_degrees() * self.way.sign()
    }

    /// Returns the distance at which the track first passes the direction of `d` from the centre.
    fn distance_to(&self, d: Vec2) -> f64 {
        let start = self.from - self.centre;
        let radians = angle(start.cross(d), start.dot(d)) * self.way.sign();
        radians.rem_euclid(TAU) * self.radius
    }

    /// Returns the distances between which a disc covers a point. The disc is a piece of the body,
    /// with its centre at `centre` from that of the body before the move. Infinite if it covers the
    /// point everywhere. `None` if it never does.
    fn disc_span(&self, centre: Vec2, radius: f64, at: Vec2) -> Option<(f64, f64)> {
        let (d, start) = (at - self.centre, self.from + centre - self.centre);
        let (far, own) = (d.length(), start.length());
        let off = (far - own).abs();
        if !below(off, radius) {
            return None;
        }
        // The law of cosines, written so that it is exact near a tangent.
        let part = (radius - off) * (radius + off) / (4.0 * own * far);
        if part >= 1.0 {
            return Some((f64::NEG_INFINITY, f64::INFINITY));
        }
        let ahead = angle(start.cross(d), start.dot(d)) * self.way.sign();
        let (middle, half) = (ahead.rem_euclid(TAU), 2.0 * asin(part.sqrt()));
        Some(((middle - half) * self.radius, (middle + half) * self.radius))
    }

    /// Appends the intervals of distance, within one lap, in which this piece of the body covers the
    /// point `at`.
    fn piece_spans(&self, piece: &Piece, at: Vec2, found: &mut Spans) {
        if let Piece::Disc { centre, radius } = piece {
            return found.extend(self.disc_span(*centre, *radius, at));
        }
        let (body, d) = (self.from - self.centre, at - self.centre);
        let cuts = piece_cuts(piece, body, d, self.way);
        let covered = |angle: f64| {
            let back = Vec2::at_angle(-angle * self.way.sign());
            piece.covers(d.turned(back) - body)
        };
        let length = |angle: f64| angle.to_radians() * self.radius;
        for (i, &cut) in cuts.iter().enumerate() {
            let next = cuts.get(i + 1).copied().unwrap_or(WHOLE + cuts[0]);
            if covered((cut + next) / 2.0) {
                found.push((length(cut), length(next)));
            }
        }
        if cuts.is_empty() && covered(0.0) {
            found.push((f64::NEG_INFINITY, f64::INFINITY));
        }
    }

    /// Returns the distances between which a body covers a point, from the lap before the start to
    /// the one after the first.
    pub(crate) fn spans(&self, shape: &Shape, at: Vec2) -> Spans {
        let mut once = Spans::new();
        match shape {
            Shape::Disc(radius) => once.extend(self.disc_span(Vec2::default(), *radius, at)),
            Shape::Compound(compound) => {
                compound.pieces().for_each(|piece| self.piece_spans(piece, at, &mut once));
            }
        }
        let lap = self.lap();
        let laps = |(enter, leave): (f64, f64)| {
            [-lap, 0.0, lap].map(|shift| (enter + shift, leave + shift))
        };
        joined(once.into_iter().flat_map(laps).collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::geometry::curve::{Curve, Ellipse};
    use crate::geometry::scalar::Vec2;
    use crate::geometry::shape::{Shape, Touch};
    use crate::space::track::{Rotation, overlaps};
    use alfil_rules::plane::{Body, BodyPart, Figure, Point, Real};

    fn body(length: f64, width: f64, at: (f64, f64), facing: f64) -> Shape {
        let real = |n| Real::new(n).unwrap();
        let figure = Figure::Ellipse { length: real(length), width: real(width) };
        let at = Point { x: real(at.0), y: real(at.1) };
        Shape::of(&Body::Parts(vec![BodyPart { figure, at }]), facing)
    }

    /// Returns an even sequence of numbers from 0 to below 1, the same in every run.
    fn numbers() -> impl FnMut() -> f64 {
        let mut state = 1u64;
        move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        }
    }

    fn random(number: &mut impl FnMut() -> f64) -> Ellipse {
        let mut between = |low: f64, high: f64| low + (high - low) * number();
        Ellipse {
            centre: Vec2::new(between(-0.5, 0.5), between(-0.5, 0.5)),
            axis: Vec2::at_angle(between(0.0, 360.0)),
            along: between(0.05, 1.0),
            across: between(0.05, 1.0),
        }
    }

    /// Returns how far a point is outside, by the sum of its distances from the foci.
    fn outside(ellipse: &Ellipse, p: Vec2) -> f64 {
        let left = Vec2::new(-ellipse.axis.y, ellipse.axis.x);
        let (way, long, short) = if ellipse.along > ellipse.across {
            (ellipse.axis, ellipse.along, ellipse.across)
        } else {
            (left, ellipse.across, ellipse.along)
        };
        let focus = way * (long * long - short * short).sqrt();
        let far = |focus: Vec2| (p - ellipse.centre - focus).length();
        (far(focus) + far(focus * -1.0)) / 2.0 - long
    }

    #[test]
    fn an_ellipse_covers_the_points_near_its_foci() {
        let shape = body(1.0, 0.4, (0.0, 0.0), 90.0);
        let upright =
            Ellipse { centre: Vec2::default(), axis: Vec2::new(0.0, 1.0), along: 0.5, across: 0.2 };
        for i in 0..=60 {
            for j in 0..=60 {
                let p = Vec2::new(f64::from(i - 30) / 50.0, f64::from(j - 30) / 50.0);
                let far = outside(&upright, p);
                if far.abs() > 1e-6 {
                    assert_eq!(shape.covers(p), far < 0.0, "{p:?} is {far} outside");
                }
            }
        }
        assert_eq!(shape.touch(Vec2::new(0.0, 0.5)), Touch::Contact);
        assert_eq!(shape.touch(Vec2::new(0.2, 0.0)), Touch::Contact);
        // At 0.3 up, it is 0.2 root (1 - 0.36) = 0.16 wide.
        assert_eq!(shape.touch(Vec2::new(-0.16, 0.3)), Touch::Contact);
        assert!((shape.reach() - 0.5).abs() < 1e-12);
        // Forward by 0.2, its farthest point is its end at 0.7.
        assert!((body(1.0, 0.4, (0.0, 0.2), 90.0).reach() - 0.7).abs() < 1e-12);
    }

    #[test]
    fn an_ellipse_meets_a_point_on_its_way() {
        let shape = body(1.0, 0.4, (0.0, 0.0), 90.0);
        let meet = |shape: &Shape, x: f64, y: f64| {
            let met = shape.meet(Vec2::new(x, y), Vec2::new(1.0, 0.0));
            met.first().map(|m| (m.enter, m.leave))
        };
        let (enter, leave) = meet(&shape, 2.0, 0.3).expect("a contact");
        assert!((enter - 1.84).abs() < 1e-12 && (leave - 2.16).abs() < 1e-12);
        assert_eq!(meet(&shape, 2.0, 0.5), None, "on the tangent of its end");
        assert_eq!(meet(&shape, 2.0, 0.5 - 1e-10), None, "on the tangent, to tolerance");
        assert_eq!(meet(&shape, -2.0, 0.0), None, "behind the start");
    }

    /// The overlaps of a turn agree with many samples of it.
    #[test]
    fn a_turning_ellipse_meets_points_as_samples_do() {
        let mut number = numbers();
        for _ in 0..300 {
            let at = (0.2 * number() - 0.1, 0.2 * number() - 0.1);
            let shape = body(0.4 + number(), 0.4 + number(), at, 360.0 * number());
            let d = Vec2::at_angle(360.0 * number()) * (0.9 * number());
            for (way, sign) in [(Rotation::Left, 1.0), (Rotation::Right, -1.0)] {
                let met = &overlaps(&shape, d)[way as usize];
                for i in 0..720 {
                    let angle = f64::from(i) / 2.0;
                    let covered = shape.covers(d.turned(Vec2::at_angle(-sign * angle)));
                    let told = met.iter().any(|m| {
                        m.enter < angle && angle < m.leave
                            || m.enter < angle + 360.0 && angle + 360.0 < m.leave
                            || m.enter == 0.0 && angle == 0.0 && covered
                    });
                    let near = met.iter().any(|m| {
                        let ends = [m.enter, m.leave, m.leave - 360.0];
                        ends.iter().any(|end| (end - angle).abs() < 1e-3)
                    });
                    assert!(told == covered || near, "{shape:?} {d:?} turned by {angle}: {met:?}");
                }
            }
        }
    }

    /// The common points of an ellipse and another curve are on both, and their number is that of the
    /// changes of sign along the ellipse.
    #[test]
    fn an_ellipse_meets_other_curves_in_all_common_points() {
        let mut number = numbers();
        let mut most = 0;
        for round in 0..3000 {
            let ellipse = random(&mut number);
            let other = random(&mut number);
            let (curve, off): (Curve, Box<dyn Fn(Vec2) -> f64>) = match round % 3 {
                0 => (Curve::Ellipse(other), Box::new(move |p| outside(&other, p))),
                1 => {
                    let (centre, radius) = (other.centre, other.along);
                    let off = move |p: Vec2| (p - centre).length() - radius;
                    (Curve::Circle { centre, radius }, Box::new(off))
                }
                _ => {
                    let (at, along) = (other.centre, other.axis);
                    (Curve::Line { at, along }, Box::new(move |p| along.cross(p - at)))
                }
            };
            let mut found = Vec::new();
            Curve::Ellipse(ellipse).meet(&curve, &mut found);
            for p in &found {
                let (own, far) = (outside(&ellipse, *p), off(*p));
                assert!(own.abs() < 1e-9 && far.abs() < 1e-9, "{ellipse:?} {curve:?} at {p:?}");
            }
            let samples: Vec<f64> = (0..720).map(|i| off(ellipse.at(f64::from(i) / 2.0))).collect();
            let changes =
                (0..720).filter(|&i| (samples[i] > 0.0) != (samples[(i + 1) % 720] > 0.0));
            let changes = changes.count();
            // Between two samples, the curves may cross twice.
            let close = samples.iter().any(|far| far.abs() < 1e-4);
            assert!(
                found.len() == changes || close && found.len() > changes,
                "{ellipse:?} {curve:?}"
            );
            most = most.max(changes);
        }
        assert_eq!(most, 4);
    }

    /// A circle that touches an ellipse has that point in common with it, even where both bend alike.
    #[test]
    fn a_touch_is_a_common_point() {
        let ellipse =
            Ellipse { centre: Vec2::default(), axis: Vec2::new(1.0, 0.0), along: 0.5, across: 0.2 };
        let meet = |x: f64, radius: f64| {
            let mut found = Vec::new();
            let circle = Curve::Circle { centre: Vec2::new(x, 0.0), radius };
            circle.meet(&Curve::Ellipse(ellipse), &mut found);
            found
        };
        let is_end = |p: &Vec2| (*p - Vec2::new(0.5, 0.0)).length() < 1e-6;
        assert!(meet(1.0, 0.5).iter().any(is_end), "from outside");
        // The radius of curvature at the end is 0.2^2 / 0.5 = 0.08.
        assert!(meet(0.42, 0.08).iter().any(is_end), "as a circle of curvature");
        assert!(meet(0.45, 0.05).iter().any(is_end), "from inside");
        assert!(meet(0.45, 0.04).is_empty(), "inside");
        assert_eq!(meet(0.0, 0.2).len(), 2, "at both sides from inside");
        let mut found = Vec::new();
        Curve::Ellipse(ellipse).meet(&Curve::Ellipse(ellipse), &mut found);
        assert!(found.is_empty(), "with itself");
    }
}

#[cfg(test)]
mod spin_tests {
    use crate::geometry::scalar::Vec2;
    use crate::geometry::shape::{Begun, Meeting, Shape};
    use crate::space::track::*;
    use alfil_rules::plane::{Body, BodyPart, Figure, Point, Real};

    #[test]
    fn a_sword_turns_onto_a_point() {
        let corner = |x, y| Point { x: Real::new(x).unwrap(), y: Real::new(y).unwrap() };
        let corners = vec![corner(0.0, 0.5), corner(-0.1, -0.5), corner(0.1, -0.5)];
        let figure = Figure::Polygon(corners);
        let sword = Body::Parts(vec![BodyPart { figure, at: Point::default() }]);
        let east = Shape::of(&sword, 0.0);
        // The point is inside the circle of the tip, a quarter turn to the left.
        let near = Vec2::new(0.0, 0.4);
        let begins = |way| overlaps(&east, near)[way as usize][0].enter;
        let (left, right) = (begins(Rotation::Left), begins(Rotation::Right));
        assert!(left > 88.0 && left < 89.0 && right > 77.0 && right < 78.0, "{left} {right}");
        let turned = near.turned(Vec2::at_angle(-left));
        assert_eq!(east.touch(turned), crate::geometry::shape::Touch::Contact);
        assert!(overlaps(&east, Vec2::new(0.0, 0.6)).iter().all(|met| met.is_empty()));
        // The tip is over the point until it has turned on, and the base comes over it later.
        let [all, _] = overlaps(&east, Vec2::new(0.3, 0.0));
        assert!(all[0].begun == Begun::Before && all[0].leave < 5.0);
        assert!(all[1].begun == Begun::ByMoving && (164.0..166.0).contains(&all[1].enter));
        let [always, _] = overlaps(&east, Vec2::new(0.01, 0.0));
        assert_eq!(*always, [Meeting { enter: 0.0, leave: WHOLE, begun: Begun::Before }]);
    }
}
