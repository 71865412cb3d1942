//! Tests of runs in parts. Parts that were killed and continued give the result of one run.

use crate::process::{alfil, code, folder, run, text};
use serde_json::Value;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// Runs both parts of a command and returns their files.
fn parts(command: &[&str], folder: &Path) -> Vec<PathBuf> {
    let part = |number: u32| {
        let path = folder.join(format!("{number}.part"));
        let share = format!("{number}/2");
        let output = path.to_str().expect("UTF-8");
        let done = run(&[command, &["--part", &share, "-o", output]].concat());
        assert_eq!(code(&done), 0, "{}", text(&done.stderr));
        path
    };
    vec![part(1), part(2)]
}

fn join(files: &[PathBuf], options: &[&str]) -> (i32, String, String) {
    let output = alfil().arg("join").args(files).args(options).output().expect("it starts");
    (code(&output), text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
}

/// Checks that `command` prints the same as its joined parts. `lines` removes what depends on time.
fn same(name: &str, command: &[&str], options: &[&str], lines: impl Fn(&str) -> String) {
    let folder = folder(name);
    let files = parts(command, &folder);
    let (status, joined, errors) = join(&files, options);
    let single = run(&[command, options].concat());
    assert_eq!((status, code(&single)), (0, 0), "{name}: {errors}");
    assert_eq!(lines(&joined), lines(text(&single.stdout)), "{name}");
}

fn whole(text: &str) -> String {
    text.to_owned()
}

#[test]
fn joined_parts_are_one_run() {
    let levels = ["match", "breakthrough", "computer:1", "random", "--games", "7", "--seed", "3"];
    same("join-match", &levels, &["--json"], whole);
    same("join-perft", &["perft", "chess", "3"], &["--divide"], whole);
    let without_seconds = |text: &str| {
        let mut json: Value = serde_json::from_str(text).expect("an object");
        json["seconds"] = Value::Null;
        json.to_string()
    };
    same("join-perft-json", &["perft", "contrast", "1"], &["--json"], without_seconds);
    let mated = ["perft", "chess", "2", "--position", "7k/5KQ1/8/8/8/8/8/8 b - -"];
    same("join-perft-mated", &mated, &["--json"], without_seconds);
}

/// Both runs write their values to files of their own.
#[test]
fn learning_from_joined_parts_is_one_run() {
    let folder = folder("join-learn");
    let command = ["learn", "breakthrough", "--games", "9", "--nodes", "40"];
    let files = parts(&command, &folder);
    let values = folder.join("joined.values");
    let (_, joined, errors) = join(&files, &["-o", values.to_str().expect("UTF-8")]);
    let other = folder.join("single.values");
    let single = run(&[&command[..], &["-o", other.to_str().expect("UTF-8")]].concat());
    let single = text(&single.stdout).replace("single.values", "joined.values");
    assert_eq!(joined, single, "{errors}");
    assert_eq!(fs::read(values).ok(), fs::read(other).ok());
}

/// Two processes play the parts of a survey. One is killed after its first game, and continued.
#[test]
fn a_killed_part_is_continued() {
    let folder = folder("join-survey");
    let command = ["survey", "breakthrough", "--games", "32", "--seed", "5", "--threads", "1"];
    let path = |number: u32| folder.join(format!("{number}.part"));
    let start = |number: u32| {
        let share = format!("{number}/2");
        let mut process = alfil();
        process.args(command).args(["--part", &share, "-o"]).arg(path(number));
        process.stdout(Stdio::null()).spawn().expect("it starts")
    };
    let (mut killed, mut other) = (start(1), start(2));
    let lines = || fs::read_to_string(path(1)).unwrap_or_default().lines().count();
    while lines() < 3 && killed.try_wait().expect("a process").is_none() {
        std::thread::yield_now();
    }
    killed.kill().expect("killed");
    killed.wait().expect("dead");
    let before = lines();
    assert!((2..21).contains(&before), "killed in the middle, after {before} lines");
    // A process may be killed while it writes a line.
    let mut file = OpenOptions::new().append(true).open(path(1)).expect("a file");
    file.write_all(b"{\"item\":30,\"opening\":4,\"mov").expect("written");
    drop(file);
    assert!(other.wait().expect("a process").success());

    let files = [path(1), path(2)];
    let (status, _, errors) = join(&files, &[]);
    assert_eq!(status, 1, "{errors}");
    assert!(errors.contains("of 40 results are missing; unfinished parts: 1"), "{errors}");
    assert!(start(1).wait().expect("a process").success());
    assert_eq!(lines(), 21, "a header and half of the games");

    let single = run(&[&command[..], &["--json"]].concat());
    assert_eq!(code(&single), 0);
    let (status, joined, errors) = join(&files, &["--json"]);
    assert_eq!((status, errors.as_str()), (0, ""));
    assert_eq!(joined, text(&single.stdout));
}

#[test]
fn files_of_other_runs_are_refused() {
    let folder = folder("join-refused");
    let file = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let (one, two) = (file("one.part"), file("two.part"));
    let perft = |name: &str, depth: &str, part: &str, path: &str| {
        let output = run(&["perft", name, depth, "--part", part, "-o", path]);
        (code(&output), text(&output.stderr).to_owned())
    };
    assert_eq!(perft("chess", "2", "1/2", &one).0, 0);
    let before = fs::read(&one).expect("written");
    for (name, depth, part, why) in [
        ("chess", "3", "1/2", "its setting `depth` is 2, not 3"),
        ("contrast", "2", "1/2", "it is about `chess`, not about `contrast`"),
        ("chess", "2", "2/2", "it is part 1/2, not 2/2"),
    ] {
        let (status, errors) = perft(name, depth, part, &one);
        assert!(status == 2 && errors.contains(why), "{why}: {errors}");
        assert_eq!(fs::read(&one).expect("there"), before, "the file stays as it is");
    }
    let survey = ["survey", "chess", "--games", "1", "--part", "1/2", "-o", &one];
    let output = run(&survey);
    let why = "it is a part of `alfil perft`, not of `alfil survey`";
    assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));

    for content in ["my notes", "my notes\n", "{}\n", "\u{0}\u{0}"] {
        fs::write(&two, content).expect("written");
        let (status, errors) = perft("chess", "2", "2/2", &two);
        let refused = errors.contains("is no file of a part");
        assert!(status == 2 && refused, "{content:?}: {errors}");
        assert_eq!(fs::read_to_string(&two).expect("there"), content);
    }
    fs::write(&two, "").expect("written");
    assert_eq!(perft("chess", "3", "2/2", &two).0, 0);
    let files = [one, two].map(PathBuf::from);
    let (status, _, errors) = join(&files, &[]);
    assert!(status == 2 && errors.contains("its setting `depth` is 3, not 2"), "{errors}");
    let (status, _, errors) = join(&[files[0].clone(), files[0].clone()], &[]);
    assert!(status == 2 && errors.contains("part 1 of 2 is there twice"), "{errors}");
    let (status, _, errors) = join(&files[..1], &["--html", "page.html"]);
    let why = "`--html` is for parts of `alfil survey`, not of `alfil perft`";
    assert!(status == 2 && errors.contains(why), "{errors}");
    let (status, output, errors) = join(&files[..1], &[]);
    assert_eq!((status, output.as_str()), (1, "200\n"));
    let why = "200 of 400 results are missing; no files of the parts 2 (of 2)";
    assert!(errors.contains(why), "{errors}");

    let damaged = before.iter().map(|&byte| if byte == b':' { b';' } else { byte });
    let header = before.iter().position(|&byte| byte == b'\n').expect("a line");
    let damaged: Vec<u8> = before[..header].iter().copied().chain(damaged.skip(header)).collect();
    fs::write(&files[0], damaged).expect("written");
    let (status, _, errors) = join(&files[..1], &[]);
    assert!(status == 2 && errors.contains("is damaged: line 2 is no result"), "{errors}");
}
