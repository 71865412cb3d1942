//! Roots of waves: sums of a constant, and of sines and cosines of an angle and of twice the angle.
//!
//! Along an ellipse, the distance from another circle or ellipse is such a wave. It has at most four
//! roots, which have no short closed form. They are found by bisection with guaranteed bounds: on a
//! short interval, the value and the slope in the middle and the greatest second derivative prove
//! that there is no root, or that the wave rises or falls throughout. So no root is missed, except
//! where the wave touches 0 within the rounding of numbers. Callers look for such touches at the
//! roots of the slope.

use crate::geometry::scalar::Vec2;
use crate::geometry::trigonometry::sin_cos;
use smallvec::SmallVec;
use std::f64::consts::TAU;

/// Angles at which a wave is 0, in radians and in no order.
pub(crate) type Angles = SmallVec<[f64; 4]>;

/// The parts into which a whole turn is divided at first.
const PARTS: usize = 8;
/// The first angle. It is no multiple of a right angle, because roots are often there.
const FIRST: f64 = 0.123;
/// Half the width of the shortest interval that is divided. Only a root at which the slope and its
/// slope are 0 too leads to such intervals.
const LEAST: f64 = 1e-8;
/// The greatest number of steps of Newton's method.
const STEPS: usize = 12;
/// The distance from the root at which bisection takes over, some spacings of doubles.
const NEAR: f64 = 1e-14;
/// The rounding error of a value, relative to the size of the wave.
const ROUNDING: f64 = 1e-14;

/// A function of an angle t: `constant + once . (cos t, sin t) + twice . (cos 2t, sin 2t)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wave {
    constant: f64,
    once: Vec2,
    twice: Vec2,
}

/// The cosine and sine of an angle, and those of twice the angle.
#[derive(Clone, Copy)]
struct Spot {
    once: Vec2,
    twice: Vec2,
}

impl Spot {
    fn at(angle: f64) -> Spot {
        let (sin, cos) = sin_cos(angle);
        let twice = Vec2::new(cos * cos - sin * sin, 2.0 * sin * cos);
        Spot { once: Vec2::new(cos, sin), twice }
    }
}

/// An interval of angles with the values at its ends.
#[derive(Clone, Copy)]
struct Between {
    low: f64,
    high: f64,
    at_low: f64,
    at_high: f64,
}

impl Between {
    /// Returns whether the sign changes. 0 counts as negative.
    fn changes_sign(&self) -> bool {
        (self.at_low > 0.0) != (self.at_high > 0.0)
    }
}

impl Wave {
    /// Returns the square of `constant + once . (cos t, sin t)`.
    pub(crate) fn square(constant: f64, once: Vec2) -> Wave {
        // cos^2 = (1 + cos 2t) / 2, sin^2 = (1 - cos 2t) / 2, sin cos = (sin 2t) / 2.
        let (p, q) = (once.x * once.x, once.y * once.y);
        Wave {
            constant: constant * constant + (p + q) / 2.0,
            once: once * (2.0 * constant),
            twice: Vec2::new((p - q) / 2.0, once.x * once.y),
        }
    }

    /// Returns the sum of two waves.
    pub(crate) fn plus(self, other: Wave) -> Wave {
        Wave {
            constant: self.constant + other.constant,
            once: self.once + other.once,
            twice: self.twice + other.twice,
        }
    }

    /// Returns the wave plus a constant.
    pub(crate) fn raised(self, by: f64) -> Wave {
        Wave { constant: self.constant + by, ..self }
    }

    /// Returns the slope, which is a wave too.
    pub(crate) fn slope(&self) -> Wave {
        let turned = |v: Vec2| Vec2::new(v.y, -v.x);
        Wave { constant: 0.0, once: turned(self.once), twice: turned(self.twice) * 2.0 }
    }

    fn at(&self, angle: f64) -> f64 {
        self.on(Spot::at(angle))
    }

    /// Returns the value at an angle whose sine and cosine are known. They take longer than all the rest.
    fn on(&self, Spot { once, twice }: Spot) -> f64 {
        self.constant + self.once.dot(once) + self.twice.dot(twice)
    }

    /// Returns a bound of all values.
    fn size(&self) -> f64 {
        self.constant.abs() + self.once.length() + self.twice.length()
    }

    /// Returns the angles at which the sign changes, each once, from `FIRST` to a whole turn more. An
    /// angle is exact to the spacing of doubles, about 1e-15, where the slope is not 0.
    pub(crate) fn roots(&self) -> Angles {
        let mut found = Angles::new();
        let (slope, bend) = (self.slope(), self.slope().slope());
        let (most_bend, most_change) = (bend.size(), bend.slope().size());
        let rounding = ROUNDING * (self.size() + most_bend);
        if rounding == 0.0 {
            return found;
        }
        let cut = |i: usize| FIRST + TAU * i as f64 / PARTS as f64;
        let ends: [f64; PARTS] = std::array::from_fn(|i| self.at(cut(i)));
        let part = |i: usize| Between {
            low: cut(i),
            high: cut(i + 1),
            at_low: ends[i],
            at_high: ends[(i + 1) % PARTS],
        };
        let mut rest: SmallVec<[Between; 16]> = (0..PARTS).map(part).collect();
        while let Some(part) = rest.pop() {
            let (middle, half) = ((part.low + part.high) / 2.0, (part.high - part.low) / 2.0);
            let spot = Spot::at(middle);
            let (value, rise) = (self.on(spot), slope.on(spot));
            if value.abs() > rise.abs() * half + most_bend * half * half / 2.0 + rounding {
                continue;
            }
            if rise.abs() > most_bend * half + rounding {
                found.extend(part.changes_sign().then(|| self.root(part)));
                continue;
            }
            // If the slope rises or falls throughout, it is 0 at most once.
            if bend.on(spot).abs() > most_change * half + rounding {
                let (at_low, at_high) = (slope.at(part.low), slope.at(part.high));
                let turn = Between { at_low, at_high, ..part };
                let top = if turn.changes_sign() { slope.root(turn) } else { middle };
                let value = self.at(top);
                let halves = [
                    Between { high: top, at_high: value, ..part },
                    Between { low: top, at_low: value, ..part },
                ];
                let changes = halves.into_iter().filter(Between::changes_sign);
                found.extend(changes.map(|part| self.root(part)));
            } else if half < LEAST {
                found.extend(part.changes_sign().then_some(middle));
            } else {
                rest.push(Between { high: middle, at_high: value, ..part });
                rest.push(Between { low: middle, at_low: value, ..part });
            }
        }
        found
    }

    /// Like [`Self::roots`], if the roots of the slope are known. Between two neighbours of these, the
    /// wave rises or falls throughout.
    pub(crate) fn roots_between(&self, mut turns: Angles) -> Angles {
        turns.sort_by(f64::total_cmp);
        let Some(&first) = turns.first() else { return Angles::new() };
        turns.push(first + TAU);
        let values: Angles = turns.iter().map(|angle| self.at(*angle)).collect();
        let part = |i: usize| Between {
            low: turns[i],
            high: turns[i + 1],
            at_low: values[i],
            at_high: values[i + 1],
        };
        let changes = (0..turns.len() - 1).map(part).filter(Between::changes_sign);
        changes.map(|part| self.root(part)).collect()
    }

    /// Returns the root in an interval in which the sign changes once. Newton's method comes near it,
    /// and bisection does the rest.
    fn root(&self, Between { mut low, mut high, at_low, .. }: Between) -> f64 {
        let slope = self.slope();
        let is_low = |value: f64| (value > 0.0) == (at_low > 0.0);
        let mut next = (low + high) / 2.0;
        for _ in 0..STEPS {
            let spot = Spot::at(next);
            let value = self.on(spot);
            if is_low(value) {
                low = next
            } else {
                high = next
            }
            let better = next - value / slope.on(spot);
            let is_near = (better - next).abs() < NEAR;
            next = if low < better && better < high { better } else { (low + high) / 2.0 };
            if is_near {
                break;
            }
        }
        // The root is now between two near numbers, unless the slope is almost 0 there.
        for near in [next - NEAR, next + NEAR] {
            if low < near && near < high {
                if is_low(self.at(near)) { low = near } else { high = near }
            }
        }
        loop {
            let middle = (low + high) / 2.0;
            if middle <= low || middle >= high {
                return middle;
            }
            if is_low(self.at(middle)) { low = middle } else { high = middle }
        }
    }
}
