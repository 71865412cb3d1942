//! A stretch of text that knows where it was written.
//!
//! Owns: [`Written`], the form in which one scalar of a file (or `--position` of a command line)
//! reaches the small parsers beside this file. Invariant: every part of it maps back to the very
//! characters of the source, whatever quoting or folding lay between.

use alfil_diagnostics::source::{Span, Spanned};
use std::ops::Range;

/// A piece of decoded text and the way back to its source.
#[derive(Clone, Copy)]
pub struct Written<'a> {
    text: &'a str,
    offset: usize,
    place: &'a dyn Fn(Range<usize>) -> Span,
}

impl<'a> Written<'a> {
    /// A whole text; `place` maps byte ranges of it to spans.
    pub fn new(text: &'a str, place: &'a dyn Fn(Range<usize>) -> Span) -> Self {
        Self { text, offset: 0, place }
    }

    /// The decoded text.
    pub fn text(self) -> &'a str {
        self.text
    }

    /// Where it was written.
    pub fn span(self) -> Span {
        (self.place)(self.offset..self.offset + self.text.len())
    }

    /// Bytes `range` of it. Panics if the range is not on character boundaries inside it.
    pub(crate) fn part(self, range: Range<usize>) -> Self {
        Self { text: &self.text[range.clone()], offset: self.offset + range.start, ..self }
    }

    /// Without white space at its ends.
    pub fn trim(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        self.part(start..start + self.text.trim().len())
    }

    /// Parts between separators, each trimmed, empty ones included.
    pub fn split(self, separator: impl Fn(char) -> bool) -> Vec<Self> {
        let mut parts = Vec::new();
        let mut start = 0;
        for (i, c) in self.text.char_indices().filter(|&(_, c)| separator(c)) {
            parts.push(self.part(start..i).trim());
            start = i + c.len_utf8();
        }
        parts.push(self.part(start..self.text.len()).trim());
        parts
    }

    /// Words between white space.
    pub(crate) fn words(self) -> Vec<Self> {
        self.split(char::is_whitespace).into_iter().filter(|w| !w.text.is_empty()).collect()
    }

    /// The text with its place.
    pub(crate) fn spanned(self) -> Spanned<String> {
        Spanned::new(self.text.to_owned(), self.span())
    }
}
