//! Parses texts with the grammar into flat parts with their places.

use crate::written::Written;
use pest::Parser;
use pest::iterators::Pair;

pub use alfil_grammar::{Grammar, Rule, reserved};

/// A parsed text as a tree of rules.
pub type Tree<'a> = Pair<'a, Rule>;

/// A rule and the text that it matched.
pub type Part<'a> = (Rule, Written<'a>);

/// The parts of a text that matches `rule`; `None` if the text does not match. A rule for arbitrary
/// text fails only if the text is too long.
pub fn parts<'a>(rule: Rule, text: Written<'a>) -> Option<Vec<Part<'a>>> {
    let pair = Grammar::parse(rule, text.text()).ok()?.next()?;
    Some(inner(&pair, text))
}

/// The parts of `pair`, which was parsed from `text`.
pub(crate) fn inner<'a>(pair: &Pair<'_, Rule>, text: Written<'a>) -> Vec<Part<'a>> {
    let parts = pair.clone().into_inner().filter(|part| part.as_rule() != Rule::EOI);
    parts.map(|part| (part.as_rule(), written(&part, text))).collect()
}

/// The part of `text` that `pair` matched.
pub(crate) fn written<'a>(pair: &Pair<'_, Rule>, text: Written<'a>) -> Written<'a> {
    text.part(pair.as_span().start()..pair.as_span().end())
}
