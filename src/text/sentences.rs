//! Goals, duties, restrictions and effects in English.
//!
//! Owns: [`goals`], [`asked`], [`duties`], [`effects`]. Takes rules; gives a sentence each. The questions
//! of a definition are English already, and stand in these sentences as their author wrote them.

use crate::rules::effect::Effect;
use crate::rules::goal::Asked;
use crate::rules::question::Question;
use crate::rules::ruleset::Ruleset;

/// What ends a game, and what may be claimed.
pub fn goals(rules: &Ruleset) -> Vec<String> {
    let said = |head: &str, asked: &Asked| {
        format!("{head} {} when {}.", asked.verdict.told(), rules.sentence(&asked.question))
    };
    let goals = rules.ends.goals.iter().map(|asked| said("A side", asked));
    goals
        .chain(rules.ends.claims.iter().map(|asked| said("A side that claims it", asked)))
        .collect()
}

/// What is asked of every move beside conditions.
pub fn asked(rules: &Ruleset) -> Vec<String> {
    let said =
        |question: &Question| format!("A move is legal only when {}.", rules.sentence(question));
    // What terms ask stands with their moves.
    let asked = rules.asked.iter().map(|asked| &asked.value);
    asked.filter(|question| question.of_terms().is_none()).map(said).collect()
}

/// Among which moves a side must choose.
pub fn duties(rules: &Ruleset) -> Vec<String> {
    let heads = ["A side that has such a move must choose one", "If it has none, one"];
    let heads = heads.into_iter().chain(std::iter::repeat("If it has none of these, one"));
    let said =
        |(head, question): (&str, &Question)| format!("{head}: {}.", rules.sentence(question));
    heads.zip(rules.duties.iter().map(|duty| &duty.value)).map(said).collect()
}

/// What else moves do.
pub fn effects(rules: &Ruleset) -> Vec<String> {
    let said = |effect: &Effect| {
        let words = rules.effect(effect);
        let (first, rest) = words.split_at(1);
        format!("{}{rest}.", first.to_uppercase())
    };
    rules.effects.iter().map(said).collect()
}
