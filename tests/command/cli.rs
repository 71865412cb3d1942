//! Tests of the command line. `cli/commands.txt` lists commands; snapshots contain their complete
//! output.

use crate::process::{alfil, code, folder, run, text};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

const COMMANDS: &str = include_str!("../cli/commands.txt");
const README: &str = include_str!("../../README.md");

/// Splits a command line at spaces, except within single quotes.
fn split(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    parts
        .flat_map(|(i, part)| match i % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

#[test]
fn command_output_matches_snapshots() {
    let lines = COMMANDS.lines().filter(|l| !l.starts_with('#'));
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots/cli");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for (name, arguments) in
            lines.filter_map(|line| line.split_once(": ").or(line.split_once(':')))
        {
            let output = run(&split(arguments));
            insta::assert_snapshot!(
                name,
                format!(
                    "$ alfil {arguments}\nexit {}\n{}{}{}",
                    code(&output),
                    text(&output.stdout),
                    if output.stderr.is_empty() { "" } else { "--- standard error\n" },
                    text(&output.stderr)
                )
            );
        }
    });
}

#[test]
fn mate_prints_json() {
    let problem = ["--position", "1N6/1npP4/2pk1K2/p1p3p1/P1P3P1/5p2/5P2/8 w - -", "--json"];
    let output = run(&[&["mate", "circe", "--in", "2"], &problem[..]].concat());
    assert_eq!(code(&output), 0);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert_eq!((&json["plies"], &json["complete"]), (&1.into(), &true.into()));
    assert_eq!(json["lines"], serde_json::json!([["d7d8q"]]));
    // A search that ends early does not claim that there is no win.
    let output = run(&["mate", "chess", "--in", "20", "--time", "0.01", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert_eq!((&json["plies"], &json["complete"]), (&serde_json::Value::Null, &false.into()));
}

#[test]
fn mate_on_a_plane_prints_intervals() {
    let position = ["--position", "K4,1 R1,2 R7,7.55 R7,7.1 k4,8 w 0 1"];
    let output = run(&[&["mate", "continuous", "--in", "1", "--json"], &position[..]].concat());
    assert_eq!(code(&output), 0);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert_eq!((&json["plies"], &json["complete"]), (&1.into(), &false.into()));
    let families = json["families"].as_array().expect("a list");
    let up = families.iter().find(|f| f["x"] == 1.0 && f["bearing"] == 90.0).expect("the rook");
    let intervals = up["intervals"].as_array().expect("a list");
    let answers: Vec<&str> = intervals.iter().filter_map(|i| i["answer"].as_str()).collect();
    assert_eq!(answers, ["reply", "undecided", "mate"]);
    assert_eq!((&intervals[0]["reply"], &intervals[2]["to"]), (&"K4,8:0:0.55".into(), &6.0.into()));
    let output = run(&[&["mate", "continuous", "--in", "3"], &position[..]].concat());
    assert_eq!(code(&output), 2);
    assert!(String::from_utf8_lossy(&output.stderr).contains("type `--in 1`"));
}

#[test]
fn perft_prints_json_and_parts() {
    for (extra, nodes) in [(vec![], 8902), (vec!["--after", "e2e4"], 13160)] {
        let threads = ["--threads", "2", "--hash", "1"];
        let arguments = [&["perft", "chess", "3", "--json", "--divide"], &extra[..], &threads[..]];
        let output = run(&arguments.concat());
        assert_eq!(code(&output), 0);
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an object");
        assert_eq!((&json["definition"], &json["depth"]), (&"chess".into(), &3.into()));
        assert_eq!(json["nodes"], nodes);
        assert!(json["seconds"].is_f64() && json["position"].is_string());
        let parts = json["divide"].as_object().expect("a count a move");
        assert_eq!(parts.len(), 20);
        assert_eq!(parts.values().filter_map(|n| n.as_u64()).sum::<u64>(), nodes);
    }
    let output = run(&["perft", "contrast", "0"]);
    assert_eq!((code(&output), text(&output.stdout)), (0, "1\n"));
}

#[test]
fn the_first_definition_of_the_readme_holds() {
    let yaml = README.split("```yaml\n").nth(1).and_then(|t| t.split("```").next());
    let folder = folder("readme");
    std::fs::write(folder.join("camel.yaml"), yaml.expect("a definition")).expect("written");
    let shell = README.split("```sh\n").nth(2).and_then(|t| t.split("```").next());
    let commands: Vec<&str> = shell.expect("commands").lines().collect();
    assert_eq!(commands.len(), 9);
    for line in commands {
        let line = line.split('#').next().expect("a command before its comment");
        let arguments = split(line.strip_prefix("alfil ").expect("a command of ours"));
        let output = alfil().current_dir(&folder).args(&arguments).output().expect("it starts");
        assert_eq!(code(&output), 0, "{line}\n{}", text(&output.stdout));
    }
}

/// Runs `check` on hostile input. The command must report a finding and end with exit code 1 within
/// a second.
fn refuses(what: &str, path: &Path) {
    let begin = Instant::now();
    let output = alfil().arg("check").arg(path).output().expect("the command starts");
    let took = begin.elapsed();
    assert_eq!(code(&output), 1, "{what}: {}", text(&output.stderr));
    assert!(output.stdout.len() < 100_000, "{what}: {} bytes", output.stdout.len());
    let told = text(&output.stdout);
    assert!(told.contains(" error") && !told.contains('\u{1b}'), "{what}: {told}");
    assert!(took < Duration::from_secs(1), "{what}: {took:?}");
}

#[test]
fn hostile_input_is_rejected_within_a_second() {
    let folder = folder("hostile");
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for n in 1..20 {
        let again = vec![format!("*a{}", n - 1); 9].join(", ");
        bomb += &format!("a{n}: &a{n} [{again}]\n");
    }
    let deep = format!("extends: chess\npieces:\n  king: {{moves: '{}'}}\n", "(".repeat(100_000));
    let wide = format!("extends: chess\npieces:\n  king: {{moves: '{}'}}\n", "x".repeat(900_000));
    let files: [(&str, Vec<u8>); 9] = [
        ("brackets", b"[".repeat(10 << 20)),
        ("fewer-brackets", b"[".repeat(900_000)),
        ("braces", b"{a: ".repeat(200_000)),
        ("bomb", bomb.into_bytes()),
        ("deep", deep.into_bytes()),
        ("wide", wide.into_bytes()),
        ("binary", (0..=255).cycle().take(1 << 16).collect()),
        ("latin", b"name: caf\xe9\n".to_vec()),
        ("escapes", b"name: x\nsetup: \"\\e[2J\\e]0;title\\a\"\n\x1b[31m: 1\n".to_vec()),
    ];
    for (name, bytes) in files {
        let path = folder.join(format!("{name}.yaml"));
        std::fs::write(&path, bytes).expect("written");
        refuses(name, &path);
    }
    let empty = folder.join("empty");
    std::fs::create_dir(&empty).expect("made");
    refuses("an empty folder", &empty);
    refuses("a missing file", &folder.join("missing.yaml"));
}

#[cfg(unix)]
#[test]
fn an_unreadable_file_is_rejected() {
    use std::os::unix::fs::PermissionsExt;
    let path = folder("unreadable").join("locked.yaml");
    std::fs::write(&path, "extends: chess\n").expect("written");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o000)).expect("locked");
    // A user with root rights can read every file, so this check does not apply.
    if std::fs::read(&path).is_err() {
        refuses("an unreadable file", &path);
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_command_quietly() {
    let mut child = alfil()
        .args(["show", "chess"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((code(&output), text(&output.stderr)), (0, ""));
}

#[test]
fn files_are_written_completely_and_in_place() {
    let folder = folder("written");
    for (name, head) in [("board.svg", &b"<svg"[..]), ("board.png", &b"\x89PNG"[..])] {
        let path = folder.join(name);
        std::fs::write(&path, "what stood there before").expect("written");
        let output = alfil().args(["diagram", "chess", "-o"]).arg(&path).arg("--force").output();
        let output = output.expect("starts");
        assert_eq!((code(&output), text(&output.stdout)), (0, ""));
        assert!(std::fs::read(&path).expect("written").starts_with(head));
    }
    let left = std::fs::read_dir(&folder).expect("there").count();
    assert_eq!(left, 2, "no draft remains");
}

/// Returns the part of a PNG after the name of the chunk `name`.
fn part<'f>(file: &'f [u8], name: &[u8]) -> &'f [u8] {
    let at = file.windows(name.len()).position(|w| w == name).expect("such a chunk");
    &file[at + name.len()..]
}

#[test]
fn a_game_becomes_a_moving_picture() {
    let folder = folder("moving");
    let draw = |arguments: &[&str], name: &str| {
        let path = folder.join(name);
        let output = alfil()
            .args(["diagram", "chess"])
            .args(arguments)
            .arg("--force")
            .arg("-o")
            .arg(&path)
            .output();
        let output = output.expect("starts");
        (code(&output), text(&output.stderr).to_owned(), std::fs::read(&path).unwrap_or_default())
    };
    let game = ["--after", "e2e4 e7e5 g1f3", "--width", "200"];
    let (status, told, file) = draw(&game, "game.apng");
    assert_eq!((status, told.as_str()), (0, ""));
    assert_eq!(part(&file, b"acTL")[..4], [0, 0, 0, 4], "as many pictures as positions");
    // The first picture is complete; the others contain only the changed part.
    let whole = &part(&file, b"fcTL")[4..8];
    let next = part(part(&file, b"fcTL"), b"fcTL");
    assert!(next[4..8] < *whole && next[4..8] > [0; 4][..], "{:?} of {whole:?}", &next[4..8]);
    let (status, told, file) = draw(&game, "game.gif");
    assert_eq!((status, told.as_str(), &file[..6]), (0, "", &b"GIF89a"[..]));
    // The header of each picture says how it replaces the one before, and its duration in
    // hundredths of a second.
    let heads = file.windows(8).filter(|part| part[..4] == [0x21, 0xf9, 4, 4]);
    let pauses = heads.map(|part| u16::from_le_bytes([part[4], part[5]]));
    assert_eq!(pauses.collect::<Vec<_>>(), [90, 90, 90, 360]);
    for name in ["rook.apng", "rook.gif"] {
        let (status, told, file) = draw(&["--piece", "rook"], name);
        assert_eq!((status, file.len()), (2, 0), "{told}");
    }
    let (status, told, _) = draw(&["--after", "e2e4 e7e5", "--width", "8000"], "wide.apng");
    assert!(status == 2 && told.contains("at most"), "{told}");
}

#[test]
fn records_are_written_and_compared() {
    let folder = folder("records");
    let path = folder.join("mine.yml");
    let snapshot = |accept: bool| {
        let mut command = alfil();
        command.arg("snapshot").arg(&path).args(accept.then_some("--accept"));
        code(&command.output().expect("the command starts"))
    };
    let test = || code(&alfil().arg("test").arg(&path).output().expect("the command starts"));
    std::fs::write(&path, "extends: contrast\n").expect("written");
    assert_eq!((snapshot(false), test()), (1, 0), "nothing is recorded yet");
    assert_eq!((snapshot(true), snapshot(false), test()), (0, 0, 0));
    let record = std::fs::read_to_string(folder.join("mine.snap")).expect("recorded");
    assert!(record.contains("\n  knight 2 by N: b1a3 b1c3\n"), "{record}");
    // The first lines of a record are kept, even if another program wrote it.
    let other = record.replacen("source: alfil snapshot", "source: a/test.rs", 1);
    std::fs::write(folder.join("mine.snap"), &other).expect("written");
    assert_eq!((snapshot(true), snapshot(false)), (0, 0));
    assert_eq!(std::fs::read_to_string(folder.join("mine.snap")).expect("there"), other);
    std::fs::write(&path, "extends: contrast\npieces:\n  knight: {moves: N}\n").expect("written");
    assert_eq!((snapshot(false), test()), (1, 1), "the moves have changed");
    assert_eq!((snapshot(true), snapshot(false), test()), (0, 0, 0));
}

#[test]
fn a_record_replaces_no_other_file() {
    let folder = folder("records-in-the-way");
    // None of these files is a record: a definition, notes, and a file that is too large.
    std::fs::write(folder.join("mine.snap"), "extends: chess\n").expect("written");
    std::fs::write(folder.join("other.yaml"), "extends: chess\n").expect("written");
    std::fs::write(folder.join("other.snap"), "not to be lost\n").expect("written");
    std::fs::write(folder.join("large.yaml"), "extends: chess\n").expect("written");
    std::fs::write(folder.join("large.snap"), "-".repeat((4 << 20) + 1)).expect("written");
    for name in ["./mine.snap", "other.yaml", "large.yaml"] {
        let beside = folder.join(name).with_extension("snap");
        let before = std::fs::read(&beside).expect("there");
        let mut command = alfil();
        let output = command.current_dir(&folder).args(["snapshot", name, "--accept"]).output();
        let output = output.expect("it starts");
        assert_eq!(code(&output), 2, "{name}: {}", text(&output.stdout));
        assert!(text(&output.stderr).starts_with("error: "), "{}", text(&output.stderr));
        assert!(std::fs::read(&beside).expect("there") == before, "{name}");
        let output = alfil().current_dir(&folder).args(["snapshot", name]).output();
        assert_eq!(code(&output.expect("it starts")), 1, "{name}");
    }
}
