//! The tree of a YAML text, its limits, its anchors and merge keys.

use crate::scalar::{Scalar, Style};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Edit};
use alfil_diagnostics::source::{SourceId, Span};
use serde_yaml::granit_parser::StructureStyle;
use std::collections::HashMap;
use std::ops::Range;

/// A value with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The content of the value.
    pub kind: NodeKind,
    /// The characters of the value. A list or map extends from its first to its last character. An
    /// alias has the span of the alias, while the nodes inside keep the spans of the anchored
    /// value. An empty value has an empty span.
    pub span: Span,
}

/// The content of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// A text; an empty value is an empty text.
    Scalar(Scalar),
    /// A list.
    Sequence(Vec<Node>),
    /// A map in the order of the file.
    Mapping(Vec<Entry>),
}

/// An entry of a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The key, different from all other keys of the map.
    pub key: Scalar,
    /// The value of the entry.
    pub value: Node,
}

impl Entry {
    /// True if the value is the word `none`, which removes the parent's value under many keys.
    pub(crate) fn is_none(&self) -> bool {
        matches!(&self.value.kind, NodeKind::Scalar(s) if s.text() == "none")
    }
}

// The text of one attempt to parse, with its limits and the reason to stop.

/// Maximum nesting of lists and maps.
pub const MAX_DEPTH: usize = 64;
/// Maximum number of values in one text, including repetitions by aliases.
pub const MAX_NODES: usize = 100_000;
/// Maximum number of findings before parsing stops.
pub const MAX_FOUND: usize = 200;
/// A text to parse, with masks over values that lack their quotes.
pub(super) struct Input<'a> {
    pub source: SourceId,
    /// Number of bytes before `original` in the file.
    pub base: usize,
    /// The author's text.
    pub original: &'a str,
    /// The same text, of the same length, with the bytes in `masks` replaced.
    pub masked: &'a str,
    pub masks: &'a [Range<usize>],
    /// Returns whether a word is a key of definitions.
    pub is_key: fn(&str) -> bool,
}

impl Input<'_> {
    /// The span of bytes `range` of `original`.
    pub(crate) fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.source, self.base + range.start, self.base + range.end)
    }

    /// The bytes of `original` at `span`.
    pub(crate) fn bytes(&self, span: Span) -> Range<usize> {
        span.start as usize - self.base..span.end as usize - self.base
    }
}

/// The reason why an attempt to parse ended early.
pub(super) struct Stop {
    pub finding: Box<Diagnostic>,
    /// Bytes to mask before the next attempt; `None` if another attempt cannot help.
    pub mask: Option<Range<usize>>,
    /// Findings before the one that ended the attempt. They count only if there is no further
    /// attempt.
    pub before: Vec<Diagnostic>,
}

/// The finding for a tree that exceeds a limit.
pub(super) fn too_large(span: Span, label: impl Into<String>) -> Stop {
    let finding = Diagnostic::at(Code::TooLarge, span, "this text contains too many values", label)
        .help("split the file: a game can extend another one");
    Stop { finding: Box::new(finding), mask: None, before: Vec::new() }
}

// Anchors, and the size of their values.

/// The size of a value, counted again for each alias.
#[derive(Clone, Copy, Default)]
pub(super) struct Size {
    pub nodes: usize,
    /// Bytes of texts. This limits copies of one long text.
    pub bytes: usize,
    pub depth: usize,
}

pub(super) struct Anchor {
    pub name: String,
    pub span: Span,
    /// The anchored value and its size. `None` while the value is not finished.
    pub value: Option<(Node, Size)>,
    /// Number of aliases that refer to the anchor.
    pub uses: usize,
}

// Findings about merge keys (`<<`). An edit writes the merged entries in place of the key and
// leaves no unused anchor.

/// A key `<<` with its value.
pub(super) struct Merge {
    pub key: Scalar,
    pub value: Node,
    /// Indices of the anchors that the value names.
    pub names: Vec<usize>,
    /// How the mapping is written.
    pub style: StructureStyle,
    /// The other keys of the mapping.
    pub others: Vec<String>,
}

/// True if some YAML readers would merge the value of this key.
pub(super) fn is_merge(key: &Scalar) -> bool {
    key.text() == "<<" && key.style() == Style::Plain
}

impl Merge {
    pub(crate) fn finding(
        &self,
        input: &Input<'_>,
        anchors: &HashMap<usize, Anchor>,
    ) -> Diagnostic {
        let parts = self.parts(input);
        let help = if parts.is_empty() || parts.iter().any(|part| part.contains(['\n', '`'])) {
            "write its keys here".to_owned()
        } else {
            let keys = parts.join("`, `");
            format!("write its keys here, `{keys}`; delete the anchor if nothing else uses it")
        };
        let title = "definitions do not merge mappings";
        let finding = Diagnostic::at(Code::MergeKey, self.span(), title, "a merge key").help(help);
        let edit = self.edit(&parts, input, anchors).map(Box::new);
        Diagnostic { edit, ..finding }
    }

    fn span(&self) -> Span {
        self.key.span().to(self.value.span)
    }

    /// The entries that the merge key would merge, in the author's text.
    fn parts(&self, input: &Input<'_>) -> Vec<String> {
        let bodies: Vec<&Vec<Entry>> = match &self.value.kind {
            NodeKind::Mapping(entries) => vec![entries],
            NodeKind::Sequence(nodes) => nodes.iter().filter_map(mapping).collect(),
            NodeKind::Scalar(_) => Vec::new(),
        };
        let mut known = self.others.clone();
        let mut parts = Vec::new();
        for entry in bodies.into_iter().flatten() {
            let key = entry.key.text();
            if !known.iter().any(|known| known == key) {
                known.push(key.to_owned());
                parts.push(format!("{key}: {}", &input.original[input.bytes(entry.value.span)]));
            }
        }
        parts
    }

    /// The edit: the entries in place of the key, without anchors that nothing else names.
    fn edit(
        &self,
        parts: &[String],
        input: &Input<'_>,
        anchors: &HashMap<usize, Anchor>,
    ) -> Option<Edit> {
        // An entry with one of these characters cannot be written in place of the key. In braces,
        // they would end a text; in a block, each entry needs a line of its own.
        let breaks: &[char] = match self.style {
            StructureStyle::Flow => &['\n', ',', '[', ']', '{', '}'],
            StructureStyle::Block => &['\n'],
        };
        if parts.is_empty() || parts.iter().any(|part| part.contains(breaks)) {
            return None;
        }
        let own = input.bytes(self.span());
        let line = input.original[..own.start].rfind('\n').map_or(0, |line| line + 1);
        let between = match self.style {
            StructureStyle::Flow => ", ".to_owned(),
            StructureStyle::Block => format!("\n{}", " ".repeat(own.start - line)),
        };
        let here = |id: &usize| self.names.iter().filter(|name| *name == id).count();
        let mut ids = self.names.clone();
        ids.sort_unstable();
        ids.dedup();
        let alone = ids.iter().filter_map(|id| Some((here(id), anchors.get(id)?)));
        let alone = alone.filter(|(count, anchor)| anchor.uses == *count);
        let mut gone: Vec<Range<usize>> =
            alone.map(|(_, anchor)| with_blank(input.original, input.bytes(anchor.span))).collect();
        gone.sort_by_key(|range| range.start);
        let start = gone.first().map_or(own.start, |first| first.start.min(own.start));
        let (mut text, mut at) = (String::new(), start);
        for range in gone {
            text.push_str(input.original.get(at..range.start)?);
            at = range.end;
        }
        text.push_str(input.original.get(at..own.start)?);
        text.push_str(&parts.join(&between));
        Some(Edit { span: input.span(start..own.end), text })
    }
}

fn mapping(node: &Node) -> Option<&Vec<Entry>> {
    match &node.kind {
        NodeKind::Mapping(entries) => Some(entries),
        NodeKind::Sequence(_) | NodeKind::Scalar(_) => None,
    }
}

/// The range of an anchor and of the blank after it. If its value begins on another line, the blank
/// before it instead.
fn with_blank(text: &str, anchor: Range<usize>) -> Range<usize> {
    match text[anchor.end..].starts_with(' ') {
        true => anchor.start..anchor.end + 1,
        false if text[..anchor.start].ends_with(' ') => anchor.start - 1..anchor.end,
        false => anchor,
    }
}
