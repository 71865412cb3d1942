//! What a definition says of hands and of the finer points of promotion.
//!
//! Owns: [`HandText`], [`OccasionText`] and their readers from the carrier's tree. Invariant: as of
//! [`definition`](super::definition): whatever stands there is in a value or in a finding.

use crate::diagnostic::{Code, did_you_mean};
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
        captured: Option<CapturedText>,
        /// What captured promoted pieces become.
        promoted: Option<PromotedText>,
        /// Kinds whose drop may not mate.
        no_mate: Option<Vec<Spanned<String>>>,
        /// The key, to point at.
        span: Span,
    },
}

/// Where captured pieces go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CapturedText {
    /// `to captor`
    ToCaptor,
    /// `to owner`
    ToOwner,
    /// `gone`
    Gone,
}

/// What captured promoted pieces become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PromotedText {
    /// What they were.
    Revert,
    /// What they are.
    Stay,
}

/// A move in or about a promotion zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OccasionText {
    /// From outside into it.
    Enter,
    /// Inside.
    Move,
    /// Out of it.
    Leave,
}

/// `may:` of a promotion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MayText {
    /// `stay`
    Stay,
    /// `wait`
    Wait,
}

/// `only: lost`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SupplyText;

/// Reads `hand:`.
pub fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<HandText> {
    if is_none(entry) {
        return Some(HandText::None(entry.value.span));
    }
    let fields = r.fields(&entry.value, &schema::HAND)?;
    let captured = [
        ("to captor", CapturedText::ToCaptor),
        ("to owner", CapturedText::ToOwner),
        ("gone", CapturedText::Gone),
    ];
    let promoted = [("revert", PromotedText::Revert), ("stay", PromotedText::Stay)];
    Some(HandText::Some {
        captured: fields.get("captured").and_then(|e| r.choice(e, &captured)).map(|v| v.value),
        promoted: fields.get("promoted").and_then(|e| r.choice(e, &promoted)).map(|v| v.value),
        no_mate: fields.get("no mate by").and_then(|e| r.words(e)),
        span: entry.key.span(),
    })
}

/// Reads `on:` of a promotion.
pub fn occasions(entry: &Entry, r: &mut Reader<'_>) -> Option<Vec<OccasionText>> {
    let known = [
        ("enter", OccasionText::Enter),
        ("move", OccasionText::Move),
        ("leave", OccasionText::Leave),
    ];
    let mut occasions = Vec::new();
    for word in r.words(entry)? {
        let text = word.value.trim_end_matches(',');
        match known.iter().find(|(name, _)| *name == text) {
            Some(&(_, occasion)) => occasions.push(occasion),
            None => {
                let names = || known.iter().map(|&(name, _)| name);
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
    if occasions.is_empty() {
        r.missing_value(entry.key.span(), "`on`");
        return None;
    }
    Some(occasions)
}
