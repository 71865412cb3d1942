//! The interface between the search and its surroundings: the game, the values of its positions,
//! and the limits of a search.

use alfil_clock::Instant;
use alfil_rules::outcome::Outcome;
use alfil_rules::side::Side;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

// The interface between the search and a game.

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

// Values of positions, from the point of view of one side, and the value of a roll.

/// The deepest line that is searched, in plies.
pub const MAX_PLY: usize = 120;

/// The value of a win in the present position. A win after n plies is worth n less.
const WIN: i32 = 30_000;

/// Every win by force is worth more than this.
const LEAST_WIN: i32 = WIN - 1_000;

/// The greatest estimate of a position that is not decided.
const GREATEST_ESTIMATE: i32 = 20_000;

/// A value in hundredths of a pawn. Greater is better for the side whose point of view it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Score(i32);

impl Score {
    /// Neither side is ahead.
    pub const DRAW: Score = Score(0);
    /// Less than every other value.
    pub(crate) const LEAST: Score = Score(-WIN - 1);
    /// Less than every win, and more than every estimate.
    pub(crate) const WORST_WIN: Score = Score(LEAST_WIN);
    /// More than every other value.
    pub(crate) const GREATEST: Score = Score(WIN + 1);

    /// An estimate in hundredths of a pawn. It is never as great as a forced win.
    pub fn estimate(centipawns: i32) -> Score {
        Score(centipawns.clamp(-GREATEST_ESTIMATE, GREATEST_ESTIMATE))
    }

    /// The value of a game that ended after `ply` plies, for `side`. If both sides get a part of
    /// the point, the value is an estimate in proportion to the parts.
    pub fn of_outcome(outcome: &Outcome, side: Side, ply: usize) -> Score {
        let Some(winner) = outcome.winner else { return Score::DRAW };
        let won = match outcome.share.filter(|share| share.is_part()) {
            Some(share) => {
                let ahead = 2 * i32::from(share.permille()) - 1_000;
                Score(ahead * GREATEST_ESTIMATE / 1_000)
            }
            None => Score(WIN - ply as i32),
        };
        if winner == side { won } else { -won }
    }

    /// The value in hundredths of a pawn.
    pub fn centipawns(self) -> i32 {
        self.0
    }

    /// True if one side can force a win.
    pub fn is_decided(self) -> bool {
        self.0.abs() > LEAST_WIN
    }

    /// The number of plies to the end of the game, if one side can force a win. It is negative if
    /// the opponent wins.
    pub fn plies_to_win(self) -> Option<i32> {
        let plies = WIN - self.0.abs();
        self.is_decided().then_some(if self.0 > 0 { plies } else { -plies })
    }

    /// The best value that a side can reach at `ply`: a win with its next move.
    pub(crate) fn win_at(ply: usize) -> Score {
        Score(WIN - ply as i32)
    }

    /// The value as the table stores it. Different lines lead to the same position, so a stored win
    /// counts plies from this position and not from the root.
    pub(crate) fn at_node(self, ply: usize) -> Score {
        if self.is_decided() { Score(self.0 + self.0.signum() * ply as i32) } else { self }
    }

    /// Converts a stored value back to plies from the root, the reverse of [`Score::at_node`].
    pub(crate) fn at_root(self, ply: usize) -> Score {
        if self.is_decided() { Score(self.0 - self.0.signum() * ply as i32) } else { self }
    }

    /// The score plus a number of hundredths of a pawn.
    pub(crate) fn plus(self, centipawns: i32) -> Score {
        Score((self.0 + centipawns).clamp(Score::LEAST.0, Score::GREATEST.0))
    }

    /// Restores a value from its 16 bits in the table.
    pub(crate) fn from_bits(bits: u16) -> Score {
        Score(i32::from(bits as i16))
    }

    /// The value in 16 bits. All values fit.
    pub(crate) fn bits(self) -> u16 {
        self.0 as i16 as u16
    }
}

impl std::ops::Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    /// Writes pawns with a sign, such as `+1.25`, or the number of moves to a win, such as `#3` and
    /// `#-2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_win() {
            Some(plies) if plies >= 0 => write!(f, "#{}", (plies + 1) / 2),
            Some(plies) => write!(f, "#-{}", -plies / 2),
            None => {
                let sign = if self.0 < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", self.0.abs() / 100, self.0.abs() % 100)
            }
        }
    }
}

// The value of a roll: the mean of the values after its outcomes, by weight.

/// The values after the outcomes of chance.
pub(crate) struct Outcomes {
    pub(crate) least: Score,
    pub(crate) greatest: Score,
    sum: i64,
    weights: i64,
}

impl Default for Outcomes {
    fn default() -> Self {
        Outcomes { least: Score::GREATEST, greatest: Score::LEAST, sum: 0, weights: 0 }
    }
}

impl Outcomes {
    pub(crate) fn add(&mut self, score: Score, weight: u32) {
        self.least = self.least.min(score);
        self.greatest = self.greatest.max(score);
        self.sum += i64::from(score.centipawns()) * i64::from(weight);
        self.weights += i64::from(weight);
    }

    /// The mean. It is a forced win or loss only if every outcome is one.
    pub(crate) fn mean(&self) -> Score {
        if self.weights == 0 {
            return Score::DRAW;
        }
        if self.least.is_decided() && self.least > Score::DRAW {
            return self.least;
        }
        if self.greatest.is_decided() && self.greatest < Score::DRAW {
            return self.greatest;
        }
        Score::estimate((self.sum / self.weights) as i32)
    }
}

// Limits of a search: depth, nodes, time, and a signal from outside.

/// The number of nodes between two tests of the clock and of the stop signal.
const NODES_BETWEEN_LOOKS: u64 = 128;

/// Ends a search from another thread.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends all searches that use this signal.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True after [`Stop::stop`].
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits that end a search. Without any limit it continues until it is stopped or the game is
/// solved.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// The greatest depth in plies.
    pub depth: Option<u32>,
    /// The greatest number of nodes.
    pub nodes: Option<u64>,
    /// The time after which the search begins no new depth.
    pub soft: Option<Duration>,
    /// The time after which the search ends, even within a depth.
    pub hard: Option<Duration>,
    /// Ends the search from outside.
    pub stop: Stop,
}

impl Limits {
    /// Limits for a move that may take `time`.
    pub fn of_time(time: Duration) -> Limits {
        Limits { soft: Some(time.mul_f64(0.9)), hard: Some(time), ..Limits::default() }
    }

    /// Limits for a move in a game with a clock. `left` is the time on the clock. `increment` is
    /// added to it after each move. `moves` is the number of moves until the clock gets new time.
    pub fn of_clock(left: Duration, increment: Duration, moves: Option<u32>) -> Limits {
        let moves = f64::from(moves.unwrap_or(30).clamp(1, 50)) + 1.0;
        let left = left.saturating_sub(Duration::from_millis(20));
        let share = left.div_f64(moves) + increment.mul_f64(0.7);
        let hard = (share * 4).min(left.mul_f64(0.6)).max(Duration::from_millis(1));
        Limits { soft: Some(share.mul_f64(0.7).min(hard)), hard: Some(hard), ..Limits::default() }
    }
}

/// Compares a running search with its limits.
#[derive(Debug)]
pub struct Watch<'l> {
    limits: &'l Limits,
    start: Instant,
    next_look: u64,
    is_over: bool,
}

impl<'l> Watch<'l> {
    /// Starts to watch a search. Its limits count from now.
    pub fn new(limits: &'l Limits) -> Watch<'l> {
        Watch { limits, start: Instant::now(), next_look: 0, is_over: false }
    }

    /// True if the search has a limit of time.
    pub fn has_clock(&self) -> bool {
        self.limits.soft.is_some()
    }

    /// The time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// True if the search must end now. `nodes` are the nodes so far.
    pub fn is_over(&mut self, nodes: u64) -> bool {
        if nodes >= self.next_look && !self.is_over {
            self.next_look = nodes + NODES_BETWEEN_LOOKS;
            let Limits { hard, stop, .. } = self.limits;
            self.is_over = stop.is_stopped() || hard.is_some_and(|hard| self.elapsed() >= hard);
        }
        self.is_over |= self.limits.nodes.is_some_and(|most| nodes >= most);
        self.is_over
    }

    /// True if a search to `depth` may begin.
    pub fn may_begin(&self, depth: u32) -> bool {
        let Limits { depth: most, soft, .. } = self.limits;
        !self.is_over
            && most.is_none_or(|most| depth <= most)
            && soft.is_none_or(|soft| self.elapsed() < soft)
    }
}
