//! The data of comparisons between a game and the same game without one rule; `comparison.rs` computes them.

use alfil_rules::ids::KindId;
use alfil_rules::question::Question;

/// A property of a legal move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape<'q> {
    /// A move of a kind's term, by the index of the term.
    Term(KindId, usize),
    /// A move or a drop of a piece of the kind.
    Mover(KindId),
    /// A move that promotes a piece of the first kind to the second.
    Promotion(KindId, KindId),
    /// A drop of the kind.
    Drop(KindId),
    /// Castling of a piece of the kind.
    Castling(KindId),
    /// A move of the section with this name.
    Section(&'q str),
    /// A pass.
    Pass,
    /// A move for which the answer to the question is yes.
    Answer(&'q Question),
}

/// A rough description of a move. The search counts how often it has played moves with the same description.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Trace {
    /// Kind of the piece that moves.
    pub(crate) mover: Option<KindId>,
    pub(crate) becomes: Option<KindId>,
    pub(crate) captures: usize,
    /// A number for the target.
    pub(crate) to: u32,
}

/// How far a game has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Gauge {
    /// Pieces of both sides that are in play.
    pub(crate) pieces: usize,
    /// Turns since a capture, a promotion or a move that cannot be undone.
    pub(crate) halfmoves: u32,
}

/// The moves that only one of two games has, as text.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Difference {
    pub gained: Vec<String>,
    pub lost: Vec<String>,
}

impl Difference {
    /// Returns true if both games have the same moves.
    pub(crate) fn is_empty(&self) -> bool {
        self.gained.is_empty() && self.lost.is_empty()
    }
}
