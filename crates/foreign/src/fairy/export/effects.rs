//! Effects that the program knows, and rules about whole moves: checks that count, blasts, walls,
//! gates, restrictions, duties and turns.

use crate::fairy::export::element::{self, Element, End, Travel};
use crate::fairy::export::movement::{Kinds, ways};
use crate::fairy::export::section::{Gaps, Section};
use alfil_board::model::board_model::BoardModel;
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::condition::Area;
use alfil_rules::effect::{Deed, Effect, Extent, Picked, Source, Spot, Will};
use alfil_rules::ids::KindId;
use alfil_rules::movement::Movement;
use alfil_rules::question::{
    Anchor, CounterId, Filter, Men, MoveFact, Number, Pattern, Pieces as Selected, Question,
    Subject, Test, Whose,
};
use alfil_rules::ruleset::{Blocking, Owner, Ruleset};
use alfil_rules::side::Side;
use alfil_rules::turn::{Growth, Pass, Series, Turn};
use alfil_topology::site_set::AnySet;
use std::collections::{BTreeMap, BTreeSet};

// Effects that the program knows: checks that count, blasts, walls and gates.

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
        gaps.at(kind.name.span, format!("the {}, which belongs to no side", kind.name.value));
    }
    for kind in rules.kinds.iter().filter(|kind| kind.owner == Owner::Both) {
        gaps.at(kind.name.span, format!("the {}, which belongs to both sides", kind.name.value));
    }
    for kind in rules.kinds.iter().filter(|kind| kind.blocks.value == Blocking::Open) {
        gaps.at(kind.blocks.span, format!("the {}, which does not block", kind.name.value));
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
    let Question::Count(Number::Some, first) = mover else {
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

// Rules about whole moves: restrictions, duties and turns.

/// The kinds whose hops neither capture nor pass over their own kind, and where a question says so.
pub(super) fn shy(rules: &Ruleset) -> BTreeMap<KindId, Span> {
    let kind = |asked: &Spanned<Question>| Some((shy_kind(rules, &asked.value)?, asked.span));
    rules.asked.iter().filter_map(kind).collect()
}

fn shy_kind(rules: &Ruleset, question: &Question) -> Option<KindId> {
    let Question::Any(parts) = question else { return None };
    let [Question::Not(moving), Question::Not(by), Question::All(then)] = parts.as_slice() else {
        return None;
    };
    let (Question::Move(MoveFact::Moving(men)), Question::By(terms)) = (&**moving, &**by) else {
        return None;
    };
    let [Question::By(same), Question::Not(inner)] = then.as_slice() else { return None };
    let Question::Any(avoided) = &**inner else { return None };
    let [Question::Move(MoveFact::Capturing(taken)), Question::Move(MoveFact::Over(hurdle))] =
        avoided.as_slice()
    else {
        return None;
    };
    let &[kind] = men.kinds.as_deref()? else { return None };
    let is_own = |men: &Men| men.kinds.as_deref() == Some(&[kind]) && men.but.is_empty();
    let any =
        is_own(taken) && is_own(hurdle) && is_any(hurdle.whose) && taken.whose != Some(Whose::Own);
    let walks = rules.kinds[kind].moves.terms.iter();
    let covered =
        walks.into_iter().all(|term| terms.terms.iter().any(|covered| covered.span == term.span));
    (any && covered && terms == same).then_some(kind)
}

/// Restrictions of moves that belong to other parts of a section.
#[derive(Default)]
pub(super) struct Restrictions {
    /// Limits on the numbers of promoted pieces.
    pub(super) promoted: BTreeMap<KindId, u32>,
    /// The kinds for whose drops on both shades other drops leave room.
    pub(super) with_room: Vec<KindId>,
}

/// Writes restrictions of moves.
pub(super) fn restrictions(
    model: &BoardModel,
    shy: &BTreeMap<KindId, Span>,
    section: &mut Section,
    gaps: &mut Gaps,
) -> Restrictions {
    let rules = &model.rules;
    let mut found = Restrictions::default();
    for asked in &rules.asked {
        if shy.values().any(|&span| span == asked.span) {
            continue;
        }
        let silent = Question::Not(Box::new(Question::Move(MoveFact::GivingCheck)));
        if asked.value == silent {
            section.flag("checking", false, true);
        } else if let Some(limits) = promotion_limits(model, &asked.value) {
            found.promoted.extend(limits);
        } else if let Some(kind) = leaves_room(model, &asked.value) {
            found.with_room.push(kind);
        } else {
            restriction(rules, asked, gaps);
        }
    }
    for asked in rules
        .attack_asked
        .iter()
        .filter(|attack| !rules.asked.iter().any(|asked| asked.span == attack.span))
    {
        restriction(rules, asked, gaps);
    }
    if rules.every_attack != rules.every_move {
        gaps.maybe(
            rules.every_move_place,
            "a restriction on attacks that differs from that on moves".to_owned(),
        );
    }
    found
}

fn restriction(rules: &Ruleset, asked: &Spanned<Question>, gaps: &mut Gaps) {
    gaps.at(asked.span, format!("this restriction: {}", rules.sentence(&asked.value)));
}

/// Limits on the numbers of pieces that only promotions raise.
fn promotion_limits(model: &BoardModel, question: &Question) -> Option<Vec<(KindId, u32)>> {
    let Question::Leaving(after) = question else {
        return promotion_limit(question).map(|limit| vec![limit]);
    };
    let one = std::slice::from_ref(&**after);
    let parts = if let Question::All(parts) = &**after { parts.as_slice() } else { one };
    let limits: Option<Vec<(KindId, u32)>> = parts.iter().map(at_most).collect();
    let drops =
        |kind: KindId| Side::BOTH.into_iter().any(|side| !model.drops[side][kind].is_empty());
    let begins =
        |kind: KindId| Side::BOTH.into_iter().map(|side| model.start_counts[side][kind]).max();
    limits.filter(|limits| {
        limits.iter().all(|&(kind, most)| !drops(kind) && begins(kind) <= Some(most))
            && !model.rules.changes_pieces()
    })
}

/// `at most 2 own kings`
fn at_most(question: &Question) -> Option<(KindId, u32)> {
    let Question::Count(Number::AtMost(most), Selected { what: Subject::Men(men), filters }) =
        question
    else {
        return None;
    };
    let &[kind] = men.kinds.as_deref()? else { return None };
    let own = men.whose == Some(Whose::Own) && men.but.is_empty() && filters.is_empty();
    (own && *most > 0).then_some((kind, *most))
}

/// A drop leaves room for the bishops in hand, on cells of both shades. The program does the same
/// if bishops must stand on different shades.
fn leaves_room(model: &BoardModel, question: &Question) -> Option<KindId> {
    let Question::Any(parts) = question else { return None };
    let [Question::Not(dropping), Question::All(rooms)] = parts.as_slice() else { return None };
    let Question::Move(MoveFact::Dropping(men)) = &**dropping else { return None };
    if men.kinds.is_some() || !men.but.is_empty() || rooms.len() != 2 {
        return None;
    }
    let rooms: Option<Vec<(KindId, &Area)>> = rooms.iter().map(room).collect();
    let rooms = rooms?;
    let (kind, _) = *rooms.first()?;
    let shades = BTreeSet::from([1, 2]);
    let fits = Side::BOTH.into_iter().all(|side| {
        let lands = model.drops[side][kind].iter();
        let drops = lands.fold(AnySet::EMPTY, |all, drop| all | drop.cells);
        let shade = |area: &Area| -> BTreeSet<u8> {
            model.cells(area, side).into_iter().map(|site| model.graph.shade(site)).collect()
        };
        let areas = rooms.iter().map(|(_, area)| model.cells(area, side));
        let all = areas.fold(AnySet::EMPTY, |all, cells| all | cells);
        let of: Vec<BTreeSet<u8>> = rooms.iter().map(|(_, area)| shade(area)).collect();
        let single = of.iter().all(|of| of.len() == 1);
        all == drops && single && of.into_iter().flatten().collect::<BTreeSet<u8>>() == shades
    });
    let one = model.drops[Side::White][kind].iter().all(|drop| drop.limits.on_shade == 1);
    (fits && one && rooms.iter().all(|(other, _)| *other == kind)).then_some(kind)
}

/// `leaving (own bishop in AREA or empty in AREA)`
fn room(question: &Question) -> Option<(KindId, &Area)> {
    let Question::Leaving(after) = question else { return None };
    let Question::Any(parts) = &**after else { return None };
    let [Question::Count(Number::Some, own), Question::Count(Number::Some, free)] =
        parts.as_slice()
    else {
        return None;
    };
    let Subject::Men(men) = &own.what else { return None };
    let &[kind] = men.kinds.as_deref()? else { return None };
    let [Filter { holds: true, test: Test::In(area) }] = own.filters.as_slice() else {
        return None;
    };
    let same = free.filters == own.filters && free.what == Subject::Empty;
    (same && men.whose == Some(Whose::Own)).then_some((kind, area))
}

/// `not promoting to king or leaving at most 2 own kings`
fn promotion_limit(question: &Question) -> Option<(KindId, u32)> {
    let Question::Any(parts) = question else { return None };
    let [Question::Not(promoting), Question::Leaving(count)] = parts.as_slice() else {
        return None;
    };
    let Question::Move(MoveFact::Promoting(Some(kinds))) = &**promoting else { return None };
    let (kind, most) = at_most(count)?;
    (kinds.as_slice() == [kind]).then_some((kind, most))
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
pub(super) fn turn(rules: &Ruleset, place: Option<Span>, section: &mut Section, gaps: &mut Gaps) {
    let place = place.or_else(|| rules.turn.questions().map(|asked| asked.span).next());
    let mut passes = false;
    let mut plain = rules.turn.clone();
    let [white, black] = &rules.turn.series.0;
    if white != black {
        gaps.maybe(place, "turns of White that differ from those of Black".to_owned());
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
    let turn = &rules.turn;
    let single = |series: &Series| series.steps.len() == 1 && series.growth == Growth::None;
    let one = turn.series.0.iter().all(single) && turn.first.is_none();
    let cause = if one { "conditions on the moves of a turn" } else { "turns of several moves" };
    gaps.maybe(place, cause.to_owned());
}
