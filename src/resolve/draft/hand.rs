//! What the files so far say about hands.

use alfil_diagnostics::source::Span;
use alfil_rules::hand::{Captured, Immobile, OwnCaptured};
use alfil_rules::ids::KindId;
use alfil_syntax::hand::PromotedText;

/// Hands so far.
#[derive(Clone, Debug)]
pub(crate) struct HandDraft {
    /// Where captured pieces go.
    pub(crate) captured: Captured,
    /// What captured promoted pieces become.
    pub(crate) promoted: PromotedText,
    /// What becomes of pieces that their own side captures; as of others, if that was not said.
    pub(crate) own: Option<OwnCaptured>,
    /// Kinds whose supply never ends.
    pub(crate) supply: Vec<KindId>,
    /// Whether pieces are dropped where they could never move again.
    pub(crate) immobile: Immobile,
    /// Kinds whose drop may not mate.
    pub(crate) no_mate: Vec<KindId>,
    /// Where that was said.
    pub(crate) span: Span,
}
