//! Tests of runs in parts. Parts that were killed and continued give the result of one run.

use crate::process::{alfil, code, folder, run, text};
use serde_json::Value;
use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Write};
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
    let without_missing = |text: &str| {
        let mut json: Value = serde_json::from_str(text).expect("an object");
        let missing = json.as_object_mut().and_then(|object| object.remove("missing"));
        assert!(missing.is_none_or(|missing| missing == Value::Array(Vec::new())), "{text}");
        json.to_string()
    };
    same("join-match", &levels, &["--json"], without_missing);
    same("join-match-text", &levels, &[], whole);
    let three = ["match", "trichess", "random", "random", "random", "--games", "4", "--seed", "3"];
    same("join-match-three", &three, &["--json"], without_missing);
}

/// The games of a match are in one file, in their order.
#[test]
fn joined_games_are_those_of_one_run() {
    let folder = folder("join-pgn");
    let command = ["match", "breakthrough", "random", "random", "--games", "9", "--seed", "3"];
    let files = parts(&command, &folder);
    let file = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let (own, other) = (file("joined.pgn"), file("single.pgn"));
    let (status, _, errors) = join(&files, &["--pgn", &own]);
    assert_eq!(status, 0, "{errors}");
    let single = run(&[&command[..], &["--pgn", &other]].concat());
    assert_eq!(code(&single), 0, "{}", text(&single.stderr));
    let read = |path: &str| fs::read_to_string(path).expect("games");
    assert_eq!(read(&own), read(&other));
    // The file is not written over, and nothing is joined in vain.
    let (status, output, errors) = join(&files, &["--pgn", &own]);
    assert!(status == 2 && output.is_empty() && errors.contains("already exists"), "{errors}");
    assert_eq!(join(&files, &["--pgn", &own, "--force"]).0, 0);
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
    let mut joined: Value = serde_json::from_str(&joined).expect("an object");
    assert_eq!(joined["missing"].take(), Value::Array(Vec::new()));
    let mut single: Value = serde_json::from_slice(&single.stdout).expect("an object");
    single["missing"] = Value::Null;
    assert_eq!(joined, single);

    // Without the second part, everything that is printed says so.
    let page = folder.join("page.html");
    let page = page.to_str().expect("UTF-8");
    let (status, table, errors) = join(&files[..1], &["--html", page]);
    let gap = "Part 2 of 2 is not complete: 20 of 40 results are missing.";
    assert!(status == 1 && table.contains(gap), "{table}{errors}");
    assert!(fs::read_to_string(page).expect("a page").contains(gap));
    let (status, joined, _) = join(&files[..1], &["--json"]);
    let joined: Value = serde_json::from_str(&joined).expect("an object");
    assert_eq!((status, &joined["missing"]), (1, &Value::from(vec![2])));
}

/// A match between random players, which takes no time.
fn random<'a>(name: &'a str, games: &'a str, part: &'a str, path: &'a str) -> Vec<&'a str> {
    let players = ["match", name, "random", "random", "--seed", "1", "--games", games];
    [&players[..], &["--part", part, "-o", path]].concat()
}

/// Runs a part, and returns its exit code and its errors.
fn play(name: &str, games: &str, part: &str, path: &str) -> (i32, String) {
    let output = run(&random(name, games, part, path));
    (code(&output), text(&output.stderr).to_owned())
}

#[test]
fn files_of_other_runs_are_refused() {
    let folder = folder("join-refused");
    let file = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let (one, two) = (file("one.part"), file("two.part"));
    assert_eq!(play("breakthrough", "4", "1/2", &one), (0, String::new()));
    let before = fs::read(&one).expect("written");
    for (name, games, part, why) in [
        ("breakthrough", "6", "1/2", "its setting `games` is 4, not 6"),
        ("racing-kings", "4", "1/2", "it is about `breakthrough`, not about `racing-kings`"),
        ("breakthrough", "4", "2/2", "it is part 1/2, not 2/2"),
    ] {
        let (status, errors) = play(name, games, part, &one);
        assert!(status == 2 && errors.contains(why), "{why}: {errors}");
        assert_eq!(fs::read(&one).expect("there"), before, "the file stays as it is");
    }
    let survey = ["survey", "chess", "--games", "1", "--part", "1/2", "-o", &one];
    let output = run(&survey);
    let why = "it is a part of `alfil match`, not of `alfil survey`";
    assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));

    for content in ["my notes", "my notes\n", "{}\n", "\u{0}\u{0}"] {
        fs::write(&two, content).expect("written");
        let (status, errors) = play("breakthrough", "4", "2/2", &two);
        let refused = errors.contains("is not the file of a part");
        assert!(status == 2 && refused, "{content:?}: {errors}");
        assert_eq!(fs::read_to_string(&two).expect("there"), content);
    }
    fs::write(&two, "").expect("written");
    assert_eq!(play("breakthrough", "6", "2/2", &two).0, 0);
    let files = [one, two].map(PathBuf::from);
    let (status, _, errors) = join(&files, &[]);
    assert!(status == 2 && errors.contains("its setting `games` is 6, not 4"), "{errors}");
    let (status, _, errors) = join(&[files[0].clone(), files[0].clone()], &[]);
    assert!(status == 2 && errors.contains("part 1 of 2 is given twice"), "{errors}");
    let (status, _, errors) = join(&files[..1], &["--html", "page.html"]);
    let why = "`--html` is for parts of `alfil survey`, not of `alfil match`";
    assert!(status == 2 && errors.contains(why), "{errors}");
    let (status, output, errors) = join(&files[..1], &[]);
    assert!(status == 1 && output.contains("2 games:"), "{output}");
    let why = "2 of 4 results are missing; no files of the parts 2 (of 2)";
    assert!(errors.contains(why), "{errors}");
}

/// Writes the file of a part anew, with another first line.
fn with_header(path: &Path, change: impl Fn(&mut Value)) {
    let content = fs::read_to_string(path).expect("there");
    let (header, rest) = content.split_once('\n').expect("a header");
    let mut header: Value = serde_json::from_str(header).expect("JSON");
    change(&mut header);
    fs::write(path, format!("{header}\n{rest}")).expect("written");
}

/// A first line from a stranger neither crashes `join` nor lets it take memory without end.
#[test]
fn impossible_headers_are_refused() {
    let folder = folder("join-headers");
    let path = folder.join("1.part");
    let shown = path.to_str().expect("UTF-8");
    assert_eq!(play("breakthrough", "4", "1/2", shown).0, 0);
    let whole = fs::read(&path).expect("written");
    let set = |pointer: &'static str, value: Value| {
        move |header: &mut Value| *header.pointer_mut(pointer).expect("a key") = value.clone()
    };
    let huge = Value::from(u64::MAX);
    let cases: Vec<(&str, Value, &str)> = vec![
        ("/part/of", 0.into(), "there is no part 1/0"),
        ("/part/of", 4_000_000_000_u32.into(), "there is no part 1/4000000000"),
        ("/part/number", 0.into(), "there is no part 0/2"),
        ("/part/number", 3.into(), "there is no part 3/2"),
        ("/part/number", huge.clone(), "has a first line that is damaged"),
        ("/alfil", 1.into(), "has the format 1, and this version of Alfil reads 2"),
        ("/alfil", 3.into(), "has the format 3"),
        ("/items", huge.clone(), "the settings of the parts do not belong to a match"),
        ("/settings/games", 4_000_000_000_u32.into(), "do not belong to a match"),
        ("/settings/players", Value::Array(Vec::new()), "do not belong to a match"),
        ("/settings/opening", Value::Null, "the settings of `match` cannot be read"),
        ("/rules", "0".into(), "the rules of `breakthrough` have changed"),
        ("/command", "perft".into(), "has a first line that is damaged"),
    ];
    for (pointer, value, why) in cases {
        fs::write(&path, &whole).expect("written");
        with_header(&path, set(pointer, value));
        let (status, output, errors) = join(std::slice::from_ref(&path), &[]);
        assert!(status == 2 && errors.contains(why), "{pointer}: {errors}");
        assert_eq!(output, "");
    }
    // A survey of four thousand million games would need a list of all of them.
    let survey = folder.join("survey.part");
    let shown = survey.to_str().expect("UTF-8");
    let command = ["survey", "breakthrough", "--games", "1", "--nodes", "20", "--part", "1/1"];
    let output = run(&[&command[..], &["-o", shown]].concat());
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    with_header(&survey, set("/settings/games", 4_000_000_000_u32.into()));
    let (status, _, errors) = join(&[survey], &[]);
    assert!(status == 2 && errors.contains("a survey of 4000000000 games"), "{errors}");
}

/// Parts of another version are refused, and those of another build are reported.
#[test]
fn versions_and_builds_are_compared() {
    let folder = folder("join-builds");
    let file = |name: &str| folder.join(name);
    let (one, two) = (file("1.part"), file("2.part"));
    let shown = |path: &Path| path.to_str().expect("UTF-8").to_owned();
    assert_eq!(play("breakthrough", "4", "1/2", &shown(&one)).0, 0);
    assert_eq!(play("breakthrough", "4", "2/2", &shown(&two)).0, 0);
    let files = [one, two];
    with_header(&files[1], |header| header["build"] = "another".into());
    let (status, output, errors) = join(&files, &[]);
    assert!(status == 0 && output.contains("4 games:"), "{output}");
    assert!(errors.starts_with("warning: different builds of Alfil "), "{errors}");
    let (status, errors) = play("breakthrough", "4", "2/2", &shown(&files[1]));
    assert!(status == 0 && errors.starts_with("warning: another build of Alfil "), "{errors}");
    with_header(&files[1], |header| header["version"] = "0.0.1".into());
    let (status, _, errors) = join(&files, &[]);
    assert!(status == 2 && errors.contains("Alfil 0.0.1 wrote it, not Alfil "), "{errors}");
    let (status, errors) = play("breakthrough", "4", "2/2", &shown(&files[1]));
    assert!(status == 2 && errors.contains("belongs to another run"), "{errors}");
    let (status, _, errors) = join(&files[1..], &[]);
    let why = "warning: another version of Alfil wrote the parts: 0.0.1";
    assert!(status == 1 && errors.contains(why), "{errors}");
}

/// A damaged line ends its part, and the other parts are joined.
#[test]
fn damaged_files_are_named_and_the_rest_is_joined() {
    let folder = folder("join-damaged");
    let file = |name: &str| folder.join(name);
    let files = ["1.part", "2.part", "3.part"].map(file);
    let path = |number: usize| files[number - 1].to_str().expect("UTF-8").to_owned();
    for (number, part) in [(1, "1/3"), (2, "2/3"), (3, "3/3")] {
        assert_eq!(play("breakthrough", "12", part, &path(number)).0, 0);
    }
    let whole = fs::read_to_string(&files[1]).expect("written");
    let lines: Vec<&str> = whole.lines().collect();
    // The content of the second file, the number of its results, and what is said about it.
    let long = format!("{}\n{{\"item\":1,\"x\":\"{}\"}}\n", lines[0], "x".repeat(5 << 20));
    let item =
        |item: u64| format!("{}\n{}\n{{\"item\":{item}}}\n{}\n", lines[0], lines[1], lines[2]);
    let cases = [
        (String::new(), 0, "has no complete line"),
        (lines[0].to_owned(), 0, "has no complete line"),
        ("my notes\n".to_owned(), 0, "is not the file of a part"),
        (whole.replacen(lines[2], "{\"item\":", 1), 1, "is damaged: line 3 is not a result"),
        (whole.replacen(lines[2], &"\u{0}".repeat(40), 1), 1, "is damaged: line 3 is not a result"),
        (whole.replacen(lines[3], "", 1), 2, "is damaged: line 4 is not a result"),
        (item(3), 1, "is damaged: line 3 does not belong to this part"),
        (item(13), 1, "is damaged: line 3 does not belong to this part"),
        (long, 0, "is damaged: line 2 is too long"),
        (whole.replacen("\"points\":", "\"pints\":", 1), 3, "is left out: it cannot be read"),
        (whole.replacen("\"points\":", "\"points\":7", 1), 3, "its points do not fit the game"),
    ];
    for (content, results, why) in cases {
        fs::write(&files[1], content).expect("written");
        let (status, output, errors) = join(&files, &["--json"]);
        assert!(status == 1 && errors.contains(why), "{why}: {errors}");
        let json: Value = serde_json::from_str(&output).expect("an object");
        assert_eq!((&json["games"], &json["missing"]), (&(8 + results).into(), &vec![2].into()));
    }
    // The state names the damage, and the same command computes the lost results again.
    fs::write(&files[1], whole.replacen(lines[2], "?", 1)).expect("written");
    let (status, state, _) = join(&files, &["--state"]);
    let named =
        format!("part 2 of 3: 1 of 4 results, damaged: line 3 is not a result ({})", path(2));
    assert!(status == 1 && state.contains(&named) && state.ends_with("missing: 2\n"), "{state}");
    let (status, errors) = play("breakthrough", "12", "2/3", &path(2));
    assert!(status == 0 && errors.contains("are computed again"), "{errors}");
    assert_eq!(fs::read_to_string(&files[1]).expect("there"), whole);
    let (status, state, _) = join(&files, &["--state"]);
    assert!(status == 0 && state.ends_with("nothing is missing\n"), "{state}");
    let (status, state, _) = join(&[files[0].clone(), file("absent.part")], &["--state", "--json"]);
    let state: Value = serde_json::from_str(&state).expect("an object");
    assert_eq!((status, &state["missing"]), (1, &vec![2, 3].into()));
    assert_eq!(state["parts"][0]["state"], "complete");
    let (status, _, errors) = join(&[file("absent.part")], &[]);
    assert!(status == 2 && errors.contains("does not exist"), "{errors}");
}

/// A game that the rules do not allow is left out.
#[test]
fn illegal_games_are_left_out() {
    let folder = folder("join-illegal");
    let path = folder.join("1.part");
    // With one thread, the first line is that of the first game.
    let command = ["survey", "breakthrough", "--games", "3", "--nodes", "20", "--threads", "1"];
    let output = ["--part", "1/1", "-o", path.to_str().expect("UTF-8")];
    let output = run(&[&command[..], &output].concat());
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let content = fs::read_to_string(&path).expect("written");
    let illegal = content.replacen("\"moves\":[", "\"moves\":[\"a1a8\",", 1);
    fs::write(&path, illegal).expect("written");
    let (status, output, errors) = join(&[path], &["--json"]);
    let why = "the result of item 0 is left out: `a1a8` is not a legal move";
    assert!(status == 1 && errors.contains(why), "{errors}");
    let json: Value = serde_json::from_str(&output).expect("an object");
    assert_eq!((&json["figures"]["games"], &json["missing"]), (&2.into(), &vec![1].into()));
}

/// A process that is started while another one still writes to the file waits for it.
#[test]
fn a_part_waits_for_another_process() {
    let folder = folder("join-waits");
    let path = folder.join("1.part");
    let shown = path.to_str().expect("UTF-8");
    let held = OpenOptions::new().create(true).append(true).open(&path).expect("a file");
    held.lock().expect("a lock");
    let arguments = random("breakthrough", "4", "1/2", shown);
    let output = run(&[&arguments[..], &["--wait", "0"]].concat());
    let errors = text(&output.stderr);
    assert!(code(&output) == 2 && errors.contains("another process writes to it"), "{errors}");
    let mut waiting = alfil();
    waiting.args(&arguments).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut waiting = waiting.spawn().expect("it starts");
    let mut said = String::new();
    let errors = waiting.stderr.take().expect("a pipe");
    BufReader::new(errors).read_line(&mut said).expect("a line");
    assert!(said.contains("waiting for it"), "{said}");
    assert_eq!(fs::read(&path).expect("there"), b"", "nothing is written before the lock is free");
    drop(held);
    assert!(waiting.wait().expect("a process").success());
    assert_eq!(fs::read_to_string(&path).expect("there").lines().count(), 3);
}

/// The rules decide whether parts belong together, not the names of their definition.
#[test]
fn one_definition_may_have_several_names() {
    let folder = folder("join-names");
    let mine = folder.join("mine.yaml");
    fs::write(&mine, "name: Mine\nextends: breakthrough\n").expect("written");
    let inside = |arguments: &[&str]| {
        let output = alfil().current_dir(&folder).args(arguments).output().expect("it starts");
        (code(&output), text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
    };
    let whole = mine.to_str().expect("UTF-8");
    let parts = [("mine.yaml", "1/3", "1"), ("./mine.yaml", "2/3", "2"), (whole, "3/3", "3")];
    for (name, part, path) in parts {
        let (status, _, errors) = inside(&random(name, "6", part, path));
        assert_eq!(status, 0, "{errors}");
        // The same part under another name is already complete.
        let (status, output, errors) = inside(&random("mine.yaml", "6", part, path));
        assert!(status == 0 && output.contains(": 0 results"), "{output}{errors}");
    }
    let (status, output, errors) = inside(&["join", "1", "2", "3"]);
    assert!(status == 0 && output.contains("6 games:"), "{errors}");
    // The name in the first file leads nowhere from here, and that in the third one does.
    let files = ["1", "2", "3"].map(|name| folder.join(name));
    let (status, output, errors) = join(&files, &[]);
    assert!(status == 0 && output.contains("6 games:"), "{errors}");
    let (status, _, errors) = join(&files[..1], &[]);
    assert!(status == 2 && errors.contains("mine.yaml"), "{errors}");
    let (status, output, errors) = join(&files[..1], &["--definition", whole]);
    assert!(status == 1 && output.contains("2 games:"), "{errors}");
    let (status, _, errors) = join(&files[..1], &["--definition", "chess"]);
    assert!(status == 2 && errors.contains("the rules of `chess` have changed"), "{errors}");
}
