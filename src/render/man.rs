//! What is drawn of a kind, as data.
//!
//! Owns: [`Man`]. Invariant: what a symbol, a silhouette or a letter cannot tell is told by its name.

use crate::rules::letter::Letter;
use crate::rules::ruleset::Kind;
use crate::rules::symbol::Symbol;

/// A kind, as pictures know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Man {
    /// Its name: `king`, `camel`. It chooses the silhouette, if there is one.
    pub kind: String,
    /// Its letter, for the terminal and for kinds with neither symbol nor silhouette.
    pub letter: Letter,
    /// What stands for it in place of both.
    pub symbol: Option<Symbol>,
}

impl Man {
    /// One without a symbol.
    pub fn new(kind: impl Into<String>, letter: impl Into<Letter>) -> Man {
        Man { kind: kind.into(), letter: letter.into(), symbol: None }
    }
}

impl From<&Kind> for Man {
    fn from(kind: &Kind) -> Man {
        Man { symbol: kind.symbol.clone(), ..Man::new(kind.name.value.clone(), kind.letter) }
    }
}
