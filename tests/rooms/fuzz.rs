//! Runs the fuzz bodies over random bytes. Each body runs for a fraction of a second, for
//! `ALFIL_FUZZ_SECONDS`, or `ALFIL_FUZZ_RUNS` times. The last form continues after failures and lists all of
//! them at the end. `ALFIL_FUZZ_SEED` repeats a run by its seed, and `ALFIL_FUZZ_FILE` runs an input that
//! libFuzzer wrote.

use std::cell::Cell;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The time for a body by default.
const BRIEFLY: Duration = Duration::from_millis(300);

/// Runs `body` over random bytes of these lengths, and prints the number of runs.
fn run(name: &str, body: fn(&[u8]), sizes: (u32, u32)) {
    if let Ok(file) = std::env::var("ALFIL_FUZZ_FILE") {
        return body(&std::fs::read(file).expect("a file"));
    }
    if let Ok(runs) = std::env::var("ALFIL_FUZZ_RUNS") {
        return many(name, body, sizes, runs.parse().expect("ALFIL_FUZZ_RUNS is a number"));
    }
    let asked = std::env::var("ALFIL_FUZZ_SECONDS").ok();
    let asked = asked.map(|s| s.parse().expect("ALFIL_FUZZ_SECONDS is a number of seconds"));
    let time = asked.map_or(BRIEFLY, Duration::from_secs);
    let seed = std::env::var("ALFIL_FUZZ_SEED").ok();
    let seed = seed.map(|s| u64::from_str_radix(s.trim_start_matches("0x"), 16).expect("a seed"));
    let runs = Cell::new(0u64);
    let test = arbtest::arbtest(|u| {
        runs.set(runs.get() + 1);
        body(u.peek_bytes(u.len()).unwrap_or_default());
        Ok(())
    });
    match seed {
        Some(seed) => test.seed(seed).run(),
        None => test.size_min(sizes.0).size_max(sizes.1).budget(time).run(),
    }
    println!("{name}: {} runs in {time:?}", runs.get());
}

/// Runs `body` a number of times, also after failures. It prints its progress and the slowest run from time
/// to time.
fn many(name: &str, body: fn(&[u8]), (least, most): (u32, u32), runs: u64) {
    let random = RandomState::new();
    let (mut failed, mut slowest) = (Vec::new(), (Duration::ZERO, 0));
    for run in 1..=runs {
        let mut hasher = random.build_hasher();
        hasher.write_u64(run);
        let random = hasher.finish();
        // As in arbtest: the lower half of a seed is the number of bytes, the upper half generates them.
        let size = least + random as u32 % (most - least);
        let seed = u64::from(size) | random >> 32 << 32;
        let test = |u: &mut arbitrary::Unstructured<'_>| {
            body(u.peek_bytes(u.len()).unwrap_or_default());
            Ok(())
        };
        // The seed is printed first, so that an endless run is known.
        eprint!("\r{seed:#018x} ");
        let before = Instant::now();
        let ran = catch_unwind(AssertUnwindSafe(|| arbtest::arbtest(test).seed(seed).run()));
        slowest = slowest.max((before.elapsed(), seed));
        if ran.is_err() {
            failed.push(format!("{seed:#018x}"));
        }
        if run % 500 == 0 || run == runs {
            let (took, seed) = slowest;
            let failed = failed.len();
            println!("{name}: {run} runs, {failed} failed, slowest {seed:#018x} in {took:?}");
        }
    }
    assert!(failed.is_empty(), "{name} failed with {}", failed.join(", "));
}

/// Any text as a file gives a value or findings, with every span inside the text. Formatting twice changes
/// nothing.
#[test]
fn files() {
    run("file", alfil_fuzz::file, (1, 400));
}

/// Shipped definitions with changes of their structure, through all commands that read a file.
#[test]
fn mutants() {
    run("mutant", alfil_fuzz::mutant, (32, 300));
}

/// Shipped definitions with one slip: the offered edits correct it and lose nothing else.
#[test]
fn slips() {
    run("slip", alfil_fuzz::slip, (16, 64));
}

/// Random positions of games whose moves need not be made to know that they are legal.
#[test]
fn sparse() {
    run("sparse", alfil_fuzz::sparse, (64, 600));
}

/// Shipped games with random additional rules: the engine equals the reference.
#[test]
fn house_rules() {
    run("house_rules", alfil_fuzz::house_rules, (200, 2000));
}

/// Reasons of illegal moves: without the named rule, the move is legal or has another reason.
#[test]
fn reasons() {
    run("reasons", alfil_fuzz::reasons, (200, 2000));
}

/// All tests pass without a rule if, and only if, no test exercises it.
#[test]
fn coverages() {
    run("coverage", alfil_fuzz::coverage, (64, 300));
}

/// Any text as a movement string.
#[test]
fn notation() {
    run("notation", alfil_fuzz::notation, (1, 200));
}

/// Movements print and parse back.
#[test]
fn round_trips() {
    run("round_trip", alfil_fuzz::round_trip, (16, 400));
}

/// Sentences print and parse back.
#[test]
fn sentences() {
    run("sentence", alfil_fuzz::sentence, (16, 200));
}

/// Questions, conditions and effects in English: no word of the notation, and no double negation.
#[test]
fn english() {
    run("words", alfil_fuzz::words, (64, 600));
}

/// Shipped definitions with parts exchanged: written as one file they keep their meaning.
#[test]
fn definitions() {
    run("definition", alfil_fuzz::definition, (64, 400));
}

/// The same, with random moves.
#[test]
fn games() {
    run("game", alfil_fuzz::game, (64, 800));
}

/// Positions and moves as text: a readable text is written back, any other is a finding.
#[test]
fn positions() {
    run("position", alfil_fuzz::position, (30, 300));
}

/// Commands read the output of commands, in random games of shipped definitions.
#[test]
fn texts() {
    run("texts", alfil_fuzz::texts, (16, 32));
}

/// The same in a short game of every shipped definition.
#[test]
fn texts_of_every_definition() {
    for (shipped, seed) in alfil::library::shipped().zip(1..) {
        alfil_fuzz::printed(shipped.name, seed, 8);
    }
}

/// Random rules, boards and positions: the engine equals the reference.
#[test]
fn boards() {
    run("board", alfil_fuzz::board, (400, 4000));
}

/// Random planes: the engine equals the reference point by point, and texts can be read back.
#[test]
fn planes() {
    run("plane", alfil_fuzz::plane, (40, 600));
}
