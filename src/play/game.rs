//! A compiled variant, on a board or on a plane. It is immutable and cheap to clone.

use crate::play::board::names::Notation;
use crate::play::board::starts::Starts;
use crate::play::board::{self, BoardPlay};
use crate::play::plane::{self, PlanePlay};
use crate::play::position::Position;
use crate::resolve::setup::read_position;
use crate::text::conditions;
use alfil_board::engine::program::BoardProgram;
use alfil_board::paths::upright;
use alfil_diagnostics::diagnostic::{Diagnostic, Findings, Report};
use alfil_plane::geometry::step::{Extent, Step};
use alfil_plane::model::motion::motions;
use alfil_plane::model::program::PlaneProgram;
use alfil_plane::space::terrain::Terrain;
use alfil_rules::movement::{Leg, Movement, Stride};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::setup::Setup;
use alfil_syntax::scalar::Scalar;
use alfil_topology::bearing::Bearing;
use alfil_topology::compass::{self, Compass};
use std::sync::Arc;

/// A compiled variant.
#[derive(Clone, Debug)]
pub enum Game {
    /// A variant on the cells of a board.
    Board(Arc<BoardProgram>),
    /// A variant on the points of a plane.
    Plane(PlaneProgram),
}

impl Game {
    /// The approximate size of the move tables in bytes; 0 on planes.
    pub(crate) fn table_bytes(&self) -> usize {
        match self {
            Game::Board(board) => board.table_bytes(),
            Game::Plane(_) => 0,
        }
    }

    /// The approximate work of compiling the game, in steps of the search for all paths over the
    /// board. The paths count on boards only, the size of the rules everywhere.
    pub fn steps(&self) -> usize {
        /// Bytes of rules that take as long to copy and to check as one step.
        const BYTES: usize = 64;
        let paths = match self {
            Game::Board(board) => board.traced_steps(),
            Game::Plane(_) => 0,
        };
        paths + self.rules().bytes() / BYTES
    }

    /// Compiles `rules` and reports all findings that need the board or plane. There is no game if
    /// one of them is an error.
    pub fn compile(rules: Ruleset) -> Findings<Game> {
        match rules.space.lattice.plane() {
            Some(_) => PlaneProgram::new(rules, reading).map(Game::Plane),
            None => BoardProgram::new(rules).map(|board| Game::Board(Arc::new(board))),
        }
    }

    /// Compiles a part of the rules of a compiled game, without findings. `None` if the part is not
    /// a valid game.
    pub fn compile_part(rules: Ruleset) -> Option<Game> {
        match rules.space.lattice.plane() {
            Some(_) => Game::compile(rules).value,
            None => BoardProgram::of_part(rules).map(|board| Game::Board(Arc::new(board))),
        }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Ruleset {
        match self {
            Game::Board(program) => &program.arena().rules,
            Game::Plane(program) => program.rules(),
        }
    }

    /// The names of pieces and cells in records. Empty on planes.
    pub fn notation(&self) -> Notation {
        match self {
            Game::Board(program) => Notation::of(program.arena()),
            Game::Plane(_) => Notation::default(),
        }
    }

    /// The compiled form as text.
    pub fn outline(&self) -> String {
        match self {
            Game::Board(program) => board::outline::outline(program),
            Game::Plane(program) => plane::outline::outline(program),
        }
    }

    /// Describes a movement on a plane with its distances, one sentence for each kind of motion.
    /// `None` on boards.
    pub fn told(&self, movement: &Movement) -> Option<Vec<String>> {
        match self {
            Game::Board(_) => None,
            Game::Plane(program) => {
                let rules = program.rules();
                let quantum = rules.plane.quantum.map(|quantum| quantum.get());
                let found = &mut Report::default();
                let terrain = Terrain { rules, surface: *program.surface() };
                let motions =
                    motions(movement, &rules.every_move, quantum, &terrain, reading, found);
                let extent = program.surface().extent();
                Some(motions.sentences(extent, |when| conditions::on_plane(when, &rules.zones)))
            }
        }
    }

    /// Starts a game from the start position.
    pub fn start(&self) -> Position {
        match self {
            Game::Board(program) => Position::Board(BoardPlay::start(program)),
            Game::Plane(program) => Position::Plane(PlanePlay::start(program)),
        }
    }

    /// All start positions, if the setup is shuffled.
    pub fn starts(&self) -> Option<Starts> {
        match self {
            Game::Board(program) => Starts::new(program),
            Game::Plane(_) => None,
        }
    }

    /// The number of start positions, counted up to `most`. A complete count may take as long as
    /// compiling.
    pub fn counted_starts(&self, most: u64) -> u64 {
        match self {
            Game::Board(program) => Starts::counted(program, most),
            Game::Plane(_) => most.min(1),
        }
    }

    /// The finding that the written setup is not one of the start positions of a shuffled game.
    pub fn misfit(&self) -> Option<Diagnostic> {
        match self {
            Game::Board(program) => Starts::misfit(program),
            Game::Plane(_) => None,
        }
    }

    /// Starts a game from `setup`, or returns findings about it.
    pub fn at(&self, setup: &Setup) -> Findings<Position> {
        match self {
            Game::Board(program) => BoardPlay::at(program, setup).map(Position::Board),
            Game::Plane(program) => PlanePlay::at(program, setup).map(Position::Plane),
        }
    }

    /// Starts a game from the position in `text`. All findings point into the text.
    pub fn read(&self, text: &Scalar) -> Findings<Position> {
        read_position(text, self.rules()).and_then(|setup| self.at(&setup))
    }
}

/// Reads directions as on a square grid. Planes use the same directions, and boxes those of boards with
/// layers.
fn reading(legs: &[Leg], extent: Extent) -> Vec<Vec<Step>> {
    if let ([leg], Extent::Box) = (legs, extent) {
        let each = |stride: Stride| steps(&[Leg { stride, ..leg.clone() }]);
        return upright::strides_of(leg).into_iter().flat_map(each).collect();
    }
    steps(legs)
}

fn steps(legs: &[Leg]) -> Vec<Vec<Step>> {
    let mut routes = vec![(Bearing::new(Compass::Square), Vec::new())];
    for leg in legs {
        let further = |(bearing, steps): &(Bearing, Vec<Step>)| {
            let (bearing, steps) = (*bearing, steps.clone());
            let sectors: Vec<u8> = bearing.sectors(0, leg).iter().collect();
            sectors.into_iter().map(move |sector| {
                let (right, forward) = compass::vector(leg.stride, sector);
                let up = match leg.stride {
                    Stride::Rising { layers, .. } => i32::from(layers),
                    Stride::Radial { .. } | Stride::Oblique { .. } | Stride::Universal => 0,
                };
                let steps = [steps.as_slice(), &[Step { right, forward, up }]].concat();
                (bearing.along(leg.stride, sector, 1), steps)
            })
        };
        routes = routes.iter().flat_map(further).collect();
    }
    routes.into_iter().map(|(_, steps)| steps).collect()
}
