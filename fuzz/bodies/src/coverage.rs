//! Fuzz target: coverage of random definitions.
//!
//! Coverage must report a rule as covered exactly if the tests fail without the rule. The target
//! writes a definition with tests from random games, computes the coverage, and then deletes each
//! rule in turn. Each clause of the piece *guard* is one rule, although it may have several terms.

use alfil_diagnostics::diagnostic::has_errors;
use alfil_diagnostics::source::Sources;
use alfil_play::dice::Dice;
use alfil_play::game::Game;
use alfil_resolve::resolution::{Resolved, resolve};
use alfil_suite::ablation::Feature;
use alfil_suite::coverage::{Coverage, Rule};
use alfil_suite::run;
use arbitrary::{Result, Unstructured};
use std::fmt::Write;

/// Terms for the guard.
const TERMS: [&str; 16] =
    ["W", "F", "N", "D", "A", "R", "B", "mW", "cF", "mB2", "cR", "nN", "K", "dK", "fmW", "Q2"];

/// Questions for terms of the guard.
const CONDITIONS: [&str; 8] = [
    "strong",
    "rank 2",
    "to rank 3",
    "forward",
    "exactly 2 own kings",
    "no own rook",
    "capturing",
    "white",
];

const EFFECTS: [&str; 5] = [
    "when capturing then remove one any rook in a1",
    "when capturing rook then remove mover",
    "when moving guard and capturing then mover becomes rook",
    "when capturing then victim goes to start",
    "when moving rook then remove any guard in c3",
];

const DUTIES: [&str; 3] = ["capturing", "moving guard", "giving check"];

const RESTRICTIONS: [&str; 4] = [
    "not giving check",
    "not (moving guard and capturing rook)",
    "capturing or moving king",
    "leaving own rook",
];

/// A definition in parts that can be deleted.
#[derive(Clone, Default)]
struct Written {
    /// The terms of the guard, each with an optional question.
    clauses: Vec<(&'static str, Option<&'static str>)>,
    effects: Vec<&'static str>,
    duties: Vec<&'static str>,
    restriction: Option<&'static str>,
    tests: String,
}

impl Written {
    fn text(&self) -> String {
        let clause = |(term, when): &(&str, Option<&str>)| {
            when.map_or(format!("+ {term}"), |when| format!("+ {term} when {when}"))
        };
        let clauses: Vec<String> = self.clauses.iter().map(clause).collect();
        let moves = if clauses.is_empty() { "none".to_owned() } else { clauses.join("; ") };
        let mut text = format!(
            "name: Guards\nspace: grid 5x5\npieces:\n  king: {{letter: K, moves: K, royal: true}}\n  \
             guard: {{letter: G, moves: {moves}}}\n  rook: {{letter: R, moves: R}}\n\
             setup: 1r1gk/2g2/5/2G2/KGR2 w\nends: {{checkmated: loss, stalemated: draw}}\n"
        );
        for (key, all) in [("effects", &self.effects), ("must", &self.duties)] {
            if !all.is_empty() {
                let _ = writeln!(text, "{key}: [{}]", all.join(", "));
            }
        }
        if let Some(restriction) = self.restriction {
            let _ = writeln!(text, "every move: {restriction}");
        }
        text + "tests:\n" + &self.tests
    }

    /// The clause of the guard that contains the byte `at` of the text.
    fn clause_at(&self, at: usize) -> Option<usize> {
        let text = self.text();
        let guard = text.find("guard:")?;
        let mut begin = guard + text[guard..].find("moves: ")? + "moves: ".len();
        for (number, (term, when)) in self.clauses.iter().enumerate() {
            let length =
                "+ ".len() + term.len() + when.map_or(0, |when| " when ".len() + when.len());
            if (begin..begin + length).contains(&at) {
                return Some(number);
            }
            begin += length + "; ".len();
        }
        None
    }

    /// The definition without `rule`. `None` if the parent defines the rule.
    fn without(&self, rule: &Rule) -> Option<Written> {
        let mut less = self.clone();
        let clause = || self.clause_at(rule.span.start as usize);
        if matches!(rule.feature, Feature::Clause(..)) {
            less.clauses.remove(clause()?);
        } else if matches!(rule.feature, Feature::Condition(..)) {
            less.clauses[clause()?].1 = None;
        } else if let Feature::Must(n) = rule.feature {
            less.duties.remove(n);
        } else if let Feature::Effect(n) = rule.feature {
            less.effects.remove(n);
        } else if rule.name == "restriction 1" {
            less.restriction = None;
        } else {
            return None;
        }
        Some(less)
    }
}

/// Deletes each rule of a definition made from `bytes`. Panics if the reported coverage is wrong.
pub fn coverage(bytes: &[u8]) {
    // If there are too few bytes for a definition, the run is not a failure.
    let _ = try_coverage(&mut Unstructured::new(bytes));
}

fn try_coverage(u: &mut Unstructured<'_>) -> Result<()> {
    let mut written = Written::default();
    for _ in 0..u.int_in_range(1..=4)? {
        let when = if u.ratio(1, 2)? { Some(*u.choose(&CONDITIONS)?) } else { None };
        written.clauses.push((*u.choose(&TERMS)?, when));
    }
    for _ in 0..u.int_in_range(0..=2)? {
        written.effects.push(*u.choose(&EFFECTS)?);
    }
    if u.ratio(1, 2)? {
        written.duties.push(*u.choose(&DUTIES)?);
    }
    if u.ratio(1, 2)? {
        written.restriction = Some(*u.choose(&RESTRICTIONS)?);
    }
    written.tests = "  - perft: [1]\n    source: none\n".to_owned();
    let Some((_, resolved, game)) = sound(&written.text()) else { return Ok(()) };
    drop(resolved);
    written.tests = tests(u, &game)?;
    let Some((sources, resolved, game)) = sound(&written.text()) else { return Ok(()) };
    if !holds(&game, &resolved) {
        return Ok(());
    }
    let mut coverage = Coverage::of(&resolved, &sources);
    coverage.tests(&game, &resolved.cases, None);
    for rule in &coverage.rules {
        let Some(less) = written.without(rule) else { continue };
        let text = less.text();
        // If the text is not a valid definition without the rule, its tests count as failed.
        let passes = sound(&text).is_some_and(|(_, resolved, game)| holds(&game, &resolved));
        assert_eq!(
            rule.exercised,
            !passes,
            "`{}` is called exercised: {}; without it all tests pass: {passes}\n{}\nwithout it\n{text}",
            rule.name,
            rule.exercised,
            written.text()
        );
    }
    Ok(())
}

/// Tests with random positions of a game.
fn tests(u: &mut Unstructured<'_>, game: &Game) -> Result<String> {
    let (mut at, mut text) = (game.start(), String::new());
    let mut played: Vec<String> = Vec::new();
    let mut dice = Dice::new(u.int_in_range(0..=u64::MAX)?);
    for _ in 0..u.int_in_range(1..=3)? {
        for _ in 0..u.int_in_range(0..=2)? {
            let legal = at.legal();
            let Some(mv) = legal.random(&mut dice) else { break };
            played.push(legal.write(&mv));
            at.play(&mv);
        }
        let legal = at.legal();
        let mut texts = legal.texts().unwrap_or_default();
        let key = if u.ratio(1, 2)? {
            "exactly"
        } else {
            texts.truncate(2);
            "including"
        };
        if texts.is_empty() {
            break;
        }
        let quoted: Vec<String> = texts.iter().map(|text| format!("\"{text}\"")).collect();
        let _ = writeln!(text, "  - moves: {{{key}: [{}]}}", quoted.join(", "));
        if !played.is_empty() {
            let quoted: Vec<String> = played.iter().map(|text| format!("\"{text}\"")).collect();
            let _ = writeln!(text, "    after: [{}]", quoted.join(", "));
        }
    }
    if text.is_empty() {
        text.push_str("  - perft: [1]\n    source: none\n");
    }
    Ok(text)
}

/// Resolves and compiles the definition. `None` if it has an error.
fn sound(text: &str) -> Option<(Sources, Resolved, Game)> {
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    library.add(&mut sources, "guards", text);
    let found = resolve("guards", &mut library, &mut sources);
    let resolved = found.value.filter(|_| !has_errors(&found.found))?;
    let compiled = Game::compile(resolved.ruleset.clone());
    let game = compiled.value.filter(|_| !has_errors(&compiled.found))?;
    Some((sources, resolved, game))
}

/// True if all tests pass.
fn holds(game: &Game, resolved: &Resolved) -> bool {
    run::run(game, &resolved.cases).iter().all(|case| case.failures.is_empty())
}
