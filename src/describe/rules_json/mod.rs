//! The complete rules of a game as JSON, for `alfil export --format json`.
//!
//! `docs/rules.schema.json` describes the object, and `docs/export.md` explains it. Questions,
//! conditions and effects are sentences of the definition language, because that language is their
//! only complete form.

mod board;
mod by_side;
mod movement;
mod moves;
mod turn;
mod words;

use crate::describe::rules_json::words::{condition, letters, name, sentences};
use crate::play::game::Game;
use crate::resolve::resolution::Resolved;
use alfil_board::model::board_model::BoardModel;
use alfil_rules::goal::{Asked, Event, Verdict};
use alfil_rules::hand::{Captured, Hand, Immobile, OwnCaptured};
use alfil_rules::ids::KindId;
use alfil_rules::named::{Group, NamedQuestion};
use alfil_rules::plane::{Body, BodyPart, Figure, Friends, KingPath, Point};
use alfil_rules::player::Leaving;
use alfil_rules::ruleset::{Blocking, Duty, Kind, Promotion, Ruleset, Supply};
use alfil_rules::side::Side;
use alfil_rules::space::Gluing;
use serde_json::{Map, Value, json};

/// The version of the shape of the object. It changes when a key gets another meaning.
const VERSION: u32 = 1;

/// The complete rules of a game.
pub fn rules(resolved: &Resolved, game: &Game) -> Value {
    let rules = game.rules();
    let model = match game {
        Game::Board(program) => Some(program.arena()),
        Game::Plane(_) => None,
    };
    let about: Map<String, Value> =
        resolved.about.iter().map(|(key, text)| (key.clone(), text.clone().into())).collect();
    let kinds = rules.kinds.enumerate();
    json!({
        "format": "alfil-rules",
        "version": VERSION,
        "title": resolved.title,
        "about": about,
        "sides": sides(rules),
        "losers": losers(rules),
        "board": board::board(rules, model),
        "plane": plane(rules),
        "zones": board::zones(rules, model),
        "groups": groups(rules),
        "questions": questions(rules),
        "pieces": kinds.map(|(id, kind)| piece(rules, model, id, kind)).collect::<Vec<_>>(),
        "castling": model.map_or(Vec::new(), moves::castling),
        "hand": rules.hand.as_ref().map(|hand| self::hand(rules, hand)),
        "dice": turn::dice(rules),
        "sight": rules.sight.word(),
        "umpire_tells": sentences(rules, rules.told.iter().map(|told| &told.asked.value)),
        "turn": turn::turn(rules),
        "restrictions": restrictions(rules),
        "duties": sentences(rules, rules.duties.iter().map(|duty| &duty.value)),
        "counters": rules.counters,
        "effects": rules.effects.iter().map(|effect| rules.effect(effect)).collect::<Vec<_>>(),
        "ends": ends(rules),
        "setup": moves::setup(game),
        "shuffle": shuffle(rules, model),
    })
}

/// The sides in the order of turns.
fn sides(rules: &Ruleset) -> Vec<Value> {
    let one = |side: Side| {
        let player = rules.players.get(side as usize);
        json!({
            "name": rules.word_of(side),
            "title": rules.name_of(side),
            "letter": rules.letter_of(side).to_string(),
            "forward": player.map(|player| player.forward),
            "colour": player.map(|player| player.dye.word()),
            "allies": rules.sides.allies(side).into_iter().map(|ally| rules.word_of(ally)).collect::<Vec<_>>(),
        })
    };
    rules.sides.each().map(one).collect()
}

/// What happens to sides that lose, in a game with more than two sides.
fn losers(rules: &Ruleset) -> Value {
    let Leaving { pieces, team, winner } = rules.leaving;
    if rules.sides.are_two() {
        Value::Null
    } else {
        json!({
            "pieces": pieces.word(),
            "teams lose": team.word(),
            "winner": winner.word(),
        })
    }
}

/// The named sets of kinds, each with the letters of its kinds. In a group of pairs, each letter
/// has the one that belongs to it.
fn groups(rules: &Ruleset) -> Map<String, Value> {
    let letter = |kind: KindId| rules.kinds[kind].letter.to_string();
    let letters = |group: &Group| -> Value {
        let kinds = group.kinds.iter().map(|&kind| letter(kind));
        if group.of.is_empty() {
            return kinds.collect::<Vec<_>>().into();
        }
        let of = group.of.iter().map(|&kind| letter(kind));
        of.zip(kinds).map(|(of, kind)| (of, kind.into())).collect::<Map<_, _>>().into()
    };
    let groups = rules.groups.iter();
    groups.map(|group| (group.name.value.clone(), letters(group))).collect()
}

/// The named questions.
fn questions(rules: &Ruleset) -> Map<String, Value> {
    let sentence = |(number, named): (usize, &NamedQuestion)| {
        let sentence = rules.sentence_of(&named.question, &rules.named[..number]);
        (named.name.value.clone(), sentence.into())
    };
    rules.named.iter().enumerate().map(sentence).collect()
}

fn piece(rules: &Ruleset, model: Option<&BoardModel>, id: KindId, kind: &Kind) -> Value {
    let reverts = kind.reverts_to.map(|reversion| reversion.to);
    let movement = |movement| movement::movement(rules, model, movement);
    let promotes = kind.promotions.iter().enumerate();
    let promotes = promotes.map(|(n, rule)| promotion(rules, model, id, n, rule));
    json!({
        "name": kind.name.value,
        "letter": kind.letter.to_string(),
        "royal": kind.royal.word(),
        "owner": kind.owner.word(),
        "blocks": kind.blocks.value == Blocking::Blocks,
        "worth": kind.worth,
        "moves": movement(&kind.moves),
        "attacks": kind.attacks.as_ref().map(movement),
        "promotes": promotes.collect::<Vec<_>>(),
        "in_hand": reverts.map(|kind| rules.kinds[kind].letter.to_string()),
    })
}

fn promotion(
    rules: &Ruleset,
    model: Option<&BoardModel>,
    kind: KindId,
    number: usize,
    rule: &Promotion,
) -> Value {
    let cells = model.map(|model| {
        let of = |side: Side| model.promotion_cells[side][kind][number];
        by_side::by_side(rules, |side| board::names(model, of(side)).into())
    });
    json!({
        "at": rule.at.as_ref().map(|area| area.notation(&rules.zones)),
        "cells": cells,
        "on": rule.on.words().collect::<Vec<_>>(),
        "duty": match rule.duty {
            Duty::Must => "must",
            Duty::May => "may",
            Duty::Wait => "wait",
        },
        "to": letters(rules, &rule.to),
        "only_lost": rule.supply == Supply::Lost,
        "when": rule.when.as_ref().map(|question| rules.sentence(question)),
    })
}

fn hand(rules: &Ruleset, hand: &Hand) -> Value {
    json!({
        "captured": match hand.captured {
            Captured::Gone => "gone",
            Captured::ToCaptor => "to captor",
            Captured::ToOwner => "to owner",
        },
        "own_captured": match hand.own {
            OwnCaptured::ToHand => "to hand",
            OwnCaptured::Gone => "gone",
        },
        "supply": letters(rules, &hand.supply),
        "immobile": match hand.immobile {
            Immobile::Forbidden => "forbidden",
            Immobile::Allowed => "allowed",
        },
        "no_mate_by": letters(rules, &hand.no_mate),
    })
}

/// What restricts all moves.
fn restrictions(rules: &Ruleset) -> Value {
    json!({
        "every_move": condition(rules, &rules.every_move),
        "every_attack": condition(rules, &rules.every_attack),
        "moves": sentences(rules, rules.asked.iter().map(|asked| &asked.value)),
        "attacks": sentences(rules, rules.attack_asked.iter().map(|asked| &asked.value)),
    })
}

fn ends(rules: &Ruleset) -> Value {
    let result = |verdict: Verdict| Verdict::words(Some(verdict));
    let asked = |asked: &Asked| json!({"result": result(asked.verdict), "when": rules.sentence(&asked.question)});
    let event = |event: Event| rules.ends.verdict(event).map(result);
    json!({
        "checkmate": event(Event::Checkmate),
        "stalemate": event(Event::Stalemate),
        "fifty_moves": event(Event::MoveLimit(100)),
        "threefold": event(Event::Repetition(3)),
        "fourfold": event(Event::Repetition(4)),
        "goals": rules.ends.goals.iter().map(asked).collect::<Vec<_>>(),
        "claims": rules.ends.claims.iter().map(asked).collect::<Vec<_>>(),
    })
}

fn shuffle(rules: &Ruleset, model: Option<&BoardModel>) -> Option<Value> {
    let shuffle = rules.shuffle.as_ref()?;
    let cells =
        |side: Side| model.map(|model| board::names(model, model.cells(&shuffle.cells, side)));
    let order = shuffle.order.iter();
    Some(json!({
        "cells": cells(Side::White),
        "sides": shuffle.sides.word(),
        "when": shuffle.when.as_ref().map(|question| rules.sentence(question)),
        "order": order.map(|p| format!("{}{}", p.on.prefix(), name(rules, p.kind))).collect::<Vec<_>>(),
    }))
}

/// A figure of a body.
fn figure(figure: &Figure) -> Value {
    match figure {
        Figure::Disc(radius) => json!({"radius": radius.get()}),
        Figure::Capsule { length, width } => {
            json!({"length": length.get(), "width": width.get()})
        }
        Figure::Ellipse { length, width } => {
            json!({"ellipse": [length.get(), width.get()]})
        }
        Figure::Polygon(corners) => {
            let corners = corners.iter().map(|corner| json!([corner.x.get(), corner.y.get()]));
            json!({"corners": corners.collect::<Vec<_>>()})
        }
    }
}

/// The rules that only planes have.
fn plane(rules: &Ruleset) -> Option<Value> {
    let (width, height) = rules.space.lattice.plane()?;
    let plane = &rules.plane;
    let builds = plane.builds.iter().map(|build| {
        let body = match &build.body {
            None => Value::Null,
            Some(Body::Disc(radius)) => json!({"radius": radius.get()}),
            Some(Body::Parts(parts)) => match parts.as_slice() {
                [part] if part.at == Point::default() => figure(&part.figure),
                parts => {
                    let part = |part: &BodyPart| {
                        let mut one = figure(&part.figure);
                        one["at"] = json!([part.at.x.get(), part.at.y.get()]);
                        one
                    };
                    json!({"parts": parts.iter().map(part).collect::<Vec<_>>()})
                }
            },
        };
        json!({
            "piece": rules.kinds[build.kind].letter.to_string(),
            "body": body,
            "turns": build.turns,
        })
    });
    Some(json!({
        "width": width,
        "height": height,
        "sphere": rules.space.lattice.sphere(),
        "depth": rules.space.lattice.depth(),
        "edges": match rules.space.lattice.plane_gluing() {
            None => "none",
            Some(Gluing::Flat) => "open",
            Some(gluing) => gluing.word(),
        },
        "radius": plane.radius.get(),
        "least": plane.least.get(),
        "quantum": plane.quantum.map(|quantum| quantum.get()),
        "reach": plane.reach.get(),
        "king_path": match plane.king_path {
            KingPath::Lenient => "lenient",
            KingPath::Strict => "strict",
        },
        "least_turn": plane.least_turn.get(),
        "friends": match plane.friends {
            Friends::Pass => "pass",
            Friends::Stop => "stop",
        },
        "bodies": builds.collect::<Vec<_>>(),
    }))
}
