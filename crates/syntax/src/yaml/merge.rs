//! Findings about merge keys (`<<`). An edit writes the merged entries in place of the key and
//! leaves no unused anchor.

use super::anchor::Anchor;
use super::input::Input;
use super::node::{Entry, Node, NodeKind};
use crate::scalar::{Scalar, Style};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Edit};
use alfil_diagnostics::source::Span;
use serde_yaml::granit_parser::StructureStyle;
use std::collections::HashMap;
use std::ops::Range;

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
            format!("write its keys here, `{keys}`; an anchor that nothing uses then goes")
        };
        let title = "nothing is merged into a mapping here";
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
