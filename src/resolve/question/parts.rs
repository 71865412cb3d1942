//! Splits a sentence without errors into its parts, each with its place.
//!
//! Inner parts come before the parts that contain them, so that a finding can point at the smallest
//! part.

use super::asker::{Asker, read, read_in};
use super::part::{Moment, SentencePart, What};
use crate::resolve::context::Context;
use crate::resolve::draft::Draft;
use alfil_diagnostics::diagnostic::Report;
use alfil_diagnostics::source::Span;
use alfil_syntax::choices::Dialect;
use alfil_syntax::grammar::{Rule, Tree};
use alfil_syntax::notation::ast::At;
use alfil_syntax::scalar::Scalar;
use std::ops::Range;

/// The sort of a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// A goal or a claim.
    Goal,
    /// A question without keyword, as in `must`.
    Question,
    /// A question after `only when`.
    Only,
    /// The pieces that a step may move.
    Who,
    /// A line of effects.
    Effect,
}

/// The parts of `text`. The list is empty if `text` has errors.
pub(crate) fn parts(text: &Scalar, form: Form, draft: &Draft) -> Vec<SentencePart> {
    let rule = match form {
        Form::Goal => Rule::goal_text,
        Form::Question => Rule::duty_text,
        Form::Only => Rule::only_text,
        Form::Who => Rule::who_text,
        Form::Effect => Rule::effect_text,
    };
    let body = |asker: &mut Asker<'_>, pair: Tree<'_>| {
        match form {
            Form::Goal | Form::Question | Form::Only => asker.question_of(pair).map(drop),
            Form::Who => {
                let pieces = pair.into_inner().find(|p| p.as_rule() == Rule::pieces)?;
                asker.pieces(pieces).map(drop)
            }
            Form::Effect => asker.effect(pair, text.span()).map(drop),
        }?;
        Some(std::mem::take(&mut asker.parts))
    };
    read(text, rule, draft, &mut Report::default(), body).unwrap_or_default()
}

/// The parts of the question at `at` in the movement `text`.
pub(crate) fn parts_of_term(
    text: &str,
    at: At,
    draft: &Draft,
    context: Context<'_>,
) -> Vec<SentencePart> {
    let place = |range: Range<usize>| (context.place)(at.start + range.start..at.start + range.end);
    let context = Context { place: &place, zones: &draft.zones, dialect: Dialect::default() };
    let body = |asker: &mut Asker<'_>, pair: Tree<'_>| {
        asker.question_of(pair)?;
        Some(std::mem::take(&mut asker.parts))
    };
    let words = &text[at.bytes()];
    let found = &mut Report::default();
    read_in(words, context, Rule::duty_text, draft, found, body).unwrap_or_default()
}

impl Asker<'_> {
    /// Records a part of the sentence.
    pub(super) fn note(&mut self, span: Span, what: What) {
        self.parts.push(SentencePart { span, what, moment: self.moment });
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
