//! The look of a game in pictures: its board, the names and colours of its sides, and drawings of
//! its pieces. Rules do not depend on it.

use crate::condition::Area;
use crate::side::{ByColor, BySide};
use alfil_diagnostics::source::Spanned;

/// The look of a board and of its sides.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Where pieces stand.
    pub surface: Surface,
    /// The gap between two ranks, if there is one.
    pub river: Option<Spanned<River>>,
    /// The words in the gap, from left to right.
    pub river_words: Vec<Spanned<String>>,
    /// Cells that are joined by diagonal lines, as White counts.
    pub diagonals: Option<Spanned<Area>>,
    /// The names of the sides, where they are not called White and Black.
    pub sides: Option<BySide<String>>,
    /// The colours of the sides, where they are not white and black.
    pub dyes: Option<BySide<Dye>>,
    /// The names of all files above the board, from file a on; empty for none.
    pub files: Vec<Spanned<String>>,
    /// The names of all ranks to the right of the board, from rank 1 on; empty for none.
    pub ranks: Vec<Spanned<String>>,
}

alfil_diagnostics::spelt! {
    /// Where the pieces of a board stand.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
    pub enum Surface: &'static str, word {
        /// In cells.
        #[default]
        Cells = "cells",
        /// On points, in which lines meet.
        Points = "points",
    }
}

alfil_diagnostics::spelt! {
    /// The colour of a side's pieces.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Dye: &'static str, word, from_word {
        /// White.
        White = "white",
        /// Black.
        Black = "black",
        /// Red.
        Red = "red",
        /// Green.
        Green = "green",
        /// Blue.
        Blue = "blue",
        /// Yellow.
        Yellow = "yellow",
    }
}

/// A gap between two neighbouring ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct River {
    /// The lower of the two ranks, counted from 1 at White's side.
    pub below: u8,
}

/// What pictures show of a kind besides its symbol and its figure.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dress {
    /// The colours of the sides, where they are not white and black.
    pub dyes: Option<BySide<Dye>>,
    /// The letters of the sides in games with more than two. Boards in text write them before the
    /// letters of pieces.
    pub owners: Option<BySide<char>>,
    /// The drawings of the author, which replace symbol and figure.
    pub art: Option<ByColor<Art>>,
}

/// A drawing of a piece: elements of an SVG in a box of 100 by 100. The reader of definitions lets
/// only harmless elements pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Art {
    /// The elements as XML.
    pub elements: String,
    /// Where the colours come from.
    pub paint: Paint,
}

/// Where the colours of a drawing come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// The drawing has colours of its own.
    Own,
    /// The drawing has none, so it gets those of the side.
    OfSides,
}
