//! Maps each character of a decoded scalar to its bytes in the file.
//!
//! The decoded value comes from the parser, the raw text from the file. If the raw text does not
//! decode to exactly this value, there is no result. So errors in the rules below cannot give wrong
//! places.
//!
//! Both texts consist of *letters* with *gaps* between them. A letter is not white space, or is
//! written as an escape; letters match one to one. A gap is a run of blanks and line breaks, which
//! YAML folds:
//!
//! ```text
//!   raw    W <break><8 spaces> F      a letter, a gap of 9, a letter
//!   value  W <space> F                a letter, a gap of 1, a letter
//! ```

use crate::scalar::Piece;
use serde_yaml::granit_parser::ScalarStyle;
use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

/// A kind of raw characters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Letter(char),
    Blank(char),
    Break,
    /// A line break after a backslash, which joins two lines and decodes to nothing.
    Joint,
}

/// The bytes in the file of each character of `value`. `raw` is the text without quotes, which
/// begins at byte `base`. `None` if `raw` does not decode to `value`.
pub(super) fn pieces(
    value: &str,
    raw: &str,
    base: usize,
    style: ScalarStyle,
) -> Option<Vec<Piece>> {
    let units = units(raw, style)?;
    let mut out = Vec::with_capacity(value.len());
    let mut rest = value.char_indices().peekable();
    let mut at = 0;
    loop {
        let gap = &units[at..at + units[at..].iter().take_while(|u| is_gap(u.0)).count()];
        at += gap.len();
        let start = units.get(at).map_or(raw.len(), |u| u.1.start);
        place_gap(take_gap(&mut rest, gap, style)?, gap, start, base, &mut out);
        match (rest.next(), units.get(at)) {
            (Some((i, c)), Some((Unit::Letter(letter), bytes))) if c == *letter => {
                out.push(piece(i, bytes, base));
                at += 1;
            }
            (None, None) => return Some(out),
            _ => return None,
        }
    }
}

fn is_gap(unit: Unit) -> bool {
    !matches!(unit, Unit::Letter(_))
}

fn piece(decoded: usize, bytes: &Range<usize>, base: usize) -> Piece {
    Piece { decoded: decoded as u32, file: (base + bytes.start) as u32, len: bytes.len() as u32 }
}

/// Takes from `rest` the characters of the value to which `gap` decodes.
fn take_gap(
    rest: &mut Peekable<CharIndices<'_>>,
    gap: &[(Unit, Range<usize>)],
    style: ScalarStyle,
) -> Option<Vec<(usize, char)>> {
    // Only in double quotes can a letter be white space (`\n`). So only there the length of the gap
    // must be computed. Elsewhere the gap ends with the white space.
    let limit = match style {
        ScalarStyle::DoubleQuoted => folded_len(gap),
        _ => usize::MAX,
    };
    let mut taken = Vec::new();
    while taken.len() < limit
        && let Some(next) = rest.next_if(|(_, c)| matches!(c, ' ' | '\t' | '\n'))
    {
        taken.push(next);
    }
    (limit == usize::MAX || taken.len() == limit).then_some(taken)
}

/// Number of characters to which a gap in double quotes decodes. Blanks alone decode to themselves.
/// One line break decodes to a space, and several to one break less. After a joint each break
/// decodes to itself.
fn folded_len(gap: &[(Unit, Range<usize>)]) -> usize {
    let mut parts = gap.split(|u| u.0 == Unit::Joint);
    let breaks = |part: &[(Unit, Range<usize>)]| part.iter().filter(|u| u.0 == Unit::Break).count();
    let first = parts.next().map_or(0, |part| match breaks(part) {
        0 => part.len(),
        1 => 1,
        n => n - 1,
    });
    first + parts.map(breaks).sum::<usize>()
}

/// Adds a piece for each character of a gap. Blanks at both ends map to the same blanks of the raw
/// text. All other characters map to the whole rest of the raw gap.
fn place_gap(
    value: Vec<(usize, char)>,
    gap: &[(Unit, Range<usize>)],
    end: usize,
    base: usize,
    out: &mut Vec<Piece>,
) {
    let same = |v: &(usize, char), u: &(Unit, Range<usize>)| u.0 == Unit::Blank(v.1);
    let has_break = gap.iter().any(|u| !matches!(u.0, Unit::Blank(_)));
    let folded = has_break && !value.iter().any(|v| v.1 == '\n');
    let head = if folded && value.len() == 1 && gap.iter().all(|u| u.0 != Unit::Joint) {
        0
    } else {
        value.iter().zip(gap).take_while(|(v, u)| same(v, u)).count()
    };
    let tail = if folded {
        0
    } else {
        let (value, gap) = (value[head..].iter().rev(), gap[head..].iter().rev());
        value.zip(gap).take_while(|(v, u)| same(v, u)).count()
    };
    let middle = head..gap.len() - tail;
    let from = gap.get(head).map_or(end, |u| u.1.start);
    let to = gap[middle].last().map_or(from, |u| u.1.end);
    for (n, (i, _)) in value.iter().enumerate() {
        let bytes = if n < head {
            gap[n].1.clone()
        } else if n >= value.len() - tail {
            gap[gap.len() - (value.len() - n)].1.clone()
        } else {
            from..to
        };
        out.push(piece(*i, &bytes, base));
    }
}

/// Splits raw text into units; `None` at an invalid escape.
fn units(raw: &str, style: ScalarStyle) -> Option<Vec<(Unit, Range<usize>)>> {
    let mut out = Vec::with_capacity(raw.len());
    let mut at = 0;
    while let Some(c) = raw[at..].chars().next() {
        let rest = &raw[at + c.len_utf8()..];
        let (unit, len) = match (c, style) {
            (' ' | '\t', _) => (Unit::Blank(c), 1),
            ('\r', _) if rest.starts_with('\n') => (Unit::Break, 2),
            ('\r' | '\n', _) => (Unit::Break, 1),
            ('\'', ScalarStyle::SingleQuoted) if rest.starts_with('\'') => (Unit::Letter('\''), 2),
            ('\\', ScalarStyle::DoubleQuoted) => escape(rest).map(|(u, n)| (u, n + 1))?,
            _ => (Unit::Letter(c), c.len_utf8()),
        };
        out.push((unit, at..at + len));
        at += len;
    }
    Some(out)
}

/// The unit after a backslash, and its number of bytes in `rest`.
fn escape(rest: &str) -> Option<(Unit, usize)> {
    let c = rest.chars().next()?;
    let letter = match c {
        '\r' if rest.starts_with("\r\n") => return Some((Unit::Joint, 2)),
        '\r' | '\n' => return Some((Unit::Joint, 1)),
        '0' => '\0',
        'a' => '\x07',
        'b' => '\x08',
        't' | '\t' => '\t',
        'n' => '\n',
        'v' => '\x0b',
        'f' => '\x0c',
        'r' => '\r',
        'e' => '\x1b',
        ' ' | '"' | '/' | '\\' => c,
        'N' => '\u{85}',
        '_' => '\u{a0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        'x' => return hex(rest, 2),
        'u' => return hex(rest, 4),
        'U' => return hex(rest, 8),
        _ => return None,
    };
    Some((Unit::Letter(letter), c.len_utf8()))
}

/// Reads `xHH`, `uHHHH` or `UHHHHHHHH`, and the pair `uD8HH\uDCHH`.
fn hex(rest: &str, digits: usize) -> Option<(Unit, usize)> {
    let number = |from: usize| u32::from_str_radix(rest.get(from..from + digits)?, 16).ok();
    let high = number(1)?;
    let (code, len) = if (0xd800..0xdc00).contains(&high) {
        let low = (rest.get(1 + digits..3 + digits)? == "\\u").then(|| number(3 + digits))??;
        (0x10000 + ((high - 0xd800) << 10) + low.checked_sub(0xdc00)?, 3 + 2 * digits)
    } else {
        (high, 1 + digits)
    };
    Some((Unit::Letter(char::from_u32(code)?), len))
}
