//! Tests of definitions on standard input, which requests name `-`.

use crate::process::{alfil, code, text};
use std::io::Write;
use std::process::{Output, Stdio};

/// Runs the command with `arguments` and `input` on standard input.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = alfil();
    let command = command.args(arguments).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
    // Some commands stop with an error before they have read all input.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("it ends")
}

const GAME: &str =
    "extends:  chess\npieces: {rook: {moves: R3}}\ntests:\n  - perft: [20]\n    source: counted\n";

const MODIFIER: &str = "modifier: true\npieces: {knight: {moves: + A}}\n";

/// Each row contains arguments, input, exit code and words of the output.
#[test]
fn definitions_come_from_standard_input() {
    let broken = "extends: chess\ncastlng: none\n";
    let rows: &[(&[&str], &str, i32, &str)] = &[
        (&["check", "-"], GAME, 0, "ok"),
        (&["check", "-", "--json"], broken, 1, "\"edit\": {\n        \"file\": \"-\""),
        (&["check", "-"], broken, 1, "did you mean `castling`?"),
        (&["check", "-"], "", 1, "extends: chess"),
        (&["test", "-"], GAME, 0, "1 passed"),
        (&["show", "-"], GAME, 0, "up to 3 steps"),
        (&["moves", "-"], GAME, 0, "a2a3"),
        (&["perft", "-", "2"], GAME, 0, "400"),
        (&["why", "-", "a1a3"], GAME, 1, "R3"),
        (&["explain", "R", "--in", "-"], GAME, 0, "any number"),
        (&["check", "--", "-+monochromatic-modifier"], GAME, 0, "ok"),
        (&["check", "chess+-"], MODIFIER, 0, "ok"),
        (&["fmt", "--check", "-"], GAME, 1, "- would change"),
        (&["watch", "-"], GAME, 2, "does not change"),
        (&["new", "mine", "--extends", "-"], GAME, 2, "cannot extend standard input"),
        (&["snapshot", "--accept", "-"], GAME, 2, "not a file"),
    ];
    for (arguments, input, wanted, words) in rows {
        let output = run(arguments, input.as_bytes());
        let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
        assert!(code(&output) == *wanted && said.contains(words), "{arguments:?}: {said}");
    }
}

#[test]
fn formatted_text_is_printed() {
    let output = run(&["fmt", "-"], GAME.as_bytes());
    assert_eq!((code(&output), text(&output.stdout)), (0, &*GAME.replace("  chess", " chess")));
    let again = run(&["fmt", "-"], &output.stdout);
    assert_eq!(again.stdout, output.stdout);
    let broken = run(&["fmt", "-"], b"a: [");
    assert_eq!(code(&broken), 1);
    let hidden = run(&["fmt", "-"], "name: a\u{200b}b\n".as_bytes());
    assert!(code(&hidden) == 2 && hidden.stdout.is_empty());
}

#[test]
fn standard_input_that_is_not_text_is_rejected() {
    for input in [&[0xff, 0xfe, 0x41][..], &[0x61, 0][..], &[b'a'; (1 << 20) + 1][..]] {
        let output = run(&["check", "-"], input);
        assert_eq!(code(&output), 1);
        assert!(text(&output.stdout).contains("standard input"), "{}", text(&output.stdout));
        assert_eq!(code(&run(&["moves", "-"], input)), 2);
    }
}
