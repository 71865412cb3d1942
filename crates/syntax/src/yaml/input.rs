//! The text of one attempt to parse, with its limits and the reason to stop.

use alfil_diagnostics::diagnostic::{Code, Diagnostic};
use alfil_diagnostics::source::{SourceId, Span};
use std::ops::Range;

/// Maximum nesting of lists and maps.
pub const MAX_DEPTH: usize = 64;
/// Maximum number of values in one text, including repetitions by aliases.
pub const MAX_NODES: usize = 100_000;
/// Maximum number of findings before parsing stops.
pub const MAX_FOUND: usize = 200;
/// A text to parse, with masks over values that lack their quotes.
pub(super) struct Input<'a> {
    pub source: SourceId,
    /// Number of bytes before `original` in the file.
    pub base: usize,
    /// The author's text.
    pub original: &'a str,
    /// The same text, of the same length, with the bytes in `masks` replaced.
    pub masked: &'a str,
    pub masks: &'a [Range<usize>],
    /// Returns whether a word is a key of definitions.
    pub is_key: fn(&str) -> bool,
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

/// The reason why an attempt to parse ended early.
pub(super) struct Stop {
    pub finding: Box<Diagnostic>,
    /// Bytes to mask before the next attempt; `None` if another attempt cannot help.
    pub mask: Option<Range<usize>>,
    /// Findings before the one that ended the attempt. They count only if there is no further
    /// attempt.
    pub before: Vec<Diagnostic>,
}

/// The finding for a tree that exceeds a limit.
pub(super) fn too_large(span: Span, label: impl Into<String>) -> Stop {
    let finding = Diagnostic::at(Code::TooLarge, span, "this text holds too much", label)
        .help("say less in one file: a game may extend another");
    Stop { finding: Box::new(finding), mask: None, before: Vec::new() }
}
