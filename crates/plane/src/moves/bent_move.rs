//! Moves whose ends are regions: paths of two parts, and leaps. The safety of royal pieces is
//! ignored here.

use crate::geometry::curve::{Curve, Disc};
use crate::geometry::front::{Cover, Fan, MARGIN, Within};
use crate::geometry::interval::{Interval, IntervalSet};
use crate::geometry::scalar::{SLIVER, Vec2, at_most, below, beyond};
use crate::geometry::shape::{Meeting, Shape};
use crate::model::motion::{Area, Bend};
use crate::model::position::{Lengths, PieceId, PieceSet};
use crate::model::program::{Field, Stand, may_start};
use crate::moves::ray_move::RayMove;
use crate::space::flight::{Curves, Sink};
use crate::space::track::Segment;
use alfil_rules::plane::Friends;

// Paths of two parts: the piece goes along one ray to a stop, and from there along another one.
// The safety of royal pieces is ignored here.
//
// The piece captures nothing in the first part. The second part is an ordinary ray from the stop.
// So the moves are a fan of parallel rays, one from each stop. Two lengths give a landing, and
// every landing has exactly one pair of lengths, because the parts have different directions. The
// landings are bounded by lines and circles.
//
//        stop
//    ---->*       first part, along which the fan moves
//   A      \
//           x     second part
//
// To find out whether a point is attacked, the rays of the fan are tried between all stops where
// something changes: where a ray begins or ceases to meet a piece, or meets two pieces at once, or
// reaches a limit.

/// The paths of a piece by one of its bends.
pub struct BentMove<'a> {
    field: &'a Field<'a>,
    id: PieceId,
    bend: &'a Bend,
    first: RayMove<'a>,
    /// The directions of both parts.
    along: [Vec2; 2],
    /// The stops between the two parts in the present position.
    stops: IntervalSet,
    /// The other pieces that can be in the way of the second part.
    near: Vec<PieceId>,
    /// Whether the condition depends on the landing.
    landing: Landings,
}

/// Whether the condition of a path depends on its landing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Landings {
    /// All landings are allowed.
    Any,
    /// The condition selects the landings.
    Selected,
}

impl<'a> BentMove<'a> {
    /// Computes the first part of the paths of piece `id`. `None` if the piece may not use the bend.
    pub fn new(field: &'a Field<'a>, id: PieceId, bend: &'a Bend) -> Option<Self> {
        if !may_start(&bend.last.ground, field.piece(id)) {
            return None;
        }
        let first = RayMove::new(field, id, &bend.first, field.path(id, &bend.first)?);
        let along = [&bend.first, &bend.last].map(|ray| field.direction(id, ray.along));
        let stops = first.empty_stops(PieceSet::NONE, &[]);
        let landing =
            if bend.last.ground.depends_on_end() { Landings::Selected } else { Landings::Any };
        let near = Vec::new();
        let mut bent = Self { field, id, bend, first, along, stops, near, landing };
        let Disc { centre, radius } = bent.disc();
        let far = radius + field.reach;
        let others = field.others(PieceSet::one(id));
        let near = others.filter(|(_, piece)| !beyond((piece.at - centre).length(), far));
        bent.near = near.map(|(other, _)| other).collect();
        Some(bent)
    }

    /// The place of the piece.
    pub(crate) fn from(&self) -> Vec2 {
        self.first.path.track.from()
    }

    /// The directions of both parts.
    pub(crate) fn directions(&self) -> [Vec2; 2] {
        self.along
    }

    fn radius(&self) -> f64 {
        self.field.shapes[self.id].reach()
    }

    /// Returns the stop between the two parts.
    fn stop(&self, first: f64) -> Vec2 {
        self.from() + self.along[0] * first
    }

    /// Returns the second part from a stop. `None` if it has no length there.
    fn last(&self, first: f64) -> Option<RayMove<'a>> {
        let (field, id, ray) = (self.field, self.id, &self.bend.last);
        let path = field.path_from(id, self.stop(first), ray)?;
        let allowed = match self.landing {
            Landings::Any => None,
            Landings::Selected => ray.ground.stops(field.piece(id), &path),
        };
        let others = self.near.iter().map(|&other| (other, field.piece(other)));
        Some(RayMove::among(field, id, ray, path, allowed, others))
    }

    /// Returns the lengths of the parts of a path to `p`.
    pub fn lengths(&self, p: Vec2) -> Lengths {
        let [u, v] = self.directions();
        let (d, gain) = (p - self.from(), u.cross(v));
        Lengths { first: d.cross(v) / gain, last: u.cross(d) / gain }
    }

    /// Returns the captures of a path to `p`. `None` if the piece may not go there.
    pub(crate) fn taken(&self, p: Vec2) -> Option<PieceSet> {
        let Lengths { first, last } = self.lengths(p);
        if !self.stops.contains(first) {
            return None;
        }
        let stretches = self.last(first)?.stretches();
        stretches.iter().find(|stretch| stretch.at.contains(last)).map(|stretch| stretch.taken)
    }

    /// The greatest length of the second part. Infinite if only the edge ends it.
    fn most(&self) -> f64 {
        self.bend.last.to
    }

    fn least(&self) -> f64 {
        self.bend.last.from.max(self.field.program.least())
    }

    /// Returns a disc that contains all landings.
    pub fn disc(&self) -> Disc {
        let [u, v] = self.directions();
        let far = self.most().min(self.field.program.size().length());
        let (a, b) = (u * self.first.path.stops.most, v * far);
        let radius = (a + b).length().max((a - b).length()) / 2.0;
        Disc { centre: self.from() + (a + b) * 0.5, radius }
    }

    /// Returns the parallelogram of all second parts in the present position. `None` if the first part
    /// has no stop.
    pub(crate) fn fan(&self) -> Option<Fan> {
        let (low, high) = (self.stops.parts().first()?, self.stops.parts().last()?);
        let first = Interval::closed(low.from, high.to);
        let far = self.most().min(self.field.program.size().length());
        let last = Interval::closed(0.0, far);
        Some(Fan::new(self.from(), self.along, [first, last]))
    }

    /// Returns where the landings are.
    pub(crate) fn within(&self) -> Within {
        let width = self.field.program.size().x;
        let Some(fan) = self.fan() else { return Within::Span(0.0, width) };
        let (left, right) = fan.span();
        Within::Fan(left.max(0.0), right.min(width), fan)
    }

    /// Adds every curve on which landings in the fan begin or end or the captures change.
    pub(crate) fn outline(&self, fan: &Fan, curves: &mut Curves) {
        // A piece that no second part touches does not matter.
        let reach = self.field.reach;
        self.landing_curves(&self.stops, PieceSet::NONE, |at| fan.comes_near(at, reach), curves);
        curves.retain(|curve| fan.meets(curve));
    }

    /// Adds the curves on which landings or captures may change, if the first part ends at `stops`.
    /// Only pieces at places for which `is_near` is true matter.
    fn landing_curves(
        &self,
        stops: &IntervalSet,
        gone: PieceSet,
        is_near: impl Fn(Vec2) -> bool,
        curves: &mut Curves,
    ) {
        let ([u, v], from, field) = (self.directions(), self.from(), self.field);
        for part in stops.parts() {
            curves.line(self.stop(part.from), v);
            curves.line(self.stop(part.to), v);
        }
        curves.line(from + v * self.least(), u);
        if self.most().is_finite() {
            curves.line(from + v * self.most(), u);
        }
        self.edge_lines(curves);
        self.bend.last.ground.outlines(field.piece(self.id), curves);
        let (gone, radius) = (gone.with(self.id), self.radius());
        for obstacle in field.program.obstacles() {
            obstacle.outlines(radius, curves);
            obstacle.tangents(radius, v, curves);
        }
        let side = field.piece(self.id).side;
        let Disc { centre, radius: around } = self.disc();
        for stand in field.near(centre, around + field.reach.max(radius)) {
            let (other, piece) = (stand.id, field.piece(stand.id));
            if gone.has(other) || !is_near(piece.at) {
                continue;
            }
            curves.outline(&Shape::Disc(radius), piece.at);
            curves.strip(piece.at, v, -radius, radius);
            if piece.side == side {
                let friend = &field.shapes[other];
                curves.outline(friend, piece.at);
                // The way ends at a larger friend, so landings behind it are out of reach.
                if field.program.friends() == Friends::Stop {
                    let (low, high) = friend.strip(v);
                    curves.strip(piece.at, v, low, high);
                }
            }
        }
    }

    /// Adds the lines on which the second part reaches its limit by an edge of the plane. The limit
    /// is a fixed part of the way from the stop to the edge.
    fn edge_lines(&self, curves: &mut Curves) {
        let [_, v] = self.directions();
        let (size, part) =
            (self.field.program.size(), self.field.program.rules().plane.reach.get());
        let edge = |by: f64, size: f64| if by > 0.0 { size } else { 0.0 };
        let limit = |far: &dyn Fn(Vec2) -> f64| {
            let [a, b] = [0.0, 1.0].map(|first| {
                let stop = self.stop(first);
                stop + v * (part * far(stop))
            });
            (a, (b - a).unit())
        };
        if v.x != 0.0 {
            let (at, along) = limit(&|stop| (edge(v.x, size.x) - stop.x) / v.x);
            curves.line(at, along);
        }
        if v.y != 0.0 {
            let (at, along) = limit(&|stop| (edge(v.y, size.y) - stop.y) / v.y);
            curves.line(at, along);
        }
    }

    /// Returns whether the piece captures a royal piece at `at`. `extra` is the place of one more
    /// enemy.
    pub(crate) fn takes(&self, at: Vec2, extra: Option<Vec2>, gone: PieceSet) -> bool {
        let Disc { centre, radius } = self.disc();
        if beyond((at - centre).length(), radius + self.radius()) {
            return false;
        }
        let stops = self.stops_before(at, extra, gone);
        let takes = |first: f64| self.last(first).is_some_and(|last| last.takes(at, extra, gone));
        // If nothing is in the way, the path whose second part goes to the royal piece itself
        // captures it. To find out that no path does takes long.
        let direct = self.lengths(at).first;
        if stops.contains(direct) && takes(direct) {
            return true;
        }
        let mut marks = self.marks(at, extra, gone, &stops);
        marks.sort_by(f64::total_cmp);
        stops.parts().iter().any(|part| {
            let inside = |mark: &f64| below(part.from, *mark) && below(*mark, part.to);
            let mut all = vec![part.from];
            all.extend(marks.iter().copied().filter(inside));
            all.push(part.to);
            let between =
                |pair: &[f64]| pair[1] - pair[0] > SLIVER && takes((pair[0] + pair[1]) / 2.0);
            all.iter().any(|&first| part.contains(first) && takes(first))
                || all.windows(2).any(between)
        })
    }

    /// Returns where another piece may shield a royal piece at `royal` from these paths.
    pub(crate) fn cover(&self, royal: Vec2) -> Cover {
        let ([u, v], radius) = (self.directions(), self.radius());
        // Only second parts that pass nearer to the royal piece than the radius matter, and of these
        // only what lies before it.
        let Lengths { first, last } = self.lengths(royal);
        let aside = (radius + MARGIN) / u.cross(v).abs();
        let most = self.first.path.stops.most;
        let (low, high) = ((first - aside).max(0.0), (first + aside).min(most));
        if high < low {
            return Cover::Anywhere;
        }
        let far = (last + aside).max(self.least()) + radius + MARGIN;
        let seconds = [Interval::closed(low, high), Interval::closed(0.0, far)];
        let areas = vec![Fan::new(self.from(), [u, v], seconds), Fan::way(self.from(), u, high)];
        Cover::Near { areas, reach: radius + MARGIN }
    }

    /// Returns the stops between the parts if a royal piece stands at `at` and one more enemy at
    /// `extra`.
    fn stops_before(&self, at: Vec2, extra: Option<Vec2>, gone: PieceSet) -> IntervalSet {
        let more = [Some(at), extra].into_iter().flatten();
        let more: Vec<Meeting> = more.flat_map(|p| self.first.meet(p).to_vec()).collect();
        self.first.empty_stops(gone, &more)
    }

    /// Returns the lengths of the first part at which the capture of a royal piece at `at` may
    /// become possible or impossible, besides the ends of `stops`.
    fn marks(
        &self,
        at: Vec2,
        extra: Option<Vec2>,
        gone: PieceSet,
        stops: &IntervalSet,
    ) -> Vec<f64> {
        let ([u, v], from, radius) = (self.directions(), self.from(), self.radius());
        let gone = gone.with(self.id);
        let others = self.field.others(gone).map(|(_, piece)| piece.at);
        let others = others.chain([at]).chain(extra);
        let gain = v.cross(u);
        let side = self.field.piece(self.id).side;
        let stops_ways = self.field.program.friends() == Friends::Stop;
        let friends = self.field.others(gone).filter(|(_, piece)| stops_ways && piece.side == side);
        let tangents = friends.flat_map(|(friend, piece)| {
            let (low, high) = self.field.shapes[friend].strip(v);
            [low, high].map(|aside| (v.cross(piece.at - from) + aside) / gain)
        });
        let mut marks: Vec<f64> = others
            .flat_map(|p| [-radius, radius].map(|aside| (v.cross(p - from) - aside) / gain))
            .chain(tangents)
            .collect();
        // Where a ray captures the royal piece, its body covers that piece or touches it.
        let mut curves = Curves::within(Disc { centre: at, radius });
        self.landing_curves(stops, gone, |_| true, &mut curves);
        for p in [Some(at), extra].into_iter().flatten() {
            curves.outline(&Shape::Disc(radius), p);
        }
        marks.extend(curves.corners().into_iter().map(|p| self.lengths(p).first));
        marks
    }

    /// Reports the outlines on which the capture of a royal piece may become possible or impossible
    /// as that piece moves within `disc`.
    ///
    /// A royal piece is captured from an interval of stops. That ends where a ray touches the piece
    /// only on a tangent, where the landing is on a curve, or where the first part touches the
    /// piece. The capture may become impossible where two such ends meet.
    pub(crate) fn outlines(&self, disc: Disc, gone: PieceSet, sink: &mut impl Sink) {
        let ([u, v], radius) = (self.directions(), self.radius());
        let stops = self.first.empty_stops(gone, &[]);
        let wide = disc.radius + 2.0 * radius + self.least();
        let mut curves = Curves::within(Disc { radius: wide, ..disc });
        self.landing_curves(&stops, gone, |_| true, &mut curves);
        curves.line(self.from(), u);
        let left = Vec2::new(-v.y, v.x) * radius;
        for curve in curves.all() {
            match *curve {
                Curve::Line { at, along } => {
                    sink.strip(at, along, -radius, radius);
                    [left, left * -1.0].into_iter().for_each(|by| sink.line(at + by, along));
                }
                Curve::Circle { centre, radius: own } => {
                    for far in [own + radius, (own - radius).abs()] {
                        sink.outline(&Shape::Disc(far), centre);
                    }
                    for by in [left, left * -1.0] {
                        sink.outline(&Shape::Disc(own), centre + by);
                    }
                }
                // Where a path of two parts captures, a game has no ellipses.
                Curve::Ellipse(_) => {}
            }
        }
        for corner in curves.corners() {
            let Lengths { first, last } = self.lengths(corner);
            if at_most(0.0, first) && at_most(0.0, last) && at_most(last, self.most()) {
                sink.outline(&Shape::Disc(radius), corner);
                sink.outline(&Shape::Disc(radius), corner - v * self.least());
            }
        }
        self.first_outlines(sink);
    }

    /// Reports the outlines of pieces that the first part touches while the second part meets them
    /// on a tangent, or leaves them at the least length.
    fn first_outlines(&self, sink: &mut impl Sink) {
        let ([u, v], from, radius) = (self.directions(), self.from(), self.radius());
        let (left, half) = (Vec2::new(-v.y, v.x), self.least() / 2.0);
        sink.strip(from, u, -radius, radius);
        sink.outline(&Shape::Disc(radius), from);
        let chord = ((radius - half) * (radius + half)).max(0.0).sqrt();
        for side in [-1.0, 1.0] {
            sink.line(from + left * (radius * side), u);
            sink.line(from + v * half + left * (chord * side), u);
            sink.line(from + v * self.least() + left * (radius * side), u);
        }
    }

    /// Reports the outlines that matter when a royal piece stays at `royal` and another piece
    /// moves, which may block these paths.
    pub(crate) fn outlines_of_blocker(&self, royal: Vec2, gone: PieceSet, sink: &mut impl Sink) {
        let ([u, v], from, radius) = (self.directions(), self.from(), self.radius());
        let least = self.least();
        let stops = self.stops_before(royal, None, gone);
        let mut ends = self.marks(royal, None, gone, &stops);
        ends.extend(stops.parts().iter().flat_map(|part| [part.from, part.to]));
        let most = self.first.path.stops.most;
        ends.retain(|&first| at_most(0.0, first) && at_most(first, most));
        let body = Shape::Disc(radius);
        for first in ends {
            let stop = self.stop(first);
            sink.strip(stop, v, -radius, radius);
            sink.outline(&body, stop);
            sink.outline(&body, stop + v * least);
            let (forth, aside) = (v.dot(royal - stop), v.cross(royal - stop));
            let half = ((radius - aside) * (radius + aside)).max(0.0).sqrt();
            sink.outline(&body, stop + v * (forth - half).max(least));
        }
        self.first_outlines(sink);
        sink.strip(from + v * least, u, -radius, radius);
        let left = Vec2::new(-v.y, v.x) * radius;
        sink.outline(&body, royal + left);
        sink.outline(&body, royal - left);
        sink.outline(&Shape::Disc(2.0 * radius), royal);
    }

    /// Returns segments along which the attacker's centre may move in the second part to capture a
    /// royal piece, from stops at most `step` apart. For pictures only.
    pub(crate) fn swept(&self, gone: PieceSet, step: f64) -> Vec<Segment> {
        let stops = self.first.empty_stops(gone, &[]);
        let each = |part: &Interval| {
            let count = ((part.to - part.from) / step).ceil().max(1.0) as usize;
            let part = *part;
            (0..=count).map(move |n| part.at(n as f64 / count as f64))
        };
        let firsts = stops.parts().iter().flat_map(each);
        firsts.filter_map(|first| Some(self.last(first)?.swept(gone))).flatten().collect()
    }
}

// Leaps into a region: the points where a piece may land, and the points that such a leap attacks.
// The safety of royal pieces is ignored here.
//
// A landing is within reach and on the plane. It covers no friend, and no friend covers it. All
// enemies that it covers are captured. The landings are a closed set bounded by lines and circles.
// So the landing nearest to a point is the point itself, the nearest point of a curve, or a corner
// where two curves meet.
//
//     .---.       most
//    / .-. \      least: too near
//    \ '-' (f     f a friend, whose disc is cut out
//     '---'

/// The possible landings of a piece by one of its areas.
#[derive(Clone, Copy, Debug)]
pub struct AreaMove<'a> {
    id: PieceId,
    area: &'a Area,
    /// The place of the piece.
    pub(crate) from: Vec2,
    least: f64,
    /// Maximum distance of a landing, at most the diagonal of the plane.
    pub most: f64,
    /// Lower left and upper right corner of the part of the plane within reach.
    low: Vec2,
    high: Vec2,
}

impl<'a> AreaMove<'a> {
    /// Returns the landings of piece `id`. `None` if the piece may not use the area.
    pub fn new(field: &Field<'a>, id: PieceId, area: &'a Area) -> Option<Self> {
        let piece = field.piece(id);
        if !may_start(&area.ground, piece) {
            return None;
        }
        let (from, size) = (piece.at, field.program.size());
        // The reach is a fixed part of the distance to the edge, the same along every bearing. So
        // the landings lie in a smaller copy of the plane. Joined edges are no limit: there a whole
        // lap is out of reach.
        let reach = field.program.rules().plane.reach.get();
        let (mut low, mut high) = (from * (1.0 - reach), from * (1.0 - reach) + size * reach);
        let around = field.surface().around();
        if around.x.is_finite() {
            (low.x, high.x) = (from.x - size.x, from.x + size.x);
        }
        if around.y.is_finite() {
            (low.y, high.y) = (from.y - size.y, from.y + size.y);
        }
        let least = area.from.max(field.program.least());
        let most = area.to.min(size.length());
        at_most(least, most).then_some(Self { id, area, from, least, most, low, high })
    }

    /// Returns the captures of a landing at `p`. `None` if the piece may not land there.
    pub fn taken(&self, field: &Field<'_>, p: Vec2) -> Option<PieceSet> {
        if !self.is_free(field, p, PieceSet::NONE) {
            return None;
        }
        let (me, side) = (&field.shapes[self.id], field.piece(self.id).side);
        let near = field.near(p, me.reach()).filter(|enemy| field.piece(enemy.id).side != side);
        let covered = near.filter(|enemy| me.covers(enemy.at - p));
        let taken = covered.fold(PieceSet::NONE, |all, enemy| all.with(enemy.id));
        self.area.purpose.allows(!taken.is_empty()).then_some(taken)
    }

    /// Returns whether `p` is within reach, on the plane, and clear of all friends. The pieces of
    /// `gone` are ignored.
    fn is_free(&self, field: &Field<'_>, p: Vec2, gone: PieceSet) -> bool {
        let far = (p - self.from).length();
        let near = at_most(self.least, far) && at_most(far, self.most);
        let on = at_most(self.low.x, p.x)
            && at_most(p.x, self.high.x)
            && at_most(self.low.y, p.y)
            && at_most(p.y, self.high.y);
        let (me, side) = (&field.shapes[self.id], field.piece(self.id).side);
        let mut friends = field.near(p, field.reach).filter(|friend| {
            field.piece(friend.id).side == side && self.is_there(*friend, gone) && {
                let apart = friend.at - p;
                me.covers(apart) || field.shape(friend.id, friend.sense).covers(apart * -1.0)
            }
        });
        near && on && friends.next().is_none() && !field.is_blocked(self.id, p)
    }

    /// Returns whether a piece, or the image of the own place, bars landings. The pieces of `gone`
    /// do not.
    fn is_there(&self, stand: Stand, gone: PieceSet) -> bool {
        if stand.id == self.id { stand.at != self.from } else { !gone.has(stand.id) }
    }

    /// Adds the curves on which landings begin or end and, if captures matter, those on which the
    /// captures change.
    fn curves(&self, field: &Field<'_>, gone: PieceSet, captures: Captures, curves: &mut Curves) {
        curves.circle(self.from, self.least);
        curves.circle(self.from, self.most);
        let (right, up) = (Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0));
        for (at, along) in [(self.low, right), (self.low, up), (self.high, right), (self.high, up)]
        {
            curves.add(Curve::Line { at, along });
        }
        field.obstacle_outlines(self.id, curves);
        let side = field.piece(self.id).side;
        let Disc { centre, radius } = curves.disc();
        for stand in field.near(centre, radius + field.reach) {
            let friendly = field.piece(stand.id).side == side;
            if !self.is_there(stand, gone) {
                continue;
            }
            // The body is a disc. So it begins to cover the other centre when its own centre
            // crosses the same disc around that centre.
            if friendly || captures == Captures::Seen {
                curves.outline(&field.shapes[self.id], stand.at);
            }
            if friendly {
                curves.outline(field.shape(stand.id, stand.sense), stand.at);
            }
        }
    }

    /// Adds every curve on which landings begin or end or the captures change.
    pub fn outline(&self, field: &Field<'_>, curves: &mut Curves) {
        self.curves(field, PieceSet::NONE, Captures::Seen, curves);
    }

    /// Returns the range of x of all landings.
    pub(crate) fn span(&self) -> (f64, f64) {
        (self.low.x.max(self.from.x - self.most), self.high.x.min(self.from.x + self.most))
    }

    /// Returns whether the piece captures a royal piece at `at`: some landing is nearer to `at`
    /// than the radius of the body.
    pub(crate) fn takes(&self, field: &Field<'_>, at: Vec2, gone: PieceSet) -> bool {
        let radius = field.shapes[self.id].reach();
        let far = (at - self.from).length();
        if !below(far, self.most + radius) || !below(self.least, far + radius) {
            return false;
        }
        let free = |p: &Vec2| below((*p - at).length(), radius) && self.is_free(field, *p, gone);
        if free(&at) {
            return true;
        }
        let mut curves = Curves::within(Disc { centre: at, radius });
        self.curves(field, gone, Captures::Unseen, &mut curves);
        curves.all().iter().map(|curve| curve.nearest(at)).any(|p| free(&p))
            || curves.corners().iter().any(free)
    }

    /// Reports the outlines of the attacked area that meet `disc`. These are the curves of the
    /// landings, moved by the radius of the body.
    pub(crate) fn outlines(
        &self,
        field: &Field<'_>,
        disc: Disc,
        gone: PieceSet,
        sink: &mut impl Sink,
    ) {
        let own = field.shapes[self.id].reach();
        let mut curves = Curves::within(Disc { radius: disc.radius + own, ..disc });
        self.curves(field, gone, Captures::Unseen, &mut curves);
        for curve in curves.all() {
            match *curve {
                Curve::Line { at, along } => sink.strip(at, along, -own, own),
                Curve::Circle { centre, radius } => {
                    for far in [radius + own, (radius - own).abs()] {
                        sink.outline(&Shape::Disc(far), centre);
                    }
                }
                // Where such a leap captures, a game has no ellipses.
                Curve::Ellipse(_) => {}
            }
        }
        for corner in curves.corners().iter().filter(|p| self.is_free(field, **p, gone)) {
            sink.outline(&Shape::Disc(own), *corner);
        }
    }

    /// Returns a disc that contains all points where the piece may capture.
    pub(crate) fn disc(&self, field: &Field<'_>) -> Disc {
        Disc { centre: self.from, radius: self.most + field.shapes[self.id].reach() }
    }
}

/// Whether the caller needs the curves on which the captures change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Captures {
    Seen,
    Unseen,
}
