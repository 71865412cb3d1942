//! Snapshots of the findings about broken definitions, as `check` draws them, and the codes of findings.

#![cfg(feature = "cli")]

use crate::architecture::{files, named};
use alfil::Workspace;
use alfil_diagnostics::diagnostic::Code;
use alfil_render::report;
use std::collections::BTreeSet;
use std::path::Path;

/// The files are checked one after another. `insta::glob!` would assign failures of parallel tests
/// to this test, so that those tests pass.
#[test]
fn every_broken_definition_is_reported() {
    let files = std::fs::read_dir("tests/broken").expect("the folder of broken files");
    let mut names: Vec<String> = files
        .filter_map(|file| file.expect("an entry").file_name().into_string().ok())
        .filter(|name| name.ends_with(".yaml"))
        .collect();
    names.sort();
    assert!(names.len() > 100, "{} broken files", names.len());
    for name in names {
        let mut workspace = Workspace::new();
        // The path is relative, so that snapshots contain no paths of a machine.
        let path = format!("tests/broken/{name}");
        let found = workspace.examine(&path).found;
        let style = report::Style::new(report::Colour::Off);
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let report = report::draw(&found, workspace.sources(), style);
        insta::with_settings!({
            omit_expression => true,
            prepend_module_to_snapshot => false,
            snapshot_suffix => name,
        }, {
            insta::assert_snapshot!(
                "every_broken_definition_is_reported",
                format!("{text}\n---\n\n{report}")
            );
        });
    }
}

/// Children of such a parent need a setup of their own. If a child has none, the finding is at its
/// own `extends`.
#[test]
fn an_abstract_parent_may_outgrow_its_setup() {
    let found = Workspace::new().examine("tests/broken/parts/outgrown-abstract.yaml").found;
    assert_eq!(found, []);
}

#[test]
fn every_code_is_produced_and_explained() {
    let registry = Path::new("crates/diagnostics/src/diagnostic.rs");
    let sources = files("crates");
    let produced: BTreeSet<String> = sources
        .iter()
        .filter(|f| f.path != registry)
        .flat_map(|f| named(&f.code(), "Code::").into_iter().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let (mut wrong, mut names, mut texts) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for &code in Code::ALL {
        let (name, text) = (code.name(), code.explanation());
        if !produced.contains(&format!("{code:?}")) {
            wrong.push(format!("{name}: no code produces it"));
        }
        if !name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-') || !names.insert(name) {
            wrong.push(format!("{name}: not kebab-case, or twice"));
        }
        let sentences = text.matches(". ").count() + 1;
        let thin = text.split_whitespace().count() < 6 || !text.ends_with('.') || sentences > 3;
        if thin || !texts.insert(text) {
            wrong.push(format!("{name}: its explanation is thin, too long, or another's"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
