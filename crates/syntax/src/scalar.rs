//! Texts that know the place of each character in the file: decoded scalars, texts for the small
//! parsers, and what the grammar reads in them.

pub use alfil_grammar::{Grammar, Rule, former, reserved};

use alfil_diagnostics::source::{Span, Spanned};
use pest::Parser;
use pest::iterators::Pair;
use std::ops::Range;

// Decoded texts that know the place of each character in the file.
//
// Each `Piece` maps one character. Pieces are in the order of the text, and every span is inside
// the file.

/// How a scalar is written in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Without quotes.
    Plain,
    /// In `'` or `"`.
    Quoted,
    /// After `|` or `>`.
    Block,
}

/// The place of one character in the decoded text and in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// First byte in the decoded text.
    pub(crate) decoded: u32,
    /// First byte in the file.
    pub(crate) file: u32,
    /// Number of bytes in the file; 0 for a line break without characters.
    pub(crate) len: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Map {
    /// Text and file have the same bytes: byte 0 of the text is this byte of the file. This is the
    /// usual case.
    Linear(u32),
    Pieces(Box<[Piece]>),
    /// The text differs from the file, and every part of the text maps to the whole span.
    Whole,
}

/// A part of [`Scalar::joined`].
pub(crate) enum Joint<'a> {
    /// Words that the file does not contain.
    Words(&'a str),
    /// A text of the file.
    Text(Scalar),
}

/// A decoded text with its place in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scalar {
    text: String,
    span: Span,
    style: Style,
    map: Map,
}

impl Scalar {
    /// A text that does not come from YAML, such as a command-line argument at `span`. If the
    /// lengths differ, each part maps to the whole span.
    pub fn plain(text: impl Into<String>, span: Span) -> Self {
        let text = text.into();
        let map = if text.len() == span.len() { Map::Linear(span.start) } else { Map::Whole };
        Self { text, span, style: Style::Plain, map }
    }

    /// A text whose parts all map to the whole span.
    pub(crate) fn whole(text: String, span: Span, style: Style) -> Self {
        Self { text, span, style, map: Map::Whole }
    }

    /// A text with one piece for each character, in order.
    pub(crate) fn mapped(text: String, span: Span, style: Style, pieces: Vec<Piece>) -> Self {
        let map = match pieces.first() {
            None => Map::Whole,
            Some(&first) if is_linear(&text, &pieces) => Map::Linear(first.file),
            Some(_) => Map::Pieces(pieces.into()),
        };
        Self { text, span, style, map }
    }

    /// Several texts of one file in a row, with other words between them. Those words have the place
    /// of what follows them. `span` is the place of the whole.
    pub(crate) fn joined(parts: &[Joint<'_>], span: Span) -> Self {
        let (mut text, mut pieces) = (String::new(), Vec::new());
        let mut file = span.end;
        for part in parts.iter().rev() {
            let (words, of): (&str, Option<&Scalar>) = match part {
                Joint::Words(words) => (words, None),
                Joint::Text(scalar) => (scalar.text(), Some(scalar)),
            };
            for (start, c) in words.char_indices().rev() {
                let len = match of {
                    Some(scalar) => {
                        let place = scalar.slice(start..start + c.len_utf8());
                        file = place.start;
                        place.end - place.start
                    }
                    None => 0,
                };
                pieces.push((file, len));
                text.push(c);
            }
        }
        let text: String = text.chars().rev().collect();
        let mapped = text.char_indices().zip(pieces.into_iter().rev());
        let piece = |((decoded, _), (file, len)): ((usize, char), (u32, u32))| Piece {
            decoded: decoded as u32,
            file,
            len,
        };
        let pieces = mapped.map(piece).collect();
        Self::mapped(text, span, Style::Plain, pieces)
    }

    /// The decoded text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The place of the text in the file, including quotes. A block text reaches from its first to
    /// its last letter.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The form of the text in the file.
    pub fn style(&self) -> Style {
        self.style
    }

    /// Bytes `range` of the text as a text of its own. If they are outside the text, the result is
    /// the whole text.
    pub(crate) fn part(&self, range: Range<usize>) -> Self {
        let Some(text) = self.text.get(range.clone()) else { return self.clone() };
        let map = match &self.map {
            Map::Whole => Map::Whole,
            Map::Linear(base) => Map::Linear(base + range.start as u32),
            Map::Pieces(pieces) => {
                let inside = |p: &&Piece| range.contains(&(p.decoded as usize));
                let moved = |p: &Piece| Piece { decoded: p.decoded - range.start as u32, ..*p };
                Map::Pieces(pieces.iter().filter(inside).map(moved).collect())
            }
        };
        Self { text: text.to_owned(), span: self.slice(range), style: self.style, map }
    }

    /// The place in the file of bytes `decoded` of the text. It includes all characters of an
    /// escape; a folded line break maps to the break. An empty range, or one past the end, gives an
    /// empty span. Never panics.
    pub fn slice(&self, decoded: Range<usize>) -> Span {
        let end = decoded.end.min(self.text.len());
        let start = decoded.start.min(end);
        match &self.map {
            Map::Whole => self.span,
            Map::Linear(base) => {
                let base = *base as usize;
                Span::new(self.span.source, base + start, base + end)
            }
            Map::Pieces(pieces) => {
                let from = begin_of(pieces, start);
                let to = if start == end { from } else { end_of(pieces, end).max(from) };
                Span { source: self.span.source, start: from, end: to }
            }
        }
    }
}

/// The byte in the file of the character that contains byte `at`. If `at` is the end of the text,
/// the end of the last character.
fn begin_of(pieces: &[Piece], at: usize) -> u32 {
    let after = pieces.partition_point(|p| p.decoded as usize <= at);
    // If no piece begins after `at` and the last one begins before it, `at` is the end of the text.
    // Then the place is after the last piece.
    match pieces.get(after.saturating_sub(1)) {
        Some(piece) if after < pieces.len() || piece.decoded as usize == at => piece.file,
        Some(piece) => piece.file + piece.len,
        None => 0,
    }
}

/// The end in the file of the character before byte `at`, which is above 0.
fn end_of(pieces: &[Piece], at: usize) -> u32 {
    let before = pieces.partition_point(|p| (p.decoded as usize) < at);
    pieces.get(before.saturating_sub(1)).map_or(0, |p| p.file + p.len)
}

fn is_linear(text: &str, pieces: &[Piece]) -> bool {
    let base = pieces[0].file;
    let ends = pieces.iter().skip(1).map(|p| p.decoded).chain([text.len() as u32]);
    pieces.iter().zip(ends).all(|(p, end)| p.file == base + p.decoded && p.len == end - p.decoded)
}

/// The text between typographic quotes, if `text` is in them.
pub(crate) fn inside_smart_quotes(text: &str) -> Option<&str> {
    const SMART: [char; 6] = ['“', '”', '„', '‘', '’', '‚'];
    text.strip_prefix(SMART)?.strip_suffix(SMART)
}

// Texts for the small parsers, with their places.
//
// A `Written` is a text of a file, or of an argument such as `--position`. Every part of it maps
// back to its characters in the source, through quotes and folding.

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

// Parses texts with the grammar into flat parts with their places.

/// A parsed text as a tree of rules.
pub type Tree<'a> = Pair<'a, Rule>;

/// A rule and the text that it matched.
pub type Part<'a> = (Rule, Written<'a>);

/// The parts of a text that matches `rule`; `None` if the text does not match. A rule for arbitrary
/// text fails only if the text is too long.
pub fn parts<'a>(rule: Rule, text: Written<'a>) -> Option<Vec<Part<'a>>> {
    let pair = Grammar::parse(rule, text.text()).ok()?.next()?;
    Some(inner(&pair, text))
}

/// The parts of `pair`, which was parsed from `text`.
pub(crate) fn inner<'a>(pair: &Pair<'_, Rule>, text: Written<'a>) -> Vec<Part<'a>> {
    let parts = pair.clone().into_inner().filter(|part| part.as_rule() != Rule::EOI);
    parts.map(|part| (part.as_rule(), written(&part, text))).collect()
}

/// The part of `text` that `pair` matched.
pub(crate) fn written<'a>(pair: &Pair<'_, Rule>, text: Written<'a>) -> Written<'a> {
    text.part(pair.as_span().start()..pair.as_span().end())
}
