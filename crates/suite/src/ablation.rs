//! Removes one rule from a game, so that a comparison shows what the rule does, and names rules in
//! findings.

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

// Removes one rule from a game, so that a comparison shows what the rule does. Kinds and zones
// keep their ids.

/// A rule that a test may exercise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Feature {
    /// A term of a kind's movement by its index. Terms with the same span belong to the same text,
    /// so they are removed together.
    Clause(KindId, usize),
    /// The condition of a term and of all terms with the same span.
    Condition(KindId, usize),
    /// The attacks of a kind, if they differ from its captures.
    Attacks(KindId),
    /// The restriction on every move.
    EveryMove,
    /// The restriction on attacks, if it differs from the restriction on moves.
    EveryAttack,
    /// The promotion of the first kind to the second, by the index of its rule.
    Promotion(KindId, usize, KindId),
    /// The question of a promotion rule, by the index of the rule.
    PromotionAsked(KindId, usize),
    /// The worth of a kind, if it is not 1.
    Worth(KindId),
    /// The rule that pieces of the kind are transparent.
    Open(KindId),
    /// The rule that pieces of the kind are royal, each of them or only the last one.
    Royal(KindId),
    /// Steps that may be passed in every position.
    Pass,
    /// A question of a step, by its span.
    StepAsked(Span),
    /// A rule for hands.
    Hand(HandRule),
    /// The cells of a zone.
    Zone(ZoneId),
    /// The moves of the section with this name.
    Section(String),
    /// The start cells for castling of a kind.
    Home(KindId),
    /// The shuffling of the setup.
    Shuffle,
    /// The restrictions of steps on the pieces that may move, and rolls of dice.
    Turn,
    /// A question about every move, by its index.
    Asked(usize),
    /// A duty, by its index.
    Must(usize),
    /// A line of effects, by its index.
    Effect(usize),
    /// An event that ends the game.
    Ending(Event),
}

/// A rule for hands, apart from the destination of captured pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandRule {
    /// The endless supply of a kind.
    Supply(KindId),
    /// The rule that gives pieces another destination if their own side captures them.
    OwnCaptured,
    /// The rule about drops on cells from which a piece could never move.
    Immobile,
}

/// A kind, and its twin if promoted pieces of the kind revert when captured. Both move in the same
/// way.
fn twins(rules: &Ruleset, kind: KindId) -> Vec<KindId> {
    let is_twin = |of: KindId| rules.kinds[of].reverts_to.and_then(|r| r.twin_of) == Some(kind);
    std::iter::once(kind).chain(rules.kinds.ids().filter(|&of| is_twin(of))).collect()
}

/// `rules` without `feature`. `None` for an end of the game that does not affect lists of moves.
pub(crate) fn without(rules: &Ruleset, feature: &Feature) -> Option<Ruleset> {
    let mut rules = rules.clone();
    match feature {
        Feature::Clause(kind, term) => {
            let place = rules.kinds[*kind].moves.terms.get(*term)?.span;
            for kind in twins(&rules, *kind) {
                let terms = &mut rules.kinds[kind].moves.terms;
                let gone = terms.extract_if(.., |term| term.span == place);
                // Otherwise the start position would grant a castling right that no piece has.
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
            for series in turn.series.0.iter_mut().chain(&mut turn.first) {
                // Rolls restrict the moves that follow them, so they are taken away as well.
                series.steps.retain(|step| step.roll.is_none());
                if series.steps.is_empty() {
                    series.steps.push(Step::default());
                }
                for step in &mut series.steps {
                    *step = Step { from: Condition::Always, ..step.clone() };
                }
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
        // Removing a goal changes the lists of moves. An event that only ends the game does not.
        Feature::Ending(Event::Goal(n)) => drop(rules.ends.goals.remove(usize::from(*n))),
        Feature::Ending(_) => return None,
    }
    Some(rules)
}

// What each rule that a test may exercise is about, and the words of findings for rules that no
// test exercises.

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
const GONE: &str = "every test would still pass without it";
const SILENT: &str = "every test would still pass without it";
const NOT_SO: &str = "every test would still pass if games did not end this way";

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
