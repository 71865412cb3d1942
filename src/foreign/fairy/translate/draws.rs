//! Draws, and ends by the number of moves.

use crate::foreign::fairy::translate::case::{Case, opposite, verdict};
use crate::foreign::fairy::translate::hand::has_hands;
use crate::foreign::fairy::translate::kinds::of_types;
use crate::foreign::fairy::values::{Counting, PieceSet, Side, Verdict};
use alfil_syntax::write::Map;
use std::collections::BTreeSet;

/// Pieces that are compared when both sides pass or the board is full.
pub(crate) fn material(case: &mut Case<'_>, goals: &mut Vec<String>) {
    let settings = case.settings;
    let passes = Side::ALL
        .iter()
        .any(|side| *settings.pass.of(*side) || *settings.pass_on_stalemate.of(*side));
    // A pass of each side ends the game.
    let idle = if has_hands(case) {
        "1 turns without (moving or dropping)"
    } else {
        "1 turns without moving"
    };
    if settings.material == Counting::Janggi {
        case.lose("materialCounting", "points of pieces with a part of a point are not compared");
    }
    if matches!(settings.material, Counting::None | Counting::Janggi) {
        if passes {
            goals.push(format!("draw when {idle}"));
        }
        return;
    }
    let mut when = Vec::new();
    if settings.full_board {
        when.push("no empty");
    }
    if passes {
        when.push(idle);
    }
    let when = match when[..] {
        [] => return,
        [one] => one.to_owned(),
        _ => format!("({})", when.join(" or ")),
    };
    goals.extend(drawn(case, &when));
}

/// True if the pieces that are left decide what would be a draw otherwise.
fn counts_pieces(case: &Case<'_>) -> bool {
    !matches!(case.settings.material, Counting::None | Counting::Janggi)
}

/// A stalemate that is drawn and counts pieces; false if stalemate has a result of its own.
pub(crate) fn stalemate(case: &Case<'_>, goals: &mut Vec<String>) -> bool {
    let settings = case.settings;
    let draws =
        settings.stalemate == Verdict::Draw && !settings.stalemate_count && counts_pieces(case);
    if draws {
        goals.extend(drawn(case, &format!("({STUCK})")));
    }
    draws
}

/// Holds for both sides if the side to move has no legal move.
pub(crate) const STUCK: &str = "on move and stuck or not on move and no enemy can move";

/// The sentences for an end that would be a draw if nothing were counted. `when` is true for both
/// sides or for none.
fn drawn(case: &Case<'_>, when: &str) -> Vec<String> {
    match case.settings.material {
        Counting::None | Counting::Janggi => vec![format!("draw when {when}")],
        Counting::Unweighted => vec![
            format!("win when {when} and {}", compared(case, "more", "than")),
            format!("draw when {when}"),
        ],
        // The program counts no pieces then: one side wins every draw.
        Counting::WhiteDrawOdds => vec![format!("win when white and {when}")],
        Counting::BlackDrawOdds => vec![format!("win when black and {when}")],
    }
}

/// A comparison of the numbers of pieces. The program counts the pieces on the board only.
pub(crate) fn compared(case: &Case<'_>, more: &str, than: &str) -> String {
    let on_board = if case.settings.piece_drops { " not in hand" } else { "" };
    format!("{more} own pieces{on_board} {than} enemy pieces{on_board}")
}

/// The smaller of two limits, of which 0 is none. A game ends as soon as a side may claim that, so a
/// limit for claims and one without are alike.
fn sooner(one: u32, other: u32) -> u32 {
    match (one, other) {
        (0, limit) | (limit, 0) => limit,
        (one, other) => one.min(other),
    }
}

/// The end of long games.
pub(crate) fn length(case: &Case<'_>, goals: &mut Vec<String>) {
    let settings = case.settings;
    if settings.n_move_hard == 0 {
        return;
    }
    let long = format!("at least {} any turns", settings.n_move_hard.saturating_mul(2));
    match settings.n_move_hard_value {
        Verdict::None => {}
        Verdict::Draw => goals.extend(drawn(case, &long)),
        Verdict::Win => goals.push(format!("win when on move and {long}")),
        Verdict::Loss => goals.push(format!("loss when on move and {long}")),
    }
}

/// Moves without progress.
pub(crate) fn progress(
    case: &mut Case<'_>,
    promoting: &BTreeSet<String>,
    entries: &mut Map,
    claims: &mut Vec<String>,
) {
    let settings = case.settings;
    let limit = sooner(settings.n_move, settings.n_move_immediate);
    if limit == 0 {
        return;
    }
    let all =
        Side::ALL.iter().flat_map(|side| settings.n_move_types.of(*side).types.clone()).collect();
    let names = of_types(&case.kinds, &PieceSet { all: false, types: all });
    let usual = names.iter().all(|name| promoting.contains(*name))
        && promoting.iter().all(|name| names.contains(&name.as_str()));
    if limit == 50 && usual && settings.material == Counting::None {
        return entries.put("fifty moves", "draw");
    }
    let progress = if names.is_empty() {
        "capturing".to_owned()
    } else {
        format!("(capturing or moving {})", names.join(" or "))
    };
    let turns = format!("{limit} turns without {progress}");
    claims.extend(drawn(case, &turns));
}

/// Positions that come again.
pub(crate) fn repetition(case: &mut Case<'_>, entries: &mut Map, claims: &mut Vec<String>) {
    let settings = case.settings;
    let count = sooner(settings.n_fold, settings.n_fold_immediate);
    if count == 0 {
        return;
    }
    if settings.perpetual_check_illegal {
        claims.push(format!("loss when repeated {count} times by checks"));
    }
    let value = settings.n_fold_value;
    match (value, count) {
        (Verdict::None, _) => {}
        // Pieces that are counted decide this draw as well.
        (Verdict::Draw, count) if counts_pieces(case) => {
            claims.extend(drawn(case, &format!("repeated {count} times")));
        }
        (Verdict::Draw, 3) => entries.put("threefold", "draw"),
        (Verdict::Draw, 4) => entries.put("fourfold", "draw"),
        (Verdict::Draw, count) => claims.push(format!("draw when repeated {count} times")),
        // The value is that of the side to move, and claims ask the other side first.
        (Verdict::Win | Verdict::Loss, count) => {
            let (side, value) = if settings.n_fold_absolute {
                ("white and ", value)
            } else {
                ("", opposite(value))
            };
            if let Some(word) = verdict(value) {
                claims.push(format!("{word} when {side}repeated {count} times"));
            }
        }
    }
}
