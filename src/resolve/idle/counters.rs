//! Finds counters that effects change and no rule reads.

use crate::resolve::draft::Draft;
use alfil_diagnostics::diagnostic::{Code, Report};
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::SourceId;
use alfil_rules::condition::{Area, Condition};
use alfil_rules::counter::POINTS;
use alfil_rules::effect::Deed;
use alfil_rules::question::facts::Node;
use alfil_rules::question::{CounterId, Pattern, Tally};
use std::collections::BTreeSet;

/// Reports the first line of the file `source` that changes such a counter.
pub(super) fn lint(draft: &Draft, source: SourceId, found: &mut Report) {
    let read = read(draft);
    let mut reported = BTreeSet::new();
    for effect in draft.sentences.effects.iter().filter(|effect| effect.span.source == source) {
        for (number, deed) in effect.deeds.iter().enumerate() {
            let Some(counter) = changed(deed) else { continue };
            let Some(name) = draft.counters.get(counter.index()) else { continue };
            let idle = !read.contains(&counter) && name != POINTS;
            if idle && reported.insert(counter) {
                let title = format!("no rule reads the counter `{name}`");
                found
                    .at(Code::UnusedName, effect.counter(number), title, "changes it")
                    .because("a counter is only a number, until a question asks for it")
                    .help(format!("ask for it, such as `ends: {{goals: [win when 3 own {name}]}}`, or take this out"));
            }
        }
    }
}

/// The counter that an action changes.
fn changed(deed: &Deed) -> Option<CounterId> {
    Some(deed.shape().counts?.counter)
}

/// The counters that some rule reads.
fn read(draft: &Draft) -> BTreeSet<CounterId> {
    let mut all = BTreeSet::new();
    let pieces = || draft.live().map(|(_, piece)| piece);
    let terms = pieces().flat_map(|piece| {
        let attacks = piece.attacks.iter().flat_map(|attacks| &attacks.movement.asked);
        piece.moves.movement.asked.iter().chain(attacks)
    });
    let promotions = pieces().flat_map(|piece| &piece.promotes);
    let promotions = promotions.filter_map(|promotes| promotes.when.as_deref());
    let shuffle = draft.shuffle.iter().filter_map(|shuffle| shuffle.when.as_deref());
    let steps = draft.turn.turn.questions().chain(terms).map(|asked| &asked.value);
    let questions = draft.sentences.questions().chain(promotions).chain(shuffle).chain(steps);
    let mut add = |node: Node<'_, Area, Condition, Pattern>| {
        if let Node::Tally(Tally::Counted(counter)) = node {
            all.insert(counter);
        }
    };
    questions.for_each(|question| question.walk(&mut add));
    draft.turn.turn.amounts().for_each(|amount| amount.walk(&mut add));
    draft.sentences.effects.iter().for_each(|effect| effect.walk(&mut add));
    all
}
