//! The text of one attempt to parse, its limits, and the reason to stop.

use alfil_diagnostics::diagnostic::{Code, Diagnostic};
use alfil_diagnostics::source::{SourceId, Span};
use std::ops::Range;

/// Maximum nesting of lists and maps.
pub const MAX_DEPTH: usize = 64;
/// Maximum number of values in one text, including repetitions by aliases.
pub const MAX_NODES: usize = 100_000;
/// Maximum number of findings before parsing stops.
pub const MAX_FOUND: usize = 200;
/// A text to parse, in which values that lack their quotes are masked.
pub(super) struct Input<'a> {
    pub source: SourceId,
    /// Number of bytes before `original` in the file.
    pub base: usize,
    /// The author's text.
    pub original: &'a str,
    /// Text of the same length with `masks` replaced.
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
    /// Bytes to mask before the next attempt; `None` if there is none.
    pub mask: Option<Range<usize>>,
    /// Findings before this one, for the last attempt.
    pub before: Vec<Diagnostic>,
}

/// The finding for a tree that exceeds a limit.
pub(super) fn too_large(span: Span, label: impl Into<String>) -> Stop {
    let finding = Diagnostic::at(Code::TooLarge, span, "this text holds too much", label)
        .help("say less in one file: a game may extend another");
    Stop { finding: Box::new(finding), mask: None, before: Vec::new() }
}
