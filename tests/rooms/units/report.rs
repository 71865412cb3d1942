//! Tests of findings in drawings and in JSON.

use alfil::diagnostic::{Code, Diagnostic, Help, order};
use alfil::render::report::{Colour, Style, draw, json};
use alfil::source::{SourceId, Sources, Span};
use serde_json::json;

fn two_texts() -> (Sources, SourceId, SourceId) {
    let mut sources = Sources::new();
    let one = sources.add("one.yaml", "name: x\r\npieces:\r\n  king: {mvoes: K}\r\n");
    let two = sources.add("two.yaml", format!("a: \x1b[31m\nlong: {}\n", "x".repeat(900)));
    (sources, one, two)
}

#[test]
fn every_kind_of_finding_draws() {
    let (sources, one, two) = two_texts();
    let mut found = vec![
        Diagnostic::at(Code::SmartQuotes, Span::new(two, 3, 7), "a warning", "raw escape"),
        Diagnostic::at(Code::UnknownCell, Span::new(two, 20, 30), "on an endless line", "here"),
        Diagnostic::at(Code::UnknownKey, Span::new(one, 27, 32), "unknown key `mvoes`", "")
            .label(Span::new(one, 9, 15), "in this map")
            .label(Span::new(two, 0, 1), "as over there")
            .because("keys are never ignored")
            .help(Help::did_you_mean("moves")),
        Diagnostic::new(Code::UnreadableFile, "there is no file `x\x1b.yaml`"),
        Diagnostic::at(Code::DuplicateKey, Span::new(one, 9, 38), "several lines", "first"),
        Diagnostic::new(Code::UnreadableFile, "there is no file `x\x1b.yaml`"),
    ];
    order(&mut found);
    insta::assert_snapshot!(draw(&found, &sources, Style::new(Colour::Off)));
    let coloured = draw(&found, &sources, Style::new(Colour::On));
    assert!(coloured.contains('\x1b') && !coloured.contains("x\x1b.yaml"));
}

#[test]
fn json_counts_lines_and_columns_from_one() {
    let (sources, one, _) = two_texts();
    let found = [
        Diagnostic::at(Code::UnknownKey, Span::new(one, 27, 32), "unknown key", "")
            .help(Help::did_you_mean("x")),
        Diagnostic::new(Code::UnreadableFile, "no file").because("why"),
    ];
    assert_eq!(
        json(&found, &sources),
        json!({"findings": [
            {"code": "unknown-key", "severity": "error", "message": "unknown key",
             "file": "one.yaml", "start": {"line": 3, "column": 10},
             "end": {"line": 3, "column": 15}, "help": "did you mean `x`?",
             "edit": {"file": "one.yaml", "start": {"line": 3, "column": 10},
                      "end": {"line": 3, "column": 15}, "text": "x"}},
            {"code": "unreadable-file", "severity": "error", "message": "no file: why",
             "file": null, "start": null, "end": null, "help": null, "edit": null},
        ]})
    );
}

#[test]
fn a_report_is_bounded_and_nothing_is_empty() {
    let (sources, one, _) = two_texts();
    assert_eq!(draw(&[], &sources, Style::new(Colour::Off)), "");
    let many = vec![Diagnostic::at(Code::UnknownKey, Span::new(one, 0, 4), "t", ""); 500];
    let report = draw(&many, &sources, Style::new(Colour::Off));
    assert!(report.ends_with("and 400 more\n500 errors\n"), "{report}");
}
