//! Conditions on the start and the end of a move on a plane.
//!
//! A condition is about the two centres, never about other pieces. It selects among the stops of a
//! motion and does not change what stands in the way, as on boards.

use crate::geometry::interval::IntervalSet;
use crate::geometry::scalar::{Vec2, below};
use crate::geometry::shape::Shape;
use crate::model::position::Piece;
use crate::space::globe::Globe;
use crate::space::path::RayPath;
use crate::space::refusal::refusal;
use crate::space::sink::Sink;
use crate::space::surface::Surface;
use crate::space::terrain::{Patch, Terrain, tone};
use crate::space::track::Marks;
use alfil_diagnostics::diagnostic::{Code, Diagnostic};
use alfil_diagnostics::source::Span;
use alfil_rules::condition::{Condition, PlaceKind, Relation};
use alfil_rules::side::{ByColor, Color, Side};
use alfil_rules::space::Shading;

/// A condition on a motion, compiled for one plane.
#[derive(Clone, PartialEq, Debug)]
pub enum Ground {
    /// The piece has not moved yet.
    Unmoved,
    /// The start is one of these points.
    Start(ByColor<Patch>),
    /// The end is one of these points.
    End(ByColor<Patch>),
    /// Start and end have the same shade on a checkered plane.
    SameShade(Surface),
    /// The end is farther from the own edge than the start, measured on the plane.
    Forward(Surface),
    /// The end is nearer to the own edge than the start, measured on the plane.
    Backward(Surface),
    /// The end is farther up than the start, for Black farther down. Only in a box.
    Upward,
    /// The end is farther down than the start, for Black farther up. Only in a box.
    Downward,
    /// All hold.
    All(Vec<Ground>),
    /// At least one holds.
    Any(Vec<Ground>),
    /// The condition does not hold.
    Not(Box<Ground>),
}

/// Which pieces may use a motion, by whether they have moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Past {
    /// All.
    Any,
    /// Pieces that have not moved.
    Unmoved,
    /// Pieces that have moved.
    Moved,
}

impl Past {
    /// Returns whether `piece` may use a motion with this condition.
    pub fn allows(self, piece: &Piece) -> bool {
        match self {
            Past::Any => true,
            Past::Unmoved => piece.unmoved,
            Past::Moved => !piece.unmoved,
        }
    }
}

impl Ground {
    /// The condition that always holds.
    pub const fn always() -> Self {
        Ground::All(Vec::new())
    }

    /// Compiles a condition of a term.
    ///
    /// # Errors
    ///
    /// The finding names a condition that exists on boards only, or a place that this plane does
    /// not have. `span` is where a condition without a span of its own is reported.
    pub(crate) fn new(
        condition: &Condition,
        terrain: &Terrain<'_>,
        span: Span,
    ) -> Result<Ground, Diagnostic> {
        let each = |parts: &[Condition]| {
            parts.iter().map(|part| Ground::new(part, terrain, span)).collect::<Result<Vec<_>, _>>()
        };
        Ok(match condition {
            Condition::Always => Ground::always(),
            Condition::Start(place) if place.kind == PlaceKind::Unmoved => Ground::Unmoved,
            Condition::Start(place) => Ground::Start(terrain.place(place)?),
            Condition::End(place) => Ground::End(terrain.place(place)?),
            Condition::Relative(relation) => match relation {
                Relation::SameShade => same_shade(terrain),
                Relation::OtherShade => Ground::Not(Box::new(same_shade(terrain))),
                Relation::Forward => Ground::Forward(terrain.surface),
                Relation::Backward => Ground::Backward(terrain.surface),
                Relation::Upward if terrain.surface.is_box() => Ground::Upward,
                Relation::Downward if terrain.surface.is_box() => Ground::Downward,
                Relation::SameRank | Relation::SameFile | Relation::SameLayer => {
                    return Err(no_condition(span));
                }
                Relation::Upward | Relation::Downward => {
                    return Err(no_height(*relation, terrain.surface, span));
                }
            },
            Condition::All(parts) => Ground::All(each(parts)?),
            Condition::Any(parts) => Ground::Any(each(parts)?),
            Condition::Not(part) => Ground::Not(Box::new(Ground::new(part, terrain, span)?)),
            // A distance is no property of the ends; only a condition that always applies has one.
            Condition::Every(n) => {
                return Err(refusal(
                    n.span,
                    "`every` inside of `or` and `not`",
                    "join it by `and`",
                ));
            }
        })
    }

    /// Returns whether a move of `piece` to `to` satisfies the condition.
    pub fn holds(&self, piece: &Piece, to: Vec2) -> bool {
        let above = |from: Vec2, to: Vec2| match piece.side.color() {
            Color::White => below(from.z, to.z),
            Color::Black => below(to.z, from.z),
        };
        match self {
            Ground::Unmoved => piece.unmoved,
            Ground::Start(patch) => patch[piece.side].has(piece.at),
            Ground::End(patch) => patch[piece.side].has(to),
            Ground::SameShade(surface) => tone(piece.at, surface) == tone(to, surface),
            Ground::Forward(surface) => ahead(piece.side, surface, piece.at, surface.folded(to)),
            Ground::Backward(surface) => ahead(piece.side, surface, surface.folded(to), piece.at),
            Ground::Upward => above(piece.at, to),
            Ground::Downward => above(to, piece.at),
            Ground::All(parts) => parts.iter().all(|part| part.holds(piece, to)),
            Ground::Any(parts) => parts.iter().any(|part| part.holds(piece, to)),
            Ground::Not(part) => !part.holds(piece, to),
        }
    }

    /// Returns the condition for moves that end where they start.
    pub(crate) fn on_the_spot(&self) -> Ground {
        let each = |parts: &[Ground]| parts.iter().map(Ground::on_the_spot).collect();
        match self {
            Ground::Unmoved | Ground::Start(_) => self.clone(),
            Ground::End(patch) => Ground::Start(patch.clone()),
            Ground::SameShade(_) => Ground::always(),
            Ground::Forward(_) | Ground::Backward(_) | Ground::Upward | Ground::Downward => {
                Ground::Any(Vec::new())
            }
            Ground::All(parts) => Ground::All(each(parts)),
            Ground::Any(parts) => Ground::Any(each(parts)),
            Ground::Not(part) => Ground::Not(Box::new(part.on_the_spot())),
        }
    }

    /// Returns whether the condition depends on the end of a move.
    pub fn depends_on_end(&self) -> bool {
        match self {
            Ground::Unmoved | Ground::Start(_) => false,
            Ground::End(_)
            | Ground::SameShade(_)
            | Ground::Forward(_)
            | Ground::Backward(_)
            | Ground::Upward
            | Ground::Downward => true,
            Ground::All(parts) | Ground::Any(parts) => parts.iter().any(Ground::depends_on_end),
            Ground::Not(part) => part.depends_on_end(),
        }
    }

    /// Returns whether the condition depends on whether the piece has moved.
    pub(crate) fn counts_moves(&self) -> bool {
        match self {
            Ground::Unmoved => true,
            Ground::Start(_)
            | Ground::End(_)
            | Ground::SameShade(_)
            | Ground::Forward(_)
            | Ground::Backward(_)
            | Ground::Upward
            | Ground::Downward => false,
            Ground::All(parts) | Ground::Any(parts) => parts.iter().any(Ground::counts_moves),
            Ground::Not(part) => part.counts_moves(),
        }
    }

    /// Returns what the condition requires of the past of the piece. Alternatives are ignored.
    pub fn past(&self) -> Past {
        match self {
            Ground::Unmoved => Past::Unmoved,
            Ground::Not(part) if **part == Ground::Unmoved => Past::Moved,
            Ground::All(parts) => {
                let mut pasts = parts.iter().map(Ground::past);
                pasts.find(|past| *past != Past::Any).unwrap_or(Past::Any)
            }
            Ground::Start(_)
            | Ground::End(_)
            | Ground::SameShade(_)
            | Ground::Forward(_)
            | Ground::Backward(_)
            | Ground::Upward
            | Ground::Downward
            | Ground::Any(_)
            | Ground::Not(_) => Past::Any,
        }
    }

    /// Returns the distances of a path whose ends satisfy the condition. `None` if all do, because
    /// the condition does not depend on the end and holds.
    pub(crate) fn stops(&self, piece: &Piece, path: &RayPath<'_>) -> Option<IntervalSet> {
        if !self.depends_on_end() {
            return if self.holds(piece, piece.at) { None } else { Some(IntervalSet::empty()) };
        }
        let marks = Marks::of(&path.track, |sink| self.outlines(piece, sink));
        Some(path.stops.range().select(&marks, |stop| self.holds(piece, path.at(stop))))
    }

    /// Reports the lines and circles on which the condition on the end of a move changes.
    pub(crate) fn outlines(&self, piece: &Piece, sink: &mut impl Sink) {
        match self {
            Ground::Unmoved | Ground::Start(_) => {}
            Ground::End(patch) => patch[piece.side].outlines(sink),
            Ground::SameShade(surface) => {
                Patch::Tone(tone(piece.at, surface), *surface).outlines(sink);
            }
            Ground::Forward(surface) | Ground::Backward(surface) => {
                if let Some(globe) = surface.globe() {
                    let far = globe.forward(Side::White, piece.at);
                    return sink.outline(&Shape::Disc(far), Globe::far_pole(Side::Black));
                }
                let level = |sink: &mut dyn Sink| sink.line(piece.at, Vec2::new(1.0, 0.0));
                if surface.is_flat() {
                    return level(sink);
                }
                surface.seams(sink);
                surface.everywhere(sink, |sink| level(sink));
            }
            Ground::Upward | Ground::Downward => sink.level(piece.at.z),
            Ground::All(parts) | Ground::Any(parts) => {
                parts.iter().for_each(|part| part.outlines(piece, sink));
            }
            Ground::Not(part) => part.outlines(piece, sink),
        }
    }
}

/// Returns whether `to` is farther from the own edge of `side` than `from`, or on a sphere from its
/// own pole.
fn ahead(side: Side, surface: &Surface, from: Vec2, to: Vec2) -> bool {
    match (surface.globe(), side.color()) {
        (None, Color::White) => below(from.y, to.y),
        (None, Color::Black) => below(to.y, from.y),
        (Some(globe), _) => below(globe.forward(side, from), globe.forward(side, to)),
    }
}

/// Returns the condition that start and end have the same shade. On a plane without squares, all
/// points have.
fn same_shade(terrain: &Terrain<'_>) -> Ground {
    match terrain.rules.space.shades {
        Shading::Checkered => Ground::SameShade(terrain.surface),
        Shading::Plain | Shading::Rows(_) => Ground::always(),
    }
}

/// Returns the finding that a condition needs a third direction, which only a box has.
fn no_height(relation: Relation, surface: Surface, span: Span) -> Diagnostic {
    let words = relation.words();
    let along = if relation == Relation::Upward { "forward" } else { "backward" };
    let (label, help) = match surface.globe() {
        Some(_) => {
            ("a sphere has no height", format!("say `{along}`, which is seen from the own pole"))
        }
        None => {
            let help =
                format!("say `{along}`, or give the plane a height, as in `space: plane 8x8x8`");
            ("this plane has no height", help)
        }
    };
    Diagnostic::at(Code::NotOnAPlane, span, format!("`{words}` needs a box"), label).help(help)
}

fn no_condition(span: Span) -> Diagnostic {
    let help = "a plane has shades, zones, `same shade`, `forward`, `unmoved` and `every 0.5`";
    refusal(span, "this condition", help)
}
