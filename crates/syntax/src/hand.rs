//! The mapping `hand`.

use crate::choices::{DroppedText, PromotedText};
use crate::fields::NameList;
use crate::mapping::mapping;
use crate::scalar::Scalar;
use crate::value::Language::Question;
use crate::value::Value::Text;
use alfil_diagnostics::source::Spanned;
use alfil_rules::hand::{Captured, Immobile, OwnCaptured};

mapping! {
    /// The value of `hand`. Missing parts keep the parent's value.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct HandText, "`hand`" {
        captured: Option<Captured> = "captured",
            "to captor, to owner or gone", "into whose hand captured pieces go";
        promoted: Option<PromotedText> = "promoted",
            "revert or stay", "whether captured promoted pieces are what they were";
        own: Option<OwnCaptured> = "own captured",
            "to hand or gone", "where pieces go that their own side captures";
        supply: Option<NameList> = "supply",
            "pieces", "kinds of which there is always one more, in no hand";
        immobile: Option<Immobile> = "immobile",
            "allowed or forbidden", "drops onto cells where they never move again";
        dropped: Option<Spanned<DroppedText>> = "dropped",
            "stays or moves on", "whether a dropped piece moves on in the same turn";
        when: Option<Scalar> = "only when" [Text(Question)],
            "question", "what is asked of each drop";
        no_mate: Option<NameList> = "no mate by",
            "pieces", "kinds whose drop may not mate";
    }
}
