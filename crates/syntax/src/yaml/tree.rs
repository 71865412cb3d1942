//! Builds the tree from parser events, with the exact bytes of each character.
//!
//! Problems in valid YAML become findings here: duplicate keys, keys that are not texts, tags,
//! unresolved aliases, unused anchors, several documents. The builder has a stack of its own, so
//! deep input cannot overflow the call stack. An alias is copied only after depth and size are
//! checked.

use super::node::{
    Anchor, Entry, Input, MAX_DEPTH, MAX_FOUND, MAX_NODES, Merge, Node, NodeKind, Size, Stop,
    is_merge, too_large,
};
use crate::scalar::{Piece, Scalar, Style, inside_smart_quotes};
use crate::write::in_quotes;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report, did_you_mean};
use alfil_diagnostics::source::{MAX_BYTES, Span};
use serde_yaml::granit_parser::{Event, ScalarStyle, StructureStyle};
use std::borrow::Cow;
use std::collections::HashMap;
use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

/// An open list or map.
pub(super) struct Frame {
    pub style: StructureStyle,
    /// The start, in bytes of the input.
    pub start: usize,
    anchor: usize,
    content: Content,
    size: Size,
}

impl Frame {
    /// True if the current value belongs to a merge key of this map.
    fn is_merging(&self) -> bool {
        matches!(&self.content, Content::Mapping { pending: Pending::ValueOf(key), .. } if is_merge(key))
    }
}

enum Content {
    Sequence(Vec<Node>),
    Mapping {
        entries: Vec<Entry>,
        keys: HashMap<String, Span>,
        merges: Vec<Merge>,
        pending: Pending,
    },
}

/// The next node that a map expects.
enum Pending {
    Key,
    ValueOf(Scalar),
    /// The value of a rejected key.
    Refused,
}

/// Builds a tree from the events of the parser.
pub(super) struct Builder<'a> {
    input: &'a Input<'a>,
    pub stack: Vec<Frame>,
    /// The range of the last finished value, in bytes of the input. Findings about syntax use it.
    pub last: Range<usize>,
    root: Option<Node>,
    anchors: HashMap<usize, Anchor>,
    /// Anchors that the value of the current merge key names.
    merging: Vec<usize>,
    merges: Vec<Merge>,
    total: Size,
    pub found: Report,
    documents: usize,
    done: bool,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(input: &'a Input<'a>) -> Self {
        Self {
            input,
            stack: Vec::new(),
            last: 0..0,
            root: None,
            anchors: HashMap::new(),
            merging: Vec::new(),
            merges: Vec::new(),
            total: Size::default(),
            found: Report::default(),
            documents: 0,
            done: false,
        }
    }

    /// True if the rest of the text is ignored.
    pub(crate) fn is_done(&self) -> bool {
        self.done
    }

    /// The tree; an empty text if there is no value.
    pub(crate) fn finish(mut self) -> (Node, Report) {
        let merges = self.merges.iter().take(MAX_FOUND);
        self.found.extend(merges.map(|merge| merge.finding(self.input, &self.anchors)));
        let mut unused: Vec<_> = self.anchors.values().filter(|a| a.uses == 0).collect();
        unused.sort_by_key(|a| a.span);
        self.found.extend(unused.into_iter().take(MAX_FOUND).map(|a| {
            let title = format!("the anchor `&{}` is never used", a.name);
            Diagnostic::at(
                Code::UnusedAnchor,
                a.span,
                title,
                "YAML reads this as the name of an anchor, not as text",
            )
            .help("delete it, or put the whole text in quotes")
        }));
        let node = self.root.unwrap_or_else(|| {
            let span = self.input.span(0..0);
            Node { kind: NodeKind::Scalar(Scalar::plain("", span)), span }
        });
        (node, self.found)
    }

    /// Handles an event that covers `at`. `tag` is the place of the tag before it.
    pub(crate) fn event(
        &mut self,
        event: Event<'_>,
        at: Range<usize>,
        tag: Option<Range<usize>>,
    ) -> Result<(), Stop> {
        if let Some(tag) = tag {
            let is_text = matches!(event, Event::Scalar(..));
            self.tag(tag.clone(), is_text.then_some(tag.start..at.end.max(tag.end)));
        }
        match event {
            Event::DocumentStart(..) => self.document(at),
            Event::Scalar(text, style, anchor, _) => {
                let scalar = self.scalar(text, style, at.clone());
                let size = Size { nodes: 1, bytes: scalar.text().len(), depth: 0 };
                let span = scalar.span();
                self.place(Node { kind: NodeKind::Scalar(scalar), span }, at, size, anchor)?;
            }
            Event::SequenceStart(style, anchor, _) => {
                self.open(style, anchor, at.start, Content::Sequence(Vec::new()));
            }
            Event::MappingStart(style, anchor, _) => {
                let (entries, keys, merges) = (Vec::new(), HashMap::new(), Vec::new());
                let pending = Pending::Key;
                let content = Content::Mapping { entries, keys, merges, pending };
                self.open(style, anchor, at.start, content);
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(at)?,
            Event::Anchor(id, name) => {
                let value = self.anchors.remove(&id).and_then(|a| a.value);
                let span = self.input.span(at);
                self.anchors.insert(id, Anchor { name: name.into_owned(), span, value, uses: 0 });
            }
            Event::Alias(id) => self.alias(id, at)?,
            Event::UnresolvedAlias(name) => {
                let known = self.anchors.values().map(|a| a.name.as_str());
                let meant = did_you_mean(&name, known).map(|n| format!("*{n}"));
                self.lost_alias(at, "no anchor has this name", meant)?;
            }
            // Starts, ends and comments. The parser's enum is not exhaustive, and no other event is
            // a value.
            _ => {}
        }
        if self.found.len() > MAX_FOUND {
            let span = self.input.span(self.last.clone());
            return Err(too_large(
                span,
                format!("more than {MAX_FOUND} problems up to this place"),
            ));
        }
        Ok(())
    }

    fn document(&mut self, at: Range<usize>) {
        self.documents += 1;
        if self.documents > 1 {
            self.done = true;
            let title = "a second document begins here";
            self.found
                .at(Code::SeveralDocuments, self.input.span(at), title, "")
                .because("a file contains one definition")
                .help("delete the line `---`, or move the text after it to another file");
        }
    }

    /// Reports a tag. `text` is a text that may have been meant to begin with it.
    fn tag(&mut self, tag: Range<usize>, text: Option<Range<usize>>) {
        let title = "YAML tags have no meaning here";
        let help = match text.map(|t| self.input.original[t].trim_end()) {
            Some(text) if !text.contains('\n') => {
                format!("delete it; if it is text, put it in quotes: {}", in_quotes(text))
            }
            _ => "delete it".to_owned(),
        };
        let span = self.input.span(tag);
        self.found.at(Code::YamlTag, span, title, "a tag").help(help);
    }

    fn scalar(&mut self, text: Cow<'_, str>, style: ScalarStyle, at: Range<usize>) -> Scalar {
        let input = self.input;
        if let Some(mask) = input.masks.iter().find(|m| m.start == at.start) {
            return Scalar::plain(&input.original[mask.clone()], input.span(mask.clone()));
        }
        if at.is_empty() {
            // The parser places an empty value before the colon of its key, so the span is moved
            // after the colon.
            let colon = input.masked[at.end..].starts_with(':') as usize;
            return Scalar::plain("", input.span(at.end + colon..at.end + colon));
        }
        let raw = &input.masked[at.clone()];
        let (written, inside) = match style {
            ScalarStyle::Plain => (Style::Plain, raw),
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => {
                (Style::Quoted, raw.get(1..raw.len() - 1).unwrap_or(""))
            }
            // The range of a block text extends to the next value.
            ScalarStyle::Literal | ScalarStyle::Folded => (Style::Block, raw),
        };
        let span = input.span(at.start..at.start + raw.trim_end().len());
        let base = input.base + at.start + (written == Style::Quoted) as usize;
        let scalar = match pieces(&text, inside, base, style) {
            Some(pieces) => Scalar::mapped(text.into_owned(), span, written, pieces),
            None => Scalar::whole(text.into_owned(), span, written),
        };
        if written == Style::Plain {
            return self.smart_quotes(scalar);
        }
        scalar
    }

    /// Reports typographic quotes and returns the text between them.
    fn smart_quotes(&mut self, scalar: Scalar) -> Scalar {
        let text = scalar.text();
        let Some(inner) = inside_smart_quotes(text) else { return scalar };
        let title = "YAML does not know these quotes";
        let label = "YAML needs straight quotes";
        self.found
            .at(Code::SmartQuotes, scalar.span(), title, label)
            .help(Help::write(in_quotes(inner)));
        let start = text.chars().next().map_or(0, char::len_utf8);
        scalar.part(start..start + inner.len())
    }

    fn open(&mut self, style: StructureStyle, anchor: usize, start: usize, content: Content) {
        self.stack.push(Frame { style, start, anchor, content, size: Size::default() });
    }

    fn close(&mut self, at: Range<usize>) -> Result<(), Stop> {
        let Some(frame) = self.stack.pop() else { return Ok(()) };
        let end = match frame.style {
            StructureStyle::Flow => at.end,
            // The parser reports the end of a block at the next value.
            StructureStyle::Block => self.last.end,
        };
        let range = frame.start..end.max(frame.start);
        let kind = match frame.content {
            Content::Sequence(items) => NodeKind::Sequence(items),
            Content::Mapping { entries, keys, merges, .. } => {
                let others: Vec<String> = keys.into_keys().filter(|key| key != "<<").collect();
                let merges = merges.into_iter();
                self.merges.extend(merges.map(|merge| Merge { others: others.clone(), ..merge }));
                NodeKind::Mapping(entries)
            }
        };
        let size = Size { nodes: frame.size.nodes + 1, depth: frame.size.depth + 1, ..frame.size };
        let span = self.input.span(range.clone());
        self.place(Node { kind, span }, range, size, frame.anchor)
    }

    /// Adds a finished value to the tree.
    fn place(
        &mut self,
        node: Node,
        at: Range<usize>,
        size: Size,
        anchor: usize,
    ) -> Result<(), Stop> {
        self.total.nodes += 1;
        if anchor != 0 {
            // The anchor keeps a copy of the value, which counts as well.
            self.total.nodes += size.nodes;
            self.total.bytes += size.bytes;
        }
        self.check_size(node.span)?;
        if anchor != 0 {
            let value = Some((node.clone(), size));
            let (name, span) = (String::new(), node.span);
            let entry = self.anchors.entry(anchor);
            entry.or_insert(Anchor { name, span, value: None, uses: 0 }).value = value;
        }
        self.last = at.start..at.end.max(at.start);
        self.attach(node, size);
        Ok(())
    }

    fn attach(&mut self, node: Node, size: Size) {
        let Some(frame) = self.stack.last_mut() else {
            self.root.get_or_insert(node);
            return;
        };
        frame.size.nodes += size.nodes;
        frame.size.bytes += size.bytes;
        frame.size.depth = frame.size.depth.max(size.depth);
        match &mut frame.content {
            Content::Sequence(items) => items.push(node),
            Content::Mapping { entries, keys, merges, pending } => {
                *pending = match std::mem::replace(pending, Pending::Key) {
                    Pending::Key => accept_key(node, keys, &mut self.found),
                    Pending::ValueOf(key) if is_merge(&key) => {
                        let (names, style) = (std::mem::take(&mut self.merging), frame.style);
                        let others = Vec::new();
                        merges.push(Merge { key, value: node, names, style, others });
                        Pending::Key
                    }
                    Pending::ValueOf(key) => {
                        entries.push(Entry { key, value: node });
                        Pending::Key
                    }
                    Pending::Refused => Pending::Key,
                };
            }
        }
    }

    fn alias(&mut self, id: usize, at: Range<usize>) -> Result<(), Stop> {
        let span = self.input.span(at.clone());
        if self.stack.iter().any(Frame::is_merging) {
            self.merging.push(id);
        }
        let size = self.anchors.get_mut(&id).and_then(|anchor| {
            anchor.uses += 1;
            anchor.value.as_ref().map(|v| v.1)
        });
        let Some(size) = size else {
            return self.lost_alias(at, "the alias is inside the value that it names", None);
        };
        self.total.nodes += size.nodes;
        self.total.bytes += size.bytes;
        if self.stack.len() + size.depth > MAX_DEPTH {
            return Err(too_large(
                span,
                format!("values are nested more than {MAX_DEPTH} levels deep"),
            ));
        }
        self.check_size(span)?;
        let at_key = self.is_at_key();
        let Some((node, _)) = self.anchors.get(&id).and_then(|a| a.value.as_ref()) else {
            return Ok(());
        };
        let kind = match &node.kind {
            NodeKind::Scalar(s) if at_key => {
                NodeKind::Scalar(Scalar::whole(s.text().to_owned(), span, s.style()))
            }
            kind => kind.clone(),
        };
        self.place(Node { kind, span }, at, size, 0)
    }

    /// Handles an alias whose anchor does not exist, or that is inside the anchored value. It gets
    /// a finding, and its characters become a text.
    fn lost_alias(
        &mut self,
        at: Range<usize>,
        why: &str,
        meant: Option<String>,
    ) -> Result<(), Stop> {
        let span = self.input.span(at.clone());
        let text = &self.input.original[at.clone()];
        // The value of a merge key has a finding already.
        if !self.is_merging() {
            let quoted = in_quotes(text);
            let title = format!("`{text}` is read as a YAML alias");
            self.found.at(Code::UnknownAlias, span, title, why).help(match meant {
                Some(meant) => {
                    format!("did you mean `{meant}`? If it is text, quote it: {quoted}")
                }
                None => format!("if it is text, put it in quotes: {quoted}"),
            });
        }
        let size = Size { nodes: 1, bytes: text.len(), depth: 0 };
        let kind = NodeKind::Scalar(Scalar::plain(text, span));
        self.place(Node { kind, span }, at, size, 0)
    }

    fn is_merging(&self) -> bool {
        self.stack.last().is_some_and(Frame::is_merging)
    }

    fn is_at_key(&self) -> bool {
        let content = self.stack.last().map(|f| &f.content);
        matches!(content, Some(Content::Mapping { pending: Pending::Key, .. }))
    }

    fn check_size(&self, span: Span) -> Result<(), Stop> {
        if self.total.nodes > MAX_NODES {
            return Err(too_large(span, format!("more than {MAX_NODES} values")));
        }
        if self.total.bytes > MAX_BYTES {
            let size = MAX_BYTES;
            return Err(too_large(span, format!("aliases repeat more than {size} bytes of text")));
        }
        Ok(())
    }
}

/// Accepts `node` as a key if it is a text and new in the map.
fn accept_key(node: Node, keys: &mut HashMap<String, Span>, found: &mut Report) -> Pending {
    let NodeKind::Scalar(key) = node.kind else {
        found
            .at(Code::KeyNotText, node.span, "a list or a mapping is used as a key", "")
            .because("keys must be plain text")
            .help("write one entry for each, or put it in quotes if it is text");
        return Pending::Refused;
    };
    if let Some(&first) = keys.get(key.text()) {
        let title = format!("the key `{}` appears twice", key.text());
        found
            .at(Code::DuplicateKey, key.span(), title, "again")
            .label(first, "first")
            .help("keep one of the two");
        return Pending::Refused;
    }
    keys.insert(key.text().to_owned(), key.span());
    Pending::ValueOf(key)
}

// Maps each character of a decoded scalar to its bytes in the file.
//
// The decoded value comes from the parser, the raw text from the file. If the raw text does not
// decode to exactly this value, there is no result. So errors in the rules below cannot give wrong
// places.
//
// Both texts consist of *letters* with *gaps* between them. A letter is not white space, or is
// written as an escape; letters match one to one. A gap is a run of blanks and line breaks, which
// YAML folds:
//
//   raw    W <break><8 spaces> F      a letter, a gap of 9, a letter
//   value  W <space> F                a letter, a gap of 1, a letter

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
