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
    /// How Black's array relates to White's.
    pub sides: Arrays,
    /// A condition on each side of a start position.
    pub when: Option<Question>,
    /// Pieces that are placed first, in order. Other kinds follow in the order of definition. This
    /// order decides the numbers of the start positions.
    pub order: Vec<Placed>,
    /// The span of the author's text.
    pub span: Span,
}

alfil_diagnostics::spelt! {
    /// How Black's array relates to White's.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Arrays: &'static str, word {
        /// The same kinds on the same files.
        Alike = "alike",
        /// Independent of White's.
        Apart = "apart",
    }
}

/// Pieces of one kind that are placed together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The shade of their cells.
    pub on: Shade,
    /// Their kind.
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
    /// The word before a kind, with a space after it.
    pub fn prefix(self) -> &'static str {
        match self {
            Shade::Any => "",
            Shade::Light => "light ",
            Shade::Dark => "dark ",
        }
    }
}
