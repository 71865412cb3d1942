//! The texts of findings for rules that no test exercises.

use crate::suite::ablation::Feature;

impl Feature {
    /// Returns true if a position alone can show the rule, without earlier moves.
    pub(super) fn is_shown_by_positions(&self) -> bool {
        match self {
            Feature::Ending(event) => event.is_of_position(),
            Feature::Clause(..)
            | Feature::Condition(..)
            | Feature::Attacks(_)
            | Feature::EveryMove
            | Feature::EveryAttack
            | Feature::Promotion(..)
            | Feature::PromotionAsked(..)
            | Feature::StepAsked(_)
            | Feature::Worth(_)
            | Feature::Royal(_)
            | Feature::Open(_)
            | Feature::Pass
            | Feature::Hand(_)
            | Feature::Zone(_)
            | Feature::Section(_)
            | Feature::Asked(_)
            | Feature::Must(_)
            | Feature::Effect(_)
            | Feature::Home(_)
            | Feature::Turn => true,
            Feature::Shuffle => false,
        }
    }

    /// The label of the finding at the rule.
    pub(super) fn label(&self) -> &'static str {
        match self {
            Feature::Clause(..)
            | Feature::Section(_)
            | Feature::Home(_)
            | Feature::Shuffle
            | Feature::Effect(_) => "does nothing in any test",
            Feature::Condition(..)
            | Feature::EveryMove
            | Feature::Asked(_)
            | Feature::StepAsked(_)
            | Feature::PromotionAsked(..)
            | Feature::Must(_)
            | Feature::Turn => "forbids no move in any test",
            Feature::Attacks(_)
            | Feature::EveryAttack
            | Feature::Worth(_)
            | Feature::Royal(_)
            | Feature::Open(_)
            | Feature::Hand(_) => "makes no difference in any test",
            Feature::Promotion(..) | Feature::Pass => "happens in no test",
            Feature::Zone(_) => "without cells, no test would fail",
            Feature::Ending(_) => "ends no game of a test",
        }
    }

    /// The reason that the finding gives.
    pub(super) fn reason(&self) -> &'static str {
        match self {
            Feature::Clause(..)
            | Feature::Promotion(..)
            | Feature::Section(_)
            | Feature::Home(_)
            | Feature::Shuffle => "if it were gone, every test would still pass",
            Feature::Condition(..)
            | Feature::Attacks(_)
            | Feature::EveryMove
            | Feature::EveryAttack
            | Feature::Hand(_)
            | Feature::Zone(_)
            | Feature::Asked(_)
            | Feature::Must(_)
            | Feature::Effect(_)
            | Feature::PromotionAsked(..)
            | Feature::StepAsked(_)
            | Feature::Worth(_)
            | Feature::Royal(_)
            | Feature::Open(_)
            | Feature::Pass
            | Feature::Turn => "if it said nothing, every test would still pass",
            Feature::Ending(_) => "if games did not end so, every test would still pass",
        }
    }
}
