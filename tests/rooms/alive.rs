//! Tests of the search for rules that never fire: what it finds, that it finds the same again.

#![cfg(feature = "cli")]

use alfil::diagnostic::{Code, has_errors};
use alfil::library::{Library, find};
use alfil::play::game::Game;
use alfil::resolve::resolution::{Resolved, resolve};
use alfil::source::Sources;
use alfil::suite::alive::{From, Hunt};

struct Variant {
    sources: Sources,
    resolved: Resolved,
    game: Game,
}

/// `text` under the name `name`.
fn variant(name: &str, text: &str) -> Variant {
    let (mut library, mut sources) = (Library::new(), Sources::new());
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

/// The rules that never fired, in order.
fn silent(hunt: &Hunt) -> Vec<&str> {
    hunt.rules().iter().filter(|rule| rule.is_silent()).map(|rule| rule.name.as_str()).collect()
}

/// A game with a rule of each kind.
const KINDS: &str = "\
name: Kinds
space: grid 5x5
pieces:
  king: {letter: K, moves: K, royal: true}
  pawn: {letter: P, moves: fmW fcF, promotes: {at: last rank, to: rook}}
  rook: {letter: R, moves: R @}
  guard: {letter: G, moves: W; mF when strong}
hand: {captured: to captor}
every move: only when not (moving guard and capturing king)
must: capturing rook
effects:
  - when capturing guard then remove one own pawn
  - when giving check then count checks
ends:
  checkmate: loss
  stalemate: draw
  threefold: draw
  goals: [win when own king in last rank, win when 5 own checks]
  claims: [draw when at most 3 any pawns]
setup: r1k1g/1p2p/5/1P2P/R1K1G[] w 0 1
";

/// A game with rules that can never do anything.
const DEAD: &str = "\
name: Dead
space: grid 5x5
pieces:
  king: {letter: K, moves: K, royal: true}
  guard: {letter: G, moves: W; mF when weak and strong}
  rook: {letter: R, moves: R}
every move: only when not (moving rook and 3 own rooks)
effects: [when capturing and 4 own kings then remove one own guard]
setup: r1k1g/5/5/5/R1K1G w 0 1
ends: {checkmate: loss, stalemate: draw, threefold: draw, goals: [win when 3 own kings]}
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
    // Each move that is played tries the effect.
    let effect = hunt.rules().iter().find(|rule| rule.name == "effect 1").expect("it is there");
    assert!(effect.tried > 0 && effect.held == Some(0), "{effect:?}");
}

#[test]
fn one_seed_gives_one_answer() {
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
fn what_tests_and_shuffled_starts_show_counts() {
    let shipped = find("chess960").expect("it is shipped");
    let variant = variant("chess960", shipped.text);
    let hunt = hunt(&variant, 0, 2);
    let shuffle = hunt.rules().iter().find(|rule| rule.name == "shuffle").expect("it is a rule");
    assert!(shuffle.fired());
    // A game of its tests begins at a start with a number.
    let lines = hunt.rules().iter().filter_map(|rule| rule.shown.as_ref());
    assert!(lines.clone().any(|shown| shown.line.from == From::Start));
}
