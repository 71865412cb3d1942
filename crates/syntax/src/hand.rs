//! Reads `hand:`. As in [`definition`](super::definition), every text becomes a value or a finding.

use crate::choices::{CAPTURED, IMMOBILE, OWN_CAPTURED, PROMOTED, PromotedText};
use crate::fields::{NameList, Reader};
use crate::scalar::Scalar;
use crate::schema;
use crate::yaml::Entry;
use alfil_diagnostics::source::Span;
use alfil_rules::hand::{Captured, Immobile, OwnCaptured};

/// The value of the key `hand`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HandText {
    /// `none`: the game has no hands.
    None(Span),
    /// Missing parts keep the parent's value.
    Some {
        /// Where captured pieces go.
        captured: Option<Captured>,
        /// The kind of captured promoted pieces.
        promoted: Option<PromotedText>,
        /// What happens to pieces that their own side captures.
        own: Option<OwnCaptured>,
        /// Kinds with an endless supply.
        supply: Option<NameList>,
        /// The rule for drops onto cells from which the piece could never move.
        immobile: Option<Immobile>,
        /// Kinds that may not give mate by a drop.
        no_mate: Option<NameList>,
        /// A question about drops.
        when: Option<Scalar>,
        /// The span of the key.
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
        captured: fields.choice("captured", &CAPTURED, r).map(|v| v.value),
        promoted: fields.choice("promoted", &PROMOTED, r).map(|v| v.value),
        own: fields.choice("own captured", &OWN_CAPTURED, r).map(|v| v.value),
        supply: fields.names("supply", r),
        immobile: fields.choice("immobile", &IMMOBILE, r).map(|v| v.value),
        no_mate: fields.names("no mate by", r),
        when: fields.scalar("only when", r),
        span: entry.key.span(),
    })
}
