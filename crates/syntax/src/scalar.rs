//! A written text and where each of its letters stands.
//!
//! Owns: [`Scalar`], a decoded text with the way back from its bytes to the file. Takes the pieces
//! that `yaml/offsets.rs` finds; gives a [`Span`] for any part of the text. Invariant: a piece maps
//! one character of the text, pieces are in the order of the text, and every span lies inside the
//! file.

use alfil_diagnostics::source::Span;
use std::ops::Range;

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

/// One character of a decoded text: where it begins there, and the bytes that stand for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// First byte in the decoded text.
    pub(crate) decoded: u32,
    /// First byte in the file.
    pub(crate) file: u32,
    /// Number of bytes in the file; 0 for a line break that the file does not show.
    pub(crate) len: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Map {
    /// Byte 0 of the text is this byte of the file, and so on: the usual case, free of charge.
    Linear(u32),
    Pieces(Box<[Piece]>),
    /// The text is not what stands in the file; every part of it is the whole.
    Whole,
}

/// A text as its author wrote it: decoded, with its place in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scalar {
    text: String,
    span: Span,
    style: Style,
    map: Map,
}

impl Scalar {
    /// A text that does not come from YAML, such as an argument of the command line: `text` is what
    /// stands at `span`. If their lengths differ every part of the text is the whole span.
    pub fn plain(text: impl Into<String>, span: Span) -> Self {
        let text = text.into();
        let map = if text.len() == span.len() { Map::Linear(span.start) } else { Map::Whole };
        Self { text, span, style: Style::Plain, map }
    }

    /// A text whose every part is the whole of `span`.
    pub(crate) fn whole(text: String, span: Span, style: Style) -> Self {
        Self { text, span, style, map: Map::Whole }
    }

    /// A text with a piece for each of its characters, in order.
    pub(crate) fn mapped(text: String, span: Span, style: Style, pieces: Vec<Piece>) -> Self {
        let map = match pieces.first() {
            None => Map::Whole,
            Some(&first) if is_linear(&text, &pieces) => Map::Linear(first.file),
            Some(_) => Map::Pieces(pieces.into()),
        };
        Self { text, span, style, map }
    }

    /// The decoded text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The whole of it in the file, quotes included; a block text from its first letter to its last.
    pub fn span(&self) -> Span {
        self.span
    }

    /// How it is written.
    pub fn style(&self) -> Style {
        self.style
    }

    /// Bytes `range` of the text, at their places; the whole text if they are none of its.
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

    /// The characters of the file that stand for bytes `decoded` of the text. Exact for every style:
    /// an escape is all its characters, a folded line break is the break. A range that is empty or
    /// lies past the end gives the empty span at its place. Never panics.
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

/// Where in the file the character with byte `at` of the text begins; the end for a later byte.
fn begin_of(pieces: &[Piece], at: usize) -> u32 {
    let after = pieces.partition_point(|p| p.decoded as usize <= at);
    // `at` may be the very end of the text: the last piece then holds a smaller offset, and the
    // place asked for is behind that piece. A text's length tells the two apart.
    match pieces.get(after.saturating_sub(1)) {
        Some(piece) if after < pieces.len() || piece.decoded as usize == at => piece.file,
        Some(piece) => piece.file + piece.len,
        None => 0,
    }
}

/// Where in the file the character before byte `at` (> 0) of the text ends.
fn end_of(pieces: &[Piece], at: usize) -> u32 {
    let before = pieces.partition_point(|p| (p.decoded as usize) < at);
    pieces.get(before.saturating_sub(1)).map_or(0, |p| p.file + p.len)
}

fn is_linear(text: &str, pieces: &[Piece]) -> bool {
    let base = pieces[0].file;
    let ends = pieces.iter().skip(1).map(|p| p.decoded).chain([text.len() as u32]);
    pieces.iter().zip(ends).all(|(p, end)| p.file == base + p.decoded && p.len == end - p.decoded)
}

/// `text` the way YAML reads it back unchanged: in `"` if nothing in it needs an escape, else in
/// `'`. For one line of text, such as a movement or a placement that needs quotes.
pub fn in_quotes(text: &str) -> String {
    if text.contains(['"', '\\']) {
        format!("'{}'", text.replace('\'', "''"))
    } else {
        format!("\"{text}\"")
    }
}

/// What stands between typographic quotes, if `text` begins and ends with them.
pub(crate) fn inside_smart_quotes(text: &str) -> Option<&str> {
    const SMART: [char; 6] = ['“', '”', '„', '‘', '’', '‚'];
    text.strip_prefix(SMART)?.strip_suffix(SMART)
}
