//! Tests of commands that write or watch definitions.

use crate::process::{alfil, code, folder, run, text};
use alfil_definitions::shipped;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

/// Runs the command in `folder`. Returns the exit code and the output of both streams.
fn within(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let output = alfil().current_dir(folder).args(arguments).output().expect("it starts");
    let told = format!("{}{}", text(&output.stdout), text(&output.stderr));
    (code(&output), told)
}

#[test]
fn a_new_definition_of_every_game_has_no_findings() {
    let folder = folder("new-of-all");
    let is_modifier = |text: &str| text.lines().any(|line| line == "modifier: true");
    for parent in shipped().filter(|s| !is_modifier(s.text)) {
        let arguments = ["new", &format!("my-{}", parent.name), "--extends", parent.name, "-q"];
        assert_eq!(within(&folder, &arguments), (0, String::new()), "{}", parent.name);
    }
    for command in [&["check"][..], &["test"], &["fmt", "--check"]] {
        let (code, told) = within(&folder, &[command, &["."]].concat());
        assert_eq!(code, 0, "{command:?}: {told}");
    }
}

#[test]
fn suggestions_of_a_new_definition_work() {
    let folder = folder("new-suggests");
    assert_eq!(within(&folder, &["new", "camel-game"]).0, 0);
    let path = folder.join("camel-game.yaml");
    let text = fs::read_to_string(&path).expect("written");
    let text = text.replace("# pieces", "pieces").replace("#   ", "  ").replace("# setup", "setup");
    // The camel needs a cell in the setup, and the new queen changes the counts.
    let text = text.replace("PPP/RNB", "PPP/RMB").replace("[20, 400]", "[20]");
    fs::write(&path, text).expect("written");
    let (code, told) = within(&folder, &["check", "camel-game.yaml"]);
    assert_eq!(code, 0, "{told}");
}

#[test]
fn new_overwrites_nothing() {
    let folder = folder("new-there");
    let path = folder.join("mine.yaml");
    fs::write(&path, "extends: contrast\n").expect("written");
    let (code, told) = within(&folder, &["new", "mine"]);
    assert!(code == 2 && told.contains("already exists"), "{told}");
    assert_eq!(fs::read_to_string(&path).expect("there"), "extends: contrast\n");
    assert_eq!(within(&folder, &["new", "mine", "--force"]).0, 0);
    assert!(fs::read_to_string(&path).expect("there").contains("\nname: Mine\nextends: chess\n"));
    // The path of a parent is relative to the new file, which may be in another folder.
    fs::create_dir(folder.join("games")).expect("made");
    let sum = "./mine.yaml+contrast-modifier";
    assert_eq!(within(&folder, &["new", "games/child", "--extends", sum]).0, 0);
    let child = fs::read_to_string(folder.join("games/child.yaml")).expect("written");
    assert!(child.contains("\nextends: ../mine.yaml+contrast-modifier\n"), "{child}");
    assert_eq!(within(&folder, &["check", "games/child.yaml"]), (0, "ok\n".to_owned()));
}

#[test]
fn names_become_files_and_titles() {
    let folder = folder("new-names");
    fs::create_dir(folder.join("a")).expect("made");
    for (name, file, title) in [
        ("camel", "camel.yaml", "Camel"),
        ("my-first_game", "my-first_game.yaml", "My First Game"),
        ("a/b.yml", "a/b.yml", "B"),
        ("élan", "élan.yaml", "Élan"),
        ("3-check", "3-check.yaml", "3 Check"),
        // The last part of a path to a folder becomes the name.
        ("a/", "a.yaml", "A"),
    ] {
        let (code, told) = within(&folder, &["new", name]);
        let wanted = format!("{file} is ready: {title}, which extends chess\n");
        assert!(code == 0 && told.starts_with(&wanted), "{told}");
        assert!(folder.join(file).is_file(), "{file}");
    }
    for name in ["", "..", ".yaml", "game.txt", "./---", "./-x", "a\u{1b}[2Jb", &"x".repeat(300)] {
        let (code, told) = within(&folder, &["new", name]);
        assert!(code == 2 && told.starts_with("error: "), "{name:?}: {told}");
    }
    assert_eq!(fs::read_dir(&folder).expect("there").count(), 6);
}

#[test]
fn shipped_definitions_are_formatted() {
    let output = run(&["fmt", "--check", "definitions"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stdout));
}

#[test]
fn files_are_formatted_in_place() {
    let folder = folder("formatted");
    let uneven = fs::read_to_string("tests/cli/uneven.yaml").expect("there");
    let broken = fs::read("tests/cli/unclosed.yaml").expect("there");
    let crlf = uneven.replace('\n', "\r\n");
    fs::write(folder.join("a.yaml"), &uneven).expect("written");
    fs::write(folder.join("b.yml"), format!("\u{feff}{crlf}")).expect("written");
    fs::write(folder.join("c.yaml"), &broken).expect("written");
    let even = "# A file that nobody has put in order.\nalfil: 1\nname: Uneven\nextends: chess\npieces:\n  \
                knight: {moves: N, letter: N}   # as it was\n\ntests:\n  - perft: [20, 400]\n    \
                source: those of chess\n";
    let (code, told) = within(&folder, &["fmt", "--check", "."]);
    assert!(code == 1 && told.contains("a.yaml would change\n"), "{told}");
    assert_eq!(fs::read_to_string(folder.join("a.yaml")).expect("there"), uneven);
    let (code, told) = within(&folder, &["fmt", "."]);
    assert!(code == 1 && told.contains("b.yml formatted\n"), "{told}");
    for name in ["a.yaml", "b.yml"] {
        assert_eq!(fs::read_to_string(folder.join(name)).expect("there"), even, "{name}");
    }
    assert_eq!(fs::read(folder.join("c.yaml")).expect("there"), broken);
    assert_eq!(within(&folder, &["fmt", "a.yaml", "b.yml"]), (0, "ok, 2 definitions\n".to_owned()));
}

/// Each word of edition 0 gets its form in edition 1. Comments and layout stay.
#[test]
fn files_of_edition_0_are_rewritten() {
    let folder = folder("edition");
    let before = "# An old file.\nextends: chess   # its parent\nzones: {camp: ranks 1-2}\npieces:\n  \
                  knight: {moves: N; + C when rank 2 or not edge}\n  \
                  pawn: {promotes: {at: last rank, on: enter leave, to: queen}}\n\
                  every move: only when  2 own rooks or not last mover in enemy's camp\nends:\n  \
                  checkmate: win   # the mated side\n  \
                  goals: [win when own king in camp and corner or 3 own queens]\n\
                  turn: {steps: [{}, {pieces: [pawn, king], only when: not capturing or check, may pass: true}, {if: passing}]}\n";
    let after = "# An old file.\nalfil: 1\nextends: chess   # its parent\nzones: {camp: ranks 1-2}\npieces:\n  \
                 knight: {moves: N; + C when from rank 2 or not from edge}\n  \
                 pawn: {promotes: {at: last rank, upon: enter leave, to: queen}}\n\
                 every move: exactly 2 own rooks or not previous mover in enemy camp\nends:\n  \
                 checkmated: win   # the mated side\n  \
                 goals: [win when own king in camp and from corner or exactly 3 own queens]\n\
                 turn: {steps: [{}, {moves: moving pawn or king and (not capturing or check), may pass: true}, {when: passing}]}\n";
    fs::write(folder.join("old.yaml"), before).expect("written");
    let (code, told) = within(&folder, &["fmt", "--check", "--edition", "1", "old.yaml"]);
    assert_eq!((code, told.as_str()), (1, "old.yaml would change\n"));
    for told in ["old.yaml formatted\n", "ok\n"] {
        assert_eq!(within(&folder, &["fmt", "--edition", "1", "old.yaml"]), (0, told.to_owned()));
        assert_eq!(fs::read_to_string(folder.join("old.yaml")).expect("there"), after);
    }
    // The words of a file with an edition stay, whatever they are.
    let named = format!("alfil: 1\n{before}");
    fs::write(folder.join("new.yaml"), &named).expect("written");
    assert_eq!(within(&folder, &["fmt", "--edition", "1", "new.yaml"]), (0, "ok\n".to_owned()));
    assert_eq!(fs::read_to_string(folder.join("new.yaml")).expect("there"), named);
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("linked");
    let (file, link) = (folder.join("file.yaml"), folder.join("link.yaml"));
    fs::write(&file, "extends:   chess\n").expect("written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("set");
    symlink("file.yaml", &link).expect("linked");
    assert_eq!(within(&folder, &["fmt", "link.yaml"]).0, 0);
    assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
    assert_eq!(fs::read_to_string(&file).expect("there"), "extends: chess\n");
    assert_eq!(fs::metadata(&file).expect("there").permissions().mode() & 0o777, 0o640);
}

#[test]
fn watch_checks_again_when_a_parent_changes() {
    let folder = folder("watched");
    fs::write(folder.join("parent.yaml"), "extends: chess\n").expect("written");
    let child = "alfil: 1\nextends: ./parent.yaml\ntests:\n  - perft: [20]\n    source: chess\n";
    fs::write(folder.join("child.yaml"), child).expect("written");
    let mut watch = alfil()
        .current_dir(&folder)
        .args(["watch", "child.yaml", "--rounds", "3"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(watch.stdout.take().expect("a pipe")).lines();
    // Reads the output of one round, up to the line `-- watching`.
    let mut round = || -> Vec<String> {
        let mut told = Vec::new();
        for line in lines.by_ref() {
            let line = line.expect("UTF-8");
            if line.starts_with("-- watching") {
                told.push(line);
                break;
            }
            told.push(line);
        }
        told
    };
    let first = round();
    assert_eq!(first, ["ok", "child.yaml  1 passed", "-- watching 2 files, Ctrl-C ends it"]);
    fs::write(folder.join("parent.yaml"), "extends: chess\nsetup: nonsense\n").expect("written");
    let second = round().join("\n");
    assert!(second.contains("parent.yaml changed") && second.contains(" error"), "{second}");
    fs::write(folder.join("parent.yaml"), "extends: chess\n").expect("written");
    let third = round().join("\n");
    assert!(third.ends_with("ok\nchild.yaml  1 passed"), "{third}");
    assert!(watch.wait().expect("it ends").success());
}
