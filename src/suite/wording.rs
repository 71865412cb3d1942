//! What each rule that a test may exercise is about, and the words of findings for rules that no
//! test exercises.

use crate::suite::ablation::{Feature, HandRule};
use alfil_rules::ids::KindId;

/// Facts about a rule.
pub(super) struct FeatureRow {
    /// The kind that the rule is about.
    pub(super) kind: Option<KindId>,
    /// The label of the finding at the rule.
    pub(super) label: &'static str,
    /// The reason that the finding gives.
    pub(super) reason: &'static str,
    /// True if a position alone can show the rule, without earlier moves.
    pub(super) by_position: bool,
    /// True if the rule can be true or false in a position or for a move.
    pub(super) may_hold: bool,
}

const NOTHING: &str = "does nothing in any test";
const FORBIDS: &str = "forbids no move in any test";
const NO_DIFFERENCE: &str = "makes no difference in any test";
const HAPPENS: &str = "happens in no test";
const NO_CELLS: &str = "without cells, no test would fail";
const ENDS: &str = "ends no game of a test";
const GONE: &str = "if it were gone, every test would still pass";
const SILENT: &str = "if it said nothing, every test would still pass";
const NOT_SO: &str = "if games did not end so, every test would still pass";

impl FeatureRow {
    /// A rule that can be true or false, and that positions show.
    fn new(label: &'static str, reason: &'static str) -> FeatureRow {
        FeatureRow { kind: None, label, reason, by_position: true, may_hold: true }
    }

    fn of(self, kind: KindId) -> FeatureRow {
        FeatureRow { kind: Some(kind), ..self }
    }

    /// The same row for a rule that is never true or false in a position or for a move.
    fn never_holds(self) -> FeatureRow {
        FeatureRow { may_hold: false, ..self }
    }
}

impl Feature {
    /// Returns the facts about the rule.
    pub(super) fn row(&self) -> FeatureRow {
        let new = FeatureRow::new;
        match self {
            Feature::Clause(kind, _) => new(NOTHING, GONE).of(*kind),
            Feature::Condition(kind, _) => new(FORBIDS, SILENT).of(*kind),
            Feature::Attacks(kind) => new(NO_DIFFERENCE, SILENT).of(*kind).never_holds(),
            Feature::EveryMove | Feature::Asked(_) | Feature::Must(_) | Feature::StepAsked(_) => {
                new(FORBIDS, SILENT)
            }
            Feature::EveryAttack => new(NO_DIFFERENCE, SILENT).never_holds(),
            Feature::Promotion(kind, ..) => new(HAPPENS, GONE).of(*kind),
            Feature::PromotionAsked(kind, _) => new(FORBIDS, SILENT).of(*kind),
            Feature::Worth(kind) | Feature::Open(kind) | Feature::Royal(kind) => {
                new(NO_DIFFERENCE, SILENT).of(*kind).never_holds()
            }
            Feature::Pass => new(HAPPENS, SILENT),
            Feature::Hand(HandRule::Supply(kind)) => new(NO_DIFFERENCE, SILENT).of(*kind),
            Feature::Hand(HandRule::OwnCaptured | HandRule::Immobile) => {
                new(NO_DIFFERENCE, SILENT).never_holds()
            }
            Feature::Zone(_) => new(NO_CELLS, SILENT).never_holds(),
            Feature::Section(_) => new(NOTHING, GONE),
            Feature::Home(kind) => new(NOTHING, GONE).of(*kind),
            Feature::Shuffle => {
                FeatureRow { by_position: false, ..new(NOTHING, GONE).never_holds() }
            }
            Feature::Turn => new(FORBIDS, SILENT),
            Feature::Effect(_) => new(NOTHING, SILENT),
            Feature::Ending(event) => {
                FeatureRow { by_position: event.is_of_position(), ..new(ENDS, NOT_SO) }
            }
        }
    }
}
