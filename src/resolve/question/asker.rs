//! Gives one sentence its meaning. [`Asker`] holds the state. Each of the other files in this folder
//! translates some nodes of the tree.

use super::part::{Moment, SentencePart, What};
use crate::resolve::context::{Context, in_context};
use crate::resolve::draft::Draft;
use crate::resolve::draft::read::{Parsed, Read};
use crate::resolve::names;
use alfil_diagnostics::diagnostic::{Code, Help, Report, has_errors};
use alfil_diagnostics::source::Span;
use alfil_syntax::choices::Dialect;
use alfil_syntax::notation::ast::At;
use alfil_syntax::notation::parse::{Names, Place};
use alfil_syntax::notation::sentence::ast::{Line, Sentence};
use alfil_syntax::scalar::Scalar;
use std::sync::Arc;

/// A function that parses a sentence.
pub(super) type Parse<T> = fn(&str, &Names<'_>, &Place<'_>, &mut Report) -> Option<Line<T>>;

/// Parses a text.
pub(super) fn parsed<T>(text: &Scalar, parse: Parse<T>, names: &Names<'_>) -> Parsed<Line<T>> {
    let mut found = Report::default();
    let tree = parse(text.text(), names, &|range| text.slice(range), &mut found);
    Parsed { tree, found }
}

/// Parses a text and gives it its meaning with `body`, which gets the sentence. `forms` lists the
/// valid forms of the text. Returns a value if there is no error.
pub(super) fn read<T: Clone, V>(
    text: &Scalar,
    parse: Parse<T>,
    forms: &str,
    draft: &Draft,
    found: &mut Report,
    body: impl FnOnce(&mut Asker<'_>, &T) -> Option<V>,
) -> Option<Read<V>>
where
    Sentence: From<Line<T>>,
{
    meant(text, parsed(text, parse, &names::of(draft)), forms, draft, found, body)
}

/// Gives a parsed text its meaning.
pub(super) fn meant<T: Clone, V>(
    text: &Scalar,
    parsed: Parsed<Line<T>>,
    forms: &str,
    draft: &Draft,
    found: &mut Report,
    body: impl FnOnce(&mut Asker<'_>, &T) -> Option<V>,
) -> Option<Read<V>>
where
    Sentence: From<Line<T>>,
{
    in_context(text, &draft.zones, Dialect::default(), |words, context| {
        let whole = At { start: 0, end: words.len() };
        let (value, parts) = meaning(words, whole, &parsed, forms, draft, context, found, body)?;
        let tree = Arc::new(Sentence::from(parsed.tree?));
        Some(Read { tree, value, parts, text: text.clone(), span: text.span() })
    })
}

/// The meaning of the sentence at `whole` in the text `words`, and the meaning of its parts.
#[expect(clippy::too_many_arguments, reason = "the parts of a text and of its surroundings")]
pub(super) fn meaning<T, V>(
    words: &str,
    whole: At,
    parsed: &Parsed<Line<T>>,
    forms: &str,
    draft: &Draft,
    context: Context<'_>,
    found: &mut Report,
    body: impl FnOnce(&mut Asker<'_>, &T) -> Option<V>,
) -> Option<(V, Arc<[SentencePart]>)> {
    let mut own = parsed.found.clone();
    let (parts, moment) = (Vec::new(), Moment::Here);
    let mut asker = Asker { words, whole, draft, context, found: &mut own, parts, moment };
    let value = parsed.tree.as_ref().and_then(|line| {
        let Some(sentence) = &line.sentence else {
            asker.no_sentence(forms);
            return None;
        };
        let value = body(&mut asker, sentence)?;
        if let Some(rest) = &line.rest {
            asker.not_continued(rest);
        }
        Some(value)
    });
    let parts = std::mem::take(&mut asker.parts);
    let failed = has_errors(&own);
    found.extend(own);
    value.filter(|_| !failed).map(|value| (value, parts.into()))
}

/// The state of giving one sentence its meaning.
pub(super) struct Asker<'a> {
    /// The text with the sentence.
    pub(super) words: &'a str,
    /// The place of the sentence in the text.
    pub(super) whole: At,
    pub(super) draft: &'a Draft,
    pub(super) context: Context<'a>,
    pub(super) found: &'a mut Report,
    /// The parts that have a meaning so far, with their places.
    pub(super) parts: Vec<SentencePart>,
    /// The board that the current words describe.
    pub(super) moment: Moment,
}

impl Asker<'_> {
    pub(super) fn span(&self, at: At) -> Span {
        (self.context.place)(at.bytes())
    }

    /// The text at a place.
    pub(super) fn text(&self, at: At) -> &str {
        self.words.get(at.bytes()).unwrap_or_default()
    }

    pub(super) fn find(&mut self, at: At, title: impl Into<String>, help: impl Into<Help>) {
        self.found.at(Code::BadQuestion, self.span(at), title, "").help(help);
    }

    /// Records a part of the sentence.
    pub(super) fn note(&mut self, at: At, what: What) {
        self.parts.push(SentencePart { span: self.span(at), what, moment: self.moment });
    }

    /// Runs `read` while `Asker::moment` is `moment`.
    pub(super) fn at_moment<T>(
        &mut self,
        moment: Moment,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let before = std::mem::replace(&mut self.moment, moment);
        let value = read(self);
        self.moment = before;
        value
    }
}
