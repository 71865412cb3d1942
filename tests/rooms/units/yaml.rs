//! Tests of the YAML reader with hand-made and random documents.

use alfil::diagnostic::{Code, has_errors};
use alfil::source::Sources;
use alfil::source::{SourceId, Span};
use alfil::syntax::definition;
use alfil::syntax::scalar::Scalar;
use alfil::syntax::yaml::*;
use std::ops::Range;
use std::time::{Duration, Instant};

fn tree(text: &str) -> Node {
    let read = definition::tree(SourceId::only(), text);
    assert!(read.found.is_empty(), "{text:?}: {:?}", read.found);
    read.value.expect("a tree without findings")
}

fn codes(text: &str) -> Vec<(Code, &str)> {
    let mut sources = Sources::new();
    let source = sources.add("t", text);
    let read = definition::tree(source, text);
    read.found
        .iter()
        .map(|d| {
            let span = d.span().expect("a finding of the carrier has a place");
            (d.code, &text[span.start as usize..span.end as usize])
        })
        .collect()
}

/// Returns the tree in one line. Each value is shown with the characters of its span.
fn shown(node: &Node, text: &str) -> String {
    let raw = &text[node.span.start as usize..node.span.end as usize];
    match &node.kind {
        NodeKind::Scalar(s) => format!("{:?}={raw:?}", s.text()),
        NodeKind::Sequence(items) => {
            let items: Vec<_> = items.iter().map(|n| shown(n, text)).collect();
            format!("{raw:?}[{}]", items.join(", "))
        }
        NodeKind::Mapping(entries) => {
            let entries: Vec<_> = entries
                .iter()
                .map(|e| format!("{}: {}", e.key.text(), shown(&e.value, text)))
                .collect();
            format!("{raw:?}{{{}}}", entries.join(", "))
        }
    }
}

#[test]
fn every_scalar_is_text_with_its_place() {
    for (text, expected) in [
        ("a: no\nb: 1e3\n", r#""a: no\nb: 1e3"{a: "no"="no", b: "1e3"="1e3"}"#),
        ("a:\nb: ~\n", r#""a:\nb: ~"{a: ""="", b: "~"="~"}"#),
        ("- x\n- y: z\n", r#""- x\n- y: z"["x"="x", "y: z"{y: "z"="z"}]"#),
        (
            "a: [d, {e: f}] # c\n",
            r#""a: [d, {e: f}]"{a: "[d, {e: f}]"["d"="d", "{e: f}"{e: "f"="f"}]}"#,
        ),
        ("- - é\n  - b\n-\n", r#""- - é\n  - b\n-"["- é\n  - b"["é"="é", "b"="b"], ""=""]"#),
        ("x: &a [1]\ny: *a\n", r#""x: &a [1]\ny: *a"{x: "[1]"["1"="1"], y: "*a"["1"="1"]}"#),
        ("a: |\n  W\n\nb: F", r#""a: |\n  W\n\nb: F"{a: "W\n"="W", b: "F"="F"}"#),
        ("", r#"""="""#),
    ] {
        assert_eq!(shown(&tree(text), text), expected);
    }
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_move_nothing() {
    let text = "\u{feff}a: 'x\r\n  y'\r\nb: \"\\u0041\\\r\n  B\"\r\n";
    let node = tree(text);
    assert_eq!(
        shown(&node, text),
        "\"a: 'x\\r\\n  y'\\r\\nb: \\\"\\\\u0041\\\\\\r\\n  B\\\"\"{a: \"x y\"=\"'x\\r\\n  y'\", b: \"AB\"=\"\\\"\\\\u0041\\\\\\r\\n  B\\\"\"}"
    );
}

#[test]
fn slices_of_a_text_are_exact_in_every_style() {
    let cases = [
        ("K isO2", 2..5, "isO"),
        ("'it''s'", 2..3, "''"),
        ("'it''s'", 2..4, "''s"),
        ("\"a\\u00e9\\n b\"", 1..3, "\\u00e9"),
        ("\"a\\u00e9\\n b\"", 3..4, "\\n"),
        ("\"\\ud83d\\ude00b\"", 4..5, "b"),
        ("|\n  W\n  F", 2..3, "F"),
        (">-\n  W\n\n  F", 2..3, "F"),
        ("|2\n    W\n   F\n", 5..6, "F"),
        ("W\n   F", 2..3, "F"),
        ("W\n\n   F", 2..3, "F"),
        ("\"a  \\\n   b\"", 3..4, "b"),
        ("K", 1..1, ""),
        ("''", 0..0, "''"),
    ];
    for (value, range, expected) in cases {
        let text = format!("x:\n  moves: {}\n", value.replace('\n', "\n  "));
        let node = tree(&text);
        let NodeKind::Mapping(outer) = &node.kind else { panic!("{text}") };
        let NodeKind::Mapping(inner) = &outer[0].value.kind else { panic!("{text}") };
        let NodeKind::Scalar(scalar) = &inner[0].value.kind else { panic!("{text}") };
        let span = scalar.slice(range.clone());
        let got = &text[span.start as usize..span.end as usize];
        assert_eq!(got, expected, "{text:?} {:?} {range:?}", scalar.text());
    }
}

#[test]
fn findings_point_at_the_exact_place() {
    use Code::*;
    let mut wrong = Vec::new();
    for (text, expected) in [
        ("moves: @8\nb: c: d\n", vec![(NeedsQuotes, "@8"), (NeedsQuotes, "c: d")]),
        ("moves: [F?R]W\n", vec![(NeedsQuotes, "[F?R]W")]),
        ("{moves: @8, a: b}\n", vec![(NeedsQuotes, "@8")]),
        ("a: {moves: %8, b: '@' }\n", vec![(NeedsQuotes, "%8")]),
        ("s: *1rn/8 w KQ - 0 1\nx: y\n", vec![(NeedsQuotes, "*1rn/8 w KQ - 0 1")]),
        ("s: *1rn/8\nx: y\n", vec![(UnknownAlias, "*1rn/8")]),
        ("s: &1/8 w\nx: y\n", vec![(UnusedAnchor, "&1/8")]),
        ("s: &a [*a]\n", vec![(UnknownAlias, "*a")]),
        ("m: - K\n", vec![(NeedsQuotes, "- K")]),
        ("m: |K\n  x\n", vec![(NeedsQuotes, "|K")]),
        ("m: ? K\n", vec![(NeedsQuotes, "? K")]),
        ("m: , K\n", vec![(NeedsQuotes, ", K")]),
        ("m: ]K\n", vec![(NeedsQuotes, "]K")]),
        ("m: *\n", vec![(NeedsQuotes, "*")]),
        ("m: !x K\n", vec![(YamlTag, "!x")]),
        ("a:\n\tb: c\n", vec![(TabIndentation, "\t")]),
        ("a:\n  b: c\n\td: e\n", vec![(TabIndentation, "\t")]),
        ("a:\n  - b\n\t- e\n", vec![(TabIndentation, "\t")]),
        ("a: [x, y\nb: c\n", vec![(YamlSyntax, "[")]),
        ("a: {b: c\nd: e\n", vec![(YamlSyntax, "{")]),
        ("a: [x, y", vec![(YamlSyntax, "[")]),
        ("a: [x}\n", vec![(YamlSyntax, "[")]),
        ("a: \"abc\nb: c\n", vec![(YamlSyntax, "\"")]),
        ("a: 'abc", vec![(YamlSyntax, "'")]),
        ("a: 'it's so'\n", vec![(YamlSyntax, "s so'")]),
        ("a: \"x\\q\"\n", vec![(YamlSyntax, "\\q")]),
        ("a: 1\nb\nc: 2\n", vec![(YamlSyntax, "b")]),
        ("a:b\nc: d\n", vec![(YamlSyntax, "a:b")]),
        ("p:\n  k: K\n q: Q\n", vec![(YamlSyntax, "q")]),
        ("a: b\n  c: d\n", vec![(YamlSyntax, "c")]),
        ("- a\nb: c\n", vec![(YamlSyntax, "b")]),
        ("a: 1\na: 2\na: 3", vec![(DuplicateKey, "a"), (DuplicateKey, "a")]),
        ("[a]: b\n", vec![(KeyNotText, "[a]")]),
        ("a: 1\n---\nb: 2\n", vec![(SeveralDocuments, "---")]),
        ("a: “K”\n", vec![(SmartQuotes, "“K”")]),
        ("a: b\0c", vec![(UnreadableFile, "\0")]),
        ("a: b\x1bc", vec![(YamlSyntax, "\x1b")]),
    ] {
        let got = codes(text);
        if got != expected {
            wrong.push(format!("{text:?}\n   got {got:?}\n  want {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_text_that_lacks_quotes_is_still_read() {
    let text = "moves: [F?R]W # x\nsetup: *1rn/8\n";
    let read = definition::tree(SourceId::only(), text);
    let shown = shown(&read.value.expect("read as if quoted"), text);
    assert!(shown.ends_with(r#"{moves: "[F?R]W"="[F?R]W", setup: "*1rn/8"="*1rn/8"}"#), "{shown}");
}

#[test]
fn hostile_texts_give_a_finding_at_once() {
    let bomb: String = (1..60)
        .map(|i| format!("a{i}: &a{i} [{}]\n", vec![format!("*a{}", i - 1); 9].join(", ")))
        .collect();
    let long = format!("a: &a {}\nb: [{}]\n", "x".repeat(100_000), "*a, ".repeat(60_000));
    let deep_alias: String = (1..100).map(|i| format!("a{i}: &a{i} [*a{}]\n", i - 1)).collect();
    for text in [
        "[".repeat(10 << 20),
        "[".repeat(900_000),
        "{a: ".repeat(200_000),
        "- ".repeat(400_000),
        "? ".repeat(400_000),
        "a: @\n".repeat(200_000),
        "a: 1\n".repeat(200_000),
        (0..10_000).map(|i| format!("k{i}: &a{i} x\n")).collect(),
        (0..1000).map(|i| format!("{}a:\n", " ".repeat(i))).collect(),
        format!("a0: &a0 x\n{bomb}"),
        format!("a0: &a0 x\n{deep_alias}"),
        long,
        "-\n".repeat(500_000),
    ] {
        let start = Instant::now();
        let read = definition::tree(SourceId::only(), &text);
        let first = read.found.first().expect("a finding");
        assert!(
            matches!(first.code, Code::TooLarge | Code::NeedsQuotes | Code::UnusedAnchor),
            "{first:?}"
        );
        assert!(read.found.len() <= MAX_FOUND + MAX_MASKS + 2, "{}", read.found.len());
        assert!(start.elapsed() < Duration::from_secs(2), "{:?} {:?}", start.elapsed(), &text[..9]);
    }
}

/// Writes random letters as a scalar of a random style, and returns the place of each letter.
fn write_scalar(
    u: &mut arbitrary::Unstructured<'_>,
    doc: &mut String,
    newline: &str,
) -> arbitrary::Result<Vec<(char, Range<usize>)>> {
    let style = *u.choose(&["", "\"", "'", "|-", ">-"])?;
    let quoted = matches!(style, "\"" | "'");
    doc.push_str(style);
    if style.len() == 2 {
        doc.push_str(newline);
        doc.push_str("    ");
    }
    let mut letters = Vec::new();
    let mut last = '\n';
    for n in 0..u.int_in_range(1..=12)? {
        let mut c =
            *u.choose(&['K', 'é', '\'', '"', '\\', '♞', ' ', '\n', 'b', '\u{1f600}', '\t'])?;
        // At an edge, YAML folds or forbids blanks, and a plain scalar cannot begin with a quote.
        let edge = n == 0 || last == '\n' || last == ' ';
        if (c == ' ' || c == '\n' || c == '\t' || (!quoted && c == '\'' || c == '"')) && edge {
            c = 'x';
        }
        let start = doc.len();
        match (c, style) {
            ('\n', _) => {
                doc.push_str(newline);
                doc.push_str("    ");
            }
            ('\t', "\"") => doc.push_str(u.choose(&["\\t", "\\x09", "\\u0009"])?),
            ('\t', _) => {
                c = 'y';
                doc.push('y');
            }
            ('\'', "'") => doc.push_str("''"),
            ('"' | '\\', "\"") => {
                doc.push('\\');
                doc.push(c);
            }
            ('\u{1f600}', "\"") if u.arbitrary()? => doc.push_str("\\ud83d\\ude00"),
            _ => doc.push(c),
        }
        if c != '\n' && c != ' ' {
            letters.push((c, start..doc.len()));
        }
        last = c;
    }
    // The last character is a letter, so that no blanks at the end are folded.
    letters.push(('z', doc.len()..doc.len() + 1));
    doc.push('z');
    if quoted {
        doc.push_str(style);
    }
    doc.push_str(newline);
    Ok(letters)
}

#[test]
fn every_letter_of_random_documents_is_found_in_the_file() {
    arbtest::arbtest(|u| {
        let newline = *u.choose(&["\n", "\r\n"])?;
        let mut doc = if u.arbitrary()? { "\u{feff}".to_owned() } else { String::new() };
        let mut expected = Vec::new();
        for n in 0..u.int_in_range(1..=4)? {
            doc.push_str(&format!("k{n}:{newline}  - "));
            expected.push(write_scalar(u, &mut doc, newline)?);
        }
        let NodeKind::Mapping(entries) = tree(&doc).kind else { panic!("{doc:?}") };
        assert_eq!(entries.len(), expected.len());
        for (entry, letters) in entries.iter().zip(expected) {
            let NodeKind::Sequence(items) = &entry.value.kind else { panic!("{doc:?}") };
            let NodeKind::Scalar(scalar) = &items[0].kind else { panic!("{doc:?}") };
            let decoded = scalar.text().char_indices().filter(|(_, c)| *c != ' ' && *c != '\n');
            let decoded: Vec<_> = decoded.collect();
            assert_eq!(decoded.len(), letters.len(), "{doc:?} {:?}", scalar.text());
            for ((i, c), (letter, range)) in decoded.into_iter().zip(letters) {
                let span = scalar.slice(i..i + c.len_utf8());
                assert_eq!(c, letter, "{doc:?}");
                assert_eq!(span.start as usize..span.end as usize, range, "{doc:?} {c:?}");
            }
        }
        Ok(())
    })
    .budget_ms(1500);
}

#[test]
fn no_garbage_panics_and_every_span_is_in_the_text() {
    const WORDS: &[&str] = &[
        "a", ": ", ":", "- ", "-", "[", "]", "{", "}", ", ", "\n", "\n  ", "\n\t", "\r\n", "*a",
        "&a ", "!t ", "@", "`", "%", "|", ">", "\"", "'", "\\", "#", " # ", "? ", "é", "“", "”",
        "---\n", "...", "\u{feff}", "\0", "~", "\u{85}", "<<: ", "\\u00", "\\ud83d",
    ];
    arbtest::arbtest(|u| {
        let mut text = String::new();
        while !u.is_empty() && text.len() < 200 {
            text.push_str(u.choose(WORDS)?);
        }
        let read = definition::tree(SourceId::only(), &text);
        assert!(read.value.is_some() || has_errors(&read.found), "{text:?}");
        for label in read.found.iter().flat_map(|d| &d.labels) {
            let range = label.span.start as usize..label.span.end as usize;
            assert!(text.get(range.clone()).is_some(), "{text:?} {range:?}");
        }
        if let Some(node) = read.value {
            check_spans(&node, &text);
        }
        Ok(())
    })
    .budget_ms(1500);
}

fn check_spans(node: &Node, text: &str) {
    let inside = |span: Span| text.get(span.start as usize..span.end as usize).is_some();
    assert!(inside(node.span), "{text:?} {node:?}");
    let scalar = |s: &Scalar| {
        for (i, c) in s.text().char_indices() {
            assert!(inside(s.slice(i..i + c.len_utf8())), "{text:?} {s:?}");
        }
    };
    match &node.kind {
        NodeKind::Scalar(s) => scalar(s),
        NodeKind::Sequence(items) => items.iter().for_each(|n| check_spans(n, text)),
        NodeKind::Mapping(entries) => entries.iter().for_each(|e| {
            scalar(&e.key);
            check_spans(&e.value, text);
        }),
    }
}

/// The typed reader of serde_yaml must return the same texts.
#[test]
fn the_typed_reader_agrees() {
    arbtest::arbtest(|u| {
        let mut doc = "k: ".to_owned();
        write_scalar(u, &mut doc, "\n")?;
        let typed: std::collections::BTreeMap<String, String> =
            serde_yaml::from_str(&doc).unwrap_or_else(|e| panic!("{doc:?}: {e}"));
        let NodeKind::Mapping(entries) = tree(&doc).kind else { panic!("{doc:?}") };
        let NodeKind::Scalar(scalar) = &entries[0].value.kind else { panic!("{doc:?}") };
        assert_eq!(typed["k"], scalar.text(), "{doc:?}");
        Ok(())
    })
    .budget_ms(500);
}
