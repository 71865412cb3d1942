//! Tests of the search for rules that never take effect: its results, their repeatability, and the
//! tests that it writes.

#![cfg(feature = "cli")]

use alfil_definitions::find;
use alfil_diagnostics::diagnostic::{Code, has_errors};
use alfil_diagnostics::source::Sources;
use alfil_play::game::Game;
use alfil_resolve::resolution::{Resolved, resolve};
use alfil_suite::alive::{Hunt, LineStart, Reach};
use alfil_suite::coverage::Coverage;
use alfil_suite::run;

struct Variant {
    sources: Sources,
    resolved: Resolved,
    game: Game,
}

/// Resolves and compiles `text` under the name `name`.
fn variant(name: &str, text: &str) -> Variant {
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    library.add(&mut sources, name, text);
    let findings = resolve(name, &mut library, &mut sources);
    assert!(!has_errors(&findings.found), "{text}\n{:#?}", findings.found);
    let resolved = findings.value.expect("it resolves");
    let compiled = Game::compile(resolved.ruleset.clone());
    assert!(!has_errors(&compiled.found), "{text}\n{:#?}", compiled.found);
    Variant { sources, resolved, game: compiled.value.expect("it compiles") }
}

fn hunt(variant: &Variant, seed: u64, games: u32) -> Hunt {
    let mut hunt = Hunt::new(&variant.resolved, &variant.sources, &variant.game, None, seed, games);
    hunt.run();
    hunt
}

/// Returns the rules that never took effect, in order.
fn silent(hunt: &Hunt) -> Vec<&str> {
    hunt.rules().iter().filter(|rule| rule.is_silent()).map(|rule| rule.name.as_str()).collect()
}

/// A game with one rule of each sort.
const KINDS: &str = "\
name: Kinds
space: grid 5x5
pieces:
  king: {letter: K, moves: K, royal: true}
  pawn: {letter: P, moves: fmW fcF, promotes: {at: last rank, to: rook}}
  rook: {letter: R, moves: R @}
  guard: {letter: G, moves: W; mF when strong}
hand: {captured: to captor}
every move: not (moving guard and capturing king)
must: capturing rook
effects:
  - when capturing guard then remove one own pawn
  - when giving check then count checks
ends:
  checkmated: loss
  stalemated: draw
  threefold: draw
  goals: [win when own king in last rank, win when own checks = 5]
  claims: [draw when at most 3 any pawns]
setup: r1k1g/1p2p/5/1P2P/R1K1G[] w 0 1
";

/// A game with rules that can never take effect.
const DEAD: &str = "\
name: Dead
space: grid 5x5
pieces:
  king: {letter: K, moves: K, royal: true}
  guard: {letter: G, moves: W; mF when weak and strong}
  rook: {letter: R, moves: R}
every move: not (moving rook and exactly 3 own rooks)
effects: [when capturing and exactly 4 own kings then remove one own guard]
setup: r1k1g/5/5/5/R1K1G w 0 1
ends: {checkmated: loss, stalemated: draw, threefold: draw, goals: [win when exactly 3 own kings]}
";

#[test]
fn rules_that_can_never_do_anything_never_fire() {
    let variant = variant("dead", DEAD);
    let hunt = hunt(&variant, 0, 6);
    let silent = silent(&hunt);
    for dead in ["restriction 1", "effect 1", "goal 1"] {
        assert!(silent.contains(&dead), "{dead} is not in {silent:?}");
    }
    for alive in ["king K", "guard W", "rook R", "threefold"] {
        assert!(!silent.contains(&alive), "{alive} is in {silent:?}");
    }
    let found = hunt.findings();
    assert_eq!(found.len(), silent.len());
    assert!(found.iter().all(|finding| finding.code == Code::NeverFired));
    // The effect was evaluated after each move, but it never happened.
    let effect = hunt.rules().iter().find(|rule| rule.name == "effect 1").expect("it is there");
    assert!(effect.tried > 0 && effect.held == Some(0), "{effect:?}");
}

#[test]
fn a_rule_of_each_kind_fires_and_its_game_makes_a_test_that_exercises_it() {
    exercised("kinds", KINDS, &["checkmate", "stalemate"]);
}

#[test]
fn a_plane_is_searched_as_a_board_is() {
    let text = "\
name: Three checks on a plane
extends: continuous
pieces:
  king: {moves: U0.5}
effects: [when giving check then count checks]
ends:
  goals: [win when own checks = 2]
  claims: [draw when no any pawn]
setup: K2,1 R4,1 p6,7 k6,6 w 0 1
";
    exercised("plane", text, &[]);
}

#[test]
fn steps_passes_and_promotions_with_questions_are_examined() {
    let text = "\
name: Steps
space: grid 5x5
pieces:
  king: {letter: K, moves: K, royal: true}
  pawn: {letter: P, moves: fmW fcF, promotes: {at: last rank, to: rook, when: capturing}}
  rook: {letter: R, moves: R}
turn: {steps: [{}, {moves: moving pawn, may pass: true}]}
ends: {checkmated: loss, stalemated: draw, threefold: draw}
setup: r2k1/1P3/5/1p3/R2K1 w 0 1
";
    exercised("steps", text, &["checkmate", "stalemate"]);
}

/// All rules of `text` must take effect, except those of `rare`. The game that shows a rule becomes
/// a test. The test must pass and must count as covering the rule.
fn exercised(name: &str, text: &str, rare: &[&str]) {
    let first = variant(name, text);
    let hunt = hunt(&first, 0, 24);
    let silent: Vec<&str> = silent(&hunt).into_iter().filter(|rule| !rare.contains(rule)).collect();
    assert_eq!(silent, Vec::<&str>::new(), "of {name}");
    for (number, rule) in hunt.rules().iter().enumerate().filter(|(_, rule)| rule.fired()) {
        assert!(rule.tried > 0 && rule.looked >= rule.tried, "{rule:?}");
        assert!(rule.held.is_none_or(|held| held <= rule.tried), "{rule:?}");
        assert_eq!(rule.reach, Reach::Looked);
        let test = hunt.test(number);
        let test =
            test.unwrap_or_else(|| panic!("{name}: no test of {}: {:?}", rule.name, rule.shown));
        let head = text.split("tests:").next().unwrap_or_default();
        let with = format!("{head}tests:\n{}", test.item());
        let second = variant(name, &with);
        let failed: Vec<_> = run::run(&second.game, &second.resolved.cases)
            .into_iter()
            .flat_map(|result| result.failures)
            .collect();
        assert!(failed.is_empty(), "{with}\n{failed:#?}");
        let mut coverage = Coverage::of(&second.resolved, &second.sources);
        coverage.tests(&second.game, &second.resolved.cases, None);
        let exercised = coverage.rules.iter().any(|r| r.name == rule.name && r.exercised);
        assert!(exercised, "{} is not exercised by\n{with}", rule.name);
    }
}

#[test]
fn one_seed_gives_one_result() {
    let variant = variant("kinds", KINDS);
    let told = |seed| {
        let hunt = hunt(&variant, seed, 4);
        let rules = hunt.rules().iter().map(|rule| {
            (rule.name.clone(), rule.tried, rule.held, rule.differed, rule.shown.clone())
        });
        (rules.collect::<Vec<_>>(), hunt.effort())
    };
    assert_eq!(told(3), told(3));
    assert_ne!(told(3), told(4));
}

#[test]
fn tests_and_shuffled_starts_count() {
    let shipped = find("chess960").expect("it is shipped");
    let variant = variant("chess960", shipped.text);
    let hunt = hunt(&variant, 0, 2);
    let shuffle = hunt.rules().iter().find(|rule| rule.name == "shuffle").expect("it is a rule");
    assert!(shuffle.fired());
    // Some of the shown games begin at the written start position.
    let lines = hunt.rules().iter().filter_map(|rule| rule.shown.as_ref());
    assert!(lines.clone().any(|shown| shown.line.from == LineStart::Start));
}
