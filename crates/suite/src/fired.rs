//! What played games show: the rules of a definition that made no difference, and positions to
//! record.

use crate::ablation::{Feature, without};
use crate::alive::compare;
use crate::coverage::{Coverage, Rule};
use crate::run;
use crate::snapshot::{Record, Snapshot};
use alfil_clock::meter::Limit;
use alfil_diagnostics::source::Sources;
use alfil_play::coordinates::playout;
use alfil_play::dice::Dice;
use alfil_play::game::Game;
use alfil_play::position::{Move, Position};
use alfil_resolve::resolution::Resolved;
use alfil_rules::goal::Event;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

// Finds the rules of a definition that made no difference in played games.

/// The greatest number of positions in which rules are examined.
const POSITIONS: usize = 2_000;

/// Limit on the steps of compiling games without a rule. They take about four seconds.
const STEPS: usize = 10_000_000;

/// Limit on the work of comparing positions with those of games without a rule, in units of the meter.
/// It takes a few seconds.
const UNITS: u64 = 200_000_000;

/// The rules that a definition adds to its parents, and what games show of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fired {
    /// The number of rules.
    pub rules: usize,
    /// The number of positions that were examined.
    pub positions: usize,
    /// The names of the rules without which all these positions have the same moves and ends, and the
    /// played moves lead to the same positions.
    pub idle: Vec<String>,
    /// The names of the rules that were not examined everywhere, because that takes too long.
    pub unexamined: Vec<String>,
}

/// A position of a game, and the move that was played there. At the end there is none.
#[derive(Debug)]
struct Moment {
    at: Position,
    mv: Option<Move>,
}

/// What a rule did in the examined positions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Seen,
    None,
    /// Not all positions were examined.
    Unknown,
}

/// What a finished game contributes to the examination of rules.
#[derive(Debug)]
pub struct GameEvidence {
    end: Option<Event>,
    /// Some positions with their ranks.
    positions: Vec<(u64, Moment)>,
}

/// Only positions with a smaller rank than this matter. All threads that examine games share it.
#[derive(Clone, Debug)]
pub struct Threshold(Arc<AtomicU64>);

impl Threshold {
    /// The contribution of game `number`, whose last position is `last`.
    pub fn game(&self, number: u64, last: &Position) -> GameEvidence {
        let below = self.0.load(Ordering::Relaxed);
        let (mut now, mut mv) = (last.clone(), None);
        let mut positions = Vec::new();
        loop {
            let rank = rank(number, now.plies());
            if rank < below {
                // Nothing here needs the earlier moves, which take much memory.
                positions.extend(now.alone().map(|at| (rank, Moment { at, mv })));
            }
            match now.take_back() {
                Some(taken) => mv = Some(taken),
                None => break,
            }
        }
        GameEvidence { end: last.outcome().map(|outcome| outcome.reason), positions }
    }
}

/// The rank of a position. It is a random number, but the same in every run.
fn rank(game: u64, plies: usize) -> u64 {
    // splitmix64 of Steele, Lea and Flood (2014)
    let mixed = |number: u64| {
        let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        number ^ (number >> 31)
    };
    mixed(mixed(game) ^ plies as u64)
}

/// What finished games contribute to the examination of rules: their ends, and the positions with
/// the smallest ranks. So the positions are a random sample of all games, and the order of the
/// games does not matter.
#[derive(Debug)]
pub struct Evidence {
    ends: Vec<Event>,
    positions: BTreeMap<u64, Moment>,
    threshold: Threshold,
}

impl Default for Evidence {
    fn default() -> Self {
        let threshold = Threshold(Arc::new(AtomicU64::new(u64::MAX)));
        Evidence { ends: Vec::new(), positions: BTreeMap::new(), threshold }
    }
}

impl Evidence {
    /// The threshold for the positions of further games.
    pub fn threshold(&self) -> Threshold {
        self.threshold.clone()
    }

    /// Adds the contribution of a game.
    pub fn add(&mut self, game: GameEvidence) {
        self.ends.extend(game.end.filter(|end| !self.ends.contains(end)));
        self.positions.extend(game.positions);
        while self.positions.len() > POSITIONS {
            if let Some((rank, _)) = self.positions.pop_last() {
                self.threshold.0.store(rank, Ordering::Relaxed);
            }
        }
    }
}

/// Examines the rules of a definition in positions of finished games. This compiles the game once
/// for each rule.
pub fn fired(game: &Game, resolved: &Resolved, sources: &Sources, evidence: Evidence) -> Fired {
    let rules = Coverage::of(resolved, sources).rules;
    let mut seen = BTreeSet::new();
    let mut is_new = |moment: &Moment| seen.insert(moment.at.text());
    let moments: Vec<Moment> = evidence.positions.into_values().filter(|m| is_new(m)).collect();
    let limit = Limit::of(UNITS);
    let (mut steps, each) = (STEPS, game.steps());
    let mut effect = |rule: &Rule| {
        let told = match &rule.feature {
            Feature::Ending(event) => Some(evidence.ends.contains(event)),
            // Every game begins with a shuffle.
            Feature::Shuffle => Some(game.counted_starts(2) > 1),
            _ => None,
        };
        if let Some(seen) = told {
            return if seen { Effect::Seen } else { Effect::None };
        }
        let Some(left) = steps.checked_sub(each) else { return Effect::Unknown };
        let Some(rules) = without(game.rules(), &rule.feature) else { return Effect::None };
        steps = left;
        // The game cannot exist without such a rule.
        let Some(without) = Game::compile_part(rules) else { return Effect::Seen };
        for Moment { at, mv } in &moments {
            if limit.is_over() {
                return Effect::Unknown;
            }
            if compare(at, &at.legal(), mv.as_ref(), &without).is_some() {
                return Effect::Seen;
            }
        }
        Effect::None
    };
    let effects: Vec<Effect> = rules.iter().map(&mut effect).collect();
    let names = |wanted: Effect| {
        let of = rules.iter().zip(&effects).filter(|(_, effect)| **effect == wanted);
        of.map(|(rule, _)| rule.name.clone()).collect()
    };
    Fired {
        rules: rules.len(),
        positions: moments.len(),
        idle: names(Effect::None),
        unexamined: names(Effect::Unknown),
    }
}

// Chooses the positions of a definition that are recorded: the start, the positions of tests, and
// positions of a random game. Positions of more random games follow, until all rules are shown
// that positions can show. The choice is the same on every machine.

/// The first random game is recorded after each of these numbers of plies.
const PLIES: [usize; 4] = [8, 16, 28, 44];
/// Number of random games that are searched for rules not shown yet.
const GAMES: u64 = 24;
/// Limit on the work of comparing positions of these games, in units of the meter. It takes a few
/// seconds.
const RECORDING_UNITS: u64 = 100_000_000;
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
    let limit = Limit::of(RECORDING_UNITS);
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
