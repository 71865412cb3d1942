//! Answers about the movement of a piece as marks on the cells around it.

use crate::resolve::context::Context;
use crate::studio::cache::Opened;
use crate::text::explain::explain;
use crate::text::marks::{FARTHEST, Hidden, Manner, Mark, Marked};
use alfil_diagnostics::diagnostic::{Report, has_errors};
use alfil_diagnostics::source::{SourceId, Span};
use alfil_rules::movement::Movement;
use alfil_rules::ruleset::Ruleset;
use serde_json::{Value, json};

/// The greatest number of marks of a question.
const MAX_MARKS: usize = 2000;

/// The movement of a piece as marks, or the string of the marks or of the string in the question.
pub(super) fn movement(opened: &Opened, question: &Value) -> Result<Value, String> {
    let page = &opened.page;
    let rules = page.resolved().map(|resolved| &resolved.ruleset);
    let rules = rules.ok_or("findings keep the text from being read")?;
    if rules.space.lattice.is_hexagonal() || rules.space.lattice.plane().is_some() {
        return Err(
            "cells around a piece are for boards of squares; here a movement is typed".to_owned()
        );
    }
    let name = question["piece"].as_str().unwrap_or_default();
    let kind = rules.kinds.iter().find(|kind| kind.name.value == name);
    if question["marks"].is_array() {
        let marked = Marked {
            marks: read(&question["marks"])?,
            kept: kept(&question["kept"])?,
            hidden: Vec::new(),
        };
        return said(page, rules, &marked.string()?);
    }
    if let Some(string) = question["string"].as_str() {
        return said(page, rules, string);
    }
    let kind = kind.ok_or_else(|| format!("there is no piece `{name}`"))?;
    let marked = Marked::of(&kind.moves, |span| page.characters(span).to_owned());
    let mut answer = shown(&marked);
    answer["string"] = marked.string().ok().filter(|_| marked.hidden.is_empty()).into();
    answer["written"] = page.moves_of(kind).text.into();
    Ok(answer)
}

/// A movement string: its marks and its wording.
fn said(page: &crate::editor::Page, rules: &Ruleset, string: &str) -> Result<Value, String> {
    let place = |bytes: std::ops::Range<usize>| Span::new(SourceId::only(), bytes.start, bytes.end);
    let context = Context { place: &place, zones: &rules.zones, dialect: page.dialect() };
    let mut found = Report::default();
    let explained = explain(Some(rules), &Movement::default(), string, context, &mut found);
    let Some(explained) = explained.filter(|_| !has_errors(&found)) else {
        let first = found.iter().next();
        return Err(first.map_or_else(|| format!("`{string}` is no movement"), |f| f.title.clone()));
    };
    let characters = |span: Span| {
        string.get(span.start as usize..span.end as usize).unwrap_or(string).to_owned()
    };
    let mut answer = shown(&Marked::of(&explained.movement, characters));
    answer["string"] = string.into();
    answer["sentences"] = explained.sentences.into();
    Ok(answer)
}

fn shown(marked: &Marked) -> Value {
    let mark = |mark: &Mark| {
        json!({
            "x": mark.right, "y": mark.forward,
            "letters": mark.manner.modifiers(), "range": mark.manner.range(),
        })
    };
    let hidden = |hidden: &Hidden| json!({ "term": hidden.term, "why": hidden.why });
    json!({
        "marks": marked.marks.iter().map(mark).collect::<Vec<_>>(),
        "kept": marked.kept,
        "hidden": marked.hidden.iter().map(hidden).collect::<Vec<_>>(),
    })
}

fn read(marks: &Value) -> Result<std::collections::BTreeSet<Mark>, String> {
    let all = marks.as_array().map_or(&[][..], Vec::as_slice);
    if all.len() > MAX_MARKS {
        return Err(format!("at most {MAX_MARKS} marks"));
    }
    let one = |mark: &Value| {
        let number = |key: &str| {
            let n = mark[key].as_i64().and_then(|n| i32::try_from(n).ok());
            let n = n.filter(|n| n.abs() <= FARTHEST);
            n.ok_or_else(|| format!("`{key}` is a number of cells, at most {FARTHEST}"))
        };
        let word = |key: &str| mark[key].as_str().unwrap_or_default();
        let manner = Manner::read(word("letters"), word("range"))?;
        Ok(Mark { right: number("x")?, forward: number("y")?, manner })
    };
    all.iter().map(one).collect()
}

fn kept(kept: &Value) -> Result<Vec<String>, String> {
    let all = kept.as_array().map_or(&[][..], Vec::as_slice);
    let texts = all.iter().map(|term| term.as_str().map(str::to_owned));
    texts.collect::<Option<_>>().ok_or_else(|| "`kept` are terms".to_owned())
}
