//! The ends of the game, with repetition and moves without progress.

use crate::fairy::export::movement::is_exported;
use crate::fairy::export::pieces::{Pieces, Royals};
use crate::fairy::export::section::{Gaps, Section, cells};
use alfil_board::model::board_model::BoardModel;
use alfil_diagnostics::source::Span;
use alfil_resolve::resolution::Resolved;
use alfil_rules::condition::Area;
use alfil_rules::goal::{Asked, Event, Goals, Verdict};
use alfil_rules::ids::KindId;
use alfil_rules::question::{
    CounterId, Filter, MoveFact, Number, Order, Pieces as Selected, Question, Repeats, SideFact,
    Subject, Tally, Test, Whose,
};
use alfil_rules::side::{Color, Side};
use std::collections::BTreeSet;

/// The only loss by missing pieces of a section.
#[derive(Clone, PartialEq, Eq)]
struct Extinction {
    /// The result for the side that lacks pieces.
    verdict: Verdict,
    /// The kinds; `None` for all kinds together.
    kinds: Option<BTreeSet<KindId>>,
    /// The side has at most this many.
    most: u32,
    /// The opponent has at least this many.
    enemies: u32,
    /// True if the opponent needs one more while the side is to move.
    claimed: bool,
}

/// The goal of reaching an area, if the game has exactly one such goal.
struct Flag<'a> {
    kind: Option<KindId>,
    area: &'a Area,
    /// True if Black has one more move.
    last_move: bool,
    /// True if the piece must not be attacked there.
    safe: bool,
}

/// Pieces that a question counts.
struct Counted<'a> {
    number: Number,
    whose: Whose,
    kinds: Option<Vec<KindId>>,
    area: Option<&'a Area>,
    /// True if only pieces count that no enemy attacks.
    safe: bool,
}

/// Writes the ends into `section`. `checks` is the counter of checks, if the game has one. Returns
/// the number of checks that wins.
pub(super) fn ends(
    resolved: &Resolved,
    model: &BoardModel,
    pieces: &Pieces,
    royals: &Royals,
    checks: Option<CounterId>,
    section: &mut Section,
    gaps: &mut Gaps,
) -> Option<u32> {
    plain(resolved, royals, &model.rules.ends, section, gaps);
    let goals = &model.rules.ends.goals;
    let mut extinctions: Vec<(Extinction, Span)> = Vec::new();
    let mut flag: Option<Flag> = None;
    let mut wanted = None;
    let mut rest = goals.as_slice();
    if let [draw, win, more @ ..] = rest
        && let Some(race) = race(draw, win)
    {
        flag = Some(race);
        rest = more;
    }
    for goal in rest {
        if let Some(found) = extinction(model, goal) {
            extinctions.push((found, goal.span));
        } else if let Some(found) = arrival(goal).filter(|_| flag.is_none()) {
            flag = Some(found);
        } else if let Some(number) = checks.and_then(|counter| counted_checks(goal, counter)) {
            wanted = Some(number);
        } else {
            gaps.at(goal.span, format!("this goal: {}", model.rules.sentence(&goal.question)));
        }
    }
    extinct(pieces, royals, &extinctions, section, gaps);
    if let Some(flag) = flag {
        let kind = flag.kind.map_or("*".to_owned(), |kind| pieces.set([kind]));
        section.set("flagPiece", kind);
        for (side, name) in [(Side::White, "White"), (Side::Black, "Black")] {
            let region = model.cells(flag.area, side);
            section.set(format!("flagRegion{name}"), cells(model, region));
        }
        section.flag("flagMove", flag.last_move, false);
        section.flag("flagPieceSafe", flag.safe, false);
    }
    section.flag("checkCounting", wanted.is_some(), false);
    draws(resolved, model, pieces, section, gaps);
    wanted
}

/// Writes the results of mate and stalemate.
fn plain(
    resolved: &Resolved,
    royals: &Royals,
    ends: &Goals,
    section: &mut Section,
    gaps: &mut Gaps,
) {
    let mut result = |event: Event, key: &str, usual: &str, section: &mut Section| {
        let value = ends.verdict(event).and_then(value);
        match value {
            Some(value) if value == usual => {}
            Some(value) => section.set(key, value),
            None => {
                gaps.maybe(resolved.place_of_end(event), format!("the result of {}", event.key()))
            }
        }
    };
    if !royals.is_empty() {
        result(Event::Checkmate, "checkmateValue", "loss", section);
    }
    result(Event::Stalemate, "stalemateValue", "draw", section);
}

/// A result as the program writes it; `None` for parts of a point.
pub(super) fn value(verdict: Verdict) -> Option<&'static str> {
    match verdict {
        Verdict::WIN => Some("win"),
        Verdict::LOSS => Some("loss"),
        Verdict::Draw => Some("draw"),
        Verdict::Win(_) | Verdict::Loss(_) => None,
    }
}

/// Writes losses by missing pieces and pieces that are royal together.
fn extinct(
    pieces: &Pieces,
    royals: &Royals,
    found: &[(Extinction, Span)],
    section: &mut Section,
    gaps: &mut Gaps,
) {
    let pseudo = royals.pseudo.map(|kind| Extinction {
        verdict: Verdict::LOSS,
        kinds: Some(BTreeSet::from([kind])),
        most: 0,
        enemies: 0,
        claimed: false,
    });
    let first = pseudo.clone().or(found.first().map(|(one, _)| one.clone()));
    let Some(first) = first else { return };
    for (_, span) in found.iter().filter(|(other, _)| *other != first) {
        gaps.at(*span, "a second goal about missing pieces".to_owned());
    }
    let Some(value) = value(first.verdict) else {
        gaps.maybe(found.first().map(|(_, span)| *span), "a part of a point".to_owned());
        return;
    };
    section.set("extinctionValue", value);
    let kinds = first.kinds.map_or("*".to_owned(), |kinds| pieces.set(kinds));
    section.set("extinctionPieceTypes", kinds);
    for (key, number) in
        [("extinctionPieceCount", first.most), ("extinctionOpponentPieceCount", first.enemies)]
    {
        if number > 0 {
            section.set(key, number.to_string());
        }
    }
    section.flag("extinctionClaim", first.claimed, false);
    section.flag("extinctionPseudoRoyal", royals.pseudo.is_some(), false);
    section.flag("dupleCheck", royals.together, false);
}

/// Reads a question that counts pieces, perhaps in an area.
fn counted(question: &Question) -> Option<Counted<'_>> {
    let Question::Count(number, Selected { what: Subject::Men(men), filters }) = question else {
        return None;
    };
    let (area, safe) = match filters.as_slice() {
        [] => (None, false),
        [Filter { holds: true, test: Test::In(area) }] => (Some(area), false),
        [
            Filter { holds: true, test: Test::In(area) },
            Filter { holds: false, test: Test::Attacked(None) },
        ] => (Some(area), true),
        [_, ..] => return None,
    };
    let whose = men.whose.unwrap_or(Whose::Any);
    men.but.is_empty().then(|| Counted {
        number: *number,
        whose,
        kinds: men.kinds.clone(),
        area,
        safe,
    })
}

/// Reads a goal about missing pieces.
fn extinction(model: &BoardModel, goal: &Asked) -> Option<Extinction> {
    let one = std::slice::from_ref(&goal.question);
    let parts = match &goal.question {
        Question::All(parts) => parts.as_slice(),
        Question::KindGone(whose) => return kind_gone(model, *whose, goal.verdict),
        _ => one,
    };
    let (first, more) = parts.split_first()?;
    let missing = counted(first).filter(|counted| counted.area.is_none())?;
    let most = match missing.number {
        Number::No => 0,
        Number::AtMost(most) | Number::Exactly(most) => most,
        Number::Some | Number::AtLeast(_) | Number::All => return None,
    };
    // A side without pieces has lost before it could have fewer than one.
    if matches!(missing.number, Number::Exactly(most) if most > 1) {
        return None;
    }
    let kinds = match missing.kinds.as_deref() {
        None => None,
        Some(&[kind]) => Some(BTreeSet::from([kind])),
        Some(_) => return None,
    };
    let verdict = for_side(goal.verdict, missing.whose)?;
    let base = Extinction { verdict, kinds, most, enemies: 0, claimed: false };
    match more {
        [] => Some(base),
        [Question::Any(either)] => {
            let [Question::Side(Whose::Own, SideFact::OnMove), other] = either.as_slice() else {
                return None;
            };
            let enemies = enemies(other, &missing)?;
            // The side to move wins with one piece less.
            (missing.whose == Whose::Enemy && enemies > 1).then(|| Extinction {
                enemies: enemies - 1,
                claimed: true,
                ..base
            })
        }
        [other] => Some(Extinction { enemies: enemies(other, &missing)?, ..base }),
        [_, _, ..] => None,
    }
}

/// The number of pieces that the opponent of the side without pieces needs.
fn enemies(question: &Question, missing: &Counted) -> Option<u32> {
    let other = counted(question)?;
    let opposite = match missing.whose {
        Whose::Own => Whose::Enemy,
        Whose::Enemy => Whose::Own,
        Whose::Any | Whose::Ally => return None,
    };
    if other.whose != opposite || other.kinds != missing.kinds || other.area.is_some() {
        return None;
    }
    match other.number {
        Number::Some => Some(1),
        Number::AtLeast(least) => Some(least),
        Number::No | Number::Exactly(_) | Number::AtMost(_) | Number::All => None,
    }
}

/// The result for the side that `whose` names.
fn for_side(verdict: Verdict, whose: Whose) -> Option<Verdict> {
    match (whose, verdict) {
        (Whose::Own, verdict) => Some(verdict),
        (Whose::Enemy, Verdict::WIN) => Some(Verdict::LOSS),
        (Whose::Enemy, Verdict::LOSS) => Some(Verdict::WIN),
        (Whose::Enemy, Verdict::Draw) => Some(Verdict::Draw),
        (Whose::Enemy, Verdict::Win(_) | Verdict::Loss(_)) | (Whose::Any | Whose::Ally, _) => None,
    }
}

/// Every kind with which the game begins may be the one that is gone.
fn kind_gone(model: &BoardModel, whose: Whose, verdict: Verdict) -> Option<Extinction> {
    let begins = |side: Side| {
        let kinds = model.rules.kinds.ids();
        kinds.filter(|&kind| !model.start_cells[side][kind].is_empty()).collect::<BTreeSet<_>>()
    };
    let [white, black] = Side::BOTH.map(begins);
    (white == black).then_some(())?;
    let verdict = for_side(verdict, whose)?;
    Some(Extinction { verdict, kinds: Some(white), most: 0, enemies: 0, claimed: false })
}

/// Reads a goal of arriving in an area.
fn arrival(goal: &Asked) -> Option<Flag<'_>> {
    let counted = counted(&goal.question)?;
    let kind = match counted.kinds.as_deref() {
        None => None,
        Some(&[kind]) => Some(kind),
        Some(_) => return None,
    };
    let some = matches!(counted.number, Number::Some | Number::AtLeast(1));
    let wins = goal.verdict == Verdict::WIN && counted.whose == Whose::Own;
    (some && wins).then_some(Flag {
        kind,
        area: counted.area?,
        last_move: false,
        safe: counted.safe,
    })
}

/// Reads the two goals of a race in which Black may answer the arrival of White.
fn race<'a>(draw: &'a Asked, win: &'a Asked) -> Option<Flag<'a>> {
    let both = counted(&draw.question)?;
    let area = both.area?;
    let kind = *both.kinds.as_deref()?.first()?;
    let Question::All(parts) = &win.question else { return None };
    let [arrives, Question::Any(late)] = parts.as_slice() else { return None };
    let own = counted(arrives)?;
    let [
        Question::Plays(Color::Black),
        Question::Side(Whose::Own, SideFact::OnMove),
        Question::Reply(Number::No, reply, Some(to)),
    ] = late.as_slice()
    else {
        return None;
    };
    let Selected { what: Subject::Men(men), filters } = reply else { return None };
    let same = own.whose == Whose::Own
        && !own.safe
        && !both.safe
        && matches!(own.number, Number::Some)
        && own.area == Some(area)
        && own.kinds == both.kinds
        && men.kinds == both.kinds
        && men.whose == Some(Whose::Enemy)
        && filters.is_empty()
        && to == area;
    let drawn = draw.verdict == Verdict::Draw
        && matches!(both.number, Number::Exactly(2))
        && both.whose == Whose::Any;
    (same && drawn && win.verdict == Verdict::WIN).then_some(Flag {
        kind: Some(kind),
        area,
        last_move: true,
        safe: false,
    })
}

/// The number of checks that wins.
fn counted_checks(goal: &Asked, counter: CounterId) -> Option<u32> {
    let (whose, Tally::Counted(of), Order::Equal | Order::AtLeast, number) =
        goal.question.reaches()?
    else {
        return None;
    };
    let wins = whose == Whose::Own && goal.verdict == Verdict::WIN && of == counter;
    (wins && (1..10).contains(&number)).then_some(number)
}

// Ends by repetition and by moves without progress.

/// Moves without progress after which the game is drawn.
struct Idle {
    /// Moves of each side.
    moves: u32,
    /// The kinds whose moves are progress, besides all captures.
    kinds: BTreeSet<KindId>,
}

/// A position that comes again.
struct Fold {
    times: u32,
    value: &'static str,
    /// True if the value is White's, not that of the side to move.
    absolute: bool,
}

/// Writes the draws of `model` and its claims into `section`.
pub(super) fn draws(
    resolved: &Resolved,
    model: &BoardModel,
    pieces: &Pieces,
    section: &mut Section,
    gaps: &mut Gaps,
) {
    let ends = &model.rules.ends;
    let mut fold = [3, 4]
        .into_iter()
        .find(|times| ends.verdict(Event::Repetition(*times)).is_some())
        .map(|times| Fold { times, value: "draw", absolute: false });
    let limit = Event::MoveLimit(100);
    let mut idle = ends.verdict(limit).map(|_| Idle { moves: 50, kinds: irreversible(model) });
    let mut place = resolved.place_of_end(limit);
    let mut checks = None;
    for claim in &ends.claims {
        if let (Question::Repeated(times @ (3 | 4), Repeats::ByChecks), Verdict::LOSS) =
            (&claim.question, claim.verdict)
            && checks.is_none()
        {
            checks = Some((*times, claim));
        } else if let Some(found) = folds(claim).filter(|_| fold.is_none()) {
            fold = Some(found);
        } else if let Some(found) = idles(model, claim).filter(|_| idle.is_none()) {
            idle = Some(found);
            place = Some(claim.span);
        } else {
            let sentence = model.rules.sentence(&claim.question);
            gaps.at(claim.span, format!("this claim: {sentence}"));
        }
    }
    if let Some((times, claim)) = checks {
        match &fold {
            Some(fold) if fold.times == times => section.set("perpetualCheckIllegal", "true"),
            Some(_) | None => {
                let sentence = model.rules.sentence(&claim.question);
                gaps.at(claim.span, format!("this claim: {sentence}"));
            }
        }
    }
    let times = fold.as_ref().map_or(0, |fold| fold.times);
    if times != 3 {
        section.set("nFoldRule", times.to_string());
    }
    if let Some(fold) = fold {
        if fold.value != "draw" {
            section.set("nFoldValue", fold.value);
        }
        section.flag("nFoldValueAbsolute", fold.absolute, false);
    }
    let moves = idle.as_ref().map_or(0, |idle| idle.moves);
    if moves != 50 {
        section.set("nMoveRule", moves.to_string());
    }
    let Some(idle) = idle else { return };
    if section.has("pieceDrops") {
        let cause =
            "the number of moves without progress, because a drop resets it in that program";
        gaps.maybe(place, cause.to_owned());
    }
    if idle.kinds != pieces.pawn().into_iter().collect() {
        section.set("nMoveRuleTypes", pieces.set(idle.kinds));
    }
}

/// The kinds whose moves cannot be taken back.
fn irreversible(model: &BoardModel) -> BTreeSet<KindId> {
    let kinds = || model.rules.kinds.enumerate().filter(|(_, kind)| is_exported(kind));
    let of = |side: Side| kinds().filter(move |&(id, _)| model.irreversible[side][id]);
    Side::BOTH.into_iter().flat_map(of).map(|(id, _)| id).collect()
}

/// Reads a claim about a position that comes again. A claim gives the result of the side that made
/// the last move, and the program gives that of the other side.
fn folds(claim: &Asked) -> Option<Fold> {
    let result = |verdict: Verdict, relative: bool| match (verdict, relative) {
        (Verdict::Draw, _) => Some("draw"),
        (Verdict::WIN, false) | (Verdict::LOSS, true) => Some("win"),
        (Verdict::LOSS, false) | (Verdict::WIN, true) => Some("loss"),
        (Verdict::Win(_) | Verdict::Loss(_), _) => None,
    };
    if let Question::Repeated(times, Repeats::Anyhow) = &claim.question {
        let value = result(claim.verdict, true)?;
        return Some(Fold { times: *times, value, absolute: false });
    }
    let Question::All(parts) = &claim.question else { return None };
    let [Question::Plays(Color::White), Question::Repeated(times, Repeats::Anyhow)] =
        parts.as_slice()
    else {
        return None;
    };
    Some(Fold { times: *times, value: result(claim.verdict, false)?, absolute: true })
}

/// Reads a claim of a draw after moves without progress.
fn idles(model: &BoardModel, claim: &Asked) -> Option<Idle> {
    let Question::Without(moves, _, progress) = &claim.question else { return None };
    if claim.verdict != Verdict::Draw {
        return None;
    }
    let single = std::slice::from_ref(progress.as_ref());
    let parts =
        if let Question::Any(parts) = progress.as_ref() { parts.as_slice() } else { single };
    let [Question::Move(MoveFact::Capturing(victims)), more @ ..] = parts else { return None };
    if victims.kinds.is_some() || victims.whose.is_some() || !victims.but.is_empty() {
        return None;
    }
    let mut kinds = BTreeSet::new();
    match more {
        [] => {}
        [Question::Move(MoveFact::Moving(men))] if men.whose.is_none() && men.but.is_empty() => {
            kinds.extend(men.kinds.clone().unwrap_or_else(|| model.rules.kinds.ids().collect()));
        }
        [_, ..] => return None,
    }
    Some(Idle { moves: *moves, kinds })
}
