//! Places of a text in UTF-16 units. Browsers and the language server protocol count in them, and
//! this crate counts bytes. Every number of units gives a byte on a character boundary.

use std::ops::Range;

/// A line and a column, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub line: usize,
    /// The column, in UTF-16 units.
    pub column: usize,
}

/// The number of units before byte `at`.
pub fn units(text: &str, at: usize) -> usize {
    text.char_indices().take_while(|(i, _)| *i < at).map(|(_, c)| c.len_utf16()).sum()
}

/// The byte after the given number of units. If the text has fewer units, this is the end of the
/// text.
pub fn byte(text: &str, units: usize) -> usize {
    let mut before = 0;
    let found = text.char_indices().find(|(_, c)| {
        let here = before;
        before += c.len_utf16();
        here >= units
    });
    found.map_or(text.len(), |(i, _)| i)
}

/// The units of a range of bytes.
pub fn range(text: &str, range: &Range<usize>) -> Range<usize> {
    let start = units(text, range.start);
    let length = text.get(range.clone()).map_or(0, |part| units(part, part.len()));
    start..start + length
}

/// The line and column of byte `at`.
pub fn position(text: &str, at: usize) -> Position {
    let at = at.min(text.len());
    let before = lines(text).take_while(|line| line.start <= at).enumerate().last();
    before.map_or(Position { line: 0, column: 0 }, |(number, line)| Position {
        line: number,
        column: units(line.text, at - line.start),
    })
}

/// The byte at `position`. After the end of a line or of the text, it is that end.
pub fn byte_at(text: &str, position: Position) -> usize {
    let line = lines(text).nth(position.line);
    line.map_or(text.len(), |line| line.start + byte(line.text, position.column))
}

/// A line without its ending.
struct Line<'t> {
    /// The first byte of the line.
    start: usize,
    text: &'t str,
}

/// The lines of a text. `\n`, `\r` and `\r\n` end a line, so a text that ends with one of them has
/// an empty last line.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let rest = &text[start..];
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let tail = &rest[length..];
        let ending = if tail.starts_with("\r\n") { 2 } else { tail.len().min(1) };
        next = (ending > 0).then_some(start + length + ending);
        Some(Line { start, text: &rest[..length] })
    })
}
