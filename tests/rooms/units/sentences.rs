//! Tests of sentences at the limits of length and depth.

use alfil::library::Library;
use alfil::resolve::resolution::resolve;
use alfil::source::Sources;

/// Returns the titles of the findings of a definition that consists of `extends: chess` and
/// `lines`.
fn found(lines: &str) -> Vec<String> {
    let (mut library, mut sources) = (Library::new(), Sources::new());
    library.add(&mut sources, "written", &format!("extends: chess\n{lines}\n"));
    let found = resolve("written", &mut library, &mut sources).found;
    found.iter().map(|finding| finding.title.clone()).collect()
}

/// Only nested brackets count as depth.
#[test]
fn a_restriction_may_have_many_brackets() {
    let many = vec!["(not giving check)"; 20].join(" or ");
    assert_eq!(found(&format!("every move: only when {many}")), Vec::<String>::new());
}

#[test]
fn too_deep_or_too_long_is_one_finding() {
    let deep = format!("{}capturing{}", "(".repeat(13), ")".repeat(13));
    let long = "capturing or ".repeat(400) + "capturing";
    for key in ["must: ", "effects: when ", "every move: only when "] {
        let then = if key.starts_with("effects") { " then count takes" } else { "" };
        for text in [&deep, &long] {
            let found = found(&format!("{key}{text}{then}"));
            assert_eq!(found.len(), 1, "{key}: {found:?}");
        }
    }
}
