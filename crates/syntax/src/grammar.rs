//! What the grammar makes of texts, with the places of its parts.
//!
//! Owns: [`parts`], [`inner`], [`written`]. Takes texts of a definition; gives flat parts, each with its stretch.

use crate::written::Written;
use pest::Parser;
use pest::iterators::Pair;

pub use alfil_grammar::{Grammar, Rule, reserved};

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
pub(crate) fn inner<'a>(pair: &Pair<'_, Rule>, text: Written<'a>) -> Vec<Part<'a>> {
    let parts = pair.clone().into_inner().filter(|part| part.as_rule() != Rule::EOI);
    parts.map(|part| (part.as_rule(), written(&part, text))).collect()
}

/// The stretch of `text` of which `pair` was made.
pub(crate) fn written<'a>(pair: &Pair<'_, Rule>, text: Written<'a>) -> Written<'a> {
    text.part(pair.as_span().start()..pair.as_span().end())
}
