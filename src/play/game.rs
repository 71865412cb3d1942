//! A compiled variant, on a board or on a plane. It is cheap to clone and never changes.

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
    /// Approximate size of its tables in bytes; 0 on planes.
    pub fn bytes(&self) -> usize {
        match self {
            Game::Board(board) => board.table_bytes(),
            Game::Plane(_) => 0,
        }
    }

    /// The number of steps that tracing the paths over its board took; 0 on planes.
    pub fn steps(&self) -> usize {
        match self {
            Game::Board(board) => board.traced_steps(),
            Game::Plane(_) => 0,
        }
    }

    /// Compiles `rules` and reports all findings that need the arena. There is no game if one of them is an error.
    pub fn compile(rules: Ruleset) -> Findings<Game> {
        match rules.space.lattice.plane() {
            Some(_) => PlaneProgram::new(rules, reading).map(Game::Plane),
            None => BoardProgram::new(rules).map(|board| Game::Board(Arc::new(board))),
        }
    }

    /// Compiles a part of the rules of a compiled game, without findings. `None` if the part makes no sense by itself.
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

    /// The compiled form as text.
    pub fn outline(&self) -> String {
        match self {
            Game::Board(program) => board::outline::outline(program),
            Game::Plane(program) => plane::outline::outline(program),
        }
    }

    /// Describes a movement on a plane with its distances, one sentence for each kind of motion. `None` on boards,
    /// where cells are counted.
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

    /// All starts, if the setup is shuffled.
    pub fn starts(&self) -> Option<Starts> {
        match self {
            Game::Board(program) => Starts::new(program),
            Game::Plane(_) => None,
        }
    }

    /// The number of starts, counted up to `most`. A complete count may take as long as compiling.
    pub fn counted_starts(&self, most: u64) -> u64 {
        match self {
            Game::Board(program) => Starts::counted(program, most),
            Game::Plane(_) => most.min(1),
        }
    }

    /// The finding that the setup as written is not one of the starts of a shuffled game.
    pub fn misfit(&self) -> Option<Diagnostic> {
        match self {
            Game::Board(program) => Starts::misfit(program),
            Game::Plane(_) => None,
        }
    }

    /// The game that begins with `setup`, or findings about it.
    pub fn at(&self, setup: &Setup) -> Findings<Position> {
        match self {
            Game::Board(program) => BoardPlay::at(program, setup).map(Position::Board),
            Game::Plane(program) => PlanePlay::at(program, setup).map(Position::Plane),
        }
    }

    /// The game that begins with the position in `text`. Every finding points into the text.
    pub fn read(&self, text: &Scalar) -> Findings<Position> {
        read_position(text, self.rules()).and_then(|setup| self.at(&setup))
    }
}

/// Resolves directions as on a square grid, for planes.
fn reading(stride: Stride, directions: &Directions) -> Vec<(i32, i32)> {
    let sectors = Compass::Square.first(stride, directions);
    sectors.iter().map(|sector| compass::vector(stride, sector)).collect()
}
