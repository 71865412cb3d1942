//! Coverage of planes, by taking rules away.
//!
//! Owns: [`without`] and the part of [`Coverage`] that speaks of planes. A family has no single clause
//! that makes it, so a rule counts as exercised where the families of a position that a test looks at
//! are others without it. Cost: a compilation a rule.

use crate::plane::program::PlaneProgram;
use crate::play::game::Game;
use crate::resolve::case::Case;
use crate::rules::condition::Condition;
use crate::rules::ruleset::Ruleset;
use crate::source::Sources;
use crate::suite::coverage::{Coverage, Feature};
use crate::suite::plane;
use crate::suite::snapshot::{Record, Snapshot};
use crate::syntax::cases::{Claim, Ending};

/// `rules` without what `feature` names; `None` where that cannot be taken away.
fn without(rules: &Ruleset, feature: &Feature) -> Option<Ruleset> {
    let mut rules = rules.clone();
    match feature {
        Feature::Clause(clause) => {
            rules.kinds[clause.kind].moves.terms.remove(clause.term);
        }
        Feature::Condition(clause) => {
            rules.kinds[clause.kind].moves.terms[clause.term].when = Condition::Always;
        }
        Feature::Promotion(kind, to) => {
            let mut promotion = rules.kinds[*kind].promotion.take();
            if let Some(promotion) = &mut promotion {
                promotion.to.retain(|kind| kind != to);
            }
            rules.kinds[*kind].promotion = promotion.filter(|p| !p.to.is_empty());
        }
        Feature::EveryMove => rules.every_move = Condition::Always,
        Feature::EveryAttack => rules.every_attack = rules.every_move.clone(),
        Feature::Attacks(kind) => rules.kinds[*kind].attacks = None,
        Feature::Zone(_) | Feature::Section(_) | Feature::Turn | Feature::Ending(_) => return None,
    }
    Some(rules)
}

impl Coverage {
    /// Takes in what `cases` and the record see of a plane.
    pub(in crate::suite) fn on_plane(
        &mut self,
        program: &PlaneProgram,
        cases: &[Case],
        record: Option<&Snapshot>,
        sources: &Sources,
    ) {
        let positions = cases.iter().filter_map(|case| plane::position(program, case).ok());
        let mut seen: Vec<Record> = positions.map(|at| Record::of_plane(&at)).collect();
        seen.extend(record.iter().flat_map(|record| record.records.clone()));
        for case in cases {
            if let Claim::Game { ends: Some(ends), .. } = &case.claim {
                self.end(ends.value);
            }
        }
        for ending in [Ending::Checkmate, Ending::Stalemate, Ending::MoveLimit] {
            let ends = |r: &Record| r.over.as_ref().is_some_and(|o| o.ends_with(ending.name()));
            if seen.iter().any(ends) {
                self.end(ending);
            }
        }
        for rule in self.rules.iter_mut().filter(|rule| !rule.exercised) {
            let Some(rules) = without(program.rules(), &rule.feature) else { continue };
            let Some(game) = Game::compile(rules).value else { continue };
            rule.exercised = seen.iter().any(|record| !record.compare(&game, sources).is_empty());
        }
    }
}
