//! Rules that the format of another program cannot express.

use alfil_diagnostics::source::Span;

/// A rule that a format cannot express.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    /// The place in the definition. `None` if no file says it.
    pub span: Option<Span>,
    /// What is lost, in words.
    pub rule: String,
}
