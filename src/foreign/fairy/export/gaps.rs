//! Rules that a section cannot express.

use crate::foreign::gap::Gap;
use alfil_diagnostics::source::Span;

/// Gaps while a section is written.
#[derive(Default)]
pub(super) struct Gaps(pub(super) Vec<Gap>);

impl Gaps {
    pub(super) fn at(&mut self, span: Span, rule: String) {
        self.maybe(Some(span), rule);
    }

    /// A gap of the whole game.
    pub(super) fn whole(&mut self, rule: String) {
        self.maybe(None, rule);
    }

    pub(super) fn maybe(&mut self, span: Option<Span>, rule: String) {
        let gap = Gap { span, rule };
        if !self.0.contains(&gap) {
            self.0.push(gap);
        }
    }
}
