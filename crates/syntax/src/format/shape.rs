//! The layout of a YAML text: where its values and comments are, without their meaning.
//!
//! The text must have no errors in [`definition::tree`](crate::definition::tree), which also limits its
//! depth. Ranges are on character boundaries and in the order of the text. A block text ends with
//! its last line, although the parser reports its end at the next value.

use crate::write::Layout;
use crate::yaml::MAX_DEPTH;
use serde_yaml::granit_parser::{self, Event, Parser, ScalarStyle, StructureStyle};
use std::ops::Range;

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
