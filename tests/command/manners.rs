//! How the command behaves when the world does not: closed pipes, full disks, locked folders,
//! interruptions, names and arguments that are no text.

use crate::process::{alfil, code, folder, run, text};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

/// Commands that have something to say.
const TALKERS: &[&[&str]] = &[
    &["list"],
    &["--help"],
    &["--version"],
    &["help", "perft"],
    &["check", "chess"],
    &["test", "chess"],
    &["snapshot", "chess"],
    &["show", "chess"],
    &["explain", "N"],
    &["moves", "chess"],
    &["perft", "chess", "2", "-q"],
    &["play", "chess"],
    &["random", "chess", "--plies", "3"],
    &["diagram", "chess"],
    &["watch", "chess", "--rounds", "2"],
    &["completions", "bash"],
    &["man"],
    &["check", "tests/broken/misspelt-key.yaml"],
];

#[test]
fn a_closed_pipe_ends_every_command_quietly() {
    for arguments in TALKERS {
        let mut child = alfil()
            .args(*arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(text(&output.stderr), "", "{arguments:?}");
        assert!([0, 1].contains(&code(&output)), "{arguments:?}");
    }
}

#[test]
fn a_full_disk_is_told() {
    let Ok(full) = File::options().write(true).open("/dev/full") else { return };
    for arguments in TALKERS {
        let output = alfil()
            .args(*arguments)
            .stdout(full.try_clone().expect("a handle"))
            .stderr(Stdio::piped())
            .output()
            .expect("it starts");
        let told = text(&output.stderr);
        assert!(told.starts_with("error: ") && told.contains("the disk is full"), "{told}");
        assert_eq!((code(&output), told.lines().count()), (2, 1), "{arguments:?}: {told}");
    }
}

#[test]
fn a_write_that_fails_half_way_leaves_the_old_file() {
    let folder = folder("half-way");
    let path = folder.join("board.png");
    fs::write(&path, "what stood there before").expect("written");
    // No file may grow beyond one block, and the signal that says so is not listened to.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" diagram chess -o \"$1\"";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_alfil")])
        .arg(&path)
        .output()
        .expect("a shell");
    assert_eq!(code(&output), 2, "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("cannot be written"), "{}", text(&output.stderr));
    assert_eq!(fs::read(&path).expect("there"), b"what stood there before");
    assert_eq!(fs::read_dir(&folder).expect("there").count(), 1, "no draft is left");
}

#[test]
fn a_locked_folder_or_file_is_left_alone() {
    let folder = folder("locked");
    let file = folder.join("mine.yaml");
    fs::write(&file, "extends:   chess\n").expect("written");
    let lock = |path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode));
    let refused = |arguments: &[&str]| {
        let output = alfil().current_dir(&folder).args(arguments).output().expect("it starts");
        assert_eq!(code(&output), 2, "{arguments:?}");
        let told = text(&output.stderr);
        assert!(told.ends_with("cannot be written: no permission\n"), "{arguments:?}: {told}");
    };
    lock(&folder, 0o555).expect("locked");
    // Root writes everywhere.
    if File::create(folder.join("probe")).is_err() {
        refused(&["fmt", "mine.yaml"]);
        refused(&["new", "other"]);
        refused(&["snapshot", "mine.yaml", "--accept"]);
        refused(&["diagram", "chess", "-o", "board.svg"]);
        lock(&folder, 0o755).expect("opened");
        lock(&file, 0o444).expect("locked");
        refused(&["fmt", "mine.yaml"]);
    }
    lock(&folder, 0o755).expect("opened");
    assert_eq!(fs::read_to_string(&file).expect("there"), "extends:   chess\n");
}

#[test]
fn an_interruption_ends_a_watch_and_leaves_nothing() {
    let folder = folder("interrupted");
    fs::write(folder.join("mine.yaml"), "extends: chess\n").expect("written");
    let mut child = alfil()
        .current_dir(&folder)
        .args(["watch", "mine.yaml"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    assert!(lines.any(|line| line.is_ok_and(|l| l.starts_with("-- watching"))));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(130), ""));
    assert_eq!(fs::read_dir(&folder).expect("there").count(), 1);
}

#[test]
fn names_that_are_no_text_are_told() {
    let name = OsStr::from_bytes(b"caf\xe9.yaml");
    for command in ["check", "fmt", "new", "explain", "moves"] {
        let output = alfil().arg(command).arg(name).output().expect("it starts");
        let told = text(&output.stderr);
        assert!(told.starts_with("error: `caf\u{fffd}.yaml` is not text in UTF-8"), "{told}");
        assert_eq!(code(&output), 2);
    }
    let folder = folder("no-text");
    // Some file systems refuse such a name.
    if fs::write(folder.join(name), "extends: chess\n").is_ok() {
        for command in ["check", "fmt", "test", "snapshot"] {
            let output = alfil().arg(command).arg(&folder).output().expect("it starts");
            let told = text(&output.stdout);
            assert!(told.contains("is not text in UTF-8") && told.contains("rename"), "{told}");
            assert_eq!(code(&output), 1);
        }
    }
}

#[test]
fn huge_arguments_are_answered_briefly() {
    let long = "x".repeat(100_000);
    let deep = "x/".repeat(50_000);
    let sum = format!("chess{}", "+contrast-modifier".repeat(5_000));
    let brackets = "(".repeat(100_000);
    let placement = "8/".repeat(50_000);
    let moves = "e2e4 ".repeat(20_000);
    let commands: &[&[&str]] = &[
        &["check", &long],
        &["check", &deep],
        &["check", &sum],
        &["show", &long],
        &["fmt", &deep],
        &["new", &long],
        &["new", &deep],
        &["explain", &brackets],
        &["explain", &long],
        &["moves", "chess", "--position", &placement],
        &["moves", "chess", "--after", &moves],
        &["man", &long],
    ];
    for arguments in commands {
        let output = run(arguments);
        let length = output.stdout.len() + output.stderr.len();
        assert!(code(&output) > 0 && length < 4_000, "{}: {length} bytes", arguments[0]);
    }
}

#[test]
fn completions_know_every_command() {
    let help = run(&["--help"]);
    let commands = text(&help.stdout).split("Commands:\n").nth(1).expect("a list");
    let commands = commands.split("\n\n").next().expect("an end");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = run(&["completions", shell]);
        let told = text(&output.stdout);
        for command in commands.lines().filter_map(|line| line.split_whitespace().next()) {
            assert!(told.contains(command), "{shell} does not know {command}");
        }
    }
}

#[test]
fn colours_are_as_asked_for() {
    let coloured = |arguments: &[&str], variable: Option<(&str, &str)>| {
        let mut command = alfil();
        command.env_remove("NO_COLOR").args(arguments).envs(variable);
        let output = command.output().expect("it starts");
        output.stdout.contains(&0x1b)
    };
    let show: &[&str] = &["show", "chess"];
    let always: &[&str] = &["show", "chess", "--color", "always"];
    assert!(!coloured(show, None), "a pipe is no terminal");
    assert!(coloured(always, None));
    assert!(coloured(always, Some(("NO_COLOR", "1"))), "what is asked for here and now wins");
    assert!(coloured(show, Some(("CLICOLOR_FORCE", "1"))));
    assert!(!coloured(&["show", "chess", "--color", "never"], Some(("CLICOLOR_FORCE", "1"))));
}
