//! Conditions on the start and the end of a move.
//!
//! They depend on cells and on the mover's side, never on the pieces on the board. So a board
//! evaluates them when it compiles its tables.

use crate::ids::ZoneId;
use crate::plane::Plot;
use crate::side::BySide;
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{Span, Spanned};

/// A condition on the start cell and the end cell of one moving piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// The condition is always true.
    Always,
    /// The start cell is a place of this kind.
    Start(Place),
    /// The end cell is a place of this kind.
    End(Place),
    /// The end cell lies in this relation to the start cell.
    Relative(Relation),
    /// The distance is a multiple of this number of thousandths of a unit. For planes only.
    Every(Spanned<u32>),
    /// All are true.
    All(Vec<Condition>),
    /// At least one is true.
    Any(Vec<Condition>),
    /// The condition is false.
    Not(Box<Condition>),
}

impl Condition {
    /// A condition that requires both. If one of them is `Always`, returns the other.
    #[must_use]
    pub fn and(self, other: Condition) -> Condition {
        match (self, other) {
            (Condition::Always, c) | (c, Condition::Always) => c,
            (Condition::All(mut a), Condition::All(b)) => {
                a.extend(b);
                Condition::All(a)
            }
            (Condition::All(mut a), c) => {
                a.push(c);
                Condition::All(a)
            }
            (c, Condition::All(mut a)) => {
                a.insert(0, c);
                Condition::All(a)
            }
            (a, b) => Condition::All(vec![a, b]),
        }
    }

    /// The opposite condition. A double negation disappears.
    #[must_use]
    pub fn negate(self) -> Condition {
        match self {
            Condition::Not(c) => *c,
            c => Condition::Not(Box::new(c)),
        }
    }

    /// Appends the words `strong` and `weak` of the condition, with their spans.
    pub(crate) fn strengths(&self, found: &mut Vec<(&'static str, Span)>) {
        match self {
            Condition::Start(Place { kind, span }) | Condition::End(Place { kind, span }) => {
                match kind {
                    PlaceKind::Strong => found.push(("strong", *span)),
                    PlaceKind::Weak => found.push(("weak", *span)),
                    PlaceKind::Neutral
                    | PlaceKind::Light
                    | PlaceKind::Dark
                    | PlaceKind::Shade(_)
                    | PlaceKind::Unmoved
                    | PlaceKind::In(_) => {}
                }
            }
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().for_each(|part| part.strengths(found));
            }
            Condition::Not(inner) => inner.strengths(found),
            Condition::Always | Condition::Relative(_) | Condition::Every(_) => {}
        }
    }

    /// Whether the condition depends on the start cell alone.
    pub fn start_only(&self) -> bool {
        match self {
            Condition::Always | Condition::Start(_) => true,
            Condition::End(_) | Condition::Relative(_) | Condition::Every(_) => false,
            Condition::All(cs) | Condition::Any(cs) => cs.iter().all(Condition::start_only),
            Condition::Not(c) => c.start_only(),
        }
    }
}

alfil_diagnostics::spelt! {
    /// A relation of the end cell to the start cell, from the mover's point of view.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Relation: &'static str, words, from_words {
        /// On a cell of the same shade.
        SameShade = "same shade",
        /// On a cell of another shade.
        OtherShade = "other shade",
        /// On the same rank, of any layer.
        SameRank = "same rank",
        /// On the same file, of any layer.
        SameFile = "same file",
        /// On the same layer.
        SameLayer = "same layer",
        /// On a rank farther from the mover's side.
        Forward = "forward",
        /// On a rank nearer to the mover's side.
        Backward = "backward",
        /// On a layer farther from the mover's first layer.
        Upward = "upward",
        /// On a layer nearer to the mover's first layer.
        Downward = "downward",
    }
}

/// A kind of cell from the mover's point of view, with its place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The kind of cell.
    pub kind: PlaceKind,
    /// The span of the author's text.
    pub span: Span,
}

/// The kind of cell of a [`Place`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlaceKind {
    /// The shade nearest to the mover's colour.
    Strong,
    /// The shade farthest from the mover's colour.
    Weak,
    /// A shade between the two.
    Neutral,
    /// The lightest shade.
    Light,
    /// The darkest shade.
    Dark,
    /// Shade `n`, where 1 is the lightest.
    Shade(u8),
    /// For start cells only: in the start position, a piece of the same kind and side stands there.
    Unmoved,
    /// A cell of this area.
    In(Area),
}

/// A set of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Area {
    /// Ranks `first..=last`, counted from 1 at the mover's side.
    Ranks {
        /// First rank.
        first: u8,
        /// Last rank.
        last: u8,
    },
    /// The farthest rank from the mover's side.
    LastRank,
    /// Layers `first..=last`, counted from 1 at the mover's side.
    Layers {
        /// First layer.
        first: u8,
        /// Last layer.
        last: u8,
    },
    /// Files `first..=last` by their letters, the same for both sides.
    Files {
        /// First file.
        first: char,
        /// Last file.
        last: char,
    },
    /// Cells from which an orthogonal step leaves the board or enters a hole.
    Edge,
    /// Cells of the edge where the board fills less than half of the surroundings.
    Corner,
    /// These cells, the same for both sides.
    Cells(Vec<Spanned<String>>),
    /// A rectangle, given by two opposite corners.
    Rectangle([Spanned<String>; 2]),
    /// A figure on a plane or a sphere. For these only.
    Plot(Spanned<Plot>),
    /// A zone of the definition.
    Zone(ZoneId),
    /// This area from the opponent's point of view.
    Enemys(Box<Area>),
    /// Cells that are in all of these.
    All(Vec<Area>),
    /// Cells that are in at least one of these.
    Any(Vec<Area>),
    /// All cells that are not in this area.
    Not(Box<Area>),
}

impl Area {
    /// The areas directly inside this one.
    pub fn parts(&self) -> &[Area] {
        match self {
            Area::Enemys(area) | Area::Not(area) => std::slice::from_ref(area),
            Area::All(areas) | Area::Any(areas) => areas,
            Area::Ranks { .. }
            | Area::LastRank
            | Area::Layers { .. }
            | Area::Files { .. }
            | Area::Edge
            | Area::Corner
            | Area::Cells(_)
            | Area::Rectangle(_)
            | Area::Plot(_)
            | Area::Zone(_) => &[],
        }
    }

    /// The area in the notation of definitions.
    pub fn notation(&self, zones: &IndexVec<ZoneId, Zone>) -> String {
        let part = |area: &Area| match area.parts().len() {
            0 | 1 => area.notation(zones),
            _ => format!("({})", area.notation(zones)),
        };
        let joined =
            |areas: &[Area], word: &str| areas.iter().map(part).collect::<Vec<_>>().join(word);
        match self {
            Area::Ranks { first, last } if first == last => format!("rank {first}"),
            Area::Ranks { first, last } => format!("ranks {first}-{last}"),
            Area::LastRank => "last rank".to_owned(),
            Area::Layers { first, last } if first == last => format!("layer {first}"),
            Area::Layers { first, last } => format!("layers {first}-{last}"),
            Area::Files { first, last } if first == last => format!("file {first}"),
            Area::Files { first, last } => format!("files {first}-{last}"),
            Area::Edge => "edge".to_owned(),
            Area::Corner => "corner".to_owned(),
            Area::Cells(cells) => {
                cells.iter().map(|c| c.value.as_str()).collect::<Vec<_>>().join(" ")
            }
            Area::Rectangle([a, b]) => format!("{}-{}", a.value, b.value),
            Area::Plot(plot) => plot.value.to_string(),
            Area::Zone(zone) => zones[*zone].name.value.clone(),
            Area::Enemys(area) if matches!(**area, Area::Not(_)) => {
                format!("enemy's ({})", area.notation(zones))
            }
            Area::Enemys(area) => format!("enemy's {}", part(area)),
            Area::All(areas) => joined(areas, " and "),
            Area::Any(areas) => joined(areas, " or "),
            Area::Not(area) => format!("not {}", part(area)),
        }
    }
}

/// A named set of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zone {
    /// The name of the zone.
    pub name: Spanned<String>,
    /// The cells of the zone from the point of view of each side.
    pub area: BySide<Area>,
}
