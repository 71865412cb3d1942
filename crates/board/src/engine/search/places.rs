//! Groups of cells that are alike for a side: cells on one rank of the side that are equally far
//! from the left or the right end of the rank.

use alfil_diagnostics::index::Id;
use alfil_rules::side::{ByColor, Side};
use alfil_topology::graph::Graph;
use alfil_topology::site_set::Site;
use std::collections::BTreeMap;

/// The groups of a board. A group has the same number for both sides, each from its own view.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// The group of each site.
    of: ByColor<Vec<usize>>,
    /// The number of groups on each rank, from the first rank of the first layer on.
    rows: Vec<usize>,
}

impl Places {
    /// Groups the cells of a board.
    pub(super) fn new(graph: &Graph) -> Places {
        let ranks = ByColor::from_fn(|side| ranks(graph, side));
        let mut rows = BTreeMap::new();
        for (rank, sites) in ranks.0.iter().flatten() {
            let longest: &mut usize = rows.entry(*rank).or_default();
            *longest = (*longest).max(sites.len().div_ceil(2));
        }
        let mut of = ByColor::from_fn(|_| vec![0; graph.len()]);
        for side in Side::BOTH {
            let mut first = 0;
            for (rank, &length) in &rows {
                let sites = ranks[side].get(rank).map_or(&[][..], Vec::as_slice);
                for (index, site) in sites.iter().enumerate() {
                    of[side][site.index()] = first + index.min(sites.len() - 1 - index);
                }
                first += length;
            }
        }
        Places { of, rows: rows.into_values().collect() }
    }

    /// The group of `site` from the view of `side`.
    pub(super) fn of(&self, side: Side, site: Site) -> usize {
        self.of[side][site.index()]
    }

    /// The number of groups.
    pub(super) fn count(&self) -> usize {
        self.rows.iter().sum()
    }

    /// The number of groups on each rank, from the first rank of the first layer on.
    pub(super) fn rows(&self) -> &[usize] {
        &self.rows
    }
}

/// The sites of each layer and rank from the view of `side`, from left to right.
fn ranks(graph: &Graph, side: Side) -> BTreeMap<(u8, u8), Vec<Site>> {
    let mut ranks: BTreeMap<_, Vec<Site>> = BTreeMap::new();
    for site in graph.sites() {
        let rank = (graph.layer_for(site, side), graph.rank_for(site, side));
        ranks.entry(rank).or_default().push(site);
    }
    for sites in ranks.values_mut() {
        sites.sort_by_key(|site| graph.file_rank(*site));
    }
    ranks
}
