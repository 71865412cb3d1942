//! Bounds of numbers and places over a box of parameters.
//!
//! A claim about a whole box holds only if it is true by more than a margin. The margin is greater
//! than the tolerance of the rules and than all rounding errors, so the claim then holds for every
//! position of the box, whatever the rules say about equal lengths.

use alfil_plane::geometry::scalar::{SLIVER, Vec2};

/// Claims hold by more than this.
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
