//! A position in play.
//!
//! Owns: [`Position`]: what stands now and what was seen before. Gives legal moves, checks, outcome
//! and counts. Invariant: it was reached from a sound position by legal moves only.

use crate::board::game::arena::Arena;
use crate::board::game::position::{BoardPosition, Move};
use crate::board::run::play::{Effort, Play};
use crate::play::outcome::{Outcome, Standing};
use crate::play::program::Program;
use crate::rules::side::Side;

/// A position in play.
#[derive(Clone, Debug)]
pub struct Position {
    program: Program,
    play: Play,
    /// What it stands at, unpacked.
    now: BoardPosition,
    /// Keys of every position so far that could occur again, this one last.
    seen: Vec<u64>,
}

impl Position {
    pub(in crate::play) fn new(program: Program, now: BoardPosition) -> Position {
        let play = Play::new(program.board(), &now);
        Position { seen: vec![play.key()], program, play, now }
    }

    /// What is played.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The board as it is arranged now.
    pub fn arena(&self) -> &Arena {
        self.program.board().arena().at(&self.now)
    }

    /// What stands where.
    pub fn board(&self) -> &BoardPosition {
        &self.now
    }

    /// Whose turn it is.
    pub fn side(&self) -> Side {
        self.now.side
    }

    /// The legal moves, sorted, each effect once.
    pub fn moves(&self) -> Vec<Move> {
        self.play.moves()
    }

    /// Whether the side to move stands in check.
    pub fn in_check(&self) -> bool {
        self.play.in_check()
    }

    /// Plays a move of [`Position::moves`].
    pub fn play(&mut self, mv: &Move) {
        self.play.play(mv);
        self.now = self.play.position();
        // Where captured pieces come back, no move is for ever.
        if self.now.halfmoves == 0 && self.program.rules().hand.is_none() {
            self.seen.clear();
        }
        self.seen.push(self.play.key());
    }

    /// How the game has ended, if it has. Draws by the move limit and by repetition count as soon as
    /// they could be claimed; mate comes first.
    pub fn outcome(&self) -> Option<Outcome> {
        let times = || {
            let last = self.seen.last();
            self.seen.iter().filter(|&key| Some(key) == last).count()
        };
        Standing {
            side: self.now.side,
            has_move: self.play.has_move(),
            halfmoves: self.now.halfmoves,
        }
        .outcome(self.program.rules().ends, || self.in_check(), times)
    }

    /// Number of legal move sequences of `depth` moves. Draws do not cut it.
    pub fn perft(&self, depth: u32, effort: Effort) -> u64 {
        self.play.perft(depth, effort)
    }
}
