//! The interface between the search and a game.

use alfil_rules::outcome::Outcome;
use alfil_rules::side::Side;

/// Which moves of a position are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// All legal moves.
    All,
    /// Only moves that change material at once: captures and promotions.
    Tactical,
}

/// A legal move, with the data to order it.
#[derive(Clone, Debug)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// A hash of the move, never 0. Moves of one position have different codes, apart from rare
    /// collisions. The same move in similar positions has the same code.
    pub code: u32,
    /// The material that the move gains after a possible exchange on its destination, in hundredths
    /// of a pawn. 0 for quiet moves.
    pub gain: i32,
    /// True if the move captures or promotes.
    pub is_tactical: bool,
    /// The higher the rank, the earlier the move is searched. The search computes it.
    pub(crate) rank: i32,
}

impl<M> Candidate<M> {
    /// A move that changes no material.
    pub fn quiet(mv: M, code: u32) -> Candidate<M> {
        Candidate { mv, code: code.max(1), gain: 0, is_tactical: false, rank: 0 }
    }

    /// A capture or promotion that gains this much.
    pub fn tactical(mv: M, code: u32, gain: i32) -> Candidate<M> {
        Candidate { mv, code: code.max(1), gain, is_tactical: true, rank: 0 }
    }
}

/// Properties of the rules that decide which shortcuts of the search are sound.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// Tells the search if it may skip turns (null moves).
    pub null_moves: NullMoves,
    /// Which captures the search examines before it estimates a position.
    pub quiescence: Quiescence,
}

/// Tells the search if it may skip a turn to prove that a position is good. This assumes that a
/// skipped turn is almost never better than the best move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NullMoves {
    /// The assumption holds.
    Sound,
    /// The assumption may fail: the rules have duties, turns of several steps, or goals that
    /// passing can reach.
    Unsound,
}

/// Which captures are searched at the end of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quiescence {
    /// Captures and promotions are searched until the position is quiet.
    Captures,
    /// A side that can capture must do so. Its captures are searched, and it cannot decline them.
    ForcedCaptures,
    /// No captures are searched, because most moves are captures. The position at the end of a line
    /// is estimated as it is.
    None,
}

/// A position in a game that can be searched. Making moves changes it in place.
pub trait Searchable {
    /// A legal move.
    type Move: Clone;
    /// The data to take back a move.
    type Undo;

    /// The properties of the rules.
    fn habits(&self) -> Habits;

    /// The side to move.
    fn side(&self) -> Side;

    /// A hash key. Equal positions have equal keys. Positions with different legal moves must have
    /// different keys, apart from rare collisions.
    fn key(&self) -> u64;

    /// The result if the game is over. Positions without a legal move are not considered here. A
    /// position that occurred before in the searched line counts as repeated often enough for every
    /// rule.
    fn outcome(&mut self) -> Option<Outcome>;

    /// The result in this position, which has no legal move. `None` if the rules define no result
    /// for it.
    fn outcome_without_moves(&mut self) -> Option<Outcome>;

    /// True if the last move was only the first part of a move, and the same side must now make the
    /// second part. The search never estimates such a position.
    fn is_halfway(&self) -> bool {
        false
    }

    /// True if chance makes the next move, such as the roll of a die. The moves are its outcomes.
    fn is_chance(&self) -> bool {
        false
    }

    /// How often chance makes `mv`, compared with the other moves. Called only if chance makes the
    /// next move.
    fn weight(&self, _mv: &Self::Move) -> u32 {
        1
    }

    /// True if the side to move is in check.
    fn in_check(&mut self) -> bool;

    /// Adds the legal moves of a stage to `list`.
    fn moves(&mut self, stage: Stage, list: &mut Vec<Candidate<Self::Move>>);

    /// Makes a legal move.
    fn make(&mut self, mv: &Self::Move) -> Self::Undo;

    /// Takes back the last move.
    fn unmake(&mut self, mv: &Self::Move, undo: Self::Undo);

    /// Lets the side to move skip its turn. Called only if null moves are sound and the side is not
    /// in check. `None` if this position does not allow a sound null move.
    fn skip(&mut self) -> Option<Self::Undo>;

    /// Takes back a skipped turn.
    fn unskip(&mut self, undo: Self::Undo);

    /// An estimate for the side to move, in hundredths of a pawn.
    fn evaluate(&mut self) -> i32;
}
