//! Setups that are shuffled.
//!
//! Owns: [`Shuffle`]: which cells of the setup change their pieces among themselves, and how the starts
//! that come of it are numbered. Invariant: the setup as written is one of them.

use crate::condition::Area;
use crate::ids::KindId;
use crate::question::Question;
use alfil_diagnostics::source::Span;

/// How a setup is shuffled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shuffle {
    /// The cells whose pieces change places, as White counts.
    pub cells: Area,
    /// What Black's cells hold.
    pub sides: Arrays,
    /// What holds of each side of a start.
    pub when: Option<Question>,
    /// Which pieces are placed one after another; then come the other kinds in their order.
    pub order: Vec<Placed>,
    /// Where the author wrote it.
    pub span: Span,
}

alfil_diagnostics::spelt! {
    /// What Black's array is to White's.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Arrays: &'static str, word {
        /// The same on the same files.
        Alike = "alike",
        /// One of its own.
        Apart = "apart",
    }
}

/// Pieces that are placed together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// On cells of which shade.
    pub on: Shade,
    /// Their kind.
    pub kind: KindId,
}

/// On which cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    /// On any.
    Any,
    /// On cells of the lightest shade.
    Light,
    /// On cells of the darkest shade.
    Dark,
}

impl Shade {
    /// The word before a kind, with a space behind it.
    pub fn prefix(self) -> &'static str {
        match self {
            Shade::Any => "",
            Shade::Light => "light ",
            Shade::Dark => "dark ",
        }
    }
}
