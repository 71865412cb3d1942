//! Moves of a piece that need sentences of their own: castling (`If it has not moved, it castles to
//! either side`) and walks of several legs with a short name.

use crate::lexicon::{number, or};
use alfil_rules::movement::{
    Aim, Axes, Course, Edges, Gait, Leg, Mode, Pace, Passage, Range, Stride, Walk,
};
use alfil_rules::term::{Castle, CastleEnd};
use alfil_topology::compass::{Compass, Sectors};

// Castling as a move of a piece, in English: `If it has not moved, it castles to either side`.
//
// A piece may castle in several ways. Ways that differ only in their sides or partners become one.

/// Castlings of a piece that end in the same place.
#[derive(PartialEq, Eq)]
struct Way {
    end: CastleEnd,
    sectors: Sectors,
    /// How many files inward the partners stand. 0 is the nearest partner.
    insets: Vec<u8>,
}

/// The sentence about all castlings of a piece, without its full stop. All of them are for first
/// moves, or none of them is.
pub(super) fn told(castles: &[&Castle]) -> String {
    let Some(first) = castles.first() else { return String::new() };
    let when = if first.first_move { "If it has not moved, it" } else { "It" };
    let ways = ways(castles);
    let said: Vec<String> = match ways.as_slice() {
        [_] => ways.iter().map(whole).collect(),
        ways => match ways.iter().map(short).collect::<Option<Vec<String>>>() {
            // Several ways by cells share the words about the partner.
            Some(short) => vec![format!(
                "{}; the partner goes to the last cell that it crossed{}",
                or(&short),
                if ways.iter().any(|way| way.end == CastleEnd::Cells(1)) {
                    ", or after one cell to where it stood"
                } else {
                    ""
                }
            )],
            None => ways.iter().map(whole).collect(),
        },
    };
    let said: Vec<String> = said.iter().map(|way| format!("{when} castles {way}")).collect();
    said.join(". ")
}

/// Joins castlings that differ only in their sides, then those that differ only in their partners.
fn ways(castles: &[&Castle]) -> Vec<Way> {
    let stride = Stride::Radial { length: 1, axes: Axes::Orthogonal };
    let mut ways: Vec<Way> = Vec::new();
    for castle in castles {
        let sectors = Compass::Square.first(stride, &castle.directions);
        let insets = vec![castle.partner_inset];
        let same = |way: &&mut Way| way.end == castle.end && way.insets == insets;
        match ways.iter_mut().find(same) {
            Some(way) => way.sectors = way.sectors.union(sectors),
            None => ways.push(Way { end: castle.end, sectors, insets }),
        }
    }
    let mut joined: Vec<Way> = Vec::new();
    for way in ways {
        let same = |other: &&mut Way| other.end == way.end && other.sectors == way.sectors;
        match joined.iter_mut().find(same) {
            Some(other) => other.insets.extend(way.insets),
            None => joined.push(way),
        }
    }
    joined
}

fn sides(way: &Way) -> &'static str {
    match (way.sectors.contains(6), way.sectors.contains(2)) {
        (true, false) => "to the left",
        (false, true) => "to the right",
        (true, true) | (false, false) => "to either side",
    }
}

/// The words for a partner that does not stand nearest: ` two files inward`.
fn inset(way: &Way) -> String {
    let one = |&inset: &u8| match inset {
        0 => "the nearest one".to_owned(),
        1 => "one file inward".to_owned(),
        inset => format!("{} files inward", number(inset.into())),
    };
    match way.insets.as_slice() {
        [0] => String::new(),
        [inset] => format!(" {}", one(inset)),
        insets => format!(" ({})", or(&insets.iter().map(one).collect::<Vec<_>>())),
    }
}

/// The words for a way that stands alone.
fn whole(way: &Way) -> String {
    let (sides, inset) = (sides(way), inset(way));
    match way.end {
        CastleEnd::Cells(1) => format!(
            "{sides}: it goes one cell toward its partner{inset}, which goes to the cell that it left"
        ),
        CastleEnd::Cells(cells) => format!(
            "{sides}: it goes {cells} cells toward its partner{inset}, which goes to the last \
             cell that it crossed"
        ),
        CastleEnd::Files(files) => {
            let files = files.map_or("the file that the game names".to_owned(), |files| {
                format!("file {} or {}", files.first, files.last)
            });
            format!(
                "{sides}: it goes to {files} on the side of its partner{inset}, which goes beside \
                 it, on the inner side"
            )
        }
    }
}

/// The words for one way of several: `by 3 cells to the left`. `None` for castling onto files.
fn short(way: &Way) -> Option<String> {
    let inset = match inset(way).as_str() {
        "" => String::new(),
        inset => format!(", with the partner{inset}"),
    };
    match way.end {
        CastleEnd::Cells(1) => Some(format!("by one cell {}{inset}", sides(way))),
        CastleEnd::Cells(cells) => Some(format!("by {cells} cells {}{inset}", sides(way))),
        CastleEnd::Files(_) => None,
    }
}

// Recognizes walks of several legs that have a short name: captures without moving, leaps over
// captured pieces, and paths that are repeated. A walk with any other restriction is not
// recognized.

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
