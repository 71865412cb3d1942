//! Runs the fuzz bodies on random bytes. By default, each body runs for a fraction of a second.
//! `ALFIL_FUZZ_SECONDS` sets another time. `ALFIL_FUZZ_RUNS` sets a number of runs, which continue
//! after failures; the failures are listed at the end. `ALFIL_FUZZ_SEED` repeats a run by its seed,
//! and `ALFIL_FUZZ_FILE` runs an input that libFuzzer wrote.

use std::cell::Cell;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The default time for one body.
const BRIEFLY: Duration = Duration::from_millis(300);

/// Runs `body` on random bytes, and prints the number of runs. `sizes` are the least and the
/// greatest number of bytes.
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

/// Runs `body` `runs` times and continues after failures. From time to time, it prints the progress
/// and the slowest run.
fn many(name: &str, body: fn(&[u8]), (least, most): (u32, u32), runs: u64) {
    let random = RandomState::new();
    let (mut failed, mut slowest) = (Vec::new(), (Duration::ZERO, 0));
    for run in 1..=runs {
        let mut hasher = random.build_hasher();
        hasher.write_u64(run);
        let random = hasher.finish();
        // As in arbtest, the lower half of a seed is the number of bytes, and the upper half
        // generates them.
        let size = least + random as u32 % (most - least);
        let seed = u64::from(size) | random >> 32 << 32;
        let test = |u: &mut arbitrary::Unstructured<'_>| {
            body(u.peek_bytes(u.len()).unwrap_or_default());
            Ok(())
        };
        // The seed is printed before the run, so that it is known if the run never ends.
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

/// Any text as a definition file: there is a value or a finding, every span is inside the text, and
/// formatting twice equals formatting once.
#[test]
fn files() {
    run("file", alfil_fuzz::file, (1, 400));
}

/// Shipped definitions with changed structure, through everything that commands do with a file.
#[test]
fn mutants() {
    run("mutant", alfil_fuzz::mutant, (32, 300));
}

/// Games with three or four sides: engine and reference agree, and positions are read back.
#[test]
fn sides() {
    run("sides", alfil_fuzz::sides, (200, 2000));
}

/// Shipped definitions with one typical mistake: offered edits remove the finding and lose nothing
/// else.
#[test]
fn slips() {
    run("slip", alfil_fuzz::slip, (16, 64));
}

/// What a side does not see has no influence on its view and its moves.
#[test]
fn sights() {
    run("sight", alfil_fuzz::sight, (400, 4000));
}

/// Two games that look alike to a side: pictures, moves, Studio and the computer tell it the same.
#[test]
fn secrets() {
    run("secrets", alfil_fuzz::secrets, (200, 3000));
}

/// Random positions of games in which the engine need not make a move to verify it.
#[test]
fn sparse() {
    run("sparse", alfil_fuzz::sparse, (64, 600));
}

/// Shipped games with random additional rules: engine and reference agree.
#[test]
fn house_rules() {
    run("house_rules", alfil_fuzz::house_rules, (200, 2000));
}

/// Reasons for illegal moves: without the named rule, the move is legal or has a different reason.
#[test]
fn reasons() {
    run("reasons", alfil_fuzz::reasons, (200, 2000));
}

/// All tests still pass without a rule if, and only if, no test covers it.
#[test]
fn coverages() {
    run("coverage", alfil_fuzz::coverage, (64, 300));
}

/// Any texts, written as YAML: they are read back, and the formatter has nothing to change.
#[test]
fn yaml() {
    run("pen", alfil_fuzz::pen, (1, 400));
}

/// Any text as a movement string.
#[test]
fn notation() {
    run("notation", alfil_fuzz::notation, (1, 200));
}

/// Printed movements are read back as the same movements.
#[test]
fn round_trips() {
    run("round_trip", alfil_fuzz::round_trip, (16, 400));
}

/// Sentences with changed words: every text has a tree, and a printed tree is read back.
#[test]
fn sentences_with_changed_words() {
    run("sentence_tree", alfil_fuzz::sentence_tree, (8, 64));
}

/// Printed sentences are read back as the same sentences.
#[test]
fn sentences() {
    run("sentence_tree", alfil_fuzz::sentence_tree, (16, 200));
}

/// Questions, conditions and effects in English: no word of the definition language, and no double
/// negation.
#[test]
fn english() {
    run("words", alfil_fuzz::words, (64, 600));
}

/// Mixtures of shipped definitions: written as one file, they keep their meaning.
#[test]
fn definitions() {
    run("definition", alfil_fuzz::definition, (64, 400));
}

/// Games of random moves in such definitions.
#[test]
fn games() {
    run("game", alfil_fuzz::game, (64, 800));
}

/// Positions and moves as text: a valid text is written back, and any other text has a finding.
#[test]
fn positions() {
    run("position", alfil_fuzz::position, (30, 300));
}

/// The output of commands is valid input for commands, in random games of shipped definitions.
#[test]
fn texts() {
    run("texts", alfil_fuzz::texts, (16, 32));
}

/// As above, in a short game of every shipped definition.
#[test]
fn texts_of_every_definition() {
    for (shipped, seed) in crate::some(alfil_definitions::shipped().zip(1..), 4) {
        alfil_fuzz::printed(shipped.name, seed, 8);
    }
}

/// Random rules, boards and positions: engine and reference agree.
#[test]
fn boards() {
    run("board", alfil_fuzz::board, (400, 4000));
}

/// Random positions on planes: engine and reference agree at sample points, and texts are read
/// back.
#[test]
fn planes() {
    run("plane", alfil_fuzz::plane, (40, 600));
}

/// The same positions, and nothing but the comparison of engine and judge. So many more of them fit into
/// the same time.
#[test]
fn plane_positions() {
    let body = |bytes: &[u8]| {
        alfil_fuzz::plane_judged(bytes);
    };
    run("plane_positions", body, (40, 600));
}

/// Random positions on planes with a king near an edge: what a proof of mate says is true at sample
/// points of every range.
#[test]
fn plane_mates() {
    run("plane_mates", alfil_fuzz::plane_mates, (40, 200));
}
