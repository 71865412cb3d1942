//! What the files so far say about hands.

use alfil_diagnostics::source::Span;
use alfil_rules::hand::{Captured, Immobile, OwnCaptured};
use alfil_rules::ids::KindId;
use alfil_syntax::choices::PromotedText;

/// Hands so far.
#[derive(Clone, Debug)]
pub(crate) struct HandDraft {
    pub(crate) captured: Captured,
    /// The kind of a promoted piece after its capture.
    pub(crate) promoted: PromotedText,
    /// Destination of pieces that their own side captures; `None` treats them like others.
    pub(crate) own: Option<OwnCaptured>,
    /// Kinds with an endless supply.
    pub(crate) supply: Vec<KindId>,
    /// Drops where a piece could never move.
    pub(crate) immobile: Immobile,
    /// Kinds whose drops may not give mate.
    pub(crate) no_mate: Vec<KindId>,
    pub(crate) span: Span,
}
