//! Broken definitions: each file and what its author hears, drawn.

#![cfg(feature = "cli")]

use alfil::Workspace;
use alfil::render::report;

#[test]
fn every_broken_definition_is_reported() {
    insta::glob!("../broken", "*.yaml", |path| {
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        let mut workspace = Workspace::new();
        // From the folder of the tests, so that snapshots hold no machine's paths.
        let found = workspace.examine(&format!("tests/broken/{name}")).found;
        let style = report::Style::new(report::Colour::Off);
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let report = report::draw(&found, workspace.sources(), style);
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("{text}\n---\n\n{report}"));
        });
    });
}
