//! The space of a variant: a lattice, its missing cells, its shades, and the sections that players
//! move.

use crate::plane::{Plot, Real};
use crate::side::Side;
use alfil_diagnostics::source::{Span, Spanned};
use std::f64::consts::{PI, TAU};

/// The board or plane of a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Space {
    /// The lattice.
    pub lattice: Lattice,
    /// Names of cells that do not exist.
    pub without: Vec<Spanned<String>>,
    /// Figures on a plane that no body may overlap.
    pub obstacles: Vec<Spanned<Plot>>,
    /// Sections, which move over holes of the lattice.
    pub sections: Vec<Section>,
    /// How the cells are shaded.
    pub shades: Shading,
    /// The span of the author's text.
    pub span: Span,
}

impl Space {
    /// True if the lattice has this cell. Cells of sections do not count.
    pub fn has(&self, file: u8, rank: u8) -> bool {
        let name = self.lattice.cell_name(file, rank);
        self.lattice.has(file, rank) && !self.without.iter().any(|cell| cell.value == name)
    }
}

/// How cells are shaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shading {
    /// Neighbours differ. Squares have two shades in a checkerboard, with a dark corner at White's
    /// left. Hexagons have three, and half a turn of the board swaps the lightest and the darkest.
    Checkered,
    /// All cells have the same shade.
    Plain,
    /// Rows from the farthest rank down, with one number for each place. A number is a shade, from
    /// 1 for the lightest; 0 means that there is no cell.
    Rows(Vec<Vec<u8>>),
}

// Lattices: the cells of a board, their names and how its sides are glued.
//
// A place is a column and a row of the placement text. Both count from 0, from White's left
// corner. A lattice has at most `MAX_SIDE` files and ranks, and at most `MAX_CELLS` of its
// places are cells.

/// Maximum number of files, and of ranks.
pub const MAX_SIDE: u8 = 16;

/// Maximum number of cells.
pub const MAX_CELLS: usize = 256;

/// A regular arrangement of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lattice {
    /// Squares in files and ranks, 1 to 16 of each.
    Grid {
        /// Number of files.
        files: u8,
        /// Number of ranks.
        ranks: u8,
        /// How opposite sides are glued.
        gluing: Gluing,
    },
    /// Grids on top of each other. In placements the rows of the highest layer come first.
    Layers {
        /// Number of files of each layer.
        files: u8,
        /// Number of ranks of each layer.
        ranks: u8,
        /// Number of layers, at least 1.
        layers: u8,
    },
    /// Hexagons.
    Hexagon(Hexagon),
    /// Squares with links that the author lists.
    Net(Net),
    /// No cells: all points of a rectangle or of a box, including its edges.
    Plane {
        /// Length from left to right.
        width: Real,
        /// Length from White's side to Black's.
        height: Real,
        /// Length from the floor of a box to its ceiling. `None` for a rectangle.
        depth: Option<Real>,
        /// How opposite edges are joined. Never [`Gluing::Ring`], and [`Gluing::Flat`] for a box.
        gluing: Gluing,
    },
    /// No cells: all points of a sphere.
    Sphere {
        /// The radius, in the unit of bodies and distances.
        radius: Real,
    },
}

/// Column and row, both from 0.
pub type Place = (u8, u8);

alfil_diagnostics::spelt! {
    /// How opposite sides of a rectangle are glued.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
    pub enum Gluing: &'static str, word, from_word {
        /// No sides are glued.
        Flat = "grid",
        /// The first and the last file are neighbours.
        Cylinder = "cylinder",
        /// Like a cylinder, and the first and the last rank are neighbours.
        Torus = "torus",
        /// The first and the last file are neighbours, one of them upside down.
        Moebius = "moebius",
        /// Like a Moebius strip, and the first and the last rank are neighbours without a twist.
        Klein = "klein",
        /// The first and the last rank are neighbours.
        Ring = "ring",
    }
}

impl Gluing {
    /// How the first and the last file meet.
    pub fn files(self) -> Meeting {
        match self {
            Gluing::Flat | Gluing::Ring => Meeting::Apart,
            Gluing::Cylinder | Gluing::Torus => Meeting::Joined,
            Gluing::Moebius | Gluing::Klein => Meeting::Twisted,
        }
    }

    /// How the first and the last rank meet.
    pub fn ranks(self) -> Meeting {
        match self {
            Gluing::Flat | Gluing::Cylinder | Gluing::Moebius => Meeting::Apart,
            Gluing::Torus | Gluing::Klein | Gluing::Ring => Meeting::Joined,
        }
    }
}

/// How two opposite sides meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Meeting {
    /// The sides do not meet: both are edges of the board.
    Apart,
    /// The sides meet in the same orientation.
    Joined,
    /// The sides meet in opposite orientations.
    Twisted,
}

/// A board of hexagons. Each cell stands on a corner, so that files are upright.
///
/// ```text
///        /\            upright: cells of the first and of the last file
///  right/  \left       left: cells along the lower left side, and the upper right one
///      |    |
///  left \  / right     right: cells along the lower right side, and the upper left one
///        \/
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hexagon {
    /// Number of cells along the lower left side, at least 1.
    pub left: u8,
    /// Number of cells along the lower right side, at least 1.
    pub right: u8,
    /// Number of cells of the first file, at least 1.
    pub upright: u8,
}

impl Hexagon {
    /// Number of files.
    pub fn files(self) -> u8 {
        self.left + self.right - 1
    }

    /// Number of cells of the longest file.
    pub fn ranks(self) -> u8 {
        self.upright + self.left.min(self.right) - 1
    }

    /// Number of cells of `file`, counted from 0; 0 beyond the last file.
    pub fn height(self, file: u8) -> u8 {
        let last = self.files() - 1;
        if file > last {
            return 0;
        }
        let inset = file.min(last - file).min(self.left - 1).min(self.right - 1);
        self.upright + inset
    }
}

/// Squares with links that the author lists. The name of a cell only decides where texts and
/// pictures show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    /// The cells, row by row from White's side. There is at least one and no duplicate.
    pub cells: Vec<Place>,
    /// The links, one entry for each clause, with the span of the clause's first word.
    pub strands: Vec<Spanned<Strand>>,
}

/// The links of one clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Strand {
    /// Links between all neighbours of a rectangle, as on a grid.
    Grid {
        /// The corner nearest to White's left.
        low: Spanned<Place>,
        /// The opposite corner.
        high: Spanned<Place>,
    },
    /// Links from each cell to the next one, all in the same heading.
    Line {
        /// The heading, and the cells in order.
        line: Border,
        /// Whether the links lead back as well.
        back: bool,
    },
    /// Links that glue two sides. A step over one side enters the matching cell of the other, in
    /// both directions. Diagonal neighbours across the seam are linked too.
    Seam {
        /// The first side: the heading that leaves the board there, and the cells along the side.
        one: Border,
        /// The second side, with its cells in the order in which they meet the first.
        other: Border,
    },
}

/// A row of cells in order, and a heading that belongs to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Border {
    /// Index into [`Border::HEADINGS`]; 0 is White's forward, and the others follow clockwise.
    pub heading: u8,
    /// At least one cell; at least two in a `Strand::Line`.
    pub cells: Vec<Spanned<Place>>,
}

impl Border {
    /// Names of the headings.
    pub const HEADINGS: [&'static str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
}

impl Lattice {
    /// A rectangle of squares with edges on all sides.
    pub const fn rectangle(files: u8, ranks: u8) -> Lattice {
        Lattice::Grid { files, ranks, gluing: Gluing::Flat }
    }

    /// The word and the size in the notation of definitions: `torus 8x8`, `hex 6`, `graph`.
    pub fn head(&self) -> String {
        match self {
            Lattice::Grid { files, ranks, gluing } => format!("{} {files}x{ranks}", gluing.word()),
            Lattice::Layers { files, ranks, layers } => format!("layers {files}x{ranks}x{layers}"),
            Lattice::Hexagon(Hexagon { left, right, upright }) => match (left, right, upright) {
                (a, b, c) if a == b && b == c => format!("hex {a}"),
                (a, b, c) if a == b => format!("hex {a}x{c}"),
                (a, b, c) => format!("hex {a}x{b}x{c}"),
            },
            Lattice::Net(_) => "graph".to_owned(),
            Lattice::Plane { width, height, depth, gluing } => {
                let depth = depth.map_or(String::new(), |depth| format!("x{depth}"));
                let joined = match gluing {
                    Gluing::Flat => String::new(),
                    Gluing::Cylinder
                    | Gluing::Torus
                    | Gluing::Moebius
                    | Gluing::Klein
                    | Gluing::Ring => format!(", {}", gluing.word()),
                };
                format!("plane {width}x{height}{depth}{joined}")
            }
            Lattice::Sphere { radius } => format!("sphere {radius}"),
        }
    }

    /// Width and height of a plane. Of a sphere, the lengths of the equator and of the way from pole
    /// to pole. `None` for boards.
    pub fn plane(&self) -> Option<(f64, f64)> {
        match self {
            Lattice::Plane { width, height, .. } => Some((width.get(), height.get())),
            Lattice::Sphere { radius } => Some((TAU * radius.get(), PI * radius.get())),
            Lattice::Grid { .. }
            | Lattice::Layers { .. }
            | Lattice::Hexagon(_)
            | Lattice::Net(_) => None,
        }
    }

    /// The radius of a sphere. `None` for other spaces.
    pub fn sphere(&self) -> Option<f64> {
        let Lattice::Sphere { radius } = self else { return None };
        Some(radius.get())
    }

    /// Length of a box from its floor to its ceiling. `None` for planes and boards.
    pub fn depth(&self) -> Option<f64> {
        let Lattice::Plane { depth, .. } = self else { return None };
        depth.map(Real::get)
    }

    /// How opposite edges of a plane are joined. `None` for boards and spheres.
    pub fn plane_gluing(&self) -> Option<Gluing> {
        let Lattice::Plane { gluing, .. } = self else { return None };
        Some(*gluing)
    }

    /// The cells and links of a net. `None` for other lattices.
    pub fn net(&self) -> Option<&Net> {
        if let Lattice::Net(net) = self { Some(net) } else { None }
    }

    /// True if the cells are hexagons, which have twelve headings instead of eight.
    pub fn is_hexagonal(&self) -> bool {
        matches!(self, Lattice::Hexagon(_))
    }

    /// Number of columns of the placement text.
    pub fn files(&self) -> u8 {
        match self {
            Lattice::Grid { files, .. } | Lattice::Layers { files, .. } => *files,
            Lattice::Hexagon(hexagon) => hexagon.files(),
            Lattice::Net(net) => 1 + net.cells.iter().map(|c| c.0).max().unwrap_or(0),
            Lattice::Plane { .. } | Lattice::Sphere { .. } => 0,
        }
    }

    /// Number of rows of the placement text.
    pub fn ranks(&self) -> u8 {
        match self {
            Lattice::Grid { ranks, .. } => *ranks,
            Lattice::Layers { ranks, layers, .. } => ranks * layers,
            Lattice::Hexagon(hexagon) => hexagon.ranks(),
            Lattice::Net(net) => 1 + net.cells.iter().map(|c| c.1).max().unwrap_or(0),
            Lattice::Plane { .. } | Lattice::Sphere { .. } => 0,
        }
    }

    /// True if the lattice has a cell in column `file` of row `rank`.
    pub fn has(&self, file: u8, rank: u8) -> bool {
        match self {
            Lattice::Grid { files, ranks, .. } => file < *files && rank < *ranks,
            Lattice::Layers { files, .. } => file < *files && rank < self.ranks(),
            Lattice::Hexagon(hexagon) => rank < hexagon.height(file),
            Lattice::Net(net) => net.cells.contains(&(file, rank)),
            Lattice::Plane { .. } | Lattice::Sphere { .. } => false,
        }
    }

    /// Columns of row `rank` in a placement text. On a hexagonal board only cells are columns.
    pub fn columns(&self, rank: u8) -> Vec<u8> {
        let is_column = |file: &u8| !self.is_hexagonal() || self.has(*file, rank);
        (0..self.files()).filter(is_column).collect()
    }

    /// Every cell, row by row from White's side.
    pub fn places(&self) -> impl Iterator<Item = (u8, u8)> {
        let all =
            (0..self.ranks()).flat_map(|rank| (0..self.files()).map(move |file| (file, rank)));
        all.filter(|&(file, rank)| self.has(file, rank))
    }

    /// The letter of column `file`. Hexagons have no file `j`.
    pub fn file_name(&self, file: u8) -> char {
        let skipped = self.is_hexagonal() && file > 8;
        char::from(b'a' + file + u8::from(skipped))
    }

    /// The name of the place in column `file` of row `rank`, even if it is not a cell.
    pub fn cell_name(&self, file: u8, rank: u8) -> String {
        match self.layer(rank) {
            Some((layer, rank)) => {
                format!("{}{}{}", layer_name(layer), self.file_name(file), rank + 1)
            }
            None => format!("{}{}", self.file_name(file), rank + 1),
        }
    }

    /// Number of cells of the longest line; `None` if lines may be endless, as on a cylinder.
    pub fn longest_line(&self) -> Option<usize> {
        match self {
            Lattice::Grid { files, ranks, gluing } => match gluing {
                Gluing::Flat => Some((*files).max(*ranks).into()),
                Gluing::Cylinder
                | Gluing::Torus
                | Gluing::Moebius
                | Gluing::Klein
                | Gluing::Ring => None,
            },
            Lattice::Layers { files, ranks, layers } => {
                Some((*files).max(*ranks).max(*layers).into())
            }
            Lattice::Hexagon(_) => Some(usize::from(self.files()) + usize::from(self.ranks())),
            Lattice::Net(_) | Lattice::Plane { .. } | Lattice::Sphere { .. } => None,
        }
    }

    /// Number of layers; 1 for boards without layers.
    pub fn layers(&self) -> u8 {
        if let Lattice::Layers { layers, .. } = self { *layers } else { 1 }
    }

    /// Number of rows of one layer.
    pub fn ranks_of_layer(&self) -> u8 {
        self.ranks() / self.layers()
    }

    /// The layer of row `rank` of the placement text, and the row within that layer, both from 0.
    /// `None` if the lattice has no layers.
    pub fn layer(&self, rank: u8) -> Option<(u8, u8)> {
        let Lattice::Layers { ranks, .. } = self else { return None };
        Some((rank / ranks, rank % ranks))
    }

    /// The place with the cell name `name`. `None` if this type of lattice has no such names.
    pub fn place(&self, name: &str) -> Option<(u8, u8)> {
        let (layer, (file, rank)) = parse_layered_cell(name)?;
        let file = match self {
            Lattice::Layers { ranks, layers, .. } => {
                let layer = layer.filter(|layer| layer < layers && rank < *ranks)?;
                return Some((file, layer * ranks + rank));
            }
            _ if layer.is_some() => return None,
            Lattice::Grid { .. }
            | Lattice::Net(_)
            | Lattice::Plane { .. }
            | Lattice::Sphere { .. } => file,
            Lattice::Hexagon(_) if file == 9 => return None,
            Lattice::Hexagon(_) => file - u8::from(file > 9),
        };
        Some((file, rank))
    }
}

/// The letter of a layer, counted from 0.
pub fn layer_name(layer: u8) -> char {
    char::from(b'A' + layer)
}

/// Splits a name such as `Ba3` into an optional layer, counted from 0, and the place that [`parse_cell`]
/// reads.
pub fn parse_layered_cell(name: &str) -> Option<(Option<u8>, Place)> {
    match name.bytes().next()? {
        letter if letter.is_ascii_uppercase() => {
            Some((Some(letter - b'A'), parse_cell(&name[1..])?))
        }
        _ => Some((None, parse_cell(name)?)),
    }
}

/// Column and row, both from 0, of a cell name such as `e4`. Files are `a` to `z`, ranks 1 to 99.
pub fn parse_cell(name: &str) -> Option<(u8, u8)> {
    let file = name.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
    let digits = &name[1..];
    let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
    let rank: u8 = digits.parse().ok().filter(|_| plain && digits.len() <= 2)?;
    Some((file, rank.checked_sub(1)?))
}

// Sections of a board that players move.
//
// A section is a rectangle of cells that moves with the pieces on it. It has a few possible places
// on the lattice, sorted and without duplicates. Either all of these places have names or none
// has.

alfil_diagnostics::id! {
    /// A section: a part of the board that players move.
    SectionId(u8)
}

/// Maximum number of arrangements of all sections together.
pub const MAX_ARRANGEMENTS: usize = 64;

/// A section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// The name of the section in moves: `white` or `black`, optionally followed by a hyphen and a
    /// word.
    pub name: Spanned<String>,
    /// The side that moves the section.
    pub owner: Side,
    /// Number of columns, at least 1.
    pub width: u8,
    /// Number of rows, at least 1.
    pub height: u8,
    /// Possible places of the section's lower left cell, sorted.
    pub stands: Vec<Place>,
    /// Names of these places in moves. If empty, moves name a place by its cell.
    pub called: Vec<String>,
    /// Index of the place where the section starts.
    pub first: usize,
    /// The span of the author's text.
    pub span: Span,
}

impl Section {
    /// Names of place `stand` in moves, besides the name of its cell: `I` and `white:I`. `None` if
    /// the author names no places.
    pub fn names(&self, stand: usize) -> Option<[String; 2]> {
        let called = self.called.get(stand)?;
        Some([called.clone(), format!("{}:{called}", self.name.value)])
    }

    /// The cells of the section at place `stand`, row by row.
    pub fn cells(&self, stand: usize) -> impl Iterator<Item = Place> + use<> {
        let (file, rank) = self.stands[stand];
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| (file + x, rank + y)))
    }
}
