//! Definitions in `tests/rules/`, one for each rule that was once applied wrongly, or whose wrong
//! use no other test noticed.
//!
//! Each file is a whole definition with its own tests and a comment about the rule. The engine runs
//! the tests. In every position of a test, and after each move from there, the reference must
//! list the same moves as the engine. Findings are errors, unless a comment expects them:
//! `# finding: CODE`, one line for each.

#![cfg(feature = "cli")]

use alfil::Workspace;
use alfil_board::engine::program::BoardProgram;
use alfil_board::model::position::BoardPosition;
use alfil_diagnostics::diagnostic::Diagnostic;
use alfil_play::board::{notation, text};
use alfil_play::game::Game;
use alfil_play::position::Position;
use alfil_reference::executor::Reference;
use alfil_render::report;
use alfil_resolve::setup::Case;
use alfil_suite::run;
use alfil_syntax::cases::Claim;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn rules_hold_on_both_executors() {
    hold("tests/rules", Compared::Moves);
}

/// Whole games whose rules ask so much that the reference would take minutes for every move.
#[test]
fn slow_rules_hold_on_the_engine() {
    hold("tests/slow", Compared::Nothing);
}

/// Where engine and reference are compared.
#[derive(Clone, Copy)]
enum Compared {
    /// At the positions of tests, and after each move from there.
    Moves,
    /// Nowhere. Only the tests of the file run.
    Nothing,
}

/// Runs all files of `folder`.
fn hold(folder: &str, compared: Compared) {
    let entries = fs::read_dir(folder).expect("the folder of rule tests");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string());
    let mut names: Vec<String> = names.map(|name| name.expect("a name in Unicode")).collect();
    names.sort();
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            let found = catch_unwind(AssertUnwindSafe(|| faults(folder, name, compared)));
            let found = found.unwrap_or_else(|_| vec!["a panic, see above".to_owned()]);
            let found = found.into_iter().map(|fault| format!("{folder}/{name}: {fault}"));
            failed.lock().expect("no thread panics").extend(found);
        }
    };
    std::thread::scope(|scope| {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        (0..processors).for_each(|_| drop(scope.spawn(work)));
    });
    let mut failed = failed.into_inner().expect("no thread panics");
    failed.sort();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Returns the errors of a file as text.
fn faults(folder: &str, name: &str, compared: Compared) -> Vec<String> {
    let path = format!("{folder}/{name}");
    if !name.ends_with(".yaml") {
        return vec!["only definitions (`.yaml`) belong here".to_owned()];
    }
    let text = fs::read_to_string(&path).expect("a file that can be read");
    let mut workspace = Workspace::new();
    let examined = workspace.examine(&path);
    let drawn = |found: &[Diagnostic]| {
        let style = report::Style::new(report::Colour::Off);
        report::draw(found, workspace.sources(), style)
    };
    let mut expected: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("# finding: ")).map(str::trim).collect();
    let mut found: Vec<&str> = examined.found.iter().map(|d| d.code.name()).collect();
    expected.sort_unstable();
    found.sort_unstable();
    if found != expected {
        let drawn = drawn(&examined.found);
        return vec![format!("findings {found:?}, expected {expected:?}\n{drawn}")];
    }
    let (Some(game), Some(resolved)) = (&examined.game, &examined.resolved) else {
        return Vec::new();
    };
    if resolved.cases.is_empty() {
        return vec!["it has no tests".to_owned()];
    }
    let results = run::run(game, &resolved.cases);
    let mut out: Vec<String> = results
        .iter()
        .filter(|result| !result.failures.is_empty())
        .map(|result| format!("a test fails\n{}", drawn(&result.failures)))
        .collect();
    match compared {
        Compared::Moves => {
            out.extend(resolved.cases.iter().flat_map(|case| differences(game, case)));
        }
        Compared::Nothing => {}
    }
    out
}

/// Returns the differences between engine and reference at the positions of `case`.
fn differences(game: &Game, case: &Case) -> Vec<String> {
    let Ok(mut position) = run::position(game, case) else { return Vec::new() };
    let mut out: Vec<String> = difference(&position).into_iter().collect();
    if let Claim::Game { moves, .. } = &case.claim {
        for mv in moves {
            if position.play_text(&mv.text.value).is_err() {
                break;
            }
            out.extend(difference(&position));
        }
    }
    out
}

/// Returns a difference between engine and reference at `position` or after one of its moves.
fn difference(position: &Position) -> Option<String> {
    let Position::Board(play) = position else { return None };
    let (program, now) = (play.program(), play.board());
    let moves = alfil_fuzz::compare(program, now);
    moves
        .iter()
        .find_map(|mv| listed_otherwise(program, &Reference::of(program.arena()).after(now, mv)))
}

/// Returns both lists of moves if engine and reference differ at `now`.
fn listed_otherwise(program: &BoardProgram, now: &BoardPosition) -> Option<String> {
    let arena = program.arena();
    let (slow, fast) = (Reference::of(arena).legal_moves(now), program.moves(now));
    (slow != fast).then(|| {
        let [slow, fast] = [slow, fast].map(|moves| notation::write_all(arena, &moves).join(" "));
        let at = text::write(arena, now);
        format!("executors differ at {at}\nreference: {slow}\ntables:    {fast}")
    })
}
