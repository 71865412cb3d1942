//! Broken definitions: each file and what its author hears, drawn.

#![cfg(feature = "cli")]

use alfil::diagnostic::{Diagnostic, Severity};
use alfil::library::Library;
use alfil::play::game::Game;
use alfil::render::report;
use alfil::resolve::resolution::resolve;
use alfil::source::Sources;

#[test]
fn every_broken_definition_is_reported() {
    insta::glob!("../broken", "*.yaml", |path| {
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        let (mut library, mut sources) = (Library::new(), Sources::new());
        // From the folder of the tests, so that snapshots hold no machine's paths.
        let request = format!("tests/broken/{name}");
        let resolved = resolve(&request, &mut library, &mut sources);
        let mut found = resolved.found;
        if let Some(resolved) = resolved.value {
            let asked = |d: &Diagnostic| {
                d.severity() == Severity::Error
                    || d.span().is_none_or(|s| resolved.asked.contains(&s.source))
            };
            let compiled = Game::compile(resolved.ruleset);
            found.extend(compiled.found.into_iter().filter(asked));
        }
        report::order(&mut found);
        let style = report::Style::new(report::Colour::Off);
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let report = report::draw(&found, &sources, style);
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("{text}\n---\n\n{report}"));
        });
    });
}
