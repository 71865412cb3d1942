//! Texts for the small parsers, with their places.
//!
//! A [`Written`] is a text of a file, or of an argument such as `--position`. Every part of it maps
//! back to its characters in the source, through quotes and folding.

use alfil_diagnostics::source::{Span, Spanned};
use std::ops::Range;

/// A part of a decoded text with its place.
#[derive(Clone, Copy)]
pub struct Written<'a> {
    text: &'a str,
    offset: usize,
    place: &'a dyn Fn(Range<usize>) -> Span,
}

impl<'a> Written<'a> {
    /// A whole text; `place` maps ranges of its bytes to spans.
    pub fn new(text: &'a str, place: &'a dyn Fn(Range<usize>) -> Span) -> Self {
        Self { text, offset: 0, place }
    }

    /// The decoded text.
    pub fn text(self) -> &'a str {
        self.text
    }

    /// The place of the text in the source.
    pub fn span(self) -> Span {
        (self.place)(self.offset..self.offset + self.text.len())
    }

    /// Bytes `range` of the text. Panics if the range is outside or not on character boundaries.
    pub(crate) fn part(self, range: Range<usize>) -> Self {
        Self { text: &self.text[range.clone()], offset: self.offset + range.start, ..self }
    }

    /// The same text without white space at its ends.
    pub fn trim(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        self.part(start..start + self.text.trim().len())
    }

    /// The parts between separators, trimmed, including empty ones.
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

    /// The words between white space.
    pub(crate) fn words(self) -> Vec<Self> {
        self.split(char::is_whitespace).into_iter().filter(|w| !w.text.is_empty()).collect()
    }

    /// The text with its place.
    pub(crate) fn spanned(self) -> Spanned<String> {
        Spanned::new(self.text.to_owned(), self.span())
    }
}
