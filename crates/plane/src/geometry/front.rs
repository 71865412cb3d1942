//! Curves and areas that tests of regions need: the curves from left to right, the parallelograms
//! of second parts of paths, and where a piece must stand to shield a royal piece.

use crate::geometry::curve::{Curve, Disc};
use crate::geometry::interval::Interval;
use crate::geometry::outline::{Polygon, corners_of, gap};
use crate::geometry::scalar::{EPSILON, ONE_LINE, PARALLEL, Vec2, beyond};

// The curves of a region from left to right: the upright lines through their corners and ends, and the
// curves that exist at one x.

/// A curve as a function of x: a line, or half a circle or an ellipse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Branch {
    pub(crate) curve: usize,
    pub(crate) part: Part,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Part {
    Whole,
    Lower,
    Upper,
}

impl Branch {
    /// Returns the height at `x`. `None` where the branch does not exist.
    pub(crate) fn at(self, curves: &[Curve], x: f64) -> Option<f64> {
        match curves[self.curve] {
            Curve::Line { at, along } => Some(at.y + (x - at.x) * along.y / along.x),
            Curve::Circle { centre, radius } => {
                let aside = (x - centre.x).abs();
                if aside > radius + EPSILON {
                    return None;
                }
                // At its left and right end, a branch has the height of the centre.
                let half = if aside > radius - EPSILON {
                    0.0
                } else {
                    ((radius - aside) * (radius + aside)).sqrt()
                };
                Some(match self.part {
                    Part::Lower => centre.y - half,
                    Part::Upper | Part::Whole => centre.y + half,
                })
            }
            Curve::Ellipse(ellipse) => {
                let (low, high) = ellipse.heights(x)?;
                Some(if self.part == Part::Lower { low } else { high })
            }
        }
    }
}

/// Curves of a fan that are at most this far outside of it are kept, so that none is lost by rounding.
const ASIDE: f64 = 1e-3;

/// Where points may have a value.
pub(crate) enum Within {
    /// Between two numbers x.
    Span(f64, f64),
    /// Between two numbers x, and in a fan. Points outside of the fan have no value.
    Fan(f64, f64, Fan),
}

impl Within {
    pub(crate) fn span(&self) -> (f64, f64) {
        match self {
            Within::Span(left, right) | Within::Fan(left, right, _) => (*left, *right),
        }
    }

    /// Returns the least and the greatest height at `x` that a curve must have to matter.
    fn heights(&self, x: f64) -> (f64, f64) {
        match self {
            Within::Span(..) => (f64::NEG_INFINITY, f64::INFINITY),
            Within::Fan(_, _, fan) => {
                let (low, high) = fan.heights(x);
                (low - ASIDE, high + ASIDE)
            }
        }
    }
}

/// The branches that exist at one x. The front moves from left to right.
pub(crate) struct Front<'c> {
    curves: &'c [Curve],
    within: &'c Within,
    /// Branches that have not begun, each with the x of its beginning. The last entry begins first.
    rest: Vec<(f64, usize, Branch)>,
    /// Branches that have begun, sorted by their index.
    here: Vec<(usize, Branch)>,
}

impl<'c> Front<'c> {
    pub(crate) fn new(curves: &'c [Curve], within: &'c Within) -> Self {
        let begin = |branch: &Branch| match curves[branch.curve] {
            Curve::Line { .. } => f64::NEG_INFINITY,
            Curve::Circle { centre, radius } => centre.x - radius,
            Curve::Ellipse(ellipse) => ellipse.ends().0,
        };
        let all = branches(curves).into_iter().enumerate();
        let mut rest: Vec<_> = all.map(|(i, branch)| (begin(&branch), i, branch)).collect();
        rest.sort_by(|a, b| b.0.total_cmp(&a.0));
        Self { curves, within, rest, here: Vec::new() }
    }

    /// Returns the branches that exist and matter at `x`, with their heights.
    pub(crate) fn come_to(&mut self, x: f64) -> Vec<(f64, Branch)> {
        while let Some((_, index, branch)) = self.rest.pop_if(|(begin, ..)| *begin <= x + EPSILON) {
            let place = self.here.partition_point(|(other, _)| *other < index);
            self.here.insert(place, (index, branch));
        }
        let mut all = Vec::with_capacity(self.here.len());
        let (low, high) = self.within.heights(x);
        self.here.retain(|(_, branch)| {
            let height = branch.at(self.curves, x);
            all.extend(height.filter(|y| low <= *y && *y <= high).map(|y| (y, *branch)));
            height.is_some()
        });
        all
    }
}

/// Returns the x of all upright lines, sorted.
pub(crate) fn uprights(curves: &[Curve], (left, right): (f64, f64)) -> Vec<f64> {
    let mut all = vec![left, right];
    let mut corners = Vec::with_capacity(curves.len() * curves.len());
    for (i, curve) in curves.iter().enumerate() {
        curves[..i].iter().for_each(|other| curve.meet(other, &mut corners));
        match *curve {
            Curve::Circle { centre, radius } => all.extend([centre.x - radius, centre.x + radius]),
            Curve::Ellipse(ellipse) => {
                let (left, right) = ellipse.ends();
                all.extend([left, right]);
            }
            Curve::Line { at, along } if is_upright(along) => all.push(at.x),
            Curve::Line { .. } => {}
        }
    }
    all.extend(corners.iter().map(|p| p.x));
    all.retain(|&x| x >= left && x <= right);
    all.sort_by(f64::total_cmp);
    all.dedup_by(|b, a| *b - *a < ONE_LINE);
    all
}

pub(crate) fn is_upright(along: Vec2) -> bool {
    along.x.abs() < PARALLEL
}

fn branches(curves: &[Curve]) -> Vec<Branch> {
    let mut all = Vec::new();
    for (curve, one) in curves.iter().enumerate() {
        match one {
            Curve::Line { along, .. } if is_upright(*along) => {}
            Curve::Line { .. } => all.push(Branch { curve, part: Part::Whole }),
            Curve::Circle { .. } | Curve::Ellipse(_) => {
                all.extend([Part::Lower, Part::Upper].map(|part| Branch { curve, part }));
            }
        }
    }
    all
}

// Fans: the parallelograms of the second parts of paths.
//
// Both lengths of such a path are in an interval. So the second parts, with all landings, are in a
// parallelogram. Pieces that are not near it and curves that do not pass through it do not matter.
//
//            ._______.    last part
//           /       /
//      ----'-------'--    first part

/// A side that covers less of the x axis is almost upright.
const UPRIGHT: f64 = 1e-6;

/// A straight way without width counts as this wide to both sides, because a polygon needs a width.
const THIN: f64 = 1e-4;

/// A parallelogram that contains the second parts of a path.
pub(crate) struct Fan {
    area: Polygon,
}

impl Fan {
    /// The paths from `from`, with two directions and the lengths of both parts.
    pub(crate) fn new(from: Vec2, [u, v]: [Vec2; 2], [first, last]: [Interval; 2]) -> Fan {
        let corner = |a: f64, b: f64| from + u * a + v * b;
        let mut corners = vec![
            corner(first.from, last.from),
            corner(first.to, last.from),
            corner(first.to, last.to),
            corner(first.from, last.to),
        ];
        // A polygon is counter-clockwise.
        if u.cross(v) < 0.0 {
            corners.reverse();
        }
        Fan { area: Polygon::new(corners) }
    }

    /// The places of a straight way of a length along a unit vector.
    pub(crate) fn way(from: Vec2, along: Vec2, length: f64) -> Fan {
        let left = Vec2::new(-along.y, along.x);
        let width = Interval::closed(-THIN, THIN);
        Fan::new(from, [along, left], [Interval::closed(0.0, length.max(THIN)), width])
    }

    /// Returns whether a side of one of the two fans separates them by more than `reach`. If not, they
    /// may still be that far apart.
    pub(crate) fn is_apart(&self, other: &Fan, reach: f64) -> bool {
        let separates = |one: &Polygon, other: &Polygon| {
            one.sides().any(|(at, inward)| {
                other.corners().iter().all(|corner| inward.dot(*corner - at) < -reach)
            })
        };
        separates(&self.area, &other.area) || separates(&other.area, &self.area)
    }

    /// Returns a disc that contains the fan.
    pub(crate) fn disc(&self) -> Disc {
        let corners = self.area.corners();
        let centre = (corners[0] + corners[2]) * 0.5;
        let radius = corners.iter().map(|c| (*c - centre).length()).fold(0.0, f64::max);
        Disc { centre, radius }
    }

    /// Returns the range of x of the fan.
    pub(crate) fn span(&self) -> (f64, f64) {
        let all = self.area.corners().iter().map(|corner| corner.x);
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
    }

    /// Returns the least and the greatest height of the fan at `x`, or at its nearest end. Where a side
    /// is almost upright, the heights of its ends are among them.
    pub(crate) fn heights(&self, x: f64) -> (f64, f64) {
        let (left, right) = self.span();
        let x = x.clamp(left, right);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut add = |y: f64| (low, high) = (low.min(y), high.max(y));
        for (a, b) in corners_of(self.area.corners()) {
            if x < a.x.min(b.x) || x > a.x.max(b.x) {
                continue;
            }
            if (b.x - a.x).abs() < UPRIGHT {
                [a.y, b.y].into_iter().for_each(&mut add)
            } else {
                add(a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x)))
            }
        }
        (low, high)
    }

    /// Returns whether a point is at most `reach` away from the fan.
    pub(crate) fn comes_near(&self, at: Vec2, reach: f64) -> bool {
        let sides = || corners_of(self.area.corners());
        self.area.depth(at) >= 0.0 || sides().any(|(a, b)| !beyond(gap(at, a, b), reach))
    }

    /// Returns whether a curve may pass through the fan or along its border.
    pub(crate) fn meets(&self, curve: &Curve) -> bool {
        let corners = self.area.corners();
        match *curve {
            Curve::Line { at, along } => {
                let aside = || corners.iter().map(|corner| along.cross(*corner - at));
                aside().any(|aside| !beyond(aside, 0.0)) && aside().any(|aside| !beyond(0.0, aside))
            }
            Curve::Circle { centre, radius } => {
                let far = corners.iter().map(|c| (*c - centre).length()).fold(0.0, f64::max);
                !beyond(radius, far) && self.comes_near(centre, radius)
            }
            Curve::Ellipse(_) => true,
        }
    }
}

// Where a piece must stand to shield a royal piece.
//
// A threat to a royal piece that stays where it is ends only if its attacker is captured or if a
// piece shields the royal one. In most positions, few landings can do either. The tests here are
// quick and never leave out a landing that could: their answers err on the side of more work.

/// Places this much farther away than a body reaches still count, so that rounding leaves out none.
pub(crate) const MARGIN: f64 = 1e-3;

/// The places from which another piece may shield a royal piece from a threat.
pub(crate) enum Cover {
    /// No place: nothing stops a leap.
    Nowhere,
    /// Unknown places.
    Anywhere,
    /// Places at most `reach` away from one of the areas.
    Near { areas: Vec<Fan>, reach: f64 },
}

impl Cover {
    /// Returns whether a piece at `at` may shield the royal piece.
    pub(crate) fn may_hold(&self, at: Vec2) -> bool {
        match self {
            Cover::Nowhere => false,
            Cover::Anywhere => true,
            Cover::Near { areas, reach } => areas.iter().any(|area| area.comes_near(at, *reach)),
        }
    }

    /// Returns whether a piece somewhere in `site` may shield the royal piece.
    pub(crate) fn may_meet(&self, site: &Site) -> bool {
        match self {
            Cover::Nowhere => false,
            Cover::Anywhere => true,
            Cover::Near { areas, reach } => areas.iter().any(|area| match site {
                Site::Fan(fan) => !fan.is_apart(area, *reach),
                Site::Disc(disc) => area.comes_near(disc.centre, reach + disc.radius),
            }),
        }
    }
}

/// An area that contains all landings of a motion.
pub(crate) enum Site {
    /// A parallelogram.
    Fan(Fan),
    /// A disc.
    Disc(Disc),
}

impl Site {
    /// Returns whether a point is at most `reach` away from the area.
    pub(crate) fn comes_near(&self, at: Vec2, reach: f64) -> bool {
        match self {
            Site::Fan(fan) => fan.comes_near(at, reach),
            Site::Disc(disc) => !beyond((at - disc.centre).length(), disc.radius + reach),
        }
    }
}
