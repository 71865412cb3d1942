//! The parser of the grammars beside this file, one for all of them: they share names of cells and areas.
//!
//! Owns: [`Grammar`], [`reserved`]. Takes texts; gives the pairs of pest. Invariant: a grammar takes every text, or
//! the whole of what has its form; what of it cannot be read has a rule of its own.
#![allow(missing_docs, clippy::all)]

#[derive(pest_derive::Parser)]
#[grammar = "movement.pest"]
#[grammar = "condition.pest"]
#[grammar = "area.pest"]
#[grammar = "question.pest"]
#[grammar = "space.pest"]
#[grammar = "plane.pest"]
#[grammar = "position.pest"]
pub struct Grammar;

/// The words of questions and sentences, by which nothing of a definition is called there.
pub fn reserved() -> impl Iterator<Item = &'static str> {
    let text = include_str!("question.pest");
    let rule = text.split_once("reserved = _{").and_then(|(_, rest)| rest.split_once('}'));
    rule.map_or("", |(words, _)| words).split('"').skip(1).step_by(2)
}
