//! Places in the units of the protocol: lines from 0, columns in UTF-16. Every position gives a byte on a character
//! boundary; a position beyond the end of its line gives that end.

use lsp_types::{Position, Range, Uri};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The lines of a text without their endings, each with its first byte.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = Some(0);
    std::iter::from_fn(move || {
        let from = start?;
        let rest = &text[from..];
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let behind = &rest[end..];
        let ending = if behind.starts_with("\r\n") { 2 } else { behind.len().min(1) };
        start = (ending > 0).then_some(from + end + ending);
        Some((from, &rest[..end]))
    })
}

/// The byte of `text` at `position`.
pub(crate) fn offset(text: &str, position: Position) -> usize {
    let Some((start, line)) = lines(text).nth(position.line as usize) else { return text.len() };
    let mut units = 0;
    let within = line.char_indices().find(|(_, c)| {
        let here = units;
        units += c.len_utf16();
        here >= position.character as usize
    });
    start + within.map_or(line.len(), |(at, _)| at)
}

/// The position of byte `at` in `text`.
pub(crate) fn position(text: &str, at: usize) -> Position {
    let at = at.min(text.len());
    let before = lines(text).take_while(|(start, _)| *start <= at).enumerate().last();
    let (line, (start, written)) = before.unwrap_or((0, (0, "")));
    let inside = written.char_indices().take_while(|(i, _)| start + i < at);
    let character: usize = inside.map(|(_, c)| c.len_utf16()).sum();
    Position { line: line as u32, character: character as u32 }
}

/// The range of the bytes `range` in `text`.
pub(crate) fn range(text: &str, range: &std::ops::Range<usize>) -> Range {
    Range { start: position(text, range.start), end: position(text, range.end) }
}

/// The path of a `file:` address.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    if uri.scheme().is_none_or(|scheme| !scheme.as_str().eq_ignore_ascii_case("file")) {
        return None;
    }
    let mut bytes = Vec::new();
    let mut rest = uri.path().as_str().as_bytes();
    while let [first, more @ ..] = rest {
        rest = more;
        let pair = rest.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match pair.filter(|_| *first == b'%').and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &rest[2..];
            }
            None => bytes.push(*first),
        }
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/C:/games` of Windows.
    let drive = path.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    Some(PathBuf::from(if drive { &path[1..] } else { &path }))
}

/// The `file:` address of a path.
pub(crate) fn uri(path: &Path) -> Option<Uri> {
    let path = path.to_str()?.replace(std::path::MAIN_SEPARATOR, "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    Uri::from_str(&format!("file://{slash}{}", escape(&path))).ok()
}

/// `text` with all reserved characters of an address in hexadecimal.
pub(crate) fn escape(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~/".contains(&b);
    let escape = |b: u8| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") };
    text.bytes().map(escape).collect()
}
