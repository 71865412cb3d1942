//! The space of a variant: a lattice, its missing cells, its sections and its shades.

pub use crate::lattice::{
    Border, Gluing, Hexagon, Lattice, MAX_CELLS, MAX_SIDE, Meeting, Net, Place, Strand, layer_name,
    parse_cell, parse_layered_cell,
};

use crate::plane::Plot;
use crate::section::Section;
use alfil_diagnostics::source::{Span, Spanned};

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
