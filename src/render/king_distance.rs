//! Distances between cells over the links of a board.
//!
//! [`KingDistances`] counts king's steps, also across seams and around holes. [`rides`] lists the
//! cells of straight legs in order. A cell has distance 0 from itself. Cells without a connection
//! are farther apart than all others.

use alfil_diagnostics::index::{Id, IndexVec};
use alfil_rules::movement::Leg;
use alfil_rules::side::Side;
use alfil_topology::bearing::Bearing;
use alfil_topology::graph::{Graph, Node, StridePath};
use alfil_topology::site_set::Site;
use std::collections::VecDeque;

/// Distances between all cells of a board.
pub(crate) struct KingDistances<'a> {
    graph: &'a Graph,
    steps: Vec<IndexVec<Node, i16>>,
}

impl<'a> KingDistances<'a> {
    pub(crate) fn new(graph: &'a Graph) -> KingDistances<'a> {
        let steps = graph.sites().map(|site| from(graph, graph.node(site))).collect();
        KingDistances { graph, steps }
    }

    /// The number of steps from one cell to another; `i16::MAX` if there is no way.
    pub(crate) fn steps(&self, a: Site, b: Site) -> i16 {
        let row = self.steps.get(a.index());
        row.and_then(|row| row.get(self.graph.node(b))).copied().unwrap_or(i16::MAX)
    }
}

fn from(graph: &Graph, start: Node) -> IndexVec<Node, i16> {
    let mut steps: IndexVec<Node, i16> = graph.nodes().map(|_| i16::MAX).collect();
    steps[start] = 0;
    let mut todo = VecDeque::from([start]);
    while let Some(node) = todo.pop_front() {
        for next in graph.neighbours(node) {
            if steps[next] == i16::MAX {
                steps[next] = steps[node] + 1;
                todo.push_back(next);
            }
        }
    }
    steps
}

/// The stops of a straight leg from `origin`, one row for each direction, with the origin first. A
/// row ends at the edge, or where the ride returns to its origin.
pub(crate) fn rides(graph: &Graph, origin: Site, side: Side, leg: &Leg) -> Vec<Vec<Site>> {
    let compass = graph.compass();
    let sectors = Bearing::new(compass).sectors(graph.forward(side), leg);
    let ride = |mut sector: u8| {
        let (mut stops, mut node) = (vec![origin], graph.node(origin));
        while let Some(StridePath { path, carry }) =
            graph.stride(node, leg.stride, sector, leg.edges)
        {
            let Some(next) = path.last().copied() else { break };
            let Some(site) = graph.site(next).filter(|&s| s != origin) else { break };
            if stops.len() > graph.longest_ride() {
                break;
            }
            stops.push(site);
            sector = compass.carried(carry, leg.stride, sector);
            node = next;
        }
        stops
    };
    sectors.iter().map(ride).collect()
}
