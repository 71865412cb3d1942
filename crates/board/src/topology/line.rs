//! Straight lines through two cells.
//!
//! Owns: [`Fan`], [`Ray`]. Takes a graph and cells. Invariant: a line is straight, along files, ranks
//! or diagonals.

use crate::topology::frame::Carry;
use crate::topology::graph::{Graph, Node};
use crate::topology::site_set::Site;
use alfil_diagnostics::index::IndexVec;

/// The shortest lines from one cell, to each that one leads to: all found by going once along each heading.
#[derive(Clone, Debug)]
pub struct Fan<'g> {
    graph: &'g Graph,
    from: Site,
    lines: IndexVec<Site, Option<Line>>,
}

/// A line from one cell to another.
#[derive(Clone, Copy, Debug)]
struct Line {
    length: usize,
    heading: u8,
    /// How it arrives.
    at: (Node, Carry),
}

impl<'g> Fan<'g> {
    /// Of `from`. A line that leads over a seam back to its start ends there, and no line leads from a cell to itself.
    pub fn new(graph: &'g Graph, from: Site) -> Fan<'g> {
        let start = (graph.node(from), Carry::NONE);
        let mut lines: IndexVec<Site, Option<Line>> = graph.sites().map(|_| None).collect();
        for heading in 0..graph.compass().headings() {
            let mut at = start;
            for length in 1..=graph.longest_ride() {
                let Some(next) = step(graph, at, heading).filter(|next| next.0 != start.0) else {
                    break;
                };
                at = next;
                let Some(site) = graph.site(at.0) else { continue };
                // Of two that are as long, the one of the first heading.
                if lines[site].is_none_or(|known| length < known.length) {
                    lines[site] = Some(Line { length, heading, at });
                }
            }
        }
        Fan { graph, from, lines }
    }

    /// The next cell straight back from the start and the next straight on behind `to`; `None` if no line leads there.
    pub fn ends(&self, to: Site) -> Option<(Option<Site>, Option<Site>)> {
        let Line { heading, at, .. } = self.lines[to]?;
        let start = (self.graph.node(self.from), Carry::NONE);
        let site = |(node, _): (Node, Carry)| self.graph.site(node);
        let back = self.graph.compass().back(heading);
        let behind = step(self.graph, start, back).and_then(site);
        Some((behind, step(self.graph, at, heading).and_then(site)))
    }

    /// The cells that lie on the way to `to`; none if no line leads there.
    pub fn between(&self, to: Site) -> Vec<Site> {
        let mut cells = Vec::new();
        let Some(Line { heading, at: (end, _), .. }) = self.lines[to] else { return cells };
        let mut at = step(self.graph, (self.graph.node(self.from), Carry::NONE), heading);
        while let Some(here) = at.filter(|here| here.0 != end) {
            cells.extend(self.graph.site(here.0));
            at = step(self.graph, here, heading);
        }
        cells
    }

    /// The line to `to` and on; empty if that is the start.
    pub fn ray(&self, to: Site) -> Ray {
        let (graph, mut ray) = (self.graph, Ray::default());
        let Some(Line { heading, .. }) = self.lines[to] else { return ray };
        let start = (graph.node(self.from), Carry::NONE);
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

/// The cells of the shortest line from one to another, and on beyond it.
#[derive(Clone, Default, Debug)]
pub struct Ray {
    /// From the cell next to the first to the second itself; none if no line leads there.
    pub to: Vec<Site>,
    /// Behind the second, up to the edge or, where the line closes, to the first.
    pub beyond: Vec<Site>,
}

/// The next node of a line that set out along `heading`.
fn step(graph: &Graph, (node, carry): (Node, Carry), heading: u8) -> Option<(Node, Carry)> {
    let n = graph.compass().headings();
    let link = graph.link(node, carry.heading(heading, n))?;
    Some((link.node, carry.then(link.carry, n)))
}
