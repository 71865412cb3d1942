//! Prints the findings of a definition as JSON: `cargo run --example findings -- mine.yaml`.

use alfil::{Finding, LineColumn, Workspace};
use serde_json::{Value, json};

fn main() {
    let name = std::env::args().nth(1).unwrap_or("chess".to_owned());
    let mut workspace = Workspace::new();
    let findings: Vec<Value> = workspace.findings(&name).iter().map(object).collect();
    println!("{:#}", json!({ "findings": findings }));
}

fn object(finding: &Finding) -> Value {
    let place = |at: LineColumn| json!({ "line": at.line, "column": at.column });
    let edit = finding.edit.as_ref().map(|edit| {
        json!({ "file": edit.file, "start": edit.range.start, "end": edit.range.end, "text": edit.text })
    });
    json!({
        "code": finding.code,
        "severity": finding.severity.name(),
        "title": finding.title,
        "reason": finding.reason,
        "help": finding.help,
        "file": finding.file,
        "start": finding.start.map(place),
        "length": finding.length,
        "edit": edit,
    })
}
