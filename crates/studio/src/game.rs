//! A game in words and pictures, and the movement of a piece as marks on the cells around it.

use crate::board::{PieceSet, by_side, cells, colours, figures, glyph, glyphs, lines};
use crate::cache::Opened;
use crate::text::place;
use alfil_describe::description::{Description, PieceDescription};
use alfil_describe::rules_page::{self, Frame};
use alfil_diagnostics::diagnostic::{Report, has_errors};
use alfil_diagnostics::source::{SourceId, Span};
use alfil_editor::Page;
use alfil_editor::page::KindText;
use alfil_play::position::Position;
use alfil_render::drawing::Drawing;
use alfil_render::font;
use alfil_render::mark::Allows;
use alfil_render::movement::{self, Reach, Reached};
use alfil_render::scene::Spot;
use alfil_resolve::context::Context;
use alfil_rules::ids::KindId;
use alfil_rules::look::Surface;
use alfil_rules::movement::Movement;
use alfil_rules::ruleset::{Kind, Ruleset};
use alfil_rules::side::{ByColor, Side};
use alfil_rules::sight::Sight;
use alfil_text::explain::explain;
use alfil_text::marks::{FARTHEST, Hidden, Manner, Mark, Marked};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

// A game in words and pictures. Each piece comes with the clauses that define it, which may be in
// a parent's file.

/// The parts of the game that do not depend on a position.
pub(super) fn game(opened: &Opened) -> Result<Value, String> {
    let game = opened.game()?;
    let rules = game.rules();
    let description = Description::of(game);
    let start = game.start();
    let texts = opened.page.kind_texts();
    let piece = |piece: &PieceDescription| {
        let drawn = Drawing::of_kind("", &start, piece.id).uncaptioned();
        let (glyph, badge) = glyph(rules, piece.id, Side::White);
        let own = texts.iter().find(|text| text.kind == piece.id);
        let clauses = own.into_iter().flat_map(|text| &text.clauses);
        json!({
            "name": piece.name,
            "letter": piece.letter,
            "glyph": glyph,
            "badge": badge,
            "body": piece.body,
            "moves": piece.moves,
            "attacks": piece.attacks.as_ref().map(|attacks| json!({
                "said": attacks.said,
                "moves": attacks.moves,
            })),
            "promotes": piece.promotes,
            "boxed": boxed(&rules.kinds[piece.id]),
            "svg": (!drawn.is_bare()).then(|| drawn.svg()),
            "reaches": reaches(piece.id, &start, own),
            "key": own.and_then(|text| text.name.as_ref()).map(|range| place(opened.page.text(), range)),
            "clauses": clauses.map(|&span| clause(&opened.page, span)).collect::<Vec<_>>(),
        })
    };
    let resolved = opened.page.resolved().ok_or("the definition has errors")?;
    let Frame { origin, words, start: picture, before, bound, after } =
        rules_page::frame(resolved, game);
    let starts = game.starts();
    let starts = starts.map(|all| json!({ "count": all.count(), "written": all.written() }));
    let mut answer = json!({
        "title": rules.title,
        "pieces": description.pieces.iter().map(piece).collect::<Vec<_>>(),
        "rules": {
            "origin": origin, "words": words, "start": picture, "before": before, "bound": bound, "after": after,
        },
        "spelling": start.spelling(),
        "example": start.example(),
        "starts": starts,
        "sight": (rules.sight != Sight::Everything).then(|| rules.sight.word()),
        "sides": by_side(rules, |side| rules.name_of(side).into()),
        "colours": colours(rules),
        "glyphs": glyphs(rules, PieceSet::Symbols),
        "figures": figures(rules),
    });
    if let Some(turns) = turns(rules) {
        answer["turns"] = turns;
    }
    Ok(answer)
}

/// By how many degrees the board turns, against the clock, until the first side and each other one
/// sits at the bottom. `None` for a game of two sides, whose board turns by half.
fn turns(rules: &Ruleset) -> Option<Value> {
    let first = rules.players.first()?.forward;
    let headings = if rules.space.lattice.is_hexagonal() { 12 } else { 8 };
    let turn = |side: Side| {
        let forward = rules.players.get(side as usize).map_or(first, |player| player.forward);
        u32::from((forward + headings - first) % headings) * 360 / u32::from(headings)
    };
    Some(by_side(rules, |side| turn(side).into()))
}

/// A note on characters of the symbol that PNG and GIF cannot show.
fn boxed(kind: &Kind) -> Option<String> {
    let ByColor(signs) = &kind.symbol.as_ref()?.signs;
    let letters: BTreeSet<char> = signs.iter().flat_map(|sign| sign.chars()).collect();
    font::boxes(letters)
}

/// The cells that a kind reaches, with the numbers of the clauses that reach them.
fn reaches(kind: KindId, start: &Position, text: Option<&KindText>) -> Value {
    let (Position::Board(play), Some(text)) = (start, text) else { return Value::Null };
    let number = |span: Span| text.clauses.iter().position(|clause| *clause == span);
    let arena = play.program().arena();
    let panels = movement::reaches(arena, kind, Side::White);
    let mut shown = Vec::new();
    for Reach { panel, reached } in &panels {
        let scene = &panel.scene;
        let mut spots: BTreeMap<Spot, BTreeMap<usize, Allows>> = BTreeMap::new();
        for &Reached { spot, clause, allows } in reached {
            let Some(number) = number(clause) else { return Value::Null };
            let known = spots.entry(spot).or_default().entry(number).or_insert(allows);
            *known = known.or(allows);
        }
        // Clauses with the same effect on a cell share an entry. One clause may move to a cell on
        // which another captures.
        let mut entries: BTreeMap<(Spot, &'static str), Vec<usize>> = BTreeMap::new();
        for (&spot, clauses) in &spots {
            for (&clause, &allows) in clauses {
                entries.entry((spot, does(allows))).or_default().push(clause);
            }
        }
        let spots = entries.iter().map(|(&(spot, does), clauses)| {
            json!({ "cell": scene.cells()[spot].name, "clauses": clauses, "does": does })
        });
        shown.push(json!({
            "title": panel.title,
            "cells": cells(scene, |_| true),
            "points": scene.surface == Surface::Points,
            "lines": lines(scene),
            "at": scene.pieces().first().map(|token| &scene.cells()[token.spot].name),
            "spots": spots.collect::<Vec<_>>(),
        }));
    }
    shown.into()
}

/// The word for the effect of a clause on a cell.
fn does(allows: Allows) -> &'static str {
    match allows {
        Allows::Quiet => "moves",
        Allows::Capture => "captures",
        Allows::Both => "both",
    }
}

/// The text of a clause, with its place if it is in this text.
fn clause(page: &Page, span: Span) -> Value {
    let here = page.range(span).map(|range| place(page.text(), &range));
    let mut one = here.unwrap_or_else(|| json!({}));
    one["text"] = page.characters(span).into();
    one
}

// Answers about the movement of a piece as marks on the cells around it.

/// The greatest number of marks of a question.
const MAX_MARKS: usize = 2000;

/// The movement of a piece as marks, or the string of the marks or of the string in the question.
pub(super) fn movement(opened: &Opened, question: &Value) -> Result<Value, String> {
    let page = &opened.page;
    let rules = page.resolved().map(|resolved| &resolved.ruleset);
    let rules = rules.ok_or("the text has mistakes and cannot be read")?;
    if rules.space.lattice.is_hexagonal() || rules.space.lattice.plane().is_some() {
        return Err(
            "only boards of squares show cells around a piece; on this board, type the movement"
                .to_owned(),
        );
    }
    let name = question["piece"].as_str().unwrap_or_default();
    let kind = rules.kinds.iter().find(|kind| kind.name.value == name);
    if question["marks"].is_array() {
        let marked = Marked {
            marks: read(&question["marks"])?,
            kept: kept(&question["kept"])?,
            hidden: Vec::new(),
        };
        return said(page, rules, &marked.string()?);
    }
    if let Some(string) = question["string"].as_str() {
        return said(page, rules, string);
    }
    let kind = kind.ok_or_else(|| format!("there is no piece `{name}`"))?;
    let marked = Marked::of(&kind.moves, |span| page.characters(span).to_owned());
    let mut answer = shown(&marked);
    answer["string"] = marked.string().ok().filter(|_| marked.hidden.is_empty()).into();
    answer["written"] = page.moves_of(kind).text.into();
    Ok(answer)
}

/// A movement string: its marks and its wording.
fn said(page: &alfil_editor::Page, rules: &Ruleset, string: &str) -> Result<Value, String> {
    let place = |bytes: std::ops::Range<usize>| Span::new(SourceId::only(), bytes.start, bytes.end);
    let context = Context { place: &place, zones: &rules.zones, dialect: page.dialect() };
    let mut found = Report::default();
    let explained = explain(Some(rules), &Movement::default(), string, context, &mut found);
    let Some(explained) = explained.filter(|_| !has_errors(&found)) else {
        let first = found.iter().next();
        return Err(
            first.map_or_else(|| format!("`{string}` is not a movement"), |f| f.title.clone())
        );
    };
    let characters = |span: Span| {
        string.get(span.start as usize..span.end as usize).unwrap_or(string).to_owned()
    };
    let mut answer = shown(&Marked::of(&explained.movement, characters));
    answer["string"] = string.into();
    answer["sentences"] = explained.sentences.into();
    Ok(answer)
}

fn shown(marked: &Marked) -> Value {
    let mark = |mark: &Mark| {
        json!({
            "x": mark.right, "y": mark.forward,
            "letters": mark.manner.modifiers(), "range": mark.manner.range(),
        })
    };
    let hidden = |hidden: &Hidden| json!({ "term": hidden.term, "why": hidden.why });
    json!({
        "marks": marked.marks.iter().map(mark).collect::<Vec<_>>(),
        "kept": marked.kept,
        "hidden": marked.hidden.iter().map(hidden).collect::<Vec<_>>(),
    })
}

fn read(marks: &Value) -> Result<std::collections::BTreeSet<Mark>, String> {
    let all = marks.as_array().map_or(&[][..], Vec::as_slice);
    if all.len() > MAX_MARKS {
        return Err(format!("at most {MAX_MARKS} marks"));
    }
    let one = |mark: &Value| {
        let number = |key: &str| {
            let n = mark[key].as_i64().and_then(|n| i32::try_from(n).ok());
            let n = n.filter(|n| n.abs() <= FARTHEST);
            n.ok_or_else(|| format!("`{key}` must be a number of cells, at most {FARTHEST}"))
        };
        let word = |key: &str| mark[key].as_str().unwrap_or_default();
        let manner = Manner::read(word("letters"), word("range"))?;
        Ok(Mark { right: number("x")?, forward: number("y")?, manner })
    };
    all.iter().map(one).collect()
}

fn kept(kept: &Value) -> Result<Vec<String>, String> {
    let all = kept.as_array().map_or(&[][..], Vec::as_slice);
    let texts = all.iter().map(|term| term.as_str().map(str::to_owned));
    texts.collect::<Option<_>>().ok_or_else(|| "`kept` must be terms".to_owned())
}
