//! The curves of a region from left to right: the upright lines through their corners and ends, and the
//! curves that exist at one x.

use crate::geometry::curve::Curve;
use crate::geometry::fan::Fan;
use crate::geometry::scalar::{EPSILON, ONE_LINE, PARALLEL, Vec2};

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
