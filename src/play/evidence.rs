//! Questions about a position and its moves that compare a game with the same game without one rule.
//!
//! Owns: [`Position::carried`], [`Position::is_like`], [`Shape`] with [`Legal::has`], and [`Trace`]. Takes positions of two
//! games with the same kinds and cells. Nothing that plays a game calls this.

use alfil_rules::ids::KindId;
use alfil_rules::question::Question;

/// A property of a legal move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape<'q> {
    /// A move of the term of this number of the kind.
    Term(KindId, usize),
    /// A move or a drop of a piece of the kind.
    Mover(KindId),
    /// A move after which a piece of the first kind is of the second.
    Promotion(KindId, KindId),
    /// A drop of the kind.
    Drop(KindId),
    /// Castling of a piece of the kind.
    Castling(KindId),
    /// A move of the section of this name.
    Section(&'q str),
    /// A step that is left out.
    Pass,
    /// A move for which the question holds.
    Answer(&'q Question),
}

/// A rough description of a move. The search counts how often it has played moves with the same description.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Trace {
    /// Kind of the piece that moves.
    pub(crate) mover: Option<KindId>,
    /// The kind that it becomes.
    pub(crate) becomes: Option<KindId>,
    /// How many pieces it captures.
    pub(crate) captures: usize,
    /// A number for where it ends.
    pub(crate) to: u32,
}

/// Two numbers that tell how far a game has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Gauge {
    /// Pieces of both sides that are in play.
    pub(crate) pieces: usize,
    /// Turns since a capture, a promotion or a move that cannot be undone.
    pub(crate) halfmoves: u32,
}

/// Texts of the moves that one of two games has and the other has not.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Difference {
    /// Moves of the first alone.
    pub gained: Vec<String>,
    /// Moves of the second alone.
    pub lost: Vec<String>,
}

impl Difference {
    /// Both games have the same moves.
    pub(crate) fn is_empty(&self) -> bool {
        self.gained.is_empty() && self.lost.is_empty()
    }
}
