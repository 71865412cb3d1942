//! Which positions of a definition are recorded.
//!
//! Owns: [`record`]. Takes a game with its tests; gives the start, the positions of the tests, some of a
//! random game, and as many of further random games as it takes until every rule that a position can
//! show is shown. Invariant: one definition gives one record, on every machine.

use crate::plane::program::PlaneProgram;
use crate::play::game::Game;
use crate::play::plane::PlanePlay;
use crate::play::position::Position;
use crate::play::program::Program;
use crate::resolve::case::Case;
use crate::resolve::resolution::Resolved;
use crate::source::Sources;
use crate::suite::coverage::Coverage;
use crate::suite::playout::{Dice, playout};
use crate::suite::snapshot::{Record, Snapshot};
use crate::suite::{plane, run};
use std::collections::BTreeSet;

/// Plies at which the first random game is recorded.
const PLIES: [usize; 4] = [8, 16, 28, 44];
/// Random games that are searched for what has not been shown yet, and how long they are.
const GAMES: u64 = 24;
const LENGTH: usize = 300;

/// The record of `game`, which `resolved` of `sources` compiled to.
pub fn record(game: &Game, resolved: &Resolved, sources: &Sources) -> Snapshot {
    let mut records = match game {
        Game::Board(program) => {
            let positions = of_board(program, resolved, sources);
            positions.iter().map(|at| Record::of_board(at, sources)).collect::<Vec<_>>()
        }
        Game::Plane(program) => {
            of_plane(program, &resolved.cases).iter().map(Record::of_plane).collect()
        }
    };
    let mut seen = BTreeSet::new();
    records.retain(|record| seen.insert(record.position.value.clone()));
    Snapshot { records }
}

fn of_board(program: &Program, resolved: &Resolved, sources: &Sources) -> Vec<Position> {
    let mut positions = vec![program.start()];
    positions.extend(resolved.cases.iter().filter_map(|case| run::position(program, case).ok()));
    let mut dice = Dice::new(0);
    let (mut game, mut played) = (program.start(), 0);
    for plies in PLIES {
        playout(&mut game, plies - played, &mut dice);
        played = plies;
        positions.push(game.clone());
    }
    let mut coverage = Coverage::of(resolved, sources);
    coverage.cases(program, &resolved.cases);
    for position in &positions {
        coverage.look(position);
        coverage.over(position);
    }
    let more =
        |coverage: &Coverage| coverage.missing().any(|rule| rule.feature.is_shown_by_positions());
    for seed in 1..=GAMES {
        let (mut game, mut dice) = (program.start(), Dice::new(seed));
        for _ in 0..LENGTH {
            if !more(&coverage) {
                return positions;
            }
            let (seen, ended) = (coverage.look(&game), coverage.over(&game));
            if seen || ended {
                positions.push(game.clone());
            }
            if playout(&mut game, 1, &mut dice).is_empty() {
                break;
            }
        }
    }
    positions
}

fn of_plane(program: &PlaneProgram, cases: &[Case]) -> Vec<PlanePlay> {
    let mut positions = vec![PlanePlay::start(program)];
    positions.extend(cases.iter().filter_map(|case| plane::position(program, case).ok()));
    let mut dice = Dice::new(0);
    let (mut game, mut played) = (PlanePlay::start(program), 0);
    for plies in PLIES {
        plane::playout(&mut game, plies - played, &mut dice);
        played = plies;
        positions.push(game.clone());
    }
    positions
}
