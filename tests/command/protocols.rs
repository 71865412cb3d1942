//! Tests of protocols with other chess programs. `cli/protocols/*.txt` contain conversations.
//!
//! The first line has the arguments. `> TEXT` sends a line. `= PATTERN` matches the next line of the
//! answer, and `< PATTERN` skips lines until one matches. `*` stands for any text.

use crate::process::{alfil, code, text};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

/// The longest wait for a line. Builds without optimization are slow.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program, and the lines that it writes.
struct Talk {
    child: Child,
    lines: Receiver<String>,
}

impl Talk {
    fn begin(arguments: &str) -> Talk {
        let mut child = alfil()
            .args(arguments.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            let lines = output.lines().map_while(Result::ok);
            lines.take_while(|line| sender.send(line.clone()).is_ok()).for_each(drop);
        });
        Talk { child, lines }
    }

    fn send(&mut self, text: &str) {
        let input = self.child.stdin.as_mut().expect("piped");
        // After `quit`, nothing may read the line.
        let _ = input.write_all(format!("{text}\n").as_bytes());
    }

    /// Ends the input, waits for the end of the program, and returns its remaining lines.
    fn end(mut self) -> (Option<i32>, Vec<String>, String) {
        drop(self.child.stdin.take());
        let mut rest = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            rest.push(line);
        }
        let mut complaints = String::new();
        let mut stderr = self.child.stderr.take().expect("piped");
        stderr.read_to_string(&mut complaints).expect("UTF-8");
        (self.child.wait().expect("it ends").code(), rest, complaints)
    }
}

/// True if `text` matches `pattern`, where `*` stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, tail)) => text.strip_prefix(head).is_some_and(|rest| {
            tail.is_empty() || rest.char_indices().any(|(at, _)| matches(tail, &rest[at..]))
        }),
    }
}

fn converse(path: &Path) {
    let script = std::fs::read_to_string(path).expect("readable");
    let (arguments, script) = script.split_once('\n').expect("arguments, then lines");
    let mut talk = Talk::begin(arguments);
    let mut seen = Vec::new();
    for (number, line) in (2..).zip(script.lines()) {
        let (sign, text) = line.split_at(1);
        let text = text.strip_prefix(' ').unwrap_or(text);
        let mut next = || {
            let line = talk.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| {
                panic!("{}:{number}: no answer; seen: {seen:#?}", path.display())
            });
            seen.push(line.clone());
            line
        };
        match sign {
            "#" => {}
            ">" => talk.send(text),
            "<" => while !matches(text, &next()) {},
            "=" => {
                let line = next();
                assert!(matches(text, &line), "{}:{number}: {line}", path.display());
            }
            _ => panic!("{}:{number}: unknown sign", path.display()),
        }
    }
    let (code, rest, complaints) = talk.end();
    assert_eq!((code, complaints.as_str()), (Some(0), ""), "{}", path.display());
    // `quit` ends a search without a move, and how many depths it has reported by then is up to the
    // machine. The end of the input waits for the move.
    let last = script.lines().last().unwrap_or_default();
    let ending = if last == "> quit" { "info " } else { "bestmove " };
    let is_ended = rest.last().is_none_or(|line| line.starts_with(ending));
    assert!(is_ended, "{}: {rest:#?}", path.display());
}

#[test]
fn conversations_go_as_written() {
    let files = std::fs::read_dir("tests/cli/protocols").expect("the folder of conversations");
    let mut paths: Vec<_> = files.map(|file| file.expect("an entry").path()).collect();
    paths.sort();
    assert!(paths.len() > 5, "{paths:?}");
    paths.iter().for_each(|path| converse(path));
}

#[test]
fn input_without_meaning_ends_neither_in_a_panic_nor_in_a_hang() {
    let mut talk = Talk::begin("uci");
    let words = [
        "position",
        "fen",
        "go",
        "setoption",
        "name",
        "value",
        "moves",
        "startpos",
        "é",
        "\u{1b}[2J",
        "-",
        "9",
    ];
    for first in words {
        for second in words {
            talk.send(&format!("{first} {second} {first}"));
        }
    }
    talk.send(&"x".repeat(3 << 20));
    talk.send("stop");
    talk.send("isready");
    let answer = || talk.lines.recv_timeout(PATIENCE).expect("an answer");
    let mut line = answer();
    while line != "readyok" {
        assert!(line.len() < 10_000 && !line.contains('\u{1b}'), "{line:?}");
        line = answer();
    }
    let (code, _, complaints) = talk.end();
    assert_eq!((code, complaints.as_str()), (Some(0), ""));
}

/// Plays against an external engine, here a second process of the program or a shell script.
fn play_against(engine: &str, game: &str, typed: &str) -> Output {
    let mut child = alfil()
        .args(["play", game, "--time", "0.2", "--against", &format!("engine:{engine}")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut input = child.stdin.take().expect("piped");
    // If the engine has a fault, nothing reads the input.
    let _ = input.write_all(typed.as_bytes());
    drop(input);
    child.wait_with_output().expect("it ends")
}

#[test]
fn an_external_engine_answers_moves() {
    let alfil = env!("CARGO_BIN_EXE_alfil");
    for (engine, game, typed) in [
        ("uci", "chess", "e2e4\nundo\nd2d4\n"),
        ("uci", "three-check", "e2e4\n"),
        ("uci", "tests/cli/uneven.yaml", "e2e4\n"),
        ("xboard", "three-check", "e2e4\n"),
        ("xboard", "xiangqi", "h3e3\n"),
        ("xboard tests/cli/uneven.yaml", "tests/cli/uneven.yaml", "e2e4\n"),
    ] {
        let output = play_against(&format!("'{alfil}' {engine}"), game, typed);
        let told = text(&output.stdout);
        assert_eq!((code(&output), text(&output.stderr)), (0, ""), "{told}");
        let answers = typed.lines().filter(|line| *line != "undo").count();
        assert_eq!(told.matches("Black plays ").count(), answers, "{told}");
    }
}

#[test]
fn a_match_sets_options_of_an_engine() {
    let program = env!("CARGO_BIN_EXE_alfil");
    // On the first level, moves are fast.
    let level = "skill level=1";
    for (protocol, option, complaint) in [
        ("uci", "hash=2", ""),
        ("uci", "Colour=red", "error: the engine has no option `Colour`\n"),
        ("xboard", "memory=2", ""),
        ("xboard", "cores=2", ""),
        ("xboard", "egtpath=2", "error: the engine has no option `egtpath`\n"),
    ] {
        let engine = format!("engine:'{program}' {protocol}");
        let output = alfil()
            .args(["match", "king-of-the-hill", "computer:nodes=100", &engine, "--quiet"])
            .args(["--games", "1", "--time", "0.01", "--option", level, "--option", option])
            .output()
            .expect("the command starts");
        assert_eq!(text(&output.stderr), complaint, "{protocol} {option}");
        assert_eq!(code(&output), if complaint.is_empty() { 0 } else { 2 });
    }
}

#[cfg(unix)]
#[test]
fn a_faulty_engine_ends_the_game_with_an_error() {
    let says =
        |lines: &str| format!("sh -c 'while read line; do case \"$line\" in {lines} esac; done'");
    let ready = "uci) echo uciok;; isready) echo readyok;;";
    for (engine, complaint) in [
        ("/nowhere/engine".to_owned(), "error: the engine cannot be started: "),
        ("false".to_owned(), "error: the engine has ended"),
        (says(&format!("{ready} go*) exit;;")), "error: the engine has ended"),
        (
            says(&format!("{ready} go*) echo bestmove e2e4;;")),
            "error: the move `e2e4` of the engine is not legal",
        ),
        (
            says(&format!("{ready} go*) echo bestmove;;")),
            "error: the move `` of the engine is not legal",
        ),
        (says(ready), "error: the engine did not send `bestmove` within 5 s"),
    ] {
        let output = play_against(&engine, "chess", "e2e4\ne2e4\n");
        let told = text(&output.stderr);
        assert!(code(&output) == 2 && told.starts_with(complaint), "{engine}: {told}");
    }
    let output = play_against(&says(ready), "xiangqi", "");
    assert_eq!(text(&output.stderr), "error: the engine does not play `xiangqi`\n");
    let output = play_against("true", "continuous", "");
    assert!(text(&output.stderr).starts_with("error: no engine plays Continuous Chess: "));
}
