//! Formats definition files in the style of the shipped ones.
//!
//! The style has two spaces per level, indented lists, one space after `:` and `,`, at most one
//! empty line, quotes only where some YAML reader needs them, and line feeds. The author's choices
//! stay: the order of keys, braces or separate lines, block texts with their line breaks, comments
//! with their columns. The result has the same tree and comments as the input, and formatting it
//! again changes nothing.

use crate::definition;
use crate::write::{Layout, Place, STEP, WIDTH, is_whole, quoted, stays_plain};
use crate::yaml::{self, MAX_DEPTH, Node, NodeKind};
use alfil_diagnostics::diagnostic::{Diagnostic, has_errors};
use alfil_diagnostics::source::SourceId;
use serde_yaml::granit_parser::{self, Event, Parser, ScalarStyle, StructureStyle};
use std::ops::Range;

/// The reason why a text cannot be formatted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unformatted {
    /// The text has errors; the findings tell where.
    Broken(Vec<Diagnostic>),
    /// The result would mean something else. Reasons are an anchor without a value, and lines that
    /// end in single carriage returns.
    Altered,
}

/// Formats `text`, the content of `source`.
///
/// # Errors
///
/// Fails if the text has errors, or a form that the printer cannot keep.
pub fn format(source: SourceId, text: &str) -> Result<String, Unformatted> {
    let text = text.trim_start_matches('\u{feff}');
    let read = definition::tree(source, text);
    let before = match read.value {
        Some(tree) if !has_errors(&read.found) => tree,
        Some(_) | None => return Err(Unformatted::Broken(read.found)),
    };
    if text.replace("\r\n", "").contains('\r') {
        return Err(Unformatted::Altered);
    }
    // This does not fail, because the parser accepted the text above.
    let document = self::document(text).ok_or(Unformatted::Altered)?;
    let formatted = print(text, &document);
    let after = definition::tree(source, &formatted);
    let same = after.value.is_some_and(|tree| says_the_same(&before, &tree));
    let written = self::document(&formatted).ok_or(Unformatted::Altered)?;
    let comments = comments(text, &document) == comments(&formatted, &written);
    if same && comments && after.found.len() == read.found.len() {
        Ok(formatted)
    } else {
        Err(Unformatted::Altered)
    }
}

/// The comments of a text, without trailing blanks.
fn comments<'t>(text: &'t str, document: &Document) -> Vec<&'t str> {
    document.comments.iter().map(|at| text[at.clone()].trim_end()).collect()
}

/// True if two trees have the same texts in the same order.
pub fn says_the_same(a: &Node, b: &Node) -> bool {
    match (&a.kind, &b.kind) {
        (NodeKind::Scalar(a), NodeKind::Scalar(b)) => a.text() == b.text(),
        (NodeKind::Sequence(a), NodeKind::Sequence(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| says_the_same(a, b))
        }
        (NodeKind::Mapping(a), NodeKind::Mapping(b)) => {
            let same = |(a, b): (&yaml::Entry, &yaml::Entry)| {
                a.key.text() == b.key.text() && says_the_same(&a.value, &b.value)
            };
            a.len() == b.len() && a.iter().zip(b).all(same)
        }
        (NodeKind::Scalar(_) | NodeKind::Sequence(_) | NodeKind::Mapping(_), _) => false,
    }
}

// The layout of a YAML text, without its meaning, and how it is written in the style of the shipped
// definitions.
//
// The text must have no errors in `definition::tree`, which also limits its
// depth. Ranges are on character boundaries and in the order of the text. A block text ends with
// its last line, although the parser reports its end at the next value.

/// A value and its place in the text.
pub struct Shape {
    /// The form of the value in the text.
    pub(crate) form: Form,
    /// The bytes of the value. For a block list or map, they end where its first value begins.
    pub(crate) at: Range<usize>,
    /// The `&name` before the value.
    pub(crate) anchor: Option<Range<usize>>,
}

/// How a value is written.
pub enum Form {
    /// An empty value.
    Empty,
    /// A text without quotes, with lines joined.
    Plain(String),
    /// A text in quotes.
    Quoted(String),
    /// A block text after `|` or `>`.
    Block,
    /// An alias, `*name`.
    Alias,
    /// A list.
    Sequence(Layout, Vec<Shape>),
    /// A map of keys and values.
    Mapping(Layout, Vec<(Shape, Shape)>),
}

/// The layout of a whole text.
pub struct Document {
    /// The value; empty if there is none.
    pub(crate) root: Shape,
    /// The comments in order, from their `#` on.
    pub comments: Vec<Range<usize>>,
}

struct Open {
    layout: Layout,
    is_map: bool,
    start: usize,
    anchor: Option<Range<usize>>,
    values: Vec<Shape>,
}

/// Parses `text`; `None` if it has syntax errors.
pub fn document(text: &str) -> Option<Document> {
    let options = granit_parser::options! {
        emit_comments: true,
        max_buffered_comment_events: usize::MAX,
        emit_anchor_events: true,
        flow_nesting_limit: MAX_DEPTH,
        block_nesting_limit: MAX_DEPTH,
    };
    let mut open: Vec<Open> = Vec::new();
    let mut root = None;
    let mut comments = Vec::new();
    // The byte at which the last text or anchor ended.
    let mut before = 0;
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, span) = event.ok()?;
        let at = span.byte_range().unwrap_or(0..0);
        let done = match event {
            Event::Scalar(value, style, ..) => {
                let shape = scalar(text, &value, style, at, before);
                before = before.max(shape.at.end);
                Some(shape)
            }
            Event::Alias(_) => {
                before = at.end;
                Some(Shape { form: Form::Alias, at, anchor: None })
            }
            Event::SequenceStart(style, ..) => {
                open.push(Open::new(style, false, at.start));
                None
            }
            Event::MappingStart(style, ..) => {
                open.push(Open::new(style, true, at.start));
                None
            }
            Event::SequenceEnd | Event::MappingEnd => open.pop().map(|o| o.close(text, at.end)),
            Event::Anchor(..) => {
                // The parser reports an anchor after its value, or after the start of its list or
                // map. So it belongs to an open list or map without values, or to the last value.
                let last = match open.last_mut() {
                    Some(o) if o.values.is_empty() => Some(&mut o.anchor),
                    Some(o) => o.values.last_mut().map(|v| &mut v.anchor),
                    None => root.as_mut().map(|r: &mut Shape| &mut r.anchor),
                };
                if let Some(anchor) = last {
                    *anchor = Some(at);
                }
                None
            }
            Event::Comment(..) => {
                comments.push(at);
                None
            }
            // Starts and ends of documents. The enum of the parser is not exhaustive, but no other
            // event is a value.
            _ => None,
        };
        match (done, open.last_mut()) {
            (Some(shape), Some(parent)) => parent.values.push(shape),
            (Some(shape), None) => root = Some(shape),
            (None, _) => {}
        }
    }
    comments.sort_by_key(|at| at.start);
    let root = root.unwrap_or(Shape { form: Form::Empty, at: 0..0, anchor: None });
    Some(Document { root, comments })
}

impl Open {
    fn new(style: StructureStyle, is_map: bool, start: usize) -> Self {
        let layout = match style {
            StructureStyle::Block => Layout::Lines,
            StructureStyle::Flow => Layout::Brackets,
        };
        Self { layout, is_map, start, anchor: None, values: Vec::new() }
    }

    fn close(self, text: &str, end: usize) -> Shape {
        let first = self.values.first().map_or(self.start, |v| v.outset());
        let at = match self.layout {
            Layout::Lines if self.is_map => self.start.min(first)..first,
            // The parser reports the start of a list at its dash or at its first item. So the last
            // dash before the first value is the start.
            Layout::Lines => text[..first].rfind('-').unwrap_or(first)..first,
            Layout::Brackets => self.start..end.max(self.start),
        };
        let form = if self.is_map {
            let mut entries = Vec::new();
            let mut values = self.values.into_iter();
            while let (Some(key), Some(value)) = (values.next(), values.next()) {
                entries.push((key, value));
            }
            Form::Mapping(self.layout, entries)
        } else {
            Form::Sequence(self.layout, self.values)
        };
        Shape { form, at, anchor: self.anchor }
    }
}

impl Shape {
    /// The byte where the value begins, including its anchor.
    pub(crate) fn outset(&self) -> usize {
        self.anchor.as_ref().map_or(self.at.start, |a| a.start.min(self.at.start))
    }
}

/// Makes the shape of a text. `at` is the range from the parser, which begins after the header of a
/// block text. The previous value ends at `before`.
fn scalar(text: &str, value: &str, style: ScalarStyle, at: Range<usize>, before: usize) -> Shape {
    let form = match style {
        ScalarStyle::Plain if at.is_empty() => Form::Empty,
        ScalarStyle::Plain => Form::Plain(value.to_owned()),
        ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => Form::Quoted(value.to_owned()),
        ScalarStyle::Literal | ScalarStyle::Folded => Form::Block,
    };
    let at = match form {
        Form::Block => head(text, before..at.end).unwrap_or(at.start)..at.end,
        Form::Empty
        | Form::Plain(_)
        | Form::Quoted(_)
        | Form::Alias
        | Form::Sequence(..)
        | Form::Mapping(..) => at.start..at.start + text[at].trim_end().len(),
    };
    Shape { form, at, anchor: None }
}

/// The byte of the first `|` or `>` in `range` outside comments and anchors.
fn head(text: &str, range: Range<usize>) -> Option<usize> {
    let mut at = range.start;
    for line in text[range].split_inclusive('\n') {
        let mut blank = text[..at].ends_with(char::is_whitespace);
        for (i, c) in line.char_indices() {
            match c {
                '|' | '>' if blank => return Some(at + i),
                '#' if blank => break,
                c => blank = c.is_whitespace(),
            }
        }
        at += line.len();
    }
    None
}

// Writes values on one line, quoted if necessary. The result reads back as the same value in its
// place.

/// Number of columns of `text`.
fn width(text: &str) -> usize {
    text.chars().count()
}

/// Writes `shape` on one line, for a place in a block or in brackets.
fn one_line(text: &str, shape: &Shape, place: Place) -> String {
    let raw = &text[shape.at.clone()];
    let inside = |shape: &Shape| one_line(text, shape, Place::Brackets);
    let written = match &shape.form {
        Form::Empty => String::new(),
        // An author who puts a number in quotes wants other readers to read a text.
        Form::Quoted(value) if stays_plain(value, place) && !is_whole(value) => value.clone(),
        Form::Plain(_) | Form::Quoted(_) | Form::Alias if !raw.contains('\n') => raw.to_owned(),
        Form::Plain(value) | Form::Quoted(value) => quoted(value, place),
        // An alias is always on one line, so only block texts are left. They do not fit on one line
        // and do not occur in brackets.
        Form::Block | Form::Alias => raw.to_owned(),
        Form::Sequence(_, items) => {
            format!("[{}]", items.iter().map(inside).collect::<Vec<_>>().join(", "))
        }
        Form::Mapping(_, entries) => {
            let entry = |(key, value): &(Shape, Shape)| match &value.form {
                // In brackets, a word without a colon may stand in place of a key. It gets no colon
                // here either.
                Form::Empty if !text[key.at.end..].trim_start().starts_with(':') => inside(key),
                Form::Empty => format!("{}:", inside(key)),
                Form::Plain(_)
                | Form::Quoted(_)
                | Form::Block
                | Form::Alias
                | Form::Sequence(..)
                | Form::Mapping(..) => format!("{}: {}", inside(key), inside(value)),
            };
            format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
    };
    match &shape.anchor {
        Some(anchor) => format!("{} {written}", &text[anchor.clone()]),
        None => written,
    }
}

// Writes values in the style of the shipped definitions, with their comments and empty lines.
//
// Values keep the order of the file. Before each value, the printer writes all comments that
// precede it and are not written yet. Each comment stays on its line, or gets a line of its own at
// the level of its column. Texts are copied, not rebuilt, wherever they fit their new place.

/// Formats `document`, the parsed form of `text`.
fn print(text: &str, document: &Document) -> String {
    let Document { root, comments } = document;
    let mut printer = Printer {
        text,
        comments,
        comments_written: 0,
        out: String::new(),
        pos: 0,
        levels: Vec::new(),
    };
    match &root.form {
        Form::Empty => {}
        Form::Sequence(..) | Form::Mapping(..) if printer.layout(root) == Layout::Lines => {
            if let Some(anchor) = &root.anchor {
                printer.begin(0, anchor.start, 0, true);
                printer.copy(anchor.clone());
            }
            printer.lines(root, 0, Start::NewLine);
        }
        Form::Sequence(..)
        | Form::Mapping(..)
        | Form::Plain(_)
        | Form::Quoted(_)
        | Form::Block
        | Form::Alias => {
            printer.begin(0, root.outset(), 0, true);
            printer.value(root, 0, 0, Lead::Key);
        }
    }
    printer.comments(text.len(), 1, false);
    if !printer.out.is_empty() {
        printer.out.push('\n');
    }
    printer.out
}

struct Printer<'t> {
    text: &'t str,
    comments: &'t [Range<usize>],
    /// Number of comments that are written already.
    comments_written: usize,
    /// The result so far; its last line is not finished.
    out: String,
    /// The byte of the text before which everything is written.
    pos: usize,
    /// Open block lists and maps. Closed ones stay here until the next line begins, because a
    /// comment may still belong to them.
    levels: Vec<Level>,
}

/// Where the first entry of a list or map is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// On a new line.
    NewLine,
    /// On the open line, after the dash of the parent.
    OpenLine,
}

/// The text before a value on its line.
#[derive(Clone, Copy)]
enum Lead {
    /// A key, or nothing at the top level.
    Key,
    /// The dash of a list.
    Dash,
}

/// The indentation of the lines of a list or map.
#[derive(Clone, Copy)]
struct Level {
    /// The column of the list or map in the original text.
    column: usize,
    /// The column of the list or map in the result.
    indent: usize,
}

/// The text between two values.
struct Gap {
    /// True if there is a line end after the last comment or, without comments, after the previous
    /// value.
    breaks: bool,
    /// True if there is an empty line.
    empty: bool,
    comments: usize,
}

impl Gap {
    /// Analyses the text from the previous comment or value to the next one.
    fn look_through(&mut self, between: &str) {
        let mut lines = between.split('\n');
        // The first part belongs to the previous line, and the last part to the next line. So only
        // the parts between can be empty lines.
        let _ = lines.next();
        self.breaks = lines.next_back().is_some();
        self.empty = lines.any(|line| line.trim().is_empty());
    }
}

impl Printer<'_> {
    /// Writes the entries of a list or map, one per line.
    fn lines(&mut self, shape: &Shape, indent: usize, start: Start) {
        self.levels.push(Level { column: self.column(shape.at.start), indent });
        let depth = self.levels.len();
        match &shape.form {
            Form::Sequence(_, items) => {
                for (i, item) in items.iter().enumerate() {
                    if i > 0 || start == Start::NewLine {
                        self.begin(indent, self.opening(item), depth, i == 0);
                    }
                    self.out.push('-');
                    self.value(item, indent, self.column(shape.at.start), Lead::Dash);
                }
            }
            Form::Mapping(_, entries) => {
                let column = self.column(shape.at.start);
                for (i, (key, value)) in entries.iter().enumerate() {
                    if i > 0 || start == Start::NewLine {
                        self.begin(indent, key.outset(), depth, i == 0);
                    }
                    let written = one_line(self.text, key, Place::Line);
                    self.out.push_str(&written);
                    self.out.push(':');
                    self.pos = self.pos.max(key.at.end);
                    self.value(value, indent, column, Lead::Key);
                }
            }
            Form::Empty | Form::Plain(_) | Form::Quoted(_) | Form::Block | Form::Alias => {}
        }
    }

    /// Writes the value after a key or dash. The line of the key begins at `indent` in the result,
    /// and at `column` in the original text.
    fn value(&mut self, shape: &Shape, indent: usize, column: usize, lead: Lead) {
        let inside = indent + STEP;
        if matches!(shape.form, Form::Sequence(..) | Form::Mapping(..))
            && self.layout(shape) == Layout::Lines
        {
            let start = match (&shape.anchor, lead) {
                (Some(anchor), Lead::Key | Lead::Dash) => {
                    self.out.push(' ');
                    self.copy(anchor.clone());
                    Start::NewLine
                }
                (None, Lead::Key) => Start::NewLine,
                (None, Lead::Dash) => {
                    self.out.push(' ');
                    self.pos = self.pos.max(shape.outset());
                    Start::OpenLine
                }
            };
            return self.lines(shape, inside, start);
        }
        let outset = shape.outset().max(self.pos);
        let gap = &self.text[self.pos..outset];
        let many_lines = self.text[shape.at.clone()].contains('\n');
        let one_line = one_line(self.text, shape, Place::Line);
        let behind = if self.out.is_empty() { 0 } else { self.last_line() + 1 };
        let long = match shape.form {
            Form::Plain(_) | Form::Quoted(_) => many_lines || behind + width(&one_line) > WIDTH,
            Form::Empty | Form::Block => false,
            Form::Alias | Form::Sequence(..) | Form::Mapping(..) => {
                behind + width(&one_line) > WIDTH
            }
        };
        // A comment between a key and its value moves the value to a line of its own. An empty
        // value needs no line, so the comment may follow the key.
        if !matches!(shape.form, Form::Empty) && self.comment_before(shape.at.start).is_some() {
            let depth = self.levels.len();
            self.begin(inside, shape.at.start, depth, true);
        } else if gap.contains('\n') && long {
            self.out.push('\n');
            self.indent(inside);
        } else if behind > 0 && !self.out.ends_with('\n') && !matches!(shape.form, Form::Empty) {
            self.out.push(' ');
        }
        match &shape.form {
            Form::Block => self.block(shape, column, inside),
            Form::Plain(_) | Form::Quoted(_) if many_lines => self.folded(shape, inside),
            Form::Empty => {
                if let Some(anchor) = &shape.anchor {
                    self.out.push(' ');
                    self.copy(anchor.clone());
                }
            }
            Form::Plain(_)
            | Form::Quoted(_)
            | Form::Alias
            | Form::Sequence(..)
            | Form::Mapping(..) => {
                self.out.push_str(&one_line);
                self.pos = self.pos.max(shape.at.end);
            }
        }
    }

    /// Writes a text of several lines without `|` or `>`, with its line breaks.
    fn folded(&mut self, shape: &Shape, indent: usize) {
        self.name(shape);
        let plain = matches!(shape.form, Form::Plain(_));
        for (i, line) in self.text[shape.at.clone()].lines().enumerate() {
            // YAML drops blanks before a line break, except after a backslash.
            let line = if plain { line.trim_end() } else { line };
            let line = if i == 0 { line } else { line.trim_start_matches([' ', '\t']) };
            if i > 0 {
                self.out.push('\n');
                if !line.is_empty() {
                    self.indent(indent);
                }
            }
            self.out.push_str(line);
        }
        self.pos = shape.at.end;
    }

    /// Writes a text after `|` or `>` with the new `indent`. In the original text, the list or map
    /// around it begins at `column`.
    fn block(&mut self, shape: &Shape, column: usize, indent: usize) {
        self.name(shape);
        let rest = &self.text[shape.at.start..];
        let mut lines = rest.split_inclusive('\n');
        let head = lines.next().unwrap_or_default();
        let marks = head.len() - head.trim_start_matches(|c| !char::is_whitespace(c)).len();
        let digit = head[..marks].chars().find_map(|c| c.to_digit(10));
        // A digit after `|` or `>` gives the indentation of the text relative to the list or map
        // around it.
        let marked = head[..marks].replace(|c: char| c.is_ascii_digit(), &STEP.to_string());
        self.out.push_str(&marked);
        self.out.push_str(head[marks..].trim_end());
        let set_in = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let is_blank = |line: &str| line.trim_matches([' ', '\r', '\n']).is_empty();
        let first = rest.lines().skip(1).find(|line| !is_blank(line));
        let own = match digit {
            Some(digit) => column + digit as usize,
            None => first.map_or(0, set_in).max(1),
        };
        let mut end = shape.at.start + head.len();
        while self.comment_before(end).is_some() {
            self.comments_written += 1;
        }
        let mut body: Vec<&str> = Vec::new();
        for line in lines.take_while(|line| is_blank(line) || set_in(line) >= own) {
            end += line.len();
            body.push(line.trim_end_matches(['\r', '\n']));
        }
        if !head[..marks].contains('+') {
            // Empty lines after the text do not belong to it.
            while body.last().is_some_and(|line| is_blank(line)) {
                body.pop();
            }
            let text = &self.text[shape.at.start..end];
            end = shape.at.start + text.trim_end_matches([' ', '\r', '\n']).len();
            end = end.max(shape.at.start + head.trim_end().len());
        } else {
            // The last line break belongs to the next line.
            end -= usize::from(self.text[..end].ends_with('\n'));
        }
        for line in body {
            self.out.push('\n');
            if let Some(line) = line.get(own..).filter(|line| !line.is_empty()) {
                self.indent(indent);
                self.out.push_str(line);
            }
        }
        self.pos = end;
    }

    /// Writes the `&name` of a text.
    fn name(&mut self, shape: &Shape) {
        if let Some(anchor) = &shape.anchor {
            self.copy(anchor.clone());
            self.out.push(' ');
        }
    }

    fn copy(&mut self, range: Range<usize>) {
        self.out.push_str(&self.text[range.clone()]);
        self.pos = self.pos.max(range.end);
    }

    /// Begins a line for the value at byte `until`, after its comments and the empty line before
    /// it. `depth` is the level of the value. No empty line is written before the `first` value of
    /// a level.
    fn begin(&mut self, indent: usize, until: usize, depth: usize, first: bool) {
        let gap = self.comments(until, depth, first);
        self.levels.truncate(depth);
        if !self.out.is_empty() {
            self.out.push('\n');
            if gap.empty && (!first || gap.comments > 0) {
                self.out.push('\n');
            }
        }
        self.indent(indent);
    }

    /// Writes the comments before byte `until`.
    fn comments(&mut self, until: usize, depth: usize, first: bool) -> Gap {
        let mut gap = Gap { breaks: false, empty: false, comments: 0 };
        let until = until.max(self.pos);
        while let Some(comment) = self.comment_before(until) {
            // A comment inside a value, such as `[ # this`, is written after the value if the value
            // is joined to one line.
            let before = self.text.get(self.pos..comment.start).unwrap_or_default();
            gap.look_through(before);
            // A comment ends its line, so only the first one may stay on the open line.
            if !gap.breaks && gap.comments == 0 && !self.out.is_empty() {
                let blank = before.len() - before.trim_end_matches(' ').len();
                // More than two blanks before a comment are kept, because they align comments in a
                // column.
                self.indent(blank.max(STEP));
            } else {
                if !self.out.is_empty() {
                    self.out.push('\n');
                    if gap.empty && (!first || gap.comments > 0) {
                        self.out.push('\n');
                    }
                }
                self.indent(self.level(comment.start, depth));
            }
            self.out.push_str(self.text[comment.clone()].trim_end());
            self.pos = self.pos.max(comment.end);
            self.comments_written += 1;
            gap = Gap { breaks: false, empty: false, comments: gap.comments + 1 };
        }
        gap.look_through(&self.text[self.pos..until]);
        self.pos = until;
        gap
    }

    /// The first unwritten comment before byte `until`.
    fn comment_before(&self, until: usize) -> Option<Range<usize>> {
        self.comments.get(self.comments_written).filter(|comment| comment.start < until).cloned()
    }

    /// The start of the first text of `item`, which continues the line of its dash.
    fn opening(&self, item: &Shape) -> usize {
        if item.anchor.is_some() || self.layout(item) == Layout::Brackets {
            return item.outset();
        }
        match &item.form {
            Form::Sequence(_, items) => items.first().map(|first| self.opening(first)),
            Form::Mapping(_, entries) => entries.first().map(|(key, _)| key.outset()),
            Form::Empty | Form::Plain(_) | Form::Quoted(_) | Form::Block | Form::Alias => None,
        }
        .unwrap_or(item.outset())
    }

    /// The indentation of a comment at byte `at` before a line of level `depth`. A comment in the
    /// column of that level gets the indentation of that level. Any other comment gets the
    /// indentation of the deepest open level that does not begin after its column.
    fn level(&self, at: usize, depth: usize) -> usize {
        let column = self.column(at);
        let next = depth.checked_sub(1).and_then(|i| self.levels.get(i));
        let next = next.filter(|level| level.column == column);
        let deepest = || self.levels.iter().rev().find(|level| level.column <= column);
        next.or_else(deepest).map_or(0, |level| level.indent)
    }

    /// The layout of a list or map. Brackets over several lines become separate lines if they are
    /// too long for one, or contain a comment.
    fn layout(&self, shape: &Shape) -> Layout {
        let (layout, is_empty) = match &shape.form {
            Form::Sequence(layout, items) => (*layout, items.is_empty()),
            Form::Mapping(layout, entries) => (*layout, entries.is_empty()),
            Form::Empty | Form::Plain(_) | Form::Quoted(_) | Form::Block | Form::Alias => {
                return Layout::Brackets;
            }
        };
        let broken = self.text[shape.at.clone()].contains('\n') && !is_empty;
        if layout == Layout::Lines || !broken {
            return layout;
        }
        let long = width(&one_line(self.text, shape, Place::Line)) > WIDTH - self.last_line();
        let after = self.comments.partition_point(|comment| comment.start < shape.at.start);
        let commented = self.comments.get(after).is_some_and(|c| c.start < shape.at.end);
        // In brackets, a text after a comma may be a key without a colon. On separate lines it
        // would become an entry, so such brackets stay.
        let opens = long && !self.has_bare_keys(shape);
        if opens || commented { Layout::Lines } else { Layout::Brackets }
    }

    /// True if a map has a key without a colon. In `{moves: N, B}`, YAML reads `B` as such a key.
    fn has_bare_keys(&self, shape: &Shape) -> bool {
        let is_bare = |(key, value): &(Shape, Shape)| {
            let behind = &self.text[key.at.end..];
            matches!(value.form, Form::Empty) && behind.trim_start().starts_with([',', '}'])
        };
        matches!(&shape.form, Form::Mapping(_, entries) if entries.iter().any(is_bare))
    }

    /// Length of the open line, at most [`WIDTH`].
    fn last_line(&self) -> usize {
        width(self.out.rsplit('\n').next().unwrap_or_default()).min(WIDTH)
    }

    /// Number of characters before byte `at` on its line.
    fn column(&self, at: usize) -> usize {
        let start = self.text[..at].rfind('\n').map_or(0, |i| i + 1);
        width(&self.text[start..at])
    }

    fn indent(&mut self, spaces: usize) {
        self.out.extend(std::iter::repeat_n(' ', spaces));
    }
}

#[cfg(test)]
mod tests {
    use crate::definition;
    use crate::format::*;
    use alfil_definitions::shipped;
    use alfil_diagnostics::diagnostic::has_errors;
    use alfil_diagnostics::source::SourceId;
    use arbtest::arbitrary::{Result, Unstructured};

    /// Formats `text` and checks that formatting the result changes nothing.
    fn formatted(text: &str) -> String {
        let once = format(SourceId::only(), text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
        assert_eq!(format(SourceId::only(), &once), Ok(once.clone()), "again\n{once}");
        once
    }

    #[test]
    fn shipped_definitions_are_formatted() {
        for file in shipped() {
            assert_eq!(formatted(file.text), file.text, "{}", file.name);
        }
    }

    #[test]
    fn other_systems_write_the_same() {
        for file in shipped() {
            let uneven = format!("\u{feff}{}", file.text.replace('\n', "\r\n"));
            assert_eq!(formatted(&uneven), file.text, "{}", file.name);
        }
    }

    #[test]
    fn white_space_is_normalized() {
        let pairs = [
            ("a:   b\n", "a: b\n"),
            ("\u{feff}a: b\r\nc: d", "a: b\nc: d\n"),
            ("a:\n    b:\n        c: d\n", "a:\n  b:\n    c: d\n"),
            ("tests:\n- a: b\n  c: d\n-   e\n", "tests:\n  - a: b\n    c: d\n  - e\n"),
            ("a: {b:   c ,d: [ e,f ]}\n", "a: {b: c, d: [e, f]}\n"),
            ("a: {b: c,  d , e: }\n", "a: {b: c, d, e:}\n"),
            ("\n\n\na: b\n\n\n\nc: d\n\n\n", "a: b\n\nc: d\n"),
            ("a:\n\n  b: c\n", "a:\n  b: c\n"),
            ("a: {\n  b: c,\n  d: e\n}\n", "a: {b: c, d: e}\n"),
            ("- - a\n  - b\n-\n  - c\n", "- - a\n  - b\n- - c\n"),
            ("a:\t b\n", "a: b\n"),
            ("a:\n  b\nc:\n", "a: b\nc:\n"),
            ("---\na: b\n...\n", "a: b\n"),
            ("? a\n: b\n", "a: b\n"),
            ("", ""),
            ("# only this  \n", "# only this\n"),
        ];
        for (text, wanted) in pairs {
            assert_eq!(formatted(text), wanted, "{text}");
        }
    }

    #[test]
    fn quotes_stay_where_yaml_needs_them() {
        let pairs = [
            ("a: 'fmW fceF'\n", "a: fmW fceF\n"),
            ("'a': \"+ Q2 when strong\"\n", "a: + Q2 when strong\n"),
            ("a: ['x, y', 'z']\n", "a: ['x, y', z]\n"),
            ("a: '*4/4*'\nb: 'yes'\nc: \"1997\"\nd: 'x: y'\ne: 'x #y'\n", ""),
            ("a: ''\nb: ' x'\nc: 'x '\nd: '@8'\ne: \"a\\tb\"\nf: 'x:'\n", ""),
        ];
        for (text, wanted) in pairs {
            assert_eq!(formatted(text), if wanted.is_empty() { text } else { wanted });
        }
    }

    #[test]
    fn comments_keep_their_places() {
        let pairs = [
            ("a: b # why\n", "a: b  # why\n"),
            ("a: b          # in a column\n", ""),
            ("# head\n\n# of a\na: b\n# end\n", ""),
            (
                "a:\n    # of b\n    b: c\n    # last of a\nd: e\n",
                "a:\n  # of b\n  b: c\n  # last of a\nd: e\n",
            ),
            ("a:\n  b: c\n\n# of d\nd: e\n", ""),
            ("a:\n- b\n# of c\n- c\n# of d\nd: e\n", "a:\n  - b\n  # of c\n  - c\n# of d\nd: e\n"),
            ("a: # of a\n    b: c\n", "a:  # of a\n  b: c\n"),
            ("a: {b: c, # of b\n  d: e}\n", "a:\n  b: c  # of b\n  d: e\n"),
            ("a: [] # none\n", "a: []  # none\n"),
            ("a: [ # none\n]\n", "a: []  # none\n"),
            ("a: # of b\n  b\n", "a:  # of b\n  b\n"),
            (
                "a: |  # a text\n    b\n      c\n\n# of d\nd: e\n",
                "a: |  # a text\n  b\n    c\n\n# of d\nd: e\n",
            ),
            ("- # of a\n  a: b\n", "# of a\n- a: b\n"),
            ("a: b\n\n# end\n\n# of all\n", ""),
            ("a: b#c\nd: 'e # f'\n", ""),
        ];
        for (text, wanted) in pairs {
            assert_eq!(formatted(text), if wanted.is_empty() { text } else { wanted }, "{text}");
        }
    }

    #[test]
    fn long_texts_keep_their_breaks() {
        let pairs = [
            ("a: >-\n      b\n      c\n\n      d\nd: e\n", "a: >-\n  b\n  c\n\n  d\nd: e\n"),
            ("a:\n  b: |4\n        x\n      y\n", "a:\n  b: |2\n      x\n    y\n"),
            ("a: |+\n  b\n\n\nc: d\n", ""),
            ("a: |\n\nb: c\n", ""),
            ("a: b\n    c\n\n    d\ne: f\n", "a: b\n  c\n\n  d\ne: f\n"),
            ("a: \"b\\\n      \\ c\"\n", "a: \"b\\\n  \\ c\"\n"),
            ("a:\n  - |\n   x\n", "a:\n  - |\n    x\n"),
        ];
        for (text, wanted) in pairs {
            assert_eq!(formatted(text), if wanted.is_empty() { text } else { wanted }, "{text}");
        }
        let long = "word ".repeat(30);
        let kept = format!("a:\n  {}\n", long.trim());
        assert_eq!(formatted(&kept), kept);
        let list = format!("a: [\n  {}\n]\n", "word, ".repeat(30));
        assert_eq!(formatted(&list), format!("a:\n{}", "  - word\n".repeat(30)));
    }

    #[test]
    fn anchors_stay_with_their_values() {
        let pairs = [
            ("a:   &x   b\nc: *x\n", "a: &x b\nc: *x\n"),
            ("a: &x\n    b: c\nd: *x\n", "a: &x\n  b: c\nd: *x\n"),
            ("a: &x {b:   c}\nd: [*x]\n", "a: &x {b: c}\nd: [*x]\n"),
            ("a:\n- &x\n  b: c\n- *x\n", "a:\n  - &x\n    b: c\n  - *x\n"),
        ];
        for (text, wanted) in pairs {
            assert_eq!(formatted(text), wanted, "{text}");
        }
    }

    #[test]
    fn a_broken_text_is_left_alone() {
        for text in ["a: [b\n", "a: b\n\tc: d\n", "a: b\na: c\n", "moves: @8\n", "a: !x b\n"] {
            assert!(
                matches!(format(SourceId::only(), text), Err(Unformatted::Broken(_))),
                "{text}"
            );
        }
    }

    /// For the YAML parser, a lone carriage return ends a line and its comment. Such files are not
    /// formatted.
    #[test]
    fn lone_carriage_returns_do_no_harm() {
        for text in ["# a\rb: c\n", "a: b # c\rd: e\n", "# \r- a # \r- b", "> \ra\r\n", "&a\r#\r"] {
            assert!(format(SourceId::only(), text).is_err(), "{text:?}");
        }
    }

    /// Lines for random files. Most combinations are valid.
    const LINES: [&str; 28] = [
        "a: b",
        "c:",
        "  d: e",
        "    f: g",
        "- h",
        "  - i: j",
        "    k: l",
        "# m",
        "  # n",
        "      # o",
        "",
        "p: 'q' # r",
        "s: {t: u, v: [w, x]}",
        "y: |",
        "   z",
        "  z",
        "    z # z",
        "A: >-",
        "B: [C,",
        "  D] # E",
        "F: \"G",
        "  H\"",
        "I: {J: K, # L",
        "  M: N}",
        "- - O",
        "-",
        "P: &Q R",
        "T: *Q",
    ];

    #[test]
    fn meaning_and_comments_stay() {
        arbtest::arbtest(|bytes: &mut Unstructured<'_>| -> Result<()> {
            let mut text = String::new();
            for _ in 0..bytes.int_in_range(1..=12)? {
                text += bytes.choose(&LINES)?;
                text += bytes.choose(&["\n", "\r\n", "  \n"])?;
            }
            match format(SourceId::only(), &text) {
                Ok(once) => {
                    assert_eq!(
                        format(SourceId::only(), &once),
                        Ok(once.clone()),
                        "{text}\n->\n{once}"
                    );
                    let marks = |text: &str| text.matches('#').count();
                    assert_eq!(marks(&text), marks(&once), "{text}\n->\n{once}");
                }
                Err(Unformatted::Broken(_)) => {}
                Err(Unformatted::Altered) => panic!("altered:\n{text}"),
            }
            Ok(())
        })
        .budget_ms(3_000);
    }

    /// Texts with many places where a comment may be inserted. The shipped definitions are used as
    /// well.
    const GAPS: [&str; 9] = [
        "a: {b: c, d: [e, f], g: {h: [i]}}\n",
        "a:\n  - {b: c, d: e}\n  - [f, {g: h}]\n",
        "- - a\n  - {b: [c]}\n- {d: {e: f}}\n",
        "? a\n: b\n? c\nd: e\n",
        "a: &x b\nc: &y {d: e}\nf: [*x, *y]\n",
        "a: |\n  b\nc: >-\n  d\ne: \"f\n  g\"\n",
        "a:\nb: ''\nc: []\nd: {}\ne: [[], {}]\n",
        "{a: b, c: [d, {e: f}]}\n",
        "a:\n  b:\n    - c: d\n      e: [f, g]\n    - h\n",
    ];

    /// Breaks the lines of `text` before up to six of its tokens and adds a comment at each. `u`
    /// chooses the tokens. Returns the text and the number of comments.
    fn commented(text: &str, u: &mut Unstructured<'_>) -> Result<(String, usize)> {
        let mut text = text.to_owned();
        let comments = u.int_in_range(1..=6)?;
        for number in 0..comments {
            let steps = |c: char| " \n,[]{}:-?&".contains(c);
            let places: Vec<usize> = text
                .char_indices()
                .filter(|&(_, c)| steps(c))
                .map(|(i, c)| i + c.len_utf8())
                .collect();
            let at = *u.choose(&places)?;
            let break_ = u.choose(&["\n", "\n  ", "\n    ", "\n      ", "\n        "])?;
            let before = u.choose(&[" ", "", "\n", "      "])?;
            text.insert_str(at, &format!("{before}# {number}{break_}"));
        }
        Ok((text, comments))
    }

    /// Tests texts with comments at random places: `ALFIL_COMMENTED` texts, by default 500.
    #[test]
    fn no_comment_is_lost_at_any_place() {
        let asked = std::env::var("ALFIL_COMMENTED").ok().and_then(|n| n.parse().ok());
        let wanted: u32 = asked.unwrap_or(500);
        let shipped: Vec<&str> = shipped().map(|s| s.text).collect();
        let (mut runs, mut tried) = (0, 0u64);
        while runs < wanted {
            let mut dice = alfil_search::dice::Dice::new(tried);
            let bytes: Vec<u8> = (0..512).map(|_| dice.below(256) as u8).collect();
            tried += 1;
            let mut u = Unstructured::new(&bytes);
            let texts = if tried % 4 == 0 { &shipped[..] } else { &GAPS[..] };
            let text = *u.choose(texts).expect("enough bytes");
            let (with, comments) = commented(text, &mut u).expect("enough bytes");
            let own = document(text).map_or(0, |document| document.comments.len());
            // Some places are inside a value, or the comment makes the file invalid.
            let (before, after) = (
                definition::tree(SourceId::only(), text),
                definition::tree(SourceId::only(), &with),
            );
            let same = match (&before.value, &after.value) {
                (Some(a), Some(b)) if !has_errors(&after.found) => says_the_same(a, b),
                (Some(_) | None, _) => false,
            };
            let counts = document(&with).is_some_and(|d| d.comments.len() == own + comments);
            if !same || !counts {
                continue;
            }
            runs += 1;
            let once = format(SourceId::only(), &with).unwrap_or_else(|e| panic!("{e:?}\n{with}"));
            assert_eq!(
                format(SourceId::only(), &once),
                Ok(once.clone()),
                "again\n{with}\n->\n{once}"
            );
        }
        println!("{runs} texts with comments of {tried}: none lost, one pass enough");
    }
}
