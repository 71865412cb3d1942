//! Effects that the program knows: checks that count, blasts, walls and gates.

use crate::foreign::fairy::export::element::{self, Element, End, Travel};
use crate::foreign::fairy::export::gaps::Gaps;
use crate::foreign::fairy::export::movement::Kinds;
use crate::foreign::fairy::export::movement::ways;
use alfil_board::model::board_model::BoardModel;
use alfil_rules::effect::{Deed, Effect, Extent, Picked, Source, Spot, Will};
use alfil_rules::ids::KindId;
use alfil_rules::movement::Movement;
use alfil_rules::question::{
    Anchor, CounterId, Filter, Men, MoveFact, Number, Pattern, Question, Subject, Test, Whose,
};
use alfil_rules::ruleset::{Blocking, Owner, Ruleset};
use alfil_rules::side::Side;
use std::collections::{BTreeMap, BTreeSet};

/// What effects mean for other parts of a section.
#[derive(Default)]
pub(super) struct Effects {
    /// Kinds that the program calls walls.
    pub(super) walls: Vec<KindId>,
    /// True if captures blast, and the kinds that a blast spares.
    pub(super) blast: Option<Vec<KindId>>,
    /// The counter of checks.
    pub(super) checks: Option<CounterId>,
    /// True if each move leaves an arrow.
    pub(super) arrow: bool,
    /// The kinds that come from the hand onto the start of a first move.
    pub(super) gated: Vec<KindId>,
    /// The kinds whose first moves never do so.
    pub(super) gateless: Vec<KindId>,
}

/// Reads the effects of the game.
pub(super) fn effects(model: &BoardModel, kinds: &Kinds, gaps: &mut Gaps) -> Effects {
    let rules = &model.rules;
    let mut found = Effects::default();
    let gates = gating(model, &mut found);
    for effect in rules.effects.iter().filter(|_| !gates) {
        let known = effect.will == Will::Must
            && (checks(effect, &mut found)
                || blast(model, effect, &mut found)
                || duck(rules, effect, &mut found)
                || arrow(model, kinds, effect, &mut found));
        if !known {
            gaps.at(effect.span, format!("this effect: {}", rules.effect(effect)));
        }
    }
    let walls = rules
        .kinds
        .enumerate()
        .filter(|(id, kind)| kind.owner == Owner::Nobody && !found.walls.contains(id));
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

/// Pieces come from the hand onto the start of the first move of another piece, if kings are safe
/// without them.
fn gating(model: &BoardModel, found: &mut Effects) -> bool {
    let [safe, step, castle] = model.rules.effects.as_slice() else { return false };
    let Some(Question::All(parts)) = &step.question else { return false };
    let [Question::Move(MoveFact::Moving(men)), mover, Question::Not(castling)] = parts.as_slice()
    else {
        return false;
    };
    let (Question::Count(Number::Some, first) | Question::Among(first)) = mover else {
        return false;
    };
    let unmoved =
        matches!(first.filters.as_slice(), [Filter { holds: true, test: Test::NeverMoved }]);
    let (Some(kinds), Some(again)) =
        (gated(step, &[Anchor::Start]), gated(castle, &[Anchor::Start, Anchor::Partner]))
    else {
        return false;
    };
    let is_castling = |question: &Question| *question == Question::Move(MoveFact::Castling);
    let known = safe.question.is_none()
        && safe.deeds.as_slice() == [Deed::KingSafe]
        && unmoved
        && first.what == Subject::Anchor(Anchor::Mover)
        && men.kinds.is_none()
        && is_castling(castling)
        && castle.question.as_ref().is_some_and(is_castling)
        && kinds == again;
    // The program has gates on the first rank only.
    let first_rank = |side: Side, kind: KindId| {
        let cells = model.start_cells[side][kind].into_iter();
        let ranks = cells.map(|site| model.graph.rank_for(site, side) == 1);
        ranks.into_iter().all(|first| first != men.but.contains(&kind))
    };
    let ids = || model.rules.kinds.ids();
    let ranks = Side::BOTH.into_iter().all(|side| ids().all(|kind| first_rank(side, kind)));
    if known && ranks {
        found.gated = kinds.to_vec();
        found.gateless.clone_from(&men.but);
    }
    known && ranks
}

/// The kinds that an effect may place from the hand on one of these cells.
fn gated<'a>(effect: &'a Effect, on: &[Anchor]) -> Option<&'a [KindId]> {
    let [Deed::Place(what, Spot::Anchors(anchors))] = effect.deeds.as_slice() else { return None };
    let fits = effect.will == Will::May && what.from == Source::Hand && anchors == on;
    fits.then_some(what.kinds.as_slice())
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
    let is_mover = (*mover.pieces.filters).is_empty()
        && matches!(mover.pieces.what, Subject::Anchor(Anchor::Mover | Anchor::End));
    let around_it = element::read("K");
    let is_ring = elements(model, pattern).as_ref() == around_it.as_ref();
    let any = victims.kinds.is_none() && is_any(victims.whose);
    if !is_all(men) || around.extent != Extent::Each || !is_end || !is_mover || !is_ring || !any {
        return false;
    }
    found.blast = Some(victims.but.clone());
    true
}

pub(super) fn is_any(whose: Option<Whose>) -> bool {
    whose.is_none_or(|whose| whose == Whose::Any)
}

pub(super) fn is_all(men: &Men) -> bool {
    men.kinds.is_none() && men.but.is_empty() && men.whose != Some(Whose::Own)
}

/// The elements of a pattern; `None` if the program does not know them.
fn elements(model: &BoardModel, pattern: &Pattern) -> Option<BTreeSet<Element>> {
    let kind = pattern.kind.or_else(|| model.rules.kinds.ids().next())?;
    let ways = ways(model, kind, &Movement::of(pattern.terms.clone()), &BTreeMap::new());
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

/// True if pieces of the kind are only obstacles.
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
