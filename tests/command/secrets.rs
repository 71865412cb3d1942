//! Two games that look alike to a side have the same output: every word of `play`, and every command
//! with `--as`.
//!
//! The pairs of games are those of the fuzz target of the same name. With `ALFIL_FUZZ_SECONDS`, random
//! pairs are compared for that time; otherwise some pairs that are always the same.

use crate::process::{alfil, folder, text};
use alfil_fuzz::{Alike, alike};
use alfil_play::dice::Dice;
use alfil_rules::side::{Color, Side};
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant, SystemTime};

/// The number of pairs that are compared by default.
const PAIRS: usize = 6;

/// All words of `play` that name no move, and some that name moves.
const WORDS: &str = "help\nmoves\nmoves e2\nmoves e7\nmoves a1\nboard\nposition\npgn\nundo\nhint\nnothing\nmoves board position\nresign\n";

/// Standard output and standard error of a command with some input.
fn output(arguments: &[&str], input: &str) -> String {
    let mut command = alfil();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().expect("the command starts");
    let mut pipe = running.stdin.take().expect("a pipe");
    // A command that reads nothing may have closed it.
    let _ = pipe.write_all(input.as_bytes());
    drop(pipe);
    let output = running.wait_with_output().expect("the command ends");
    format!("{}{}{}", output.status, text(&output.stdout), text(&output.stderr))
}

fn word(side: Side) -> &'static str {
    match side.color() {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Compares all that the two games of a pair print.
fn compare(pair: &Alike, folder: &Path) {
    let file = folder.join("game.yaml");
    std::fs::write(&file, &pair.text).expect("a file");
    let file = file.to_str().expect("a path in UTF-8");
    let side = word(pair.side);
    let both = |before: &[&str], after: &[&str], input: &str| {
        let outputs = [0, 1].map(|number| {
            let moves = pair.moves[number].join(" ");
            let mut arguments = before.to_vec();
            arguments.extend(["--after", &moves]);
            if let Some(start) = &pair.starts[number] {
                arguments.extend(["--position", start]);
            }
            arguments.extend(after);
            output(&arguments, input)
        });
        let [one, two] = outputs;
        assert_eq!(one, two, "{before:?} {after:?} {pair:#?}");
    };
    both(&["play", file, "--own-dice"], &["--as", side], WORDS);
    both(&["moves", file], &["--as", side], "");
    both(&["moves", file], &["--as", side, "--json"], "");
    both(&["diagram", file], &["--as", side], "");
    if pair.mover == pair.side {
        // Two people at one keyboard.
        both(&["play", file, "--own-dice"], &[], WORDS);
    }
}

#[test]
fn games_that_look_alike_have_the_same_output() {
    let folder = folder("secrets");
    let asked = std::env::var("ALFIL_FUZZ_SECONDS").ok();
    let time = asked.map(|s| Duration::from_secs(s.parse().expect("a number of seconds")));
    let clock = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("a clock");
    let seed = if time.is_some() { clock().as_nanos() as u64 } else { 5 };
    let (mut dice, begun) = (Dice::new(seed), Instant::now());
    let mut compared = 0;
    let goes_on = |compared| match time {
        Some(time) => begun.elapsed() < time,
        None => compared < PAIRS,
    };
    while goes_on(compared) {
        let bytes: Vec<u8> = (0..2000).map(|_| dice.below(256) as u8).collect();
        let pairs = alike(&bytes);
        let differ =
            |pair: &&Alike| pair.moves[0] != pair.moves[1] || pair.starts[0] != pair.starts[1];
        let Some(pair) = pairs.iter().rfind(differ) else { continue };
        compare(pair, &folder);
        compared += 1;
    }
    println!("{compared} pairs, seed {seed}");
}

/// The setup is shuffled, independently for both sides. The numbers 0 and 2 differ for White only.
#[test]
fn show_tells_no_start_that_a_side_does_not_see() {
    let folder = folder("secret-starts");
    let file = folder.join("game.yaml");
    let rules = "extends: kriegspiel\ncastling: none\nshuffle: {cells: b1 c1, sides: apart}\n";
    std::fs::write(&file, rules).expect("a file");
    let file = file.to_str().expect("a path in UTF-8");
    let show = |side: &str, number| output(&["show", file, "--as", side, "--number", number], "");
    assert_eq!(show("black", "0"), show("black", "2"));
    assert_ne!(show("white", "0"), show("white", "2"));
}

/// After a move in the same line, the other side is to move, but the same person still looks.
#[test]
fn words_after_a_move_do_not_show_the_view_of_the_other_side() {
    for words in ["moves", "board", "position", "help", "pgn", "undo", "hint"] {
        let one = output(&["play", "kriegspiel"], &format!("e2e4 {words}\n"));
        let shown = one.split("---- Black looks").next().unwrap_or_default();
        assert!(!shown.contains("e7e5") && !shown.contains("rnbqkbnr"), "{words}: {shown}");
    }
}

/// All pieces are placed, so everything is seen. Nobody places pieces again with that knowledge, and
/// the order in which they were placed stays unknown. Only the last move is a part of the position.
#[test]
fn moves_from_before_everything_is_seen_stay_secret() {
    let white = "K@a1 B@b1 B@c1 N@d1 N@e1 R@f1 R@g1 Q@h1";
    let black =
        ["R@a8 N@b8 B@c8 Q@d8 K@e8 B@f8 N@g8 R@h8", "N@g8 B@f8 Q@d8 K@e8 B@c8 N@b8 R@a8 R@h8"];
    let games = black.map(|black| {
        let input = format!("{white}\n{black}\nundo\npgn\nposition\na2a3\nundo\nundo\n");
        output(&["play", "deployment"], &input)
    });
    assert_eq!(games[0], games[1]);
    assert_eq!(games[0].matches("cannot be taken back").count(), 2, "{}", games[0]);
    assert!(
        games[0].contains("[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/KBBNNRRQ"),
        "{}",
        games[0]
    );
}
