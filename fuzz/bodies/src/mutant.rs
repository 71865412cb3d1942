//! Fuzz target: shipped definitions with changes of their tree, through everything that commands do
//! with a file.
//!
//! Values are replaced, entries and items are removed or doubled, and numbers are set to extremes.
//! There must be no panic, and every span must be on character boundaries. A formatted file must
//! have the same findings and meaning. A file that is written as one must have the same start
//! position. The start and its moves must be read back.

use alfil::{Analysis, Workspace};
use alfil_diagnostics::diagnostic::has_errors;
use alfil_diagnostics::source::{SourceId, Span};
use alfil_play::position::Position;
use alfil_resolve::write::to_yaml;
use alfil_suite::run;
use alfil_syntax::cases::Claim;
use alfil_syntax::definition;
use alfil_syntax::definition::Role;
use alfil_syntax::format::{Unformatted, format};
use alfil_syntax::yaml::{Node, NodeKind};
use arbitrary::{Result, Unstructured};

/// Values that may break code that reads files.
const VALUES: [&str; 20] = [
    "0",
    "1",
    "-1",
    "65536",
    "4294967296",
    "1e999",
    "0.1",
    "''",
    "none",
    "true",
    "{}",
    "[]",
    "~",
    "a1",
    "z99",
    "rank 0",
    "grid 16x16",
    "*",
    "+ N",
    "\"\\u2060\\e[2J\"",
];

/// Changes a definition and does with it what commands do.
pub fn mutant(bytes: &[u8]) {
    // If there are too few bytes for a choice, the run is not a failure.
    let _ = try_mutant(&mut Unstructured::new(bytes));
}

fn try_mutant(u: &mut Unstructured<'_>) -> Result<()> {
    let shipped: Vec<_> = alfil_definitions::shipped().collect();
    let mut text = u.choose(&shipped)?.text.to_owned();
    for _ in 0..u.int_in_range(1..=4)? {
        let Some(tree) = definition::tree(SourceId::only(), &text).value else { break };
        let donor = u.choose(&shipped)?.text;
        change(&mut text, &tree, donor, u)?;
    }
    // A text with a path is skipped, because results must not depend on files on disk.
    if !(text.contains('/') && text.contains("yaml")) {
        check(&text);
    }
    Ok(())
}

/// Collects the spans of all values, and the spans of all entries and items.
fn places(node: &Node, values: &mut Vec<Span>, parts: &mut Vec<Span>) {
    match &node.kind {
        NodeKind::Scalar(_) => values.push(node.span),
        NodeKind::Sequence(items) => {
            values.push(node.span);
            for item in items {
                parts.push(item.span);
                places(item, values, parts);
            }
        }
        NodeKind::Mapping(entries) => {
            values.push(node.span);
            for entry in entries {
                parts.push(entry.key.span().to(entry.value.span));
                places(&entry.value, values, parts);
            }
        }
    }
}

fn change(text: &mut String, tree: &Node, donor: &str, u: &mut Unstructured<'_>) -> Result<()> {
    let (mut values, mut parts) = (Vec::new(), Vec::new());
    places(tree, &mut values, &mut parts);
    let bytes = |span: Span| span.start as usize..span.end as usize;
    let value = bytes(*u.choose(&values)?);
    // An alias has its value at another place.
    if text.get(value.clone()).is_none() {
        return Ok(());
    }
    match u.int_in_range(0..=4)? {
        0 => text.replace_range(value, u.choose(&VALUES)?),
        1 => {
            let Some(theirs) = definition::tree(SourceId::only(), donor).value else {
                return Ok(());
            };
            let (mut values, mut parts) = (Vec::new(), Vec::new());
            places(&theirs, &mut values, &mut parts);
            text.replace_range(value, &donor[bytes(*u.choose(&values)?)]);
        }
        2 if !parts.is_empty() => text.replace_range(bytes(*u.choose(&parts)?), ""),
        3 if !parts.is_empty() => {
            let part = bytes(*u.choose(&parts)?);
            let start = text[..part.start].rfind('\n').map_or(0, |i| i + 1);
            let line = text[start..part.end].to_owned() + "\n";
            text.insert_str(start, &line);
        }
        _ => {
            let digit = text[value.clone()].find(|c: char| c.is_ascii_digit());
            if let Some(digit) = digit {
                let at = value.start + digit;
                text.replace_range(at..=at, u.choose(&["0", "9", "16", "99", "-3", "300"])?);
            }
        }
    }
    Ok(())
}

/// The workspace with `text`, and all results for it.
fn examine(text: &str) -> (Workspace, Analysis) {
    let mut workspace = Workspace::new();
    workspace.add("written", text);
    let examined = workspace.examine("written");
    (workspace, examined)
}

fn check(text: &str) {
    let (workspace, examined) = examine(text);
    for label in examined.found.iter().flat_map(|d| &d.labels) {
        // This panics if the span is not on character boundaries of its text.
        let _ = workspace.sources().slice(label.span);
    }
    assert!(examined.game.is_some() || has_errors(&examined.found), "neither a game nor an error");
    let codes = |examined: &Analysis| {
        let mut codes: Vec<&str> = examined.found.iter().map(|d| d.code.name()).collect();
        codes.sort_unstable();
        codes
    };
    match format(SourceId::only(), text) {
        Ok(formatted) => {
            let again = examine(&formatted).1;
            assert_eq!(codes(&again), codes(&examined), "{text}\n->\n{formatted}");
            assert_eq!(start(&again), start(&examined), "{text}\n->\n{formatted}");
        }
        Err(Unformatted::Altered) => panic!("formatted it says something else:\n{text}"),
        Err(Unformatted::Broken(found)) => assert!(has_errors(&found), "{text}"),
    }
    let (Some(resolved), Some(game)) = (&examined.resolved, &examined.game) else { return };
    let _ = game.outline();
    // Another modifier may define what a modifier lacks, so only games must be complete.
    if resolved.role == Role::Game
        && let Ok(whole) = to_yaml(resolved)
    {
        let again = examine(&whole).1;
        assert!(!has_errors(&again.found), "{text}\n->\n{whole}\n{:?}", again.found);
        assert_eq!(start(&again), start(&examined), "{text}\n->\n{whole}");
    }
    play(&mut game.start());
    // Perft counts take long, and the targets `board` and `game` test them.
    let cheap = |case: &&alfil_resolve::setup::Case| !matches!(case.claim, Claim::Perft(_));
    let _ = run::run(game, &resolved.cases.iter().filter(cheap).cloned().collect::<Vec<_>>());
}

/// The text of the start position.
fn start(examined: &Analysis) -> Option<String> {
    examined.game.as_ref().map(|game| game.start().text())
}

/// Finds legal moves by their texts, makes them and takes them back.
fn play(position: &mut Position) {
    let before = position.text();
    let legal = position.legal();
    let Some((moves, texts)) = legal.list().zip(legal.texts()) else { return };
    for (mv, text) in moves.iter().zip(&texts) {
        let found = legal.find(text);
        assert_eq!(found.map(|mv| legal.write(&mv)).as_ref(), Some(text), "{before}");
        let mut next = position.clone();
        next.play(mv);
        next.take_back();
        assert_eq!(next.text(), before, "{text} is not taken back");
    }
}
