//! A movement string explained: canonical form, steps and English sentences, as data.
//!
//! Owns: [`Explanation`], [`explain`] and the encoding of steps (`m:(0,1)`, `(1,2)*`): flags, the
//! displacement to the right and forward as White sees it on an endless empty grid, `*` for riders,
//! `*4` for up to four strides, `*2-5` for two to five. Takes a string; gives data that a front end
//! prints.

use crate::board::compass;
use crate::diagnostic::Diagnostic;
use crate::resolve::movement::{Context, lower};
use crate::rules::condition::Condition;
use crate::rules::movement::{Action, Leg, Movement, Passage, Range, Stride, Term, Walk};
use crate::syntax::notation::parse;
use crate::text::words;

/// A movement string explained.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// As it was given.
    pub string: String,
    /// In canonical form.
    pub canonical: String,
    /// The set of single steps, slides and leaps, if it is nothing else.
    pub steps: Option<Vec<String>>,
    /// The legs of each term, if there are no steps.
    pub legs: Option<Vec<Vec<String>>>,
    /// What it means in English, a sentence a term.
    pub sentences: Vec<String>,
}

/// Explains a string that stands alone: nothing stood before it. `None` if an error was found.
pub fn explain(string: &str, context: Context, found: &mut Vec<Diagnostic>) -> Option<Explanation> {
    let movement = lower(string, &Movement::default(), context, found)?;
    // It was read without an error a moment ago: whatever this finds was found already.
    let canonical = parse::movement(string, context.place, &mut Vec::new())?.to_string();
    let steps = steps(&movement);
    let legs = match steps {
        Some(_) => None,
        None => Some(movement.terms.iter().map(legs).collect()),
    };
    Some(Explanation {
        string: string.to_string(),
        canonical,
        steps,
        legs,
        sentences: words::sentences(&movement, context.zones),
    })
}

/// The set of steps of a movement, each once, in order of its terms and clockwise from forward. `None`
/// if a term is no single step, slide or leap, or has a condition.
pub fn steps(movement: &Movement) -> Option<Vec<String>> {
    let mut all: Vec<String> = Vec::new();
    for term in &movement.terms {
        let (Action::Walk(walk), Condition::Always) = (&term.action, &term.when) else {
            return None;
        };
        let [leg] = walk.legs.as_slice() else {
            return None;
        };
        if leg.stride == Stride::Universal {
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
    let strides = strides(leg.range);
    compass::first(leg.stride, &leg.directions)
        .iter()
        .map(|octant| compass::vector(leg.stride, octant))
        .map(|(dx, dy)| format!("{flags}({dx},{dy}){strides}"))
        .collect()
}

/// Flags with their colon, or nothing.
fn flags(leg: &Leg, first_move: bool, last: bool) -> String {
    let mut flags = String::new();
    if first_move {
        flags.push('i');
    }
    match leg.passage {
        Passage::Free => {}
        Passage::Lame => flags.push('n'),
        Passage::MustJump | Passage::SkipFirst => flags.push('j'),
        Passage::Hop => flags.push('p'),
        Passage::HopAndLand => flags.push('g'),
    }
    let (m, c, e) = (leg.mode.quiet, leg.mode.capture, leg.mode.en_passant);
    if !(last && m && c && !e) {
        let letters = [(m, 'm'), (c, 'c'), (e, 'e')];
        flags.extend(letters.iter().filter(|(has, _)| *has).map(|&(_, letter)| letter));
    }
    if !flags.is_empty() {
        flags.push(':');
    }
    flags
}

fn strides(range: Range) -> String {
    match (range.min, range.max) {
        (1, Some(1)) => String::new(),
        (1, None) => "*".to_string(),
        (1, Some(max)) => format!("*{max}"),
        (min, None) => format!("*{min}-"),
        (min, Some(max)) => format!("*{min}-{max}"),
    }
}

/// The legs of a term: steps of the first, turns in degrees to the right of the later ones.
fn legs(term: &Term) -> Vec<String> {
    match &term.action {
        Action::Castle(castle) => vec![format!("castling {}", castle.distance)],
        Action::Drop(drop) => vec![format!("drop {}-{}", drop.first, drop.last)],
        Action::Walk(walk) => walk_legs(walk),
    }
}

fn walk_legs(walk: &Walk) -> Vec<String> {
    let leg = |(i, leg): (usize, &Leg)| {
        let last = i + 1 == walk.legs.len();
        if leg.stride == Stride::Universal {
            return format!("{}anywhere", flags(leg, walk.first_move, last));
        }
        if i == 0 {
            return leg_steps(leg, walk.first_move, last).join(" ");
        }
        let turns: Vec<String> = compass::later(leg.stride, &leg.directions)
            .iter()
            .map(|turn| (u32::from(turn) * 45).to_string())
            .collect();
        let flags = flags(leg, false, last);
        format!("{flags}turn({}){}", turns.join(","), strides(leg.range))
    };
    walk.legs.iter().enumerate().map(leg).collect()
}
