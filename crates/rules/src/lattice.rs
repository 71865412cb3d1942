//! Lattices: the cells of a board, their names and how its sides are glued.
//!
//! A place is a column and a row of the placement text, both from 0 at White's left. Sizes lie within [`MAX_SIDE`]; a lattice
//! has at most [`MAX_CELLS`] places that are cells.

use crate::plane::Real;
use alfil_diagnostics::source::Spanned;

/// Largest number of files and of ranks.
pub const MAX_SIDE: u8 = 16;

/// The most cells of a board.
pub const MAX_CELLS: usize = 256;

/// A regular arrangement of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lattice {
    /// Squares in files and ranks, 1 to 16 of each.
    Grid {
        /// Columns.
        files: u8,
        /// Rows.
        ranks: u8,
        /// Which sides are glued to which.
        gluing: Gluing,
    },
    /// Grids above each other. In placements their rows follow one another, those of the highest layer first.
    Layers {
        /// Columns of each.
        files: u8,
        /// Rows of each.
        ranks: u8,
        /// How many, from 1.
        layers: u8,
    },
    /// Hexagons.
    Hexagon(Hexagon),
    /// Cells and links written out.
    Net(Net),
    /// No cells at all: the points of a rectangle, its edges included.
    Plane {
        /// From left to right.
        width: Real,
        /// From White's side to Black's.
        height: Real,
    },
}

/// Column and row, from 0.
pub type Place = (u8, u8);

alfil_diagnostics::spelt! {
    /// How the sides of a rectangle are glued.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
    pub enum Gluing: &'static str, word, from_word {
        /// They are edges.
        Flat = "grid",
        /// First and last file are neighbours.
        Cylinder = "cylinder",
        /// So are first and last rank.
        Torus = "torus",
        /// First and last file are neighbours, one of them upside down.
        Moebius = "moebius",
        /// Files as `Moebius`; first and last rank are neighbours as they stand.
        Klein = "klein",
        /// First and last rank are neighbours.
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
    /// They do not.
    Apart,
    /// As they stand.
    Joined,
    /// Each with the other end first.
    Twisted,
}

/// A hexagon of hexagons that stand on a corner of the outline, their files upright.
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
    /// Cells along the lower left side, from 1.
    pub left: u8,
    /// Cells along the lower right side, from 1.
    pub right: u8,
    /// Cells of the first file, from 1.
    pub upright: u8,
}

impl Hexagon {
    /// Number of files.
    pub fn files(self) -> u8 {
        self.left + self.right - 1
    }

    /// Cells of the longest file.
    pub fn ranks(self) -> u8 {
        self.upright + self.left.min(self.right) - 1
    }

    /// Cells of `file`, from 0; none beyond the last.
    pub fn height(self, file: u8) -> u8 {
        let last = self.files() - 1;
        if file > last {
            return 0;
        }
        let inset = file.min(last - file).min(self.left - 1).min(self.right - 1);
        self.upright + inset
    }
}

/// Squares linked as the author says. A cell's name is its place in texts and pictures, and means
/// nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    /// Row by row from White's side, none twice, not empty.
    pub cells: Vec<Place>,
    /// What links them, with the word that says so.
    pub strands: Vec<Spanned<Strand>>,
}

/// Links of one clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Strand {
    /// All cells of a rectangle, as on a grid.
    Grid {
        /// The corner at White's left.
        low: Spanned<Place>,
        /// The corner across from it.
        high: Spanned<Place>,
    },
    /// Each cell with the next, straight on.
    Line {
        /// Heading, and the cells in order.
        line: Border,
        /// Whether the way back is linked as well.
        back: bool,
    },
    /// Who leaves a cell of one side comes into the cell across, and the other way round; between
    /// neighbours on the seam the diagonals are linked too.
    Seam {
        /// Its outward heading and cells.
        one: Border,
        /// The same of the other side, in the order in which they meet.
        other: Border,
    },
}

/// A heading, 0 to 7 clockwise from White's forward, and cells in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Border {
    /// Index into [`Border::HEADINGS`].
    pub heading: u8,
    /// At least one; a line has at least two.
    pub cells: Vec<Spanned<Place>>,
}

impl Border {
    /// The names of headings.
    pub const HEADINGS: [&'static str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
}

impl Lattice {
    /// Its word and size, as its author writes them: `torus 8x8`, `hex 6`, and `graph` alone.
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
            Lattice::Plane { width, height } => format!("plane {width}x{height}"),
        }
    }

    /// Width and height, if it is a plane.
    pub fn plane(&self) -> Option<(f64, f64)> {
        match self {
            Lattice::Plane { width, height } => Some((width.get(), height.get())),
            Lattice::Grid { .. }
            | Lattice::Layers { .. }
            | Lattice::Hexagon(_)
            | Lattice::Net(_) => None,
        }
    }

    /// Its cells and links, if they are written out.
    pub fn net(&self) -> Option<&Net> {
        match self {
            Lattice::Net(net) => Some(net),
            Lattice::Grid { .. }
            | Lattice::Layers { .. }
            | Lattice::Hexagon(_)
            | Lattice::Plane { .. } => None,
        }
    }

    /// Whether its cells are hexagons, which have twelve headings rather than eight.
    pub fn is_hexagonal(&self) -> bool {
        match self {
            Lattice::Hexagon(_) => true,
            Lattice::Grid { .. }
            | Lattice::Layers { .. }
            | Lattice::Net(_)
            | Lattice::Plane { .. } => false,
        }
    }

    /// Columns of the placement text.
    pub fn files(&self) -> u8 {
        match self {
            Lattice::Grid { files, .. } | Lattice::Layers { files, .. } => *files,
            Lattice::Hexagon(hexagon) => hexagon.files(),
            Lattice::Net(net) => 1 + net.cells.iter().map(|c| c.0).max().unwrap_or(0),
            Lattice::Plane { .. } => 0,
        }
    }

    /// Rows of the placement text.
    pub fn ranks(&self) -> u8 {
        match self {
            Lattice::Grid { ranks, .. } => *ranks,
            Lattice::Layers { ranks, layers, .. } => ranks * layers,
            Lattice::Hexagon(hexagon) => hexagon.ranks(),
            Lattice::Net(net) => 1 + net.cells.iter().map(|c| c.1).max().unwrap_or(0),
            Lattice::Plane { .. } => 0,
        }
    }

    /// Whether the lattice has a cell in column `file` of row `rank`.
    pub fn has(&self, file: u8, rank: u8) -> bool {
        match self {
            Lattice::Grid { files, ranks, .. } => file < *files && rank < *ranks,
            Lattice::Layers { files, .. } => file < *files && rank < self.ranks(),
            Lattice::Hexagon(hexagon) => rank < hexagon.height(file),
            Lattice::Net(net) => net.cells.contains(&(file, rank)),
            Lattice::Plane { .. } => false,
        }
    }

    /// The columns that row `rank` of a placement speaks of: on hexagons only its cells.
    pub fn columns(&self, rank: u8) -> Vec<u8> {
        let all = 0..self.files();
        match self {
            Lattice::Grid { .. }
            | Lattice::Layers { .. }
            | Lattice::Net(_)
            | Lattice::Plane { .. } => all.collect(),
            Lattice::Hexagon(_) => all.filter(|&file| self.has(file, rank)).collect(),
        }
    }

    /// Every place that is a cell, row by row from White's side.
    pub fn places(&self) -> impl Iterator<Item = (u8, u8)> {
        let all =
            (0..self.ranks()).flat_map(|rank| (0..self.files()).map(move |file| (file, rank)));
        all.filter(|&(file, rank)| self.has(file, rank))
    }

    /// The letter of column `file`: hexagons have no file j.
    pub fn file_name(&self, file: u8) -> char {
        match self {
            Lattice::Grid { .. }
            | Lattice::Layers { .. }
            | Lattice::Net(_)
            | Lattice::Plane { .. } => char::from(b'a' + file),
            Lattice::Hexagon(_) => char::from(b'a' + file + u8::from(file > 8)),
        }
    }

    /// The name of the cell in column `file` of row `rank`, whether or not there is one.
    pub fn cell_name(&self, file: u8, rank: u8) -> String {
        match self.layer(rank) {
            Some((layer, rank)) => {
                format!("{}{}{}", layer_name(layer), self.file_name(file), rank + 1)
            }
            None => format!("{}{}", self.file_name(file), rank + 1),
        }
    }

    /// No line has more cells, if all lines end.
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
            Lattice::Net(_) | Lattice::Plane { .. } => None,
        }
    }

    /// How many layers it has.
    pub fn layers(&self) -> u8 {
        match self {
            Lattice::Layers { layers, .. } => *layers,
            Lattice::Grid { .. }
            | Lattice::Hexagon(_)
            | Lattice::Net(_)
            | Lattice::Plane { .. } => 1,
        }
    }

    /// Rows of a layer.
    pub fn ranks_of_layer(&self) -> u8 {
        self.ranks() / self.layers()
    }

    /// The layer, from 0, of row `rank` of the placement text, and the row within it; `None` if cells are not named
    /// by layers.
    pub fn layer(&self, rank: u8) -> Option<(u8, u8)> {
        match self {
            Lattice::Layers { ranks, .. } => Some((rank / ranks, rank % ranks)),
            Lattice::Grid { .. }
            | Lattice::Hexagon(_)
            | Lattice::Net(_)
            | Lattice::Plane { .. } => None,
        }
    }

    /// Column and row of the cell called `name`, if it could be one of a lattice of this kind.
    pub fn place(&self, name: &str) -> Option<(u8, u8)> {
        let (layer, (file, rank)) = parse_layered_cell(name)?;
        let file = match self {
            Lattice::Layers { ranks, layers, .. } => {
                let layer = layer.filter(|layer| layer < layers && rank < *ranks)?;
                return Some((file, layer * ranks + rank));
            }
            _ if layer.is_some() => return None,
            Lattice::Grid { .. } | Lattice::Net(_) | Lattice::Plane { .. } => file,
            Lattice::Hexagon(_) if file == 9 => return None,
            Lattice::Hexagon(_) => file - u8::from(file > 9),
        };
        Some((file, rank))
    }
}

/// The letter of a layer, from 0.
pub fn layer_name(layer: u8) -> char {
    char::from(b'A' + layer)
}

/// The layer, if one is named before the cell, and the cell as [`parse_cell`] reads it: `Ba3`.
fn parse_layered_cell(name: &str) -> Option<(Option<u8>, Place)> {
    match name.bytes().next()? {
        letter if letter.is_ascii_uppercase() => {
            Some((Some(letter - b'A'), parse_cell(&name[1..])?))
        }
        _ => Some((None, parse_cell(name)?)),
    }
}

/// Letter, from 0 for a, and number, from 0, of a name such as `e4`; up to 26 letters and 99 numbers.
pub fn parse_cell(name: &str) -> Option<(u8, u8)> {
    let file = name.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
    let digits = &name[1..];
    let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
    let rank: u8 = digits.parse().ok().filter(|_| plain && digits.len() <= 2)?;
    Some((file, rank.checked_sub(1)?))
}
