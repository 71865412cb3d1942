//! Data of comparisons between a game and the same game without one rule. `comparison.rs` computes
//! them.

use alfil_rules::ids::KindId;
use alfil_rules::question::Question;

/// A property of a legal move, for which moves are searched.
#[derive(Clone, Copy, Debug)]
pub enum Shape<'q> {
    /// A move by a term of a kind, by the index of the term.
    Term(KindId, usize),
    /// A move or drop of a piece of this kind.
    Mover(KindId),
    /// A move that promotes a piece of the first kind to the second.
    Promotion(KindId, KindId),
    /// A drop of a piece of this kind.
    Drop(KindId),
    /// Castling of a piece of this kind.
    Castling(KindId),
    /// A move of the section with this name.
    Section(&'q str),
    /// A pass.
    Pass,
    /// A move for which the question is answered with yes.
    Answer(&'q Question),
}

/// A rough description of a move. A search counts how often it has played moves with the same
/// description, and prefers rare ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Trace {
    /// Kind of the piece that moves.
    pub mover: Option<KindId>,
    /// The kind that the piece becomes.
    pub becomes: Option<KindId>,
    pub(crate) captures: usize,
    /// A number that depends on the target.
    pub(crate) to: u32,
}

/// How far a game has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gauge {
    /// The number of pieces of both sides in play.
    pub pieces: usize,
    /// Turns since the last capture, promotion or irreversible move.
    pub halfmoves: u32,
}

/// The differences between the legal moves of two games, as text.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Difference {
    /// Moves that only the first game has.
    pub gained: Vec<String>,
    /// Moves that only the second game has.
    pub lost: Vec<String>,
}

impl Difference {
    /// Returns true if both games have the same moves.
    pub fn is_empty(&self) -> bool {
        self.gained.is_empty() && self.lost.is_empty()
    }
}
