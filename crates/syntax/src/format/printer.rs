//! Writes values in the style of the shipped definitions, with their comments and empty lines.
//!
//! Values keep the order of the file. Before each value, the printer writes all comments that
//! precede it and are not written yet. Each comment stays on its line, or gets a line of its own at
//! the level of its column. Texts are copied, not rebuilt, wherever they fit their new place.

use super::line::{one_line, width};
use super::shape::{Document, Form, Shape};
use crate::write::{Layout, Place, STEP, WIDTH};
use std::ops::Range;

/// Formats `document`, the parsed form of `text`.
pub(super) fn print(text: &str, document: &Document) -> String {
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
