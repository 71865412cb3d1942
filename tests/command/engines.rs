//! External engines that fail, or that say more than they are asked.

use crate::process::{alfil, code, folder, text};
use std::io::Write;
use std::process::{Output, Stdio};

/// An engine in the language of the shell, with these answers besides the usual ones.
fn engine(answers: &str) -> String {
    let ready = "uci) echo uciok;; isready) echo readyok;;";
    format!(
        "engine:sh -c 'n=0; while read line; do case \"$line\" in {ready} {answers} esac; done'"
    )
}

fn contest(engine: &str, more: &[&str]) -> Output {
    let mut command = alfil();
    command.args(["match", "chess", engine, "random", "--games", "6", "--seed", "3", "--quiet"]);
    command.args(["--time", "0.01"]).args(more).output().expect("the command starts")
}

#[test]
fn a_match_with_a_faulty_engine_has_no_result() {
    for (answers, why) in [
        ("go*) exit;;", "the engine has ended"),
        ("go*) echo bestmove a1a8;;", "the move `a1a8` of the engine is not legal"),
        ("go*) echo bestmove;;", "the move `` of the engine is not legal"),
    ] {
        for more in [&[][..], &["--json"]] {
            let output = contest(&engine(answers), more);
            let told = text(&output.stderr);
            assert_eq!((code(&output), text(&output.stdout)), (2, ""), "{told}");
            let expected = format!(
                "error: game 1: White could not move: {why}; 0 of 6 games were finished, so the match has no result\n"
            );
            assert_eq!(told, expected);
        }
    }
}

/// The input of the engine ends after some games.
#[test]
fn the_games_before_a_fault_are_kept() {
    let program = env!("CARGO_BIN_EXE_alfil");
    let pgn = folder("faulty-engine").join("games.pgn");
    let few = "n=0; while read -r line && [ $n -lt 160 ]; do n=$((n+1)); echo \"$line\"; done";
    let engine = format!("engine:sh -c '{few} | {program} uci'");
    let mut command = alfil();
    command.args(["match", "racing-kings", &engine, "computer:1", "--games", "40", "--seed", "3"]);
    command.args(["--quiet", "--time", "0.01", "--opening", "0", "--pgn"]).arg(&pgn);
    let output = command.output().expect("the command starts");
    let told = text(&output.stderr);
    assert!(code(&output) == 2 && told.contains("so the match has no result"), "{told}");
    let games = std::fs::read_to_string(&pgn).expect("a file");
    let finished = told.split("; ").nth(1).and_then(|words| words.split(' ').next());
    assert_eq!(finished, Some(games.matches("[Event").count().to_string().as_str()), "{told}");
}

/// The second `bestmove` comes before the next question, so it is no answer to it.
#[test]
fn what_an_engine_says_unasked_is_no_answer() {
    let answers = "go*) n=$((n+1)); if [ $n = 1 ]; then echo bestmove e7e5; echo bestmove a7a6; else echo bestmove d7d5; fi;;";
    let mut command = alfil();
    command.args(["play", "chess", "--time", "0.2", "--against", &engine(answers)]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().expect("the command starts");
    let mut input = running.stdin.take().expect("a pipe");
    input.write_all(b"e2e4\nd2d4\n").expect("it reads");
    drop(input);
    let output = running.wait_with_output().expect("it ends");
    let told = text(&output.stdout);
    assert_eq!((code(&output), text(&output.stderr)), (0, ""), "{told}");
    assert!(told.contains("Black plays e7e5") && told.contains("Black plays d7d5"), "{told}");
}
