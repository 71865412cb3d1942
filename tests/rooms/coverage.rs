//! Tests of coverage. The tests of every shipped definition cover all of its rules, and they fail
//! if a letter is changed.

#![cfg(feature = "cli")]

use alfil_diagnostics::diagnostic::{Code, Diagnostic, has_errors};
use alfil_diagnostics::source::Sources;
use alfil_library::Shipped;
use alfil_play::game::Game;
use alfil_play::position::Position;
use alfil_render::report;
use alfil_resolve::resolution::{Resolved, resolve};
use alfil_suite::ablation::Feature;
use alfil_suite::coverage::{Coverage, Spending};
use alfil_suite::fired::{self, Evidence, fired};
use alfil_suite::snapshot::{self, Snapshot};
use std::time::Instant;

struct Variant {
    sources: Sources,
    resolved: Resolved,
    game: Game,
}

/// Reads `text` under the name `name`. Returns `None` if it has errors.
fn variant(name: &str, text: &str) -> Option<Variant> {
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    library.add(&mut sources, name, text);
    let findings = resolve(name, &mut library, &mut sources);
    if has_errors(&findings.found) {
        return None;
    }
    let resolved = findings.value?;
    let compiled = Game::compile(resolved.ruleset.clone());
    let game = compiled.value.filter(|_| !has_errors(&compiled.found))?;
    Some(Variant { sources, resolved, game })
}

fn drawn(found: &[Diagnostic], sources: &Sources) -> String {
    report::draw(found, sources, report::Style::new(report::Colour::Off))
}

/// Returns the coverage by the tests of `variant` and, if there is one, by its record.
fn coverage(variant: &Variant, record: Option<&Snapshot>) -> Coverage {
    let mut coverage = Coverage::of(&variant.resolved, &variant.sources);
    coverage.tests(&variant.game, &variant.resolved.cases, record);
    coverage
}

fn recorded(shipped: &Shipped, sources: &mut Sources) -> Snapshot {
    let text = alfil_definitions::recorded(shipped.name)
        .expect("every shipped definition has a record")
        .text;
    let source = sources.add("record", text);
    Snapshot::parse(text, source).expect("records read back")
}

#[test]
fn every_rule_of_every_shipped_definition_is_exercised() {
    let mut missing = Vec::new();
    for shipped in alfil_definitions::shipped() {
        let mut variant =
            variant(shipped.name, shipped.text).expect("shipped definitions are sound");
        let record = recorded(&shipped, &mut variant.sources);
        let mut coverage = coverage(&variant, Some(&record));
        let wrong = coverage.waive(&variant.resolved);
        assert!(wrong.is_empty(), "{}", drawn(&wrong, &variant.sources));
        missing.extend(coverage.missing().map(|rule| format!("{}: {}", shipped.name, rule.name)));
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Returns another atom that is valid wherever this one is.
fn other(atom: char) -> Option<char> {
    let pairs = ["WF", "FW", "DA", "AD", "NC", "CN", "RB", "BR", "KW", "QB", "ZN"];
    pairs.iter().find(|pair| pair.starts_with(atom)).and_then(|pair| pair.chars().nth(1))
}

#[test]
fn one_letter_changed_in_a_shipped_movement_is_noticed() {
    let (mut changed, mut unnoticed) = (0, Vec::new());
    let step = if crate::is_deep() { 1 } else { 4 };
    for shipped in alfil_definitions::shipped().step_by(step) {
        let original = variant(shipped.name, shipped.text).expect("shipped definitions are sound");
        let asked = original.resolved.asked[0];
        for rule in Coverage::of(&original.resolved, &original.sources).rules {
            let Feature::Clause(..) = rule.feature else { continue };
            let range = rule.span.start as usize..rule.span.end as usize;
            let atom = shipped.text.get(range.clone()).and_then(|text| {
                text.char_indices().rev().find_map(|(at, c)| Some((range.start + at, other(c)?)))
            });
            let (true, Some((at, letter))) = (rule.span.source == asked, atom) else { continue };
            let mut text = shipped.text.to_owned();
            text.replace_range(at..=at, letter.encode_utf8(&mut [0; 4]));
            let Some(mut mutant) = variant(shipped.name, &text) else { continue };
            changed += 1;
            let record = recorded(&shipped, &mut mutant.sources);
            let found = record.compare(&mutant.game, &mutant.sources);
            let told = found.iter().any(|finding| {
                let reason = finding.reason.as_deref().unwrap_or_default();
                finding.code == Code::ChangedMoves
                    && (reason.contains("gained by ") || reason.contains("lost by "))
            });
            if !told {
                unnoticed.push(format!("{}: {} with {letter}", shipped.name, rule.name));
            }
        }
    }
    assert!(changed > 100 / step, "{changed} clauses could be changed");
    assert!(unnoticed.is_empty(), "{unnoticed:#?}");
}

const SMALL: &str = "\
name: Small
space: grid 5x5
pieces:
  king: {letter: K, moves: K, royal: true}
  guard: {letter: G, moves: W; mF when strong, promotes: {at: last rank, to: rook}}
  rook: {letter: R, moves: R}
setup: k4/g4/5/4G/4K w
ends: {checkmated: loss, stalemated: draw, threefold: draw}
tests:
  - moves: {from: e2, including: e2e3}
  - {untested: threefold, because: kings could shuffle but nobody would}
";

#[test]
fn rules_without_a_test_are_found_where_they_are_written() {
    let variant = variant("small", SMALL).expect("sound");
    let mut coverage = coverage(&variant, None);
    assert_eq!(coverage.waive(&variant.resolved), []);
    insta::assert_snapshot!("untested", drawn(&coverage.findings(), &variant.sources), SMALL);
}

/// A clause is one rule together with all its terms, even if a later clause adds a question to
/// them.
#[test]
fn a_rule_without_which_a_test_fails_is_exercised() {
    for (moves, from, test) in [
        ("W; Q2 when exactly 2 own kings", "queen W", "d4c4 d4d3 d4d5 d4e4"),
        ("K dK", "queen K", "d4c3 d4c4 d4c5 d4d3 d4d5 d4e3 d4e4 d4e5"),
    ] {
        let text = format!(
            "extends: chess\npieces:\n  queen: {{moves: {moves}}}\ntests:\n  - moves: {{from: d4, exactly: {test}}}\n    \
             position: 7k/8/8/8/3Q4/8/8/K7 w - - 0 1\n"
        );
        let variant = variant("queens", &text).expect("sound");
        let coverage = coverage(&variant, None);
        let rules: Vec<_> = coverage.rules.iter().filter(|rule| rule.name == from).collect();
        assert_eq!(rules.len(), 1, "{moves}: one rule");
        assert!(rules[0].exercised, "{moves}: {from} is exercised");
    }
}

/// If the time is over, the remaining rules are reported, with advice on how to examine them.
#[test]
fn rules_that_are_not_examined_are_reported() {
    let variant = variant("small", SMALL).expect("sound");
    let mut coverage = Coverage::of(&variant.resolved, &variant.sources);
    let (cases, spending) = (&variant.resolved.cases, Spending::Until(Instant::now()));
    let mut named = Vec::new();
    coverage.tests_within(spending, &variant.game, cases, None, &mut |rule| {
        named.push(rule.to_owned());
    });
    assert_eq!(named.len(), coverage.rules.len(), "each is announced");
    let found = coverage.findings();
    let told = |finding: &&Diagnostic| {
        let help = finding.help.as_deref().unwrap_or_default();
        finding.title.starts_with("it is not known whether a test exercises ")
            && help.contains("--seconds ")
    };
    assert!(found.iter().any(|finding| told(&finding)), "{}", drawn(&found, &variant.sources));
}

#[test]
fn a_record_exercises_rules_that_tests_do_not() {
    let variant = variant("small", SMALL).expect("sound");
    let record = fired::record(&variant.game, &variant.resolved, &variant.sources);
    let mut coverage = coverage(&variant, Some(&record));
    assert_eq!(coverage.waive(&variant.resolved), []);
    // In random games, these pieces do not give checkmate.
    let missing: Vec<&str> = coverage.missing().map(|rule| rule.name.as_str()).collect();
    assert_eq!(missing, ["checkmate"]);
    insta::assert_snapshot!("record", record, SMALL);
    // A record that is too large to read is not written.
    let many = record.records.iter().cycle().take(100_000).cloned();
    let many = Snapshot { records: many.collect() };
    assert!(many.write("").is_err_and(|refused| refused.code == Code::TooLarge));
}

#[test]
fn waivers_must_be_needed_and_name_a_rule() {
    let text = SMALL.replace("threefold, because", "guard V, because")
        + "  - {untested: king K, because: it is exercised}\n";
    let variant = variant("small", &text).expect("sound");
    let found = coverage(&variant, None).waive(&variant.resolved);
    insta::assert_snapshot!("excuses", drawn(&found, &variant.sources), &text);
}

#[test]
fn a_changed_letter_lists_added_and_removed_moves() {
    let variant_before = variant("small", SMALL).expect("sound");
    let Variant { sources, resolved, game } = &variant_before;
    let written = fired::record(game, resolved, sources);
    let text = written.write(&snapshot::new_head()).expect("a small record");
    let changed = SMALL.replace("moves: W; mF when strong", "moves: W; mF when weak");
    let mut mutant = variant("small", &changed).expect("sound");
    let source = mutant.sources.add("small.snap", text.as_str());
    let record = Snapshot::parse(&text, source).expect("a written record can be read");
    assert_eq!(record.to_string(), written.to_string());
    let found = record.compare(&mutant.game, &mutant.sources);
    insta::assert_snapshot!("changed", drawn(&found[..2], &mutant.sources), &changed);
}

/// The pieces that capture disappear, so only counts of four moves and more tell that.
const VANISHING: &str = "\
name: Vanishing
extends: chess
effects: [when capturing and moving any but king then remove mover]
tests:
";

/// A count that is too large to be repeated for each rule is repeated for a rule that no other test
/// exercises.
#[test]
fn a_large_count_exercises_a_rule_that_changes_it() {
    for (counts, is_exercised) in [("[20, 400, 8902]", false), ("[20, 400, 8902, 197326]", true)] {
        let text = format!("{VANISHING}  - perft: {counts}\n    source: this program\n");
        let variant = variant("vanishing", &text).expect("sound");
        let coverage = coverage(&variant, None);
        assert_eq!(coverage.missing().next().is_none(), is_exercised, "{counts}");
    }
    // A count that is wrong anyway says nothing about the rule.
    let text = format!("{VANISHING}  - perft: [20, 400, 8902, 197327]\n    source: nobody\n");
    let variant = variant("vanishing", &text).expect("sound");
    assert_eq!(coverage(&variant, None).missing().count(), 1);
}

/// Counts that take too much work are not repeated. The report does not say then that all tests would
/// pass without the rule.
#[test]
fn a_count_that_is_left_out_is_not_said_to_pass() {
    let counts = "[20, 400, 8902, 197326, 10000000000000]";
    let text = format!("{VANISHING}  - perft: {counts}\n    source: nobody\n");
    let variant = variant("vanishing", &text).expect("sound");
    let coverage = coverage(&variant, None);
    let found = coverage.findings();
    assert_eq!(found.len(), 1, "{}", drawn(&found, &variant.sources));
    assert!(found[0].title.contains("it is not known"), "{}", drawn(&found, &variant.sources));
}

/// A die decides which pieces may move, so a test that lists the moves after a roll exercises the turn.
#[test]
fn a_test_of_a_roll_exercises_the_turn() {
    let game = "\
name: Weather
extends: chess
dice: {sky: {sun: 3, rain: 1}}
turn: {steps: [{roll: sky}, {moves: sky = sun or not moving pawn}]}
tests:
";
    let exercises = |test: &str| {
        let variant = variant("dice", &format!("{game}{test}")).expect("sound");
        coverage(&variant, None).missing().all(|rule| rule.name != "turn")
    };
    assert!(!exercises("  - attacks: {by: white, from: b1, exactly: a3 c3 d2}\n"));
    assert!(exercises("  - moves: {exactly: sky=sun sky=rain}\n"));
    assert!(exercises("  - moves: {exactly: b1a3 b1c3 g1f3 g1h3}\n    after: sky=rain\n"));
    assert!(exercises("  - game: sky=sun e2e4\n"));
}

/// A rule that only counts, or fills a hand, changes the position after a move and not its moves.
#[test]
fn played_games_show_rules_that_only_change_the_position() {
    for effect in [
        "when capturing then count hits",
        "when capturing then victim goes to own hand",
        "when capturing then remove any pawn in h7",
    ] {
        let text = format!(
            "name: Silent\nextends: chess\nhand: {{captured: gone}}\npieces: {{knight: {{moves: + @8}}}}\neffects: [{effect}]\n\
             ends: {{goals: [win when {}]}}\n",
            if effect.ends_with("hits") { "own hits = 200" } else { "exactly 200 own knights" }
        );
        let variant = variant("silent", &text).expect(effect);
        let mut at = variant.game.start();
        for mv in ["e2e4", "d7d5", "e4d5"] {
            at.play_text(mv).expect("legal");
        }
        let idle = |at: &Position| {
            let mut evidence = Evidence::default();
            evidence.add(evidence.threshold().game(1, at));
            fired(&variant.game, &variant.resolved, &variant.sources, evidence).idle
        };
        assert!(!idle(&at).contains(&"effect 1".to_owned()), "{effect}");
        at.take_back();
        assert!(idle(&at).contains(&"effect 1".to_owned()), "{effect}");
    }
}
