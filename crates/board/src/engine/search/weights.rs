//! The numbers of an estimate that can be learned from games.

use alfil_rules::ids::KindId;

/// The numbers of an estimate, in hundredths of a pawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// The value of a piece of each kind, averaged over cells. Royal, neutral and unowned kinds,
    /// whose pieces are never exchanged, are missing.
    pub kinds: Vec<(KindId, i32)>,
    /// The value of a piece in hand, for kinds whose pieces can be in hand.
    pub hands: Vec<(KindId, i32)>,
    /// The effect of the cell on the value of a piece. Kinds without a table get it from the
    /// moves that they have on each cell.
    pub tables: Vec<PlaceTable>,
    /// The advantage of the side to move.
    pub tempo: i32,
    /// For each kind with moves, the value of ten more moves.
    pub moves: Vec<(KindId, i32)>,
    /// The other terms, in the order of [`Weights::TERMS`]. Each is a percentage of an amount that
    /// the estimate measures in hundredths of a pawn.
    pub terms: [i32; Weights::TERMS.len()],
}

impl Weights {
    /// The names of the terms.
    pub const TERMS: [&str; 6] = [
        "danger to royal pieces",
        "threats by lesser pieces",
        "undefended pieces",
        "defended pieces",
        "free runners",
        "room of royal pieces",
    ];
}

/// The difference between a piece's value on each cell and the value of its kind. Cells on the
/// same rank that are equally far from its left or right end have the same difference. The tables
/// contain one number for each such group, from the first rank of the side on, and from the end of
/// a rank to its middle. [`Estimate::rows`](super::Estimate::rows) has the number of groups on
/// each rank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlaceTable {
    /// The kind of the piece.
    pub kind: KindId,
    /// The differences with all pieces of the start position on the board.
    pub early: Vec<i32>,
    /// The differences when nearly no pieces are left.
    pub late: Vec<i32>,
}
