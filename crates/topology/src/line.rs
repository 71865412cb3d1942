//! Straight lines between two cells, along files, ranks or diagonals.

use crate::compass::Carry;
use crate::graph::{Graph, Node};
use crate::site_set::Site;
use alfil_diagnostics::index::IndexVec;

/// The straight lines from one cell. For each cell that a line reaches, the shortest one is kept.
/// One pass along each heading finds all lines.
#[derive(Clone, Debug)]
pub struct Fan<'g> {
    graph: &'g Graph,
    from: Site,
    lines: IndexVec<Site, Option<Line>>,
}

#[derive(Clone, Copy, Debug)]
struct Line {
    length: usize,
    heading: u8,
    /// The last node, and the change of the frame from the start to it.
    at: (Node, Carry),
}

impl<'g> Fan<'g> {
    /// Finds the lines from `from`. A line that returns to its start over a seam ends there. So no
    /// line leads from a cell to itself.
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
                // Of two equally long lines, the one with the lower heading is kept.
                if lines[site].is_none_or(|known| length < known.length) {
                    lines[site] = Some(Line { length, heading, at });
                }
            }
        }
        Fan { graph, from, lines }
    }

    /// Returns the cell before the start and the cell after `to` on the line to `to`. `None` if no
    /// line leads to `to`.
    pub fn ends(&self, to: Site) -> Option<(Option<Site>, Option<Site>)> {
        let Line { heading, at, .. } = self.lines[to]?;
        let start = (self.graph.node(self.from), Carry::NONE);
        let site = |(node, _): (Node, Carry)| self.graph.site(node);
        let back = self.graph.compass().back(heading);
        let behind = step(self.graph, start, back).and_then(site);
        Some((behind, step(self.graph, at, heading).and_then(site)))
    }

    /// Returns the cells between the start and `to`. Empty if no line leads to `to`.
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

    /// Returns the line to `to` and its continuation. Both are empty if no line leads to `to`.
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

/// The shortest straight line from one cell to another, with its continuation.
#[derive(Clone, Default, Debug)]
pub struct Ray {
    /// The cells from the neighbour of the start to the target. Empty if no line leads there.
    pub to: Vec<Site>,
    /// The cells beyond the target, up to the edge. On a closed line, they end before the start.
    pub beyond: Vec<Site>,
}

/// A way from one cell to another that can begin on any cell: straight on along one direction, and
/// then along one beside it. On a board of squares this is every difference of two cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shift {
    /// The number of steps of both parts together. It comes first, so that short ways are smaller.
    steps: usize,
    /// The steps of the second part.
    aside: usize,
    heading: u8,
    /// The direction of the second part.
    beside: u8,
}

impl Shift {
    /// Returns the shortest way from `from` to each cell. `None` for cells that no such way reaches,
    /// and for `from` itself.
    pub fn all(graph: &Graph, from: Site) -> IndexVec<Site, Option<Shift>> {
        let mut all: IndexVec<Site, Option<Shift>> = graph.sites().map(|_| None).collect();
        let headings = graph.compass().headings();
        let most = graph.longest_ride();
        for heading in 0..headings {
            for beside in [(heading + 1) % headings, (heading + headings - 1) % headings] {
                let mut corner = (graph.node(from), Carry::NONE);
                for straight in 1..=most {
                    let Some(next) = step(graph, corner, heading) else { break };
                    corner = next;
                    let mut at = corner;
                    for aside in 0..=most {
                        if let Some(site) = graph.site(at.0).filter(|&site| site != from) {
                            let shift = Shift { steps: straight + aside, aside, heading, beside };
                            if all[site].is_none_or(|known| shift < known) {
                                all[site] = Some(shift);
                            }
                        }
                        let Some(next) = step(graph, at, beside) else { break };
                        at = next;
                    }
                }
            }
        }
        all
    }

    /// Returns the cell to which the way leads from `from`. If the way leaves the board, its parts
    /// are tried in the other order.
    pub fn lead(self, graph: &Graph, from: Site) -> Option<Site> {
        let Shift { steps, aside, heading, beside } = self;
        let parts = [(heading, steps - aside), (beside, aside)];
        let walk = |[first, second]: [(u8, usize); 2]| {
            let mut at = (graph.node(from), Carry::NONE);
            for (heading, count) in [first, second] {
                for _ in 0..count {
                    at = step(graph, at, heading)?;
                }
            }
            graph.site(at.0)
        };
        walk(parts).or_else(|| walk([parts[1], parts[0]]))
    }
}

/// Returns the next node of a line that began along `heading`.
fn step(graph: &Graph, (node, carry): (Node, Carry), heading: u8) -> Option<(Node, Carry)> {
    let n = graph.compass().headings();
    let link = graph.link(node, carry.heading(heading, n))?;
    Some((link.node, carry.then(link.carry, n)))
}
