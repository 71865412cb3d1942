//! Answers for editing without typing: the setup with its palette, and the edits of a change.

use crate::editor::revise::{PieceKey, Revision, bare, cells_of};
use crate::editor::{Change, Page, utf16};
use crate::studio::board::{PieceSet, board, by_side, figures, glyph, glyphs};
use crate::studio::cache::Opened;
use crate::studio::place::edit as placed;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::{Kind, Owner, Ruleset};
use alfil_rules::side::{BySide, Side};
use serde_json::{Value, json};

/// The board with the pieces of the setup, all kinds and all zones. Texts with findings have it as
/// well, unless the findings hide the rules.
pub(super) fn setup(opened: &Opened) -> Result<Value, String> {
    let page = &opened.page;
    let rules = page.resolved().map(|resolved| &resolved.ruleset);
    let rules = rules.ok_or("findings keep the text from being read")?;
    let play = bare(rules).ok_or_else(|| match rules.space.lattice.plane() {
        Some(_) => "the points of a plane are typed",
        None => "the setup does not fit the board",
    })?;
    let mut answer = board(&play, &[]);
    let kinds = rules.kinds.enumerate().map(|(id, kind)| one(page, rules, id, kind));
    answer["kinds"] = kinds.collect();
    let zone = |(name, cells): (String, BySide<Vec<String>>)| {
        let own = page.defines_zone(&name);
        json!({ "name": name, "cells": by_side(rules, |side| json!(cells[side])), "own": own })
    };
    answer["zones"] = cells_of(&play).into_iter().map(zone).collect();
    answer["glyphs"] = glyphs(rules, PieceSet::Symbols);
    answer["figures"] = figures(rules).into();
    answer["lattice"] = rules.space.lattice.head().into();
    answer["sides"] = by_side(rules, |side| rules.name_of(side).into());
    Ok(answer)
}

/// A kind for the palette and the table.
fn one(page: &Page, rules: &Ruleset, id: KindId, kind: &Kind) -> Value {
    let picture = |side| {
        let (glyph, badge) = glyph(rules, id, side);
        json!({ "glyph": glyph, "badge": badge })
    };
    let moves = page.moves_of(kind);
    json!({
        "name": kind.name.value,
        "letter": kind.letter.to_string(),
        "moves": moves.text,
        "inherited": moves.inherited,
        "worth": kind.worth,
        "royal": kind.royal.word(),
        "sided": kind.owner == Owner::Side,
        "looks": by_side(rules, picture),
    })
}

/// The edits of the change that the question asks for.
pub(super) fn edit(opened: &Opened, question: &Value) -> Result<Value, String> {
    let page = &opened.page;
    let rules = page.resolved().map(|resolved| &resolved.ruleset);
    let changes = page.revise(&revision(&question["change"], rules)?)?;
    let text = page.text();
    let edits: Vec<Value> = changes.iter().map(|change| placed(text, change)).collect();
    Ok(json!({ "edits": edits, "lines": lines(text, &changes) }))
}

/// The changed parts of the new text, for an editor that shows them.
fn lines(text: &str, changes: &[Change]) -> Vec<Value> {
    let mut after = text.to_owned();
    for change in changes.iter().rev() {
        after.replace_range(change.range.clone(), &change.text);
    }
    let mut shift = 0isize;
    let place = |change: &Change| {
        let start = change.range.start.saturating_add_signed(shift);
        shift += change.text.len() as isize - change.range.len() as isize;
        let range = utf16::range(&after, &(start..start + change.text.len()));
        json!({ "from": range.start, "to": range.end })
    };
    changes.iter().map(place).collect()
}

/// Reads a change. The words of the sides are those of the rules.
fn revision(change: &Value, rules: Option<&Ruleset>) -> Result<Revision, String> {
    let word = |key: &str| {
        let text = change[key].as_str().map(str::to_owned);
        text.ok_or_else(|| format!("`{key}` is wanted, a text"))
    };
    let known =
        || rules.ok_or("findings keep the text from being read, so only typing can change it");
    let side_of = |word: Option<&str>| -> Result<Side, String> {
        let rules = known()?;
        let Some(word) = word else { return Ok(Side::White) };
        let mut sides = rules.sides.each();
        sides
            .find(|&side| rules.word_of(side) == word)
            .ok_or_else(|| format!("`{word}` is no side"))
    };
    let cells_of = |key: &str| {
        let all = change["cells"][key].as_array();
        let all = all.ok_or_else(|| format!("`cells` of `{key}` are wanted, a list"))?;
        let names = all.iter().map(|name| name.as_str().map(str::to_owned));
        names.collect::<Option<Vec<_>>>().ok_or_else(|| format!("`{key}` are names of cells"))
    };
    let cells = || -> Result<BySide<Vec<String>>, String> {
        let rules = known()?;
        let mut cells = BySide::default();
        for side in rules.sides.each() {
            cells[side] = cells_of(rules.word_of(side))?;
        }
        Ok(cells)
    };
    Ok(match change["do"].as_str().unwrap_or_default() {
        "put" => {
            let side = side_of(change["side"].as_str())?;
            Revision::Put { cell: word("cell")?, piece: word("piece")?, side }
        }
        "remove" => Revision::Remove { cell: word("cell")? },
        "move" => Revision::Move { from: word("from")?, to: word("to")? },
        "clear" => Revision::Clear,
        "add-piece" => Revision::AddPiece {
            name: word("name")?,
            letter: change["letter"].as_str().map(str::to_owned),
            moves: word("moves")?,
        },
        "remove-piece" => Revision::RemovePiece { piece: word("piece")? },
        "rename-piece" => Revision::RenamePiece { piece: word("piece")?, name: word("name")? },
        "set-piece" => {
            let key = word("key")?;
            let key = PieceKey::named(&key).ok_or_else(|| format!("`{key}` is no such key"))?;
            Revision::SetPiece { piece: word("piece")?, key, value: word("value")? }
        }
        "zone" => Revision::Zone { name: word("name")?, cells: cells()? },
        "remove-zone" => Revision::RemoveZone { name: word("name")? },
        "space" => Revision::Space { lattice: word("lattice")? },
        other => return Err(format!("`{other}` is no change")),
    })
}
