//! What a definition says of hands and of the finer points of promotion.
//!
//! Owns: [`HandText`], its reader and that of the rules of `promotes:` from the carrier's tree. Invariant: as of
//! [`definition`](super::definition): whatever stands there is in a value or in a finding.

use crate::choices::{CAPTURED, IMMOBILE, OWN_CAPTURED, PROMOTED, PromotedText};
use crate::fields::{NameList, Reader};
use crate::scalar::Scalar;
use crate::schema;
use crate::yaml::Entry;
use alfil_diagnostics::source::Span;
use alfil_rules::hand::{Captured, Immobile, OwnCaptured};

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

/// Reads `hand:`.
pub fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<HandText> {
    if entry.is_none() {
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
