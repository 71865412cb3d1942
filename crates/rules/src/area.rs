//! The cells of an area, and the shortest area that has certain cells.

use crate::condition::{Area, Zone};
use crate::ids::ZoneId;
use crate::lattice::Lattice;
use crate::side::{BySide, Color, Side, Sides};
use crate::space::Place;
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{SourceId, Span, Spanned};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Cells by column and row.
pub type Places = BTreeSet<Place>;

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
        let fits = |(_, each): &&(Area, BySide<Places>)| {
            wanted.iter().all(|(side, cells)| each[*side] == **cells)
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
        let of =
            |holds: &dyn Fn(Place) -> bool| Some(lattice.places().filter(|&p| holds(p)).collect());
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
    low: Place,
    high: Place,
}

impl Rectangle {
    fn has(self, (file, rank): Place) -> bool {
        let Rectangle { low, high } = self;
        (low.0..=high.0).contains(&file) && (low.1..=high.1).contains(&rank)
    }

    fn size(self) -> usize {
        usize::from(self.high.0 - self.low.0 + 1) * usize::from(self.high.1 - self.low.1 + 1)
    }

    fn area(self, lattice: &Lattice) -> Area {
        let name = |(file, rank): Place| {
            Spanned::new(lattice.cell_name(file, rank), Span::new(SourceId::only(), 0, 0))
        };
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
