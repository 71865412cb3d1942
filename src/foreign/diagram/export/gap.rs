//! What a diagram cannot say.

use alfil_diagnostics::source::Span;

/// A rule that a diagram cannot express.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    /// The place in the definition; `None` if no file says it.
    pub span: Option<Span>,
    /// What is lost, in words.
    pub rule: String,
}

/// Collects gaps, each once.
#[derive(Default)]
pub(super) struct Gaps(pub(super) Vec<Gap>);

impl Gaps {
    pub(super) fn say(&mut self, span: Option<Span>, rule: impl Into<String>) {
        let gap = Gap { span, rule: rule.into() };
        if !self.0.contains(&gap) {
            self.0.push(gap);
        }
    }
}
