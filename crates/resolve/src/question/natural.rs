//! Helps for sentences of natural English: see [`alfil_syntax::notation::sentence::natural`].
//!
//! If a sentence has errors, its words are rewritten. What is left of the findings is about parts that no
//! pattern explains.

use crate::draft::Draft;
use crate::names;
use crate::names::singular;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report, Severity};
use alfil_diagnostics::source::Span;
use alfil_syntax::notation::parse::short;
use alfil_syntax::notation::sentence::natural::{self, Form, Judge, Meant, Proposal, Role};
use alfil_syntax::scalar::Scalar;
use std::ops::Range;

/// The key in which a sentence stands.
#[derive(Clone, Copy)]
pub(crate) struct Stand {
    /// The sort of sentence.
    pub(crate) role: Role,
    /// Returns true if a text of this form has no finding in place of the sentence.
    pub(crate) reads: fn(Trial<'_>, Form, &str) -> bool,
}

/// What a text is read with, while a help is sought.
#[derive(Clone, Copy)]
pub(crate) struct Trial<'a> {
    pub(crate) draft: &'a Draft,
    /// The place of the sentence.
    span: Span,
}

impl Trial<'_> {
    /// The text in place of the sentence.
    pub(crate) fn said(self, text: impl Into<String>) -> Scalar {
        Scalar::plain(text, self.span)
    }
}

/// Reads a sentence, and improves the helps of its errors.
pub(crate) fn helped<T>(
    text: &Scalar,
    stand: Stand,
    draft: &Draft,
    found: &mut Report,
    read: impl FnOnce(&mut Report) -> Option<T>,
) -> Option<T> {
    let before = found.len();
    let value = read(found);
    if value.is_none() {
        improve(text.text(), &|range| text.slice(range), stand, draft, before, found);
    }
    value
}

/// Improves the helps of the findings from `first` on, which are about the text.
pub(crate) fn improve(
    text: &str,
    place: &dyn Fn(Range<usize>) -> Span,
    stand: Stand,
    draft: &Draft,
    first: usize,
    found: &mut Report,
) {
    let is_error = |finding: &Diagnostic| finding.severity() == Severity::Error;
    // Words of edition 0 have helps of their own.
    // So have words that are only written in another way.
    let is_known = |finding: &Diagnostic| {
        let is_spelling = [Code::NeedlessWord, Code::BadSign].contains(&finding.code);
        finding.rewritten.is_some() || is_spelling
    };
    let own = &found[first..];
    if !own.iter().any(|finding| is_error(finding) && !is_known(finding)) {
        return;
    }
    let trial = Trial { draft, span: place(0..text.len()) };
    let proposals = natural::proposals(text, stand.role, &Reader { stand, trial });
    if proposals.is_empty() {
        return;
    }
    let mut old = found.split_off(first);
    for proposal in proposals {
        let span = place(proposal.range.clone());
        let touches = |finding: &Diagnostic| {
            finding.span().is_some_and(|at| {
                at.source == span.source && at.start <= span.end && span.start <= at.end
            })
        };
        let (touched, others): (Vec<_>, Vec<_>) = old.into_iter().partition(touches);
        old = others;
        found.push(finding(text, &proposal, span, &touched));
    }
    found.extend(old);
}

/// The finding for a proposal. It replaces the findings `touched`.
fn finding(text: &str, proposal: &Proposal, span: Span, touched: &[Diagnostic]) -> Diagnostic {
    let help = match &proposal.meant {
        Meant::Write(new) => Help::write(new),
        Meant::Say(help) => Help::from(help.as_str()),
    };
    // A title with some of the words would be about these alone.
    if let [known] = touched
        && known.span() == Some(span)
        && !known.title.contains('\u{2026}')
    {
        return known.clone().help(help);
    }
    let of_forms = [Code::BadRestriction, Code::UnknownCondition, Code::MissingAtom];
    let mut codes = touched.iter().map(|finding| finding.code);
    let (otherwise, what) = match proposal.form {
        Form::Whole => (Code::NoSuchSentence, "a sentence of this key"),
        Form::Question => (Code::UnknownWord, "a question"),
        Form::Deeds => (Code::NoSuchDeed, "a deed"),
    };
    let code = codes.find(|code| of_forms.contains(code)).unwrap_or(otherwise);
    let words = text.get(proposal.range.clone()).unwrap_or_default();
    let title = match short(words) {
        word if proposal.is_word => format!("`{word}` has no meaning here"),
        whole if whole.split_whitespace().eq(words.split_whitespace()) => {
            format!("`{whole}` is not {what}")
        }
        _ => format!("these words are not {what}"),
    };
    Diagnostic::at(code, span, title, "").help(help)
}

struct Reader<'a> {
    stand: Stand,
    trial: Trial<'a>,
}

impl Judge for Reader<'_> {
    fn is_kind(&self, name: &str) -> bool {
        names::EVERY_PIECE.contains(&name)
            || names::kind(singular(name, self.trial.draft), self.trial.draft).is_some()
            || names::group(name, self.trial.draft).is_some()
    }

    fn counter(&self, name: &str) -> Option<String> {
        let plural = format!("{name}s");
        let is_it = |known: &&String| **known == name || **known == plural;
        self.trial.draft.counters.iter().find(is_it).cloned()
    }

    fn reads(&self, form: Form, text: &str) -> bool {
        (self.stand.reads)(self.trial, form, text)
    }
}
