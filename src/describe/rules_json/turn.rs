//! Turns: their steps, and what checks mean within them.

use crate::describe::rules_json::words::{condition, letters};
use alfil_diagnostics::source::Spanned;
use alfil_rules::chance::{Die, Face};
use alfil_rules::question::Question;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;
use alfil_rules::turn::{
    Castling, Checks, EnPassant, Growth, KingSafety, Parry, Pass, Series, Step, Stuck, Times,
};
use alfil_syntax::choices::Choice;
use serde_json::{Value, json};

/// The rules of turns.
pub(super) fn turn(rules: &Ruleset) -> Value {
    let turn = &rules.turn;
    let [white, black] = Side::BOTH.map(|side| series(rules, &turn.series[side]));
    let parry =
        |parry: &Parry| json!({"from": condition(rules, &parry.from), "forfeits": parry.forfeits});
    json!({
        "white": white,
        "black": black,
        "first": turn.first.as_ref().map(|first| series(rules, first)),
        "checks": match turn.checks {
            Checks::Free => "free",
            Checks::EndTheTurn => "end the turn",
            Checks::Forbidden => "forbidden",
        },
        "parry": turn.parry.as_ref().map(parry),
        "king_safe": match turn.safety {
            KingSafety::EachStep => "after each step",
            KingSafety::EndOfTurn => "after the turn",
        },
        "castling": match turn.castling {
            Castling::AsOtherMoves => "as other moves",
            Castling::AnyStep => "in any step",
        },
        "en_passant": match turn.passant {
            EnPassant::AnyStep => "in any step",
            EnPassant::FirstStep => "in the first step",
            EnPassant::FirstSteps => "in the first steps",
        },
        "no_move": match turn.stuck {
            Stuck::SkipsStep => "skips the step",
            Stuck::EndsTheGame => "ends the game",
        },
    })
}

/// The dice, each with its values.
pub(super) fn dice(rules: &Ruleset) -> Vec<Value> {
    let face = |face: &Face| {
        json!({
            "value": face.word,
            "weight": face.weight,
            "piece": face.kind.map(|kind| rules.kinds[kind].letter.to_string()),
            "side": face.side.map(Choice::word),
        })
    };
    let die = |die: &Die| {
        json!({
            "name": die.name.value,
            "values": die.faces.iter().map(face).collect::<Vec<_>>(),
            "lasts": die.lasts.word(),
            "put_back": die.put_back.word(),
        })
    };
    rules.dice.iter().map(die).collect()
}

fn series(rules: &Ruleset, series: &Series) -> Value {
    json!({
        "steps": series.steps.iter().map(|step| self::step(rules, step)).collect::<Vec<_>>(),
        "one_more_each_turn": series.growth == Growth::OneMoreEachTurn,
        "as_many_as": series.amount().map(|amount| rules.amount(amount)),
    })
}

fn step(rules: &Ruleset, step: &Step) -> Value {
    let asked = |question: &Option<Spanned<Question>>| {
        question.as_ref().map(|asked| rules.sentence(&asked.value))
    };
    json!({
        "roll": step.roll.map(|die| &rules.dice[die].name.value),
        "draws_for": step.draw.whose.word(),
        "turns_up": letters(rules, &step.draw.turns_up),
        "if": asked(&step.given),
        "from": condition(rules, &step.from),
        "pieces": letters(rules, &step.kinds),
        "who": asked(&step.who),
        "only_when": asked(&step.when),
        "repeats": step.times == Times::Repeats,
        "may_pass": step.pass == Pass::May,
        "may_pass_when": asked(&step.pass_when),
        "may_pass_in_check": asked(&step.pass_in_check),
    })
}
