//! The lines of a diagram in a plain text or in a web page.
//!
//! A page contains diagrams in elements of the class `idiagram`. Their tags are removed, character
//! references are replaced, and line breaks of the page end lines. A text that was copied from a
//! page may have all fields on one line; it is parted before each field.

use crate::remark::Place;

/// A line of a diagram, without blanks around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    pub(super) text: String,
    /// Where the line begins.
    pub(super) place: Place,
}

/// The class of elements that contain a diagram.
const CLASS: &str = "idiagram";

/// The first diagram of a text.
pub(super) struct Page {
    pub(super) lines: Vec<Line>,
    /// The place of the second diagram, if there is one.
    pub(super) second: Option<Place>,
}

/// Reads the first diagram of `text`. A text without an element of the class is a diagram as a
/// whole.
pub(super) fn read(text: &str) -> Page {
    let mut elements = elements(text).into_iter();
    let Some(first) = elements.next() else {
        let start = Place { line: 1, column: 1 };
        return Page { lines: parted(&plain_lines(text, start)), second: None };
    };
    let second = elements.next().map(|inner| place_of(text, inner.start));
    let inner = &text[first.start..first.end];
    Page { lines: parted(&marked_lines(inner, place_of(text, first.start))), second }
}

/// True if the text has an element of the class.
pub(super) fn has_element(text: &str) -> bool {
    !elements(text).is_empty()
}

/// The place of a byte of the text.
fn place_of(text: &str, at: usize) -> Place {
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Place { line: number(line), column: number(column) }
}

/// The lines of a text without markup.
fn plain_lines(text: &str, start: Place) -> Vec<Line> {
    let lines = (start.line..).zip(text.split('\n'));
    let lines = lines.map(|(line, text)| {
        let column = if line == start.line { start.column } else { 1 };
        trimmed(text, Place { line, column })
    });
    lines.filter(|line| !line.text.is_empty()).collect()
}

/// The text without blanks around it, with the place of its first character.
fn trimmed(text: &str, place: Place) -> Line {
    let blanks = text.chars().take_while(|c| c.is_whitespace()).count();
    let column = place.column.saturating_add(u32::try_from(blanks).unwrap_or(u32::MAX));
    Line { text: text.trim().to_owned(), place: Place { column, ..place } }
}

/// The content of an element, as bytes of the text.
struct Inner {
    start: usize,
    end: usize,
}

/// A tag of a page: its name in lower case, and its bytes.
struct Tag<'t> {
    name: String,
    closes: bool,
    inside: &'t str,
    start: usize,
    end: usize,
}

/// The tags of a text in order. A `<` without a letter or a slash behind it is no tag.
fn tags(text: &str) -> impl Iterator<Item = Tag<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + text[at..].find('<')?;
            let rest = &text[start + 1..];
            if let Some(comment) = rest.strip_prefix("!--") {
                let length = comment.find("-->").map_or(comment.len(), |end| end + 3);
                at = start + 4 + length;
                let inside = &text[start + 1..at];
                return Some(Tag { name: "!".to_owned(), closes: false, inside, start, end: at });
            }
            let closes = rest.starts_with('/');
            let word = rest.trim_start_matches('/');
            if !word.starts_with(|c: char| c.is_ascii_alphabetic()) {
                at = start + 1;
                continue;
            }
            let length = rest.find('>')?;
            at = start + 1 + length + 1;
            let name = word.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
            let inside = &rest[..length];
            let name = name.to_ascii_lowercase();
            return Some(Tag { name, closes, inside, start, end: at });
        }
    })
}

/// The contents of all elements of the class.
fn elements(text: &str) -> Vec<Inner> {
    let mut found: Vec<Inner> = Vec::new();
    // The name of the open element, and how many elements of this name are open in it.
    let mut open: Option<(String, usize)> = None;
    for tag in tags(text) {
        match &mut open {
            Some((name, depth)) if *name == tag.name => match (tag.closes, *depth) {
                (true, 0) => {
                    if let Some(inner) = found.last_mut() {
                        inner.end = tag.start;
                    }
                    open = None;
                }
                (true, _) => *depth -= 1,
                (false, _) => *depth += 1,
            },
            Some(_) => {}
            None if !tag.closes && has_class(tag.inside) => {
                found.push(Inner { start: tag.end, end: text.len() });
                open = Some((tag.name, 0));
            }
            None => {}
        }
    }
    found
}

/// True if the inside of a tag names the class.
fn has_class(inside: &str) -> bool {
    let Some((_, after)) = inside.split_once("class") else { return false };
    let Some(value) = after.trim_start().strip_prefix('=') else { return false };
    let value = value.trim_start();
    let words = match value.chars().next() {
        Some(quote @ ('"' | '\'')) => value[1..].split(quote).next().unwrap_or_default(),
        Some(_) | None => value.split_whitespace().next().unwrap_or_default(),
    };
    words.split_whitespace().any(|word| word == CLASS)
}

/// The lines of a text with markup.
fn marked_lines(text: &str, start: Place) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut place = start;
    let mut line = Line { text: String::new(), place };
    let mut end_line = |line: &mut Line, next: Place| {
        let ended = std::mem::replace(line, Line { text: String::new(), place: next });
        let ended = trimmed(&ended.text, ended.place);
        if !ended.text.is_empty() {
            lines.push(ended);
        }
    };
    let mut at = 0;
    let ends = tags(text).map(|tag| (tag.start, Some(tag))).chain([(text.len(), None)]);
    for (start, tag) in ends {
        for (index, part) in unescaped(&text[at..start]).split('\n').enumerate() {
            if index > 0 {
                place = Place { line: place.line.saturating_add(1), column: 1 };
                end_line(&mut line, place);
            }
            line.text.push_str(part);
            let length = u32::try_from(part.chars().count()).unwrap_or(u32::MAX);
            place.column = place.column.saturating_add(length);
        }
        let Some(tag) = tag else { break };
        let mut rows = text[tag.start..tag.end].split('\n');
        let last = rows.next_back().unwrap_or_default();
        let breaks = u32::try_from(rows.count()).unwrap_or(u32::MAX);
        let length = u32::try_from(last.chars().count()).unwrap_or(u32::MAX);
        let column = if breaks > 0 { 1 } else { place.column };
        place = Place {
            line: place.line.saturating_add(breaks),
            column: column.saturating_add(length),
        };
        if matches!(tag.name.as_str(), "br" | "p" | "div" | "li" | "ul" | "tr" | "td" | "pre") {
            end_line(&mut line, place);
        }
        at = tag.end;
    }
    end_line(&mut line, place);
    lines
}

/// The character references that pages use in diagrams.
const REFERENCES: &[(&str, &str)] = &[
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&apos;", "'"),
    ("&#39;", "'"),
    ("&nbsp;", " "),
];

/// The text with its character references replaced.
fn unescaped(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let text = REFERENCES.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    text.replace("&amp;", "&")
}

/// Parts each line that contains several fields: `files=10 ranks=8 Pawn::::a2-j2`.
fn parted(lines: &[Line]) -> Vec<Line> {
    lines.iter().flat_map(fields).collect()
}

/// True if the word begins a setting.
fn is_setting(word: &str) -> bool {
    let key = word.split('=').next().unwrap_or_default();
    key.len() < word.len() && !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric())
}

/// True if the word is the end of a piece's name and its fields.
fn is_piece(word: &str) -> bool {
    word.matches(':').count() >= 2 && !word.contains("://")
}

fn fields(line: &Line) -> Vec<Line> {
    let starts = |word: &&str| is_setting(word) || is_piece(word);
    if line.text.split_whitespace().filter(starts).count() < 2 {
        return vec![line.clone()];
    }
    let mut parts: Vec<Line> = Vec::new();
    // Words that may begin the name of a piece.
    let mut name: Option<Line> = None;
    let mut column = line.place.column;
    for word in line.text.split(char::is_whitespace) {
        let place = Place { column, ..line.place };
        let length = u32::try_from(word.chars().count()).unwrap_or(u32::MAX);
        column = column.saturating_add(length).saturating_add(1);
        if word.is_empty() {
            continue;
        }
        if is_setting(word) {
            parts.extend(name.take());
            parts.push(Line { text: word.to_owned(), place });
        } else if is_piece(word) {
            let begun = name.take().map(|name| (format!("{} {word}", name.text), name.place));
            let (text, place) = begun.unwrap_or((word.to_owned(), place));
            parts.push(Line { text, place });
        } else {
            match &mut name {
                Some(name) => {
                    name.text.push(' ');
                    name.text.push_str(word);
                }
                None => name = Some(Line { text: word.to_owned(), place }),
            }
        }
    }
    parts.extend(name);
    parts
}
