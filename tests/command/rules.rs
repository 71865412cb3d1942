//! Tests of `alfil rules`: texts and pages.

use crate::process::{code, folder, run, text};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

/// Games on boards of all sorts and on planes.
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
fn rules_match_snapshots() {
    for name in TOLD {
        let output = run(&["rules", name]);
        assert_eq!(code(&output), 0, "{name}: {}", text(&output.stderr));
        insta::assert_snapshot!(name, text(&output.stdout));
    }
}

/// A page needs no other files, and every tag is closed.
#[test]
fn a_page_is_complete() {
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
    }
}

/// The content security policy of a page contains the hashes of its style and its script. A page
/// without a game has no script.
#[test]
fn the_policy_of_a_page_has_its_hashes() {
    let told = |name: &str, more: &[&str]| {
        text(&run(&[&["rules", name, "--html"], more].concat()).stdout).to_owned()
    };
    let inside = |page: &str, tag: &str| -> Vec<String> {
        let [open, close] = [format!("<{tag}>"), format!("</{tag}>")];
        let parts = page.split(open.as_str()).skip(1);
        parts.filter_map(|part| Some(part.split_once(close.as_str())?.0.to_owned())).collect()
    };
    let sum = |part: &String| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(part)));
    let sums = |parts: Vec<String>| parts.iter().map(sum).collect::<Vec<_>>().join(" ");
    for (page, scripts) in
        [(told("chess", &["--after", "e2e4"]), 1), (told("continuous-zeno", &[]), 0)]
    {
        let [style, script] = ["style", "script"].map(|tag| inside(&page, tag));
        assert_eq!((style.len(), script.len()), (1, scripts));
        let policy = page.split_once("content=\"").and_then(|(_, rest)| rest.split_once('"'));
        let (policy, _) = policy.expect("a policy");
        let script = match scripts {
            0 => String::new(),
            _ => format!("script-src {}; ", sums(script)),
        };
        let wanted = format!(
            "default-src 'none'; img-src data:; style-src {}; {script}base-uri 'none'; form-action 'none'",
            sums(style)
        );
        assert_eq!(policy, wanted, "the hashes in the program differ from those of its output");
        // All other script elements contain data, and no element has a style attribute.
        assert_eq!(page.matches("<script").count(), 2 * scripts);
        assert_eq!(page.matches(" style=").count(), 0);
    }
}

/// A page shows the longest game of the tests, or the requested game, with one picture for each
/// position.
#[test]
fn a_page_has_a_game() {
    let frames = |arguments: &[&str]| -> Vec<usize> {
        let output = run(&[&["rules", "chess", "--html"], arguments].concat());
        assert_eq!(code(&output), 0, "{}", text(&output.stderr));
        let page = text(&output.stdout);
        let data = page.split("id=\"frames\">").nth(1).expect("frames");
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

/// Pages describe rules that restrict only attacks, both for all pieces and for a single piece.
#[test]
fn restrictions_of_attacks_are_described() {
    let rows = [
        (
            "attacks: no own queen\n",
            "A piece attacks, and gives check, only if its side has no queen.",
        ),
        (
            "pieces: {rook: {attacks: only when no own queen}}\n",
            "any number of steps along its rank or file, only if its side has no queen.",
        ),
    ];
    let file = folder("rules-attacks").join("mine.yaml");
    let path = file.to_str().expect("UTF-8");
    for (more, told) in rows {
        std::fs::write(&file, format!("extends: chess\n{more}")).expect("written");
        for command in ["rules", "show"] {
            let output = run(&[command, path]);
            assert_eq!(code(&output), 0, "{more}{}", text(&output.stderr));
            let page = text(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(page.contains(told), "{command} {more}{page}");
        }
    }
}

/// The general rules of a page must not contradict the moves of its pieces.
#[test]
fn a_page_does_not_contradict_itself() {
    for name in ["alice", "circular", "raumschach", "glinski", "cylinder", "continuous"] {
        let output = run(&["rules", name]);
        let page = text(&output.stdout);
        let pieces = page.split_once("## Pieces").expect("pieces").1;
        let end = pieces.find("\n## ").expect("more than pieces");
        let (pieces, rest) = pieces.split_at(end);
        if rest.contains("Nothing is captured en passant") {
            assert!(!pieces.contains("en passant"), "{name}: {pieces}");
        }
        if page.contains("on the layer where it stands") || rest.contains("stays on its layer") {
            assert!(!pieces.contains(" up") && !pieces.contains(" down"), "{name}: {pieces}");
        }
        if rest.contains("Nobody castles") {
            assert!(!pieces.contains("castle"), "{name}: {pieces}");
        }
    }
}

/// Sentences of pages: each case has a definition, what its page must say, and what it must not say.
#[test]
fn pages_of_small_games_say_what_is_true() {
    let file = folder("rules-pages").join("mine.yaml");
    let path = file.to_str().expect("UTF-8");
    let cases = std::fs::read_to_string("tests/data/rules_pages.txt").expect("the cases");
    let mut wrong = String::new();
    for case in cases.split("\n===\n").map(|case| case.trim_start_matches("===\n")) {
        let (definition, lines) = case.split_once("\n---\n").expect("a line `---`");
        std::fs::write(&file, definition).expect("written");
        let output = run(&["rules", path]);
        assert_eq!(code(&output), 0, "{definition}\n{}", text(&output.stderr));
        let page = text(&output.stdout);
        for line in lines.lines().filter(|line| !line.is_empty()) {
            let (sign, told) = line.split_at(2);
            if (sign == "+ ") != page.contains(told) {
                wrong += &format!("{line}\n{definition}\n{page}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
