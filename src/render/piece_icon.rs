//! What is drawn of a kind, as data.
//!
//! Owns: [`Man`]. Invariant: what a symbol, a silhouette or a letter cannot tell is told by its name.

use alfil_rules::figure::Figure;
use alfil_rules::letter::Letter;
use alfil_rules::ruleset::{Blocking, Kind};
use alfil_rules::symbol::Symbol;

/// A kind, as pictures know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Man {
    /// Its name: `king`, `camel`.
    pub kind: String,
    /// Its letter, for the terminal and for kinds with neither symbol nor silhouette.
    pub(crate) letter: Letter,
    /// What stands for it, a silhouette or its letter.
    pub(crate) figure: Figure,
    /// What stands for it in place of both.
    pub(crate) symbol: Option<Symbol>,
    /// Whether it stands in the way.
    pub(crate) blocks: Blocking,
}

impl Man {
    /// One without a symbol that stands in the way, with the figure of its name.
    pub fn new(kind: impl Into<String>, letter: impl Into<Letter>) -> Man {
        let kind = kind.into();
        Man {
            figure: Figure::of(&kind),
            kind,
            letter: letter.into(),
            symbol: None,
            blocks: Blocking::default(),
        }
    }
}

impl From<&Kind> for Man {
    fn from(kind: &Kind) -> Man {
        Man {
            kind: kind.name.value.clone(),
            letter: kind.letter,
            figure: kind.figure,
            symbol: kind.symbol.clone(),
            blocks: kind.blocks.value,
        }
    }
}
