//! Rays in a box, along which balls move, the receivers of outlines, and obstacles.

use crate::geometry::curve::{Curve, Disc};
use crate::geometry::outline::{corners_of, gap, surround};
use crate::geometry::scalar::{EPSILON, PARALLEL, Vec2, Vector, below, beyond};
use crate::geometry::shape::{Meeting, Meetings, Shape, Touch};

// Rays in a box, along which balls move.
//
// A ball on its way covers what a plane through the ray shows of it: a disc. So it meets a point where a disc
// does. Two ways are skew in general. A ray enters the points near another ray through a tube around the
// line, or through the ball at one of its ends.
//
// The functions are never inlined, so that those of planes stay small.

/// A ray in a box.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Flight {
    /// The place of the piece.
    pub from: Vector,
    /// The unit vector.
    pub along: Vector,
}

impl Flight {
    /// Returns the point at a distance.
    #[inline]
    pub fn at(&self, distance: f64) -> Vector {
        self.from + self.along * distance
    }

    /// Returns the distance of a point from the line, in both directions.
    fn aside(&self, at: Vector) -> f64 {
        self.along.times(at - self.from).length()
    }

    /// Returns the distances at which the centre is as far from a point as the radius. `None` if it
    /// never is.
    fn crossings(&self, radius: f64, at: Vector) -> Option<(f64, f64)> {
        let (middle, aside) = ((at - self.from).dot(self.along), self.aside(at));
        let under = (radius - aside) * (radius + aside);
        (under > 0.0).then(|| (middle - under.sqrt(), middle + under.sqrt()))
    }

    /// Returns the distances between which a ball around the moving centre covers a point. `None` if
    /// it never does.
    #[inline(never)]
    pub(crate) fn span(&self, radius: f64, at: Vector) -> Option<(f64, f64)> {
        if below(self.aside(at), radius) { self.crossings(radius, at) } else { None }
    }

    /// Returns the overlap of a moving ball with a point.
    #[inline(never)]
    pub(crate) fn meet(&self, radius: f64, at: Vector) -> Meetings {
        let Some((enter, leave)) = self.span(radius, at) else { return Meetings::None };
        Meeting::new(enter, leave, || Touch::of(radius - (at - self.from).length())).into()
    }

    /// A quick test. False means that a ball never covers a point within `radius` of `at` on its way
    /// up to `most`. `reach` is the sum of both radii.
    #[inline(never)]
    pub(crate) fn comes_near(&self, most: f64, at: Vector, reach: f64) -> bool {
        let forward = (at - self.from).dot(self.along);
        !beyond(self.aside(at), reach) && !beyond(-forward, reach) && !beyond(forward, most + reach)
    }

    /// Appends the distances at which the ray crosses or touches a ball.
    #[inline(never)]
    pub(crate) fn crossings_with_ball(&self, at: Vector, radius: f64, found: &mut Vec<f64>) {
        if let Some((enter, leave)) = self.crossings(radius, at) {
            found.extend([enter, leave]);
        }
        // Near a tangent, the two crossings are equal to tolerance. Then their middle is added too.
        if (self.aside(at) - radius).abs() < EPSILON {
            found.push((at - self.from).dot(self.along));
        }
    }

    /// Appends the distances at which the ray crosses or touches the tube around a line.
    #[inline(never)]
    pub(crate) fn crossings_with_tube(&self, tube: &Flight, radius: f64, found: &mut Vec<f64>) {
        // Seen along the line, the tube is a circle and this ray a line, on which lengths are `gain`
        // times as long.
        let normal = tube.along.times(self.along);
        let gain = normal.length();
        if gain < PARALLEL {
            return;
        }
        let normal = normal * (1.0 / gain);
        let apart = self.from - tube.from;
        let aside = normal.dot(apart).abs();
        // The ray is nearest to the line where the rest of the distance is 0.
        let middle = -normal.times(tube.along).dot(apart) / gain;
        let under = (radius - aside) * (radius + aside);
        if under > 0.0 {
            let half = under.sqrt() / gain;
            found.extend([middle - half, middle + half]);
        }
        if (aside - radius).abs() < EPSILON {
            found.push(middle);
        }
    }

    /// A quick test. False means that no point of this line is nearer to another line than `reach`.
    #[inline(never)]
    pub(crate) fn passes(&self, other: &Flight, reach: f64) -> bool {
        let normal = self.along.times(other.along);
        let gain = normal.length();
        gain < PARALLEL || !beyond(normal.dot(other.from - self.from).abs(), reach * gain)
    }
}

// Receivers of outlines.
//
// A yes-or-no question about points, such as whether a point is attacked, can change its answer
// only on certain curves. The code for such a question reports these outlines to a `Sink`.
// `Marks` collects the places where a track crosses the outlines, and `Curves`
// collects the outlines.

/// A receiver of outlines.
pub(crate) trait Sink {
    /// Receives a strip between two parallel lines along a unit vector. For points p of the lines,
    /// the vector product `along x (p - from)` is `low` or `high`.
    fn strip(&mut self, from: Vec2, along: Vec2, low: f64, high: f64);

    /// Receives the level at this height of a box.
    fn level(&mut self, z: f64);

    /// Receives the tube of all points of a box this far from a line in both directions.
    fn tube(&mut self, around: Flight, radius: f64);

    /// Receives the outline of a shape with this centre. In a box, it is a ball.
    fn outline(&mut self, shape: &Shape, at: Vec2);

    /// Receives a line through a point along a unit vector.
    fn line(&mut self, at: Vec2, along: Vec2) {
        self.strip(at, along, 0.0, 0.0);
    }
}

/// Collects the outlines that meet one disc, each only once.
#[derive(Clone)]
pub struct Curves {
    disc: Disc,
    found: Vec<Curve>,
}

impl Curves {
    /// Returns an empty collection for a disc.
    pub(crate) fn within(disc: Disc) -> Self {
        Self { disc, found: Vec::new() }
    }

    pub(crate) fn disc(&self) -> Disc {
        self.disc
    }

    /// Adds a curve if it meets the disc and is new.
    pub(crate) fn add(&mut self, curve: Curve) {
        let known = || self.found.iter().any(|c| c.is_like(&curve));
        if curve.comes_within(self.disc) && !known() {
            self.found.push(curve);
        }
    }

    /// Adds a circle unless its radius is 0 to tolerance.
    pub(crate) fn circle(&mut self, centre: Vec2, radius: f64) {
        if radius > EPSILON {
            self.add(Curve::Circle { centre, radius });
        }
    }

    /// Removes the curves for which `keep` is false.
    pub(crate) fn retain(&mut self, keep: impl Fn(&Curve) -> bool) {
        self.found.retain(keep);
    }

    pub(crate) fn all(&self) -> &[Curve] {
        &self.found
    }

    /// Returns every point where two curves meet.
    pub(crate) fn corners(&self) -> Vec<Vec2> {
        let mut found = Vec::new();
        for (i, a) in self.found.iter().enumerate() {
            self.found[..i].iter().for_each(|b| a.meet(b, &mut found));
        }
        found
    }
}

impl Sink for Curves {
    // Curves bound regions, which a box does not have.
    fn level(&mut self, _: f64) {}

    fn tube(&mut self, _: Flight, _: f64) {}

    fn strip(&mut self, from: Vec2, along: Vec2, low: f64, high: f64) {
        let left = Vec2::new(-along.y, along.x);
        for aside in [low, high] {
            self.add(Curve::Line { at: from + left * aside, along });
        }
    }

    fn outline(&mut self, shape: &Shape, at: Vec2) {
        match shape {
            Shape::Disc(radius) => self.circle(at, *radius),
            Shape::Compound(compound) => {
                for piece in compound.pieces() {
                    piece.curves(at).into_iter().for_each(|curve| self.add(curve));
                }
            }
        }
    }
}

// Obstacles: figures on a plane that no body may overlap.
//
// Bodies are discs in a game with obstacles. So a body of radius r overlaps an obstacle if its
// centre is nearer to the obstacle than r. Such centres are bounded by circles, and by lines beside
// the sides of polygons. In a box they are bounded by balls, tubes along edges, walls and levels. A body may
// touch an obstacle.

/// A figure that no body may overlap.
#[derive(Clone, PartialEq, Debug)]
pub enum Obstacle {
    /// All points at most this far from a centre.
    Disc(Vec2, f64),
    /// A polygon with its corners in order.
    Polygon(Vec<Vec2>),
    /// In a box, all points between the lowest and the highest of the corners.
    Block(Vector, Vector),
}

impl Obstacle {
    /// Returns whether a disc of this radius around a point overlaps the obstacle.
    pub fn overlaps(&self, at: Vec2, radius: f64) -> bool {
        match self {
            Obstacle::Disc(centre, own) => below((at - *centre).length(), own + radius),
            Obstacle::Polygon(corners) => {
                corners_of(corners).any(|(a, b)| below(gap(at, a, b), radius))
                    || surround(std::slice::from_ref(corners), at)
            }
            Obstacle::Block(low, high) => below(outside(*low, *high, at), radius),
        }
    }

    /// Reports the outlines on which a disc of this radius begins or ceases to overlap the obstacle.
    pub(crate) fn outlines(&self, radius: f64, sink: &mut impl Sink) {
        match self {
            Obstacle::Disc(centre, own) => sink.outline(&Shape::Disc(own + radius), *centre),
            Obstacle::Polygon(corners) => {
                for (a, b) in corners_of(corners) {
                    sink.strip(a, (b - a).unit(), -radius, radius);
                    sink.outline(&Shape::Disc(radius), a);
                }
            }
            Obstacle::Block(low, high) => {
                let (right, ahead) = (Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0));
                for (corner, out) in [(*low, -radius), (*high, radius)] {
                    sink.line(Vec2::new(corner.x + out, 0.0), ahead);
                    sink.line(Vec2::new(0.0, corner.y + out), right);
                    sink.level(corner.z + out);
                }
                let either = |n: bool, a: f64, b: f64| if n { a } else { b };
                for i in 0..8 {
                    let [x, y, z] = [1, 2, 4].map(|bit| i & bit == 0);
                    let corner = Vector::in_space(
                        either(x, low.x, high.x),
                        either(y, low.y, high.y),
                        either(z, low.z, high.z),
                    );
                    sink.outline(&Shape::Disc(radius), corner);
                    let up = Vector::in_space(0.0, 0.0, 1.0);
                    for (first, along) in [(x, right), (y, ahead), (z, up)] {
                        if first {
                            sink.tube(Flight { from: corner, along }, radius);
                        }
                    }
                }
            }
        }
    }

    /// Reports the lines along a unit vector that touch an outline or pass a corner of it.
    pub(crate) fn tangents(&self, radius: f64, along: Vec2, sink: &mut impl Sink) {
        match self {
            Obstacle::Disc(centre, own) => {
                sink.strip(*centre, along, -own - radius, own + radius);
            }
            Obstacle::Polygon(corners) => {
                corners.iter().for_each(|corner| sink.strip(*corner, along, -radius, radius));
            }
            // Only paths of two parts have tangents, and a box has no such paths.
            Obstacle::Block(..) => {}
        }
    }
}

/// Returns the distance of a point from a block. 0 inside.
fn outside(low: Vector, high: Vector, at: Vector) -> f64 {
    let beyond = |low: f64, high: f64, n: f64| (low - n).max(n - high).max(0.0);
    let x = beyond(low.x, high.x, at.x);
    let y = beyond(low.y, high.y, at.y);
    Vector::in_space(x, y, beyond(low.z, high.z, at.z)).length()
}
