//! What a diagram cannot say.

use crate::foreign::gap::Gap;
use alfil_diagnostics::source::Span;

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
