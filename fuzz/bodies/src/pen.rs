//! Fuzz target: what is written as YAML is read back.

use alfil_diagnostics::source::SourceId;
use alfil_syntax::definition::tree;
use alfil_syntax::format::format;
use alfil_syntax::write::{Key, Layout, Map, Place, WIDTH, Yaml, quoted};
use alfil_syntax::yaml::{Node, NodeKind};
use arbitrary::{Result, Unstructured};

/// Parts of texts that mean something in YAML.
const PARTS: &[&str] = &[
    "a",
    "B",
    "king",
    "1",
    "0",
    "12",
    "3.5",
    "e",
    "x",
    "_",
    "-",
    "+",
    ".",
    ".inf",
    "~",
    "true",
    "no",
    "On",
    "null",
    "1_000",
    "0x1F",
    "1:30",
    "2001-01-01",
    " ",
    "  ",
    "\t",
    "\n",
    "\r",
    ":",
    ": ",
    " #",
    "#",
    ",",
    ", ",
    "[",
    "]",
    "{",
    "}",
    "?",
    "? ",
    "- ",
    "*",
    "&",
    "!",
    "|",
    ">-",
    "%",
    "@",
    "`",
    "'",
    "\"",
    "\\",
    "\\n",
    "---",
    "...",
    "<<",
    "=",
    "é",
    "馬",
    "\u{a0}",
    "\u{85}",
    "\u{200b}",
    "\u{2028}",
    "\u{feff}",
    "\u{fffe}",
    "\u{10ffff}",
    "😀",
    "rnbqkbnr/8/8 w - - 0 1",
];
/// The longest key that YAML allows without `?`, with a margin for escapes.
const LONGEST_KEY: usize = 100;

/// The first entry of a file. A line such as `a=b: c` in its place is read as the line of another
/// format.
const FIRST: (Key, Yaml) = (Key::Word("name"), Yaml::Text(String::new()));

/// Writes a text in each place and a tree of texts, and reads them back.
pub fn pen(bytes: &[u8]) {
    in_places(&String::from_utf8_lossy(bytes));
    // If there are too few bytes for a choice, the run is not a failure.
    let _ = try_pen(&mut Unstructured::new(bytes));
}

fn try_pen(u: &mut Unstructured<'_>) -> Result<()> {
    in_places(&text(u)?);
    let mut file = map(u, 3)?;
    file.entries.insert(0, FIRST);
    let written = file.text(*u.choose(&[WIDTH, 20, usize::MAX])?);
    assert!(is_same(&read(&written), &file.in_lines()), "{written}");
    Ok(())
}

/// Writes `text` in each place where a text may stand.
fn in_places(text: &str) {
    let (line, brackets) = (quoted(text, Place::Line), quoted(text, Place::Brackets));
    let is_it = |node: Option<&Node>| matches!(node.map(|node| &node.kind), Some(NodeKind::Scalar(scalar)) if scalar.text() == text);
    for written in [
        format!("k: {line}\n"),
        format!("k: {line}\nl: m\n"),
        format!("k:\n  - {line}\n  - m\n"),
        format!("k: [{brackets}]\n"),
        format!("k: [l, {brackets}, m]\n"),
        format!("k: {{l: {brackets}}}\n"),
        format!("k: {{l: {brackets}, m: n}}\n"),
    ] {
        let read = read(&written);
        let texts = scalars(&read);
        assert!(
            texts.into_iter().any(|node| is_it(Some(node))),
            "{text:?} is read from\n{written}"
        );
    }
    if text.chars().count() <= LONGEST_KEY {
        for written in [format!("k: l\n{line}: m\n"), format!("k: {{{brackets}: m}}\n")] {
            let read = read(&written);
            assert!(keys(&read).contains(&text), "{text:?} is a key of\n{written}");
        }
    }
}

/// The tree of a text without findings, in which the formatter has nothing to change.
fn read(written: &str) -> Node {
    let read = tree(SourceId::only(), written);
    assert!(read.found.is_empty(), "{written}\n{:#?}", read.found);
    assert_eq!(format(SourceId::only(), written).as_deref(), Ok(written));
    read.value.unwrap_or_else(|| panic!("no value in\n{written}"))
}

/// All texts of a tree that are no keys.
fn scalars(node: &Node) -> Vec<&Node> {
    match &node.kind {
        NodeKind::Scalar(_) => vec![node],
        NodeKind::Sequence(items) => items.iter().flat_map(scalars).collect(),
        NodeKind::Mapping(entries) => entries.iter().flat_map(|e| scalars(&e.value)).collect(),
    }
}

/// All keys of a tree.
fn keys(node: &Node) -> Vec<&str> {
    match &node.kind {
        NodeKind::Scalar(_) => Vec::new(),
        NodeKind::Sequence(items) => items.iter().flat_map(keys).collect(),
        NodeKind::Mapping(entries) => {
            entries.iter().flat_map(|e| [e.key.text()].into_iter().chain(keys(&e.value))).collect()
        }
    }
}

fn is_same(node: &Node, yaml: &Yaml) -> bool {
    match (&node.kind, yaml) {
        (NodeKind::Scalar(scalar), Yaml::Text(text) | Yaml::Bare(text)) => scalar.text() == text,
        (NodeKind::Sequence(nodes), Yaml::List(_, items)) => {
            nodes.len() == items.len() && nodes.iter().zip(items).all(|(n, i)| is_same(n, i))
        }
        (NodeKind::Mapping(entries), Yaml::Map(_, map)) => {
            let same = |(entry, (key, value)): (&alfil_syntax::yaml::Entry, &_)| {
                let (key, value): (&Key, &Yaml) = (key, value);
                entry.key.text() == key.text() && is_same(&entry.value, value)
            };
            entries.len() == map.entries.len() && entries.iter().zip(&map.entries).all(same)
        }
        (NodeKind::Scalar(_) | NodeKind::Sequence(_) | NodeKind::Mapping(_), _) => false,
    }
}

/// A text of a few parts.
fn text(u: &mut Unstructured<'_>) -> Result<String> {
    let most = if u.ratio(1, 8)? { 60 } else { 4 };
    (0..u.int_in_range(0..=most)?).map(|_| u.choose(PARTS).copied()).collect()
}

fn layout(u: &mut Unstructured<'_>) -> Result<Layout> {
    u.choose(&[Layout::Lines, Layout::Brackets]).copied()
}

fn value(u: &mut Unstructured<'_>, depth: usize) -> Result<Yaml> {
    Ok(match u.int_in_range(0..=if depth == 0 { 3 } else { 6 })? {
        0..=2 => text(u)?.into(),
        3 => Yaml::bare(u.arbitrary::<bool>()?),
        4 => {
            let items = (0..u.int_in_range(0..=4)?).map(|_| value(u, depth - 1));
            let items = items.collect::<Result<_>>()?;
            Yaml::List(layout(u)?, items)
        }
        _ => Yaml::Map(layout(u)?, map(u, depth - 1)?),
    })
}

/// A mapping without equal keys.
fn map(u: &mut Unstructured<'_>, depth: usize) -> Result<Map> {
    let mut map = Map::default();
    for _ in 0..u.int_in_range(0..=4)? {
        let key: String = text(u)?.chars().take(LONGEST_KEY).collect();
        if map.get(&key).is_none() {
            map.put(key, value(u, depth)?);
        }
    }
    Ok(map)
}
