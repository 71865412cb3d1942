//! The fuzz targets' bodies over random bytes: a fraction of a second each, as long as
//! `ALFIL_FUZZ_SECONDS` says, or as often as `ALFIL_FUZZ_RUNS` does, which goes on after a failure and names all at the
//! end. What a failure calls its seed is run again by `ALFIL_FUZZ_SEED`, and an input that libFuzzer wrote by `ALFIL_FUZZ_FILE`.

use std::cell::Cell;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// How long a body runs if nobody asks for more.
const BRIEFLY: Duration = Duration::from_millis(300);

/// Runs `body` over random bytes of these lengths, and says how often.
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

/// Runs `body` so often, whatever fails, and says now and then how far it has come and what took longest.
fn many(name: &str, body: fn(&[u8]), (least, most): (u32, u32), runs: u64) {
    let random = RandomState::new();
    let (mut failed, mut slowest) = (Vec::new(), (Duration::ZERO, 0));
    for run in 1..=runs {
        let mut hasher = random.build_hasher();
        hasher.write_u64(run);
        let random = hasher.finish();
        // As arbtest has it: the number of bytes below, what they are made from above.
        let size = least + random as u32 % (most - least);
        let seed = u64::from(size) | random >> 32 << 32;
        let test = |u: &mut arbitrary::Unstructured<'_>| {
            body(u.peek_bytes(u.len()).unwrap_or_default());
            Ok(())
        };
        // One that never ends is to be known by its seed.
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

/// Any text as a file: a value or findings, every span inside; formatted once is formatted for good.
#[test]
fn files() {
    run("file", alfil_fuzz::file, (1, 400));
}

/// Shipped definitions changed by their structure, through all that commands do with a file.
#[test]
fn mutants() {
    run("mutant", alfil_fuzz::mutant, (32, 300));
}

/// Shipped definitions with one slip: the edits that are offered cure it, and nothing else is lost.
#[test]
fn slips() {
    run("slip", alfil_fuzz::slip, (16, 64));
}

/// Random positions of games whose moves the tables know without making them.
#[test]
fn sparse() {
    run("sparse", alfil_fuzz::sparse, (64, 600));
}

/// Shipped games under random house rules: tables equal the reference.
#[test]
fn house_rules() {
    run("house_rules", alfil_fuzz::house_rules, (200, 2000));
}

/// Reasons of illegal moves: what they name, taken away, leaves the move legal or gives another reason.
#[test]
fn reasons() {
    run("reasons", alfil_fuzz::reasons, (200, 2000));
}

/// Rules that no test exercises can be deleted with all tests passing, others cannot.
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

/// Questions, conditions and effects in English: no word of the notation, and a negation that reads as one.
#[test]
fn english() {
    run("words", alfil_fuzz::words, (64, 600));
}

/// Shipped definitions cut and pasted: written as one file they mean the same.
#[test]
fn definitions() {
    run("definition", alfil_fuzz::definition, (64, 400));
}

/// The same, played.
#[test]
fn games() {
    run("game", alfil_fuzz::game, (64, 800));
}

/// Positions and moves as text: what reads writes back, what does not is a finding.
#[test]
fn positions() {
    run("position", alfil_fuzz::position, (30, 300));
}

/// Commands read what commands print, in random games of shipped definitions.
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

/// Rules, boards and positions at random: tables equal the reference.
#[test]
fn boards() {
    run("board", alfil_fuzz::board, (400, 4000));
}

/// Planes: the interval engine equals the judge, point by point; texts read back.
#[test]
fn planes() {
    run("plane", alfil_fuzz::plane, (40, 600));
}
