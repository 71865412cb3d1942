//! Where a variant is played: a lattice, its missing cells, its sections and its shades.

pub use crate::lattice::{
    Border, Gluing, Hexagon, Lattice, MAX_CELLS, MAX_SIDE, Meeting, Net, Place, Strand, layer_name,
    parse_cell,
};

use crate::section::Section;
use alfil_diagnostics::source::{Span, Spanned};

/// Where a variant is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Space {
    /// The lattice.
    pub lattice: Lattice,
    /// Cells that do not exist.
    pub without: Vec<Spanned<String>>,
    /// Sections, which cover holes of the lattice.
    pub sections: Vec<Section>,
    /// How the cells are shaded.
    pub shades: Shading,
    /// Where the author wrote the space.
    pub span: Span,
}

impl Space {
    /// True if there is a cell, sections not included.
    pub fn has(&self, file: u8, rank: u8) -> bool {
        let name = self.lattice.cell_name(file, rank);
        self.lattice.has(file, rank) && !self.without.iter().any(|cell| cell.value == name)
    }
}

/// How cells are shaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shading {
    /// Neighbours differ. Squares have two shades in a checkerboard, with a dark corner at White's left.
    /// Hexagons have three, and half a turn of the board swaps the lightest and the darkest.
    Checkered,
    /// One shade.
    Plain,
    /// Rows from the farthest rank down, with one number for each place: a shade from 1, the lightest, or 0 for
    /// no cell.
    Rows(Vec<Vec<u8>>),
}
