//! Snapshots of the findings about broken definitions, as `check` draws them.

#![cfg(feature = "cli")]

use alfil::Workspace;
use alfil_render::report;

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
