//! The rules of hands in a draft.

use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::hand::{Captured, Immobile, OwnCaptured};
use alfil_rules::ids::KindId;
use alfil_syntax::choices::{DroppedText, PromotedText};

/// The rules of hands, according to the files read so far.
#[derive(Clone, Debug)]
pub(crate) struct HandDraft {
    pub(crate) captured: Captured,
    /// The kind that a promoted piece has after its capture.
    pub(crate) promoted: PromotedText,
    /// The destination of pieces that their own side captures. The default (`None`) depends on
    /// `captured`.
    pub(crate) own: Option<OwnCaptured>,
    /// Whether dropped pieces move on in the same turn, with the place where a file says so.
    pub(crate) dropped: Option<Spanned<DroppedText>>,
    /// Kinds with an unlimited supply.
    pub(crate) supply: Vec<KindId>,
    /// The rule for drops on cells from which the piece could never move.
    pub(crate) immobile: Immobile,
    /// Kinds whose drops may not give checkmate.
    pub(crate) no_mate: Vec<KindId>,
    pub(crate) span: Span,
}

impl HandDraft {
    /// The default rules of hands. `span` is the place of the first `hand:`.
    pub(crate) fn new(span: Span) -> Self {
        Self {
            captured: Captured::Gone,
            promoted: PromotedText::Revert,
            own: None,
            dropped: None,
            supply: Vec::new(),
            immobile: Immobile::Forbidden,
            no_mate: Vec::new(),
            span,
        }
    }
}
