//! A position on cells as JSON, for drawing. `parts` adds the legal moves.

use alfil_board::paths::terrain::Piece;
use alfil_describe::replay::ended;
use alfil_diagnostics::index::Id;
use alfil_play::board::view::SeenPlay;
use alfil_play::board::{Actor, BoardPlay, Choice, Move};
use alfil_play::position::Position;
use alfil_render::geometry::Bounds;
use alfil_render::glyph::{Man, badge};
use alfil_render::mark::{Goes, Hidden, Mark};
use alfil_render::palette::{self, Fill, Theme};
use alfil_render::scene::{Cell, Look, Point, Ruling, RulingForm, Scene, SeamForm, Spot};
use alfil_render::{board, layout, svg};
use alfil_rules::ids::KindId;
use alfil_rules::look::{Dye, Figure, Surface};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::{Color, Side};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The properties of positions on boards and planes. The text is that of `seen`, what a side sees.
pub(super) fn shared(position: &Position, seen: Option<&SeenPlay>) -> Value {
    let turn = position.turn();
    json!({
        "text": seen.map_or_else(|| position.text(), SeenPlay::text),
        "side": position.rules().word_of(turn.side),
        "step": turn.step,
        "fullmove": turn.fullmove,
        "check": position.in_check(),
        "ended": ended(position),
        "told": position.end(),
        "plies": position.plies(),
    })
}

/// A value for each side, under the word of the side in definitions, in the order of turns.
pub(super) fn by_side(rules: &Ruleset, mut value: impl FnMut(Side) -> Value) -> Value {
    let sides = rules.sides.each();
    sides.map(|side| (rules.word_of(side).to_owned(), value(side))).collect::<Map<_, _>>().into()
}

/// The name of a piece's picture in [`glyphs`], and the sign at its corner.
pub(super) fn glyph(rules: &Ruleset, kind: KindId, side: Side) -> (String, Value) {
    glyph_of(rules, kind, Look::of(&rules.kinds[kind], side))
}

fn glyph_of(rules: &Ruleset, kind: KindId, look: Look) -> (String, Value) {
    let rule = &rules.kinds[kind];
    let badge = badge(&rule.letter, rule.symbol.as_ref());
    (format!("{}{}", look.letter(), kind.index()), badge.into())
}

/// A set of pictures of pieces, as `alfil diagram --set` knows them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PieceSet {
    /// Drawings and symbols of the definition.
    Symbols,
    /// Figures and letters.
    Figures,
}

/// All pictures of pieces by name. Each fits a box of 100 by 100.
pub(super) fn glyphs(rules: &Ruleset, set: PieceSet) -> Value {
    let mut all = Map::new();
    for (id, kind) in rules.kinds.enumerate() {
        let looks = rules.sides.each().map(|side| Look::of(kind, side));
        // The pieces of a side that is out belong to nobody.
        let out = (!rules.sides.are_two()).then_some(Look::Nobody);
        for look in looks.chain(out) {
            let man = match set {
                PieceSet::Symbols => Man::from(kind),
                PieceSet::Figures => Man::from(kind).plain(),
            };
            let drawn = svg::pieces::man(&man, look, Side::White, THEME);
            all.insert(format!("{}{}", look.letter(), id.index()), drawn.into());
        }
    }
    all.into()
}

/// All drawings of pieces, each with the word of the key `figure` and its picture.
pub(super) fn drawings() -> Value {
    let one = |&figure: &Figure| {
        let word = figure.word();
        let man = Man::new(word, 'X');
        json!({ "name": word, "svg": svg::pieces::man(&man, Look::Of(Side::White), Side::White, THEME) })
    };
    Figure::ALL.iter().map(one).collect()
}

/// The pictures of the other set, if some pieces have symbols or drawings.
pub(super) fn figures(rules: &Ruleset) -> Option<Value> {
    let has_set = rules.kinds.iter().any(|kind| kind.symbol.is_some() || kind.dress.art.is_some());
    has_set.then(|| glyphs(rules, PieceSet::Figures))
}

/// The colours of the sides' signs.
pub(super) fn colours(rules: &Ruleset) -> Value {
    let usual = |side: Side| match side.color() {
        Color::White => Dye::White,
        Color::Black => Dye::Black,
    };
    let dye = |side| match rules.players.get(side as usize) {
        Some(player) => player.dye,
        None => rules.look.dyes.map_or(usual(side), |dyes| dyes[side]),
    };
    by_side(rules, |side| palette::dyed(dye(side)).to_string().into())
}

fn pair(point: Point) -> Value {
    let round = |n: f64| (n * 1000.0).round() / 1000.0;
    json!([round(point.x), round(point.y)])
}

/// The theme that fits the colours of the page.
const THEME: Theme = Theme::Wood;

fn fill(shade: u8, shades: u8) -> Value {
    match THEME.shade(shade, shades) {
        Fill::Flat(colour) => colour.to_string().into(),
        Fill::Hatched(_) => Value::Null,
    }
}

/// The cells of a scene for which `shown` is true.
pub(super) fn cells(scene: &Scene, shown: impl Fn(&Cell) -> bool) -> Value {
    let shown = scene.cells().enumerate().filter(|(_, cell)| shown(cell));
    let cell = |(spot, cell): (Spot, &Cell)| {
        let marks = scene.marks_on(spot).into_iter().filter_map(mark).collect::<Vec<_>>();
        json!({
            "name": cell.name,
            "at": pair(cell.centre),
            "outline": cell.outline.iter().copied().map(pair).collect::<Vec<_>>(),
            "fill": match scene.surface {
                Surface::Cells => fill(cell.shade, scene.shades()),
                Surface::Points => fill(1, 1),
            },
            "marks": marks,
        })
    };
    shown.map(cell).collect()
}

/// The lines of the board itself.
pub(super) fn lines(scene: &Scene) -> Value {
    let line = |ruling: &Ruling| {
        let form = match ruling.form {
            RulingForm::Line => "line",
            RulingForm::Bank => "bank",
        };
        json!({ "form": form, "path": ruling.path.iter().copied().map(pair).collect::<Vec<_>>() })
    };
    scene.rulings.iter().map(line).collect()
}

/// A position on cells. `supply` are the kinds that each hand has without end.
pub(super) fn board(play: &BoardPlay, supply: &[KindId]) -> Value {
    drawn_board(play, &board::scene(play), supply)
}

/// What a side sees of a position on cells. It is not told which kinds the hands have without end.
pub(super) fn seen_board(seen: &SeenPlay) -> Value {
    drawn_board(seen.play(), &board::seen(seen), &[])
}

fn drawn_board(play: &BoardPlay, scene: &Scene, supply: &[KindId]) -> Value {
    let arena = play.arena();
    let rules = &arena.rules;
    let on_board: BTreeSet<&str> = arena.graph.sites().map(|site| arena.graph.name(site)).collect();
    // The scene also has cells for pieces in hand, which the page shows beside the board.
    let is_cell = |cell: &&Cell| on_board.contains(&*cell.name);
    let outlines = scene.cells().iter().filter(is_cell).flat_map(|cell| &cell.outline);
    let Bounds { low, high } = Bounds::around(outlines.copied());
    // Labels farther outside are counts of pieces in hand.
    let near = |at: Point| at.x < high.x + 0.9 && at.x > low.x - 0.9;
    let labels = scene.labels().iter().filter(|label| near(label.at));
    let labels: Vec<Value> =
        labels.map(|label| json!({ "at": pair(label.at), "text": label.text })).collect();
    // Only terminals show seams without a path.
    let drawn = scene.seams().iter().filter(|seam| !seam.path.is_empty());
    let seams = drawn.map(|seam| {
        let form = match seam.form {
            SeamForm::Side => "side",
            SeamForm::Tie => "tie",
            SeamForm::Section => "section",
            SeamForm::Vacancy => "vacancy",
        };
        let path: Vec<Value> = seam.path.iter().copied().map(pair).collect();
        json!({ "form": form, "colour": THEME.of_seam(seam.pair).to_string(), "path": path })
    });
    // The page lays layers in several rows, as its room permits.
    let layers = layout::layers(&arena.graph);
    let words = scene
        .inscriptions
        .iter()
        .map(|words| json!({ "at": pair(words.at), "room": pair(words.room), "text": words.text }));
    let position = play.board();
    let mut pieces = Vec::new();
    for (site, piece) in position.squares.enumerate() {
        let Some((side, kind)) = piece.map(|piece| (piece.side, piece.kind)) else { continue };
        // The drawings of the pieces beneath it, the lowest first.
        let beneath = |piece: Piece| {
            let (glyph, _) = glyph(rules, piece.kind, piece.side);
            json!({
                "side": rules.word_of(piece.side),
                "kind": rules.kinds[piece.kind].name.value,
                "glyph": glyph,
            })
        };
        let beneath: Vec<Value> = position.columns.on(site).map(beneath).collect();
        let look =
            if position.out.has(side) { Look::Nobody } else { Look::of(&rules.kinds[kind], side) };
        let (glyph, badge) = glyph_of(rules, kind, look);
        let owner = match look {
            Look::Nobody => "nobody's",
            Look::Neutral => "both sides'",
            Look::Of(side) => rules.word_of(side),
        };
        pieces.push(json!({
            "cell": arena.graph.name(site),
            "side": owner,
            "kind": rules.kinds[kind].name.value,
            "glyph": glyph,
            "badge": badge,
        }));
        if let Some(piece) = pieces.last_mut().filter(|_| !beneath.is_empty()) {
            piece["beneath"] = beneath.into();
        }
    }
    let held = |side| -> Vec<Value> {
        let counted = position.hands.held(side).map(|(kind, count)| (kind, Some(count)));
        let held = counted.chain(supply.iter().map(|&kind| (kind, None))).map(|(kind, count)| {
            let (glyph, badge) = glyph(rules, kind, side);
            let rule = &rules.kinds[kind];
            json!({
                "letter": rule.letter.to_string(), "kind": rule.name.value, "count": count,
                "glyph": glyph, "badge": badge,
            })
        });
        held.collect()
    };
    json!({
        "form": "cells",
        "cells": cells(scene, |cell| is_cell(&cell)),
        "labels": labels,
        "layers": layers.iter().map(|bounds| [pair(bounds.low), pair(bounds.high)]).collect::<Vec<_>>(),
        "points": scene.surface == Surface::Points,
        "lines": lines(scene),
        "words": words.collect::<Vec<_>>(),
        "seams": seams.collect::<Vec<_>>(),
        "pieces": pieces,
        "hands": rules.hand.is_some().then(|| by_side(rules, |side| held(side).into())),
    })
}

/// The word for a mark, if the page shows it.
fn mark(mark: Mark) -> Option<&'static str> {
    match mark {
        Mark::LastMove => Some("last"),
        Mark::Check => Some("check"),
        Mark::Hidden(Hidden::Unknown) => Some("unseen"),
        Mark::Hidden(Hidden::Occupied) => Some("unseen occupied"),
        Mark::Goal(Goes::White) => Some("goal-white"),
        Mark::Goal(Goes::Black) => Some("goal-black"),
        Mark::Goal(Goes::Both) => Some("goal-both"),
        Mark::Origin
        | Mark::To(..)
        | Mark::CaptureWithoutMoving
        | Mark::Taken
        | Mark::Attack
        | Mark::Promotes
        | Mark::Lends
        | Mark::Moved
        | Mark::Changed
        | Mark::Note(_)
        | Mark::Via
        | Mark::Drop => None,
    }
}

/// A move as its actor, its cells and its promotion.
fn a_move(play: &BoardPlay, mv: &Move, text: &str) -> Value {
    let arena = play.arena();
    let name = |site| arena.graph.name(site);
    let side = play.board().side;
    let mut one = json!({ "text": text });
    if !mv.captures.is_empty() {
        one["captures"] = mv.captures.iter().map(|&site| name(site)).collect();
    }
    if let Some(kind) = mv.promotion {
        let (glyph, badge) = glyph(&arena.rules, kind, side);
        one["promotion"] =
            json!({ "kind": arena.rules.kinds[kind].name.value, "glyph": glyph, "badge": badge });
    }
    match mv.actor {
        Actor::Piece => {
            one["from"] = name(mv.from).into();
            // For a capture without a move, the target is the cell of the captured piece.
            let still = mv.from == mv.to;
            let to = mv.captures.first().filter(|_| still && mv.promotion.is_none());
            one["to"] = name(to.copied().unwrap_or(mv.to)).into();
        }
        Actor::Hand(kind) => {
            one["drop"] = arena.rules.kinds[kind].letter.to_string().into();
            one["to"] = name(mv.to).into();
        }
        Actor::Section(id, stand) => {
            let section = arena.sections.get(id);
            let now = arena.sections.stand(arena.arrangement, id);
            let cells = section.cells(now).filter_map(|(file, rank)| arena.graph.at(file, rank));
            let (file, rank) = section.stands[usize::from(stand)];
            let (x, y) = (f64::from(file), f64::from(rank));
            let (far, top) = (x + f64::from(section.width), y + f64::from(section.height));
            one["section"] = json!({
                "name": section.name.value,
                "place": arena.graph.cell_name(file, rank),
                "cells": cells.map(name).collect::<Vec<_>>(),
                "outline": [[x, y], [far, y], [far, top], [x, top]],
            });
        }
        Actor::Die(..) => one["roll"] = true.into(),
        Actor::Nobody => one["pass"] = true.into(),
    }
    one
}

/// A move for drawing. The marks are further cells of the move, which the player chooses.
pub(super) fn drawn(play: &BoardPlay, mv: &Move, text: &str) -> Value {
    let mut one = a_move(play, mv, text);
    let chosen = mv.choices.iter().filter_map(|choice| match choice {
        Choice::Taken(_, site) => site,
        Choice::Declined | Choice::Carried(_) => None,
    });
    one["marks"] = chosen.map(|site| play.arena().graph.name(site)).collect();
    one
}
