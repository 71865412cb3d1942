//! Recognizes walks of several legs that have a short name: captures without moving, leaps over
//! captured pieces, and paths that are repeated. A walk with any other restriction is not
//! recognized.

use alfil_rules::movement::{
    Aim, Course, Edges, Gait, Leg, Mode, Pace, Passage, Range, Stride, Walk,
};
use alfil_topology::compass::{Compass, Sectors};

/// Returns true if a piece captures or passes a cell and returns to the cell where it started.
pub(super) fn comes_back(out: &Leg, back: &Leg, compass: Compass) -> bool {
    let straight = match &back.aim {
        Aim::Turn(turn) => compass.later(back.stride, turn) == Sectors::of(&[compass.back(0)]),
        Aim::Frame(_) | Aim::Within(_) | Aim::Onward | Aim::Again(_) => false,
    };
    // A piece that only stays on the cell, or takes what is there along, does something else.
    let captures = out.mode != Mode::NONE && !out.mode.hop && !out.mode.unload && !out.mode.relay;
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

/// A path of a few legs that a piece goes again and again, over empty cells.
pub(super) struct Rounds<'w> {
    /// The legs of one round.
    pub(super) legs: &'w [Leg],
    /// The most rounds; `None` without a limit.
    pub(super) times: Option<usize>,
    /// The numbers of legs of a round, from 1, after which the piece may stop; sorted.
    pub(super) stops: Vec<usize>,
    /// What the piece does where it stops.
    pub(super) stop: Mode,
    pub(super) first_move: bool,
}

impl Rounds<'_> {
    /// The path whose ways to stop are exactly `walks`. `None` if they are something else.
    pub(super) fn of(walks: &[Walk]) -> Option<Rounds<'_>> {
        let longest = walks.iter().max_by_key(|walk| walk.legs.len())?;
        let legs = longest.legs.as_slice();
        // From the second round on, each leg says that it goes as the same leg of the round before.
        let round = legs.iter().position(|leg| matches!(leg.aim, Aim::Again(_)))?;
        let repeats = |(number, leg): (usize, &Leg)| {
            let Aim::Again(back) = leg.aim else { return false };
            let before = &legs[number - round];
            usize::from(back) == round && alike(leg, before)
        };
        let stop = longest.legs.last()?.mode;
        let plain = |walk: &Walk| {
            let (last, others) = walk.legs.split_last()?;
            let passes = others.iter().all(|leg| leg.mode == Mode::QUIET);
            let same = walk
                .legs
                .iter()
                .zip(legs)
                .all(|(leg, known)| alike(leg, known) && leg.aim == known.aim);
            let alike = walk.first_move == longest.first_move && !walk.relays();
            (last.mode == stop && passes && same && alike).then_some(walk.legs.len())
        };
        let lengths: Option<Vec<usize>> = walks.iter().map(plain).collect();
        let mut lengths = lengths?;
        lengths.sort_unstable();
        let ends_of = |from: usize| {
            let ends = lengths.iter().filter(|&&length| length > from && length <= from + round);
            ends.map(|length| length - from).collect::<Vec<_>>()
        };
        let stops = ends_of(0);
        // With a loop, the second round stands for any number of rounds before the last one.
        let again = |walk: &Walk| match walk.loops.as_slice() {
            [] => walk.legs.len() <= round,
            [again] => {
                again.first == round && again.last == 2 * round - 1 && walk.legs.len() > 2 * round
            }
            _ => false,
        };
        let (times, all) = if longest.loops.is_empty() {
            let times = legs.len() / round;
            let bounded =
                legs.len() == times * round && walks.iter().all(|walk| walk.loops.is_empty());
            let all: Vec<usize> =
                (0..times).flat_map(|n| stops.iter().map(move |stop| n * round + stop)).collect();
            (Some(times), bounded.then_some(all)?)
        } else {
            let endless = walks.iter().all(again);
            let later = stops.iter().map(|stop| 2 * round + stop);
            let all: Vec<usize> = stops.iter().copied().chain(later).collect();
            (None, endless.then_some(all)?)
        };
        let whole =
            legs.iter().enumerate().skip(round).all(repeats) && !stops.is_empty() && lengths == all;
        whole.then(|| Rounds {
            legs: &legs[..round],
            times,
            stops,
            stop,
            first_move: longest.first_move,
        })
    }
}

/// Returns true if two legs differ at most in their directions and in what they do at their end.
fn alike(one: &Leg, other: &Leg) -> bool {
    *one == Leg { aim: one.aim.clone(), mode: one.mode, ..other.clone() }
}
