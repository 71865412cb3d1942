//! Reads sentences: texts that one rule of the grammar matches as a whole.

use super::reader::{Place, Reader, Reads};
use crate::grammar::Rule;
use alfil_diagnostics::diagnostic::Report;
use alfil_diagnostics::source::{SourceId, Span};
use pest::iterators::Pair;

/// Reads a sentence with `read`, which gets the text, the pair of `rule` and the findings. Returns
/// `None` if brackets are unbalanced.
pub fn sentence<T>(
    rule: Rule,
    text: &str,
    place: &Place,
    found: &mut Report,
    read: impl FnOnce(&str, Pair<'_, Rule>, &mut Report) -> Option<T>,
) -> Option<T> {
    let mut reader = Reader::new(text, place, found);
    let text = reader.guard(Reads::Words)?;
    if reader.has_blanks() {
        return None;
    }
    let pair = reader.run(rule, &text)?;
    read(&text, pair, reader.found)
}

/// Parses `text` with `rule` and passes the pair to `read`, without findings. Returns `None` if
/// [`sentence`] rejects the text.
fn quietly<T>(rule: Rule, text: &str, read: impl FnOnce(Pair<'_, Rule>) -> T) -> Option<T> {
    let nowhere = |_| Span::new(SourceId::only(), 0, 0);
    sentence(rule, text, &nowhere, &mut Report::default(), |_, pair, _| Some(read(pair)))
}

/// True if the sentence matches a rule of the grammar for which `is` returns true.
pub fn is_sentence(rule: Rule, text: &str, is: impl Fn(Rule) -> bool) -> bool {
    let any = |pair: Pair<'_, Rule>| pair.into_inner().flatten().any(|p| is(p.as_rule()));
    quietly(rule, text, any).unwrap_or(false)
}

/// True if the words after `only when` contain a question that conditions cannot express.
pub fn is_question(words: &str) -> bool {
    is_sentence(Rule::only_text, &format!("only when {words}"), |rule| {
        matches!(
            rule,
            Rule::move_fact
                | Rule::side_fact
                | Rule::compare
                | Rule::gone
                | Rule::lasting
                | Rule::stood
                | Rule::count
                | Rule::measure
                | Rule::leaving
                | Rule::after_word
        )
    })
}

/// True if `name`, of one word or several, stands among the words.
pub fn mentions(words: &str, name: &str) -> bool {
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let alone =
        |at: usize| !words[..at].ends_with(part) && !words[at + name.len()..].starts_with(part);
    !name.is_empty() && words.match_indices(name).any(|(at, _)| alone(at))
}

/// True if the words contain a question that conditions cannot express, and no word without a
/// meaning.
pub fn is_whole_question(words: &str) -> bool {
    let strays =
        |rule| matches!(rule, Rule::q_rest | Rule::unasked | Rule::q_missing | Rule::x_else);
    is_question(words) && !is_sentence(Rule::only_text, &format!("only when {words}"), strays)
}

/// The texts of all `word` rules directly inside `part` rules of a sentence.
pub fn words_of(rule: Rule, text: &str, part: Rule, word: Rule) -> Vec<String> {
    let words = |pair: Pair<'_, Rule>| {
        let parts = pair.into_inner().flatten().filter(|p| p.as_rule() == part);
        let words = parts.flat_map(|p| p.into_inner().filter(|p| p.as_rule() == word));
        words.map(|p| p.as_str().trim().to_owned()).collect()
    };
    quietly(rule, text, words).unwrap_or_default()
}
