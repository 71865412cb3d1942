//! Sections of a board that players move.
//!
//! A section is a rectangle of cells that moves with the pieces on it. It has a few possible places
//! on the lattice, sorted and without duplicates. Either all of these places have names or none
//! has.

use crate::lattice::Place;
use crate::side::Side;
use alfil_diagnostics::source::{Span, Spanned};

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
