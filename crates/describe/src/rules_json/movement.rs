//! Movements as steps, turns, and the names of pieces and sentences.

use crate::rules_json::tree::{self, letters};
use alfil_board::model::board_model::BoardModel;
use alfil_diagnostics::source::Spanned;
use alfil_rules::chance::{Die, Face, PutBack};
use alfil_rules::condition::Condition;
use alfil_rules::hand::Drop;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{
    Action, Aim, Axes, Course, Edges, Gait, Leg, Mode, Movement, Pace, Prey, Stride, Term, Walk,
};
use alfil_rules::question::Question;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;
use alfil_rules::term::{Castle, CastleEnd};
use alfil_rules::term::{Directions, Reading, Toward};
use alfil_rules::turn::{
    Castling, Checks, EnPassant, Growth, KingSafety, Parry, Pass, Series, Step, Stuck, Times,
};
use alfil_syntax::value::Choice;
use alfil_topology::bearing::Bearing;
use alfil_topology::compass::{self, Compass};
use serde_json::{Value, json};

/// The terms of a movement, which are alternatives.
pub(super) fn movement(
    rules: &Ruleset,
    model: Option<&BoardModel>,
    movement: &Movement,
) -> Vec<Value> {
    let term = |term: &Term| {
        let given = term.given.iter().filter_map(|given| {
            let question = &movement.asked.get(given.number)?.value;
            Some(json!({"question": tree::sentence(rules, question), "answer": given.holds}))
        });
        let mut value = match &term.action {
            Action::Walk(walk) => self::walk(model, walk),
            Action::Castle(castle) => self::castle(rules, castle),
            Action::Drop(drop) => self::drop(*drop),
        };
        value["when"] = condition(rules, &term.when).into();
        value["questions"] = given.collect();
        value
    };
    movement.terms.iter().map(term).collect()
}

fn walk(model: Option<&BoardModel>, walk: &Walk) -> Value {
    let compass = model.map_or(Compass::Square, |model| model.graph.compass());
    let loops = walk.loops.iter().map(|again| json!([again.first, again.last]));
    json!({
        "action": "walk",
        "first_move": walk.first_move,
        "legs": walk.legs.iter().map(|leg| self::leg(compass, leg)).collect::<Vec<_>>(),
        "loops": loops.collect::<Vec<_>>(),
    })
}

fn leg(compass: Compass, leg: &Leg) -> Value {
    let Mode { quiet, capture, en_passant, own, hop, prey, unload, relay } = leg.mode;
    let ends = [
        (quiet, "empty"),
        (capture, "enemy"),
        (en_passant, "en passant"),
        (own, "own piece"),
        (hop, "any piece, which stays"),
        (relay, "own piece, which goes on"),
    ];
    let ends: Vec<&str> = ends.into_iter().filter(|(set, _)| *set).map(|(_, end)| end).collect();
    let thousandths = |n: u32| f64::from(n) / 1000.0;
    let reach = leg
        .reach
        .map(|reach| json!({"min": thousandths(reach.min), "max": reach.max.map(thousandths)}));
    let mut object = json!({
        "stride": stride(leg.stride),
        "aim": aim(compass, leg),
        "strides": {"min": leg.range.min, "max": leg.range.max},
        "reach": reach,
        "as_many_as_before": leg.pace == Pace::AsBefore,
        "course": match leg.course {
            Course::Straight => "straight",
            Course::Crooked => "crooked",
            Course::Circular => "circular",
            Course::Arc { .. } => "arc",
        },

        "path": leg.passage.word(),
        "ends_on": ends,
        "captures": match prey {
            Prey::Any => "any",
            Prey::Royal => "royal",
            Prey::Common => "not royal",
        },
        "captured_reappears": unload,
        "edges": match leg.edges {
            Edges::Closed => "closed",
            Edges::Joined => "joined",
            Edges::Open => "open",
        },
        "leaves_trace": leg.leaves_trace,
        "leaping": leg.gait == Gait::Leaping,
    });
    if let Course::Arc { radius } = leg.course {
        object["radius"] = thousandths(radius).into();
    }
    object
}

/// A stride as a pair or a triple of numbers, without direction.
fn stride(stride: Stride) -> Value {
    match stride {
        Stride::Radial { length, axes: Axes::Orthogonal } => json!([0, length]),
        Stride::Radial { length, axes: Axes::Diagonal } => json!([length, length]),
        Stride::Radial { length, axes: Axes::Both } => {
            json!({"either": [[0, length], [length, length]]})
        }
        Stride::Oblique { orthogonal, diagonal } => json!([diagonal, orthogonal + diagonal]),
        Stride::Rising { orthogonal, diagonal, layers } => {
            json!([diagonal, orthogonal + diagonal, layers])
        }
        Stride::Universal => json!("any cell"),
    }
}

/// The directions of a leg. The first leg has headings of the board, and on squares vectors.
fn aim(compass: Compass, leg: &Leg) -> Value {
    match &leg.aim {
        Aim::Frame(_) => {
            let sectors = Bearing::new(compass).sectors(0, leg);
            let headings: Vec<u8> = sectors.iter().collect();
            let level = leg.stride.level().is_some() && leg.stride != Stride::Universal;
            let vector = |&sector: &u8| {
                let (right, forward) = compass::vector(leg.stride, sector);
                json!([right, forward])
            };
            let squares = compass == Compass::Square && level;
            let vectors: Option<Vec<Value>> =
                squares.then(|| headings.iter().map(vector).collect());
            json!({"from": "the board", "headings": headings, "vectors": vectors})
        }
        Aim::Turn(directions) => {
            json!({"from": "the leg before", "turns": self::directions(directions)})
        }
        Aim::Within(directions) => json!({
            "from": "the leg before, within the directions of the stride",
            "turns": self::directions(directions),
        }),
        Aim::Onward => json!({"from": "the leg before, with the least turn"}),
        Aim::Again(back) => json!({"from": "an earlier leg", "legs_before": back}),
    }
}

/// Direction letters with their reading.
fn directions(directions: &Directions) -> Value {
    let run = |run: &Vec<Toward>| run.iter().map(|toward| toward.letter()).collect::<String>();
    let reading = match directions.reading {
        Reading::Own => "usual",
        Reading::ClassicCompound => "classic",
        Reading::EightFold => "eight directions",
    };
    json!({
        "letters": directions.runs.iter().map(run).collect::<Vec<_>>(),
        "reading": reading,
    })
}

fn castle(rules: &Ruleset, castle: &Castle) -> Value {
    let (cells, files) = match castle.end {
        CastleEnd::Cells(cells) => (Some(cells), None),
        CastleEnd::Files(files) => {
            (None, files.map(|files| json!([files.first.to_string(), files.last.to_string()])))
        }
    };
    json!({
        "action": "castling",
        "first_move": castle.first_move,
        "directions": directions(&castle.directions),
        "cells": cells,
        "files": files,
        "partners": letters(rules, &castle.partners),
        "partner_inset": castle.partner_inset,
    })
}

fn drop(drop: Drop) -> Value {
    let Drop { first, last, on_file, on_shade, on_board } = drop;
    json!({
        "action": "drop",
        "ranks": [first, last],
        "most_on_file": on_file,
        "most_on_shade": on_shade,
        "most_on_board": on_board,
    })
}

// Turns: their steps, and what checks mean within them.

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
            "put_back": die.put_back == PutBack::Always,
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
        question.as_ref().map(|asked| tree::sentence(rules, &asked.value))
    };
    json!({
        "roll": step.roll.map(|die| &rules.dice[die].name.value),
        "draws_for": step.draw.whose.word(),
        "turns_up": letters(rules, &step.draw.turns_up),
        "when": asked(&step.given),
        "from": condition(rules, &step.from),
        "moves": asked(&step.when),
        "repeats": step.times == Times::Repeats,
        "may_pass": step.pass == Pass::May,
        "may_pass_when": asked(&step.pass_when),
        "may_pass_in_check": asked(&step.pass_in_check),
    })
}

// Names of pieces and sentences.

/// The name of a kind.
pub(super) fn name(rules: &Ruleset, kind: KindId) -> &str {
    &rules.kinds[kind].name.value
}

/// Questions as sentences.
pub(super) fn sentences<'a>(
    rules: &Ruleset,
    questions: impl Iterator<Item = &'a Question>,
) -> Vec<Value> {
    questions.map(|question| tree::sentence(rules, question)).collect()
}

/// A condition as a sentence; `None` if it is always true.
pub(super) fn condition(rules: &Ruleset, condition: &Condition) -> Option<Value> {
    let asked = || tree::sentence(rules, &Question::Cells(condition.clone()));
    (*condition != Condition::Always).then(asked)
}
