//! A board as a graph with named directions.
//!
//! Owns: [`Graph`]: lattice nodes, the sites among them, links between nodes, names and shades of
//! sites. Takes a [`Space`]; gives steps and strides to walkers. Each node has a frame of its own, in
//! which a [`Compass`] numbers its directions; a link says how the frame is carried to the next node,
//! so a seam may turn or mirror it. A builder for each family of spaces (`graph/`) makes a [`Plan`].
//! Invariant: a node that is no site is a void: a leap may cross it, nothing stands on it. No rule
//! contains a coordinate difference: only the builders know files and ranks; texts and pictures are
//! told in which column and row a site stands.
//!
//! ```text
//!   7 0 1      directions of squares, clockwise from White's forward:
//!    \|/       even ones orthogonal, odd ones diagonal;
//!   6-+-2      an oblique stride of sector k lies between
//!    /|\       directions k and k + 1; hexagons have twelve
//!   5 4 3
//! ```

mod hexagon;
mod layers;
mod net;
mod plan;
mod rectangle;

use crate::topology::compass::Compass;
use crate::topology::frame::Carry;
use crate::topology::site_set::{AnySet, Site};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Report, did_you_mean};
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_diagnostics::source::Span;
use alfil_rules::movement::{Edges, Stride};
use alfil_rules::side::{BySide, Side};
use alfil_rules::space::{Lattice, Place, Space, parse_cell};
pub use plan::{Link, Links, Node, Plan, Point};
use smallvec::{SmallVec, smallvec};

/// A board.
#[derive(Clone, Debug)]
pub struct Graph {
    compass: Compass,
    lattice: Lattice,
    links: IndexVec<Node, Links>,
    /// The same with the first and the last file neighbours, where the space has files to join.
    joined: Option<IndexVec<Node, Links>>,
    site_at: IndexVec<Node, Option<Site>>,
    node_of: IndexVec<Site, Node>,
    names: IndexVec<Site, String>,
    /// Column and row.
    places: IndexVec<Site, (u8, u8)>,
    /// Ranks from each side's view, from 1.
    rank_for: BySide<IndexVec<Site, u8>>,
    /// The last rank of each side.
    last_rank: BySide<AnySet>,
    shade: IndexVec<Site, u8>,
    shades: u8,
    /// Names of cells that sections may come to be.
    elsewhere: Vec<String>,
}

/// A stride: every node of its path, the landing node last, and how the frame came there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StridePath {
    /// The nodes; never none.
    pub path: SmallVec<[Node; 6]>,
    /// From the frame of the start to that of the last node.
    pub carry: Carry,
}

impl Graph {
    /// Builds the board of `space`, its sections on `cells`. Unknown cells and a board without cells are
    /// findings.
    pub fn new(space: &Space, cells: &[Place], found: &mut Report) -> Option<Graph> {
        let plan = match &space.lattice {
            Lattice::Grid { files, ranks, gluing } => {
                rectangle::plan(*files, *ranks, *gluing, &space.shades)
            }
            Lattice::Layers { files, ranks, layers } => {
                layers::plan((*files, *ranks, *layers), &space.shades)
            }
            Lattice::Hexagon(hexagon) => hexagon::plan(*hexagon, &space.shades),
            Lattice::Net(net) => net::plan(net, &space.shades, found),
            Lattice::Plane { .. } => {
                let title = "a plane has no cells";
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
        let graph = Graph::assemble(plan, space, cells, |node| missing.contains(&node.index()));
        if graph.names.is_empty() {
            let title = "the board has no cells";
            found
                .at(Code::EmptyBoard, space.span, title, "every cell is taken away")
                .help("leave at least one cell");
            return None;
        }
        Some(graph)
    }

    /// The board of `plan`, of which `is_void` takes sites away; sections bring theirs, which come last,
    /// so that a site is the same wherever its section stands.
    fn assemble(
        plan: Plan,
        space: &Space,
        cells: &[Place],
        is_void: impl Fn(Node) -> bool,
    ) -> Graph {
        let mut graph = Graph {
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

    /// Whether a cell is called `name`, here or once a section has moved.
    pub fn knows(&self, name: &str) -> bool {
        self.find(name).is_some() || self.elsewhere.iter().any(|other| other == name)
    }

    /// The directions of the board.
    pub fn compass(&self) -> Compass {
        self.compass
    }

    /// What the board was made of.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// The finding that `name` is no cell of this board.
    pub fn unknown_cell(&self, name: &str, span: Span) -> Diagnostic {
        unknown_cell(&self.lattice, self.names.iter().map(String::as_str), name, span)
    }

    /// The site called `name`, or a finding at `span`.
    pub fn site_named(&self, name: &str, span: Span) -> Result<Site, Diagnostic> {
        self.find(name).ok_or_else(|| self.unknown_cell(name, span))
    }

    /// The site called `name`.
    pub fn find(&self, name: &str) -> Option<Site> {
        self.names.enumerate().find(|(_, own)| *own == name).map(|(site, _)| site)
    }

    /// The site in column `file` of row `rank`, both from 0 at White's left.
    pub fn at(&self, file: u8, rank: u8) -> Option<Site> {
        self.places.enumerate().find(|(_, place)| **place == (file, rank)).map(|(site, _)| site)
    }

    /// Columns of the placement text.
    pub fn files(&self) -> u8 {
        self.lattice.files()
    }

    /// Rows of the placement text.
    pub fn ranks(&self) -> u8 {
        self.lattice.ranks()
    }

    /// The columns that row `rank` of a placement speaks of.
    pub fn columns(&self, rank: u8) -> Vec<u8> {
        self.lattice.columns(rank)
    }

    /// The letter of column `file`.
    pub fn file_name(&self, file: u8) -> char {
        self.lattice.file_name(file)
    }

    /// The name of the cell in column `file` of row `rank`, whether or not there is one.
    pub fn cell_name(&self, file: u8, rank: u8) -> String {
        self.lattice.cell_name(file, rank)
    }

    /// Column and row of a site, from 0 at White's left.
    pub fn file_rank(&self, site: Site) -> (u8, u8) {
        self.places[site]
    }

    /// Rank of a site from `side`'s view, from 1.
    pub fn rank_for(&self, site: Site, side: Side) -> u8 {
        self.rank_for[side][site]
    }

    /// Whether cells on one rank to White are on one rank to Black: on hexagons each side counts from its own end of every
    /// file.
    pub fn shares_ranks(&self) -> bool {
        let both = |site: Site| Side::BOTH.map(|side| u16::from(self.rank_for(site, side)));
        let sum = |site: Site| both(site).iter().sum::<u16>();
        let mut sums = self.sites().map(sum);
        sums.next().is_none_or(|first| sums.all(|sum| sum == first))
    }

    /// Layer of a site from `side`'s view, from 1.
    pub fn layer_for(&self, site: Site, side: Side) -> u8 {
        let layer = self.lattice.layer(self.places[site].1).map_or(0, |(layer, _)| layer);
        match side {
            Side::White => layer + 1,
            Side::Black => self.lattice.layers() - layer,
        }
    }

    /// The last rank of `side`: on hexagons the far end of every file.
    pub fn last_rank(&self, side: Side) -> AnySet {
        self.last_rank[side]
    }

    /// Every node, in order.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node> + use<> {
        self.links.ids()
    }

    /// Every site, in order.
    pub fn sites(&self) -> impl DoubleEndedIterator<Item = Site> + use<> {
        self.names.ids()
    }

    /// Number of sites, 1 to 256.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no site; never, by construction.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Every site.
    pub fn all(&self) -> AnySet {
        self.sites().collect()
    }

    /// The name of a site (`e4`).
    pub fn name(&self, site: Site) -> &str {
        &self.names[site]
    }

    /// The shade of a site, 1 the lightest.
    pub fn shade(&self, site: Site) -> u8 {
        self.shade[site]
    }

    /// How many shades the board has.
    pub fn shades(&self) -> u8 {
        self.shades
    }

    /// The node of a site.
    pub fn node(&self, site: Site) -> Node {
        self.node_of[site]
    }

    /// The site of a node; `None` is a void.
    pub fn site(&self, node: Node) -> Option<Site> {
        self.site_at[node]
    }

    /// The heading in the frame of a cell of `heading` in `side`'s frame: Black's is turned by half.
    pub fn absolute(&self, side: Side, heading: u8) -> u8 {
        match side {
            Side::White => heading,
            Side::Black => self.compass.back(heading),
        }
    }

    /// The one of `cells`; of several the one of the shade of `site`, or if that is not one, of its file. `None` if
    /// that is not one either.
    pub fn one_like(&self, cells: AnySet, site: Site) -> Option<Site> {
        let only = |like: &dyn Fn(Site) -> bool| {
            let mut like = cells.into_iter().filter(|&cell| like(cell));
            like.next().filter(|_| like.next().is_none())
        };
        only(&|_| true)
            .or_else(|| only(&|cell| self.shade(cell) == self.shade(site)))
            .or_else(|| only(&|cell| self.file_rank(cell).0 == self.file_rank(site).0))
    }

    /// The link in a direction of the node's frame.
    pub fn link(&self, node: Node, direction: u8) -> Option<Link> {
        self.links[node][usize::from(direction)]
    }

    /// Whether legs may ask for the first and the last file as neighbours, which they are not otherwise.
    pub fn may_join(&self) -> bool {
        self.joined.is_some()
    }

    /// The cells of the next layer above and of the next below, as `side` counts.
    pub fn upright(&self, site: Site, side: Side) -> [Option<Site>; 2] {
        let mut beside = [layers::UP, layers::DOWN].map(|link| {
            self.links[self.node_of[site]][link].and_then(|link| self.site_at[link.node])
        });
        match (side, self.lattice.layers()) {
            // Hexagons have links of their own there.
            (_, 1) => return [None, None],
            (Side::White, _) => {}
            (Side::Black, _) => beside.reverse(),
        }
        beside
    }

    /// Every node one link away, on other layers too.
    pub fn neighbours(&self, node: Node) -> impl Iterator<Item = Node> {
        self.links[node].iter().flatten().map(|link| link.node)
    }

    /// The next node in a direction of the node's frame.
    pub fn step(&self, node: Node, direction: u8) -> Option<Node> {
        self.link(node, direction).map(|link| link.node)
    }

    /// The most strides after which a walk that goes straight on or keeps turning alike has been
    /// everywhere that it ever comes.
    pub fn longest_ride(&self) -> usize {
        self.links.len() * usize::from(self.compass.headings()) * 2
    }

    /// One stride along a sector of the node's frame. `None` where the path leaves the lattice, and
    /// for universal strides. Oblique strides take their orthogonal steps first.
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
        // Most strides are such.
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

    /// A path on one layer that rises as well, by so many layers; what is longer goes straight first.
    fn raised(&self, from: Node, level: &[Node], layers: i8) -> Option<SmallVec<[Node; 6]>> {
        let (long, high) = (level.len(), usize::from(layers.unsigned_abs()));
        let vertical = if layers > 0 { layers::UP } else { layers::DOWN };
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
        _ if is_hole => "`space` leaves it out: name a cell that is there".to_owned(),
        (None, Some(near)) => format!("did you mean `{near}`?"),
        _ => match lattice {
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
                    "each file is counted from its foot: a1 to {}, {}1 to {}",
                    at(0),
                    lattice.file_name(longest),
                    at(longest)
                )
            }
            Lattice::Net(_) => "a cell of a graph is one that it names".to_owned(),
            Lattice::Plane { .. } => "a plane has no cells".to_owned(),
        },
    };
    Diagnostic::at(
        Code::UnknownCell,
        span,
        format!("no cell `{name}` on this board"),
        "no such cell",
    )
    .help(help)
}
