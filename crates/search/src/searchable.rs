//! What the search needs to know of a game.

use alfil_rules::outcome::Outcome;
use alfil_rules::side::Side;

/// The moves to list.
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
    /// Identifies the move within its position, and similar moves across positions. Never 0.
    pub code: u32,
    /// The material that the move gains, as far as the exchange on its destination shows, in
    /// hundredths of a pawn. 0 for quiet moves.
    pub gain: i32,
    /// True if the move captures or promotes.
    pub is_tactical: bool,
    /// The rank among the moves of the position; the search fills it in.
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
    /// Skipping a turn is almost never better than the best move, so a null move gives a bound.
    pub null_moves: NullMoves,
    /// Whether captures may be searched alone at the end of a line.
    pub quiescence: Quiescence,
}

/// Whether the search may skip a turn to prove that a position is good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NullMoves {
    /// It may.
    Sound,
    /// The rules have duties, turns of several steps, or goals that passing can reach.
    Unsound,
}

/// How lines end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quiescence {
    /// Captures and promotions are searched to their end.
    Captures,
    /// A side that can capture must. Such captures are searched, and the side cannot decline.
    ForcedCaptures,
    /// Positions are estimated at once, because captures are the rule or do not exist.
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

    /// A hash key. Equal positions have equal keys, and all that decides which moves are legal is
    /// part of it.
    fn key(&self) -> u64;

    /// The result if the game is over, apart from positions without a legal move. A position that
    /// was reached before in the searched line counts as repeated often enough.
    fn outcome(&mut self) -> Option<Outcome>;

    /// The result in this position, which has no legal move. `None` if the rules give it no result.
    fn outcome_without_moves(&mut self) -> Option<Outcome>;

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
