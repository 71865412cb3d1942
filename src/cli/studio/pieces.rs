//! A game in words and pictures for the page, each beside the letters that say it.

use crate::cli::account::{Account, Man};
use crate::cli::studio::board::{glyph, glyphs};
use crate::cli::studio::table::Opened;
use crate::cli::studio::units::place;
use crate::editor::Page;
use crate::render::drawing::Drawing;
use crate::rules::side::Side;
use crate::text::board;
use serde_json::{Value, json};

/// Everything about the game that does not depend on a position.
pub fn game(opened: &Opened) -> Result<Value, String> {
    let game = opened.game()?;
    let rules = game.rules();
    let account = Account::of(game);
    let start = game.start();
    let said = opened.page.said();
    let man = |man: &Man| {
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
            "svg": (!drawn.is_bare()).then(|| drawn.svg()),
            "key": here.and_then(|said| said.name.as_ref()).map(|range| place(opened.page.text(), range)),
            "clauses": clauses.map(|range| clause(&opened.page, range)).collect::<Vec<_>>(),
        })
    };
    let mut paragraphs = board::board(rules);
    paragraphs.extend(board::zones(rules));
    let parts = account.parts.iter().filter(|(head, _)| *head != "Board");
    let parts = std::iter::once(("Board", paragraphs.join(" ")))
        .chain(parts.map(|(head, text)| (*head, text.clone())))
        .chain([("Not in this game", board::silent(rules).join(" "))])
        .filter(|(_, text)| !text.is_empty());
    Ok(json!({
        "title": rules.title,
        "pieces": account.pieces.iter().map(man).collect::<Vec<_>>(),
        "rules": parts.collect::<Vec<_>>(),
        "spelling": start.spelling(),
        "glyphs": glyphs(rules),
    }))
}

fn clause(page: &Page, range: &std::ops::Range<usize>) -> Value {
    let mut one = place(page.text(), range);
    one["text"] = page.text().get(range.clone()).unwrap_or_default().into();
    one
}
