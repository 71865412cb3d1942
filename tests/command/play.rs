//! Tests of games in the terminal. `cli/games/*.txt` contain arguments and input, and snapshots
//! contain the complete output.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Builds the command `alfil play` with `arguments`. It runs in the folder of the project and
/// ignores colours and width of the environment.
fn play(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alfil"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).arg("play");
    for (index, part) in arguments.split('\'').enumerate() {
        match index % 2 {
            0 => command.args(part.split_whitespace()),
            _ => command.arg(part),
        };
    }
    for variable in ["COLUMNS", "COLORTERM", "CLICOLOR_FORCE", "CLICOLOR"] {
        command.env_remove(variable);
    }
    command
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn answer(arguments: &str, typed: &[u8]) -> Output {
    let mut child = play(arguments).spawn().expect("the command starts");
    let mut input = child.stdin.take().expect("piped");
    let typed = typed.to_vec();
    // Another thread writes the input, so that full pipes block neither side. A finished game reads
    // no more input.
    let writer = std::thread::spawn(move || drop(input.write_all(&typed)));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the thread does not panic");
    output
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// The games run one after another. `insta::glob!` would assign failures of parallel tests to this
/// test, so that those tests pass.
#[test]
fn game_output_matches_snapshots() {
    let files = std::fs::read_dir("tests/cli/games").expect("the folder of games");
    let mut paths: Vec<_> = files.map(|file| file.expect("an entry").path()).collect();
    paths.sort();
    assert!(paths.len() > 5, "{paths:?}");
    for path in paths {
        let script = std::fs::read_to_string(&path).expect("readable");
        let (arguments, typed) = script.split_once('\n').expect("arguments, then input");
        let output = answer(arguments, typed.as_bytes());
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{path:?}");
        let name = path.file_name().and_then(|name| name.to_str()).expect("UTF-8");
        insta::with_settings!({
            omit_expression => true,
            prepend_module_to_snapshot => false,
            snapshot_suffix => name,
        }, {
            insta::assert_snapshot!(
                "game_output_matches_snapshots",
                format!("{script}\n---\n\n{}", text(&output.stdout))
            );
        });
    }
}

#[test]
fn a_pipe_has_no_prompt_and_its_end_ends_the_game() {
    let output = answer("chess", b"e2e4");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    let told = text(&output.stdout);
    assert!(!told.contains("> ") && !told.contains('\u{1b}'), "{told}");
    assert!(told.ends_with("Black to move\n"), "{told}");
}

#[test]
fn invalid_text_is_rejected_and_the_game_continues() {
    let long = [vec![b'a'; 1 << 20], b"\ne2e4\n".to_vec()].concat();
    for (what, typed) in [
        ("the line is not text in UTF-8", b"caf\xe9 \xff\xfe\0\ne2e4\n".to_vec()),
        ("the line is too long", long),
        ("is not legal", b"\x1b[2J\xe2\x80\xae\ne2e4\n".to_vec()),
        ("is not legal", "é2é4 🂡 e2é\ne2e4\n".as_bytes().to_vec()),
        ("is not legal", b"O-O O-O-O @ P@ @e4 = + e\ne2e4\n".to_vec()),
    ] {
        let output = answer("chess", &typed);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
        let told = text(&output.stdout);
        assert!(told.contains(what) && told.ends_with("Black to move\n"), "{told}");
        assert!(!told.contains(['\u{1b}', '\u{202e}']) && told.len() < 10_000, "{told:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_game_quietly() {
    let mut child = play("chess").spawn().expect("the command starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("piped");
    // If the process has already ended, writing fails.
    let _ = input.write_all(b"e2e4\ne7e5\n");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
}

#[test]
fn an_impossible_request_is_rejected_before_the_game() {
    for arguments in ["ches", "chess --after e2e5", "chess --position 'K w'"] {
        let output = answer(arguments, b"e2e4\n");
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments}");
    }
}
