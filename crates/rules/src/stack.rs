//! Stacks: several pieces on one cell, of which only the highest is on the board.
//!
//! The pieces beneath it wait. They neither move nor attack, and no question sees them. When the
//! cell is empty at the end of a line of effects, the highest of them is on the board again.

use crate::ids::KindId;
use crate::question::Anchor;

/// How many of the pieces that were beneath the mover go with it, the highest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Load {
    /// All of them.
    All,
    /// The player chooses a number from 0; at most this number, if there is one.
    UpTo(Option<u8>),
}

impl Load {
    /// The largest number of pieces that go, out of `height` pieces.
    pub fn most(self, height: usize) -> usize {
        match self {
            Load::All | Load::UpTo(None) => height,
            Load::UpTo(Some(most)) => height.min(usize::from(most)),
        }
    }

    /// The words behind `carry` in definitions.
    pub fn words(self) -> String {
        match self {
            Load::All => "all".to_owned(),
            Load::UpTo(None) => "any number".to_owned(),
            Load::UpTo(Some(most)) => format!("at most {most}"),
        }
    }
}

/// Pairs of kinds: what each kind becomes. A kind that begins no pair stays as it is.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Pairs {
    /// The name of the group of pairs in definitions; empty if there are no pairs.
    pub name: String,
    /// Each kind with the kind that it becomes.
    pub pairs: Vec<[KindId; 2]>,
}

impl Pairs {
    /// The kind that `kind` becomes. If several pairs begin with it, the first one counts.
    pub fn of(&self, kind: KindId) -> Option<KindId> {
        self.pairs.iter().find(|[of, _]| *of == kind).map(|&[_, to]| to)
    }
}

/// Where a piece goes that another piece covers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Under {
    /// The cell. If no piece stands there, the covered piece stays where it is.
    pub anchor: Anchor,
    /// What it becomes there.
    pub becomes: Pairs,
}
