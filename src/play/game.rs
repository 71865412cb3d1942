//! A compiled variant in whichever arena its space belongs to.
//!
//! Owns: [`Game`]. Takes a [`Ruleset`]; a plane goes to `plane/`, everything with cells to `board/`.
//! Invariant: cheap to clone, never changed.

use crate::play::board::starts::Starts;
use crate::play::board::{self, BoardPlay};
use crate::play::plane::{self, PlanePlay};
use crate::play::position::Position;
use crate::resolve::setup::read_position;
use alfil_board::engine::program::BoardProgram;
use alfil_board::topology::compass::{self, Compass};
use alfil_diagnostics::diagnostic::{Diagnostic, Findings, Report};
use alfil_plane::motion::motions;
use alfil_plane::program::PlaneProgram;
use alfil_rules::direction::Directions;
use alfil_rules::movement::{Movement, Stride};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::setup::Setup;
use alfil_syntax::scalar::Scalar;
use std::sync::Arc;

/// A compiled variant.
#[derive(Clone, Debug)]
pub enum Game {
    /// On cells.
    Board(Arc<BoardProgram>),
    /// On points.
    Plane(PlaneProgram),
}

impl Game {
    /// Bytes of its tables, about; planes have none.
    pub fn bytes(&self) -> usize {
        match self {
            Game::Board(board) => board.table_bytes(),
            Game::Plane(_) => 0,
        }
    }

    /// How many steps it took to work out all ways over its board; planes have none.
    pub fn steps(&self) -> usize {
        match self {
            Game::Board(board) => board.traced_steps(),
            Game::Plane(_) => 0,
        }
    }

    /// Compiles `rules`, with every finding that needs their arena. No game if one is an error.
    pub fn compile(rules: Ruleset) -> Findings<Game> {
        match rules.space.lattice.plane() {
            Some(_) => PlaneProgram::new(rules, reading).map(Game::Plane),
            None => BoardProgram::new(rules).map(|board| Game::Board(Arc::new(board))),
        }
    }

    /// Compiles part of the rules of a game that was compiled, without findings. No game if the part makes no sense.
    pub fn compile_part(rules: Ruleset) -> Option<Game> {
        match rules.space.lattice.plane() {
            Some(_) => Game::compile(rules).value,
            None => BoardProgram::of_part(rules).map(|board| Game::Board(Arc::new(board))),
        }
    }

    /// The rules it was compiled from.
    pub fn rules(&self) -> &Ruleset {
        match self {
            Game::Board(program) => &program.arena().rules,
            Game::Plane(program) => program.rules(),
        }
    }

    /// How the rules were compiled, as text.
    pub fn outline(&self) -> String {
        match self {
            Game::Board(program) => board::outline::outline(program),
            Game::Plane(program) => plane::outline::outline(program),
        }
    }

    /// What a movement means on a plane, with its distances, a sentence for each kind of motion; nothing on boards, where cells
    /// are counted.
    pub fn told(&self, movement: &Movement) -> Option<Vec<String>> {
        match self {
            Game::Board(_) => None,
            Game::Plane(program) => {
                let rules = program.rules();
                let quantum = rules.plane.quantum.map(|quantum| quantum.get());
                let found = &mut Report::default();
                Some(motions(movement, &rules.every_move, quantum, reading, found).sentences())
            }
        }
    }

    /// The start of a game.
    pub fn start(&self) -> Position {
        match self {
            Game::Board(program) => Position::Board(BoardPlay::start(program)),
            Game::Plane(program) => Position::Plane(PlanePlay::start(program)),
        }
    }

    /// Every start of a game whose setup is shuffled.
    pub fn starts(&self) -> Option<Starts> {
        match self {
            Game::Board(program) => Starts::new(program),
            Game::Plane(_) => None,
        }
    }

    /// How many starts there are, counted no further than `most`: all of many take as long as compiling does.
    pub fn counted_starts(&self, most: u64) -> u64 {
        match self {
            Game::Board(program) => Starts::counted(program, most),
            Game::Plane(_) => most.min(1),
        }
    }

    /// The finding that the setup as written is none of the starts of a shuffled game.
    pub fn misfit(&self) -> Option<Diagnostic> {
        match self {
            Game::Board(program) => Starts::misfit(program),
            Game::Plane(_) => None,
        }
    }

    /// The game that begins with `setup`, or what is wrong with it.
    pub fn at(&self, setup: &Setup) -> Findings<Position> {
        match self {
            Game::Board(program) => BoardPlay::at(program, setup).map(Position::Board),
            Game::Plane(program) => PlanePlay::at(program, setup).map(Position::Plane),
        }
    }

    /// The game that begins with the position that `text` spells; every finding points into it.
    pub fn read(&self, text: &Scalar) -> Findings<Position> {
        read_position(text, self.rules()).and_then(|setup| self.at(&setup))
    }
}

/// The square grid's reading of directions, for planes.
fn reading(stride: Stride, directions: &Directions) -> Vec<(i32, i32)> {
    let sectors = Compass::Square.first(stride, directions);
    sectors.iter().map(|sector| compass::vector(stride, sector)).collect()
}
