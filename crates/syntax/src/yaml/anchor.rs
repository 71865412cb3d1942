//! Anchors of YAML, and how much their values count.

use super::node::Node;
use alfil_diagnostics::source::Span;

/// How much a value weighs when an alias repeats it.
#[derive(Clone, Copy, Default)]
pub(super) struct Size {
    pub nodes: usize,
    /// Of texts; bounds what copies of one long text may take.
    pub bytes: usize,
    pub depth: usize,
}

pub(super) struct Anchor {
    pub name: String,
    pub span: Span,
    /// Missing while the anchored value is still open.
    pub value: Option<(Node, Size)>,
    /// How many aliases name it.
    pub uses: usize,
}
