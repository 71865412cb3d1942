//! The parser of `grammar/*.pest`, one for all files: they share names of cells and areas.
//!
//! Owns: [`Grammar`], [`parts`], [`reserved`]. Takes texts; gives pairs, or flat parts with their places.
#![allow(missing_docs, clippy::all)]

use crate::syntax::written::Written;
use pest::Parser;
use pest::iterators::Pair;

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/movement.pest"]
#[grammar = "../grammar/condition.pest"]
#[grammar = "../grammar/area.pest"]
#[grammar = "../grammar/question.pest"]
#[grammar = "../grammar/space.pest"]
#[grammar = "../grammar/plane.pest"]
#[grammar = "../grammar/position.pest"]
pub struct Grammar;

/// What the grammar makes of a text: a rule, its text, and what it is made of.
pub type Tree<'a> = Pair<'a, Rule>;

/// What the grammar takes a stretch of text for, and the stretch.
pub type Part<'a> = (Rule, Written<'a>);

/// The parts of a text of the form `rule`. `None` if it is not of this form; of a form that takes
/// everything, if it is longer than any that is read.
pub fn parts<'a>(rule: Rule, text: Written<'a>) -> Option<Vec<Part<'a>>> {
    let pair = Grammar::parse(rule, text.text()).ok()?.next()?;
    Some(inner(&pair, text))
}

/// The parts of a pair that was made of `text`.
pub fn inner<'a>(pair: &Pair<'_, Rule>, text: Written<'a>) -> Vec<Part<'a>> {
    let parts = pair.clone().into_inner().filter(|part| part.as_rule() != Rule::EOI);
    parts.map(|part| (part.as_rule(), written(&part, text))).collect()
}

/// The stretch of `text` of which `pair` was made.
pub fn written<'a>(pair: &Pair<'_, Rule>, text: Written<'a>) -> Written<'a> {
    text.part(pair.as_span().start()..pair.as_span().end())
}

/// The words of questions and sentences, by which nothing of a definition is called there.
pub fn reserved() -> impl Iterator<Item = &'static str> {
    let text = include_str!("../../grammar/question.pest");
    let rule = text.split_once("reserved = _{").and_then(|(_, rest)| rest.split_once('}'));
    rule.map_or("", |(words, _)| words).split('"').skip(1).step_by(2)
}
