//! The fuzz targets' bodies over random bytes: briefly, or as long as `ALFIL_FUZZ_SECONDS` says.

use std::cell::Cell;

/// Runs `body` over random bytes of these lengths for `seconds`, and says how often.
fn run(name: &str, body: fn(&[u8]), sizes: (u32, u32), seconds: u64) {
    let asked = std::env::var("ALFIL_FUZZ_SECONDS").ok();
    let seconds = asked.and_then(|s| s.parse().ok()).unwrap_or(seconds);
    let runs = Cell::new(0u64);
    arbtest::arbtest(|u| {
        runs.set(runs.get() + 1);
        body(u.peek_bytes(u.len()).unwrap_or_default());
        Ok(())
    })
    .size_min(sizes.0)
    .size_max(sizes.1)
    .budget_ms(seconds * 1000);
    println!("{name}: {} runs in {seconds} s", runs.get());
}

/// Any text as a file: a value or findings, every span inside; formatted once is formatted for good.
#[test]
fn files() {
    run("file", alfil::fuzz::file, (1, 400), 3);
}

/// Any text as a movement string.
#[test]
fn notation() {
    run("notation", alfil::fuzz::notation, (1, 200), 3);
}

/// Movements print and parse back.
#[test]
fn round_trips() {
    run("round_trip", alfil::fuzz::round_trip, (16, 400), 3);
}

/// Shipped definitions cut and pasted: written as one file they mean the same.
#[test]
fn definitions() {
    run("definition", alfil::fuzz::definition, (64, 400), 3);
}

/// The same, played.
#[test]
fn games() {
    run("game", alfil::fuzz::game, (64, 800), 8);
}

/// Positions and moves as text: what reads writes back, what does not is a finding.
#[test]
fn positions() {
    run("position", alfil::fuzz::position, (30, 300), 4);
}

/// Rules, boards and positions at random: tables equal the reference.
#[test]
fn boards() {
    run("board", alfil::fuzz::board, (400, 4000), 8);
}

/// Planes: the interval engine equals the judge, point by point; texts read back.
#[test]
fn planes() {
    run("plane", alfil::fuzz::plane, (40, 600), 8);
}
