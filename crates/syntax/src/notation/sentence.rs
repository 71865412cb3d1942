//! Sentences: texts that one rule of the grammar reads as a whole.

use super::reader::{Place, Reader, Reads};
use crate::grammar::Rule;
use alfil_diagnostics::diagnostic::Report;
use alfil_diagnostics::source::{SourceId, Span};
use pest::iterators::Pair;

/// Reads a sentence: `read` is given the text, with unbalanced brackets blanked out, what `rule` makes of
/// it, and where findings go.
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

/// What `read` says of what `rule` makes of a text; nothing of a text that [`sentence`] would refuse.
fn quietly<T>(rule: Rule, text: &str, read: impl FnOnce(Pair<'_, Rule>) -> T) -> Option<T> {
    let nowhere = |_| Span::new(SourceId::only(), 0, 0);
    sentence(rule, text, &nowhere, &mut Report::default(), |_, pair, _| Some(read(pair)))
}

/// Whether something in what `rule` makes of a text is of a kind that `is` takes.
pub fn is_sentence(rule: Rule, text: &str, is: impl Fn(Rule) -> bool) -> bool {
    let any = |pair: Pair<'_, Rule>| pair.into_inner().flatten().any(|p| is(p.as_rule()));
    quietly(rule, text, any).unwrap_or(false)
}

/// Whether `words` behind `only when` ask something that conditions cannot say.
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
                | Rule::leaving
        )
    })
}

/// Whether `words` do, and say nothing that has no meaning.
pub fn is_whole_question(words: &str) -> bool {
    let strays =
        |rule| matches!(rule, Rule::q_rest | Rule::unasked | Rule::q_missing | Rule::x_else);
    is_question(words) && !is_sentence(Rule::only_text, &format!("only when {words}"), strays)
}

/// What stands as `word` within each `part` of what `rule` makes of a text.
pub fn words_of(rule: Rule, text: &str, part: Rule, word: Rule) -> Vec<String> {
    let words = |pair: Pair<'_, Rule>| {
        let parts = pair.into_inner().flatten().filter(|p| p.as_rule() == part);
        let words = parts.flat_map(|p| p.into_inner().filter(|p| p.as_rule() == word));
        words.map(|p| p.as_str().trim().to_owned()).collect()
    };
    quietly(rule, text, words).unwrap_or_default()
}
