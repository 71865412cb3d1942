//! Explains a movement string: canonical form, steps and English sentences, one for each term, as
//! data.
//!
//! A step is written as flags, then its displacement to the right and forward, as White sees it on
//! an endless empty grid: `m:(0,1)`. A suffix gives the range: `*` for riders, `*4` for up to four
//! strides, `*2-5` for two to five.

use crate::lexicon::{Lexicon, Voice};
use crate::pieces::Speech;
use crate::words::{Clause, clauses};
use alfil_diagnostics::diagnostic::Report;
use alfil_resolve::context::Context;
use alfil_resolve::fragment::fragment;
use alfil_rules::condition::Condition;
use alfil_rules::movement::{
    Action, Aim, Course, Edges, Gait, Leg, Mode, Movement, Pace, Prey, Reach, Stride, Term, Walk,
};
use alfil_rules::plane::Real;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::term::Toward;
use alfil_topology::bearing::Bearing;
use alfil_topology::compass::{self, Compass};

/// A movement string explained.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The text of the author.
    pub string: String,
    /// The text in canonical form.
    pub canonical: String,
    /// The single steps, slides and leaps, if the movement has nothing else.
    pub steps: Option<Vec<String>>,
    /// The legs of each term, if there are no steps.
    pub legs: Option<Vec<Vec<String>>>,
    /// The meaning in English, one sentence for each term.
    pub sentences: Vec<String>,
    pub movement: Movement,
}

/// Explains a string that may refer to the terms of the movement `before`. If there is a game, its
/// names and board are used. `None` if an error was found.
pub fn explain(
    game: Option<&Ruleset>,
    before: &Movement,
    string: &str,
    context: Context,
    found: &mut Report,
) -> Option<Explanation> {
    let (movement, canonical) = fragment(string, before, game, context, found)?;
    let steps = steps(&movement);
    let legs = match steps {
        Some(_) => None,
        None => Some(movement.terms.iter().map(legs).collect()),
    };
    let alone = Lexicon::alone(context.zones);
    let sentences = self::sentences(&movement, &game.map_or(alone, Lexicon::of));
    let string = string.to_string();
    Some(Explanation { string, canonical, steps, legs, sentences, movement })
}

/// The steps of a movement, each once, in the order of its terms and clockwise from forward. `None`
/// if a term has a condition, asks a question about the board, or is anything other than a single
/// step, slide or leap.
pub(crate) fn steps(movement: &Movement) -> Option<Vec<String>> {
    let mut all: Vec<String> = Vec::new();
    for term in &movement.terms {
        let (Action::Walk(walk), Condition::Always) = (&term.action, &term.when) else {
            return None;
        };
        if !term.given.is_empty() {
            return None;
        }
        let [leg] = walk.legs.as_slice() else {
            return None;
        };
        let whole = leg.gait == Gait::Natural && !leg.reach.is_some_and(Reach::is_fraction);
        let plain = matches!(leg.aim, Aim::Frame(_)) && leg.course == Course::Straight && whole;
        if leg.stride == Stride::Universal || !plain {
            return None;
        }
        for step in leg_steps(leg, walk.first_move, true) {
            if !all.contains(&step) {
                all.push(step);
            }
        }
    }
    Some(all)
}

fn leg_steps(leg: &Leg, first_move: bool, last: bool) -> Vec<String> {
    let flags = flags(leg, first_move, last);
    let strides = strides(leg);
    Bearing::default()
        .sectors(0, leg)
        .iter()
        .map(|sector| compass::vector(leg.stride, sector))
        .map(|(dx, dy)| format!("{flags}({dx},{dy}){strides}"))
        .collect()
}

/// The flags of a leg and a colon; empty if there are no flags.
fn flags(leg: &Leg, first_move: bool, last: bool) -> String {
    let mut flags = String::new();
    if leg.gait == Gait::Leaping {
        flags.push_str("leaping ");
    }
    if first_move {
        flags.push('i');
    }
    flags.extend(leg.passage.letter());
    match leg.edges {
        Edges::Closed => {}
        Edges::Joined | Edges::Open => flags.push('o'),
    }
    match leg.course {
        Course::Straight => {}
        Course::Crooked => flags.push('z'),
        Course::Circular => flags.push('q'),
        Course::Arc { radius } => {
            flags = format!("arc {} {flags}", Real::thousandths(radius));
        }
    }
    let mode = leg.mode;
    if !(last && mode == Mode::MOVE) {
        let prey = |prey| mode.capture && mode.prey == prey;
        let letters = [
            (mode.quiet, 'm'),
            (mode.capture && mode.prey != Prey::Royal, 'c'),
            (mode.own, 'd'),
            (mode.en_passant, 'e'),
            (prey(Prey::Royal), 'k'),
            (prey(Prey::Common), 't'),
            (mode.hop, 'p'),
            (mode.unload, 'u'),
            (mode.relay, 'x'),
        ];
        flags.extend(letters.iter().filter(|(has, _)| *has).map(|&(_, letter)| letter));
    }
    if !flags.is_empty() {
        flags.push(':');
    }
    flags
}

fn strides(leg: &Leg) -> String {
    if leg.pace == Pace::AsBefore {
        return "*=".to_string();
    }
    if let Some(reach) = leg.reach.filter(|reach| reach.is_fraction()) {
        let end = reach.max.map_or(String::new(), |max| Real::thousandths(max).to_string());
        return format!("*{}-{end}", Real::thousandths(reach.min));
    }
    match (leg.range.min, leg.range.max) {
        (1, Some(1)) => String::new(),
        (1, None) => "*".to_string(),
        (1, Some(max)) => format!("*{max}"),
        (min, None) => format!("*{min}-"),
        (min, Some(max)) => format!("*{min}-{max}"),
    }
}

/// Describes each leg of a term. The first leg is given by its steps, and each later leg by its
/// turns in degrees clockwise.
fn legs(term: &Term) -> Vec<String> {
    match &term.action {
        Action::Castle(castle) => vec![format!("castling {}", castle.end.atom())],
        Action::Drop(drop) => vec![format!("drop {}-{}", drop.first, drop.last)],
        Action::Walk(walk) => walk_legs(walk),
    }
}

fn walk_legs(walk: &Walk) -> Vec<String> {
    let leg = |(i, leg): (usize, &Leg)| {
        let last = walk.is_final(i);
        if leg.stride == Stride::Universal {
            let within = leg
                .reach
                .and_then(|reach| reach.max)
                .map_or(String::new(), |max| format!(" within {}", Real::thousandths(max)));
            return format!("{}anywhere{within}", flags(leg, walk.first_move, last));
        }
        let (flags, strides) = (flags(leg, false, last), strides(leg));
        let stride = || {
            let (dx, dy) = compass::vector(
                leg.stride,
                Compass::Square.own(leg.stride).iter().next().unwrap_or(0),
            );
            format!("({},{})", dx.abs().min(dy.abs()), dx.abs().max(dy.abs()))
        };
        let turns = |sectors: compass::Sectors| {
            let turns: Vec<String> =
                sectors.iter().map(|turn| (u32::from(turn) * 45).to_string()).collect();
            format!("{flags}turn({}){strides}", turns.join(","))
        };
        let letters = |directions: &alfil_rules::term::Directions| {
            let run = |run: &Vec<Toward>| run.iter().map(|t| t.letter()).collect::<String>();
            directions.runs.iter().map(run).collect::<Vec<_>>().join("+")
        };
        let bends = |directions: &alfil_rules::term::Directions| {
            let bend = |t: &Toward| matches!(t, Toward::Opposite | Toward::Same);
            directions.runs.iter().flatten().any(bend)
        };
        match &leg.aim {
            Aim::Frame(_) => leg_steps(leg, walk.first_move, last).join(" "),
            Aim::Turn(directions) if bends(directions) => {
                format!("{flags}turn({}){strides}", letters(directions))
            }
            Aim::Turn(directions) => turns(Compass::Square.later(leg.stride, directions)),
            Aim::Within(directions) => {
                format!("{flags}turn({}){}{strides}", letters(directions), stride())
            }
            Aim::Onward => format!("{flags}onward{}{strides}", stride()),
            Aim::Again(back) => format!("{flags}as-{back}-before{}{strides}", stride()),
        }
    };
    let mut legs: Vec<String> = walk.legs.iter().enumerate().map(leg).collect();
    for again in &walk.loops {
        if let Some(first) = legs.get_mut(again.first) {
            first.insert(0, '{');
        }
        if let Some(last) = legs.get_mut(again.last) {
            last.push_str("}*");
        }
    }
    legs
}

// Movements in plain English: one sentence for each term of the movement string.

/// One sentence for each term of the movement string. Terms that share a span (the halves of `K`
/// and `Q`) share a sentence.
pub fn sentences(movement: &Movement, words: &Lexicon<'_>) -> Vec<String> {
    let speech = Speech { words, voice: Voice::TERM };
    let sentence = |Clause { term, mut text }: Clause<'_>| {
        for (number, given) in term.given.iter().enumerate() {
            let only = if number == 0 { ", only if " } else { " and only if " };
            let asked = movement.asked.get(given.number);
            text.push_str(only);
            text.push_str(&match asked {
                Some(asked) => speech.answered(&asked.value, given.holds),
                None => given.told(),
            });
        }
        text.push('.');
        text
    };
    clauses(movement, words).into_iter().map(sentence).collect()
}
