//! Writes values in the house style, with the comments and empty lines between them.
//!
//! Owns: [`print`]. Values leave in the order of the file, so comments need no place in a tree: those
//! before a value that have not been written are written when it is begun. Invariant: every comment is
//! written, on the line that it stood on or on a line of its own at the level of that column; the text of a value is copied, not made anew, wherever it fits its new place.

use super::line::{one_line, width};
use super::shape::{Document, Form, Layout, Shape};
use std::ops::Range;

/// Longest line onto which what was broken is joined, in characters.
const WIDTH: usize = 100;
/// Spaces a level.
const STEP: usize = 2;

/// `document`, which is `text`, formatted.
pub(super) fn print(text: &str, document: &Document) -> String {
    let Document { root, comments } = document;
    let mut printer =
        Printer { text, comments, told: 0, out: String::new(), pos: 0, levels: Vec::new() };
    match &root.form {
        Form::Empty => {}
        Form::Sequence(..) | Form::Mapping(..) if printer.layout(root) == Layout::Lines => {
            if let Some(anchor) = &root.anchor {
                printer.begin(0, anchor.start, 0, true);
                printer.copy(anchor.clone());
            }
            printer.lines(root, 0, false);
        }
        Form::Sequence(..)
        | Form::Mapping(..)
        | Form::Plain(_)
        | Form::Quoted(_)
        | Form::Block
        | Form::Alias => {
            printer.begin(0, root.outset(), 0, true);
            printer.value(root, 0, 0, false);
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
    /// How many of them have been written.
    told: usize,
    /// Its last line is still open.
    out: String,
    /// Up to here the text has been dealt with.
    pos: usize,
    /// The lists and maps in lines that are open, and those that were closed since the last line began.
    levels: Vec<Level>,
}

/// Where the lines of a list or map begin.
#[derive(Clone, Copy)]
struct Level {
    /// In the text taken.
    column: usize,
    /// In the text given.
    indent: usize,
}

/// What stood between two values.
struct Gap {
    /// Whether a line ends behind the last comment, or behind the value before.
    breaks: bool,
    /// Whether an empty line stands there.
    empty: bool,
    comments: usize,
}

impl Gap {
    /// Takes in what stands before the next comment or value.
    fn look_through(&mut self, between: &str) {
        let mut lines = between.split('\n');
        // The end of the line before, and the beginning of the next one.
        let _ = lines.next();
        self.breaks = lines.next_back().is_some();
        self.empty = lines.any(|line| line.trim().is_empty());
    }
}

impl Printer<'_> {
    /// The entries of a list or map, a line each. With `inline` the first continues the open line.
    fn lines(&mut self, shape: &Shape, indent: usize, inline: bool) {
        self.levels.push(Level { column: self.column(shape.at.start), indent });
        let depth = self.levels.len();
        match &shape.form {
            Form::Sequence(_, items) => {
                for (i, item) in items.iter().enumerate() {
                    if i > 0 || !inline {
                        self.begin(indent, self.opening(item), depth, i == 0);
                    }
                    self.out.push('-');
                    self.value(item, indent, self.column(shape.at.start), true);
                }
            }
            Form::Mapping(_, entries) => {
                let column = self.column(shape.at.start);
                for (i, (key, value)) in entries.iter().enumerate() {
                    if i > 0 || !inline {
                        self.begin(indent, key.outset(), depth, i == 0);
                    }
                    let written = one_line(self.text, key, Layout::Lines);
                    self.out.push_str(&written);
                    self.out.push(':');
                    self.pos = self.pos.max(key.at.end);
                    self.value(value, indent, column, false);
                }
            }
            Form::Empty | Form::Plain(_) | Form::Quoted(_) | Form::Block | Form::Alias => {}
        }
    }

    /// The value behind a key or dash whose line begins at `indent`, at `column` of the text.
    fn value(&mut self, shape: &Shape, indent: usize, column: usize, after_dash: bool) {
        let inside = indent + STEP;
        if matches!(shape.form, Form::Sequence(..) | Form::Mapping(..))
            && self.layout(shape) == Layout::Lines
        {
            let inline = after_dash && shape.anchor.is_none();
            if let Some(anchor) = &shape.anchor {
                self.out.push(' ');
                self.copy(anchor.clone());
            } else if inline {
                self.out.push(' ');
                self.pos = self.pos.max(shape.outset());
            }
            return self.lines(shape, inside, inline);
        }
        let outset = shape.outset().max(self.pos);
        let gap = &self.text[self.pos..outset];
        let many_lines = self.text[shape.at.clone()].contains('\n');
        let one_line = one_line(self.text, shape, Layout::Lines);
        let behind = if self.out.is_empty() { 0 } else { self.last_line() + 1 };
        let long = match shape.form {
            Form::Plain(_) | Form::Quoted(_) => many_lines || behind + width(&one_line) > WIDTH,
            Form::Empty | Form::Block => false,
            Form::Alias | Form::Sequence(..) | Form::Mapping(..) => {
                behind + width(&one_line) > WIDTH
            }
        };
        // Behind nothing at all a comment stands as well as before it.
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

    /// A text of several lines without `|` or `>`, its line breaks kept.
    fn folded(&mut self, shape: &Shape, indent: usize) {
        self.name(shape);
        let plain = matches!(shape.form, Form::Plain(_));
        for (i, line) in self.text[shape.at.clone()].lines().enumerate() {
            // Before a break YAML drops blanks, but one after a backslash is no blank.
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

    /// A text after `|` or `>`, whose parent stands at `column`, set in to `indent`.
    fn block(&mut self, shape: &Shape, column: usize, indent: usize) {
        self.name(shape);
        let rest = &self.text[shape.at.start..];
        let mut lines = rest.split_inclusive('\n');
        let head = lines.next().unwrap_or_default();
        let marks = head.len() - head.trim_start_matches(|c| !char::is_whitespace(c)).len();
        let digit = head[..marks].chars().find_map(|c| c.to_digit(10));
        // The digit says how far the text is set in from its parent.
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
            self.told += 1;
        }
        let mut body: Vec<&str> = Vec::new();
        for line in lines.take_while(|line| is_blank(line) || set_in(line) >= own) {
            end += line.len();
            body.push(line.trim_end_matches(['\r', '\n']));
        }
        if !head[..marks].contains('+') {
            // Empty lines behind the text are not part of it.
            while body.last().is_some_and(|line| is_blank(line)) {
                body.pop();
            }
            let text = &self.text[shape.at.start..end];
            end = shape.at.start + text.trim_end_matches([' ', '\r', '\n']).len();
            end = end.max(shape.at.start + head.trim_end().len());
        } else {
            // The break of its last line is that of the line that follows.
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

    /// The `&name` of a text.
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

    /// Begins a line for what stands at byte `until`, comments and an empty line before it. `depth` is
    /// its level; nothing empty goes before what is the `first` of its level.
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
            // One that stood inside a value written on one line, such as `[ # this`, is behind it now.
            let before = self.text.get(self.pos..comment.start).unwrap_or_default();
            gap.look_through(before);
            // Whatever follows a comment begins a line.
            if !gap.breaks && gap.comments == 0 && !self.out.is_empty() {
                let blank = before.len() - before.trim_end_matches(' ').len();
                // More than two put it into a column.
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
            self.told += 1;
            gap = Gap { breaks: false, empty: false, comments: gap.comments + 1 };
        }
        gap.look_through(&self.text[self.pos..until]);
        self.pos = until;
        gap
    }

    /// The first comment before byte `until` that has not been written.
    fn comment_before(&self, until: usize) -> Option<Range<usize>> {
        self.comments.get(self.told).filter(|comment| comment.start < until).cloned()
    }

    /// Where the first text of `item` begins, which goes on the line of its dash.
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

    /// Where a comment at byte `at` goes that stands before a line of level `depth`: to that level if
    /// it stands in its column, else to the deepest that begins before it.
    fn level(&self, at: usize, depth: usize) -> usize {
        let column = self.column(at);
        let next = depth.checked_sub(1).and_then(|i| self.levels.get(i));
        let next = next.filter(|level| level.column == column);
        let deepest = || self.levels.iter().rev().find(|level| level.column <= column);
        next.or_else(deepest).map_or(0, |level| level.indent)
    }

    /// How a list or map is set: brackets over several lines are opened if they are too long for one,
    /// or hold a comment.
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
        let long = width(&one_line(self.text, shape, Layout::Lines)) > WIDTH - self.last_line();
        let after = self.comments.partition_point(|comment| comment.start < shape.at.start);
        let commented = self.comments.get(after).is_some_and(|c| c.start < shape.at.end);
        // Lines would make a key of what a comma cuts off a text.
        let opens = long && !self.has_bare_keys(shape);
        if opens || commented { Layout::Lines } else { Layout::Brackets }
    }

    /// Whether a map has keys without a colon, as its text would have behind a comma: `{moves: N, B}`.
    fn has_bare_keys(&self, shape: &Shape) -> bool {
        let is_bare = |(key, value): &(Shape, Shape)| {
            let behind = &self.text[key.at.end..];
            matches!(value.form, Form::Empty) && behind.trim_start().starts_with([',', '}'])
        };
        matches!(&shape.form, Form::Mapping(_, entries) if entries.iter().any(is_bare))
    }

    /// Characters of the open line, at most [`WIDTH`].
    fn last_line(&self) -> usize {
        width(self.out.rsplit('\n').next().unwrap_or_default()).min(WIDTH)
    }

    /// Characters between the beginning of its line and byte `at`.
    fn column(&self, at: usize) -> usize {
        let start = self.text[..at].rfind('\n').map_or(0, |i| i + 1);
        width(&self.text[start..at])
    }

    fn indent(&mut self, spaces: usize) {
        self.out.extend(std::iter::repeat_n(' ', spaces));
    }
}
