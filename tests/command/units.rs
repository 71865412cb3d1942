//! Single modules of the command, by what they give.

use alfil::cli::arguments::unusable;
use alfil::cli::catalogue::{PAGE, example};
use alfil::cli::file::{Before, Fault, put};
use alfil::cli::new::place;
use alfil::cli::shell::{Shell, Talk, When};
use alfil::cli::watch::{Stamps, wait};
use alfil::cli::words::wrap;
use alfil::diagnostic::Code;
use alfil::source::is_seen;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

#[test]
fn typographic_quotes_are_told() {
    let told = |words: &[&str]| unusable(words.iter().map(OsString::from));
    let help =
        |words: &[&str]| told(words).and_then(|t| t.split("type ").nth(1).map(str::to_owned));
    assert_eq!(help(&["explain", "“fmW", "fceF”"]).as_deref(), Some("'fmW fceF'"));
    assert_eq!(help(&["explain", "„N“", "--json"]).as_deref(), Some("'N'"));
    assert_eq!(help(&["moves", "chess", "--after=‘e2e4", "e7e5’"]).as_deref(), Some("'e2e4 e7e5'"));
    assert_eq!(help(&["explain", "“N", "W"]).as_deref(), Some("'N'"));
    assert_eq!(told(&["check", "l’échec.yaml"]), None);
    assert_eq!(told(&[]), None);
}

#[test]
fn every_code_of_the_page_has_its_example() {
    let shown = |code| example(code).is_some_and(|e| e.lines().count() > 0);
    let listed = |c: &&Code| PAGE.contains(&format!("\n### {c}\n"));
    assert!(Code::ALL.iter().filter(listed).all(|&code| shown(code)));
    let letter = example(Code::UnknownLetter).unwrap_or_default();
    assert!(letter.contains("has no meaning") && !letter.contains("```"), "{letter}");
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("alfil-file-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn what_somebody_else_wrote_meanwhile_stays() {
    let folder = folder("meanwhile");
    let path = folder.join("a");
    fs::write(&path, "edited").expect("written");
    let put = |before| put(&path, b"new", before);
    assert!(matches!(put(Before::Text("as it was read")), Err(Fault::Changed)));
    assert!(matches!(put(Before::Text("edi")), Err(Fault::Changed)));
    assert!(matches!(put(Before::Absent), Err(Fault::There)));
    assert_eq!(fs::read(&path).expect("there"), b"edited");
    fs::remove_file(&path).expect("there");
    assert!(matches!(put(Before::Text("edited")), Err(Fault::Changed)));
    assert_eq!(fs::read_dir(&folder).expect("there").count(), 0, "nothing is left behind");
    assert!(put(Before::Absent).is_ok());
    // A byte order mark is no part of a text.
    fs::write(&path, "\u{feff}edited").expect("written");
    assert!(put(Before::Text("edited")).is_ok());
    assert_eq!(fs::read(&path).expect("there"), b"new");
    fs::remove_dir_all(&folder).expect("ours");
}

#[cfg(unix)]
#[test]
fn attributes_stay_and_other_names_are_told() {
    let folder = folder("attributes");
    let (path, other) = (folder.join("a"), folder.join("b"));
    fs::write(&path, "old").expect("written");
    fs::hard_link(&path, &other).expect("linked");
    let has_attributes = xattr::set(&path, "user.note", b"mine").is_ok();
    let lost = put(&path, b"new", Before::Any).unwrap_or_default();
    assert_eq!(lost, ["its other names (1 hard links) hold what it was before"]);
    if has_attributes {
        assert_eq!(xattr::get(&path, "user.note").ok().flatten().as_deref(), Some(&b"mine"[..]));
    }
    assert_eq!(fs::read(&other).expect("there"), b"old");
    fs::remove_dir_all(&folder).expect("ours");
}

#[test]
fn names_become_files_and_titles() {
    for (name, file, title) in [
        ("camel", "camel.yaml", "Camel"),
        ("my-first_game", "my-first_game.yaml", "My First Game"),
        ("a/b.yml", "a/b.yml", "B"),
        ("élan", "élan.yaml", "Élan"),
        ("3-check", "3-check.yaml", "3 Check"),
    ] {
        let placed = place(Path::new(name)).ok();
        assert_eq!(placed, Some((PathBuf::from(file), title.to_owned())));
    }
    for name in ["", "..", "a/", ".yaml", "game.txt", "---", "a\u{1b}[2Jb", &"x".repeat(300)] {
        // A folder's last name is a name.
        assert_eq!(place(Path::new(name)).is_ok(), name == "a/", "{name:?}");
    }
}

#[test]
fn nothing_steers_the_terminal() {
    let hostile = "a\u{1b}[2J\u{9b}31m\r\u{61c}\u{2060}\u{2028}\u{e0041}\u{202e}\tb\n";
    let mut shell = Shell::new(When::Never, Talk::Full);
    shell.say(hostile);
    assert_eq!(
        shell.out,
        "a\u{fffd}[2J\u{fffd}31m\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\tb\n"
    );
    shell.out.clear();
    shell.paint("\u{1b}[0;1mx\u{1b}[0m\u{1b}[3;2Hy\u{1b}]0;z\u{7}");
    assert_eq!(shell.out, "\u{1b}[0;1mx\u{1b}[0m\u{fffd}[3;2Hy\u{fffd}]0;z\u{fffd}");
    shell.out.clear();
    let value = serde_json::Value::from(hostile);
    shell.json(&value);
    assert!(shell.out.trim_end().chars().all(is_seen), "{}", shell.out);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&shell.out).ok(), Some(value));
    shell.complain(hostile);
    assert!(shell.err.trim_end().chars().all(|c| is_seen(c) || c == '\t'), "{}", shell.err);
}

fn stamps(files: &[(&str, u64)]) -> Stamps {
    let stamp = |&(path, length): &(&str, u64)| {
        (PathBuf::from(path), Some((SystemTime::UNIX_EPOCH, length)))
    };
    Stamps { files: files.iter().map(stamp).collect() }
}

#[test]
fn a_change_counts_once_it_has_come_to_rest() {
    let seen = stamps(&[("a", 1), ("b", 1)]);
    let written = [
        stamps(&[("a", 1), ("b", 1)]),
        stamps(&[("a", 1)]),
        stamps(&[("a", 1), ("b", 2)]),
        stamps(&[("a", 1), ("b", 3)]),
        stamps(&[("a", 1), ("b", 3)]),
    ];
    let mut script = written.iter().cloned();
    let changed = wait(&seen, || script.next().expect("it ends before"));
    assert_eq!(changed, [PathBuf::from("b")]);
    assert_eq!(script.next(), None);
}

#[test]
fn what_is_written_back_is_no_change() {
    let (seen, other) = (stamps(&[("a", 1)]), stamps(&[("a", 2)]));
    let mut script = [other.clone(), seen.clone(), other.clone(), other].into_iter();
    wait(&seen, || script.next().expect("it ends before"));
    assert_eq!(script.next(), None);
}

#[test]
fn wraps_behind_its_head() {
    assert_eq!(wrap("ab  ", "one two three", 11), "ab  one two\n    three\n");
    assert_eq!(wrap("", "longword x", 4), "longword\nx\n");
    assert_eq!(wrap("> ", "", 20), "> \n");
}
