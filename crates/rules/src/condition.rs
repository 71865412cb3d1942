//! Conditions on where a move starts and ends.
//!
//! Owns: [`Condition`], [`Place`], [`Area`], [`Zone`]. All of them depend on cells and the mover's side only,
//! never on what stands where, so an arena folds them into its tables when it compiles.

use crate::ids::ZoneId;
use crate::side::BySide;
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{Span, Spanned};

/// A truth about one displacement of one piece: from a start cell to an end cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// Holds everywhere.
    Always,
    /// The start cell is such a place.
    Start(Place),
    /// The end cell is such a place.
    End(Place),
    /// The end lies so, seen from the start.
    Relative(Relation),
    /// The distance is a whole multiple of this many thousandths (planes).
    Every(Spanned<u32>),
    /// All of these hold.
    All(Vec<Condition>),
    /// One of these holds.
    Any(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
}

impl Condition {
    /// Both hold; `Always` disappears.
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

    /// It does not hold; double negation disappears.
    #[must_use]
    pub fn negate(self) -> Condition {
        match self {
            Condition::Not(c) => *c,
            c => Condition::Not(Box::new(c)),
        }
    }

    /// Whether it speaks of the start cell alone.
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
    /// How the end of a move lies, seen from its start by its mover.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Relation: &'static str, words, from_words {
        /// On a cell of the same shade.
        SameShade = "same shade",
        /// On a cell of another shade.
        OtherShade = "other shade",
        /// On the same rank of whichever layer.
        SameRank = "same rank",
        /// On the same file of whichever layer.
        SameFile = "same file",
        /// On the same layer.
        SameLayer = "same layer",
        /// On a farther rank.
        Forward = "forward",
        /// On a nearer rank.
        Backward = "backward",
        /// On a layer farther from the mover's own.
        Upward = "upward",
        /// On a layer nearer to the mover's own.
        Downward = "downward",
    }
}

/// A kind of cell, seen from the mover's side, with the place where it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// What kind.
    pub kind: PlaceKind,
    /// Where the author wrote it.
    pub span: Span,
}

/// What a [`Place`] says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlaceKind {
    /// The shade nearest the mover's own colour.
    Strong,
    /// The shade farthest from it.
    Weak,
    /// A shade between the two.
    Neutral,
    /// The lightest shade.
    Light,
    /// The darkest shade.
    Dark,
    /// Shade `n`, 1 the lightest.
    Shade(u8),
    /// Start only: a cell on which this kind and side stand in the start position.
    Unmoved,
    /// In this area.
    In(Area),
}

/// A set of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Area {
    /// Ranks `first..=last` from the mover's side, from 1.
    Ranks {
        /// First rank.
        first: u8,
        /// Last rank.
        last: u8,
    },
    /// The rank farthest from the mover.
    LastRank,
    /// Layers `first..=last` from the mover's side, from 1.
    Layers {
        /// First layer.
        first: u8,
        /// Last layer.
        last: u8,
    },
    /// Files `first..=last` by their letters, absolute.
    Files {
        /// First file.
        first: char,
        /// Last file.
        last: char,
    },
    /// Cells from which an orthogonal step leads off the board or into a hole.
    Edge,
    /// Cells of the edge of which less than half of what lies around them is board.
    Corner,
    /// These cells, absolute.
    Cells(Vec<Spanned<String>>),
    /// The cells of a rectangle, two opposite corners of which are these.
    Rectangle([Spanned<String>; 2]),
    /// A zone of the definition.
    Zone(ZoneId),
    /// What this is to the other side.
    Enemys(Box<Area>),
    /// In all of these.
    All(Vec<Area>),
    /// In one of these.
    Any(Vec<Area>),
    /// Everywhere else.
    Not(Box<Area>),
}

impl Area {
    /// The areas of which it is made.
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
            | Area::Zone(_) => &[],
        }
    }

    /// As an author writes it.
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
    /// Its name.
    pub name: Spanned<String>,
    /// What it covers for each side.
    pub area: BySide<Area>,
}
