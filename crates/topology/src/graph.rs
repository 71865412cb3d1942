//! A board as a graph with named directions.
//!
//! Each node has its own frame, in which a [`Compass`] numbers the directions. A link states how
//! the frame changes on the way to the next node, so a seam can turn or mirror it. A node without a
//! site is a void: a leap may cross it, but no piece stands on it. Each family of spaces has a
//! builder in `graph/`, which makes a [`Plan`]. Only the builders calculate with files and ranks.
//!
//! ```text
//!   7 0 1      directions of squares, clockwise from White's forward:
//!    \|/       even ones orthogonal, odd ones diagonal;
//!   6-+-2      an oblique stride of sector k lies between
//!    /|\       directions k and k + 1; hexagons have twelve
//!   5 4 3
//! ```

mod builders;

pub use builders::{Link, Links, Node, Plan, Point};

use crate::compass::{Carry, Compass};
use crate::site_set::{AnySet, Site};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report, did_you_mean};
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_diagnostics::source::Span;
use alfil_rules::movement::{Edges, Stride};
use alfil_rules::question::Row;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::{BySide, Color, Side, Sides};
use alfil_rules::space::{Lattice, Place, parse_cell};
use smallvec::{SmallVec, smallvec};
use std::iter::successors;

/// A board without pieces.
#[derive(Clone, Debug)]
pub struct Graph {
    compass: Compass,
    sides: Sides,
    /// The direction that is forward for each side.
    forward: BySide<u8>,
    lattice: Lattice,
    links: IndexVec<Node, Links>,
    /// The same links as in `links`, with additional ones that join the first and the last file.
    /// `None` if the space has no open files to join.
    joined: Option<IndexVec<Node, Links>>,
    site_at: IndexVec<Node, Option<Site>>,
    node_of: IndexVec<Site, Node>,
    names: IndexVec<Site, String>,
    /// Column and row of each site.
    places: IndexVec<Site, (u8, u8)>,
    /// Rank of each site from each side's view, from 1.
    rank_for: BySide<IndexVec<Site, u8>>,
    last_rank: BySide<AnySet>,
    shade: IndexVec<Site, u8>,
    shades: u8,
    /// Names of cells that the board only has while a section is in another place.
    elsewhere: Vec<String>,
}

/// The path of one stride, and the change of the frame along it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StridePath {
    /// All nodes in order, the landing node last; never empty.
    pub path: SmallVec<[Node; 6]>,
    /// The change from the frame of the start to the frame of the last node.
    pub carry: Carry,
}

impl Graph {
    /// Builds the board of `space` while its sections have the cells `cells`. Reports unknown
    /// cells, and a board without cells. `None` for a board without cells.
    pub fn new(rules: &Ruleset, cells: &[Place], found: &mut Report) -> Option<Graph> {
        let space = &rules.space;
        let plan = match &space.lattice {
            Lattice::Grid { files, ranks, gluing } => {
                builders::plan_rectangle(*files, *ranks, *gluing, &space.shades)
            }
            Lattice::Layers { files, ranks, layers } => {
                builders::plan_layers((*files, *ranks, *layers), &space.shades)
            }
            Lattice::Hexagon(hexagon) => builders::plan_hexagon(*hexagon, &space.shades),
            Lattice::Net(net) => builders::plan_net(net, &space.shades, found),
            Lattice::Plane { .. } | Lattice::Sphere { .. } => {
                let title = "this space has no cells";
                found.at(Code::EmptyBoard, space.span, title, "not for boards");
                return None;
            }
        };
        let names: Vec<String> =
            plan.points.iter().map(|p| space.lattice.cell_name(p.place.0, p.place.1)).collect();
        let mut missing = Vec::new();
        for cell in &space.without {
            if !names.contains(&cell.value) {
                let kept = names.iter().enumerate().filter(|(i, _)| !missing.contains(i));
                let kept = kept.map(|(_, name)| name.as_str());
                found.push(unknown_cell(&space.lattice, kept, &cell.value, cell.span));
            }
            missing.extend(names.iter().position(|name| *name == cell.value));
        }
        let graph = Graph::assemble(plan, rules, cells, |node| missing.contains(&node.index()));
        if graph.names.is_empty() {
            let title = "the board has no cells";
            found
                .at(Code::EmptyBoard, space.span, title, "no cell is left")
                .help("leave at least one cell");
            return None;
        }
        Some(graph)
    }

    /// Builds the board of `plan` without the cells for which `is_void` is true. The cells of
    /// sections come last, so that a site keeps its number when a section moves.
    fn assemble(
        plan: Plan,
        rules: &Ruleset,
        cells: &[Place],
        is_void: impl Fn(Node) -> bool,
    ) -> Graph {
        let (space, sides) = (&rules.space, rules.sides);
        let forward = BySide::of(sides, |side| match (rules.players.get(side as usize), side) {
            (Some(player), _) => player.forward % plan.compass.headings(),
            (None, Side::White | Side::Third | Side::Fourth) => 0,
            (None, Side::Black) => plan.compass.back(0),
        });
        let mut graph = Graph {
            sides,
            forward,
            compass: plan.compass,
            lattice: space.lattice.clone(),
            elsewhere: Vec::new(),
            links: plan.links,
            joined: plan.joined,
            site_at: IndexVec::new(),
            node_of: IndexVec::new(),
            names: IndexVec::new(),
            places: IndexVec::new(),
            rank_for: BySide::default(),
            last_rank: BySide::default(),
            shade: IndexVec::new(),
            shades: 1,
        };
        for (node, point) in plan.points.enumerate() {
            let site = (!is_void(node)).then(|| graph.add(node, point));
            graph.site_at.push(site);
        }
        if !sides.are_two() {
            graph.count_ranks();
        }
        for cell in cells {
            if let Some((node, point)) = plan.points.enumerate().find(|(_, p)| p.place == *cell) {
                let site = graph.add(node, point);
                graph.site_at[node] = Some(site);
            }
        }
        let name = |&(file, rank): &Place| space.lattice.cell_name(file, rank);
        for section in &space.sections {
            let cells = (0..section.stands.len()).flat_map(|stand| section.cells(stand));
            graph.elsewhere.extend(cells.map(|cell| name(&cell)));
        }
        graph.shades = graph.shade.iter().copied().max().unwrap_or(1);
        graph
    }

    fn add(&mut self, node: Node, point: &Point) -> Site {
        let (file, rank) = point.place;
        let site = self.names.push(self.lattice.cell_name(file, rank));
        self.node_of.push(node);
        self.places.push(point.place);
        self.shade.push(point.shade);
        for side in Side::BOTH {
            self.rank_for[side].push(point.rank[side]);
            if point.last[side] {
                self.last_rank[side].insert(site);
            }
        }
        site
    }

    /// Counts ranks for more than two sides: each side counts its steps forward from the edge of
    /// the lattice behind a cell. Missing cells count like others.
    fn count_ranks(&mut self) {
        for side in self.sides.each() {
            let steps = |node: Node, direction: u8| {
                let next = |&node: &Node| {
                    self.links[node][usize::from(direction)].filter(|link| !link.seam)
                };
                let way = successors(Some(node), |node| next(node).map(|link| link.node));
                way.take(self.links.len()).count() as u8
            };
            let (ahead, behind) =
                (self.absolute(side, 0), self.compass.back(self.absolute(side, 0)));
            let ranks = self.node_of.iter().map(|&node| steps(node, behind)).collect();
            let last = self.node_of.enumerate().filter(|(_, node)| steps(**node, ahead) == 1);
            let last = last.map(|(site, _)| site).collect();
            self.rank_for[side] = ranks;
            self.last_rank[side] = last;
        }
    }

    /// Returns whether some arrangement of the sections has a cell with this name.
    pub fn knows(&self, name: &str) -> bool {
        self.find(name).is_some() || self.elsewhere.iter().any(|other| other == name)
    }

    /// Returns the sides of the game.
    pub fn players(&self) -> Sides {
        self.sides
    }

    /// Returns the directions of the board.
    pub fn compass(&self) -> Compass {
        self.compass
    }

    /// Returns the lattice of the space.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// Returns the finding that no cell of this board has this name.
    pub fn unknown_cell(&self, name: &str, span: Span) -> Diagnostic {
        unknown_cell(&self.lattice, self.names.iter().map(String::as_str), name, span)
    }

    /// Returns the site with this name, or a finding at `span`.
    pub fn site_named(&self, name: &str, span: Span) -> Result<Site, Diagnostic> {
        self.find(name).ok_or_else(|| self.unknown_cell(name, span))
    }

    /// Returns the site with this name.
    pub fn find(&self, name: &str) -> Option<Site> {
        self.names.enumerate().find(|(_, own)| *own == name).map(|(site, _)| site)
    }

    /// Returns the site in column `file` of row `rank`, both from 0 at White's left.
    pub fn at(&self, file: u8, rank: u8) -> Option<Site> {
        self.places.enumerate().find(|(_, place)| **place == (file, rank)).map(|(site, _)| site)
    }

    /// Returns the number of columns of the placement text.
    pub fn files(&self) -> u8 {
        self.lattice.files()
    }

    /// Returns the number of rows of the placement text.
    pub fn ranks(&self) -> u8 {
        self.lattice.ranks()
    }

    /// Returns the columns that row `rank` of a placement describes.
    pub fn columns(&self, rank: u8) -> Vec<u8> {
        self.lattice.columns(rank)
    }

    /// Returns the letter of column `file`.
    pub fn file_name(&self, file: u8) -> char {
        self.lattice.file_name(file)
    }

    /// Returns the name of the cell in column `file` of row `rank`, even if the cell does not
    /// exist.
    pub fn cell_name(&self, file: u8, rank: u8) -> String {
        self.lattice.cell_name(file, rank)
    }

    /// Returns column and row of a site, from 0 at White's left.
    pub fn file_rank(&self, site: Site) -> (u8, u8) {
        self.places[site]
    }

    /// Returns the rank of a site from `side`'s view, from 1.
    pub fn rank_for(&self, site: Site, side: Side) -> u8 {
        self.rank_for[side][site]
    }

    /// Returns the number of the rank, the file or the layer of a site, from 1. Ranks and layers
    /// count from `side`'s view.
    pub fn number_of(&self, row: Row, site: Site, side: Side) -> u32 {
        u32::from(match row {
            Row::Rank => self.rank_for(site, side),
            Row::File => self.file_rank(site).0 + 1,
            Row::Layer => self.layer_for(site, side),
        })
    }

    /// Returns whether cells on one rank of White are also on one rank of Black. This is false on
    /// hexagons, where each side counts from its own end of every file.
    pub fn shares_ranks(&self) -> bool {
        if !self.sides.are_two() {
            return false;
        }
        let both = |site: Site| Side::BOTH.map(|side| u16::from(self.rank_for(site, side)));
        let sum = |site: Site| both(site).iter().sum::<u16>();
        let mut sums = self.sites().map(sum);
        sums.next().is_none_or(|first| sums.all(|sum| sum == first))
    }

    /// Returns the layer of a site from `side`'s view, from 1. With more than two sides, all count
    /// from the lowest layer.
    pub fn layer_for(&self, site: Site, side: Side) -> u8 {
        let layer = self.lattice.layer(self.places[site].1).map_or(0, |(layer, _)| layer);
        match self.up_for(side) {
            Color::White => layer + 1,
            Color::Black => self.lattice.layers() - layer,
        }
    }

    /// Returns the colour of the side that sees the layers as `side` does.
    fn up_for(&self, side: Side) -> Color {
        if self.sides.are_two() { side.color() } else { Color::White }
    }

    /// Returns the last rank of `side`. On hexagons this is the far end of every file.
    pub fn last_rank(&self, side: Side) -> AnySet {
        self.last_rank[side]
    }

    /// Iterates over all nodes in order.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node> + use<> {
        self.links.ids()
    }

    /// Iterates over all sites in order.
    pub fn sites(&self) -> impl DoubleEndedIterator<Item = Site> + use<> {
        self.names.ids()
    }

    /// Returns the number of sites, 1 to 256.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns whether there is no site. A graph that was built always has one.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the name of a site (`e4`).
    pub fn name(&self, site: Site) -> &str {
        &self.names[site]
    }

    /// Returns the shade of a site; 1 is the lightest.
    pub fn shade(&self, site: Site) -> u8 {
        self.shade[site]
    }

    /// Returns the number of shades of the board.
    pub fn shades(&self) -> u8 {
        self.shades
    }

    /// Returns the node of a site.
    pub fn node(&self, site: Site) -> Node {
        self.node_of[site]
    }

    /// Returns the site of a node, or `None` for a void.
    pub fn site(&self, node: Node) -> Option<Site> {
        self.site_at[node]
    }

    /// Returns the direction of a cell's frame that is forward for `side`: half a circle for Black.
    #[inline]
    pub fn forward(&self, side: Side) -> u8 {
        self.forward[side]
    }

    /// Converts `heading` from the frame of `side` to the frame of a cell.
    pub fn absolute(&self, side: Side, heading: u8) -> u8 {
        (heading + self.forward[side]) % self.compass.headings()
    }

    /// Returns one of `cells` for a piece on `site`. This is the only cell, or else the only one
    /// with the shade of `site`, or else the only one on its file. `None` if no such cell is
    /// unique.
    pub fn one_like(&self, cells: AnySet, site: Site) -> Option<Site> {
        let only = |like: &dyn Fn(Site) -> bool| {
            let mut like = cells.into_iter().filter(|&cell| like(cell));
            like.next().filter(|_| like.next().is_none())
        };
        only(&|_| true)
            .or_else(|| only(&|cell| self.shade(cell) == self.shade(site)))
            .or_else(|| only(&|cell| self.file_rank(cell).0 == self.file_rank(site).0))
    }

    /// Returns the link in a direction of the node's frame.
    pub fn link(&self, node: Node, direction: u8) -> Option<Link> {
        self.links[node][usize::from(direction)]
    }

    /// Returns the cells on the next layer above and below, from `side`'s view.
    pub fn upright(&self, site: Site, side: Side) -> [Option<Site>; 2] {
        let mut cells = [builders::UP, builders::DOWN].map(|link| {
            self.links[self.node_of[site]][link].and_then(|link| self.site_at[link.node])
        });
        match (self.up_for(side), self.lattice.layers()) {
            // A board with one layer has no links up and down. On hexagons these indices are
            // ordinary directions.
            (_, 1) => return [None, None],
            (Color::White, _) => {}
            (Color::Black, _) => cells.reverse(),
        }
        cells
    }

    /// Iterates over the nodes one link away, on other layers too.
    pub fn neighbours(&self, node: Node) -> impl Iterator<Item = Node> {
        self.links[node].iter().flatten().map(|link| link.node)
    }

    /// Iterates over the links of a node, each with its direction in the frame of the node. On
    /// boards with layers, two more directions lead up and down.
    pub fn links(&self, node: Node) -> impl Iterator<Item = (u8, Link)> {
        (0..).zip(&self.links[node]).filter_map(|(direction, link)| Some((direction, (*link)?)))
    }

    /// Returns the next node in a direction of the node's frame.
    pub fn step(&self, node: Node, direction: u8) -> Option<Node> {
        self.link(node, direction).map(|link| link.node)
    }

    /// Returns an upper bound for the strides of one ride. After so many strides, a ride that goes
    /// straight or repeats its turns only visits old cells.
    pub fn longest_ride(&self) -> usize {
        self.links.len() * usize::from(self.compass.headings()) * 2
    }

    /// Returns the path of one stride along a sector of the node's frame. Oblique strides take
    /// their orthogonal steps first. `None` if the path leaves the lattice, and for universal
    /// strides.
    pub fn stride(
        &self,
        from: Node,
        stride: Stride,
        sector: u8,
        edges: Edges,
    ) -> Option<StridePath> {
        let n = self.compass.headings();
        let links = match (edges, &self.joined) {
            (Edges::Joined, Some(joined)) => joined,
            (Edges::Closed | Edges::Open | Edges::Joined, _) => &self.links,
        };
        // This faster way handles the most frequent strides.
        if let Stride::Radial { length: 1, .. } = stride {
            debug_assert!(sector < n, "a sector beyond the compass");
            let Link { node, carry, .. } = links[from][usize::from(sector)]?;
            return Some(StridePath { path: smallvec![node], carry });
        }
        let mut way = StridePath { path: SmallVec::new(), carry: Carry::NONE };
        let mut node = from;
        let mut go = |direction: u8, count: u8| {
            for _ in 0..count {
                let link = links[node][usize::from(way.carry.heading(direction, n))]?;
                node = link.node;
                way.carry = way.carry.then(link.carry, n);
                way.path.push(node);
            }
            Some(())
        };
        match stride {
            Stride::Radial { length, .. } => go(sector, length)?,
            Stride::Oblique { orthogonal, diagonal } => {
                let next = (sector + 1) % n;
                let (straight, slant) =
                    if sector.is_multiple_of(2) { (sector, next) } else { (next, sector) };
                go(straight, orthogonal)?;
                go(slant, diagonal)?;
            }
            Stride::Rising { orthogonal, diagonal, layers } => {
                if let Some(level) = stride.level() {
                    way = self.stride(from, level, sector, edges)?;
                }
                debug_assert_eq!(way.path.len(), usize::from(orthogonal + diagonal));
                way.path = self.raised(from, &way.path, layers)?;
            }
            Stride::Universal => return None,
        }
        Some(way)
    }

    /// Raises a path within one layer by `layers`. While one of the two distances is longer, steps
    /// go only along it. The remaining steps go along both at once.
    fn raised(&self, from: Node, level: &[Node], layers: i8) -> Option<SmallVec<[Node; 6]>> {
        let (long, high) = (level.len(), usize::from(layers.unsigned_abs()));
        let vertical = if layers > 0 { builders::UP } else { builders::DOWN };
        let node = |taken: usize| {
            let along = taken.saturating_sub(high.saturating_sub(long)).min(long);
            let up = taken.saturating_sub(long.saturating_sub(high)).min(high);
            let start = along.checked_sub(1).map_or(from, |last| level[last]);
            (0..up).try_fold(start, |node, _| Some(self.links[node][vertical]?.node))
        };
        (1..=long.max(high)).map(node).collect()
    }
}

fn unknown_cell<'a>(
    lattice: &Lattice,
    names: impl Iterator<Item = &'a str>,
    name: &str,
    span: Span,
) -> Diagnostic {
    let near = did_you_mean(name, names);
    let is_hole = lattice.place(name).is_some_and(|(file, rank)| lattice.has(file, rank));
    let help = match (parse_cell(name), near) {
        _ if is_hole => Help::from("`space` leaves it out: name another cell"),
        (None, Some(near)) => Help::did_you_mean(near),
        _ => Help::from(match lattice {
            Lattice::Grid { files, ranks, .. } => {
                format!("cells are named a1 to {}", lattice.cell_name(files - 1, ranks - 1))
            }
            Lattice::Layers { files, .. } => format!(
                "cells are named Aa1 to {}, the layer first",
                lattice.cell_name(files - 1, lattice.ranks() - 1)
            ),
            Lattice::Hexagon(hexagon) => {
                let longest = (0..hexagon.files()).max_by_key(|&f| hexagon.height(f)).unwrap_or(0);
                let at = |file: u8| lattice.cell_name(file, hexagon.height(file) - 1);
                format!(
                    "cells of a file are counted from its lower end: a1 to {}, {}1 to {}",
                    at(0),
                    lattice.file_name(longest),
                    at(longest)
                )
            }
            Lattice::Net(_) => "the graph must name the cell".to_owned(),
            Lattice::Plane { .. } | Lattice::Sphere { .. } => "this space has no cells".to_owned(),
        }),
    };
    Diagnostic::at(
        Code::UnknownCell,
        span,
        format!("no cell `{name}` on this board"),
        "no such cell",
    )
    .help(help)
}
