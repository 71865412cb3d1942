//! A compiled variant, ready to be played.
//!
//! Owns: [`Program`]. Takes a [`Ruleset`]; gives positions. Invariant: cheap to clone, never changed.

use crate::board::run::program::BoardProgram;
use crate::diagnostic::{Code, Diagnostic, Findings, has_errors};
use crate::play::position::Position;
use crate::rules::ruleset::{Ruleset, Verdict};
use crate::rules::setup::Setup;
use crate::rules::side::Side;
use std::sync::Arc;

/// A variant compiled for its arena.
#[derive(Clone, Debug)]
pub struct Program {
    board: Arc<BoardProgram>,
}

impl Program {
    /// Compiles `rules`, with every finding that needs the board. No program if one is an error.
    pub fn compile(rules: Ruleset) -> Findings<Program> {
        let Findings { value, found } = BoardProgram::new(rules);
        Findings::new(value.map(|board| Program { board: Arc::new(board) }), found)
    }

    /// The start position.
    pub fn start(&self) -> Position {
        Position::new(self.clone(), self.board.start().clone())
    }

    /// The position of `setup`, or what is wrong with it.
    pub fn at(&self, setup: &Setup) -> Findings<Position> {
        let Findings { value, mut found } = self.board.position(setup);
        let mates = self.rules().ends.checkmate != Verdict::Draw;
        let royal = || self.rules().kinds.iter().filter(|k| k.royal);
        if let (Some(position), Some(kind), true) = (&value, royal().next(), mates) {
            let arena = self.board.arena();
            let bare = |side: &Side| position.royals(arena, *side).next().is_none();
            for side in Side::BOTH.into_iter().filter(|s| bare(s)) {
                let (side, name) = (side.name(), &kind.name.value);
                let title = format!("{side} has no {name} in this position");
                found.push(
                    Diagnostic::at(Code::RoyalNotInSetup, setup.placement.span, title, "")
                        .help(format!("place a {name} for {side}")),
                );
            }
        }
        let value = value.filter(|_| !has_errors(&found));
        Findings::new(value.map(|p| Position::new(self.clone(), p)), found)
    }

    /// The board game inside.
    pub fn board(&self) -> &BoardProgram {
        &self.board
    }

    /// The rules it was compiled from.
    pub fn rules(&self) -> &Ruleset {
        &self.board.arena().rules
    }
}
