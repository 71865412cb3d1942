//! Reads one sentence. [`Asker`] holds the state. Each of the other files in this folder reads some
//! part of the grammar.

use super::part::{Moment, SentencePart};
use crate::resolve::context::{Context, in_context};
use crate::resolve::draft::Draft;
use crate::resolve::names::{self, Names};
use alfil_diagnostics::diagnostic::{Report, has_errors};
use alfil_syntax::choices::Dialect;
use alfil_syntax::grammar::{Rule, Tree};
use alfil_syntax::notation::parse;
use alfil_syntax::scalar::Scalar;

/// Parses the text with `rule` and runs `body` on the tree. Returns its value if there is no error.
pub(super) fn read<T>(
    text: &Scalar,
    rule: Rule,
    draft: &Draft,
    found: &mut Report,
    body: impl FnOnce(&mut Asker<'_>, Tree<'_>) -> Option<T>,
) -> Option<T> {
    in_context(text, &draft.zones, Dialect::default(), |words, context| {
        read_in(words, context, rule, draft, found, body)
    })
}

/// Like [`read`], for a text that is part of a longer string.
pub(super) fn read_in<T>(
    words: &str,
    context: Context<'_>,
    rule: Rule,
    draft: &Draft,
    found: &mut Report,
    body: impl FnOnce(&mut Asker<'_>, Tree<'_>) -> Option<T>,
) -> Option<T> {
    let mut own = Report::default();
    let words = &*Names::of(draft).veil(words);
    let value = parse::sentence(rule, words, context.place, &mut own, |words, pair, found| {
        let (parts, moment) = (Vec::new(), Moment::Here);
        let mut asker = Asker { words, draft, context, found, parts, moment };
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

/// The state of reading one sentence.
pub(super) struct Asker<'a> {
    pub(super) words: &'a str,
    pub(super) draft: &'a Draft,
    pub(super) context: Context<'a>,
    pub(super) found: &'a mut Report,
    /// The parts that were read so far, with their places.
    pub(super) parts: Vec<SentencePart>,
    /// The board that the current words describe.
    pub(super) moment: Moment,
}
