//! Recognizes walks of several legs that have a short name: captures without moving, and leaps over
//! captured pieces. A walk with any other restriction is not recognized.

use alfil_board::topology::compass::{Compass, Sectors};
use alfil_rules::movement::{
    Aim, Course, Edges, Gait, Leg, Mode, Pace, Passage, Range, Stride, Walk,
};

/// Returns true if a piece captures or passes a cell and returns to the cell where it started.
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

/// Returns true if a piece captures on its way and continues straight past the captured piece: to
/// the next cell, as in draughts, or by any number of steps.
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

/// The least number of pieces, at least two, that a walk captures on one straight line. `None` if
/// the walk does anything but leap over one piece after another, with a loop for further leaps.
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
