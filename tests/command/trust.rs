//! Tests of the promises in `docs/trust.md` about files from strangers. The cases are in
//! `tests/trust/*.yaml`. Each case runs in a folder of its own, and its time and memory are
//! measured.
//!
//! A case has a title and a shell command `run`. With `for`, the command runs once for each text of
//! that list, in place of `{}`. `given` are files by name, and `before` is a shell command that is
//! not measured. The expectations are `exit`; `first`, the first line of the output; `says` and
//! `hides`, texts that must and must not be in the output; `holds`, the contents of files
//! afterwards; and `leaves`, the names in the folder afterwards. `terminal: true` runs the command
//! on a pseudo-terminal. The limits `seconds` and `megabytes` are at the head of the file. A case
//! counts as hanging only after ten times its limit, because machines and builds may be slow.
//!
//! `cargo test --test command trust -- --nocapture` prints the measurements, and
//! `ALFIL_COMMAND=PATH` measures another build.

use crate::process::folder;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The interval between two checks of a running case.
const LOOK: Duration = Duration::from_millis(10);
/// A case is killed after this multiple of its time limit.
const PATIENCE: f64 = 10.0;

/// The result of a case.
struct Came {
    exit: Option<i32>,
    said: String,
    seconds: f64,
    megabytes: f64,
    hangs: bool,
}

/// The path of the command under test.
fn command() -> PathBuf {
    let here = Path::new(env!("CARGO_BIN_EXE_alfil"));
    std::env::var_os("ALFIL_COMMAND").map_or_else(|| here.to_owned(), PathBuf::from)
}

/// Builds a shell that runs `line` in `folder`. In the shell, `alfil` is the command under test.
fn shell(line: &str, folder: &Path) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(folder).stdin(Stdio::null()).process_group(0);
    shell.env(
        "PATH",
        format!(
            "{}/bin:/usr/sbin:/sbin:{}",
            folder.parent().expect("a parent folder").display(),
            std::env::var("PATH").unwrap_or_default()
        ),
    );
    for variable in ["COLUMNS", "COLORTERM", "CLICOLOR_FORCE", "CLICOLOR"] {
        shell.env_remove(variable);
    }
    shell.env("NO_COLOR", "1").env("RUST_BACKTRACE", "0");
    shell
}

/// Returns the largest memory use so far of any process in `group`, in bytes; 0 if the system does
/// not report it.
fn peak(group: u32) -> u64 {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let of_group = |process: &fs::DirEntry| {
        let stat = fs::read_to_string(process.path().join("stat")).unwrap_or_default();
        // The format is `pid (name) state parent group`. The name may contain any character.
        let behind = stat.rsplit_once(')').map_or("", |(_, behind)| behind);
        behind.split_whitespace().nth(2).and_then(|g| g.parse().ok()) == Some(group)
    };
    let held = |process: fs::DirEntry| -> Option<u64> {
        let status = fs::read_to_string(process.path().join("status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.split_whitespace().next()?.parse().ok()
    };
    processes.filter(of_group).filter_map(held).max().unwrap_or(0) << 10
}

/// Waits for `child`. After `most`, kills it and all its processes.
fn watch(mut child: Child, most: Duration) -> (Option<i32>, f64, f64, bool) {
    let (begin, group) = (Instant::now(), child.id());
    let mut bytes = 0;
    loop {
        bytes = peak(group).max(bytes);
        if let Some(status) = child.try_wait().expect("it was started") {
            return (status.code(), begin.elapsed().as_secs_f64(), bytes as f64 / 1e6, false);
        }
        if begin.elapsed() > most {
            let _ = Command::new("kill").args(["-KILL", "--", &format!("-{group}")]).status();
            let _ = child.wait();
            return (None, begin.elapsed().as_secs_f64(), bytes as f64 / 1e6, true);
        }
        std::thread::sleep(LOOK);
    }
}

/// Runs `line` in `folder`.
fn run(line: &str, folder: &Path, is_terminal: bool, seconds: f64) -> Came {
    let path = folder.with_extension("said");
    let said = File::create(&path).expect("a file for the output");
    let line = if is_terminal {
        // `script` returns the exit code of the command and adds carriage returns to its output.
        format!("exec script -qefc '{}' /dev/null", line.replace('\'', r"'\''"))
    } else {
        line.to_owned()
    };
    let mut command = shell(&line, folder);
    command.stdout(said.try_clone().expect("a handle")).stderr(said);
    let child = command.spawn().expect("a shell");
    let (exit, took, megabytes, hangs) = watch(child, Duration::from_secs_f64(seconds * PATIENCE));
    let bytes = fs::read(&path).expect("it was made");
    let said = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
    Came { exit, said, seconds: took, megabytes, hangs }
}

/// Returns the texts of a list. A single text counts as a list.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::Array(all) => all.iter().map(|text| text.as_str().expect("a text")).collect(),
        Value::String(text) => vec![text],
        Value::Null => Vec::new(),
        other => panic!("{other}: expected a text or a list of texts"),
    }
}

/// Returns the texts of a mapping by name.
fn named(value: &Value) -> BTreeMap<&str, &str> {
    let all = value.as_object().into_iter().flatten();
    all.map(|(name, text)| (name.as_str(), text.as_str().expect("a text"))).collect()
}

/// Writes a file of a case, and creates its folders.
fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("in a folder")).expect("a folder");
    fs::write(path, text).expect("written");
}

/// Prepares the folder `name` for `case`, and runs its command with `word` in place of `{}`.
fn one(case: &Value, name: &str, word: &str, seconds: f64) -> (Came, PathBuf) {
    let (around, inside) = (folder(name), folder(name).join("case"));
    fs::create_dir_all(&inside).expect("a folder");
    fs::create_dir_all(around.join("bin")).expect("a folder");
    let _ = std::os::unix::fs::symlink(command(), around.join("bin/alfil"));
    for (file, text) in named(&case["given"]) {
        write(&inside.join(file), text);
    }
    for line in texts(&case["before"]) {
        let done = shell(&line.replace("{}", word), &inside).status().expect("a shell");
        assert!(done.success(), "{}: {line}", case["case"]);
    }
    let line = case["run"].as_str().expect("a line").replace("{}", word);
    (run(&line, &inside, case["terminal"] == true, seconds), inside)
}

/// Returns the expectations of `case` that are not met.
fn wrong(case: &Value, came: &Came, folder: &Path, megabytes: f64) -> Vec<String> {
    let mut wrong = Vec::new();
    if came.hangs {
        wrong.push("it hangs".to_owned());
    }
    if came.megabytes > megabytes {
        wrong.push(format!("{:.0} MB are more than {megabytes}", came.megabytes));
    }
    if let Some(exit) = case["exit"].as_i64().filter(|&exit| came.exit.map(i64::from) != Some(exit))
    {
        wrong.push(format!("exit is {:?}, not {exit}", came.exit));
    }
    let first = came.said.lines().next().unwrap_or_default();
    if let Some(wanted) = case["first"].as_str().filter(|&wanted| wanted != first) {
        wrong.push(format!("the first line is not `{wanted}`"));
    }
    let says = texts(&case["says"]).into_iter().filter(|text| !came.said.contains(text));
    wrong.extend(says.map(|text| format!("`{text}` is not in the output")));
    let hides = texts(&case["hides"]).into_iter().filter(|text| came.said.contains(text));
    wrong.extend(hides.map(|text| format!("{text:?} is said")));
    for (file, text) in named(&case["holds"]) {
        let there = fs::read_to_string(folder.join(file)).unwrap_or_default();
        if there != text {
            wrong.push(format!("`{file}` holds\n{there}"));
        }
    }
    if case["leaves"].is_array() {
        let entries = fs::read_dir(folder).expect("there").flatten();
        let mut names: Vec<String> =
            entries.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        if names != texts(&case["leaves"]) {
            wrong.push(format!("the folder holds {names:?}"));
        }
    }
    wrong
}

/// Runs every case of `tests/trust/NAME.yaml`.
fn cases(name: &str) {
    let path = format!("tests/trust/{name}.yaml");
    let file: Value =
        serde_yaml::from_str(&fs::read_to_string(&path).expect("there")).expect("YAML");
    let promised = |case: &Value, key: &str| {
        case[key].as_f64().or(file[key].as_f64()).unwrap_or_else(|| panic!("{path}: no `{key}`"))
    };
    const KEYS: [&str; 14] = [
        "case",
        "given",
        "before",
        "run",
        "for",
        "terminal",
        "exit",
        "first",
        "says",
        "hides",
        "holds",
        "leaves",
        "seconds",
        "megabytes",
    ];
    let mut failed = Vec::new();
    for (number, case) in file["cases"].as_array().expect("cases").iter().enumerate() {
        let title = case["case"].as_str().expect("a title");
        for key in case.as_object().expect("a mapping").keys() {
            assert!(KEYS.contains(&key.as_str()), "{title}: `{key}` is no key of a case");
        }
        let (seconds, megabytes) = (promised(case, "seconds"), promised(case, "megabytes"));
        let each = texts(&case["for"]);
        for word in if each.is_empty() { vec![""] } else { each } {
            let (came, inside) = one(case, &format!("trust-{name}-{number}"), word, seconds);
            let first = came.said.lines().next().unwrap_or_default();
            let exit = came.exit.map_or("none".to_owned(), |exit| exit.to_string());
            println!(
                "{title} {word} | {exit} | {first} | {:.2} s | {:.0} MB",
                came.seconds, came.megabytes
            );
            let wrong = wrong(case, &came, &inside, megabytes);
            if !wrong.is_empty() {
                failed.push(format!("{title} {word}\n  {}\n{}", wrong.join("\n  "), came.said));
            }
        }
    }
    assert!(failed.is_empty(), "{} failed\n\n{}", failed.len(), failed.join("\n\n"));
}

#[test]
fn nothing_is_lost() {
    cases("loss");
}

#[test]
fn nothing_hangs() {
    cases("hunger");
}

#[test]
fn answers_are_right_or_reported() {
    cases("answers");
}

#[test]
fn nothing_steers_the_terminal() {
    cases("terminal");
}

#[test]
fn bad_conditions_are_handled() {
    cases("world");
}

/// Every promise in `docs/trust.md` must name an existing case.
#[test]
fn every_promise_has_its_test() {
    let page = include_str!("../../docs/trust.md");
    let rows = page.lines().filter_map(|line| line.strip_suffix(" |")?.rsplit_once(" | "));
    let named: Vec<&str> = rows.map(|(_, case)| case).filter(|case| case.contains(": ")).collect();
    assert!(named.len() > 20, "the tables of the page have another form");
    for case in named {
        let (file, title) = case.split_once(": ").expect("a file and a title");
        let text = fs::read_to_string(format!("tests/trust/{file}.yaml")).unwrap_or_default();
        assert!(text.contains(&format!("  - case: {title}\n")), "{case}: there is no such case");
    }
}
