//! Translations: moving a whole board onto itself so that every heading stays what it is, as a torus can be moved.
//!
//! Owns: [`Translations`]. Takes a graph; gives for each cell the first cell that can be moved there, so that what is known of
//! the one need not be walked for the other. Invariant: a translation keeps links and frames, and brings cells to cells.

use crate::topology::frame::Carry;
use crate::topology::graph::{Graph, Node};
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::movement::{Axes, Edges, Stride};
use alfil_rules::space::Lattice;
use std::collections::BTreeMap;

/// The translations of a board.
#[derive(Debug)]
pub struct Translations<const W: usize> {
    /// All of them, the one that moves nothing first.
    all: Vec<Translation<W>>,
    /// The cells to which no earlier one is moved.
    firsts: Vec<Site>,
    /// By cell: the place among the firsts of the one that is moved there, and by which translation.
    moves: Vec<(usize, usize)>,
}

/// One way of moving the board.
#[derive(Debug)]
pub struct Translation<const W: usize> {
    /// Where each cell comes to lie.
    to: Vec<Site>,
    /// Cells by how far their index moves.
    shifts: Vec<(SiteSet<W>, i16)>,
}

impl<const W: usize> Translations<W> {
    /// Of `graph`, if it has any but the one that moves nothing.
    pub fn new(graph: &Graph) -> Option<Translations<W>> {
        // Where all lines end nothing can be moved; nets turn the frame at their seams.
        match graph.lattice() {
            Lattice::Grid { .. } if graph.lattice().longest_line().is_none() => {}
            Lattice::Grid { .. }
            | Lattice::Layers { .. }
            | Lattice::Hexagon(_)
            | Lattice::Net(_)
            | Lattice::Plane { .. } => return None,
        }
        let first = graph.sites().next()?;
        // Those by one step, of which the others are made. Where the first cell comes to lie tells them apart.
        let (mut steps, mut all) = (Vec::new(), vec![graph.sites().collect::<Vec<Site>>()]);
        let beside = (0..graph.compass().headings())
            .filter_map(|heading| graph.site(graph.step(graph.node(first), heading)?));
        for site in beside {
            if all.iter().any(|known| known[first.index()] == site) {
                continue;
            }
            let Some(step) = moved(graph, first, site) else { continue };
            steps.push(step);
            close(&mut all, &steps);
        }
        if steps.is_empty() {
            return None;
        }
        let (mut firsts, mut moves) = (Vec::new(), vec![None; graph.len()]);
        for site in graph.sites() {
            if moves[site.index()].is_some() {
                continue;
            }
            for (number, to) in all.iter().enumerate() {
                moves[to[site.index()].index()].get_or_insert((firsts.len(), number));
            }
            firsts.push(site);
        }
        let all = all.into_iter().map(Translation::new).collect();
        Some(Translations { all, firsts, moves: moves.into_iter().collect::<Option<_>>()? })
    }

    /// The cells to which no earlier one is moved.
    pub fn firsts(&self) -> &[Site] {
        &self.firsts
    }

    /// How many cells the first cell of this place is moved to.
    pub fn times(&self, first: usize) -> usize {
        self.moves.iter().filter(|(of, _)| *of == first).count()
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.moves.len()
    }

    /// The place among the firsts of the one that is moved to the cell of this index, and how.
    pub fn to(&self, cell: usize) -> (usize, &Translation<W>) {
        let (first, number) = self.moves[cell];
        (first, &self.all[number])
    }
}

/// Adds to `all` what comes of them by any of `steps`, as often as that is new.
fn close(all: &mut Vec<Vec<Site>>, steps: &[Vec<Site>]) {
    let mut next = 0;
    while next < all.len() {
        for step in steps {
            let made: Vec<Site> = all[next].iter().map(|site| step[site.index()]).collect();
            if all.iter().all(|known| known[0] != made[0]) {
                all.push(made);
            }
        }
        next += 1;
    }
}

impl<const W: usize> Translation<W> {
    fn new(to: Vec<Site>) -> Translation<W> {
        let mut shifts: BTreeMap<i16, SiteSet<W>> = BTreeMap::new();
        for (from, to) in to.iter().enumerate() {
            let shift = shifts.entry(to.index() as i16 - from as i16).or_default();
            shift.insert(Site::from_index(from));
        }
        Translation { to, shifts: shifts.into_iter().map(|(delta, set)| (set, delta)).collect() }
    }

    /// Where `site` comes to lie.
    pub fn site(&self, site: Site) -> Site {
        self.to[site.index()]
    }

    /// Where the cells of `set` come to lie.
    pub fn set(&self, set: SiteSet<W>) -> SiteSet<W> {
        if set.is_empty() {
            return set;
        }
        let moved = |(from, delta): &(SiteSet<W>, i16)| (set & *from).shifted(*delta);
        self.shifts.iter().map(moved).fold(SiteSet::EMPTY, |all, more| all | more)
    }
}

/// Where each cell comes to lie when `from` is moved to `to`, if the board can be moved so.
fn moved(graph: &Graph, from: Site, to: Site) -> Option<Vec<Site>> {
    let mut image: Vec<Option<Node>> = vec![None; graph.nodes().count()];
    let mut todo = vec![(graph.node(from), graph.node(to))];
    image[graph.node(from).index()] = Some(graph.node(to));
    while let Some((here, there)) = todo.pop() {
        if graph.site(here).is_some() != graph.site(there).is_some() {
            return None;
        }
        for heading in 0..graph.compass().headings() {
            let [ours, theirs] = [here, there].map(|node| beside(graph, node, heading));
            for (ours, theirs) in ours.into_iter().zip(theirs) {
                let ((next, carry), (image_of, carried)) = match (ours, theirs) {
                    (None, None) => continue,
                    (Some(ours), Some(theirs)) => (ours, theirs),
                    (Some(_), None) | (None, Some(_)) => return None,
                };
                if carry != carried {
                    return None;
                }
                match image[next.index()] {
                    Some(known) if known == image_of => {}
                    Some(_) => return None,
                    None => {
                        image[next.index()] = Some(image_of);
                        todo.push((next, image_of));
                    }
                }
            }
        }
    }
    let to = |site| graph.site(image[graph.node(site).index()]?);
    let sites: Vec<Site> = graph.sites().map(to).collect::<Option<_>>()?;
    let all: SiteSet<4> = sites.iter().copied().collect();
    (all.count() as usize == graph.len()).then_some(sites)
}

/// The next nodes along a heading: by its link, and where first and last file are neighbours.
fn beside(graph: &Graph, node: Node, heading: u8) -> [Option<(Node, Carry)>; 2] {
    let near = graph.link(node, heading).map(|link| (link.node, link.carry));
    if !graph.may_join() {
        return [near, near];
    }
    let stride = Stride::Radial { length: 1, axes: Axes::Both };
    let joined = graph.stride(node, stride, heading, Edges::Joined);
    [near, joined.and_then(|way| Some((*way.path.last()?, way.carry)))]
}
