//! Reads a sentence against the game so far.
//!
//! [`Asker`] holds the state of one reading; the other files of this folder add a method for each part of the grammar.

use super::part::{Moment, SentencePart};
use crate::resolve::context::{Context, in_context};
use crate::resolve::draft::Draft;
use crate::resolve::names::{self, Names};
use alfil_diagnostics::diagnostic::{Report, has_errors};
use alfil_syntax::definition::Dialect;
use alfil_syntax::grammar::{Rule, Tree};
use alfil_syntax::notation::parse;
use alfil_syntax::scalar::Scalar;

/// Runs `body` on what `rule` makes of the text, and keeps its value only if it found no error.
pub(super) fn read<T>(
    text: &Scalar,
    rule: Rule,
    state: &Draft,
    found: &mut Report,
    body: impl FnOnce(&mut Asker<'_>, Tree<'_>) -> Option<T>,
) -> Option<T> {
    in_context(text, &state.zones, Dialect::default(), |words, context| {
        read_in(words, context, rule, state, found, body)
    })
}

/// The same of words that stand in `context`.
pub(super) fn read_in<T>(
    words: &str,
    context: Context<'_>,
    rule: Rule,
    state: &Draft,
    found: &mut Report,
    body: impl FnOnce(&mut Asker<'_>, Tree<'_>) -> Option<T>,
) -> Option<T> {
    let mut own = Report::default();
    let words = &*Names::of(state).veil(words);
    let value = parse::sentence(rule, words, context.place, &mut own, |words, pair, found| {
        let (parts, moment) = (Vec::new(), Moment::Here);
        let mut asker = Asker { words, state, context, found, parts, moment };
        let rest = pair.clone().into_inner().find(|p| p.as_rule() == Rule::q_rest);
        let value = body(&mut asker, pair);
        if let (Some(rest), Some(_)) = (rest, &value) {
            asker.rest(&rest);
        }
        value
    });
    let failed = has_errors(&own);
    names::unveil_findings(&mut own);
    found.extend(own);
    value.filter(|_| !failed)
}

/// What a sentence is read against.
pub(super) struct Asker<'a> {
    pub(super) words: &'a str,
    pub(super) state: &'a Draft,
    pub(super) context: Context<'a>,
    pub(super) found: &'a mut Report,
    /// What was read so far, with the places of its words.
    pub(super) parts: Vec<SentencePart>,
    /// The board of which the words speak that are read.
    pub(super) moment: Moment,
}
