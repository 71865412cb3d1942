//! How the command answers to what is long, known to shells, and coloured; `tests/trust/` holds what it does when
//! the world does not do as it should.

use crate::process::{alfil, code, run, text};

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
