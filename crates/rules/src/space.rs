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
    /// Parts that players move, on cells that are holes of the lattice.
    pub sections: Vec<Section>,
    /// How the cells are shaded.
    pub shades: Shading,
    /// Where the author wrote the space.
    pub span: Span,
}

impl Space {
    /// Whether there is a cell, sections apart.
    pub fn has(&self, file: u8, rank: u8) -> bool {
        let name = self.lattice.cell_name(file, rank);
        self.lattice.has(file, rank) && !self.without.iter().any(|cell| cell.value == name)
    }
}

/// How cells are shaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shading {
    /// Neighbours differ: on squares two shades in a checkerboard, the corner at White's left dark; on
    /// hexagons three, so that half a turn of the board swaps the lightest and the darkest.
    Checkered,
    /// One shade.
    Plain,
    /// Written out: rows from the farthest rank down, one shade number (from 1, the lightest) a place,
    /// 0 where the lattice has no cell.
    Rows(Vec<Vec<u8>>),
}
