//! Goals, claims, and effects that count, on a plane.
//!
//! Questions are evaluated in positions of the game, never while moves are generated.

use crate::model::position::{PlaneMove, PlanePosition};
use crate::model::program::PlaneProgram;
use crate::moves::families::{Family, families};
use crate::rules::view::{EvalContext, Made, PlaneView, facts_of};
use alfil_rules::goal::Asked;
use alfil_rules::interpret::View;
use alfil_rules::side::{Side, Sides};

/// Returns the index of the first of `ends` that holds, and the side for which it holds. Each is
/// evaluated for the side that moved, then for the other side.
pub fn met(
    program: &PlaneProgram,
    position: &PlanePosition,
    ends: &[Asked],
) -> Option<(usize, Side)> {
    let mover = position.side.other();
    let view = PlaneView { program, position };
    ends.iter().enumerate().find_map(|(n, asked)| {
        let holds = |&side: &Side| EvalContext::before(view, side).holds(&asked.question);
        [mover, mover.other()].into_iter().find(holds).map(|side| (n, side))
    })
}

/// Returns the legal moves. There are none if a goal is reached.
pub fn legal(program: &PlaneProgram, position: &PlanePosition) -> Vec<Family> {
    match met(program, position, &program.rules().ends.goals) {
        Some(_) => Vec::new(),
        None => families(program, position),
    }
}

/// Returns the position after a legal move, with counters.
pub fn advanced(program: &PlaneProgram, before: &PlanePosition, mv: &PlaneMove) -> PlanePosition {
    counted(program, before, mv, |_| {})
}

/// Returns for each line of effects whether the legal move `mv` triggers it.
pub fn happening(program: &PlaneProgram, before: &PlanePosition, mv: &PlaneMove) -> Vec<bool> {
    let mut happens = vec![false; program.rules().effects.len()];
    counted(program, before, mv, |line| happens[line] = true);
    happens
}

/// Returns the position after a legal move. Calls `each` with the index of each line of effects
/// that the move triggers.
fn counted(
    program: &PlaneProgram,
    before: &PlanePosition,
    mv: &PlaneMove,
    mut each: impl FnMut(usize),
) -> PlanePosition {
    let mut position = before.after(mv, program.kind(before.pieces[mv.piece].kind).lasting);
    let facts = facts_of(before, mv);
    for (line, effect) in program.rules().effects.iter().enumerate() {
        let view = PlaneView { program, position: &position };
        let made = Made { facts: &facts, after: view, stands: None, partner: None, mv: None };
        let context = EvalContext::of_move(view, made, None);
        if !effect.question.as_ref().is_none_or(|question| context.holds(question)) {
            continue;
        }
        each(line);
        for deed in &effect.deeds {
            deed.tally(Sides::TWO, before.side, &mut position.counters);
        }
    }
    position
}

/// Returns whether a royal piece of `side` is attacked.
pub fn in_check(program: &PlaneProgram, position: &PlanePosition, side: Side) -> bool {
    PlaneView { program, position }.in_check(side)
}
