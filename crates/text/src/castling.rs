//! Castling in English: the kinds that castle together, and the general conditions of castling.
//! Conditions from `when` appear with the other restrictions of the game.

use crate::lexicon::or;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;
use alfil_rules::term::Homes;

/// The sentences about the kinds that castle together, then about the conditions, then about the
/// cells if the game names them. Kinds with the same partners share a sentence.
pub fn sentences(rules: &Ruleset) -> Vec<String> {
    let name = |kind: &KindId| rules.kinds[*kind].name.value.clone();
    let names = |kinds: &[KindId]| or(&kinds.iter().map(name).collect::<Vec<_>>());
    let mut pairs: Vec<(Vec<KindId>, Vec<KindId>)> = Vec::new();
    for kind in rules.kinds.ids() {
        let partners = rules.partners(kind);
        match pairs.iter_mut().find(|(_, with)| *with == partners) {
            Some((who, _)) => who.push(kind),
            None if partners.is_empty() => {}
            None => pairs.push((vec![kind], partners)),
        }
    }
    let sentence = |(who, with): &(Vec<KindId>, Vec<KindId>)| {
        format!("The {} castles with the {}.", names(who), names(with))
    };
    let mut said: Vec<String> = pairs.iter().map(sentence).collect();
    if said.is_empty() {
        return said;
    }
    said.push(
        "Neither of the two has moved, and there is no other piece between them, on their ways or on their target cells."
            .to_owned(),
    );
    if pairs.iter().any(|(who, _)| who.iter().any(|&kind| rules.kinds[kind].royal.is_royal())) {
        said.push(
            "A royal piece cannot castle out of check, or over or onto an attacked cell."
                .to_owned(),
        );
    }
    said.extend(rules.homes.iter().map(|Homes { kind, cells }| {
        let cells: Vec<&str> = cells.iter().map(|cell| cell.value.as_str()).collect();
        let cells = cells.join(" or ");
        let first = rules.name_of(Side::White);
        format!(
            "A {} on {cells}, as {first} counts, counts as unmoved when it arrives there.",
            name(kind)
        )
    }));
    said
}
