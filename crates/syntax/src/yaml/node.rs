//! The tree of a YAML text.

use crate::scalar::Scalar;
use alfil_diagnostics::source::Span;

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
