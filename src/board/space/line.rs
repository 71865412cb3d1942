//! Straight lines: through two cells, and how long they get.
//!
//! Owns: [`line_ends`], [`between`], [`Ray`], [`longest`]. Takes a graph and two cells. Invariant: a line is straight, along files, ranks
//! or diagonals.

use crate::board::space::frame::Carry;
use crate::board::space::graph::{Graph, Node};
use crate::board::space::site_set::Site;
use crate::index::Id;

/// The next cell straight back from `from` and the next straight on behind `to`, of the shortest line that leads from
/// the one to the other; `None` if none does, or the line leads over a seam back to its start.
pub fn line_ends(graph: &Graph, from: Site, to: Site) -> Option<(Option<Site>, Option<Site>)> {
    let (heading, at) = shortest(graph, from, to)?;
    let start = graph.node(from);
    let site = |(node, _): (Node, Carry)| graph.site(node);
    let behind = step(graph, (start, Carry::NONE), graph.compass().back(heading)).and_then(site);
    Some((behind, step(graph, at, heading).and_then(site)))
}

/// The cells that lie between two on the shortest line from the one to the other; none if there is none.
pub fn between(graph: &Graph, from: Site, to: Site) -> Vec<Site> {
    let mut cells = Vec::new();
    let Some((heading, _)) = shortest(graph, from, to) else { return cells };
    let mut at = step(graph, (graph.node(from), Carry::NONE), heading);
    while let Some(here) = at.filter(|here| here.0 != graph.node(to)) {
        cells.extend(graph.site(here.0));
        at = step(graph, here, heading);
    }
    cells
}

/// The cells of the shortest line from one to another, and on beyond it.
#[derive(Clone, Default, Debug)]
pub struct Ray {
    /// From the cell next to the first to the second itself; none if no line leads there.
    pub to: Vec<Site>,
    /// Behind the second, up to the edge or, where the line closes, to the first.
    pub beyond: Vec<Site>,
}

impl Ray {
    /// From `from` to `to`; empty if they are one cell.
    pub fn new(graph: &Graph, from: Site, to: Site) -> Ray {
        let mut ray = Ray::default();
        let Some((heading, _)) = shortest(graph, from, to).filter(|_| from != to) else {
            return ray;
        };
        let start = (graph.node(from), Carry::NONE);
        let mut at = step(graph, start, heading);
        while let Some((node, carry)) = at.filter(|at| at.0 != start.0) {
            let Some(site) = graph.site(node) else { break };
            let passed = ray.to.last() == Some(&to);
            if passed { &mut ray.beyond } else { &mut ray.to }.push(site);
            if ray.beyond.len() > graph.longest_ride() {
                break;
            }
            at = step(graph, (node, carry), heading);
        }
        ray
    }
}

/// The most steps that a line of single steps takes before it ends or is back where it began.
pub fn longest(graph: &Graph) -> usize {
    let n = graph.compass().headings();
    let headings = usize::from(n);
    // By node and heading there, the number of the walk that came there last.
    let mut walked = vec![0; graph.nodes().count() * headings];
    let mut most = 0;
    for start in 0..walked.len() {
        if walked[start] != 0 {
            continue;
        }
        let (mut at, mut steps) = (start, 0);
        while walked[at] != start + 1 {
            walked[at] = start + 1;
            let heading = (at % headings) as u8;
            let Some(link) = graph.link(Node::from_index(at / headings), heading) else { break };
            steps += 1;
            at = link.node.index() * headings + usize::from(link.carry.heading(heading, n));
        }
        most = most.max(steps);
    }
    most
}

/// The heading of the shortest line from one cell to another, and how it arrives.
fn shortest(graph: &Graph, from: Site, to: Site) -> Option<(u8, (Node, Carry))> {
    let (start, end) = (graph.node(from), graph.node(to));
    let length = |heading: u8| {
        let mut at = (start, Carry::NONE);
        let mut length = 0;
        while at.0 != end {
            at = step(graph, at, heading)?;
            length += 1;
            if at.0 == start || length > graph.longest_ride() {
                return None;
            }
        }
        Some((length, heading, at))
    };
    let lines = (0..graph.compass().headings()).filter_map(length);
    lines.min_by_key(|line| line.0).map(|(_, heading, at)| (heading, at))
}

/// The next node of a line that set out along `heading`.
fn step(graph: &Graph, (node, carry): (Node, Carry), heading: u8) -> Option<(Node, Carry)> {
    let n = graph.compass().headings();
    let link = graph.link(node, carry.heading(heading, n))?;
    Some((link.node, carry.then(link.carry, n)))
}
