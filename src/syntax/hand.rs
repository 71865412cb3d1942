//! What a definition says of hands and of the finer points of promotion.
//!
//! Owns: [`HandText`], its reader and that of [`Occasions`] from the carrier's tree. Invariant: as of
//! [`definition`](super::definition): whatever stands there is in a value or in a finding.

use crate::diagnostic::{Code, did_you_mean};
use crate::rules::hand::Captured;
use crate::rules::ruleset::Occasions;
use crate::source::{Span, Spanned};
use crate::syntax::definition::is_none;
use crate::syntax::fields::{Reader, either};
use crate::syntax::schema;
use crate::syntax::yaml::Entry;

/// `hand:`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HandText {
    /// There is none.
    None(Span),
    /// Hands, with what is said of them; what is absent stays as it was.
    Some {
        /// Where captured pieces go.
        captured: Option<Captured>,
        /// What captured promoted pieces become.
        promoted: Option<PromotedText>,
        /// Kinds whose drop may not mate.
        no_mate: Option<Vec<Spanned<String>>>,
        /// The key, to point at.
        span: Span,
    },
}

/// What `captured` may say.
pub const CAPTURED: [(&str, Captured); 3] =
    [("to captor", Captured::ToCaptor), ("to owner", Captured::ToOwner), ("gone", Captured::Gone)];

/// What captured promoted pieces become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PromotedText {
    /// What they were.
    Revert,
    /// What they are.
    Stay,
}

/// Reads `hand:`.
pub fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<HandText> {
    if is_none(entry) {
        return Some(HandText::None(entry.value.span));
    }
    let fields = r.fields(&entry.value, &schema::HAND)?;
    let promoted = [("revert", PromotedText::Revert), ("stay", PromotedText::Stay)];
    Some(HandText::Some {
        captured: fields.get("captured").and_then(|e| r.choice(e, &CAPTURED)).map(|v| v.value),
        promoted: fields.get("promoted").and_then(|e| r.choice(e, &promoted)).map(|v| v.value),
        no_mate: fields.get("no mate by").and_then(|e| r.words(e)),
        span: entry.key.span(),
    })
}

/// Reads `on:` of a promotion.
pub fn occasions(entry: &Entry, r: &mut Reader<'_>) -> Option<Occasions> {
    let mut on = Occasions { enter: false, within: false, leave: false };
    for word in r.words(entry)? {
        let text = word.value.trim_end_matches(',');
        match on.flags().into_iter().find(|(name, _)| *name == text) {
            Some((_, flag)) => *flag = true,
            None => {
                let names = || Occasions::WORDS.into_iter();
                let help = match did_you_mean(text, names()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("type {}", either(names())),
                };
                r.at(
                    Code::BadValue,
                    word.span,
                    format!("`{text}` is no occasion to promote"),
                    "unknown",
                )
                .help(help);
                return None;
            }
        }
    }
    if on.words().next().is_none() {
        r.missing_value(entry.key.span(), "`on`");
        return None;
    }
    Some(on)
}
