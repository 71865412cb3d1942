//! The tree that YAML texts are read into.

use crate::scalar::Scalar;
use alfil_diagnostics::source::Span;

/// A value with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Its characters: for a list or map from the first to the last; for an alias those of the
    /// alias, while the spans inside stay at the anchor; empty for an empty value.
    pub span: Span,
}

/// What a value is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// A text. An empty value is an empty text.
    Scalar(Scalar),
    /// A list.
    Sequence(Vec<Node>),
    /// A map, in the order of the file.
    Mapping(Vec<Entry>),
}

/// One line of a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its key, unlike all other keys of the map.
    pub key: Scalar,
    /// Its value.
    pub value: Node,
}

impl Entry {
    /// Whether the value is the word `none`, by which many keys take away what a parent has.
    pub(crate) fn is_none(&self) -> bool {
        matches!(&self.value.kind, NodeKind::Scalar(s) if s.text() == "none")
    }
}
