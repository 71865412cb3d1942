//! Translations: moving a whole board onto itself so that every heading stays what it is, as a torus can be moved.
//!
//! Owns: [`Translations`]. Takes a graph; gives for each cell the first cell that can be moved there, so that what is known of
//! the one need not be walked for the other. Invariant: a translation keeps links and frames, and brings cells to cells.

use crate::board::space::frame::Carry;
use crate::board::space::graph::{Graph, Node};
use crate::board::space::site_set::{Site, SiteSet};
use crate::index::Id;
use crate::rules::movement::{Axes, Edges, Stride};
use crate::rules::space::Lattice;
use std::collections::BTreeMap;

/// The translations of a board.
#[derive(Debug)]
pub struct Translations<const W: usize> {
    /// The cells to which no earlier one is moved.
    firsts: Vec<Site>,
    /// By cell: the place among the firsts of the one that is moved there, and how.
    moves: Vec<(usize, Translation<W>)>,
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
        let mut all = Translations { firsts: Vec::new(), moves: Vec::new() };
        // Cells whose translations had to be looked for: all others are made of those.
        let mut found: Vec<Site> = Vec::new();
        for site in graph.sites() {
            let made = found.iter().find_map(|&cell| all.after(cell, site)).or_else(|| {
                let firsts = &mut all.firsts.iter().enumerate();
                let made = firsts.find_map(|(at, &first)| Some((at, moved(graph, first, site)?)));
                found.extend(made.is_some().then_some(site));
                made
            });
            let (first, to) = made.unwrap_or_else(|| {
                all.firsts.push(site);
                (all.firsts.len() - 1, graph.sites().collect())
            });
            all.moves.push((first, Translation::new(to)));
        }
        (all.firsts.len() < graph.len()).then_some(all)
    }

    /// The move that brings a cell to `site` by that of another and then by that of `cell`, if one is known that does.
    fn after(&self, cell: Site, site: Site) -> Option<(usize, Vec<Site>)> {
        let by = &self.moves[cell.index()].1;
        let from = by.to.iter().position(|&to| to == site)?;
        let (first, before) = self.moves.get(from)?;
        Some((*first, before.to.iter().map(|&to| by.site(to)).collect()))
    }

    /// The cells to which no earlier one is moved.
    pub fn firsts(&self) -> &[Site] {
        &self.firsts
    }

    /// By cell: the place among the firsts of the one that is moved there, and how.
    pub fn moves(&self) -> &[(usize, Translation<W>)] {
        &self.moves
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
