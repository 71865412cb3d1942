//! Ends by repetition and by moves without progress.

use crate::foreign::fairy::export::gaps::Gaps;
use crate::foreign::fairy::export::kinds::is_exported;
use crate::foreign::fairy::export::pieces::Pieces;
use crate::foreign::fairy::export::section::Section;
use crate::resolve::resolution::Resolved;
use alfil_board::model::board_model::BoardModel;
use alfil_rules::goal::{Asked, Event, Verdict};
use alfil_rules::ids::KindId;
use alfil_rules::question::{MoveFact, Question, Repeats, SideFact};
use alfil_rules::side::Side;
use std::collections::BTreeSet;

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
        let cause = "the count of moves without progress, which a drop resets in that program";
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
    let [Question::Side(SideFact::White), Question::Repeated(times, Repeats::Anyhow)] =
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
