//! Answers about a text: findings, an outline, descriptions, completions, the house style.

use crate::editor::complete::{Completion, Sort};
use crate::editor::{Mark, Page, utf16};
use crate::studio::place::{describe, edit, place};
use serde_json::{Value, json};

/// The byte that a question is about.
pub(super) fn at(question: &Value, text: &str) -> Result<usize, String> {
    let at = question["at"].as_u64().ok_or("`at` is wanted, a place in the text")?;
    Ok(utf16::byte(text, usize::try_from(at).unwrap_or(usize::MAX)))
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
