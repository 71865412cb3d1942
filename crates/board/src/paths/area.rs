//! The cells of zones and other areas. A zone may only refer to zones before it, so each is
//! computed once, in order.

use alfil_diagnostics::index::IndexVec;
use alfil_rules::condition::{Area, Zone};
use alfil_rules::ids::ZoneId;
use alfil_rules::side::{BySide, Side};
use alfil_topology::graph::Graph;
use alfil_topology::site_set::{AnySet, Site};

/// The cells of each zone, of the edge and of the corners.
#[derive(Clone, Debug, Default)]
pub(crate) struct Zones {
    named: IndexVec<ZoneId, BySide<AnySet>>,
    edge: AnySet,
    corners: AnySet,
}

impl Zones {
    /// Computes the cells of `zones` on `graph`.
    pub(crate) fn new(graph: &Graph, zones: &IndexVec<ZoneId, Zone>) -> Zones {
        // On square cells, a corner lacks neighbours in at least two consecutive orthogonal
        // directions. On hexagons, it lacks at least three.
        let is_corner =
            |&site: &Site| (ends_beside(graph, site) + 1) * 4 > graph.compass().headings();
        let edge: AnySet = graph.sites().filter(|&site| ends_beside(graph, site) > 0).collect();
        let corners = edge.into_iter().filter(is_corner).collect();
        let mut all = Zones { named: IndexVec::new(), edge, corners };
        for zone in zones.iter() {
            let of = |side: Side| all.cells(graph, &zone.area[side], side);
            let cells = BySide::of(graph.players(), of);
            all.named.push(cells);
        }
        all
    }

    /// Returns the cells of `area` from `side`'s view.
    pub(crate) fn cells(&self, graph: &Graph, area: &Area, side: Side) -> AnySet {
        graph.sites().filter(|&site| self.has(graph, area, side, site)).collect()
    }

    /// Returns whether `site` is in `area` from `side`'s view.
    pub(crate) fn has(&self, graph: &Graph, area: &Area, side: Side, site: Site) -> bool {
        let is = |area: &Area| self.has(graph, area, side, site);
        match area {
            Area::Ranks { first, last } => (first..=last).contains(&&graph.rank_for(site, side)),
            Area::LastRank => graph.last_rank(side).has(site),
            Area::Layers { first, last } => (first..=last).contains(&&graph.layer_for(site, side)),
            Area::Files { first, last } => (*first..=*last).contains(&file_of(graph, site)),
            Area::Edge => self.edge.has(site),
            Area::Corner => self.corners.has(site),
            // A figure on a board is a finding.
            Area::Plot(_) => false,
            Area::Cells(cells) => cells.iter().any(|cell| cell.value == graph.name(site)),
            Area::Rectangle([a, b]) => {
                let corners = [a, b].map(|corner| graph.lattice().place(&corner.value));
                let [Some(a), Some(b)] = corners else { return false };
                let (file, rank) = graph.file_rank(site);
                let between = |n: u8, a: u8, b: u8| (a.min(b)..=a.max(b)).contains(&n);
                // On boards with layers, the area between two cells is a box. So layers are
                // compared too.
                let split = |rank: u8| graph.lattice().layer(rank).unwrap_or((0, rank));
                let [(layer, rank), low, high] = [rank, a.1, b.1].map(split);
                between(file, a.0, b.0)
                    && between(layer, low.0, high.0)
                    && between(rank, low.1, high.1)
            }
            Area::Zone(zone) => self.named[*zone][side].has(site),
            Area::Enemys(area) => {
                let mut enemies = graph.players().enemies(side).into_iter();
                enemies.any(|enemy| self.has(graph, area, enemy, site))
            }
            Area::All(areas) => areas.iter().all(is),
            Area::Any(areas) => areas.iter().any(is),
            Area::Not(area) => !is(area),
        }
    }
}

/// Returns the cell that corresponds to the cell `site` of White: on the same file, at the same
/// distance from `side`'s own edge.
pub(crate) fn own_cell(graph: &Graph, site: Site, side: Side) -> Option<Site> {
    let (file, rank) = (graph.file_rank(site).0, graph.rank_for(site, Side::White));
    let own = |s: &Site| graph.file_rank(*s).0 == file && graph.rank_for(*s, side) == rank;
    graph.sites().find(own)
}

/// Returns the letter of the file of `site`.
pub(crate) fn file_of(graph: &Graph, site: Site) -> char {
    graph.file_name(graph.file_rank(site).0)
}

/// Returns the largest number of consecutive orthogonal directions in which `site` has no adjacent
/// cell.
fn ends_beside(graph: &Graph, site: Site) -> u8 {
    let headings = graph.compass().headings();
    let ends = |heading: u8| {
        let beside = graph.step(graph.node(site), heading % headings);
        beside.and_then(|node| graph.site(node)).is_none()
    };
    let orthogonal = || (0..headings).step_by(2);
    let row = |first: u8| orthogonal().take_while(|turn| ends(first + turn)).count();
    orthogonal().map(row).max().unwrap_or(0) as u8
}
