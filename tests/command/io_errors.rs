//! Tests of long arguments, completions, colours and invisible characters. `tests/trust/` contains
//! further tests under bad conditions.

use crate::process::{alfil, code, folder, run, text};
use alfil_diagnostics::diagnostic::Code;
use alfil_diagnostics::source::is_seen;
use serde_json::Value;
use std::fs;

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
        &["import", &long],
        &["import", "--builtin", &long],
        &["new", &long],
        &["new", &deep],
        &["explain", &brackets],
        &["explain", &long],
        &["moves", "chess", "--position", &placement],
        &["moves", "chess", "--after", &moves],
        &["man", &long],
        &["convert", &long, "--to", "uci"],
        &["convert", "tests/cli/records/suite.epd", "--to", "fen", "--game", &long],
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
fn colours_follow_the_options() {
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
    assert!(
        coloured(always, Some(("NO_COLOR", "1"))),
        "the option takes precedence over the environment"
    );
    assert!(coloured(show, Some(("CLICOLOR_FORCE", "1"))));
    assert!(!coloured(&["show", "chess", "--color", "never"], Some(("CLICOLOR_FORCE", "1"))));
}

/// Text copied from web pages and word processors contains typographic quotes.
#[test]
fn typographic_quotes_are_reported() {
    let help = |words: &[&str]| {
        let output = run(words);
        let told = text(&output.stderr);
        let lead = "error: a shell reads typographic quotes as letters\n\nhelp: type ";
        let help = told.strip_prefix(lead).map(|help| help.trim_end().to_owned());
        assert!(help.is_none() || code(&output) == 2, "{told}");
        help
    };
    assert_eq!(help(&["explain", "“fmW", "fceF”"]).as_deref(), Some("'fmW fceF'"));
    assert_eq!(help(&["explain", "„N“", "--json"]).as_deref(), Some("'N'"));
    assert_eq!(help(&["moves", "chess", "--after=‘e2e4", "e7e5’"]).as_deref(), Some("'e2e4 e7e5'"));
    assert_eq!(help(&["explain", "“N", "W"]).as_deref(), Some("'N'"));
    assert_eq!(help(&["check", "l’échec.yaml"]), None);
    assert_eq!(help(&[]), None);
}

#[test]
fn every_code_is_explained_with_its_example_of_the_page() {
    // The command contains the page from the time when it was built. A new code has no entry there
    // until the page is written.
    let page = include_str!("../../docs/findings.md");
    for code in Code::ALL.iter().filter(|code| page.contains(&format!("\n### {code}\n"))) {
        let output = run(&["explain", code.name()]);
        let told = text(&output.stdout);
        assert!(
            told.contains("\n  For example\n\n    ") && !told.contains("```"),
            "{code}: {told}"
        );
    }
    let letter = run(&["explain", Code::UnknownLetter.name()]);
    assert!(text(&letter.stdout).contains("has no meaning"));
}

/// `tests/trust/terminal.yaml` tests that commands never print such a character. This tests the
/// replacement.
#[test]
fn invisible_characters_are_replaced_or_escaped() {
    let folder = folder("unseen");
    let title = "a\u{1b}[2J\u{9b}31m\r\u{61c}\u{2060}\u{2028}\u{e0041}\u{202e}\tb";
    // A name has one line, so it has no line break such as U+2028.
    let yaml = "\"a\\e[2J\\x9b31m \\u061c\\u2060 \\U000E0041\\u202e\\tb\"";
    fs::write(
        folder.join("a.yaml"),
        format!("name: {yaml}\nabout: {{inventor: {yaml}}}\nextends: chess\n"),
    )
    .expect("written");
    let run = |arguments: &[&str]| {
        let mut command = alfil();
        command.current_dir(&folder).args(arguments);
        command.output().expect("it starts")
    };
    let shown = run(&["show", "a.yaml"]);
    let first = text(&shown.stdout).lines().next();
    // When text is wrapped, white space between words becomes a space.
    assert_eq!(first, Some("a\u{fffd}[2J\u{fffd}31m \u{fffd}\u{fffd} \u{fffd}\u{fffd} b"));
    let refused = run(&["new", title]);
    let sign = "a\u{fffd}[2J\u{fffd}31m\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\tb";
    let wanted = format!("error: `{sign}` cannot be the name of a definition");
    assert!(text(&refused.stderr).starts_with(&wanted), "{:?}", text(&refused.stderr));
    let json = run(&["show", "a.yaml", "--json"]);
    let json = text(&json.stdout);
    assert!(json.chars().all(|c| is_seen(c) || c == '\n'), "{json}");
    let value: Value = serde_json::from_str(json).expect("JSON");
    // The title is shown everywhere, so its invisible characters are replaced. Other texts keep theirs.
    assert_eq!(value["title"], "a\u{fffd}[2J\u{fffd}31m \u{fffd}\u{fffd} \u{fffd}\u{fffd} b");
    let inventor = "a\u{1b}[2J\u{9b}31m \u{61c}\u{2060} \u{e0041}\u{202e}\tb";
    assert_eq!(value["about"]["inventor"], inventor);
    // Of the escape sequences of the argument parser, only colours remain.
    let wrong = "x\u{1b}[2Jy\u{1b}[3;2Hz\u{1b}]0;\u{7}";
    let mut command = alfil();
    command.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1").arg(wrong);
    let output = command.output().expect("it starts");
    let told = text(&output.stderr);
    assert!(told.starts_with("\u{1b}[1m\u{1b}[31merror:\u{1b}[0m "), "{told:?}");
    assert!(told.contains("x\u{fffd}[2Jy\u{fffd}[3;2Hz\u{fffd}]0;\u{fffd}"), "{told:?}");
}
