//! What a definition says of hands and of the finer points of promotion.
//!
//! Owns: [`HandText`], its reader and that of the rules of `promotes:` from the carrier's tree. Invariant: as of
//! [`definition`](super::definition): whatever stands there is in a value or in a finding.

use crate::definition::{PromotionText, is_none};
use crate::fields::{NameList, Reader, either};
use crate::scalar::Scalar;
use crate::schema;
use crate::yaml::{Entry, Node};
use alfil_diagnostics::diagnostic::{Code, did_you_mean};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::hand::{Captured, Immobile, OwnCaptured};
use alfil_rules::ruleset::{Duty, Occasions, Supply};

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
        /// What becomes of pieces that their own side captures.
        own: Option<OwnCaptured>,
        /// Kinds whose supply never ends.
        supply: Option<NameList>,
        /// Whether pieces are dropped where they could never move again.
        immobile: Option<Immobile>,
        /// Kinds whose drop may not mate.
        no_mate: Option<NameList>,
        /// What is asked of drops.
        when: Option<Scalar>,
        /// The key, to point at.
        span: Span,
    },
}

/// What `captured` may say.
pub const CAPTURED: [(&str, Captured); 3] =
    [("to captor", Captured::ToCaptor), ("to owner", Captured::ToOwner), ("gone", Captured::Gone)];

/// What `own captured` may say.
pub const OWN_CAPTURED: [(&str, OwnCaptured); 2] =
    [("to hand", OwnCaptured::ToHand), ("gone", OwnCaptured::Gone)];

/// What `immobile` may say.
pub const IMMOBILE: [(&str, Immobile); 2] =
    [("allowed", Immobile::Allowed), ("forbidden", Immobile::Forbidden)];

/// What captured promoted pieces become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PromotedText {
    /// What they were.
    Revert,
    /// What they are.
    Stay,
}

/// What `promoted` may say.
pub const PROMOTED: [(&str, PromotedText); 2] =
    [("revert", PromotedText::Revert), ("stay", PromotedText::Stay)];

/// Reads `hand:`.
pub fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<HandText> {
    if is_none(entry) {
        return Some(HandText::None(entry.value.span));
    }
    let fields = r.fields(&entry.value, &schema::HAND)?;
    Some(HandText::Some {
        captured: fields.get("captured").and_then(|e| r.choice(e, &CAPTURED)).map(|v| v.value),
        promoted: fields.get("promoted").and_then(|e| r.choice(e, &PROMOTED)).map(|v| v.value),
        own: fields.get("own captured").and_then(|e| r.choice(e, &OWN_CAPTURED)).map(|v| v.value),
        supply: fields.get("supply").and_then(|e| r.names(e)),
        immobile: fields.get("immobile").and_then(|e| r.choice(e, &IMMOBILE)).map(|v| v.value),
        no_mate: fields.get("no mate by").and_then(|e| r.names(e)),
        when: fields.get("only when").and_then(|e| r.scalar(e)),
        span: entry.key.span(),
    })
}

/// What `may` of a promotion may say.
pub const MAY: [(&str, Duty); 2] = [("stay", Duty::May), ("wait", Duty::Wait)];

/// What `only` of a promotion may say.
pub const ONLY: [(&str, Supply); 1] = [("lost", Supply::Lost)];

/// Reads one rule of `promotes:`.
pub fn promotion(node: &Node, r: &mut Reader<'_>) -> Option<PromotionText> {
    let fields = r.fields(node, &schema::PROMOTES)?;
    let (at, to) = (fields.get("at"), fields.get("to"));
    if to.is_none() && !fields.misspelt.contains(&"to") {
        r.at(Code::MissingKey, fields.span, "`promotes` does not say `to`", "incomplete")
            .help("add what it becomes, such as `to: others`");
    }
    let area = at.map(|e| r.scalar(e));
    let to = to.and_then(|e| r.names(e));
    let on = fields.get("on").map(|e| occasions(e, r));
    let may = fields.get("may").and_then(|e| r.choice(e, &MAY));
    let only = fields.get("only").and_then(|e| r.choice(e, &ONLY));
    let when = fields.get("when").map(|e| r.scalar(e));
    if let (None, Some(Some(on))) = (at, &on)
        && (on.value.enter || on.value.leave)
        && !fields.misspelt.contains(&"at")
    {
        let title = "without `at` there is no zone to enter or to leave";
        r.at(Code::MissingKey, on.span, title, "of which zone?")
            .help("add `at: last rank`, or type `on: move`");
    }
    Some(PromotionText {
        at: match area {
            Some(area) => Some(area?),
            None => None,
        },
        to: to?,
        on: on.flatten(),
        may: may.map(|v| v.value),
        only: only.map(|v| v.value),
        when: match when {
            Some(when) => Some(when?),
            None => None,
        },
        span: fields.span,
    })
}

/// Reads `on:` of a promotion.
fn occasions(entry: &Entry, r: &mut Reader<'_>) -> Option<Spanned<Occasions>> {
    let mut on = Occasions::default();
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
    Some(Spanned::new(on, entry.value.span))
}
