//! Every shipped definition through the first two stages, and back out as one file.

#![cfg(feature = "cli")]

use alfil::diagnostic::{Code, Diagnostic};
use alfil::library::{self, Library};
use alfil::render::report;
use alfil::resolve::outline::outline;
use alfil::resolve::resolution::{Resolved, resolve};
use alfil::resolve::write::to_yaml;
use alfil::source::Sources;
use alfil::syntax::{definition, outline as written, yaml};

fn drawn(found: &[Diagnostic], sources: &Sources) -> String {
    report::draw(found, sources, report::Style::new(report::Colour::Off))
}

fn resolved(request: &str) -> Resolved {
    let (mut library, mut sources) = (Library::new(), Sources::new());
    let findings = resolve(request, &mut library, &mut sources);
    assert!(findings.found.is_empty(), "{request}:\n{}", drawn(&findings.found, &sources));
    findings.value.expect("no finding, so a value")
}

fn resolved_text(text: &str) -> Resolved {
    let (mut library, mut sources) = (Library::new(), Sources::new());
    library.add(&mut sources, "written", text);
    let findings = resolve("written", &mut library, &mut sources);
    assert!(!findings.has_errors(), "{text}\n{}", drawn(&findings.found, &sources));
    findings.value.expect("no error, so a value")
}

#[test]
fn every_shipped_definition_is_understood() {
    for shipped in library::shipped() {
        let mut sources = Sources::new();
        let source = sources.add(shipped.name, shipped.text);
        let tree = yaml::parse(source, shipped.text).value.expect("shipped files are YAML");
        let read = definition::read(&tree, shipped.text);
        assert!(read.found.is_empty(), "{}", drawn(&read.found, &sources));
        let definition = read.value.expect("shipped files are definitions");
        let name = shipped.name;
        insta::assert_snapshot!(
            format!("definition@{name}"),
            written::outline(&definition, &sources),
            &format!("definitions/{}/{name}.yaml", shipped.family)
        );
        insta::assert_snapshot!(
            format!("ruleset@{name}"),
            outline(&resolved(name).ruleset),
            &format!("definitions/{}/{name}.yaml", shipped.family)
        );
    }
}

/// The Debug form without places.
fn without_spans(resolved: &Resolved) -> String {
    let text = format!("{:?}", resolved.ruleset);
    let mut parts = text.split("Span { ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out += part.split_once('}').map_or("", |(_, rest)| rest);
    }
    out
}

#[test]
fn written_as_one_file_it_means_the_same() {
    let sums = [
        "capablanca+contrast-modifier",
        "chess+monochromatic-modifier+berolina-modifier",
        "capablanca+contrast-modifier+monochromatic-modifier+monochromatic-bound-modifier",
    ];
    for request in library::shipped().map(|s| s.name).chain(sums) {
        let first = resolved(request);
        let text = to_yaml(&first);
        let again = resolved_text(&text);
        assert_eq!(without_spans(&first), without_spans(&again), "{request}\n{text}");
        assert_eq!(text, to_yaml(&again), "{request}");
    }
    insta::assert_snapshot!("yaml@monochromatic-jamal", to_yaml(&resolved("monochromatic-jamal")));
    insta::assert_snapshot!("yaml@contrast-capablanca", to_yaml(&resolved(sums[0])));
}

#[test]
fn a_sum_is_the_game_that_extends_it() {
    for (sum, game) in [
        ("chess+contrast-modifier", "contrast"),
        ("capablanca+contrast-modifier", "contrast-capablanca"),
        ("chess+monochromatic-modifier+berolina-modifier", "monochromatic-berolina"),
        ("chess+berolina-modifier+monochromatic-modifier", "monochromatic-berolina"),
    ] {
        let strip = |r: &Resolved| {
            let text = without_spans(r);
            text.split_once("space:").map_or(String::new(), |(_, rest)| rest.to_owned())
        };
        assert_eq!(strip(&resolved(sum)), strip(&resolved(game)), "{sum}");
    }
}

#[test]
fn no_code_is_without_an_example() {
    // The codes of this room are each drawn by a file of `tests/broken`.
    let from = Code::ALL.iter().position(|&c| c == Code::UnknownKey).unwrap_or_default();
    let to = Code::ALL.iter().position(|&c| c == Code::BadTest).unwrap_or_default();
    let mut missing: Vec<Code> = Code::ALL[from..=to].to_vec();
    for entry in std::fs::read_dir("tests/broken").expect("the folder of broken files") {
        let path = entry.expect("an entry").path();
        let (mut library, mut sources) = (Library::new(), Sources::new());
        let found = resolve(&path.display().to_string(), &mut library, &mut sources).found;
        missing.retain(|code| found.iter().all(|d| d.code != *code));
    }
    assert_eq!(missing, [Code::TooManyPieces], "add a broken file for each");
}

#[test]
fn kinds_are_counted() {
    let mut text = String::from("extends: chess\npieces:\n");
    for letter in ('\u{410}'..='\u{42f}').chain('\u{391}'..='\u{3a1}').chain('\u{531}'..='\u{550}')
    {
        text += &format!("  piece-{letter}: {{letter: {letter}, moves: W}}\n");
    }
    let (mut library, mut sources) = (Library::new(), Sources::new());
    library.add(&mut sources, "many", &text);
    let found = resolve("many", &mut library, &mut sources).found;
    assert!(found.iter().any(|d| d.code == Code::TooManyPieces));
}
