//! Names of pieces and sentences.

use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::question::Question;
use alfil_rules::ruleset::Ruleset;

/// The name of a kind.
pub(super) fn name(rules: &Ruleset, kind: KindId) -> &str {
    &rules.kinds[kind].name.value
}

/// The letters of kinds. Names may occur twice, because promoted pieces that revert have a kind of
/// their own.
pub(super) fn letters<'a>(
    rules: &Ruleset,
    kinds: impl IntoIterator<Item = &'a KindId>,
) -> Vec<String> {
    kinds.into_iter().map(|&kind| rules.kinds[kind].letter.to_string()).collect()
}

/// Questions as sentences.
pub(super) fn sentences<'a>(
    rules: &Ruleset,
    questions: impl Iterator<Item = &'a Question>,
) -> Vec<String> {
    questions.map(|question| rules.sentence(question)).collect()
}

/// A condition as a sentence; `None` if it is always true.
pub(super) fn condition(rules: &Ruleset, condition: &Condition) -> Option<String> {
    let asked = || rules.sentence(&Question::Cells(condition.clone()));
    (*condition != Condition::Always).then(asked)
}
