//! What movements are walked on: the cells of a board, where each kind starts, and the truth of
//! conditions about them.
//!
//! Owns: [`Terrain`], [`Piece`], [`area_cells`]. Takes a graph, rules and start cells; gives walks what
//! they ask. Invariant: no answer depends on what stands where.

use crate::board::space::graph::Graph;
use crate::board::space::site_set::{AnySet, Site};
use crate::index::IndexVec;
use crate::rules::condition::{Area, Condition, Place, PlaceKind};
use crate::rules::ruleset::{KindId, Ruleset, Zone, ZoneId};
use crate::rules::side::{BySide, Side};

/// Sets of sites by side and kind.
pub type ByPiece = BySide<IndexVec<KindId, AnySet>>;

/// A piece: whose and of what kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Piece {
    /// Its owner.
    pub side: Side,
    /// Its kind.
    pub kind: KindId,
}

/// Rules on a board without pieces.
#[derive(Clone, Copy, Debug)]
pub struct Terrain<'a> {
    /// The board.
    pub graph: &'a Graph,
    /// The rules.
    pub rules: &'a Ruleset,
    /// Where each kind of each side stands in the start position.
    pub start_cells: &'a ByPiece,
}

impl Terrain<'_> {
    /// The cells of `area` from `side`'s view.
    pub fn cells(&self, area: &Area, side: Side) -> AnySet {
        area_cells(self.graph, &self.rules.zones, area, side)
    }

    /// Whether `condition` holds of a displacement of a piece of `kind` and `side`.
    pub fn holds(
        &self,
        condition: &Condition,
        side: Side,
        kind: KindId,
        from: Site,
        to: Site,
    ) -> bool {
        let is = |c: &Condition| self.holds(c, side, kind, from, to);
        match condition {
            Condition::Always => true,
            Condition::Start(place) => self.is_place(place, side, kind, from),
            Condition::End(place) => self.is_place(place, side, kind, to),
            Condition::SameShade => self.graph.shade(from) == self.graph.shade(to),
            Condition::OtherShade => self.graph.shade(from) != self.graph.shade(to),
            // A board has no distances; `check_places` reports it.
            Condition::Every(_) => true,
            Condition::All(all) => all.iter().all(is),
            Condition::Any(any) => any.iter().any(is),
            Condition::Not(c) => !is(c),
        }
    }

    fn is_place(&self, place: &Place, side: Side, kind: KindId, site: Site) -> bool {
        let shade = self.graph.shade(site);
        let darkest = self.graph.shades();
        let (near, far) = match side {
            Side::White => (1, darkest),
            Side::Black => (darkest, 1),
        };
        match &place.kind {
            PlaceKind::Strong => darkest > 1 && shade == near,
            PlaceKind::Weak => darkest > 1 && shade == far,
            PlaceKind::Neutral => darkest == 1 || (shade != near && shade != far),
            PlaceKind::Light => shade == 1,
            PlaceKind::Dark => shade == darkest && darkest > 1,
            PlaceKind::Shade(n) => shade == *n,
            PlaceKind::Unmoved => self.start_cells[side][kind].has(site),
            PlaceKind::In(area) => self.cells(area, side).has(site),
        }
    }
}

/// The cells of `area` from `side`'s view.
pub fn area_cells(
    graph: &Graph,
    zones: &IndexVec<ZoneId, Zone>,
    area: &Area,
    side: Side,
) -> AnySet {
    let ranked = |first: u8, last: u8| {
        graph.sites().filter(|&s| (first..=last).contains(&graph.rank_for(s, side))).collect()
    };
    match area {
        Area::Ranks { first, last } => ranked(*first, *last),
        Area::LastRank => graph.last_rank(side),
        Area::File(file) => graph.sites().filter(|&s| file_of(graph.name(s)) == file).collect(),
        Area::Cells(cells) => cells.iter().filter_map(|c| graph.find(&c.value)).collect(),
        Area::Zone(zone) => area_cells(graph, zones, &zones[*zone].area, side),
        Area::Union(areas) => {
            areas.iter().fold(AnySet::EMPTY, |all, a| all | area_cells(graph, zones, a, side))
        }
    }
}

/// The file in a cell's name.
pub fn file_of(cell: &str) -> &str {
    cell.trim_end_matches(|c: char| c.is_ascii_digit())
}
