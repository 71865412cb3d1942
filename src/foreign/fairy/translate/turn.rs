//! Turns: passes, and turns of several moves.

use crate::foreign::fairy::translate::case::Case;
use crate::foreign::fairy::values::{PieceSet, Side};
use alfil_syntax::write::{Map, Yaml};

/// The numbers of moves in turns that a definition can say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Lengths {
    first: u32,
    white: u32,
    black: u32,
}

/// The key `turn`.
pub(crate) fn turn(case: &mut Case<'_>) -> Option<Yaml> {
    let settings = case.settings;
    let passes = passes(case);
    let lengths = lengths(case);
    let step = |last: bool| {
        let mut step = Map::default();
        if !last && !settings.multimove_capture {
            step.put("only when", "not capturing");
        }
        step.entries.extend(passes.entries.iter().cloned());
        step.in_braces()
    };
    let steps = |count: u32| {
        let mut steps: Vec<Yaml> = (1..=count).map(|number| step(number == count)).collect();
        if settings.jumps_go_on && !settings.jump_captures.is_empty() {
            steps.push(Yaml::map([
                ("if", "capturing".into()),
                ("who", "last mover".into()),
                ("only when", "capturing".into()),
                ("repeats", Yaml::bare(true)),
            ]));
        }
        Yaml::list(steps)
    };
    let mut entries = Map::default();
    match lengths {
        _ if settings.progressive => entries.put("steps", "one more each turn"),
        Some(Lengths { first, white, black }) => {
            if white == black {
                entries.put("steps", steps(white))
            } else {
                entries.put("white", Yaml::map([("steps", steps(white))]));
                entries.put("black", Yaml::map([("steps", steps(black))]));
            }
            if first != white {
                let first = Yaml::map([("steps", steps(first))]);
                entries.put("first turn of the game", first);
            }
        }
        None if passes.is_empty() && !settings.jumps_go_on => return None,
        None => entries.put("steps", steps(1)),
    }
    let several = settings.progressive
        || lengths.is_some_and(|lengths| lengths.first.max(lengths.white).max(lengths.black) > 1);
    if several && !settings.multimove_check {
        entries.put("check before the last step", "forbidden");
    }
    Some(entries.in_braces())
}

/// The numbers of moves; `None` if each turn is one move.
fn lengths(case: &mut Case<'_>) -> Option<Lengths> {
    let settings = case.settings;
    let numbers = &settings.multimoves.0;
    let (&last, rest) = numbers.split_last()?;
    let (&before, early) = rest.split_last()?;
    let at = |turn: usize| match (numbers.get(turn), (turn - numbers.len().min(turn)) % 2) {
        (Some(number), _) => *number,
        (None, 0) => before,
        (None, _) => last,
    };
    let lengths =
        Lengths { first: at(0), white: at(numbers.len() * 2), black: at(numbers.len() * 2 + 1) };
    let regular = (1..numbers.len())
        .all(|turn| at(turn) == if turn % 2 == 0 { lengths.white } else { lengths.black });
    let white_begins = case.board.turn == Side::White;
    if !regular || !white_begins && (early.len() + 2 > 2 || lengths.white != lengths.black) {
        case.lose("multimoves", "only the first turn of the game may differ from the later ones");
        return None;
    }
    (numbers.iter().any(|number| *number > 1)).then_some(lengths)
}

/// The keys of a step about passes.
fn passes(case: &Case<'_>) -> Map {
    let settings = case.settings;
    let mut ways: Vec<String> = Vec::new();
    for (side, word) in Side::ALL.into_iter().zip(["white", "black"]) {
        let both = settings.pass.white == settings.pass.black
            && settings.pass_on_stalemate.white == settings.pass_on_stalemate.black;
        let when = match (*settings.pass.of(side), *settings.pass_on_stalemate.of(side)) {
            (true, _) => ALWAYS,
            (false, true) => "stuck",
            (false, false) => continue,
        };
        ways.push(match (both, when) {
            (true, when) => when.to_owned(),
            (false, ALWAYS) => word.to_owned(),
            (false, when) => format!("{word} and {when}"),
        });
    }
    ways.dedup();
    if settings.pass_until_setup && ways.is_empty() {
        ways.push(SET_UP.to_owned());
    }
    if ways.is_empty() {
        return Map::default();
    }
    let mut step = Map::default();
    let ways = ways.join(" or ");
    step.put("may pass", if ways == ALWAYS { Yaml::bare(true) } else { ways.into() });
    let kings = case.named(&PieceSet::of(&["king"]));
    if let (true, Some(king)) = (settings.bikjang, kings) {
        step.put("may pass in check", format!("enemy {king} at vR of own {king}"));
    }
    step
}

/// The value of `may pass` if a side may always pass.
const ALWAYS: &str = "true";

/// Holds for a side that has placed all its pieces while the other has not.
const SET_UP: &str = "no own piece in hand and enemy piece in hand";

/// Adds to the restriction on every move that a side waits until the other has placed its pieces.
pub(crate) fn restrictions(case: &Case<'_>, parts: &mut Vec<String>) {
    if case.settings.pass_until_setup {
        parts.push(format!("(passing or not ({SET_UP}))"));
    }
}
