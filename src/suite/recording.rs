//! Chooses the positions of a definition that are recorded: the start, the positions of tests, and
//! positions of a random game. Positions of more random games follow, until all rules are shown
//! that positions can show. The choice is the same on every machine.

use crate::play::dice::Dice;
use crate::play::game::Game;
use crate::play::line::playout;
use crate::resolve::resolution::Resolved;
use crate::suite::coverage::Coverage;
use crate::suite::run;
use crate::suite::snapshot::{Record, Snapshot};
use alfil_clock::meter::Limit;
use alfil_diagnostics::source::Sources;
use std::collections::BTreeSet;

/// The first random game is recorded after each of these numbers of plies.
const PLIES: [usize; 4] = [8, 16, 28, 44];
/// Number of random games that are searched for rules not shown yet.
const GAMES: u64 = 24;
/// Limit on the work of comparing positions of these games, in units of the meter. It takes a few
/// seconds.
const UNITS: u64 = 100_000_000;
/// Maximum number of moves in such a game.
const LENGTH: usize = 300;

/// Records positions of `game`, which was compiled from `resolved` and `sources`.
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
    let mut coverage = Coverage::for_record(resolved, sources);
    coverage.tests(game, &resolved.cases, Some(&Snapshot { records: records.clone() }));
    // No positions are searched for rules that are declared untested. `test --coverage` reports
    // needless declarations.
    coverage.waive(resolved);
    let limit = Limit::of(UNITS);
    'games: for seed in 1..=GAMES {
        let (mut at, mut dice) = (game.start(), Dice::new(seed));
        for _ in 0..LENGTH {
            let is_done = !coverage.missing().any(|rule| rule.is_shown_by_positions());
            if is_done || limit.is_over() {
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
