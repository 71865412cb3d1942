//! Rules about whole moves: restrictions, duties, effects and turns.

use crate::foreign::fairy::export::element::{Element, End, Travel};
use crate::foreign::fairy::export::movement::ways;
use crate::foreign::fairy::export::section::Section;
use crate::foreign::fairy::export::{Gaps, Kinds};
use alfil_board::model::board_model::BoardModel;
use alfil_diagnostics::source::Spanned;
use alfil_rules::effect::{Deed, Effect, Extent, Picked, Source, Spot, Will};
use alfil_rules::ids::KindId;
use alfil_rules::movement::Movement;
use alfil_rules::question::{
    Anchor, CounterId, Filter, Men, MoveFact, Number, Pattern, Pieces as Selected, Question,
    Subject, Test, Whose,
};
use alfil_rules::ruleset::{Blocking, Owner, Ruleset};
use alfil_rules::turn::{Pass, Step, Turn};
use std::collections::{BTreeMap, BTreeSet};

/// What effects mean for other parts of a section.
#[derive(Default)]
pub(super) struct Effects {
    /// Kinds that the program calls walls.
    pub(super) walls: Vec<KindId>,
    /// Whether captures blast, and the kinds that a blast spares.
    pub(super) blast: Option<Vec<KindId>>,
    /// The counter of checks.
    pub(super) checks: Option<CounterId>,
    /// Whether each move leaves an arrow.
    pub(super) arrow: bool,
}

/// Reads the effects of the game.
pub(super) fn effects(model: &BoardModel, kinds: &Kinds, gaps: &mut Gaps) -> Effects {
    let rules = &model.rules;
    let mut found = Effects::default();
    for effect in &rules.effects {
        let known = effect.will == Will::Must
            && (checks(effect, &mut found)
                || blast(model, effect, &mut found)
                || duck(rules, effect, &mut found)
                || arrow(model, kinds, effect, &mut found));
        if !known {
            gaps.at(effect.span, format!("this effect: {}", rules.effect(effect)));
        }
    }
    let walls = rules.kinds.enumerate().filter(|(id, kind)| {
        kind.owner == Owner::Nobody && !found.walls.contains(id)
    });
    for (_, kind) in walls {
        gaps.at(kind.name.span, format!("the {}, which nobody owns", kind.name.value));
    }
    for kind in rules.kinds.iter().filter(|kind| kind.owner == Owner::Both) {
        gaps.at(kind.name.span, format!("the {}, which both sides own", kind.name.value));
    }
    for kind in rules.kinds.iter().filter(|kind| kind.blocks.value == Blocking::Open) {
        gaps.at(kind.blocks.span, format!("the {}, which blocks nothing", kind.name.value));
    }
    found
}

/// `when giving check then count checks`
fn checks(effect: &Effect, found: &mut Effects) -> bool {
    let giving = effect.question == Some(Question::Move(MoveFact::GivingCheck));
    match effect.deeds.as_slice() {
        [Deed::Count(1, counter)] if giving && found.checks.is_none() => {
            found.checks = Some(*counter);
            true
        }
        _ => false,
    }
}

/// Captures remove the mover and the pieces around it.
fn blast(model: &BoardModel, effect: &Effect, found: &mut Effects) -> bool {
    let Some(Question::Move(MoveFact::Capturing(men))) = &effect.question else { return false };
    let [Deed::Remove(around), Deed::Remove(mover)] = effect.deeds.as_slice() else { return false };
    let Subject::Men(victims) = &around.pieces.what else { return false };
    let [Filter { holds: true, test: Test::At(pattern, of) }] = around.pieces.filters.as_slice()
    else {
        return false;
    };
    let is_end = of.what == Subject::Anchor(Anchor::End) && of.filters.is_empty();
    let is_mover = *mover.pieces.filters == []
        && matches!(mover.pieces.what, Subject::Anchor(Anchor::Mover | Anchor::End));
    let around_it = crate::foreign::fairy::export::element::read("K");
    let is_ring = elements(model, pattern).as_ref() == around_it.as_ref();
    let any = victims.kinds.is_none() && is_any(victims.whose);
    if !is_all(men) || around.extent != Extent::Each || !is_end || !is_mover || !is_ring || !any {
        return false;
    }
    found.blast = Some(victims.but.clone());
    true
}

fn is_any(whose: Option<Whose>) -> bool {
    whose.is_none_or(|whose| whose == Whose::Any)
}

fn is_all(men: &Men) -> bool {
    men.kinds.is_none() && men.but.is_empty() && men.whose != Some(Whose::Own)
}

/// The elements of a pattern; `None` if the program does not know them.
fn elements(model: &BoardModel, pattern: &Pattern) -> Option<BTreeSet<Element>> {
    let kind = pattern.kind.or_else(|| model.rules.kinds.ids().next())?;
    let ways = ways(model, kind, &Movement::of(pattern.terms.clone()));
    ways.unknown.is_empty().then(|| ways.elements.into_keys().collect())
}

/// A wall that each move puts somewhere, after the last wall is taken away.
fn duck(rules: &Ruleset, effect: &Effect, found: &mut Effects) -> bool {
    let [Deed::Remove(old), Deed::Place(what, Spot::Empty(free))] = effect.deeds.as_slice() else {
        return false;
    };
    let [wall] = what.kinds.as_slice() else { return false };
    let Subject::Men(men) = &old.pieces.what else { return false };
    let removed = old.extent == Extent::Each
        && old.pieces.filters.is_empty()
        && is_any(men.whose)
        && men.but.is_empty()
        && men.kinds.as_deref() == Some(&[*wall]);
    let anywhere = is_free(free) && free.pieces.filters.is_empty();
    if effect.question.is_some() || what.from != Source::Nowhere || !removed || !anywhere {
        return false;
    }
    found.walls.push(*wall);
    is_wall(rules, *wall)
}

fn is_free(picked: &Picked) -> bool {
    picked.extent == Extent::One && picked.pieces.what == Subject::Empty
}

/// Whether pieces of the kind are only obstacles.
fn is_wall(rules: &Ruleset, kind: KindId) -> bool {
    let kind = &rules.kinds[kind];
    let still = kind.moves.terms.is_empty() && kind.attacks.is_none();
    kind.owner == Owner::Nobody && kind.blocks.value == Blocking::Blocks && still
}

/// A wall that each move shoots as the piece moves.
fn arrow(model: &BoardModel, kinds: &Kinds, effect: &Effect, found: &mut Effects) -> bool {
    let [Deed::Place(what, Spot::Empty(free))] = effect.deeds.as_slice() else { return false };
    let [wall] = what.kinds.as_slice() else { return false };
    let [Filter { holds: true, test: Test::At(pattern, of) }] = free.pieces.filters.as_slice()
    else {
        return false;
    };
    let from_end = of.what == Subject::Anchor(Anchor::End) && of.filters.is_empty();
    let shot = elements(model, pattern);
    let quiet = |kind: KindId| -> BTreeSet<Element> {
        kinds[kind].elements.keys().copied().filter(|e| e.end == End::Quiet).collect()
    };
    let movers = model.rules.kinds.ids().filter(|kind| kind != wall);
    let alike = movers.into_iter().all(|kind| {
        let shot = shot.as_ref().map(|shot| shot.iter().copied().filter(|e| e.end == End::Quiet));
        shot.is_some_and(|shot| shot.eq(quiet(kind)))
    });
    let walks = |travel: Travel| matches!(travel, Travel::Leap | Travel::Slide(_) | Travel::Lame);
    let known = shot.as_ref().is_some_and(|shot| shot.iter().all(|e| walks(e.travel)));
    if effect.question.is_some() || what.from != Source::Nowhere || !is_free(free) || !from_end {
        return false;
    }
    found.walls.push(*wall);
    found.arrow = alike && known && is_wall(&model.rules, *wall);
    found.arrow
}

/// Writes restrictions of moves. Returns the limits on promoted pieces.
pub(super) fn restrictions(
    rules: &Ruleset,
    section: &mut Section,
    gaps: &mut Gaps,
) -> BTreeMap<KindId, u32> {
    let mut limits = BTreeMap::new();
    for asked in &rules.asked {
        let silent = Question::Not(Box::new(Question::Move(MoveFact::GivingCheck)));
        if asked.value == silent {
            section.flag("checking", false, true);
        } else if let Some((kind, most)) = promotion_limit(&asked.value) {
            limits.insert(kind, most);
        } else {
            restriction(rules, asked, gaps);
        }
    }
    for asked in rules.attack_asked.iter().filter(|attack| {
        !rules.asked.iter().any(|asked| asked.span == attack.span)
    }) {
        restriction(rules, asked, gaps);
    }
    if rules.every_attack != rules.every_move {
        gaps.maybe(rules.every_move_place, "attacks that every move restricts in another way".to_owned());
    }
    limits
}

fn restriction(rules: &Ruleset, asked: &Spanned<Question>, gaps: &mut Gaps) {
    gaps.at(asked.span, format!("this restriction: {}", rules.sentence(&asked.value)));
}

/// `not promoting to king or leaving at most 2 own kings`
fn promotion_limit(question: &Question) -> Option<(KindId, u32)> {
    let Question::Any(parts) = question else { return None };
    let [Question::Not(promoting), Question::Leaving(count)] = parts.as_slice() else {
        return None;
    };
    let Question::Move(MoveFact::Promoting(Some(kinds))) = &**promoting else { return None };
    let Question::Count(Number::AtMost(most), Selected { what: Subject::Men(men), filters }) =
        &**count
    else {
        return None;
    };
    let &[kind] = kinds.as_slice() else { return None };
    let own = men.whose == Some(Whose::Own) && men.but.is_empty() && filters.is_empty();
    (own && men.kinds.as_deref() == Some(&[kind]) && *most > 0).then_some((kind, *most))
}

/// Writes duties.
pub(super) fn duties(
    rules: &Ruleset,
    set: impl Fn(KindId) -> String,
    section: &mut Section,
    gaps: &mut Gaps,
) {
    for (n, duty) in rules.duties.iter().enumerate() {
        match &duty.value {
            Question::Move(MoveFact::Capturing(men)) if is_all(men) && n == 0 => {
                section.set("mustCapture", "true");
            }
            Question::Move(MoveFact::Dropping(men))
                if n == 0 && men.but.is_empty() && men.whose != Some(Whose::Enemy) =>
            {
                section.set("mustDrop", "true");
                match men.kinds.as_deref() {
                    None => {}
                    Some(&[kind]) => section.set("mustDropType", set(kind)),
                    Some(_) => gaps.at(duty.span, "a duty to drop one of several kinds".to_owned()),
                }
            }
            question => {
                gaps.at(duty.span, format!("this duty: {}", rules.sentence(question)));
            }
        }
    }
}

/// Writes turns: single moves, and perhaps passes.
pub(super) fn turn(rules: &Ruleset, section: &mut Section, gaps: &mut Gaps) {
    let mut passes = false;
    let mut plain = rules.turn.clone();
    let [white, black] = &rules.turn.series.0;
    if white != black {
        gaps.whole("turns of White that differ from those of Black".to_owned());
    }
    for series in &mut plain.series.0 {
        if let [step] = series.steps.as_mut_slice()
            && step.pass == Pass::May
            && step.pass_when.is_none()
        {
            passes = true;
            step.pass = Pass::Never;
        }
    }
    if plain == Turn::default() {
        section.flag("pass", passes, false);
        return;
    }
    let place = rules.turn.questions().map(|asked| asked.span).next();
    let steps = rules.turn.steps().count();
    let one = rules.turn.steps().all(Step::is_free) && steps <= 2;
    let cause = match one {
        true => "a condition on steps of a turn",
        false => "turns of several steps",
    };
    gaps.maybe(place, cause.to_owned());
}
