//! Turns in words.
//!
//! Owns: [`sentences`], how turns go; [`step`], what one step may move. Takes rules; gives English.
//! Invariant: whatever [`Turn`] says beyond chess is said, and nothing that
//! cannot matter: a game of single moves hears nothing of steps.

use crate::rules::question::Question;
use crate::rules::ruleset::Ruleset;
use crate::rules::side::Side;
use crate::rules::turn::{
    Castling, Checks, Growth, KingSafety, Parry, Pass, Passant, Series, Step, Stuck, Times, Turn,
};
use crate::source::Spanned;
use crate::text::conditions;

/// How turns go, a sentence each.
pub fn sentences(rules: &Ruleset) -> Vec<String> {
    let turn = &rules.turn;
    if turn.is_plain() {
        return vec!["White and Black move in turn, one move each.".to_owned()];
    }
    let [white, black] = Side::BOTH.map(|side| &turn.series[side]);
    let mut said = Vec::new();
    if white == black {
        said.push(series("A turn", white, rules));
    } else {
        said.push(series("White's turn", white, rules));
        said.push(series("Black's turn", black, rules));
    }
    // What speaks of steps is idle where there is one.
    if longest(turn) > 1 {
        said.extend(of_steps(turn, rules));
    }
    said.extend(turn.first.as_ref().map(|s| series("White's first turn of the game", s, rules)));
    said
}

/// What holds among the moves of a turn.
fn of_steps(turn: &Turn, rules: &Ruleset) -> Vec<String> {
    let mut said = Vec::new();
    let asks = |step: &Step| !step.kinds.is_empty() || step.asked().next().is_some();
    if !turn.series.0.iter().any(|series| series.steps.iter().any(asks)) {
        said.push("One piece may make several of them.".to_owned());
    }
    match turn.castling {
        Castling::AnyStep => {
            said.push("Castling is allowed as any of them, whatever they ask.".to_owned())
        }
        Castling::AsOtherMoves => {}
    }
    match turn.checks {
        Checks::Free => {}
        Checks::EndTheTurn => said.push("A move that gives check ends the turn.".to_owned()),
        Checks::Forbidden => said.push("Only the last move of a turn may give check.".to_owned()),
    }
    said.extend(turn.parry.as_ref().map(|p| parry(p, rules)));
    said.extend(safety(turn, rules));
    match turn.passant {
        Passant::AnyStep => {}
        Passant::FirstStep => {
            said.push("Only the first move of a turn may capture en passant.".to_owned());
        }
        Passant::FirstSteps => said.push("En passant captures come first in a turn.".to_owned()),
    }
    said.push(match turn.stuck {
        Stuck::SkipsStep => "A move that cannot be made is left out.".to_owned(),
        Stuck::EndsTheGame => {
            "A side without a move, be it within its turn, is stalemated.".to_owned()
        }
    });
    said
}

/// What a step may move, if not everything: `if it starts on a light cell`.
pub fn step(step: &Step, rules: &Ruleset) -> Option<String> {
    if step.is_free() {
        return None;
    }
    let names: Vec<&str> =
        step.kinds.iter().map(|&kind| rules.kinds[kind].name.value.as_str()).collect();
    let what = match names.as_slice() {
        [] => "a piece".to_owned(),
        [one] => format!("a {one}"),
        [init @ .., last] => format!("a {} or {last}", init.join(", ")),
    };
    let anywhere = Step { kinds: Vec::new(), ..step.clone() }.is_free();
    Some(match anywhere {
        true => what,
        false => format!("{what} that {}", conditions::condition(&step.from, &rules.zones)),
    })
}

fn longest(turn: &Turn) -> usize {
    let length = |series: &Series| match series.growth {
        Growth::None => series.steps.len(),
        Growth::OneMoreEachTurn => usize::MAX,
    };
    turn.series.0.iter().chain(&turn.first).map(length).max().unwrap_or(1)
}

/// `A turn is two moves: ...`
fn series(whose: &str, series: &Series, rules: &Ruleset) -> String {
    match series.growth {
        Growth::OneMoreEachTurn => {
            return format!(
                "{whose} has one move more than the turn before it: White begins with one, Black \
                 has two, White three."
            );
        }
        Growth::None => {}
    }
    let steps = &series.steps;
    let count = match steps.len() {
        1 => "one move".to_owned(),
        n if steps.iter().any(|step| step.times == Times::Repeats) => {
            format!("{} moves or more", number(n))
        }
        n => format!("{} moves", number(n)),
    };
    let plain = |s: &Step| *s == Step::default();
    if steps.iter().all(plain) {
        return format!("{whose} is {count}.");
    }
    let one = |(index, step): (usize, &Step)| {
        let what = self::step(step, rules).unwrap_or("any piece".to_owned());
        let when = |asked: &Spanned<Question>| format!(" when {}", rules.sentence(&asked.value));
        let (what, mut pass) = match &step.who {
            Some(asked) if step.is_free() => (rules.sentence(&asked.value), String::new()),
            Some(asked) => (what, format!(" of these: {}", rules.sentence(&asked.value))),
            None => (what, String::new()),
        };
        pass += &step.when.as_ref().map_or(String::new(), |asked| format!(", only{}", when(asked)));
        match step.times {
            Times::Once => {}
            Times::Repeats => pass += ", again and again",
        }
        match step.pass {
            Pass::Never => {}
            Pass::May => {
                pass += ", which may be left out";
                pass += &step.pass_when.as_ref().map_or(String::new(), when);
            }
        }
        match steps.len() {
            1 => format!("by {what}{pass}"),
            _ => {
                let given = |asked: &Spanned<Question>| {
                    format!(", if the one before is {},", rules.sentence(&asked.value))
                };
                let given = step.given.as_ref().map_or(String::new(), given);
                format!("the {}{given} by {what}{pass}", ordinal(index + 1))
            }
        }
    };
    let parts: Vec<String> = steps.iter().enumerate().map(one).collect();
    format!("{whose} is {count}: {}.", parts.join(", "))
}

fn parry(parry: &Parry, rules: &Ruleset) -> String {
    let n = usize::from(parry.forfeits);
    let price = match n {
        1 => "the first is lost".to_owned(),
        n => format!("the first {} are lost", number(n)),
    };
    let counts = ordinal(n + 1);
    let who = conditions::condition(&parry.from, &rules.zones);
    format!(
        "A check may also be parried by a piece that {who}: this is the {counts} move of the turn, and {price}."
    )
}

fn safety(turn: &Turn, rules: &Ruleset) -> Option<String> {
    let king = &rules.kinds.iter().find(|k| k.royal.is_royal())?.name.value;
    Some(match turn.safety {
        KingSafety::EachStep => {
            format!("Every move leaves one's own {king} safe, so a check is parried by the first.")
        }
        KingSafety::EndOfTurn => format!(
            "Within a turn the {king} may stand in check, at its end not; it is in check if the other \
             side could take it within its next turn."
        ),
    })
}

/// `two`; above twelve in digits.
fn number(n: usize) -> String {
    const WORDS: [&str; 12] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    n.checked_sub(1).and_then(|i| WORDS.get(i)).map_or_else(|| n.to_string(), |w| (*w).to_owned())
}

/// `second`; above sixth in digits.
fn ordinal(n: usize) -> String {
    const WORDS: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
    n.checked_sub(1)
        .and_then(|i| WORDS.get(i))
        .map_or_else(|| format!("{n}th"), |w| (*w).to_owned())
}
