//! The span of generated rules, which are not part of any text.

use alfil_diagnostics::source::{SourceId, Span};

pub(crate) fn span() -> Span {
    Span::new(SourceId::only(), 0, 0)
}
