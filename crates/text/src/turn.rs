//! Turns in English: [`sentences`] describes whole turns, [`step`] the pieces that one step may
//! move.
//!
//! All differences from chess are described, except those without an effect in the game.

use crate::conditions;
use crate::lexicon::{Lexicon, Voice, and, number, ordinal};
use crate::pieces::Speech;
use alfil_rules::chance::DieId;
use alfil_rules::question::{
    Anchor, Filter, Men, MoveFact, Number, Pieces, Question, Subject, Test,
};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;
use alfil_rules::turn::{
    Castling, Checks, EnPassant, Growth, KingSafety, Parry, Pass, Series, Step, Stuck, Times, Turn,
};

/// The sentences about turns.
pub fn sentences(rules: &Ruleset) -> Vec<String> {
    let turn = &rules.turn;
    if turn.is_plain() {
        let names: Vec<String> =
            rules.sides.each().map(|side| rules.name_of(side).to_owned()).collect();
        return vec![format!("{} move in turn, one move each.", and(&names))];
    }
    let [white, black] = Side::BOTH.map(|side| &turn.series[side]);
    let mut said = Vec::new();
    if white == black {
        said.push(series("A turn", white, rules));
    } else {
        for (side, steps) in [(Side::White, white), (Side::Black, black)] {
            said.push(series(&format!("{}'s turn", rules.name_of(side)), steps, rules));
        }
    }
    // Sentences about steps are left out if a turn has only one.
    if longest(turn) > 1 {
        said.extend(of_steps(turn, rules));
    }
    let first = format!("{}'s first turn of the game", rules.name_of(Side::White));
    said.extend(turn.first.as_ref().map(|s| series(&first, s, rules)));
    said
}

/// The sentences about rules that connect the moves of one turn.
fn of_steps(turn: &Turn, rules: &Ruleset) -> Vec<String> {
    let mut said = Vec::new();
    let asks = |step: &Step| step.asked().next().is_some();
    if !turn.series.0.iter().any(|series| series.steps.iter().any(asks)) {
        let several = if longest(turn) == 2 { "both" } else { "several" };
        said.push(format!("One piece may make {several} of them."));
    }
    match turn.castling {
        Castling::AnyStep => {
            said.push("Each of them may be castling, wherever the king stands.".to_owned())
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
        EnPassant::AnyStep => {}
        EnPassant::FirstStep => {
            said.push("Only the first move of a turn may capture en passant.".to_owned());
        }
        EnPassant::FirstSteps => said.push("En passant captures come first in a turn.".to_owned()),
    }
    said.push(match turn.stuck {
        Stuck::SkipsStep => "A move that is not possible is skipped.".to_owned(),
        Stuck::EndsTheGame => {
            "A side that has no legal move, even within its turn, is stalemated.".to_owned()
        }
    });
    said
}

/// The phrase for the pieces that a step may move, such as `a piece that starts on a light cell`.
/// `None` if all pieces may move.
pub fn step(step: &Step, rules: &Ruleset) -> Option<String> {
    if step.is_free() || step.roll.is_some() {
        return None;
    }
    let words = Lexicon::of(rules);
    let what = Speech { words: &words, voice: Voice::MOVE }.one_of(&Men::all());
    Some(format!("{what} that {}", conditions::condition(&step.from, &rules.zones)))
}

/// What the question of a step says.
#[derive(Default)]
struct Allowed {
    /// The pieces that may move. `None` for all.
    movers: Option<Pieces>,
    /// What else must be true of a move.
    rest: Option<Question>,
}

impl Allowed {
    /// Splits the question of a step.
    fn of(step: &Step) -> Allowed {
        let Some(asked) = &step.when else { return Allowed::default() };
        let parts = match &asked.value {
            Question::All(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        };
        let (mut men, mut filters, mut rest) = (None, Vec::new(), Vec::new());
        for part in parts {
            if let (Question::Move(MoveFact::Moving(moving)), None) = (part, &men) {
                men = Some(moving.clone());
            } else if let Question::Count(Number::Some, pieces) = part
                && pieces.what == Subject::Anchor(Anchor::Mover)
            {
                filters.extend(pieces.filters.iter().cloned());
            } else {
                rest.push(part.clone());
            }
        }
        let movers = match (men, filters.as_slice()) {
            (None, []) => None,
            (None, [Filter { holds: true, test: Test::On(anchor) }]) => {
                Some(Pieces::anchor(*anchor))
            }
            (men, _) => Some(Pieces { what: Subject::Men(men.unwrap_or_else(Men::all)), filters }),
        };
        let rest = if rest.len() > 1 { Some(Question::All(rest)) } else { rest.pop() };
        Allowed { movers, rest }
    }
}

fn longest(turn: &Turn) -> usize {
    let length = |series: &Series| match series.growth {
        Growth::None => series.steps.iter().filter(|step| step.roll.is_none()).count(),
        Growth::OneMoreEachTurn | Growth::Counted(..) => usize::MAX,
    };
    turn.series.0.iter().chain(&turn.first).map(length).max().unwrap_or(1)
}

/// The sentences about a series of steps: `A turn is two moves: ...`
fn series(whose: &str, series: &Series, rules: &Ruleset) -> String {
    match &series.growth {
        Growth::Counted(amount, _) => {
            let words = Lexicon::of(rules);
            let number = Speech { words: &words, voice: Voice::MOVE }.measured(amount);
            return format!(
                "{whose} has as many moves as {number} when it begins, but at least one."
            );
        }
        Growth::OneMoreEachTurn => {
            let [white, black] = Side::BOTH.map(|side| rules.name_of(side));
            return format!(
                "{whose} has one move more than the turn before it: {white} begins with one, {black} \
                 has two, {white} three."
            );
        }
        Growth::None => {}
    }
    let words = Lexicon::of(rules);
    let is_bag = |die: DieId| rules.dice[die].is_bag();
    let draws: Vec<String> = series
        .steps
        .iter()
        .map_while(|step| step.roll.filter(|&die| is_bag(die)).map(|die| (step, die)))
        .map(|(step, die)| first_draw(whose, step, die, rules))
        .collect();
    let after_draws = &series.steps[draws.len()..];
    let rolls = after_draws
        .iter()
        .map_while(|step| step.roll.filter(|&die| !is_bag(die)))
        .collect::<Vec<_>>();
    let (_, moves) = after_draws.split_at(rolls.len());
    let names: Vec<String> = rolls.iter().map(|die| conditions::name(&rules.dice, *die)).collect();
    let begins = (!rolls.is_empty()).then(|| {
        let roll = if rolls.len() == 1 { "the roll" } else { "rolls" };
        format!("{whose} begins with {roll} of {}.", and(&names))
    });
    let begins: Vec<String> = draws.into_iter().chain(begins).collect();
    let whose = if begins.is_empty() { whose } else { "The rest" };
    // Steps with a condition get sentences of their own.
    let is_further = |step: &&Step| step.given.is_some() || step.roll.is_some();
    let due = moves.iter().take_while(|step| !is_further(step)).count();
    let (steps, further) = moves.split_at(due);
    let repeats = |step: &Step| step.times == Times::Repeats;
    let count = match steps.len() {
        1 => "one move".to_owned(),
        n if steps.iter().any(repeats) => format!("{} moves or more", number(n)),
        n => format!("{} moves", number(n)),
    };
    let mut said = if steps.is_empty() && !begins.is_empty() {
        Vec::new()
    } else if steps.iter().all(|step| *step == Step::default()) {
        vec![format!("{whose} is {count}.")]
    } else {
        let one = |(index, step): (usize, &Step)| {
            format!(
                "the {} by {}",
                ordinal(index + 1),
                made(step, &Allowed::of(step), rules, &words)
            )
        };
        let parts: Vec<String> = steps.iter().enumerate().map(one).collect();
        match steps {
            [step] => {
                let made = made(step, &Allowed::of(step), rules, &words);
                match made.strip_prefix("any piece") {
                    Some(rest) => vec![format!("{whose} is {count}{rest}.")],
                    None => vec![format!("{whose} is {count} by {made}.")],
                }
            }
            _ => vec![format!("{whose} is {count}: {}.", parts.join("; "))],
        }
    };
    let mut moved = !steps.is_empty();
    said.splice(0..0, begins);
    for step in further {
        said.push(self::further(step, moved, rules, &words));
        moved |= step.roll.is_none();
    }
    said.join(" ")
}

/// The sentence about a draw at the beginning of a turn.
fn first_draw(whose: &str, step: &Step, die: DieId, rules: &Ruleset) -> String {
    let draw = conditions::draw(rules, die, &step.draw);
    let again = again(step.times);
    format!(
        "When {} begins, {draw}{again}.",
        match whose.strip_prefix("A ") {
            Some(rest) => format!("a {rest}"),
            None => whose.to_owned(),
        }
    )
}

/// The words for a draw that comes again.
fn again(times: Times) -> &'static str {
    match times {
        Times::Once => "",
        Times::Repeats => ", repeatedly until there is no such piece left",
    }
}

/// The sentence about a step with a condition: `If the move before it captures, another move
/// follows, by ...`. `moved` is false if no step before it is a move.
fn further(step: &Step, moved: bool, rules: &Ruleset, words: &Lexicon<'_>) -> String {
    let speech = Speech { words, voice: Voice::OF_MOVE };
    if let (Some(die), None) = (step.roll, &step.given) {
        return if rules.dice[die].is_bag() {
            let draw = conditions::draw(rules, die, &step.draw);
            format!("Then {draw}{}.", again(step.times))
        } else {
            format!("Then {} is rolled.", conditions::name(&rules.dice, die))
        };
    }
    let given = match &step.given {
        None => "Then".to_owned(),
        Some(asked) => match speech.predicate(&asked.value) {
            Some(verb) => format!("If the move just made {verb}"),
            None => {
                let speech = Speech { words, voice: Voice::EFFECT };
                let after = if moved { ", after a move," } else { "" };
                format!("If{after} {}", speech.clause(&asked.value))
            }
        },
    };
    if let Some(die) = step.roll {
        return if rules.dice[die].is_bag() {
            let draw = conditions::draw(rules, die, &step.draw);
            format!("{given}, {draw}{}.", again(step.times))
        } else {
            format!("{given}, {} is rolled.", conditions::name(&rules.dice, die))
        };
    }
    let again = match step.times {
        Times::Once => "",
        Times::Repeats => ". This holds again after each such move",
    };
    let may = match step.pass {
        Pass::Never => "follows",
        Pass::May => "may follow",
    };
    // A restriction on the move becomes a relative clause if it is a verb phrase.
    let allowed = Allowed::of(step);
    let which = allowed.rest.as_ref().and_then(|asked| speech.predicate(asked));
    let (which, allowed) = match which {
        Some(verb) => (format!("move that {verb}"), Allowed { rest: None, ..allowed }),
        None => ("move".to_owned(), allowed),
    };
    let another = if moved { "another" } else { "a" };
    format!("{given}, {another} {which} {may}, by {}{again}.", made(step, &allowed, rules, words))
}

/// The phrase for the piece that moves in a step, with the rules for it: `a king, which may be left
/// out`.
fn made(step: &Step, allowed: &Allowed, rules: &Ruleset, words: &Lexicon<'_>) -> String {
    let speech = Speech { words, voice: Voice::MOVE };
    let of_move = Speech { words, voice: Voice::OF_MOVE };
    let who = allowed.movers.as_ref().map(|pieces| match &pieces.what {
        Subject::Men(men) if pieces.filters.is_empty() => speech.one_of(men),
        Subject::Men(_) | Subject::Empty | Subject::Cells | Subject::Anchor(_) => {
            speech.some(pieces)
        }
    });
    let what = self::step(step, rules);
    let mut text = match (what, who) {
        (None, None) => "any piece".to_owned(),
        (Some(what), None) => what,
        (None, Some(who)) => who,
        (Some(what), Some(who)) => format!("{what}, if that is {who}"),
    };
    if let Some(asked) = &allowed.rest {
        text += &match of_move.predicate(asked) {
            Some(verb) => format!(", and only if it {verb}"),
            None => format!(", and only if {}", speech.clause(asked)),
        };
    }
    match (step.pass, &step.given) {
        (Pass::Never, _) | (Pass::May, Some(_)) => {}
        (Pass::May, None) => text += ", which may be skipped by passing",
    }
    if let (Pass::May, Some(asked)) = (step.pass, &step.pass_when) {
        let left_out = if step.given.is_some() { ", which may be skipped" } else { "" };
        text += &format!("{left_out} when {}", speech.clause(&asked.value));
    }
    if let (Pass::May, Some(asked)) = (step.pass, &step.pass_in_check) {
        text += &format!(", though in check only if {}", speech.clause(&asked.value));
    }
    if step.times == Times::Repeats && step.given.is_none() {
        text += ", any number of times";
    }
    text
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
            format!(
                "No move may leave the player's {king} attacked, so the first move that is made must parry a check."
            )
        }
        KingSafety::EndOfTurn => format!(
            "Within a turn, the {king} may be in check, but not at its end. It is in check if the other \
             side could capture it within its next turn."
        ),
    })
}
