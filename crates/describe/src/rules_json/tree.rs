//! Sentences as trees. Every node says in `is` what it is; its other keys depend on that.

use alfil_diagnostics::index::Id;
use alfil_rules::chance::{FaceId, Roll};
use alfil_rules::condition::{Area, Condition, PlaceKind};
use alfil_rules::effect::{Becoming, Deed, Effect, Extent, Picked, Source, Spot, Will};
use alfil_rules::ids::KindId;
use alfil_rules::question::{
    Amount, CounterId, Filter, Men, MoveFact, Number, Part, Pattern, Pieces, Quantity, Question,
    Repeats, Sign, Subject, Tally, Test, Whose,
};
use alfil_rules::ruleset::Ruleset;
use serde_json::{Value, json};

/// A question as text and as a tree.
pub(super) fn sentence(rules: &Ruleset, said: &Question) -> Value {
    json!({"text": rules.sentence(said), "tree": question(rules, said)})
}

/// A line of effects as text and as a tree.
pub(super) fn effect(rules: &Ruleset, effect: &Effect) -> Value {
    let deeds = effect.deeds.iter().map(|deed| self::deed(rules, deed));
    json!({
        "text": rules.effect(effect),
        "tree": {
            "when": effect.question.as_ref().map(|asked| question(rules, asked)),
            "optional": effect.will == Will::May,
            "deeds": deeds.collect::<Vec<_>>(),
        },
    })
}

/// A question as a tree.
pub(super) fn question(rules: &Ruleset, asked: &Question) -> Value {
    let all = |parts: &[Question]| parts.iter().map(|part| question(rules, part)).collect();
    match asked {
        Question::All(parts) => join("all", all(parts)),
        Question::Any(parts) => join("any", all(parts)),
        Question::Not(part) => json!({"is": "not", "of": question(rules, part)}),
        Question::Leaving(part) => json!({"is": "leaving", "of": question(rules, part)}),
        Question::After(part) => json!({"is": "after", "of": question(rules, part)}),
        Question::Cells(condition) => self::condition(rules, condition),
        Question::Move(fact) => move_fact(rules, fact),
        Question::Plays(color) => json!({"is": "side", "side": color.word()}),
        Question::Side(whose, fact) => json!({"is": fact.words(), "whose": whose.word()}),
        Question::Count(number, pieces) => json!({
            "is": "count",
            "number": self::number(*number),
            "pieces": self::pieces(rules, pieces),
        }),
        Question::Reply(number, pieces, area) => json!({
            "is": "can move",
            "number": self::number(*number),
            "pieces": self::pieces(rules, pieces),
            "to": area.as_ref().map(|area| self::area(rules, area)),
        }),
        Question::Rolled(die, roll) => {
            let faces = &rules.dice[*die].faces;
            let mut node = json!({"is": "rolled", "die": rules.dice[*die].name.value});
            match roll {
                Roll::Among(among) => {
                    let shown = faces.iter().enumerate();
                    let shown = shown.filter(|(at, _)| among.has(FaceId::from_index(*at)));
                    node["values"] = shown.map(|(_, face)| face.word.as_str()).collect();
                }
                Roll::Like(other) => node["like"] = rules.dice[*other].name.value.as_str().into(),
            }
            node
        }
        Question::Compare(amounts, order) => {
            let [left, right] = &**amounts;
            json!({
                "is": "compare",
                "left": amount(rules, left),
                "order": order.sign(),
                "right": amount(rules, right),
            })
        }
        Question::Without(turns, _, part) => json!({
            "is": "turns without",
            "number": turns,
            "of": question(rules, part),
        }),
        Question::Repeated(times, how) => json!({
            "is": "repeated",
            "number": times,
            "by_checks": *how == Repeats::ByChecks,
        }),
        Question::KindGone(whose) => json!({"is": "some kind gone", "whose": whose.word()}),
        Question::By(terms) => json!({"is": "by", "movement": pattern(rules, terms)}),
    }
}

fn join(is: &str, parts: Vec<Value>) -> Value {
    json!({"is": is, "parts": parts})
}

fn move_fact(rules: &Ruleset, fact: &MoveFact) -> Value {
    let of = |is: &str, men: &Men| json!({"is": is, "pieces": self::men(rules, men)});
    match fact {
        MoveFact::Moving(men) => of("moving", men),
        MoveFact::Capturing(men) => of("capturing", men),
        MoveFact::Dropping(men) => of("dropping", men),
        MoveFact::Over(men) => of("over", men),
        MoveFact::Promoting(to) => {
            json!({"is": "promoting", "to": to.as_ref().map(|kinds| letters(rules, kinds))})
        }
        MoveFact::Castling => json!({"is": "castling"}),
        MoveFact::Passing => json!({"is": "passing"}),
        MoveFact::GivingCheck => json!({"is": "giving check"}),
        MoveFact::GivingMate => json!({"is": "giving mate"}),
    }
}

/// A condition as a tree.
fn condition(rules: &Ruleset, said: &Condition) -> Value {
    let all = |parts: &[Condition]| parts.iter().map(|part| condition(rules, part)).collect();
    let place = |end: &str, kind: &PlaceKind| {
        let shade = |word: &str| json!({"is": "shade", "of": end, "shade": word});
        match kind {
            PlaceKind::Strong => shade("strong"),
            PlaceKind::Weak => shade("weak"),
            PlaceKind::Neutral => shade("neutral"),
            PlaceKind::Light => shade("light"),
            PlaceKind::Dark => shade("dark"),
            PlaceKind::Shade(n) => json!({"is": "shade", "of": end, "shade": n}),
            PlaceKind::Unmoved => json!({"is": "unmoved"}),
            PlaceKind::In(area) => json!({
                "is": if end == "start" { "from" } else { "to" },
                "area": self::area(rules, area),
            }),
        }
    };
    match said {
        Condition::Always => join("all", Vec::new()),
        Condition::Start(at) => place("start", &at.kind),
        Condition::End(at) => place("end", &at.kind),
        Condition::Relative(relation) => json!({"is": relation.words()}),
        Condition::Every(distance) => {
            json!({"is": "every", "distance": f64::from(distance.value) / 1000.0})
        }
        Condition::All(parts) => join("all", all(parts)),
        Condition::Any(parts) => join("any", all(parts)),
        Condition::Not(part) => json!({"is": "not", "of": condition(rules, part)}),
    }
}

/// An area as a tree.
fn area(rules: &Ruleset, said: &Area) -> Value {
    let all = |parts: &[Area]| parts.iter().map(|part| area(rules, part)).collect();
    match said {
        Area::Ranks { first, last } => json!({"is": "ranks", "first": first, "last": last}),
        Area::LastRank => json!({"is": "last rank"}),
        Area::Layers { first, last } => json!({"is": "layers", "first": first, "last": last}),
        Area::Files { first, last } => {
            json!({"is": "files", "first": first.to_string(), "last": last.to_string()})
        }
        Area::Edge => json!({"is": "edge"}),
        Area::Corner => json!({"is": "corner"}),
        Area::Cells(cells) => {
            let cells: Vec<&str> = cells.iter().map(|cell| cell.value.as_str()).collect();
            json!({"is": "cells", "cells": cells})
        }
        Area::Rectangle([from, to]) => {
            json!({"is": "rectangle", "corners": [from.value, to.value]})
        }
        Area::Plot(_) => json!({"is": "figure", "text": said.notation(&rules.zones)}),
        Area::Zone(zone) => json!({"is": "zone", "zone": rules.zones[*zone].name.value}),
        Area::Enemys(part) => json!({"is": "enemy", "of": area(rules, part)}),
        Area::All(parts) => join("all", all(parts)),
        Area::Any(parts) => join("any", all(parts)),
        Area::Not(part) => json!({"is": "not", "of": area(rules, part)}),
    }
}

/// The least and the greatest number; `all` has neither.
fn number(number: Number) -> Value {
    match number {
        Number::Some => json!({"min": 1, "max": null}),
        Number::No => json!({"min": 0, "max": 0}),
        Number::Exactly(n) => json!({"min": n, "max": n}),
        Number::AtLeast(n) => json!({"min": n, "max": null}),
        Number::AtMost(n) => json!({"min": 0, "max": n}),
        Number::All => json!("all"),
    }
}

/// A description of pieces by owner and kind. Without `kinds` it is about all kinds.
fn men(rules: &Ruleset, men: &Men) -> Value {
    json!({
        "is": "pieces",
        "whose": men.whose.map_or(Whose::Any.word(), Whose::word),
        "kinds": men.kinds.as_ref().map(|kinds| letters(rules, kinds)),
        "but": letters(rules, &men.but),
    })
}

/// Pieces or cells with their filters.
fn pieces(rules: &Ruleset, pieces: &Pieces) -> Value {
    let mut node = match &pieces.what {
        Subject::Men(men) => self::men(rules, men),
        Subject::Empty => json!({"is": "empty cells"}),
        Subject::Cells => json!({"is": "cells"}),
        Subject::Anchor(anchor) => json!({"is": anchor.word()}),
    };
    if !pieces.filters.is_empty() {
        let filters = pieces.filters.iter().map(|filter| self::filter(rules, filter));
        node["filters"] = filters.collect();
    }
    node
}

fn filter(rules: &Ruleset, Filter { holds, test }: &Filter) -> Value {
    let of = |pieces: &Pieces| self::pieces(rules, pieces);
    let node = match test {
        Test::In(area) => json!({"is": "in", "area": self::area(rules, area)}),
        Test::InHand => json!({"is": "in hand"}),
        Test::Attacked(by) => json!({"is": "attacked", "by": by.as_deref().map(of)}),
        Test::Guarded => json!({"is": "guarded"}),
        Test::Between(men) => json!({"is": "between", "pieces": self::men(rules, men)}),
        Test::At(string, pieces) => {
            json!({"is": "at", "movement": pattern(rules, string), "of": of(pieces)})
        }
        Test::Along(string, from, to) => json!({
            "is": "along",
            "movement": pattern(rules, string),
            "from": of(from),
            "to": of(to),
        }),
        Test::InRow(row, pieces) => json!({"is": "in row", "row": row.word(), "of": of(pieces)}),
        Test::On(anchor) => json!({"is": "on", "cell": anchor.word()}),
        Test::LikeMover => json!({"is": "like mover"}),
        Test::Paired(anchor, pairs) => {
            let pairs = pairs.iter().map(|pair| pair.each_ref().map(|men| self::men(rules, men)));
            json!({
                "is": "paired",
                "with": anchor.word(),
                "pairs": pairs.map(|[of, own]| json!([of, own])).collect::<Vec<_>>(),
            })
        }
        Test::LikeDie(die) => json!({"is": "like die", "die": rules.dice[*die].name.value}),
        Test::NeverMoved => json!({"is": "never moved"}),
    };
    if *holds { node } else { json!({"is": "not", "of": node}) }
}

fn pattern(rules: &Ruleset, pattern: &Pattern) -> Value {
    let kind = pattern.kind.map(|kind| rules.kinds[kind].letter.to_string());
    json!({"text": pattern.text, "of_piece": kind})
}

/// A number as a list of parts, which are added.
fn amount(rules: &Ruleset, amount: &Amount) -> Value {
    let part = |sign: Sign, Part { what, modulo }: &Part| {
        let mut node = match what {
            Quantity::Whole(n) => json!({"is": "number", "number": n}),
            Quantity::Tally(whose, tally) => {
                let of = match tally {
                    Tally::Counted(counter) => {
                        json!({"is": "counter", "counter": rules.counters.get(counter.index())})
                    }
                    Tally::Turns => json!({"is": "turns"}),
                    Tally::Worth => json!({"is": "worth"}),
                };
                with(of, "whose", whose.word().into())
            }
            Quantity::Place(row, of) => {
                with(json!({"is": "place", "row": row.word()}), "of", pieces(rules, of))
            }
            Quantity::Count(of) => json!({"is": "count", "pieces": pieces(rules, of)}),
        };
        node["sign"] = sign.sign().into();
        node["mod"] = modulo.map(std::num::NonZeroU32::get).into();
        node
    };
    let rest = amount.rest.iter().map(|(sign, of)| part(*sign, of));
    std::iter::once(part(Sign::Plus, &amount.first)).chain(rest).collect()
}

fn with(mut node: Value, key: &str, value: Value) -> Value {
    node[key] = value;
    node
}

fn picked(rules: &Ruleset, picked: &Picked) -> Value {
    with(pieces(rules, &picked.pieces), "one", (picked.extent == Extent::One).into())
}

fn spot(rules: &Ruleset, spot: &Spot) -> Value {
    match spot {
        Spot::Anchors(anchors) => {
            let words: Vec<&str> = anchors.iter().map(|anchor| anchor.word()).collect();
            json!({"is": "cells of the move", "cells": words})
        }
        Spot::Empty(cells) => picked(rules, cells),
        Spot::Named(area) => json!({"is": "cell", "area": self::area(rules, area)}),
        Spot::Origin => json!({"is": "origin"}),
    }
}

/// An action of an effect as a tree.
fn deed(rules: &Ruleset, deed: &Deed) -> Value {
    let counter =
        |is: &str, id: CounterId| json!({"is": is, "counter": rules.counters.get(id.index())});
    let of = |is: &str, of: &Picked| json!({"is": is, "pieces": picked(rules, of)});
    let pair = |&[from, to]: &[KindId; 2]| letters(rules, &[from, to]);
    match deed {
        Deed::KingSafe => json!({"is": "king safe"}),
        Deed::Count(times, id) => with(counter("count", *id), "number", (*times).into()),
        Deed::Reset(whose, id) => with(counter("reset", *id), "whose", whose.word().into()),
        Deed::Set(whose, id, to) => {
            let node = with(counter("set", *id), "whose", whose.word().into());
            with(node, "to", amount(rules, to))
        }
        Deed::Remove(pieces) => of("remove", pieces),
        Deed::Discard(men) => json!({"is": "discard", "pieces": self::men(rules, men)}),
        Deed::Capture(pieces) => of("capture", pieces),
        Deed::Place(supplied, on) => json!({
            "is": "place",
            "kinds": letters(rules, &supplied.kinds),
            "from_hand": supplied.from == Source::Hand,
            "on": spot(rules, on),
        }),
        Deed::Becomes(pieces, what) => {
            let (key, value) = match what {
                Becoming::Kind(kinds) => ("kinds", letters(rules, kinds).into()),
                Becoming::Victim => ("kinds", "victim".into()),
                Becoming::Next(kinds) => ("next_of", letters(rules, kinds).into()),
                Becoming::Paired(pairs) => ("pairs", pairs.pairs.iter().map(pair).collect()),
            };
            with(of("becomes", pieces), key, value)
        }
        Deed::ChangesSide(pieces) => of("changes side", pieces),
        Deed::GoesTo(pieces, to) => with(of("goes to", pieces), "to", spot(rules, to)),
        Deed::GoesToHand(pieces, whose) => {
            with(of("goes to hand", pieces), "whose", whose.word().into())
        }
        Deed::GoesAlong(pieces, along) => {
            let node = with(of("goes", pieces), "course", along.course.word().into());
            with(with(node, "cell", along.anchor.word().into()), "most", along.most.into())
        }
        Deed::GoesUnder(pieces, under) => {
            let node = with(of("goes under", pieces), "cell", under.anchor.word().into());
            with(node, "pairs", under.becomes.pairs.iter().map(pair).collect())
        }
        Deed::Carry(load) => json!({"is": "carry", "load": load.words()}),
    }
}

/// The letters of kinds. Names may occur twice, because promoted pieces that revert have a kind of
/// their own.
pub(super) fn letters<'a>(
    rules: &Ruleset,
    kinds: impl IntoIterator<Item = &'a KindId>,
) -> Vec<String> {
    kinds.into_iter().map(|&kind| rules.kinds[kind].letter.to_string()).collect()
}
