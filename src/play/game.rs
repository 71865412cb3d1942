//! A compiled variant in whichever arena its space belongs to.
//!
//! Owns: [`Game`]. Takes a [`Ruleset`]; a plane goes to `plane/`, everything with cells to `board/`. The
//! two programs stay types of their own, so that what holds for one arena only (a `Move`, a family)
//! cannot be asked of the other. Invariant: cheap to clone, never changed.

use crate::board::space::compass::{self, Compass};
use crate::diagnostic::Findings;
use crate::plane::program::PlaneProgram;
use crate::play::program::Program;
use crate::rules::direction::Directions;
use crate::rules::movement::Stride;
use crate::rules::ruleset::Ruleset;
use crate::rules::space::Lattice;

/// A compiled variant.
#[derive(Clone, Debug)]
pub enum Game {
    /// On cells.
    Board(Program),
    /// On points.
    Plane(PlaneProgram),
}

impl Game {
    /// Compiles `rules`, with every finding that needs their arena. No game if one is an error.
    pub fn compile(rules: Ruleset) -> Findings<Game> {
        match rules.space.lattice {
            Lattice::Plane { .. } => {
                let Findings { value, found } = PlaneProgram::new(rules, reading);
                Findings::new(value.map(Game::Plane), found)
            }
            Lattice::Grid { .. } | Lattice::Hexagon(_) | Lattice::Net(_) => {
                let Findings { value, found } = Program::compile(rules);
                Findings::new(value.map(Game::Board), found)
            }
        }
    }

    /// The rules it was compiled from.
    pub fn rules(&self) -> &Ruleset {
        match self {
            Game::Board(program) => program.rules(),
            Game::Plane(program) => program.rules(),
        }
    }

    /// The program, if it is a board's.
    pub fn board(&self) -> Option<&Program> {
        match self {
            Game::Board(program) => Some(program),
            Game::Plane(_) => None,
        }
    }

    /// The program, if it is a plane's.
    pub fn plane(&self) -> Option<&PlaneProgram> {
        match self {
            Game::Plane(program) => Some(program),
            Game::Board(_) => None,
        }
    }
}

/// The square grid's reading of directions, for planes.
fn reading(stride: Stride, directions: &Directions) -> Vec<(i32, i32)> {
    let octants = Compass::Square.first(stride, directions);
    octants.iter().map(|octant| compass::vector(stride, octant)).collect()
}
