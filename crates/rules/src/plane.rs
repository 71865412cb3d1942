//! Rules that only planes have: bodies, distances and the path of a king.
//!
//! Lengths are in units of the plane; the files of a chessboard are one unit wide.

use crate::ids::KindId;
use alfil_diagnostics::source::Span;
use std::fmt;

/// A finite number. It is never NaN, infinite or a negative zero, so rules can be compared for
/// equality.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
pub struct Real(f64);

// Equality is reflexive because a `Real` is never NaN.
impl Eq for Real {}

impl Real {
    /// Makes a number. `None` if `value` is NaN or infinite.
    pub fn new(value: f64) -> Option<Self> {
        value.is_finite().then_some(Self(value + 0.0))
    }

    /// `n` thousandths.
    pub fn thousandths(n: u32) -> Self {
        Self(f64::from(n) / 1000.0)
    }

    /// The value.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl fmt::Display for Real {
    /// Writes as many digits as are needed to read the same value back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A point of a plane.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Point {
    /// To White's right.
    pub x: Real,
    /// Away from White.
    pub y: Real,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// A point of a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spot {
    /// To White's right.
    pub x: Real,
    /// Away from White.
    pub y: Real,
    /// Up from the floor.
    pub z: Real,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.x, self.y, self.z)
    }
}

/// A set of points of a plane, a sphere or a box that contains its border. Except for latitudes, it is
/// the same for both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plot {
    /// All points at most as far from the centre as the radius, which is positive.
    Disc {
        /// The centre.
        centre: Point,
        /// The radius.
        radius: Real,
    },
    /// All points between two opposite corners.
    Rectangle([Point; 2]),
    /// All points that the sides surround by the even-odd rule, and the sides. 3 to 32 corners in
    /// order.
    Polygon(Vec<Point>),
    /// All points of a sphere between two latitudes in degrees, the lower one first, from -90 to 90.
    /// Each side counts toward the opponent's pole, which has the latitude 90.
    Latitudes([Real; 2]),
    /// In a box, all points at most as far from the centre as the radius, which is positive.
    Ball {
        /// The centre.
        centre: Spot,
        /// The radius.
        radius: Real,
    },
    /// In a box, all points between two opposite corners.
    Block([Spot; 2]),
}

impl Plot {
    /// The greatest number of corners of a polygon.
    pub const MAX_CORNERS: usize = 32;
}

impl fmt::Display for Plot {
    /// Writes the figure in the notation of definitions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Plot::Disc { centre, radius } => write!(f, "disc {centre} r {radius}"),
            Plot::Rectangle([a, b]) => write!(f, "rectangle {a}-{b}"),
            Plot::Latitudes([low, high]) => write!(f, "latitudes {low}-{high}"),
            Plot::Polygon(corners) => {
                f.write_str("polygon")?;
                corners.iter().try_for_each(|corner| write!(f, " {corner}"))
            }
            Plot::Ball { centre, radius } => write!(f, "ball {centre} r {radius}"),
            Plot::Block([a, b]) => write!(f, "box {a}-{b}"),
        }
    }
}

/// The area that a piece covers around its centre.
#[derive(Clone, PartialEq, Debug)]
pub enum Body {
    /// All points nearer than the radius, which is positive.
    Disc(Real),
    /// Everything that some part covers. At least one part, and some part covers the centre. Such
    /// a piece faces in a direction.
    Parts(Vec<BodyPart>),
}

impl Body {
    /// The greatest number of parts.
    pub const MAX_PARTS: usize = 8;
}

/// A part of a body of a piece that faces forward.
#[derive(Clone, PartialEq, Debug)]
pub struct BodyPart {
    /// The figure.
    pub figure: Figure,
    /// Where the middle of the figure is, right (x) and forward (y) of the centre of the body.
    pub at: Point,
}

/// A convex figure around its middle.
#[derive(Clone, PartialEq, Debug)]
pub enum Figure {
    /// All points nearer than the radius, which is positive.
    Disc(Real),
    /// All points nearer to a segment along the axis than half the width.
    Capsule {
        /// The length with both round caps, above the width.
        length: Real,
        /// The width, above 0.
        width: Real,
    },
    /// All points inside an ellipse.
    Ellipse {
        /// The length along the axis, above 0.
        length: Real,
        /// The width, above 0.
        width: Real,
    },
    /// A convex polygon. The corners go counter-clockwise. Each is right (x) and forward (y) of the
    /// middle.
    Polygon(Vec<Point>),
}

impl fmt::Display for BodyPart {
    /// Writes the part in the notation of definitions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.figure {
            Figure::Disc(radius) => write!(f, "disc {radius}")?,
            Figure::Capsule { length, width } => write!(f, "capsule {length}x{width}")?,
            Figure::Ellipse { length, width } => write!(f, "ellipse {length}x{width}")?,
            Figure::Polygon(corners) => {
                f.write_str("polygon")?;
                corners.iter().try_for_each(|corner| write!(f, " {corner}"))?;
            }
        }
        if self.at == Point::default() { Ok(()) } else { write!(f, " at {}", self.at) }
    }
}

impl fmt::Display for Body {
    /// Writes the body in the notation of definitions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Body::Disc(radius) => write!(f, "disc {radius}"),
            Body::Parts(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    let join = if i == 0 { "" } else { " + " };
                    write!(f, "{join}{part}")?;
                }
                Ok(())
            }
        }
    }
}

/// Which attacks forbid the path of a king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum KingPath {
    /// The king may leave an attack in which it stands, and pieces that its move captures attack
    /// nothing.
    #[default]
    Lenient,
    /// No point of the path may be attacked.
    Strict,
}

/// How a friend stands in the way of a sweep or a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Friends {
    /// The body may touch friends in passing. The way ends where the body would begin to cover the
    /// centre of a friend.
    #[default]
    Pass,
    /// The way ends at the first contact with a friend, even on a tangent. A contact is a body whose
    /// outline touches the centre of the other piece, whichever of the two it is.
    Stop,
}

/// Properties of a kind that differ from the default.
#[derive(Clone, PartialEq, Debug)]
pub struct Build {
    /// The kind.
    pub kind: KindId,
    /// The body of the kind. `None` for a disc of the common radius.
    pub body: Option<Body>,
    /// True if a piece of the kind may turn on its centre instead of moving.
    pub turns: bool,
    /// The span of the author's text.
    pub span: Span,
}

/// The spans of rules that may have no effect in a game. `None` for a rule with its usual value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Said {
    /// The value of `least turn`.
    pub least_turn: Option<Span>,
    /// The value of `friends`.
    pub friends: Option<Span>,
}

/// Rules that only planes have. Lengths are in units of the plane.
#[derive(Clone, PartialEq, Debug)]
pub struct PlaneRules {
    /// Radius of pieces without a body of their own.
    pub radius: Real,
    /// The least distance of a move, at least 0.
    pub least: Real,
    /// Every distance is a multiple of this, if it is set.
    pub quantum: Option<Real>,
    /// The part of the distance to the edge that a move may cover, above 0 and at most 1.
    pub reach: Real,
    /// Which attacks forbid the path of a king.
    pub king_path: KingPath,
    /// The least turn in degrees, from 0 to 180. A turn changes the direction of the piece by at
    /// least this much, to either side. 0 if any turn is possible.
    pub least_turn: Real,
    /// How friends stand in the way.
    pub friends: Friends,
    /// Where the author wrote the last two rules.
    pub said: Said,
    /// Kinds with properties of their own.
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
            least_turn: Real(0.0),
            friends: Friends::Pass,
            said: Said::default(),
            builds: Vec::new(),
        }
    }
}
