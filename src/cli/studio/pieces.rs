//! A game in words and pictures for the page, each with the text that defines it, perhaps in a parent's file.

use crate::cli::describe::{Description, PieceDescription};
use crate::cli::studio::board::{cells, glyph, glyphs};
use crate::cli::studio::cache::Opened;
use crate::cli::studio::units::place;
use alfil::editor::Page;
use alfil::editor::clauses::Said;
use alfil::play::position::Position;
use alfil::render::drawing::Drawing;
use alfil::render::font;
use alfil::render::mark::Allows;
use alfil::render::movement::{self, Reach, Reached};
use alfil::render::scene::Spot;
use alfil::text::board;
use alfil_diagnostics::source::Span;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Kind;
use alfil_rules::side::{BySide, Side};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Everything about the game that does not depend on a position.
pub(crate) fn game(opened: &Opened) -> Result<Value, String> {
    let game = opened.game()?;
    let rules = game.rules();
    let description = Description::of(game);
    let start = game.start();
    let said = opened.page.said();
    let man = |man: &PieceDescription| {
        let drawn = Drawing::of_kind("", &start, man.id).uncaptioned();
        let (glyph, badge) = glyph(rules, man.id, Side::White);
        let here = said.iter().find(|said| said.kind == man.id);
        let clauses = here.into_iter().flat_map(|said| &said.clauses);
        json!({
            "name": man.name,
            "letter": man.letter,
            "glyph": glyph,
            "badge": badge,
            "body": man.body,
            "moves": man.moves,
            "attacks": man.attacks,
            "promotes": man.promotes,
            "boxed": boxed(&rules.kinds[man.id]),
            "svg": (!drawn.is_bare()).then(|| drawn.svg()),
            "reaches": reaches(man.id, &start, here),
            "key": here.and_then(|said| said.name.as_ref()).map(|range| place(opened.page.text(), range)),
            "clauses": clauses.map(|&span| clause(&opened.page, span)).collect::<Vec<_>>(),
        })
    };
    let mut paragraphs = board::board(rules);
    paragraphs.extend(board::shades(rules, &description.text()));
    paragraphs.extend(board::zones(rules));
    let parts = description.parts.iter().filter(|(head, _)| *head != "Board");
    let parts = std::iter::once(("Board", paragraphs.join(" ")))
        .chain(parts.map(|(head, text)| (*head, text.clone())))
        .chain([("Not in this game", board::silent(rules).join(" "))])
        .filter(|(_, text)| !text.is_empty());
    Ok(json!({
        "title": rules.title,
        "pieces": description.pieces.iter().map(man).collect::<Vec<_>>(),
        "rules": parts.collect::<Vec<_>>(),
        "spelling": start.spelling(),
        "glyphs": glyphs(rules),
    }))
}

/// The note on characters of its symbol that PNG and GIF cannot show.
fn boxed(kind: &Kind) -> Option<String> {
    let BySide(signs) = &kind.symbol.as_ref()?.signs;
    let letters: BTreeSet<char> = signs.iter().flat_map(|sign| sign.chars()).collect();
    font::boxes(letters)
}

/// The movement of a kind, clause by clause.
fn reaches(kind: KindId, start: &Position, said: Option<&Said>) -> Value {
    let (Position::Board(play), Some(said)) = (start, said) else { return Value::Null };
    let number = |span: Span| said.clauses.iter().position(|clause| *clause == span);
    let arena = play.program().arena();
    let panels = movement::reaches(arena, kind, Side::White);
    let mut told = Vec::new();
    for Reach { panel, reached } in &panels {
        let scene = &panel.scene;
        let mut spots: BTreeMap<Spot, BTreeMap<usize, Allows>> = BTreeMap::new();
        for &Reached { spot, clause, allows } in reached {
            let Some(number) = number(clause) else { return Value::Null };
            let known = spots.entry(spot).or_default().entry(number).or_insert(allows);
            *known = known.or(allows);
        }
        // Clauses that do the same on a cell share an entry: one may move where another captures on its way.
        let mut entries: BTreeMap<(Spot, &'static str), Vec<usize>> = BTreeMap::new();
        for (&spot, clauses) in &spots {
            for (&clause, &allows) in clauses {
                entries.entry((spot, does(allows))).or_default().push(clause);
            }
        }
        let spots = entries.iter().map(|(&(spot, does), clauses)| {
            json!({ "cell": scene.cells()[spot].name, "clauses": clauses, "does": does })
        });
        told.push(json!({
            "title": panel.title,
            "cells": cells(scene, |_| true),
            "at": scene.pieces().first().map(|token| &scene.cells()[token.spot].name),
            "spots": spots.collect::<Vec<_>>(),
        }));
    }
    told.into()
}

/// The word for the moves of a clause to a cell.
fn does(allows: Allows) -> &'static str {
    match allows {
        Allows::Quiet => "moves",
        Allows::Capture => "captures",
        Allows::Both => "both",
    }
}

/// A clause, and its place if this text holds it.
fn clause(page: &Page, span: Span) -> Value {
    let here = page.range(span).map(|range| place(page.text(), &range));
    let mut one = here.unwrap_or_else(|| json!({}));
    one["text"] = page.letters(span).into();
    one
}
