//! Compares published movement strings and their published meaning with the output of `explain`.
//!
//! For rows of the dialects betza and fsf with a list of steps, the output must be exactly these
//! steps. The snapshot lists the exceptions with their findings. Any other row must be read or have
//! a finding.

use alfil_diagnostics::diagnostic::Report;
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{SourceId, Span};
use alfil_resolve::context::Context;
use alfil_rules::movement::Movement;
use alfil_syntax::value::Dialect;
use alfil_text::explain::{Explanation, explain};
use std::collections::{BTreeMap, BTreeSet};

struct Row {
    notation: &'static str,
    dialect: &'static str,
    reading: Dialect,
    expected: &'static str,
}

fn corpus() -> Vec<Row> {
    let text = include_str!("../data/betza_corpus.tsv");
    let rows: Vec<Row> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .map(|line| line.split('\t').collect::<Vec<_>>())
        .map(|columns| Row {
            notation: columns[1],
            dialect: columns[2],
            reading: if columns[3] == "x8" { Dialect::XBetza } else { Dialect::Classic },
            expected: columns[5],
        })
        .collect();
    assert_eq!(rows.len(), 293);
    rows
}

fn run(string: &str, dialect: Dialect) -> (Option<Explanation>, Report) {
    let place = |range: std::ops::Range<usize>| Span::new(SourceId::only(), range.start, range.end);
    let zones = IndexVec::new();
    let mut found = Report::default();
    let value = explain(
        None,
        &Movement::default(),
        string,
        Context { place: &place, zones: &zones, dialect },
        &mut found,
    );
    (value, found)
}

/// Returns a step with its flags in alphabetical order.
fn normal(step: &str) -> String {
    let (flags, rest) = step.split_once(':').unwrap_or(("", step));
    let mut flags: Vec<char> = flags.chars().collect();
    flags.sort();
    flags.into_iter().chain([':']).chain(rest.chars()).collect()
}

/// Returns the steps of a row, if it lists any.
fn list(expected: &str) -> Option<BTreeSet<String>> {
    let is_step = |s: &str| {
        let rest = s.split_once(':').map_or(s, |(_, rest)| rest);
        let inside = rest.strip_prefix('(').and_then(|r| r.split_once(')'));
        inside.is_some_and(|(at, times)| {
            at.contains(',') && (times.is_empty() || times.starts_with('*'))
        })
    };
    expected.split_whitespace().map(|s| is_step(s).then(|| normal(s))).collect()
}

#[test]
fn published_strings_have_their_meaning() {
    let mut beyond: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let (mut wrong, mut right) = (Vec::new(), 0);
    for row in corpus() {
        let (value, found) = run(row.notation, row.reading);
        let reason = match (&value, list(row.expected)) {
            (None, _) => found[0].code.name().to_string(),
            (Some(Explanation { steps: Some(steps), .. }), Some(expected)) => {
                let steps: BTreeSet<String> = steps.iter().map(|s| normal(s)).collect();
                if steps == expected {
                    right += 1;
                } else {
                    wrong.push(format!("{}: {steps:?}, not {expected:?}", row.notation));
                }
                continue;
            }
            (Some(_), _) => "read, not a list of steps".to_string(),
        };
        beyond.entry(reason).or_default().insert(format!("{} ({})", row.notation, row.dialect));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let table: String = beyond
        .into_iter()
        .map(|(reason, rows)| {
            let rows: Vec<String> = rows.into_iter().collect();
            format!("{reason}\n  {}\n", rows.join("\n  "))
        })
        .collect();
    insta::with_settings!({omit_expression => true}, {
        insta::assert_snapshot!(format!("{right} rows hold\n\n{table}"));
    });
}
