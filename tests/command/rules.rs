//! The rules in words, of a few games whole, and as pages.

use crate::process::{code, run, text};

/// Games of each sort of board, and the five whose sources the project began with.
const TOLD: [&str; 9] = [
    "contrast",
    "monochromatic",
    "opposition",
    "white-and-black",
    "continuous",
    "continuous-menagerie",
    "glinski",
    "cylinder",
    "xiangqi",
];

#[test]
fn rules_are_told_as_kept() {
    for name in TOLD {
        let output = run(&["rules", name]);
        assert_eq!(code(&output), 0, "{name}: {}", text(&output.stderr));
        insta::assert_snapshot!(name, text(&output.stdout));
    }
}

/// A page needs no other file, and its tags close.
#[test]
fn a_page_is_whole() {
    for name in ["contrast", "continuous", "glinski"] {
        let output = run(&["rules", name, "--html"]);
        let page = text(&output.stdout);
        assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"), "{name}");
        for tag in ["h1", "h2", "h3", "p", "section", "figure", "code"] {
            let open = page.matches(&format!("<{tag}>")).count()
                + page.matches(&format!("<{tag} ")).count();
            assert_eq!(open, page.matches(&format!("</{tag}>")).count(), "{name}: {tag}");
        }
        let away = ["src=\"http", "href=\"http", "href='http", "url(http", "<script"];
        assert!(away.iter().all(|sign| !page.contains(sign)), "{name}");
        assert!(page.matches("<img ").count() > 3, "{name}");
    }
}
