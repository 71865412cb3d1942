//! Conditions on the start and the end of a move, and the cells of areas.
//!
//! Conditions depend on cells and on the mover's side, never on the pieces on the board. So a board
//! evaluates them when it compiles its tables.

use crate::ids::ZoneId;
use crate::plane::Plot;
use crate::side::{BySide, Color, Side, Sides};
use crate::space::{Lattice, Place as CellPlace};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{SourceId, Span, Spanned};
use std::cmp::Reverse;
use std::collections::BTreeSet;

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
    /// The same condition without the places of its words.
    #[must_use]
    pub fn placeless(&self) -> Condition {
        let all = |parts: &[Condition]| parts.iter().map(Condition::placeless).collect();
        let place = |Place { kind, .. }: &Place| {
            let kind = match kind {
                PlaceKind::In(area) => PlaceKind::In(area.placeless()),
                PlaceKind::Strong
                | PlaceKind::Weak
                | PlaceKind::Neutral
                | PlaceKind::Light
                | PlaceKind::Dark
                | PlaceKind::Shade(_)
                | PlaceKind::Unmoved => kind.clone(),
            };
            Place { kind, span: nowhere() }
        };
        match self {
            Condition::Always | Condition::Relative(_) => self.clone(),
            Condition::Start(at) => Condition::Start(place(at)),
            Condition::End(at) => Condition::End(place(at)),
            Condition::Every(every) => Condition::Every(Spanned::new(every.value, nowhere())),
            Condition::All(parts) => Condition::All(all(parts)),
            Condition::Any(parts) => Condition::Any(all(parts)),
            Condition::Not(part) => Condition::Not(Box::new(part.placeless())),
        }
    }

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

/// The place of words that nobody wrote.
fn nowhere() -> Span {
    Span::new(SourceId::only(), 0, 0)
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
    /// The same area without the places of its words, so that equal texts are equal areas.
    #[must_use]
    pub fn placeless(&self) -> Area {
        let all = |parts: &[Area]| parts.iter().map(Area::placeless).collect();
        let cell = |cell: &Spanned<String>| Spanned::new(cell.value.clone(), nowhere());
        match self {
            Area::Ranks { .. }
            | Area::LastRank
            | Area::Layers { .. }
            | Area::Files { .. }
            | Area::Edge
            | Area::Corner
            | Area::Zone(_) => self.clone(),
            Area::Cells(cells) => Area::Cells(cells.iter().map(cell).collect()),
            Area::Rectangle(corners) => Area::Rectangle(corners.each_ref().map(cell)),
            Area::Plot(plot) => Area::Plot(Spanned::new(plot.value.clone(), nowhere())),
            Area::Enemys(area) => Area::Enemys(Box::new(area.placeless())),
            Area::All(parts) => Area::All(all(parts)),
            Area::Any(parts) => Area::Any(all(parts)),
            Area::Not(area) => Area::Not(Box::new(area.placeless())),
        }
    }

    /// True if the area counts ranks or layers, which each side counts from its own edge.
    pub fn counts_ranks(&self) -> bool {
        matches!(self, Area::Ranks { .. } | Area::LastRank | Area::Layers { .. })
            || self.parts().iter().any(Area::counts_ranks)
    }

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
                format!("enemy ({})", area.notation(zones))
            }
            Area::Enemys(area) => format!("enemy {}", part(area)),
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

// The cells of an area, and the shortest area that has certain cells.

/// Cells by column and row.
pub type Places = BTreeSet<CellPlace>;

/// A board, with the cells of each area that has words of its own, such as `rank 2`.
#[derive(Clone, Debug)]
pub struct Shape {
    lattice: Lattice,
    named: Vec<(Area, BySide<Places>)>,
}

impl Shape {
    /// The shape of a board. `cells` returns the cells of an area from the view of a side.
    pub fn new(lattice: &Lattice, sides: Sides, cells: impl Fn(&Area, Side) -> Places) -> Shape {
        let spans = |count: u8| (0..count).flat_map(move |low| (low..count).map(move |h| (low, h)));
        let ranks = spans(lattice.ranks_of_layer())
            .map(|(low, high)| Area::Ranks { first: low + 1, last: high + 1 });
        let files = spans(lattice.files()).map(|(low, high)| Area::Files {
            first: lattice.file_name(low),
            last: lattice.file_name(high),
        });
        let areas = std::iter::once(Area::LastRank).chain(ranks).chain(files);
        let of = |area: Area| {
            let each = BySide::of(sides, |side| cells(&area, side));
            (area, each)
        };
        let named = areas.chain([Area::Edge, Area::Corner]).map(of).collect();
        Shape { lattice: lattice.clone(), named }
    }

    /// The shape of a grid without some cells, for two sides. Its edge and its corners have no
    /// words.
    pub fn grid(lattice: &Lattice, without: &Places) -> Shape {
        Shape::new(lattice, Sides::TWO, |area, side| {
            let cells = area.on_grid(lattice, &IndexVec::new(), side).unwrap_or_default();
            cells.difference(without).copied().collect()
        })
    }
}

impl Area {
    /// The shortest area that has the wanted cells of each side, from the view of this side. `None`
    /// if each side needs an area of its own. An area with words of its own comes before a list of
    /// cells and rectangles.
    pub fn of_cells(shape: &Shape, wanted: &[(Side, &Places)]) -> Option<Area> {
        // Ranks of Black alone would be read in two ways.
        let of_black = matches!(wanted, [(side, _)] if *side != Side::White);
        let fits = |(area, each): &&(Area, BySide<Places>)| {
            wanted.iter().all(|(side, cells)| each[*side] == **cells)
                && !(of_black && area.counts_ranks())
        };
        let named = shape.named.iter().find(fits).map(|(area, _)| area.clone());
        let [(_, first), others @ ..] = wanted else { return named };
        let same = || others.iter().all(|(_, cells)| cells == first);
        named.or_else(|| same().then(|| Area::list(&shape.lattice, first)))
    }

    /// Cells as rectangles and single cells: the shorter one of two lists.
    pub fn list(lattice: &Lattice, cells: &Places) -> Area {
        let lists = [covering(lattice, cells), rows(lattice, cells)];
        let areas = lists.map(|boxes| {
            let mut parts: Vec<Area> = boxes.iter().map(|one| one.area(lattice)).collect();
            match parts.pop() {
                Some(only) if parts.is_empty() => only,
                last => Area::Any(parts.into_iter().chain(last).collect()),
            }
        });
        let [one, other] = areas;
        if other.words().len() < one.words().len() { other } else { one }
    }

    /// The cells of the area on a grid for two sides, from the view of `side`. `None` for areas that
    /// depend on holes, layers or a plane.
    pub fn on_grid(
        &self,
        lattice: &Lattice,
        zones: &IndexVec<ZoneId, Zone>,
        side: Side,
    ) -> Option<Places> {
        let of = |holds: &dyn Fn(CellPlace) -> bool| {
            Some(lattice.places().filter(|&p| holds(p)).collect())
        };
        let each = |areas: &[Area]| -> Option<Vec<Places>> {
            areas.iter().map(|area| area.on_grid(lattice, zones, side)).collect()
        };
        let own = |rank: u8| match side.color() {
            Color::White => rank + 1,
            Color::Black => lattice.ranks() - rank,
        };
        match self {
            Area::Ranks { first, last } => of(&|(_, rank)| (*first..=*last).contains(&own(rank))),
            Area::LastRank => of(&|(_, rank)| own(rank) == lattice.ranks()),
            Area::Files { first, last } => {
                of(&|(file, _)| (*first..=*last).contains(&lattice.file_name(file)))
            }
            Area::Cells(list) => list.iter().map(|cell| lattice.place(&cell.value)).collect(),
            Area::Rectangle([from, to]) => {
                let (from, to) = (lattice.place(&from.value)?, lattice.place(&to.value)?);
                let files = from.0.min(to.0)..=from.0.max(to.0);
                let ranks = from.1.min(to.1)..=from.1.max(to.1);
                of(&|(file, rank)| files.contains(&file) && ranks.contains(&rank))
            }
            Area::Zone(zone) => zones.get(*zone)?.area[side].on_grid(lattice, zones, side),
            Area::Enemys(area) => area.on_grid(lattice, zones, side.other()),
            Area::Not(area) => {
                let inner = area.on_grid(lattice, zones, side)?;
                of(&|place| !inner.contains(&place))
            }
            Area::All(areas) => {
                let all = each(areas)?;
                of(&|place| all.iter().all(|cells| cells.contains(&place)))
            }
            Area::Any(areas) => Some(each(areas)?.into_iter().flatten().collect()),
            Area::Layers { .. } | Area::Edge | Area::Corner | Area::Plot(_) => None,
        }
    }

    /// The text of an area of [`Area::of_cells`] or [`Area::list`].
    pub fn words(&self) -> String {
        let zones = IndexVec::new();
        if let Area::Any(parts) = self {
            parts.iter().map(|part| part.notation(&zones)).collect::<Vec<_>>().join(" ")
        } else {
            self.notation(&zones)
        }
    }
}

/// A rectangle of cells, by its lowest and its highest column and row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rectangle {
    low: CellPlace,
    high: CellPlace,
}

impl Rectangle {
    fn has(self, (file, rank): CellPlace) -> bool {
        let Rectangle { low, high } = self;
        (low.0..=high.0).contains(&file) && (low.1..=high.1).contains(&rank)
    }

    fn size(self) -> usize {
        usize::from(self.high.0 - self.low.0 + 1) * usize::from(self.high.1 - self.low.1 + 1)
    }

    fn area(self, lattice: &Lattice) -> Area {
        let name = |(file, rank): CellPlace| Spanned::new(lattice.cell_name(file, rank), nowhere());
        match self.size() {
            1 => Area::Cells(vec![name(self.low)]),
            2 => Area::Cells(vec![name(self.low), name(self.high)]),
            _ => Area::Rectangle([name(self.low), name(self.high)]),
        }
    }
}

/// Rectangles that cover the cells. Each is the one with the most cells that no earlier one has.
fn covering(lattice: &Lattice, cells: &Places) -> Vec<Rectangle> {
    let all = inside(lattice, cells);
    let (mut left, mut chosen) = (cells.clone(), Vec::new());
    while !left.is_empty() {
        let gain = |one: &Rectangle| left.iter().filter(|&&place| one.has(place)).count();
        let worth = |one: &&Rectangle| (gain(one), Reverse((one.size(), one.low.1, one.low.0)));
        let Some(&best) = all.iter().max_by_key(worth) else { break };
        left.retain(|&place| !best.has(place));
        chosen.push(best);
    }
    // Later rectangles may have all cells of an earlier one.
    for number in (0..chosen.len()).rev() {
        let others = || chosen.iter().enumerate().filter(|(other, _)| *other != number);
        if cells.iter().all(|&place| others().any(|(_, one)| one.has(place))) {
            chosen.remove(number);
        }
    }
    chosen.sort_by_key(|one| (one.low.1, one.low.0));
    chosen
}

/// All rectangles whose cells are among `cells`.
fn inside(lattice: &Lattice, cells: &Places) -> Vec<Rectangle> {
    let mut all = Vec::new();
    for &low in cells {
        let mut end = lattice.files();
        // On layers, the cells between two corners are a box.
        let highest = if lattice.layers() > 1 { low.1 + 1 } else { lattice.ranks() };
        for rank in low.1..highest {
            end = (low.0..end).find(|&file| !cells.contains(&(file, rank))).unwrap_or(end);
            all.extend((low.0..end).map(|file| Rectangle { low, high: (file, rank) }));
        }
    }
    all
}

/// The cells as runs of neighbours on one rank. Equal runs on ranks above each other are one
/// rectangle.
fn rows(lattice: &Lattice, cells: &Places) -> Vec<Rectangle> {
    let mut all: Vec<Rectangle> = Vec::new();
    for rank in 0..lattice.ranks() {
        let mut runs: Vec<Rectangle> = Vec::new();
        for &(file, _) in cells.iter().filter(|(_, other)| *other == rank) {
            match runs.last_mut() {
                Some(run) if run.high.0 + 1 == file => run.high.0 = file,
                Some(_) | None => runs.push(Rectangle { low: (file, rank), high: (file, rank) }),
            }
        }
        for run in runs {
            let below = |one: &&mut Rectangle| {
                one.high.1 + 1 == rank && (one.low.0, one.high.0) == (run.low.0, run.high.0)
            };
            match all.iter_mut().find(below).filter(|_| lattice.layers() == 1) {
                Some(below) => below.high.1 = rank,
                None => all.push(run),
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use crate::condition::{Area, Places, Shape};
    use crate::side::Side;
    use crate::space::Lattice;
    use alfil_diagnostics::index::IndexVec;
    use arbtest::arbitrary::{Result, Unstructured};

    const SQUARES: Lattice = Lattice::rectangle(8, 8);

    /// The cells of a text such as `a1 b2`.
    fn places(text: &str) -> Places {
        text.split(' ').map(|name| SQUARES.place(name).expect("a cell")).collect()
    }

    fn list(text: &str) -> String {
        Area::list(&SQUARES, &places(text)).words()
    }

    #[test]
    fn cells_are_listed_as_rectangles() {
        assert_eq!(list("e4"), "e4");
        assert_eq!(list("d4 e4"), "d4 e4");
        assert_eq!(list("a1 b1 c1 a2 b2 c2 h8"), "a1-c2 h8");
        // Rectangles may overlap.
        assert_eq!(list("b1 b2 b3 a2 c2"), "b1-b3 a2-c2");
    }

    #[test]
    fn words_come_before_lists() {
        let shape = Shape::grid(&SQUARES, &Places::new());
        let rank = |rank: char| {
            places(&('a'..='h').map(|f| format!("{f}{rank}")).collect::<Vec<_>>().join(" "))
        };
        let file = places("a1 a2 a3 a4 a5 a6 a7 a8");
        let area = |white: &Places, black: &Places| {
            let each = [(Side::White, white), (Side::Black, black)];
            Area::of_cells(&shape, &each).map(|area| area.words())
        };
        assert_eq!(area(&rank('8'), &rank('1')).as_deref(), Some("last rank"));
        assert_eq!(area(&rank('2'), &rank('7')).as_deref(), Some("rank 2"));
        assert_eq!(area(&rank('2'), &rank('2')).as_deref(), Some("a2-h2"));
        assert_eq!(area(&file, &file).as_deref(), Some("file a"));
        assert_eq!(area(&file, &rank('1')), None);
    }

    /// Any cells: the list has exactly these.
    #[test]
    fn lists_have_exactly_their_cells() {
        let body = |u: &mut Unstructured<'_>| -> Result<()> {
            let bits: u64 = u.arbitrary()?;
            let cells: Places =
                SQUARES.places().filter(|(f, r)| bits >> (f + 8 * r) & 1 == 1).collect();
            let area = Area::list(&SQUARES, &cells);
            assert_eq!(
                area.on_grid(&SQUARES, &IndexVec::new(), Side::White),
                Some(cells),
                "{area:?}"
            );
            Ok(())
        };
        arbtest::arbtest(body).budget_ms(200);
    }
}
