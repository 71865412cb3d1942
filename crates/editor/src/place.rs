//! Places in a text: the keys that lead to the cursor, and offsets in UTF-16 units.

use std::ops::Range;

// Finds the keys that lead to the cursor.
//
// An unfinished text is seldom valid YAML. So this file reads only indentation, dashes, colons,
// braces and quotes, each character before the cursor once. The search never fails.

/// The position of the cursor.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cursor {
    /// The keys that lead to the cursor, the outermost first. The cursor is in the value of the
    /// last one.
    pub keys: Vec<String>,
    /// The part of the key or value before the cursor.
    pub(crate) typed: Range<usize>,
    /// The earlier keys of the same mapping.
    pub(crate) before: Vec<String>,
    /// What may be typed.
    pub(crate) slot: Slot,
}

/// What may be typed at the cursor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Slot {
    /// A key, or an item of a list.
    #[default]
    Either,
    /// The value after a key.
    Value,
}

/// A block mapping that contains the cursor.
#[derive(Default)]
struct Frame {
    /// The column of the keys of this mapping.
    indent: usize,
    keys: Vec<String>,
}

/// Open braces or brackets.
struct Flow {
    bracket: char,
    keys: Vec<String>,
    /// True while the value of the last key is being typed.
    valued: bool,
    /// The first byte of the current key, value or item.
    item: usize,
    /// True while the current key, value or item has no characters except spaces.
    blank: bool,
}

/// The state at the end of a line. `from` is the first byte of the part that the user types there.
enum Ending {
    /// A key of the mapping at this column, or an item of a list.
    Item { column: usize, from: usize },
    /// The value of the last key.
    Value { from: usize },
    /// A part inside braces or brackets.
    Flow { from: usize },
}

#[derive(Default)]
struct Scan {
    /// The block mappings that contain the cursor, the outermost first.
    blocks: Vec<Frame>,
    /// The open braces and brackets, the outermost first.
    flows: Vec<Flow>,
    /// The quote that is open inside braces or brackets.
    quote: Option<char>,
    /// The column of a key with a block text. Lines with more indentation are part of that text.
    prose: Option<usize>,
}

/// The keys that lead to byte `at` of `text`.
pub fn place(text: &str, at: usize) -> Cursor {
    let at = (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let before = &text[..at];
    let mut scan = Scan::default();
    let (mut start, mut ending) = (0, Ending::Item { column: 0, from: 0 });
    for line in before.split('\n') {
        ending = scan.line(before, start..start + line.trim_end_matches('\r').len());
        start += line.len() + 1;
    }
    scan.place(ending, at)
}

impl Scan {
    /// The cursor at byte `at`, after the last line.
    fn place(mut self, ending: Ending, at: usize) -> Cursor {
        let last = |frames: &[Frame]| -> Vec<String> {
            frames.iter().filter_map(|frame| frame.keys.last().cloned()).collect()
        };
        match ending {
            Ending::Item { column, from } => {
                let outer = self.blocks.iter().take_while(|frame| frame.indent < column).count();
                let same = self.blocks.get_mut(outer).filter(|frame| frame.indent == column);
                let before = same.map_or_else(Vec::new, |frame| std::mem::take(&mut frame.keys));
                let keys = last(&self.blocks[..outer]);
                Cursor { keys, typed: from..at.max(from), before, slot: Slot::Either }
            }
            Ending::Value { from } => {
                let (keys, before) = (last(&self.blocks), Vec::new());
                Cursor { keys, typed: from..at.max(from), before, slot: Slot::Value }
            }
            Ending::Flow { from } => {
                let mut keys = last(&self.blocks);
                let open = self.flows.iter().filter(|flow| flow.valued);
                keys.extend(open.filter_map(|flow| flow.keys.last().cloned()));
                let flow = self.flows.pop();
                let valued = flow.as_ref().is_some_and(|flow| flow.valued);
                let slot = if valued { Slot::Value } else { Slot::Either };
                let before = flow.map_or_else(Vec::new, |flow| flow.keys);
                Cursor { keys, typed: from..at.max(from), before, slot }
            }
        }
    }

    /// Reads one line.
    fn line(&mut self, text: &str, line: Range<usize>) -> Ending {
        if !self.flows.is_empty() {
            return self.flow(text, line);
        }
        let written = &text[line.clone()];
        let indent = written.len() - written.trim_start_matches(' ').len();
        if let Some(prose) = self.prose {
            if indent == written.len() || indent > prose {
                return Ending::Value { from: line.end };
            }
            self.prose = None;
        }
        let (mut column, mut rest) = (indent, &written[indent..]);
        while let Some(item) = rest.strip_prefix('-').filter(|r| r.is_empty() || r.starts_with(' '))
        {
            let blanks = item.len() - item.trim_start_matches(' ').len();
            column += 1 + blanks.max(1);
            rest = &item[blanks..];
            self.blocks.retain(|frame| frame.indent < column);
        }
        let begin = line.end - rest.len();
        if rest.is_empty() || rest.starts_with('#') {
            return Ending::Item { column, from: line.end };
        }
        self.blocks.retain(|frame| frame.indent <= column);
        // An item of a list may begin with a brace or a bracket.
        if rest.starts_with(['{', '[']) {
            return self.flow(text, begin..line.end);
        }
        let Some(key) = key_of(rest) else { return Ending::Item { column, from: begin } };
        if self.blocks.last().is_none_or(|frame| frame.indent < column) {
            self.blocks.push(Frame { indent: column, keys: Vec::new() });
        }
        if let Some(frame) = self.blocks.last_mut() {
            frame.keys.push(key.name.to_owned());
        }
        let value = line.end - rest[key.end..].trim_start().len();
        match text[value..line.end].chars().next() {
            Some('|' | '>') => self.prose = Some(column),
            Some('{' | '[') => return self.flow(text, value..line.end),
            Some(_) | None => {}
        }
        Ending::Value { from: value }
    }

    /// Reads the part of a line inside braces or brackets. They may be open already or open here.
    fn flow(&mut self, text: &str, part: Range<usize>) -> Ending {
        let mut chars = text[part.clone()].char_indices().peekable();
        while let Some((i, c)) = chars.next() {
            let here = part.start + i;
            if let Some(quote) = self.quote {
                self.quote = Some(quote).filter(|q| *q != c);
                continue;
            }
            let ends = chars.peek().is_none_or(|(_, next)| *next == ' ');
            if let Some(flow) = self.flows.last_mut()
                && flow.blank
                && c != ' '
            {
                (flow.blank, flow.item) = (false, here);
                if c == '"' || c == '\'' {
                    self.quote = Some(c);
                    continue;
                }
            }
            match (c, self.flows.last_mut()) {
                ('#', Some(_)) if text[..here].ends_with(' ') => break,
                ('{' | '[', _) => self.flows.push(Flow {
                    bracket: c,
                    keys: Vec::new(),
                    valued: false,
                    item: here + 1,
                    blank: true,
                }),
                ('}' | ']', Some(_)) => drop(self.flows.pop()),
                (',', Some(flow)) => {
                    (flow.item, flow.blank, flow.valued) = (here + 1, true, false);
                }
                (':', Some(flow)) if ends && !flow.valued && flow.bracket == '{' => {
                    flow.keys.push(text[flow.item..here].trim().to_owned());
                    (flow.item, flow.blank, flow.valued) = (here + 1, true, true);
                }
                _ => {}
            }
        }
        match self.flows.last() {
            Some(flow) if flow.blank => Ending::Flow { from: part.end },
            Some(flow) => Ending::Flow { from: flow.item.min(part.end) },
            None => Ending::Value { from: part.end },
        }
    }
}

/// A key at the start of a line.
struct LineKey<'t> {
    name: &'t str,
    /// The byte after the colon of the key.
    end: usize,
}

fn key_of(line: &str) -> Option<LineKey<'_>> {
    if line.starts_with(['{', '[']) {
        return None;
    }
    let quote = line.chars().next().filter(|c| ['"', '\''].contains(c));
    let from = match quote {
        Some(quote) => 1 + line[1..].find(quote)? + 1,
        None => 0,
    };
    let ends = |at: &usize| line[at + 1..].is_empty() || line[at + 1..].starts_with(' ');
    let colon = line[from..].match_indices(':').map(|(i, _)| from + i).find(ends)?;
    let name = line[..colon].trim().trim_matches(['"', '\'']);
    Some(LineKey { name, end: colon + 1 })
}

// Places of a text in UTF-16 units. Browsers and the language server protocol count in them, and
// this crate counts bytes. Every number of units gives a byte on a character boundary.

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
