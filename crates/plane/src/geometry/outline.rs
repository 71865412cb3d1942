//! Borders of faces: segments and arcs of circles and ellipses, joined and chained;
//! and convex polygons.
//!
//! The parts of a face's border come in any order and direction. They are chained so that each
//! begins where the one before it ends. A point is closed if it belongs to the face, and open
//! otherwise. Two neighbours on the same curve are joined if they and the point between
//! them are all open or all closed. No part is lost, and a chain that can be closed is closed.

use crate::geometry::curve::{Curve, Ellipse};
use crate::geometry::scalar::{MEETS, ONE_POINT, PARALLEL, Vec2, equal};

/// A part of the border of a face.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Border {
    /// The start of the part.
    pub from: Vec2,
    /// The end of the part. Equal to `from` for a single point or a whole circle.
    pub to: Vec2,
    /// The arc, if the part is not a straight segment.
    pub arc: Option<Arc>,
    /// True if the points of the part, without its ends, belong to the face.
    pub closed: bool,
    /// True if `from` belongs to the face.
    pub from_closed: bool,
    /// True if `to` belongs to the face.
    pub to_closed: bool,
}

impl Border {
    /// Returns the point on the border nearest to `p`.
    pub fn nearest(&self, p: Vec2) -> Vec2 {
        let on = match self.arc {
            None => {
                let (d, length) = ((self.to - self.from).unit(), (self.to - self.from).length());
                self.from + d * (p - self.from).dot(d).clamp(0.0, length)
            }
            Some(Arc { oval, sweep }) => {
                let on = oval.nearest(p);
                let turned = oval.angle(on) - oval.angle(self.from);
                let ahead = (turned * sweep.signum()).rem_euclid(360.0);
                if ahead <= sweep.abs() { on } else { self.from }
            }
        };
        let ends = [on, self.from, self.to].into_iter();
        let far = |a: &Vec2| (*a - p).length();
        ends.min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(on)
    }

    /// Returns a unit vector perpendicular to the border at one of its points.
    pub fn normal(&self, at: Vec2) -> Vec2 {
        match self.arc {
            None => {
                let along = (self.to - self.from).unit();
                Vec2::new(-along.y, along.x)
            }
            Some(arc) => arc.oval.normal(at),
        }
    }

    /// Returns points along the border, from its start to its end. On an arc there is a point at
    /// least every six degrees.
    pub fn line(&self) -> Vec<Vec2> {
        let Some(Arc { oval, sweep }) = self.arc else { return vec![self.from, self.to] };
        let pieces = (sweep.abs() / 6.0).ceil().max(1.0) as usize;
        let turned = |i: usize| oval.turned(self.from, sweep * i as f64 / pieces as f64);
        (0..=pieces).map(turned).collect()
    }
}

/// The circle or the ellipse of an arc, and the part that belongs to the arc.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Arc {
    /// The whole outline.
    pub oval: Oval,
    /// Degrees from the start to the end of the arc, positive for counter-clockwise. On an ellipse,
    /// they are degrees of a circle which was stretched into the ellipse.
    pub sweep: f64,
}

/// A circle or an ellipse.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Oval {
    /// A circle.
    Circle {
        /// The centre of the circle.
        centre: Vec2,
        /// The radius of the circle.
        radius: f64,
    },
    /// An ellipse.
    Ellipse(Ellipse),
}

impl Oval {
    /// Returns the angle of a point in degrees, from 0 to below 360. On an ellipse, it is the angle
    /// of a circle which was stretched into the ellipse.
    pub(crate) fn angle(&self, p: Vec2) -> f64 {
        match self {
            Oval::Circle { centre, .. } => (p - *centre).angle(),
            Oval::Ellipse(ellipse) => ellipse.angle(p),
        }
    }

    /// Returns a point of the outline, turned by degrees along the outline.
    pub fn turned(&self, p: Vec2, by: f64) -> Vec2 {
        match self {
            Oval::Circle { centre, .. } => *centre + (p - *centre).turned(Vec2::at_angle(by)),
            Oval::Ellipse(ellipse) => ellipse.at(ellipse.angle(p) + by),
        }
    }

    /// Returns the point of the outline nearest to `p`.
    fn nearest(&self, p: Vec2) -> Vec2 {
        match *self {
            Oval::Circle { centre, radius } => Curve::Circle { centre, radius }.nearest(p),
            Oval::Ellipse(ellipse) => ellipse.nearest(p),
        }
    }

    /// Returns the outward unit vector perpendicular to the outline at one of its points.
    fn normal(&self, at: Vec2) -> Vec2 {
        match self {
            Oval::Circle { centre, .. } => (at - *centre).unit(),
            Oval::Ellipse(ellipse) => ellipse.normal(at),
        }
    }

    /// Returns whether the two are the same, to tolerance.
    fn is_like(&self, other: &Oval) -> bool {
        match (self, other) {
            (Oval::Circle { centre, radius }, Oval::Circle { centre: at, radius: second }) => {
                equal((*centre - *at).length(), 0.0) && equal(*radius, *second)
            }
            (Oval::Ellipse(own), Oval::Ellipse(other)) => own.is_like(other),
            (Oval::Circle { .. }, Oval::Ellipse(_)) | (Oval::Ellipse(_), Oval::Circle { .. }) => {
                false
            }
        }
    }
}

/// Returns whether outlines, given by their corners, surround a point. This is the even-odd rule:
/// an odd number of their sides crosses the ray from the point to the right.
pub fn surround(outlines: &[Vec<Vec2>], p: Vec2) -> bool {
    crossings(outlines, p.y).filter(|x| p.x < *x).count() % 2 == 1
}

/// Returns where the sides of outlines cross the level line at the height `y`, in no order.
fn crossings(outlines: &[Vec<Vec2>], y: f64) -> impl Iterator<Item = f64> {
    let sides = outlines.iter().flat_map(|outline| corners_of(outline));
    sides
        .filter(move |(a, b)| (a.y > y) != (b.y > y))
        .map(move |(a, b)| a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x))
}

/// A level line across outlines, prepared for many questions of [`surround`] about its points. A
/// question then costs the logarithm of the number of crossings instead of the number of sides.
pub struct Level {
    /// Where sides cross the line, sorted.
    crossings: Vec<f64>,
}

impl Level {
    /// The line at the height `y` across outlines.
    pub fn of(outlines: &[Vec<Vec2>], y: f64) -> Level {
        let mut crossings: Vec<f64> = crossings(outlines, y).collect();
        crossings.sort_by(f64::total_cmp);
        Level { crossings }
    }

    /// Returns whether the outlines surround the point of the line at `x`.
    pub fn is_surrounded(&self, x: f64) -> bool {
        let before = self.crossings.partition_point(|crossing| *crossing <= x);
        (self.crossings.len() - before) % 2 == 1
    }
}

/// Returns the distance of a point from the segment between `a` and `b`.
pub(crate) fn gap(at: Vec2, a: Vec2, b: Vec2) -> f64 {
    let (along, length) = ((b - a).unit(), (b - a).length());
    (at - (a + along * (at - a).dot(along).clamp(0.0, length))).length()
}

/// Chains parts of borders, and joins neighbours on the same curve.
pub(crate) fn loops(mut rest: Vec<Border>) -> Vec<Vec<Border>> {
    let mut all = Vec::new();
    while let Some(first) = rest.pop() {
        let mut chain = vec![first];
        // The chain first grows at its end, then at its start.
        while let Some(next) = follower(&mut rest, chain[chain.len() - 1].to) {
            chain.push(next);
        }
        while let Some(next) = follower(&mut rest, chain[0].from) {
            chain.insert(0, reversed(next));
        }
        all.push(joined(chain));
    }
    all
}

/// Removes a part that begins or ends at `at` from `rest` and returns it. A part that ends there is
/// reversed.
fn follower(rest: &mut Vec<Border>, at: Vec2) -> Option<Border> {
    let near = |p: Vec2| (p - at).length();
    let found = rest.iter().position(|b| near(b.from) < MEETS || near(b.to) < MEETS)?;
    let next = rest.swap_remove(found);
    Some(if near(next.from) < MEETS { next } else { reversed(next) })
}

fn reversed(border: Border) -> Border {
    Border {
        from: border.to,
        to: border.from,
        arc: border.arc.map(|arc| Arc { sweep: -arc.sweep, ..arc }),
        closed: border.closed,
        from_closed: border.to_closed,
        to_closed: border.from_closed,
    }
}

/// Joins neighbours of a chain that are on the same curve.
fn joined(chain: Vec<Border>) -> Vec<Border> {
    let mut all: Vec<Border> = Vec::new();
    for next in chain {
        match all.last_mut().and_then(|last| Some((*last, last)).filter(|(a, _)| follows(a, &next)))
        {
            Some((_, last)) => *last = both(last, &next),
            None => all.push(next),
        }
    }
    // In a closed chain, the first part may continue the last part on the same curve.
    if let [first, .., last] = all.as_slice()
        && follows(last, first)
        && (last.to - first.from).length() < MEETS
    {
        let whole = both(last, first);
        all.pop();
        all[0] = whole;
    }
    all
}

/// Returns whether `next` continues `last` on the same curve, and both and the point between them
/// are all open or all closed.
pub(crate) fn follows(last: &Border, next: &Border) -> bool {
    let alike = last.closed == next.closed
        && last.to_closed == last.closed
        && next.from_closed == next.closed;
    alike
        && match (last.arc, next.arc) {
            (Some(a), Some(b)) => a.oval.is_like(&b.oval) && a.sweep.signum() == b.sweep.signum(),
            (None, None) => {
                let (a, b) = (last.to - last.from, next.to - next.from);
                a.unit().cross(b.unit()).abs() < ONE_POINT && a.dot(b) > 0.0
            }
            (Some(_), None) | (None, Some(_)) => false,
        }
}

/// Joins two parts that follow one another.
pub(crate) fn both(last: &Border, next: &Border) -> Border {
    let arc = last.arc.zip(next.arc).map(|(a, b)| Arc { sweep: a.sweep + b.sweep, ..a });
    Border { to: next.to, to_closed: next.to_closed, arc, ..*last }
}

// Convex polygons.

/// A convex polygon.
#[derive(Clone, PartialEq, Debug)]
pub struct Polygon {
    corners: Vec<Vec2>,
    /// The inward unit normal of the side that begins at each corner, cached.
    normals: Vec<Vec2>,
}

impl Polygon {
    /// Returns a polygon with corners in counter-clockwise order.
    pub(crate) fn new(corners: Vec<Vec2>) -> Polygon {
        let normal = |(a, b): (Vec2, Vec2)| {
            let side = (b - a).unit();
            Vec2::new(-side.y, side.x)
        };
        let normals = corners_of(&corners).map(normal).collect();
        Polygon { corners, normals }
    }

    /// Returns the corners, counter-clockwise.
    pub fn corners(&self) -> &[Vec2] {
        &self.corners
    }

    /// Returns the polygon, turned around the origin to face along `axis`, a unit vector.
    pub fn turned(&self, axis: Vec2) -> Polygon {
        Polygon::new(self.corners.iter().map(|c| c.turned(axis)).collect())
    }

    pub(crate) fn depth(&self, d: Vec2) -> f64 {
        self.sides().map(|(a, n)| n.dot(d - a)).fold(f64::INFINITY, f64::min)
    }

    /// Returns the two crossings of the line `from + s * along` with the outline. `None` if there
    /// are none.
    #[inline]
    pub(crate) fn crossings(&self, from: Vec2, along: Vec2) -> Option<(f64, f64)> {
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        for (a, n) in self.sides() {
            let (depth, gain) = (n.dot(from - a), n.dot(along));
            if gain.abs() < PARALLEL {
                if depth < 0.0 {
                    return None;
                }
            } else if gain > 0.0 {
                low = low.max(-depth / gain);
            } else {
                high = high.min(-depth / gain);
            }
        }
        (low < high).then_some((low, high))
    }

    /// Returns the mirror image under a map that exchanges left and right.
    pub(crate) fn mirrored(&self, mirror: impl Fn(Vec2) -> Vec2) -> Polygon {
        // The corners stay counter-clockwise.
        Polygon::new(self.corners.iter().rev().map(|c| mirror(*c)).collect())
    }

    /// Iterates over the sides, each as its first corner and its inward unit normal.
    pub(crate) fn sides(&self) -> impl Iterator<Item = (Vec2, Vec2)> {
        self.corners.iter().copied().zip(self.normals.iter().copied())
    }
}

/// Iterates over the sides of a polygon, each as its two corners.
pub(crate) fn corners_of(corners: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    (0..corners.len()).map(move |i| (corners[i], corners[(i + 1) % corners.len()]))
}

#[cfg(test)]
mod tests {
    use crate::geometry::outline::{Level, surround};
    use crate::geometry::scalar::Vec2;

    /// A square with a hole that shares no side with it, and a triangle whose tip touches the hole.
    const OUTLINES: [&[(f64, f64)]; 3] = [
        &[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)],
        &[(1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0)],
        &[(5.0, 0.5), (6.0, 2.0), (3.0, 3.0)],
    ];

    #[test]
    fn a_level_line_surrounds_the_same_points_as_the_outlines() {
        let outlines: Vec<Vec<Vec2>> = OUTLINES
            .iter()
            .map(|outline| outline.iter().map(|&(x, y)| Vec2::new(x, y)).collect())
            .collect();
        let mut inside = 0;
        // Steps of a quarter go through all corners and along level and upright sides.
        for row in -2..=18 {
            let y = f64::from(row) / 4.0;
            let level = Level::of(&outlines, y);
            for column in -2..=26 {
                let p = Vec2::new(f64::from(column) / 4.0, y);
                assert_eq!(level.is_surrounded(p.x), surround(&outlines, p), "{p:?}");
                inside += usize::from(level.is_surrounded(p.x));
            }
        }
        assert!(inside > 100, "{inside} points are inside");
    }

    #[test]
    fn a_level_line_without_crossings_surrounds_nothing() {
        assert!(!Level::of(&[], 0.0).is_surrounded(0.0));
    }
}
