//! The words for the parts of a movement: legs, directions, distances, castling and drops.
//! `explain.rs` combines them into sentences.

use crate::conditions::condition;
use crate::lexicon::{Lexicon, number, or, ordinal};
use crate::walks::{self, Rounds, comes_back, leaps_over, leaps_over_several};
use alfil_rules::condition::Condition;
use alfil_rules::hand::Drop;
use alfil_rules::movement::{
    Action, Aim, Axes, Course, Edges, Gait, Leg, Mode, Movement, Pace, Passage, Prey, Range,
    Stride, Term, Walk,
};
use alfil_rules::plane::Real;
use alfil_rules::term::Castle;
use alfil_rules::term::{Directions, Toward};
use alfil_topology::bearing::Bearing;
use alfil_topology::compass::{Compass, Sectors};

/// The sentence about a term, without its full stop.
pub(super) struct Clause<'m> {
    /// The term. If two terms share the sentence, it is the first.
    pub(crate) term: &'m Term,
    /// The sentence, with the condition on cells and without questions about the board.
    pub(crate) text: String,
}

/// The sentences for a movement, one for each term of the movement string.
pub(super) fn clauses<'m>(movement: &'m Movement, words: &Lexicon<'_>) -> Vec<Clause<'m>> {
    let mut all = Vec::new();
    let mut terms = movement.terms.as_slice();
    while let [term, rest @ ..] = terms {
        let (mut text, rest) = match &term.action {
            Action::Castle(castle) => {
                let (all, rest) = castles(castle, term, rest);
                (walks::told(&all), rest)
            }
            Action::Drop(drop) => (self::drop(drop, words), rest),
            Action::Walk(walk) => match rounds(term, terms, words) {
                Some((text, count)) => (text, &terms[count..]),
                None => {
                    let (second, rest) = match rest {
                        [second, rest @ ..] if halves(term, second) => (Some(second), rest),
                        rest => (None, rest),
                    };
                    (self::walk(walk, second, words), rest)
                }
            },
        };
        if term.when != Condition::Always {
            text.push_str(if text.contains(", if ") { ", and if it " } else { ", if it " });
            text.push_str(&condition(&term.when, words.zones));
        }
        all.push(Clause { term, text });
        terms = rest;
    }
    all
}

/// Returns true if two terms are the halves of one compound such as `K`.
fn halves(a: &Term, b: &Term) -> bool {
    let axes = |term: &Term| match &term.action {
        Action::Walk(walk) => match walk.legs.as_slice() {
            [Leg { stride: Stride::Radial { axes, .. }, .. }] => Some(*axes),
            _ => None,
        },
        Action::Castle(_) | Action::Drop(_) => None,
    };
    let pair = (axes(a), axes(b)) == (Some(Axes::Orthogonal), Some(Axes::Diagonal));
    pair && a.span == b.span && is_bound_alike(a, b)
}

/// The castlings that share the sentence of `castle`, the castling of `term`, and the other terms.
fn castles<'m>(castle: &'m Castle, term: &Term, rest: &'m [Term]) -> (Vec<&'m Castle>, &'m [Term]) {
    let mut all = vec![castle];
    for next in rest {
        match &next.action {
            Action::Castle(other)
                if other.first_move == castle.first_move && is_bound_alike(term, next) =>
            {
                all.push(other);
            }
            Action::Castle(_) | Action::Drop(_) | Action::Walk(_) => break,
        }
    }
    let rest = &rest[all.len() - 1..];
    (all, rest)
}

/// Returns true if two terms have the same conditions and questions.
fn is_bound_alike(a: &Term, b: &Term) -> bool {
    a.when == b.when && a.given == b.given
}

fn drop(drop: &Drop, words: &Lexicon<'_>) -> String {
    let of_ranks = match (drop.first, drop.last) {
        (1, last) if words.ranks.is_some_and(|ranks| last >= ranks) => String::new(),
        (first, last) if first == last => format!(" of its rank {first}"),
        (first, last) => format!(" of its ranks {first} to {last}"),
    };
    let mut text = format!("It may be dropped from the hand onto an empty cell{of_ranks}");
    for (most, place) in [
        (drop.on_file, "on that file"),
        (drop.on_shade, "on cells of that shade"),
        (drop.on_board, "on the board"),
    ] {
        match most {
            0 => {}
            1 => text += &format!(", if no other of its kind and side stands {place}"),
            most => text += &format!(", if fewer than {most} of its kind and side stand {place}"),
        }
    }
    text
}

fn walk(walk: &Walk, second: Option<&Term>, words: &Lexicon<'_>) -> String {
    let compass = if words.hexagons { Compass::Hexagonal } else { Compass::Square };
    let mut text = String::from(if walk.first_move { "On its first move, it " } else { "It " });
    let Some((first, later)) = walk.legs.split_first() else {
        return text;
    };
    let mut sectors = Bearing::new(compass).sectors(0, first);
    if let Some(Term { action: Action::Walk(other), .. }) = second
        && let Some(leg) = other.legs.first()
    {
        sectors = sectors.union(Bearing::new(compass).sectors(0, leg));
    }
    let away = passing(first, &toward(first.stride, sectors, compass), words);
    if let [back] = later
        && comes_back(first, back, compass)
    {
        let taking = Mode { quiet: false, ..first.mode };
        if taking != Mode::NONE {
            // `captures, also en passant,` ends with a comma already.
            let verb = verb(taking);
            text += verb.trim_end_matches(',');
            text += if verb.ends_with(',') { ", without moving, " } else { " without moving, " };
        }
        text += match (taking != Mode::NONE, first.mode.quiet) {
            (true, true) => "or passes its turn by moving to and from an empty cell, ",
            (false, true) => "passes its turn by moving to and from an empty cell ",
            (_, false) => "",
        };
        return text + &away;
    }
    if let [over] = later
        && leaps_over(first, over, compass)
    {
        let behind = if first.range.is_one() {
            "to the empty cell just behind it"
        } else {
            "to any empty cell behind it, with nothing between"
        };
        return text + &format!("captures a piece {away} by leaping over it {behind}");
    }
    if let Some(least) = leaps_over_several(walk, compass) {
        let behind = if first.range.is_one() {
            "the empty cell just behind it"
        } else {
            "an empty cell behind it, with nothing else in between"
        };
        let least = number(least);
        let toward = toward(first.stride, sectors, compass);
        return text
            + &format!(
                "captures {least} or more pieces one after another on one straight line {toward}, leaping over each \
                 to {behind}"
            );
    }
    text.push_str(&done(first, later.is_empty(), &away));
    let mut before = first;
    for (i, leg) in walk.legs.iter().enumerate().skip(1) {
        let again = walk.loops.iter().find(|l| l.first == i);
        text.push_str(match again {
            Some(_) => ", then any number of times (",
            None if i == 1 && walk.relays() => "; that piece ",
            None => ", then ",
        });
        text.push_str(&done(
            leg,
            walk.is_final(i),
            &passing(leg, &turned(before, leg, compass), words),
        ));
        if walk.loops.iter().any(|l| l.last == i) {
            text.push(')');
        }
        before = leg;
    }
    text
}

/// The sentence for a path that a piece repeats, such as `(W?N)0`. The terms of such a string follow
/// each other, one for each number of legs after which the piece may stop. Returns the sentence and
/// the number of these terms, or `None` if the first of `terms` is not of such a path.
fn rounds(term: &Term, terms: &[Term], words: &Lexicon<'_>) -> Option<(String, usize)> {
    let walk = |next: &'_ Term| match &next.action {
        Action::Walk(walk) if next.span == term.span && is_bound_alike(next, term) => {
            Some(walk.clone())
        }
        Action::Walk(_) | Action::Castle(_) | Action::Drop(_) => None,
    };
    let walks: Vec<Walk> = terms.iter().map_while(walk).collect();
    let path = Rounds::of(&walks)?;
    let compass = if words.hexagons { Compass::Hexagonal } else { Compass::Square };
    let mut text =
        String::from(if path.first_move { "On its first move, it goes " } else { "It goes " });
    let mut before: Option<&Leg> = None;
    for leg in path.legs {
        let toward = match before {
            None => toward(leg.stride, Bearing::new(compass).sectors(0, leg), compass),
            Some(before) => {
                text += ", then ";
                turned(before, leg, compass)
            }
        };
        text += &passing(leg, &toward, words);
        before = Some(leg);
    }
    let times = match path.times {
        None => "any number of times".to_owned(),
        Some(times) => format!("up to {} times", number(times)),
    };
    let stops = path.stops.iter().map(|&stop| format!("the {}", ordinal(stop))).collect::<Vec<_>>();
    let stop = match (path.legs.len(), path.stops.len()) {
        (1, _) => "after each time".to_owned(),
        (all, stops) if all == stops => "after each of these legs".to_owned(),
        (all, 1) if path.stops == [all] => "after each round".to_owned(),
        (_, 1) => format!("after {} leg of a round", stops.concat()),
        (_, _) => format!("after {} leg of a round", or(&stops)),
    };
    let verb = verb(path.stop);
    text += &format!(
        ", {times} and always with the same turns, over empty cells; it may stop {stop}, and {} there",
        verb.trim_end_matches(',')
    );
    Some((text, walks.len()))
}

/// The phrase for a leg and for its end. `manner` describes its path.
fn done(leg: &Leg, last: bool, manner: &str) -> String {
    let mode = leg.mode;
    if mode.relay {
        return format!("lends a move to a piece of its side, reached {manner}");
    }
    if mode.unload && !mode.quiet && !mode.hop && !mode.en_passant {
        let whom = match (mode.capture, mode.own) {
            (true, false) => "an enemy",
            (false, true) => "a piece of its side",
            (true, true) | (false, false) => "a piece",
        };
        return format!("takes the place of {whom} {manner}, putting it down where this leg began");
    }
    let unloads =
        if mode.unload { ", putting the captured piece down where this leg began" } else { "" };
    if !last && (mode.quiet || mode.hop) {
        let mut ends: Vec<&str> = Vec::new();
        match (mode.quiet, mode.hop) {
            (true, true) => ends.push("onto any cell, without moving a piece that is there"),
            (true, false) => ends.push("to an empty cell"),
            (false, _) => ends.push("onto the cell of a piece, which stays there"),
        }
        match (mode.capture, mode.own, mode.prey) {
            (true, true, Prey::Any) => ends.push("capturing a piece of either side"),
            (capture, own, _) => {
                ends.extend(capture.then(|| prey(mode)));
                ends.extend(own.then_some("capturing a piece of its side"));
            }
        }
        ends.extend(mode.en_passant.then_some("capturing en passant"));
        let ends: Vec<String> = ends.into_iter().map(str::to_string).collect();
        // With several ends, or a comma in `manner`, a comma separates the path from the end.
        let comma = if ends.len() > 1 || manner.contains(',') { "," } else { "" };
        return format!("goes {manner}{comma} {}{unloads}", or(&ends));
    }
    format!("{} {manner}{unloads}", verb(mode))
}

/// The phrase for the captured pieces, for a leg that may also move without capturing.
fn prey(mode: Mode) -> &'static str {
    match mode.prey {
        Prey::Any => "capturing an enemy",
        Prey::Royal => "capturing an enemy that is royal",
        Prey::Common => "capturing an enemy that is not royal",
    }
}

/// The verb for the end of a leg. The leg captures or is the last one.
fn verb(mode: Mode) -> String {
    let mut ways: Vec<&str> = Vec::new();
    if mode.quiet {
        ways.push(if mode.capture { "moves" } else { "moves without capturing" });
    }
    if mode.capture {
        ways.push(match (mode.prey, mode.own, mode.en_passant) {
            (Prey::Any, false, false) => "captures",
            (Prey::Any, false, true) => "captures, also en passant,",
            (Prey::Any, true, false) => "captures, also a piece of its side,",
            (Prey::Any, true, true) => "captures, also en passant or a piece of its side,",
            (Prey::Royal, false, _) => "captures a royal piece",
            (Prey::Royal, true, _) => "captures a royal enemy or a piece of its side",
            (Prey::Common, false, _) => "captures a piece that is not royal",
            (Prey::Common, true, _) => {
                "captures an enemy that is not royal, or a piece of its side,"
            }
        });
    }
    if mode.own && !mode.capture {
        ways.push("captures a piece of its side");
    }
    if mode.en_passant && !(mode.capture && mode.prey == Prey::Any) {
        let alone = ways.is_empty();
        ways.push(if alone { "captures en passant only," } else { "captures en passant" });
    }
    let ways: Vec<String> = ways.into_iter().map(str::to_string).collect();
    or(&ways)
}

/// The phrase for the path of a leg; `toward` is the direction of the leg in words.
pub(super) fn manner(leg: &Leg, toward: &str) -> String {
    let Range { min, max } = leg.range;
    let lands = leg.passage == Passage::HopAndLand;
    let plain = lands && leg.range == Range::RIDER && leg.course == Course::Straight;
    let mut text = match leg.stride {
        Stride::Radial { length: 1, .. } if plain => {
            format!("just behind the first piece that it meets {toward}")
        }
        Stride::Universal => "anywhere on the board".to_string(),
        Stride::Radial { length: 1, .. } => {
            let steps = match (min, max) {
                (1, None) => "any number of steps".to_string(),
                (min, None) => format!("{min} or more steps"),
                (1, Some(1)) => "one step".to_string(),
                (1, Some(max)) => format!("up to {max} steps"),
                (min, Some(max)) if min == max => format!("exactly {max} steps"),
                (min, Some(max)) => format!("{min} to {max} steps"),
            };
            format!("{steps} {toward}")
        }
        Stride::Radial { .. } | Stride::Oblique { .. } | Stride::Rising { .. } => {
            let leap = match leg.stride {
                // The direction contains the numbers: `2 cells forward and 1 to either side`.
                Stride::Oblique { .. }
                    if toward.starts_with(|c: char| c.is_ascii_digit())
                        || toward.contains("through a side") =>
                {
                    ""
                }
                Stride::Oblique { orthogonal, diagonal } => {
                    let long = u16::from(orthogonal) + u16::from(diagonal);
                    &format!(" of {long} by {diagonal} cells")
                }
                Stride::Radial { length, .. } => &format!(" of {length} cells"),
                Stride::Rising { orthogonal, diagonal, layers } => {
                    let long = u16::from(orthogonal) + u16::from(diagonal);
                    &format!(" of {layers} by {long} by {diagonal} cells")
                }
                Stride::Universal => "",
            };
            let line = match leg.course {
                Course::Straight | Course::Arc { .. } => " in line",
                Course::Crooked | Course::Circular => "",
            };
            match (min, max) {
                (1, Some(1)) => format!("by a leap{leap} {toward}"),
                (1, None) => format!("by any number of leaps{leap}{line} {toward}"),
                (min, None) => format!("by {min} or more leaps{leap}{line} {toward}"),
                (1, Some(max)) => format!("by up to {max} leaps{leap}{line} {toward}"),
                (min, Some(max)) if min == max => {
                    format!("by exactly {max} leaps{leap}{line} {toward}")
                }
                (min, Some(max)) => format!("by {min} to {max} leaps{leap}{line} {toward}"),
            }
        }
    };
    if let Some(reach) = leg.reach.filter(|r| r.is_fraction() || leg.stride == Stride::Universal) {
        let far = |n: u32| Real::thousandths(n).to_string();
        text.push_str(&match (reach.min, reach.max) {
            (0, None) => String::new(),
            (0, Some(max)) => format!(", as far as {}", far(max)),
            (min, None) => format!(", at least as far as {}", far(min)),
            (min, Some(max)) => format!(", between {} and {}", far(min), far(max)),
        });
    }
    text.push_str(match leg.gait {
        Gait::Natural => "",
        Gait::Leaping => ", leaping over everything in between",
    });
    let steps_aside = matches!(leg.stride, Stride::Oblique { orthogonal: 1, diagonal: 1 });
    text.push_str(match leg.passage {
        Passage::Free => "",
        Passage::Lame if steps_aside => {
            ", if the cell next to it in the longer direction of the leap is empty"
        }
        Passage::Lame => ", if nothing stands in between",
        Passage::MustJump => ", if exactly one piece stands in between",
        Passage::SkipFirst => ", passing over the first cell, empty or not",
        Passage::Hop => ", hopping over exactly one piece",
        Passage::HopAndLand if plain && matches!(leg.stride, Stride::Radial { length: 1, .. }) => {
            ""
        }
        Passage::HopAndLand => ", to the stop just behind the first piece that it meets",
    });
    let stride = match leg.stride {
        Stride::Radial { length: 1, .. } => "step",
        Stride::Radial { .. }
        | Stride::Oblique { .. }
        | Stride::Rising { .. }
        | Stride::Universal => "leap",
    };
    text.push_str(&match leg.course {
        Course::Straight => String::new(),
        Course::Crooked => format!(", turning to the other side after each {stride}"),
        Course::Circular => format!(", turning to the same side after each {stride}"),
        Course::Arc { radius } => {
            format!(", along a circle of radius {} to either side", Real::thousandths(radius))
        }
    });
    text.push_str(match leg.pace {
        Pace::Free => "",
        Pace::AsBefore => ", as many as just before",
    });
    text.push_str(match leg.edges {
        Edges::Closed => "",
        Edges::Joined => ", the first and the last file being neighbours",
        Edges::Open => ", also off the board",
    });
    text
}

/// Like [`manner`], with the possible en passant capture on the cells that the piece passes.
fn passing(leg: &Leg, toward: &str, words: &Lexicon<'_>) -> String {
    let mut text = manner(leg, toward);
    if leg.leaves_trace && words.passant {
        text.push_str(", and may be captured en passant on the cells it passed");
    }
    text
}

const SIDES: [(u8, &str); 4] =
    [(0, "forward"), (4, "backward"), (6, "to the left"), (2, "to the right")];

pub(super) fn toward(stride: Stride, sectors: Sectors, compass: Compass) -> String {
    match stride {
        Stride::Radial { .. } if compass == Compass::Hexagonal => hexagonal(sectors),
        Stride::Oblique { orthogonal, diagonal } if compass == Compass::Hexagonal => {
            let of = |n: u8| if n == 1 { "one cell".to_string() } else { format!("{n} cells") };
            let all = sectors == compass.own(stride);
            let which = if all { "" } else { ", where that leads most nearly as its letters say" };
            format!(
                "{} through a side and {} through a corner beside it{which}",
                of(orthogonal),
                of(diagonal)
            )
        }
        Stride::Universal => String::new(),
        Stride::Oblique { .. } if sectors == compass.own(stride) => "in any direction".to_string(),
        Stride::Oblique { orthogonal, diagonal } => {
            oblique(u16::from(orthogonal) + u16::from(diagonal), u16::from(diagonal), sectors)
        }
        Stride::Radial { .. } => radial(sectors),
        Stride::Rising { .. } => "through the layers".to_string(),
    }
}

fn radial(sectors: Sectors) -> String {
    if sectors == Sectors::ALL {
        return "in any direction".to_string();
    }
    let straight = sectors.intersection(Sectors::ORTHOGONAL);
    let slant = sectors.intersection(Sectors::DIAGONAL);
    let mut parts: Vec<String> = Vec::new();
    if straight == Sectors::ORTHOGONAL {
        parts.push("along its rank or file".to_string());
    } else if straight == Sectors::of(&[2, 6]) {
        parts.push("sideways".to_string());
    } else {
        let named = SIDES.iter().filter(|(h, _)| straight.contains(*h));
        parts.extend(named.map(|(_, name)| name.to_string()));
    }
    if slant == Sectors::DIAGONAL {
        parts.push("diagonally".to_string());
    } else if let Some((_, side)) =
        SIDES.iter().find(|(h, _)| slant == Sectors::of(&[h + 1, h + 7]))
    {
        parts.push(format!("diagonally {side}"));
    } else {
        const CORNERS: [(u8, &str); 4] = [
            (7, "diagonally forward to the left"),
            (1, "diagonally forward to the right"),
            (5, "diagonally backward to the left"),
            (3, "diagonally backward to the right"),
        ];
        let named = CORNERS.iter().filter(|(h, _)| slant.contains(*h));
        parts.extend(named.map(|(_, name)| name.to_string()));
    }
    or(&parts)
}

/// Directions on hexagons, in degrees from forward.
fn hexagonal(sectors: Sectors) -> String {
    let every = |first: u8| (first..12).step_by(2).all(|heading| sectors.contains(heading));
    let mut parts: Vec<String> = Vec::new();
    for (first, name) in [(0, "through any side"), (1, "through any corner")] {
        if every(first) {
            parts.push(name.to_string());
            continue;
        }
        for heading in (first..7).step_by(2) {
            let degrees = u32::from(heading) * 30;
            let through = if first == 0 { "side" } else { "corner" };
            let (right, left) = (sectors.contains(heading), sectors.contains((12 - heading) % 12));
            parts.push(match (heading, right, left) {
                (_, false, false) => continue,
                (0, ..) => "straight forward".to_string(),
                (6, ..) => "straight backward".to_string(),
                (_, true, true) => {
                    format!("through the {through}s at {degrees} degrees from forward")
                }
                (_, true, false) => {
                    format!("through the {through} at {degrees} degrees to the right of forward")
                }
                (_, false, true) => {
                    format!("through the {through} at {degrees} degrees to the left of forward")
                }
            });
        }
    }
    or(&parts)
}

/// Groups oblique leaps by their long axis.
fn oblique(long: u16, short: u16, sectors: Sectors) -> String {
    let mut parts = Vec::new();
    for (heading, name) in SIDES {
        let vertical = heading == 0 || heading == 4;
        let (clockwise, other) = (sectors.contains(heading), sectors.contains((heading + 7) % 8));
        let turn = match (vertical, clockwise, other) {
            (_, false, false) => continue,
            (true, true, true) => "to either side",
            (false, true, true) => "forward or backward",
            // Clockwise from forward comes right, then backward, then left.
            (_, true, false) => SIDES.iter().find(|s| s.0 == (heading + 2) % 8).map_or("", |s| s.1),
            (_, false, true) => SIDES.iter().find(|s| s.0 == (heading + 6) % 8).map_or("", |s| s.1),
        };
        parts.push(format!("{long} cells {name} and {short} {turn}"));
    }
    or(&parts)
}

/// The phrase for the direction of a leg that follows `before`.
fn turned(before: &Leg, leg: &Leg, compass: Compass) -> String {
    match &leg.aim {
        Aim::Frame(_) => toward(leg.stride, Bearing::new(compass).sectors(0, leg), compass),
        Aim::Onward => onward(before.stride, leg.stride, compass),
        Aim::Again(back) => match back {
            1 => "in the same direction".to_string(),
            2 => "in the direction of the leg before the last".to_string(),
            back => format!("in the direction of the leg {back} legs back"),
        },
        Aim::Turn(directions) | Aim::Within(directions) => {
            let mut parts = Vec::new();
            for run in &directions.runs {
                for (bend, side) in [
                    (Toward::Opposite, "to the side opposite to the last bend"),
                    (Toward::Same, "to the side of the last bend"),
                ] {
                    let Some(at) = run.iter().position(|&t| t == bend) else { continue };
                    let before = at.checked_sub(1).and_then(|i| run.get(i));
                    parts.push(match before {
                        Some(Toward::Forward) => format!("turned 45 degrees {side}"),
                        Some(Toward::Backward) => format!("turned 135 degrees {side}"),
                        _ => format!("turned 90 degrees {side}"),
                    });
                }
            }
            let plain = |run: &Vec<Toward>| {
                let bend = |t: &Toward| matches!(t, Toward::Opposite | Toward::Same);
                !run.iter().any(bend)
            };
            let runs: Vec<Vec<Toward>> =
                directions.runs.iter().filter(|run| plain(run)).cloned().collect();
            if parts.is_empty() || !runs.is_empty() {
                let reading = directions.reading;
                let plain = turns(leg.stride, &Directions { runs, reading }, compass);
                // A knight's leap lies between the lines, so no slide continues straight from it.
                let crosses = matches!(before.stride, Stride::Oblique { .. })
                    && matches!(leg.stride, Stride::Radial { .. });
                let outward = crosses && plain == "straight on";
                parts.insert(0, if outward { "outward".to_string() } else { plain });
            }
            or(&parts)
        }
    }
}

/// The phrase for the smallest turn that the strides allow.
fn onward(before: Stride, next: Stride, compass: Compass) -> String {
    let axes = |stride: Stride| match stride {
        Stride::Radial { axes, .. } => Some(axes),
        Stride::Oblique { .. } | Stride::Rising { .. } | Stride::Universal => None,
    };
    match (axes(before), axes(next)) {
        (Some(before), Some(next)) if before != next => {
            format!("turned {} degrees to either side", 360 / u32::from(compass.headings()))
        }
        (Some(_), Some(_)) => "straight on".to_string(),
        (None, None) if before == next => "straight on".to_string(),
        (None, _) | (_, None) => "outward".to_string(),
    }
}

/// The phrase for the turns that `directions` allow.
fn turns(stride: Stride, directions: &Directions, compass: Compass) -> String {
    let (turns, back) = (compass.later(stride, directions), compass.back(0));
    let all =
        |other: &dyn Fn(u8) -> bool| (0..compass.headings()).all(|n| turns.contains(n) == other(n));
    if all(&|n| n != back) {
        return "in any direction but straight back".to_string();
    }
    if all(&|_| true) {
        return "in any direction".to_string();
    }
    let mut parts = Vec::new();
    if turns.contains(0) {
        parts.push("straight on".to_string());
    }
    for right in 1..back {
        let left = compass.headings() - right;
        let degrees = 360 / u32::from(compass.headings()) * u32::from(right);
        let side = match (turns.contains(right), turns.contains(left)) {
            (true, true) => "to either side",
            (true, false) => "to the right",
            (false, true) => "to the left",
            (false, false) => continue,
        };
        parts.push(format!("turned {degrees} degrees {side}"));
    }
    if turns.contains(back) {
        parts.push("straight back".to_string());
    }
    or(&parts)
}
