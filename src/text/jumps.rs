//! Walks of several legs that have a short name: captures without moving, and leaps over what is captured.
//!
//! Owns: [`comes_back`], [`leaps_over`], [`leaps_over_several`]. Takes legs and walks; tells what they are. Invariant: a walk with any
//! other restriction is none of them.

use alfil_board::topology::compass::{Compass, Sectors};
use alfil_rules::movement::{
    Aim, Course, Edges, Gait, Leg, Mode, Pace, Passage, Range, Stride, Walk,
};

/// Whether a piece captures or looks, and ends on the cell where it started.
pub(super) fn comes_back(out: &Leg, back: &Leg, compass: Compass) -> bool {
    let straight = match &back.aim {
        Aim::Turn(turn) => compass.later(back.stride, turn) == Sectors::of(&[compass.back(0)]),
        Aim::Frame(_) | Aim::Within(_) | Aim::Onward | Aim::Again(_) => false,
    };
    let Mode { quiet, capture, .. } = out.mode;
    let captures = (quiet || capture) && out.mode == Mode { quiet, capture, ..Mode::NONE };
    let single = out.range.is_one() && back.range.is_one();
    let plain = (out.course, back.course) == (Course::Straight, Course::Straight)
        && (out.edges, back.edges) == (Edges::Closed, Edges::Closed)
        && back.passage == Passage::Free;
    let alike = out.stride == back.stride && (single || back.pace == Pace::AsBefore);
    straight && captures && plain && alike && back.mode == Mode::MOVE
}

/// True if a piece captures on its way and goes straight on past its victim: to the next cell, as in draughts, or any number of
/// steps.
pub(super) fn leaps_over(capture: &Leg, over: &Leg, compass: Compass) -> bool {
    let plain = |leg: &Leg| {
        (leg.range.is_one() || leg.range == Range::RIDER)
            && leg.course == Course::Straight
            && leg.passage == Passage::Free
            && leg.edges == Edges::Closed
            && leg.pace == Pace::Free
            && leg.gait == Gait::Natural
            && leg.reach.is_none()
            && matches!(leg.stride, Stride::Radial { length: 1, .. })
    };
    plain(capture)
        && plain(over)
        && capture.range == over.range
        && compass.goes_straight_on(capture.stride, over)
        && capture.mode == Mode { capture: true, ..Mode::NONE }
        && over.mode == Mode::QUIET
}

/// The least number of pieces that a walk captures on one straight line, if it does nothing but leap over one after
/// another, with a loop in which it may go on so: two or more.
pub(super) fn leaps_over_several(walk: &Walk, compass: Compass) -> Option<usize> {
    let [again] = walk.loops.as_slice() else { return None };
    let (pairs, rest) = walk.legs.as_chunks::<2>();
    let leaps = |[capture, over]: &[Leg; 2]| leaps_over(capture, over, compass);
    let lead_on = pairs.windows(2).all(|two| match two {
        [[_, before], [next, _]] => compass.goes_straight_on(before.stride, next),
        _ => false,
    });
    let whole = again.first % 2 == 0 && again.last == again.first + 1;
    let least = pairs.len() - 1;
    (rest.is_empty() && pairs.iter().all(leaps) && lead_on && whole && least > 1).then_some(least)
}
