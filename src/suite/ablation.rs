//! A game without one of its rules.
//!
//! Owns: [`Feature`], [`HandRule`] and [`without`]. Takes rules; gives the same rules with one taken away, so that
//! whoever compares the two games sees what it does. Invariant: kinds and zones keep their ids.

use alfil_diagnostics::source::Span;
use alfil_rules::condition::{Area, Condition};
use alfil_rules::given;
use alfil_rules::goal::Event;
use alfil_rules::hand::{Immobile, OwnCaptured};
use alfil_rules::ids::{KindId, ZoneId};
use alfil_rules::question::Lookahead;
use alfil_rules::ruleset::{Blocking, Royalty, Ruleset};
use alfil_rules::side::BySide;
use alfil_rules::turn::{Pass, Step};

/// A rule that a test may exercise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Feature {
    /// A term of a kind's movement, by its number, with all that are written at the same place.
    Clause(KindId, usize),
    /// The condition of such terms.
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

/// A kind, and the kind of its pieces that were promoted to, which moves as it does, if there is one.
fn twins(rules: &Ruleset, kind: KindId) -> Vec<KindId> {
    let is_twin = |of: KindId| rules.kinds[of].reverts_to.and_then(|r| r.twin_of) == Some(kind);
    std::iter::once(kind).chain(rules.kinds.ids().filter(|&of| is_twin(of))).collect()
}

/// `rules` without what `feature` names; `None` of an ending that no list of moves shows.
pub(crate) fn without(rules: &Ruleset, feature: &Feature) -> Option<Ruleset> {
    let mut rules = rules.clone();
    match feature {
        Feature::Clause(kind, term) => {
            let place = rules.kinds[*kind].moves.terms.get(*term)?.span;
            for kind in twins(&rules, *kind) {
                let terms = &mut rules.kinds[kind].moves.terms;
                let gone = terms.extract_if(.., |term| term.span == place);
                // The start may not grant a right that no piece has.
                if gone.filter(|term| term.castle().is_some()).count() > 0 {
                    rules.setup.castling = None;
                }
            }
            given::renew(&mut rules);
        }
        Feature::Condition(kind, term) => {
            let place = rules.kinds[*kind].moves.terms.get(*term)?.span;
            for kind in twins(&rules, *kind) {
                for term in rules.kinds[kind].moves.terms.iter_mut().filter(|t| t.span == place) {
                    term.when = Condition::Always;
                }
            }
            given::renew(&mut rules);
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
        Feature::Attacks(kind) => {
            for kind in twins(&rules, *kind) {
                rules.kinds[kind].attacks = None;
            }
            given::renew(&mut rules);
        }
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
        Feature::Asked(n) => match rules.asked[*n].value.of_terms() {
            Some(kind) => {
                for kind in twins(&rules, kind) {
                    let kind = &mut rules.kinds[kind];
                    let attacks = kind.attacks.iter_mut().flat_map(|attacks| &mut attacks.terms);
                    let terms = kind.moves.terms.iter_mut().chain(attacks);
                    terms.for_each(|term| term.given.clear());
                }
                given::renew(&mut rules);
            }
            None => {
                let asked = rules.asked.remove(*n);
                let of_attacks = asked.value.relaxed(Lookahead::Attack);
                rules.attack_asked.retain(|asked| of_attacks.as_ref() != Some(&asked.value));
            }
        },
        Feature::Must(n) => drop(rules.duties.remove(*n)),
        Feature::Effect(n) => drop(rules.effects.remove(*n)),
        // Games of which a goal is left out are others; what only ends them is shown by no list of moves.
        Feature::Ending(Event::Goal(n)) => drop(rules.ends.goals.remove(usize::from(*n))),
        Feature::Ending(_) => return None,
    }
    Some(rules)
}
