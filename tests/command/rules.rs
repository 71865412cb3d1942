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
        let away = ["src=\"http", "href=\"http", "href='http", "url(http"];
        assert!(away.iter().all(|sign| !page.contains(sign)), "{name}");
        assert!(page.matches("<img ").count() > 3, "{name}");
        // Nothing runs or colours the page that does not say its word.
        let parts = |tag: &str| page.matches(&format!("<{tag}")).count();
        let known = page.matches("nonce=\"alfil\"").count();
        assert_eq!(parts("script") + parts("style"), known, "{name}");
    }
}

/// The longest game of the tests is shown, or the one that is asked for: a picture for each position.
#[test]
fn a_page_has_a_game() {
    let frames = |arguments: &[&str]| -> Vec<usize> {
        let output = run(&[&["rules", "chess", "--html"], arguments].concat());
        assert_eq!(code(&output), 0, "{}", text(&output.stderr));
        let page = text(&output.stdout);
        let data = page.split("id=\"frames\" nonce=\"alfil\">").nth(1).expect("frames");
        let data = data.split("</script>").next().expect("an end");
        let data: serde_json::Value = serde_json::from_str(data).expect("JSON");
        let lines = data["lines"].as_array().expect("lines");
        let men = |frame: &serde_json::Value| {
            let lines = frame
                .as_array()
                .expect("numbers")
                .iter()
                .map(|n| &lines[n.as_u64().expect("a number") as usize]);
            lines
                .filter(|line| line.as_str().is_some_and(|line| line.contains("data-man=")))
                .count()
        };
        data["frames"].as_array().expect("frames").iter().map(men).collect()
    };
    assert_eq!(frames(&["--after", "e2e4 d7d5 e4d5"]), [32, 32, 32, 31]);
    let tested = frames(&[]);
    assert!(tested.len() > 4 && tested[0] == 32, "{tested:?}");
    let alone = run(&["rules", "chess", "--after", "e2e4"]);
    assert_eq!(code(&alone), 2, "{}", text(&alone.stderr));
}
