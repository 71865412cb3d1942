//! Sections of a board that players move.
//!
//! Owns: [`Section`]. A section is a rectangle of cells of its own, with whatever stands on them; it
//! stands at one of a few places of the lattice. Invariant: places are sorted and none stands twice;
//! the first place of a position is one of them; all have names of their own or none has.

use crate::lattice::Place;
use crate::side::Side;
use alfil_diagnostics::source::{Span, Spanned};

/// The most ways in which all sections together may stand.
pub const MAX_ARRANGEMENTS: usize = 64;

/// A section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// Its name in moves: `white`, `black`, or either with a word behind a hyphen.
    pub name: Spanned<String>,
    /// Who moves it.
    pub owner: Side,
    /// Columns, 1 or more.
    pub width: u8,
    /// Rows, 1 or more.
    pub height: u8,
    /// Where its lower left cell may be, in order.
    pub stands: Vec<Place>,
    /// What the places are called in moves, in their order; nothing if they are called by their cells alone.
    pub called: Vec<String>,
    /// Which of them it has unless a position says otherwise.
    pub first: usize,
    /// Where the author wrote it.
    pub span: Span,
}

impl Section {
    /// What moves call it at number `stand`, besides its cell: `I`, and `white:I`.
    pub fn names(&self, stand: usize) -> Option<[String; 2]> {
        let called = self.called.get(stand)?;
        Some([called.clone(), format!("{}:{called}", self.name.value)])
    }

    /// The places of its cells when it stands at number `stand`, row by row.
    pub fn cells(&self, stand: usize) -> impl Iterator<Item = Place> + use<> {
        let (file, rank) = self.stands[stand];
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| (file + x, rank + y)))
    }
}
