//! Finds the rules of a definition that made no difference in played games.

use crate::play::game::Game;
use crate::play::position::Position;
use crate::resolve::resolution::Resolved;
use crate::suite::coverage::{Coverage, Rule};
use crate::suite::snapshot::{Record, Snapshot};
use alfil_diagnostics::source::Sources;
use std::collections::BTreeSet;

/// The greatest number of positions in which rules are examined.
const POSITIONS: usize = 2_000;

/// The rules that a definition adds to its parents, and what games show of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fired {
    /// The number of rules.
    pub rules: usize,
    /// The number of positions that were examined.
    pub positions: usize,
    /// The names of the rules without which all these positions have the same moves and ends.
    pub idle: Vec<String>,
    /// The names of the rules that were not examined, because compiling the game without them takes
    /// too long.
    pub unexamined: Vec<String>,
}

/// Examines the rules of a definition in positions of finished games, whose last positions are
/// `games`. This compiles the game once for each rule.
pub fn fired(game: &Game, resolved: &Resolved, sources: &Sources, games: &[&Position]) -> Fired {
    let mut coverage = Coverage::of(resolved, sources);
    let mut records = Vec::new();
    let mut seen = BTreeSet::new();
    let all: usize = games.iter().map(|last| last.plies() + 1).sum();
    let step = all.div_ceil(POSITIONS).max(1);
    let mut count = 0;
    for last in games {
        if let Some(outcome) = last.outcome() {
            coverage.end(outcome.reason);
        }
        let mut now = (*last).clone();
        loop {
            if count % step == 0 && seen.insert(now.text()) {
                records.push(Record::of(&now, sources));
            }
            count += 1;
            if now.take_back().is_none() {
                break;
            }
        }
    }
    let positions = records.len();
    coverage.tests(game, &[], Some(&Snapshot { records }));
    let (unexamined, idle) = coverage.missing().partition::<Vec<_>, _>(|rule| rule.is_unexamined());
    let names = |rules: Vec<&Rule>| rules.into_iter().map(|rule| rule.name.clone()).collect();
    Fired {
        rules: coverage.rules.len(),
        positions,
        idle: names(idle),
        unexamined: names(unexamined),
    }
}
