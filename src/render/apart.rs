//! How many king's steps lie between cells.
//!
//! Owns: [`Apart`]. Takes a graph; gives distances over its links, across seams and over holes.
//! Invariant: a cell is 0 from itself, and cells without a way are farther apart than all others.

use crate::board::graph::{Graph, Node};
use crate::board::site_set::Site;
use crate::index::{Id, IndexVec};
use std::collections::VecDeque;

/// Distances between all cells of a board.
pub struct Apart<'a> {
    graph: &'a Graph,
    steps: Vec<IndexVec<Node, i16>>,
}

impl<'a> Apart<'a> {
    /// The distances on `graph`.
    pub fn new(graph: &'a Graph) -> Apart<'a> {
        let steps = graph.sites().map(|site| from(graph, graph.node(site))).collect();
        Apart { graph, steps }
    }

    /// Steps from one cell to another; `i16::MAX` if there is no way.
    pub fn steps(&self, a: Site, b: Site) -> i16 {
        let row = self.steps.get(a.index());
        row.and_then(|row| row.get(self.graph.node(b))).copied().unwrap_or(i16::MAX)
    }
}

fn from(graph: &Graph, start: Node) -> IndexVec<Node, i16> {
    let mut steps: IndexVec<Node, i16> = graph.nodes().map(|_| i16::MAX).collect();
    steps[start] = 0;
    let mut todo = VecDeque::from([start]);
    while let Some(node) = todo.pop_front() {
        for next in (0..graph.compass().headings()).filter_map(|d| graph.step(node, d)) {
            if steps[next] == i16::MAX {
                steps[next] = steps[node] + 1;
                todo.push_back(next);
            }
        }
    }
    steps
}
