//! Answers about a text: findings, an outline, descriptions, completions, the house style; its
//! places as JSON, and its line endings.

use alfil_editor::complete::{Completion, Sort};
use alfil_editor::{Change, Mark, Page, place};
use alfil_workspace::Finding;
use serde_json::{Value, json};
use std::ops::Range;

/// The byte that a question is about.
pub(super) fn at(question: &Value, text: &str) -> Result<usize, String> {
    let at = question["at"].as_u64().ok_or("missing field `at` (a place in the text)")?;
    Ok(place::byte(text, usize::try_from(at).unwrap_or(usize::MAX)))
}

/// The findings that need no compilation, and the outline of the text.
pub(super) fn glance(page: &Page) -> Value {
    let text = page.text();
    let outline = page.folds().into_iter().map(|range| {
        let first = text[range.clone()].lines().next().unwrap_or_default();
        let line_start = text[..range.start].rfind('\n').map_or(0, |feed| feed + 1);
        let mut one = place(text, &range);
        one["name"] = first.trim_end_matches(':').into();
        one["depth"] = usize::from(line_start < range.start).into();
        one
    });
    json!({
        "findings": findings(text, &page.early_marks()),
        "outline": outline.collect::<Vec<_>>(),
    })
}

/// All findings, and whether the text can be played.
pub(super) fn check(page: &Page) -> Value {
    json!({ "findings": findings(page.text(), &page.marks()), "playable": page.game().is_some() })
}

fn findings(text: &str, marks: &[Mark]) -> Value {
    let finding = |mark: &Mark| {
        let mut one = place(text, &mark.range);
        describe(&mut one, &mark.finding);
        one["line"] = mark.finding.start.map(|at| at.line).into();
        if let Some(change) = &mark.edit {
            one["edit"] = edit(text, change);
        }
        one
    };
    marks.iter().map(finding).collect()
}

/// The description of the text at byte `at`.
pub(super) fn hover(page: &Page, at: usize) -> Value {
    let Some(hover) = page.hover(at) else { return json!({ "title": null }) };
    let mut one = place(page.text(), &hover.range);
    one["title"] = hover.title.into();
    one["lines"] = hover.lines.into();
    one["svg"] = hover.drawing.map(|drawing| drawing.uncaptioned().svg()).into();
    one
}

/// The completions at byte `at`.
pub(super) fn complete(page: &Page, at: usize) -> Value {
    let item = |item: Completion| {
        let mut one = place(page.text(), &item.change.range);
        one["label"] = item.label.into();
        one["detail"] = item.detail.into();
        one["text"] = item.change.text.into();
        one["type"] = match item.sort {
            Sort::Key => "property",
            Sort::Choice => "enum",
            Sort::Kind => "class",
            Sort::Group => "enum",
            Sort::Question => "function",
            Sort::Zone => "namespace",
            Sort::Die => "variable",
            Sort::Atom => "function",
            Sort::Word => "keyword",
            Sort::Definition => "type",
        }
        .into();
        one
    };
    json!({ "items": page.complete(at).into_iter().map(item).collect::<Vec<_>>() })
}

/// The text in the house style.
pub(super) fn format(page: &Page) -> Value {
    json!({ "text": page.format() })
}

// Places, edits and findings of a text as JSON. The page counts UTF-16 units from the start of the text.

/// A range of bytes as `{"from", "to"}` in UTF-16 units.
pub(super) fn place(text: &str, range: &Range<usize>) -> Value {
    let Range { start, end } = place::range(text, range);
    json!({ "from": start, "to": end })
}

/// A place of the text, and its replacement.
pub(super) fn edit(text: &str, change: &Change) -> Value {
    let mut edit = place(text, &change.range);
    edit["text"] = change.text.as_str().into();
    edit
}

/// Adds the words of a finding to `one`.
pub(super) fn describe(one: &mut Value, finding: &Finding) {
    one["severity"] = finding.severity.name().into();
    one["code"] = finding.code.into();
    one["title"] = finding.title.as_str().into();
    one["reason"] = finding.reason.as_deref().into();
    one["help"] = finding.help.as_deref().into();
}

// Line endings and byte order mark of a file. An editor works with line feeds, and a saved file
// keeps its own endings.

/// A byte order mark.
pub const MARK: &str = "\u{feff}";

/// The content of a file.
pub struct FileText {
    /// The text without the byte order mark, with the line endings of the file.
    pub raw: String,
    /// True if the file begins with a byte order mark.
    pub has_mark: bool,
}

impl FileText {
    /// The text with line feeds, for an editor.
    pub fn text(&self) -> String {
        with_line_feeds(&self.raw)
    }

    /// The new content of the file for `text`. An unchanged line keeps its ending, and a new line
    /// gets the ending of the line before it.
    pub fn with(&self, text: &str) -> String {
        let old: Vec<Line<'_>> = lines(&self.raw);
        let new: Vec<Line<'_>> = lines(text);
        let same = |pair: &(&Line<'_>, &Line<'_>)| pair.0.text == pair.1.text;
        let head = old.iter().zip(&new).take_while(same).count();
        let tails = old[head..].iter().rev().zip(new[head..].iter().rev());
        let tail = tails.take_while(same).count();
        let (old_end, new_end) = (old.len() - tail, new.len() - tail);
        let mut ending = old.first().map_or("\n", |line| line.ending);
        // A changed line is searched among the old lines from here on.
        let mut next = head;
        let mut out = String::from(if self.has_mark { MARK } else { "" });
        for (number, line) in new.iter().enumerate() {
            let known = match number {
                _ if number < head => Some(number),
                _ if number >= new_end => Some(number - new_end + old_end),
                _ => {
                    let found = (next..old_end).find(|&i| old[i].text == line.text);
                    next = found.map_or(next, |found| found + 1);
                    found
                }
            };
            ending = match known.map(|known| old[known].ending) {
                None | Some("") => ending,
                Some(ending) => ending,
            };
            out.push_str(line.text);
            if !line.ending.is_empty() {
                out.push_str(ending);
            }
        }
        out
    }
}

/// `text` with a line feed in place of every line ending.
pub fn with_line_feeds(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// A line and its ending: a line feed, a carriage return, both, or nothing at the end of the text.
struct Line<'t> {
    text: &'t str,
    ending: &'t str,
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['\r', '\n']) {
        let length = if rest[at..].starts_with("\r\n") { 2 } else { 1 };
        lines.push(Line { text: &rest[..at], ending: &rest[at..at + length] });
        rest = &rest[at + length..];
    }
    if !rest.is_empty() {
        lines.push(Line { text: rest, ending: "" });
    }
    lines
}
