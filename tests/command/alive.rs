//! Tests of `alfil test --alive --add`: the files that it writes, and the files that it must not
//! change.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SISTERS: &str = include_str!("../cli/dead.yaml");

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn alfil(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alfil"));
    command.args(words).current_dir(folder).env("COLUMNS", "100").env("NO_COLOR", "1");
    command.output().unwrap()
}

fn add(folder: &Path, rule: &str) -> Output {
    alfil(folder, &["test", "mine.yaml", "--alive", "--games", "4", "--add", rule])
}

#[test]
fn a_game_becomes_a_test_that_holds_and_is_needed() {
    let folder = folder("alive-add");
    let file = folder.join("mine.yaml");
    fs::write(&file, SISTERS).unwrap();
    for rule in ["king K", "queen Q", "threefold"] {
        let said = add(&folder, rule);
        assert!(String::from_utf8_lossy(&said.stdout).contains("added to mine.yaml"), "{said:?}");
    }
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with(SISTERS.trim_end()), "{text}");
    assert_eq!(alfil(&folder, &["fmt", "--check", "mine.yaml"]).status.code(), Some(0), "{text}");
    assert_eq!(alfil(&folder, &["test", "mine.yaml"]).status.code(), Some(0), "{text}");
    let said = alfil(&folder, &["test", "mine.yaml", "--coverage"]);
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    for rule in ["king K", "queen Q", "threefold"] {
        assert!(!said.contains(&format!("no test exercises `{rule}`")), "{said}\n{text}");
    }
}

#[test]
fn line_endings_stay() {
    let folder = folder("alive-crlf");
    let file = folder.join("mine.yaml");
    fs::write(&file, SISTERS.replace('\n', "\r\n")).unwrap();
    add(&folder, "king K");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("tests:\r\n"), "{text:?}");
    assert!(!text.replace("\r\n", "").contains('\n'), "{text:?}");
}

#[test]
fn a_file_without_room_for_a_test_is_left_alone() {
    let folder = folder("alive-flow");
    let file = folder.join("mine.yaml");
    let text = format!("{SISTERS}tests: [{{perft: [20], source: me}}]\n");
    for (text, rule) in [(text.as_str(), "king K"), (SISTERS, "king L"), (SISTERS, "restriction 1")]
    {
        fs::write(&file, text).unwrap();
        let said = add(&folder, rule);
        assert_eq!(said.status.code(), Some(2), "{said:?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
}

#[test]
fn a_shipped_game_is_not_written() {
    let folder = folder("alive-shipped");
    let words = ["test", "clobber", "--alive", "--games", "2", "--add", "claim 9"];
    let said = alfil(&folder, &words);
    assert_ne!(said.status.code(), Some(101), "{said:?}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}
