//! Anchors, and the size of their values.

use super::node::Node;
use alfil_diagnostics::source::Span;

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
