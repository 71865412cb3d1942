//! The text of one attempt to parse, the limits of texts, and why an attempt stops.

use alfil_diagnostics::diagnostic::{Code, Diagnostic};
use alfil_diagnostics::source::{SourceId, Span};
use std::ops::Range;

/// Deepest nesting of lists and maps.
pub const MAX_DEPTH: usize = 64;
/// Most values in one text, aliases counted with all that they repeat.
pub const MAX_NODES: usize = 100_000;
/// Most findings listed for one text before reading stops.
pub const MAX_FOUND: usize = 200;
/// A text to parse, in which values that lack their quotes are masked.
pub(super) struct Input<'a> {
    pub source: SourceId,
    /// Bytes before `original` in the file.
    pub base: usize,
    /// What the author wrote.
    pub original: &'a str,
    /// The same length, with `masks` blotted out.
    pub masked: &'a str,
    pub masks: &'a [Range<usize>],
}

impl Input<'_> {
    /// The span of bytes `range` of `original`.
    pub(crate) fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.source, self.base + range.start, self.base + range.end)
    }

    /// The bytes of `original` at `span`.
    pub(crate) fn bytes(&self, span: Span) -> Range<usize> {
        span.start as usize - self.base..span.end as usize - self.base
    }
}

/// Why an attempt ended early.
pub(super) struct Stop {
    pub finding: Box<Diagnostic>,
    /// Bytes to mask before the next attempt, if there is to be one.
    pub mask: Option<Range<usize>>,
    /// What was found before, for the last attempt.
    pub before: Vec<Diagnostic>,
}

/// The finding for a tree over one of the caps.
pub(super) fn too_large(span: Span, label: impl Into<String>) -> Stop {
    let finding = Diagnostic::at(Code::TooLarge, span, "this text holds too much", label)
        .help("say less in one file: a game may extend another");
    Stop { finding: Box::new(finding), mask: None, before: Vec::new() }
}
