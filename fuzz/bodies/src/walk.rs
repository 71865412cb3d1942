//! Random valid movements: ranges fit the strides, and chains fit their legs.

use crate::castling;
use crate::span::span;
use alfil_rules::condition::{Area, Condition, Place, PlaceKind, Relation};
use alfil_rules::movement::{
    Action, Aim, Axes, Course, Edges, Gait, Leg, Loop, Mode, Movement, Pace, Passage, Prey, Range,
    Stride, Term, Walk,
};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::term::{Directions, Reading, Toward};
use arbitrary::{Result, Unstructured};

pub(crate) fn movement(u: &mut Unstructured<'_>, castles: bool, kinds: usize) -> Result<Movement> {
    let count = u.int_in_range(1..=4)?;
    let mut terms = (0..count).map(|_| term(u)).collect::<Result<Vec<_>>>()?;
    if castles && u.ratio(1, 2)? {
        for _ in 0..u.int_in_range(1..=2)? {
            let action = Action::Castle(castling::castle(u, kinds)?);
            terms.push(Term { action, when: Condition::Always, given: Vec::new(), span: span() });
        }
    }
    Ok(Movement::of(terms))
}

fn term(u: &mut Unstructured<'_>) -> Result<Term> {
    let legs = match u.int_in_range(0..=11)? {
        0..=5 => 1,
        6..=8 => 2,
        9..=10 => 3,
        _ => 4,
    };
    let mut stride = stride(u, legs > 1)?;
    let mut walk = Walk { legs: Vec::new(), loops: Vec::new(), first_move: u.ratio(1, 8)? };
    for n in 0..legs {
        let place = (n, n + 1 == legs);
        walk.legs.push(leg(u, stride, place)?);
        if u.ratio(1, 4)? {
            stride = self::stride(u, true)?;
        }
    }
    if legs > 1 && u.ratio(1, 4)? {
        let first = u.int_in_range(0..=legs - 2)?;
        walk.loops.push(Loop { first, last: u.int_in_range(first..=legs - 2)? });
    }
    tidy(&mut walk);
    let when = if u.ratio(1, 4)? { condition(u)? } else { Condition::Always };
    let span = span();
    Ok(Term { action: Action::Walk(walk), when, given: Vec::new(), span })
}

/// Removes combinations that the notation cannot express: `e` twice or together with `u`, and `e`,
/// `u` and `n` in loops or together with `x`.
fn tidy(walk: &mut Walk) {
    let mut passing = false;
    if walk.relays() {
        walk.loops.clear();
        for leg in &mut walk.legs {
            leg.mode.en_passant = false;
            leg.mode.unload = false;
            leg.leaves_trace = false;
            leg.edges = Edges::Closed;
        }
    }
    let looping = !walk.loops.is_empty();
    for leg in &mut walk.legs {
        leg.mode.en_passant &= !passing && !looping;
        passing |= leg.mode.en_passant;
        leg.leaves_trace &= !looping;
    }
    for leg in &mut walk.legs {
        leg.mode.unload &= !passing && !looping;
        if leg.mode == (Mode { prey: leg.mode.prey, ..Mode::NONE }) {
            leg.mode.quiet = true;
        }
    }
}

/// Replaces strides of some walks by leaps across layers.
pub(crate) fn rising(u: &mut Unstructured<'_>, rules: &mut Ruleset) -> Result<()> {
    let kinds = rules.kinds.iter_mut();
    for term in kinds.flat_map(|kind| &mut kind.moves.terms) {
        if let Action::Walk(walk) = &mut term.action
            && let [leg] = walk.legs.as_mut_slice()
            && leg.stride != Stride::Universal
            && leg.course == Course::Straight
            && u.ratio(1, 3)?
        {
            let mut number = || u.int_in_range(0..=1u8);
            let (orthogonal, diagonal) = (number()?, 1);
            leg.stride = Stride::Rising { orthogonal, diagonal, layers: 1 + number()? as i8 };
        }
    }
    Ok(())
}

fn stride(u: &mut Unstructured<'_>, chained: bool) -> Result<Stride> {
    let axes = match u.int_in_range(0..=if chained { 2 } else { 1 })? {
        0 => Axes::Orthogonal,
        1 => Axes::Diagonal,
        _ => Axes::Both,
    };
    Ok(match u.int_in_range(0..=20)? {
        0..=3 => {
            Stride::Oblique { orthogonal: u.int_in_range(1..=2)?, diagonal: u.int_in_range(1..=2)? }
        }
        4..=7 => Stride::Radial { length: u.int_in_range(2..=3)?, axes },
        8 if !chained => Stride::Universal,
        _ => Stride::Radial { length: 1, axes },
    })
}

/// A random leg. `n` is its index, and `last` is true for the last leg.
fn leg(u: &mut Unstructured<'_>, stride: Stride, (n, last): (usize, bool)) -> Result<Leg> {
    let alone = n == 0 && last;
    let long = !matches!(stride, Stride::Radial { length: 1, .. });
    let range = match u.int_in_range(0..=5)? {
        0..=2 => Range::ONE,
        3 => Range { min: 1, max: Some(u.int_in_range(2..=4)?) },
        4 => Range { min: 2, max: Some(3) },
        _ => Range::RIDER,
    };
    let range = if alone || u.ratio(1, 4)? { range } else { Range::ONE };
    let (passage, range) = match u.int_in_range(0..=9)? {
        0 if long => (Passage::Lame, range),
        1 if long => (Passage::MustJump, range),
        2 if !long && range.max != Some(1) => (Passage::SkipFirst, range),
        3 if last => (Passage::Hop, Range::RIDER),
        4 if last => (Passage::HopAndLand, Range::RIDER),
        _ => (Passage::Free, range),
    };
    let mut mode = match u.int_in_range(0..=4)? {
        0 => Mode::QUIET,
        1 => Mode { capture: true, en_passant: u.ratio(1, 2)?, ..Mode::NONE },
        _ => Mode::MOVE,
    };
    match u.int_in_range(0..=15)? {
        0 => mode.own = true,
        1 => mode = Mode { own: true, ..Mode::NONE },
        2 => mode.prey = Prey::Royal,
        3 => mode.prey = Prey::Common,
        4 => mode = Mode { prey: Prey::Royal, capture: true, ..Mode::NONE },
        5 => mode.unload = true,
        6 => mode = Mode { own: true, unload: true, ..Mode::NONE },
        7 if !last => mode = Mode { hop: true, ..Mode::NONE },
        8 | 9 if !last => mode.hop = true,
        10 if n == 0 && !last => mode = Mode { relay: true, ..Mode::NONE },
        _ => {}
    }
    let course = match u.int_in_range(0..=11)? {
        0 => Course::Crooked,
        1 => Course::Circular,
        _ => Course::Straight,
    };
    let pace = if n > 0 && u.ratio(1, 8)? { Pace::AsBefore } else { Pace::Free };
    let edges = match u.int_in_range(0..=15)? {
        0 => Edges::Joined,
        1 if !last => Edges::Open,
        _ => Edges::Closed,
    };
    let aim = aim(u, n)?;
    let leaps = n == 0 && last && passage == Passage::Free && !range.is_one();
    let gait = if leaps && u.ratio(1, 8)? { Gait::Leaping } else { Gait::Natural };
    let leaves_trace = u.ratio(1, 6)? && matches!(passage, Passage::Free | Passage::Lame);
    Ok(Leg {
        stride,
        aim,
        course,
        range,
        pace,
        mode,
        passage,
        edges,
        leaves_trace,
        gait,
        reach: None,
    })
}

fn aim(u: &mut Unstructured<'_>, n: usize) -> Result<Aim> {
    let letters = [
        Toward::Forward,
        Toward::Backward,
        Toward::Left,
        Toward::Right,
        Toward::Sideways,
        Toward::Opposite,
        Toward::Same,
    ];
    let letters = if n == 0 { &letters[..5] } else { &letters[..] };
    let run = (0..u.int_in_range(0..=2)?)
        .map(|_| u.choose(letters).copied())
        .collect::<Result<Vec<_>>>()?;
    let runs = if run.is_empty() { Vec::new() } else { vec![run] };
    let directions = Directions { runs, reading: Reading::Own };
    Ok(match u.int_in_range(0..=7)? {
        _ if n == 0 => Aim::Frame(directions),
        0 => Aim::Onward,
        1 => Aim::Again(u.int_in_range(1..=n as u8)?),
        2 => Aim::Within(directions),
        _ => Aim::Turn(directions),
    })
}

pub(crate) fn condition(u: &mut Unstructured<'_>) -> Result<Condition> {
    let place = |kind| Place { kind, span: span() };
    Ok(match u.int_in_range(0..=8)? {
        0 => Condition::Start(place(PlaceKind::Strong)),
        1 => Condition::Start(place(PlaceKind::Weak)),
        2 => Condition::End(place(PlaceKind::Light)),
        3 => Condition::Relative(*u.choose(Relation::ALL)?),
        4 => Condition::Relative(Relation::OtherShade),
        5 => Condition::Start(place(PlaceKind::Unmoved)),
        6 => Condition::End(place(PlaceKind::In(Area::LastRank))).negate(),
        7 => Condition::Any(vec![condition(u)?, Condition::Start(place(PlaceKind::Neutral))]),
        _ => condition(u)?.and(Condition::Relative(Relation::SameShade)),
    })
}
