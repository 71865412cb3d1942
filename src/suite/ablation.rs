//! A game without one of its rules.
//!
//! Owns: [`Feature`], [`HandRule`] and [`without`]. Takes rules; gives the same rules with one taken away, so that
//! whoever compares the two games sees what it does. Invariant: kinds and zones keep their ids.

use crate::rules::condition::{Area, Condition};
use crate::rules::goal::Event;
use crate::rules::hand::{Immobile, OwnCaptured};
use crate::rules::movement::Action;
use crate::rules::question::{Level, Question};
use crate::rules::ruleset::{Blocking, KindId, Royalty, Ruleset, ZoneId};
use crate::rules::side::BySide;
use crate::rules::turn::{Pass, Step};
use crate::source::{Span, Spanned};

/// A rule that a test may exercise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Feature {
    /// A term of a kind's movement, by its number.
    Clause(KindId, usize),
    /// The condition of such a term.
    Condition(KindId, usize),
    /// What the kind attacks differs from what it captures.
    Attacks(KindId),
    /// The restriction on every move.
    EveryMove,
    /// What restricts attacks differs from what restricts moves.
    EveryAttack,
    /// The first kind becomes the second, by the rule of this number.
    Promotion(KindId, usize, KindId),
    /// The rule of this number by which the kind promotes asks something.
    PromotionAsked(KindId, usize),
    /// A piece of the kind is not worth 1.
    Worth(KindId),
    /// Pieces of the kind are in nobody's way.
    Open(KindId),
    /// Pieces of the kind are royal together, or the last of them is.
    Royal(KindId),
    /// A step may be left out whatever stands where.
    Pass,
    /// What is asked in a step of a turn, by where it is written.
    StepAsked(Span),
    /// Hands differ in this from the plainest ones.
    Hand(HandRule),
    /// The zone has cells.
    Zone(ZoneId),
    /// The section of this name moves.
    Section(String),
    /// Pieces of the kind castle from cells of their own.
    Home(KindId),
    /// The setup is shuffled.
    Shuffle,
    /// Steps forbid pieces to move.
    Turn,
    /// What is asked of every move beside conditions: the question of this number.
    Asked(usize),
    /// The duty of this number.
    Must(usize),
    /// The line of effects of this number.
    Effect(usize),
    /// Games end so.
    Ending(Event),
}

/// What a game says of its hands beside where captured pieces go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandRule {
    /// There is always one more of the kind.
    Supply(KindId),
    /// Pieces that their own side captures go elsewhere than others.
    OwnCaptured,
    /// Pieces may be dropped where they never move again.
    Immobile,
}

/// `rules` without what `feature` names; `None` of an ending that no list of moves shows.
pub fn without(rules: &Ruleset, feature: &Feature) -> Option<Ruleset> {
    let mut rules = rules.clone();
    match feature {
        Feature::Clause(kind, term) => {
            let gone = rules.kinds[*kind].moves.terms.remove(*term);
            match gone.action {
                // The start may not grant a right that no piece has.
                Action::Castle(_) => rules.setup.castling = None,
                Action::Walk(_) | Action::Drop(_) => {}
            }
        }
        Feature::Condition(kind, term) => {
            rules.kinds[*kind].moves.terms[*term].when = Condition::Always;
        }
        Feature::Promotion(kind, number, to) => {
            let promotions = &mut rules.kinds[*kind].promotions;
            promotions[*number].to.retain(|kind| kind != to);
            promotions.retain(|promotion| !promotion.to.is_empty());
        }
        Feature::Hand(rule) => {
            let hand = rules.hand.as_mut()?;
            match rule {
                HandRule::Supply(kind) => hand.supply.retain(|other| other != kind),
                HandRule::OwnCaptured => hand.own = OwnCaptured::unsaid(hand.captured),
                HandRule::Immobile => hand.immobile = Immobile::Forbidden,
            }
        }
        Feature::PromotionAsked(kind, number) => {
            rules.kinds[*kind].promotions[*number].when = None;
        }
        Feature::Worth(kind) => rules.kinds[*kind].worth = 1,
        Feature::Open(kind) => rules.kinds[*kind].blocks.value = Blocking::Blocks,
        Feature::Royal(kind) => rules.kinds[*kind].royal = Royalty::Each,
        Feature::Pass => {
            let turn = &mut rules.turn;
            let series = turn.series.0.iter_mut().chain(&mut turn.first);
            let steps = series.flat_map(|series| &mut series.steps);
            steps.filter(|step| step.pass_when.is_none()).for_each(|step| step.pass = Pass::Never);
        }
        Feature::StepAsked(place) => rules.turn.forget(*place),
        Feature::EveryMove => rules.every_move = Condition::Always,
        Feature::EveryAttack => rules.every_attack = rules.every_move.clone(),
        Feature::Attacks(kind) => rules.kinds[*kind].attacks = None,
        Feature::Zone(zone) => rules.zones[*zone].area = BySide::from_fn(|_| Area::Any(Vec::new())),
        Feature::Section(name) => {
            for section in rules.space.sections.iter_mut().filter(|s| s.name.value == *name) {
                section.stands = vec![section.stands[section.first]];
                section.first = 0;
            }
        }
        Feature::Home(kind) => rules.homes.retain(|home| home.kind != *kind),
        Feature::Shuffle => rules.shuffle = None,
        Feature::Turn => {
            let turn = &mut rules.turn;
            for step in turn.series.0.iter_mut().chain(&mut turn.first).flat_map(|s| &mut s.steps) {
                *step = Step { from: Condition::Always, kinds: Vec::new(), ..step.clone() };
            }
            turn.parry = None;
        }
        Feature::Asked(n) => {
            let asked = rules.asked.remove(*n);
            // What a movement asks may stand in two questions, of which attacks are asked one.
            let kind = asked.value.of_terms();
            let is_same =
                |other: &Spanned<Question>| kind.is_some() && other.value.of_terms() == kind;
            let mut removed: Vec<Spanned<Question>> =
                rules.asked.extract_if(.., |q| is_same(q)).collect();
            removed.push(asked);
            let weaker = removed.iter().filter_map(|asked| asked.value.relaxed(Level::Attack));
            let weaker: Vec<Question> = weaker.collect();
            rules.attack_asked.retain(|asked| !weaker.contains(&asked.value));
        }
        Feature::Must(n) => drop(rules.duties.remove(*n)),
        Feature::Effect(n) => drop(rules.effects.remove(*n)),
        // Games of which a goal is left out are others; what only ends them is shown by no list of moves.
        Feature::Ending(Event::Goal(n)) => drop(rules.ends.goals.remove(usize::from(*n))),
        Feature::Ending(_) => return None,
    }
    Some(rules)
}
