//! A board as a graph with named directions.
//!
//! Owns: [`Graph`]: lattice nodes, the sites among them, eight directions between nodes, names and
//! shades of sites. Takes a [`Space`]; gives steps and strides to walkers. Invariant: a node that is
//! no site is a void: a leap may cross it, nothing stands on it. No rule contains a coordinate
//! difference; only this file and the files that draw know that a grid has files and ranks.
//!
//! ```text
//!   7 0 1      directions, clockwise from White's forward:
//!    \|/       even ones orthogonal, odd ones diagonal;
//!   6-+-2      an oblique stride of octant k lies between
//!    /|\       directions k and k + 1
//!   5 4 3
//! ```

use crate::board::site_set::{AnySet, Site};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::index::{Id, IndexVec};
use crate::rules::movement::{Edges, Stride};
use crate::rules::ruleset::{Lattice, Shading, Space};
use crate::rules::side::Side;
use crate::source::{Span, Spanned};

crate::id! {
    /// A point of the lattice: a site or a void.
    Node(u16)
}

/// A board.
#[derive(Clone, Debug)]
pub struct Graph {
    files: u8,
    ranks: u8,
    links: IndexVec<Node, [Option<Node>; 8]>,
    /// The same with the first and the last file neighbours.
    joined: IndexVec<Node, [Option<Node>; 8]>,
    site_at: IndexVec<Node, Option<Site>>,
    node_of: IndexVec<Site, Node>,
    names: IndexVec<Site, String>,
    shade: IndexVec<Site, u8>,
    shades: u8,
}

impl Graph {
    /// Builds the board of `space`. Unknown cells and a board without cells are findings.
    pub fn new(space: &Space, found: &mut Vec<Diagnostic>) -> Option<Graph> {
        let (files, ranks) = match space.lattice {
            Lattice::Grid { files, ranks } => (files, ranks),
            Lattice::Plane { .. } => {
                let title = "a plane has no cells";
                found.push(Diagnostic::at(Code::EmptyBoard, space.span, title, "not for boards"));
                return None;
            }
        };
        let at = |file: i32, rank: i32| {
            let inside =
                (0..i32::from(files)).contains(&file) && (0..i32::from(ranks)).contains(&rank);
            inside.then(|| Node::from_index((rank * i32::from(files) + file) as usize))
        };
        let mut graph = Graph {
            files,
            ranks,
            links: IndexVec::new(),
            joined: IndexVec::new(),
            site_at: IndexVec::new(),
            node_of: IndexVec::new(),
            names: IndexVec::new(),
            shade: IndexVec::new(),
            shades: 1,
        };
        let missing: Vec<Option<Node>> =
            space.without.iter().map(|cell| graph.node_named(cell, found)).collect();
        for rank in 0..i32::from(ranks) {
            for file in 0..i32::from(files) {
                const STEPS: [(i32, i32); 8] =
                    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
                let node = graph.links.push(STEPS.map(|(dx, dy)| at(file + dx, rank + dy)));
                let round = |dx: i32| (file + dx).rem_euclid(i32::from(files));
                graph.joined.push(STEPS.map(|(dx, dy)| at(round(dx), rank + dy)));
                if missing.contains(&Some(node)) {
                    graph.site_at.push(None);
                    continue;
                }
                graph.site_at.push(Some(graph.names.push(cell_name(file as u8, rank as u8))));
                graph.node_of.push(node);
                graph.shade.push(match &space.shades {
                    Shading::Checkered => 1 + u8::from((file + rank) % 2 == 0),
                    Shading::Plain => 1,
                    Shading::Rows(rows) => {
                        let row = rows.get(usize::from(ranks) - 1 - rank as usize);
                        row.and_then(|r| r.get(file as usize)).copied().unwrap_or(1)
                    }
                });
            }
        }
        graph.shades = graph.shade.iter().copied().max().unwrap_or(1);
        if graph.names.is_empty() {
            let title = "the board has no cells";
            found.push(
                Diagnostic::at(Code::EmptyBoard, space.span, title, "every cell is taken away")
                    .help("leave at least one cell"),
            );
            return None;
        }
        Some(graph)
    }

    fn node_named(&self, cell: &Spanned<String>, found: &mut Vec<Diagnostic>) -> Option<Node> {
        let node = parse_cell(&cell.value)
            .filter(|&(file, rank)| file < self.files && rank < self.ranks)
            .map(|(file, rank)| {
                Node::from_index(usize::from(rank) * usize::from(self.files) + usize::from(file))
            });
        if node.is_none() {
            found.push(self.unknown_cell(&cell.value, cell.span));
        }
        node
    }

    /// The finding that `name` is no cell of this board.
    pub fn unknown_cell(&self, name: &str, span: Span) -> Diagnostic {
        let last = cell_name(self.files - 1, self.ranks - 1);
        let near = did_you_mean(name, self.names.iter().map(String::as_str));
        let help = match (parse_cell(name), near) {
            (None, Some(near)) => format!("did you mean `{near}`?"),
            _ => format!("cells are named a1 to {last}"),
        };
        Diagnostic::at(
            Code::UnknownCell,
            span,
            format!("no cell `{name}` on this board"),
            "no such cell",
        )
        .help(help)
    }

    /// The site called `name`, or a finding at `span`.
    pub fn site_named(&self, name: &str, span: Span) -> Result<Site, Diagnostic> {
        self.find(name).ok_or_else(|| self.unknown_cell(name, span))
    }

    /// The site called `name`.
    pub fn find(&self, name: &str) -> Option<Site> {
        let (file, rank) = parse_cell(name)?;
        self.at(file, rank)
    }

    /// The site in column `file` of row `rank`, both from 0 at White's left.
    pub fn at(&self, file: u8, rank: u8) -> Option<Site> {
        if file >= self.files || rank >= self.ranks {
            return None;
        }
        let node =
            Node::from_index(usize::from(rank) * usize::from(self.files) + usize::from(file));
        self.site_at.get(node).copied().flatten()
    }

    /// Columns.
    pub fn files(&self) -> u8 {
        self.files
    }

    /// Rows.
    pub fn ranks(&self) -> u8 {
        self.ranks
    }

    /// Column and row of a site, from 0 at White's left.
    pub fn file_rank(&self, site: Site) -> (u8, u8) {
        let node = self.node_of[site].index();
        ((node % usize::from(self.files)) as u8, (node / usize::from(self.files)) as u8)
    }

    /// Rank of a site from `side`'s view, from 1.
    pub fn rank_for(&self, site: Site, side: Side) -> u8 {
        let rank = self.file_rank(site).1;
        match side {
            Side::White => rank + 1,
            Side::Black => self.ranks - rank,
        }
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

    /// One step in an absolute direction.
    pub fn step(&self, node: Node, direction: u8) -> Option<Node> {
        self.links[node][usize::from(direction % 8)]
    }

    fn step_over(&self, node: Node, direction: u8, edges: Edges) -> Option<Node> {
        match edges {
            Edges::Closed | Edges::Open => self.step(node, direction),
            Edges::Joined => self.joined[node][usize::from(direction % 8)],
        }
    }

    /// One stride in an absolute octant: every node of its path, the landing node last. `None` where
    /// the path leaves the lattice, and for universal strides. Oblique strides take their orthogonal
    /// steps first.
    pub fn stride(
        &self,
        from: Node,
        stride: Stride,
        octant: u8,
        edges: Edges,
    ) -> Option<Vec<Node>> {
        let mut path = Vec::new();
        let mut node = from;
        let mut go = |direction: u8, count: u8| {
            for _ in 0..count {
                node = self.step_over(node, direction, edges)?;
                path.push(node);
            }
            Some(())
        };
        match stride {
            Stride::Radial { length, .. } => go(octant, length)?,
            Stride::Oblique { orthogonal, diagonal } => {
                let next = (octant + 1) % 8;
                let (straight, slant) =
                    if octant.is_multiple_of(2) { (octant, next) } else { (next, octant) };
                go(straight, orthogonal)?;
                go(slant, diagonal)?;
            }
            Stride::Universal => return None,
        }
        Some(path)
    }
}

/// `a1` for column 0, row 0.
pub fn cell_name(file: u8, rank: u8) -> String {
    format!("{}{}", char::from(b'a' + file), rank + 1)
}

/// Column and row, from 0, of a name such as `e4`; up to 26 columns and 99 rows.
pub fn parse_cell(name: &str) -> Option<(u8, u8)> {
    let file = name.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
    let digits = &name[1..];
    let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
    let rank: u8 = digits.parse().ok().filter(|_| plain && digits.len() <= 2)?;
    Some((file, rank.checked_sub(1)?))
}
