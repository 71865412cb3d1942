//! What the files so far say about hands.

use alfil_diagnostics::source::Span;
use alfil_rules::hand::{Captured, Immobile, OwnCaptured};
use alfil_rules::ids::KindId;
use alfil_syntax::hand::PromotedText;

/// Hands so far.
#[derive(Clone, Debug)]
pub struct HandDraft {
    /// Where captured pieces go.
    pub captured: Captured,
    /// What captured promoted pieces become.
    pub promoted: PromotedText,
    /// What becomes of pieces that their own side captures; as of others, if that was not said.
    pub own: Option<OwnCaptured>,
    /// Kinds whose supply never ends.
    pub supply: Vec<KindId>,
    /// Whether pieces are dropped where they could never move again.
    pub immobile: Immobile,
    /// Kinds whose drop may not mate.
    pub no_mate: Vec<KindId>,
    /// Where that was said.
    pub span: Span,
}
