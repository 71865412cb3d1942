//! Points for captured pieces.

use crate::foreign::fairy::translate::case::{Case, verdict};
use crate::foreign::fairy::values::{PieceType, Scorer};

/// The most that a counter counts.
const MOST: u32 = 255;

/// The number that wins, if the game counts points and a definition can count so far.
fn goal(case: &mut Case<'_>) -> Option<u32> {
    let settings = case.settings;
    if settings.pay_to_drop {
        case.lose("payPointsToDrop", "a drop costs nothing but the piece in hand");
    }
    if !settings.points || settings.points_goal == 0 {
        return None;
    }
    if settings.points_goal > MOST || settings.piece_points.values().any(|points| *points > MOST) {
        case.lose("pointsGoal", "a counter counts up to 255");
        return None;
    }
    Some(settings.points_goal)
}

/// Adds the lines that count points for the side that captures.
pub(crate) fn effects(case: &mut Case<'_>, lines: &mut Vec<String>) {
    if goal(case).is_none() {
        return;
    }
    let worth = |piece: PieceType| case.settings.piece_points.get(&piece).copied().unwrap_or(0);
    for kind in &case.kinds {
        // A promoted piece is worth what it is, in that program.
        match worth(kind.piece) {
            0 => {}
            1 => lines.push(format!("when capturing {} then count points", kind.name)),
            points => {
                lines.push(format!("when capturing {} then count {points} points", kind.name))
            }
        }
    }
}

/// Adds the goal of enough points.
pub(crate) fn goals(case: &mut Case<'_>, goals: &mut Vec<String>) {
    let Some(enough) = goal(case) else { return };
    let settings = case.settings;
    if let Some(word) = verdict(settings.points_value) {
        // A side captures pieces of the other only, so each capture gives points to one side.
        let whose = match settings.points_scorer {
            Scorer::Us | Scorer::NonOwner => "own",
            Scorer::Them | Scorer::Owner => "enemy",
        };
        goals.push(format!("{word} when at least {enough} {whose} points"));
    }
}
