//! The parser of all grammars beside this file. It is one parser because the grammars share names of cells and
//! areas.
//!
//! A grammar accepts every text, or every text of its form. Unreadable parts match rules of their own.
#![allow(missing_docs, clippy::all)]

#[derive(pest_derive::Parser)]
#[grammar = "movement.pest"]
#[grammar = "condition.pest"]
#[grammar = "area.pest"]
#[grammar = "question.pest"]
#[grammar = "space.pest"]
#[grammar = "plane.pest"]
#[grammar = "position.pest"]
#[grammar = "ini.pest"]
pub struct Grammar;

/// Words with a meaning in questions and sentences, which definitions may not use as names there.
pub fn reserved() -> impl Iterator<Item = &'static str> {
    words_of("reserved = _{")
}

/// Words that had a meaning in edition 0. No name may be one of them as long as they are read.
pub fn former() -> impl Iterator<Item = &'static str> {
    words_of("former = _{")
}

/// The words of a rule of `question.pest`, which begins with `head`.
fn words_of(head: &str) -> impl Iterator<Item = &'static str> {
    let text = include_str!("question.pest");
    let rule = text.split_once(head).and_then(|(_, rest)| rest.split_once('}'));
    rule.map_or("", |(words, _)| words).split('"').skip(1).step_by(2)
}

/// The texts of the grammars, without comments and blank lines.
pub fn texts() -> impl Iterator<Item = &'static str> {
    let all = [
        include_str!("movement.pest"),
        include_str!("condition.pest"),
        include_str!("area.pest"),
        include_str!("question.pest"),
        include_str!("space.pest"),
        include_str!("plane.pest"),
        include_str!("position.pest"),
        include_str!("ini.pest"),
    ];
    let lines = all.into_iter().flat_map(str::lines).map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with("//"))
}
