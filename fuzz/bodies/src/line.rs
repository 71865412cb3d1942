//! A line of moves, played by the engine in place and by the reference on copies. Both must always
//! have the same position.

use crate::rows::rows;
use alfil_board::engine::play::Play;
use alfil_board::engine::program::BoardProgram;
use alfil_board::model::position::{BoardPosition, Move};
use alfil_play::board::text as position;
use alfil_reference::executor::Reference;

/// A game that engine and reference play together.
pub struct Line<'a> {
    program: &'a BoardProgram,
    play: Play,
    /// The moves so far, each with the position before it.
    before: Vec<(BoardPosition, Move)>,
    now: BoardPosition,
}

impl Line<'_> {
    /// Begins a line with the position `now`.
    pub fn new<'a>(program: &'a BoardProgram, now: &BoardPosition) -> Line<'a> {
        Line { program, play: program.play(now), before: Vec::new(), now: now.clone() }
    }

    /// Makes a legal move in both and returns the position after it. Panics if they differ.
    pub fn play(&mut self, mv: &Move) -> BoardPosition {
        let arena = self.program.arena();
        let next = Reference::of(arena).after(&self.now, mv);
        self.before.push((std::mem::replace(&mut self.now, next.clone()), mv.clone()));
        self.play.play(mv);
        self.compare();
        next
    }

    /// Unmakes all moves.
    pub fn take_back(mut self) {
        while let Some((before, mv)) = self.before.pop() {
            let taken = self.play.take_back();
            assert_eq!(taken, Some(mv), "another move taken back");
            self.now = before;
            self.compare();
        }
        assert_eq!(self.play.take_back(), None, "a move that was not played is taken back");
    }

    fn compare(&self) {
        let (arena, now) = (self.program.arena(), self.play.position());
        assert!(
            now == self.now,
            "played otherwise: {}, by the reference {}\n{}",
            position::write(arena, &now),
            position::write(arena, &self.now),
            rows(arena)
        );
        assert_eq!(
            self.play.key(),
            self.program.play(&now).key(),
            "a key that is not its position's"
        );
        assert_eq!((self.play.side(), self.play.halfmoves()), (now.side, now.halfmoves));
    }
}
