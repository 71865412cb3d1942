//! Kinds of piece on a plane.

use crate::geometry::scalar::{Vec2, at_most};
use crate::geometry::shape::Shape;
use crate::model::heirs::Heirs;
use crate::model::motion::Motions;
use crate::space::globe::Globe;
use crate::space::sink::Sink;
use crate::space::surface::Surface;
use crate::space::terrain::Patch;
use alfil_rules::plane::Body;
use alfil_rules::side::{ByColor, Color, Side};

/// The properties of a kind on a plane.
#[derive(Clone, Debug)]
pub struct PlaneKind {
    /// The area that a piece of this kind covers.
    pub body: Body,
    /// The moves of the kind.
    pub moves: Motions,
    /// The capturing motions of the kind.
    pub attacks: Motions,
    /// True if a piece may turn around its centre.
    pub turns: bool,
    /// True if a piece has a facing, because its body is no disc.
    pub has_facing: bool,
    /// True if some motion depends on whether the piece has moved.
    pub(crate) counts_moves: bool,
    /// True if the kind promotes and never moves backward. Then a move of such a piece cannot be
    /// undone, and no earlier position can occur again.
    pub(crate) lasting: bool,
    /// The distance from the centre of a piece to the front of its body.
    pub(crate) front: f64,
    /// Where a piece promotes. `None` if the kind never promotes.
    pub(crate) promotes_at: Option<PromotionPlace>,
    /// The kinds to which this kind promotes.
    pub heirs: Heirs,
}

/// Where a kind promotes.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum PromotionPlace {
    /// Where the centre is at least this far from the side's own edge.
    From(f64),
    /// Where the centre is in a zone, given from the point of view of each side.
    In(ByColor<Patch>),
}

impl PromotionPlace {
    /// Returns whether a piece of `side` promotes with its centre at a point.
    pub(crate) fn has(&self, side: Side, at: Vec2, surface: &Surface) -> bool {
        match self {
            PromotionPlace::From(limit) => at_most(*limit, forward(side, at, surface)),
            PromotionPlace::In(patch) => patch[side].has(at),
        }
    }

    /// Reports the outlines on which the promotion of pieces of `side` begins or ends.
    pub(crate) fn outlines(&self, side: Side, surface: &Surface, sink: &mut impl Sink) {
        match self {
            PromotionPlace::From(limit) if surface.globe().is_some() => {
                sink.outline(&Shape::Disc(*limit), Globe::far_pole(side.other()));
            }
            PromotionPlace::From(limit) => {
                let y = match side.color() {
                    Color::White => *limit,
                    Color::Black => surface.size().y - limit,
                };
                let level = |sink: &mut dyn Sink| sink.line(Vec2::new(0.0, y), Vec2::new(1.0, 0.0));
                if surface.is_flat() {
                    return level(sink);
                }
                surface.seams(sink);
                surface.everywhere(sink, |sink| level(sink));
            }
            PromotionPlace::In(patch) => patch[side].outlines(sink),
        }
    }
}

/// Returns the distance of a point from the own edge of `side`, or from its own pole. Of a point on
/// joined edges, returns the greatest distance.
pub(crate) fn forward(side: Side, at: Vec2, surface: &Surface) -> f64 {
    let far = |at: Vec2| match side.color() {
        Color::White => at.y,
        Color::Black => surface.size().y - at.y,
    };
    if let Some(globe) = surface.globe() {
        return globe.forward(side, at);
    }
    if surface.is_flat() {
        far(at)
    } else {
        surface.places(at).into_iter().map(far).fold(0.0, f64::max)
    }
}
