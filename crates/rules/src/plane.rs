//! What only planes are told: numbers, bodies, least distance, quantum, reach, the king's path.
//!
//! Owns: [`Real`], [`Body`], [`PlaneRules`]. Lengths are in units of the plane (the files of a chessboard
//! are one unit wide). Invariant: a [`Real`] is finite, so that rules are equal or not, never neither.

use crate::ids::KindId;
use alfil_diagnostics::source::Span;
use std::fmt;

/// A finite number; neither NaN nor infinite, and never a negative zero.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
pub struct Real(f64);

// Sound because a Real is never NaN.
impl Eq for Real {}

impl Real {
    /// The number, unless it is NaN or infinite.
    pub fn new(value: f64) -> Option<Self> {
        value.is_finite().then_some(Self(value + 0.0))
    }

    /// A number of thousandths.
    pub fn thousandths(n: u32) -> Self {
        Self(f64::from(n) / 1000.0)
    }

    /// Its value.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl fmt::Display for Real {
    /// With as many digits as reading it back needs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a piece covers around its centre.
#[derive(Clone, PartialEq, Debug)]
pub enum Body {
    /// All points nearer than the radius, which is positive.
    Disc(Real),
    /// A convex polygon around its centre: corners counter-clockwise, as (right, forward) of a piece
    /// that faces forward.
    Polygon(Vec<(Real, Real)>),
}

/// Whether a king's way is looked at strictly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum KingPath {
    /// He may leave the attack in which he stands, and what his move captures attacks nothing.
    #[default]
    Lenient,
    /// No point of his way may be attacked.
    Strict,
}

/// A piece that is not like the others.
#[derive(Clone, PartialEq, Debug)]
pub struct Build {
    /// The kind.
    pub kind: KindId,
    /// Its body, if it is not a disc of the common radius.
    pub body: Option<Body>,
    /// Whether it may turn on its centre instead of moving.
    pub turns: bool,
    /// Where that was said.
    pub span: Span,
}

/// What only planes are told. Lengths are in units of the plane.
#[derive(Clone, PartialEq, Debug)]
pub struct PlaneRules {
    /// Radius of every disc that says nothing else.
    pub radius: Real,
    /// No move is shorter; 0 or more.
    pub least: Real,
    /// Every distance is a multiple of it, if there is one.
    pub quantum: Option<Real>,
    /// The part of the way to the edge that a move may cover, above 0 and at most 1.
    pub reach: Real,
    /// How the king's way is judged.
    pub king_path: KingPath,
    /// Pieces with a body or a gift of their own.
    pub builds: Vec<Build>,
}

impl Default for PlaneRules {
    fn default() -> Self {
        Self {
            radius: Real(0.25),
            least: Real(0.1),
            quantum: None,
            reach: Real(1.0),
            king_path: KingPath::Lenient,
            builds: Vec::new(),
        }
    }
}
