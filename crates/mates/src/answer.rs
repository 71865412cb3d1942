//! The answers of proofs about ranges of moves.

use crate::refute::Reply;
use alfil_plane::geometry::interval::Interval;
use alfil_plane::model::position::{PieceSet, PlaneMove};
use alfil_plane::moves::families::Family;
use alfil_rules::ids::KindId;

/// What follows after the moves of a range.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// The opponent is mated.
    Mate,
    /// The opponent has this legal reply, or is stalemated if there is none.
    Reply(Option<Reply>),
    /// Neither is proved.
    Undecided,
}

/// A range of moves of a family with the same answer.
#[derive(Clone, Debug)]
pub struct Part {
    /// The distances, or the angles.
    pub at: Interval,
    /// The captured pieces.
    pub taken: PieceSet,
    /// The kind after a promotion.
    pub promotion: Option<KindId>,
    /// What is proved for all of them.
    pub answer: Answer,
    /// A move of the range. The pieces of a reply are those of the position after it.
    pub sample: PlaneMove,
}

/// The answers for a family.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The family.
    pub family: Family,
    /// The answers for rays, arcs and turns, by rising distance.
    pub parts: Vec<Part>,
    /// The answers for captures without moving.
    /// Their distance is 0.
    pub shots: Vec<Part>,
    /// The number of faces that were not examined.
    pub faces: usize,
    /// The number of ranges and single moves for which a proof was tried.
    pub tried: usize,
}
