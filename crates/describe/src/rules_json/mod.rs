//! The complete rules of a game as JSON, for `alfil export --format json`.
//!
//! `docs/rules.schema.json` describes the object, and `docs/export.md` explains it. Questions,
//! conditions and effects are both texts of the definition language and trees.

mod movement;
mod tree;

use crate::rules_json::movement::{condition, name, sentences};
use crate::rules_json::tree::letters;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::board_model::CastleOption;
use alfil_diagnostics::index::Id;
use alfil_play::game::Game;
use alfil_resolve::resolution::Resolved;
use alfil_rules::goal::{Asked, Event, Verdict};
use alfil_rules::hand::{Captured, Hand, Immobile, OwnCaptured};
use alfil_rules::ids::KindId;
use alfil_rules::look::Leaving;
use alfil_rules::notation::{Group, NamedQuestion};
use alfil_rules::plane::{Body, BodyPart, Figure, Friends, KingPath, Point};
use alfil_rules::ruleset::{Blocking, Duty, Kind, Promotion, Ruleset, Supply};
use alfil_rules::setup::Stand;
use alfil_rules::side::Side;
use alfil_rules::space::{Gluing, Lattice};
use alfil_topology::compass::Compass;
use alfil_topology::graph::{Graph, Node};
use alfil_topology::site_set::{AnySet, Site};
use serde_json::{Map, Value, json};

/// The version of the shape of the object. It changes when a key gets another meaning.
const VERSION: u32 = 2;

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
        "board": self::board(rules, model),
        "plane": plane(rules),
        "zones": zones(rules, model),
        "groups": groups(rules),
        "questions": questions(rules),
        "pieces": kinds.map(|(id, kind)| piece(rules, model, id, kind)).collect::<Vec<_>>(),
        "castling": model.map_or(Vec::new(), castling),
        "hand": rules.hand.as_ref().map(|hand| self::hand(rules, hand)),
        "dice": movement::dice(rules),
        "sight": rules.sight.word(),
        "umpire_tells": sentences(rules, rules.told.iter().map(|told| &told.asked.value)),
        "turn": movement::turn(rules),
        "restrictions": restrictions(rules),
        "duties": sentences(rules, rules.duties.iter().map(|duty| &duty.value)),
        "counters": rules.counters,
        "effects": rules.effects.iter().map(|effect| tree::effect(rules, effect)).collect::<Vec<_>>(),
        "ends": ends(rules),
        "setup": setup(game),
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
        let text = rules.sentence_of(&named.question, &rules.named[..number]);
        let tree = tree::question(rules, &named.question);
        (named.name.value.clone(), json!({"text": text, "tree": tree}))
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
        by_side(rules, |side| names(model, of(side)).into())
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
        "when": rule.when.as_ref().map(|question| tree::sentence(rules, question)),
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
    let asked = |asked: &Asked| {
        json!({
            "result": result(asked.verdict),
            "when": tree::sentence(rules, &asked.question),
            "because": asked.because,
        })
    };
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
    let cells = |side: Side| model.map(|model| names(model, model.cells(&shuffle.cells, side)));
    let order = shuffle.order.iter();
    Some(json!({
        "cells": cells(Side::White),
        "sides": shuffle.sides.word(),
        "when": shuffle.when.as_ref().map(|question| tree::sentence(rules, question)),
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

// The board as a graph.

/// The board; null on planes.
fn board(rules: &Ruleset, model: Option<&BoardModel>) -> Value {
    let Some(model) = model else { return Value::Null };
    let graph = &model.graph;
    let compass = match graph.compass() {
        Compass::Square => "squares",
        Compass::Hexagonal => "hexagons",
    };
    let nodes = graph.nodes().map(|node| self::node(rules, graph, node));
    let sections = rules.space.sections.iter().map(|section| section.name.value.as_str());
    json!({
        "lattice": match &rules.space.lattice {
            Lattice::Grid { gluing: Gluing::Flat, .. } => "grid",
            Lattice::Grid { gluing, .. } => gluing.word(),
            Lattice::Layers { .. } => "layers",
            Lattice::Hexagon(_) => "hexagon",
            Lattice::Net(_) => "graph",
            Lattice::Plane { .. } => "plane",
            Lattice::Sphere { .. } => "sphere",
        },
        "files": graph.files(),
        "ranks": graph.ranks(),
        "cells_are": compass,
        "headings": graph.compass().headings(),
        "nodes": nodes.collect::<Vec<_>>(),
        "sections": sections.collect::<Vec<_>>(),
    })
}

/// A node with its links. A hole has no cell, but leaps cross it.
fn node(rules: &Ruleset, graph: &Graph, node: Node) -> Value {
    let n = graph.compass().headings();
    let link = |(heading, link): (u8, alfil_topology::graph::Link)| {
        let turn = link.carry.heading(0, n);
        let mirrored = link.carry.heading(1, n) != (turn + 1) % n;
        json!({
            "heading": heading,
            "to": link.node.index(),
            "turn": turn,
            "mirrored": mirrored,
            "seam": link.seam,
        })
    };
    let links: Vec<Value> = graph.links(node).map(link).collect();
    let Some(site) = graph.site(node) else {
        return json!({"cell": null, "links": links});
    };
    let (file, rank) = graph.file_rank(site);
    json!({
        "cell": graph.name(site),
        "column": file,
        "row": rank,
        "rank": by_side(rules, |side| graph.rank_for(site, side).into()),
        "shade": graph.shade(site),
        "links": links,
    })
}

/// Names of cells.
fn names(model: &BoardModel, cells: AnySet) -> Vec<String> {
    cells.into_iter().map(|site| model.graph.name(site).to_owned()).collect()
}

/// The zones with their cells; on planes without them.
fn zones(rules: &Ruleset, model: Option<&BoardModel>) -> Vec<Value> {
    let zone = |zone: &alfil_rules::condition::Zone| {
        let mut sides = by_side(rules, |side| {
            let area = &zone.area[side];
            let cells = model.map(|model| names(model, model.cells(area, side)));
            json!({"area": area.notation(&rules.zones), "cells": cells})
        });
        sides.insert("name".to_owned(), zone.name.value.clone().into());
        Value::Object(sides)
    };
    rules.zones.iter().map(zone).collect()
}

// Values for each side.

/// A value for each side, under the word for it.
fn by_side(rules: &Ruleset, value: impl Fn(Side) -> Value) -> Map<String, Value> {
    rules.sides.each().map(|side| (rules.word_of(side).to_owned(), value(side))).collect()
}

// Castling moves and the start position.

/// Every castling move of the start position.
fn castling(model: &BoardModel) -> Vec<Value> {
    let name = |site: Site| model.graph.name(site).to_owned();
    let castle = |castle: &CastleOption| {
        let [king, partner] = model.rights[castle.right].pieces();
        let part = |kind, (from, to): (Site, Site)| {
            let letter = model.rules.kinds[kind].letter.to_string();
            json!({"piece": letter, "from": name(from), "to": name(to)})
        };
        json!({
            "side": model.rules.word_of(castle.side),
            "king": part(king.0.kind, castle.king),
            "partner": part(partner.0.kind, castle.partner),
            "empty": names(model, castle.empty),
            "safe": castle.safe.iter().map(|&site| name(site)).collect::<Vec<_>>(),
        })
    };
    model.castles.iter().map(castle).collect()
}

/// The start position: its text, and the pieces one by one.
fn setup(game: &Game) -> Value {
    let rules = game.rules();
    let letter = |kind| rules.kinds[kind].letter.to_string();
    let held = rules.setup.hands.iter().flat_map(|hands| &hands.value);
    let held =
        held.map(|&(owner, kind)| json!({"side": rules.word_of(owner), "piece": letter(kind)}));
    let pieces: Vec<Value> = match game {
        Game::Board(program) => {
            let stands = |site: Site| {
                let piece = program.start().piece(site)?;
                let cell = program.arena().graph.name(site);
                Some(
                    json!({"cell": cell, "side": rules.word_of(piece.side), "piece": letter(piece.kind)}),
                )
            };
            program.arena().graph.sites().filter_map(stands).collect()
        }
        Game::Plane(_) => {
            let stands = |stand: &Stand| {
                let at = [stand.x.get(), stand.y.get()];
                json!({"at": at, "side": rules.word_of(stand.side), "piece": letter(stand.kind)})
            };
            let points = rules.setup.placement.points.iter();
            points.map(|point| stands(&point.value)).collect()
        }
    };
    json!({
        "position": game.start().text(),
        "side": rules.word_of(rules.setup.side),
        "pieces": pieces,
        "in_hand": held.collect::<Vec<_>>(),
    })
}
