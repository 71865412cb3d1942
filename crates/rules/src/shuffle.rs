//! Shuffled setups: games with several start positions.
//!
//! The setup in the definition is one of the start positions.

use crate::condition::Area;
use crate::ids::KindId;
use crate::question::Question;
use alfil_diagnostics::source::Span;

/// How a setup is shuffled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shuffle {
    /// The cells whose pieces are shuffled, from White's point of view.
    pub cells: Area,
    /// Whether Black's pieces are shuffled like White's or independently.
    pub sides: Arrays,
    /// A condition that each side of a start position must satisfy.
    pub when: Option<Question>,
    /// Pieces that are placed first, in order. Other kinds follow in the order of definition. This
    /// order decides the numbers of the start positions.
    pub order: Vec<Placed>,
    /// The span of the author's text.
    pub span: Span,
}

alfil_diagnostics::spelt! {
    /// Whether Black's pieces are shuffled like White's or independently.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Arrays: &'static str, word {
        /// The same kinds are on the same files.
        Alike = "alike",
        /// Black's pieces do not depend on White's.
        Apart = "apart",
    }
}

/// Pieces of one kind that are placed at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The shade of the cells on which they are placed.
    pub on: Shade,
    /// The kind of the pieces.
    pub kind: KindId,
}

/// The shade of cells on which pieces are placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    /// Any shade.
    Any,
    /// The lightest shade.
    Light,
    /// The darkest shade.
    Dark,
}

impl Shade {
    /// The word before the name of a kind, with a space after it; empty for `Shade::Any`.
    pub fn prefix(self) -> &'static str {
        match self {
            Shade::Any => "",
            Shade::Light => "light ",
            Shade::Dark => "dark ",
        }
    }
}
