//! Which positions of a definition are recorded.
//!
//! Owns: [`record`]. Takes a game with its tests; gives the start, the positions of the tests, some of a
//! random game, and as many of further random games as it takes until every rule that a position can
//! show is shown. Invariant: one definition gives one record, on every machine.

use crate::play::game::Game;
use crate::play::line::playout;
use crate::play::rng::Dice;
use crate::resolve::resolution::Resolved;
use crate::suite::coverage::Coverage;
use crate::suite::run;
use crate::suite::snapshot::{Record, Snapshot};
use alfil_diagnostics::source::Sources;
use std::collections::BTreeSet;

/// Plies at which the first random game is recorded.
const PLIES: [usize; 4] = [8, 16, 28, 44];
/// Random games that are searched for what has not been shown yet, and how long they are.
const GAMES: u64 = 24;
const LENGTH: usize = 300;

/// The record of `game`, which `resolved` of `sources` compiled to.
pub fn record(game: &Game, resolved: &Resolved, sources: &Sources) -> Snapshot {
    let mut positions = vec![game.start()];
    positions.extend(resolved.cases.iter().filter_map(|case| run::position(game, case).ok()));
    let (mut at, mut dice) = (game.start(), Dice::new(0));
    for plies in PLIES {
        let more = plies - at.plies();
        playout(&mut at, more, &mut dice);
        positions.push(at.clone());
    }
    let mut records: Vec<Record> = positions.iter().map(|at| Record::of(at, sources)).collect();
    let mut seen = BTreeSet::new();
    records.retain(|record| seen.insert(record.position.value.clone()));
    let mut coverage = Coverage::of(resolved, sources);
    coverage.tests(game, &resolved.cases, Some(&Snapshot { records: records.clone() }));
    // What need not be tested is not looked for. Needless waivers are for `test --coverage` to report.
    coverage.waive(resolved);
    'games: for seed in 1..=GAMES {
        let (mut at, mut dice) = (game.start(), Dice::new(seed));
        for _ in 0..LENGTH {
            if !coverage.missing().any(|rule| rule.is_shown_by_positions()) {
                break 'games;
            }
            let record = Record::of(&at, sources);
            let (shown, ended) = (coverage.record(&record), coverage.over(&at));
            if (shown || ended) && seen.insert(record.position.value.clone()) {
                records.push(record);
            }
            if playout(&mut at, 1, &mut dice).is_empty() {
                break;
            }
        }
    }
    Snapshot { records }
}
