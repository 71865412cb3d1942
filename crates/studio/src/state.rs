//! Answers as plain data for programs that use the engine as a library, and answers for editing
//! without typing.

use crate::board::{PieceSet, board, by_side, drawings, figures, glyph, glyphs};
use crate::cache::{Opened, Played};
use crate::text::{describe, edit as placed, place};
use alfil_describe::replay::ended;
use alfil_describe::rules_page;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Findings};
use alfil_editor::revise::{List, PieceKey, Revision, bare, cells_of};
use alfil_editor::{Change, Page, place};
use alfil_play::position::{Legal, Position};
use alfil_play::resources::Effort;
use alfil_play::terms::Manner;
use alfil_records::pgn;
use alfil_render::drawing::Drawing;
use alfil_render::palette::Colour;
use alfil_resolve::setup::write;
use alfil_rules::goal::Event;
use alfil_rules::hand::Captured;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::{Kind, Owner, Ruleset};
use alfil_rules::side::{BySide, Side};
use alfil_workspace::{Field, Finding, Workspace};
use serde_json::{Value, json};

// Answers for programs that use the engine as a library: positions and moves as plain data.
//
// The page draws boards and asks `board`. Programs ask these questions, which draw nothing and so
// are faster.

/// The width of a drawn position, in characters.
const WIDTH: usize = 80;

/// The greatest depth of a count, as of `alfil perft`.
const MAX_DEPTH: u64 = 60;

/// The position after the moves of the question. `legal` is null if there are infinitely many moves.
pub(super) fn state(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let wants = |name: &str| question[name].as_bool().unwrap_or_default();
    let line = opened.in_play(question)?;
    let position = &line.position;
    let rules = position.rules();
    let turn = position.turn();
    let legal = position.legal();
    let outcome = position.outcome();
    let mut answer = json!({
        "text": position.text(),
        "side": rules.word_of(turn.side),
        "step": turn.step,
        "fullmove": turn.fullmove,
        "halfmoves": position.halfmoves(),
        "plies": position.plies(),
        "check": position.in_check(),
        "legal": legal.texts(),
        "hands": by_side(rules, |side| hand(position, side).into()),
        "ended": ended(position),
        "told": position.end(),
        "claimed": outcome.is_some_and(|outcome| is_claim(outcome.reason)),
        "result": pgn::result(position),
    });
    if let Position::Board(play) = position
        && !rules.sides.are_two()
    {
        answer["out"] = play.board().out.into_iter().map(|side| rules.word_of(side)).collect();
    }
    if wants("san") {
        answer["san"] = sans(&legal);
    }
    if wants("played") {
        let one = |p: &Played| {
            let side = rules.word_of(p.side);
            json!({ "text": p.text, "san": p.san, "turn": p.turn, "side": side })
        };
        answer["played"] = line.played.iter().map(one).collect();
    }
    Ok(answer)
}

/// The legal moves in algebraic notation, in the order of their texts.
fn sans(legal: &Legal<'_>) -> Value {
    legal.list().map(|moves| moves.iter().map(|mv| legal.san(mv)).collect::<Vec<_>>()).into()
}

/// The letters of the pieces in hand, one for each piece.
fn hand(position: &Position, side: Side) -> Vec<String> {
    let Position::Board(play) = position else { return Vec::new() };
    let kinds = &position.rules().kinds;
    let held = play.board().hands.held(side);
    held.flat_map(|(kind, count)| {
        std::iter::repeat_n(kinds[kind].letter.of(side), usize::from(count))
    })
    .collect()
}

/// Returns true if players of other programs have to claim such an end.
fn is_claim(event: Event) -> bool {
    match event {
        Event::MoveLimit(_) | Event::Repetition(_) | Event::Claim(_) => true,
        Event::Checkmate | Event::Stalemate | Event::Goal(_) | Event::LastSide => false,
    }
}

/// One move: its text, its algebraic notation and whether it captures, or the finding that it is
/// not legal.
pub(super) fn one_move(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let wanted = question["move"].as_str().ok_or("missing field `move`")?;
    let legal = opened.in_play(question)?.position.legal();
    if let Some(mv) = legal.read(wanted) {
        return Ok(json!({
            "legal": true,
            "text": legal.write(&mv),
            "san": legal.san(&mv),
            "captures": mv.is_capture(),
        }));
    }
    let refusal = legal.refusal(wanted);
    Ok(json!({
        "legal": false,
        "finding": {
            "severity": Code::IllegalMove.severity().name(),
            "code": Code::IllegalMove.name(),
            "title": format!("`{wanted}` is not legal"),
            "reason": refusal.why,
            "help": refusal.help.as_deref(),
        },
    }))
}

/// The number of legal move sequences, in digits, because it may exceed the whole numbers of JSON.
/// With `divide` also the number after each first move.
pub(super) fn perft(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let depth = question["depth"].as_u64().filter(|&depth| depth <= MAX_DEPTH);
    let depth =
        depth.ok_or_else(|| format!("`depth` must be a number from 0 to {MAX_DEPTH}"))? as u32;
    let divides = question["divide"].as_bool().unwrap_or_default();
    let position = &opened.in_play(question)?.position;
    let count = |position: &Position, depth: u32| match position.perft(depth, Effort::default()) {
        Some(u128::MAX) => Err("there are at least 2^64 sequences".to_owned()),
        Some(count) => Ok(count),
        None => Err("a piece has infinitely many moves, which cannot be counted".to_owned()),
    };
    if !divides || depth == 0 {
        return Ok(json!({ "count": count(position, depth)?.to_string() }));
    }
    let legal = position.legal();
    let moves = legal.list().ok_or("a piece has infinitely many moves, which cannot be counted")?;
    let mut total = 0;
    let mut rows = Vec::new();
    for mv in &moves {
        let mut after = position.clone();
        after.play(mv);
        let counted = count(&after, depth - 1)?;
        total += counted;
        rows.push(json!({ "move": legal.write(mv), "count": counted.to_string() }));
    }
    Ok(json!({ "count": total.to_string(), "moves": rows }))
}

/// A position as text: the same position in the spelling of `state`, or null, and all findings with
/// their places and fields.
pub(super) fn position(opened: &Opened, question: &Value) -> Result<Value, String> {
    let text = question["position"].as_str().ok_or("missing field `position` (a text)")?;
    let game = opened.game()?;
    let mut workspace = Workspace::new();
    let mut read = workspace.read(game, "the position", text);
    if read.value.is_none() {
        // What other programs write in another way, and needs no correction.
        let other = workspace.read_as(game, "the position", text, Manner::Lenient);
        let other = other.ok().filter(|other| other.notes.is_empty());
        if let Some(other) = other {
            read = Findings::new(Some(other.value), Vec::new());
        }
    }
    let one = |diagnostic: &Diagnostic| {
        let span = diagnostic.span();
        let range = span.map_or(0..0, |span| span.start as usize..span.end as usize);
        let mut one = place(text, &range);
        describe(&mut one, &Finding::of(diagnostic, workspace.sources()));
        one["field"] = Field::of(text, diagnostic, game.rules()).map(Field::name).into();
        one
    };
    Ok(json!({
        "text": read.value.as_ref().map(Position::text),
        "findings": read.found.iter().map(one).collect::<Vec<_>>(),
    }))
}

/// Facts that do not depend on a position.
pub(super) fn facts(opened: &Opened) -> Result<Value, String> {
    let game = opened.game()?;
    let rules = game.rules();
    let keeps = rules.hand.as_ref().is_some_and(|hand| match hand.captured {
        Captured::ToCaptor | Captured::ToOwner => true,
        Captured::Gone => false,
    });
    Ok(json!({
        "title": rules.title,
        "start": game.start().text(),
        "plane": rules.space.lattice.plane().is_some(),
        "shuffled": rules.shuffle.is_some(),
        "captures to hand": keeps,
        "sides": by_side(rules, |side| rules.name_of(side).into()),
    }))
}

/// The complete rules as Markdown, as `alfil rules` prints them.
pub(super) fn rules(opened: &Opened) -> Result<Value, String> {
    let game = opened.game()?;
    let markdown = opened.page.resolved().map(|resolved| rules_page::markdown(resolved, game));
    Ok(json!({ "text": markdown }))
}

/// The position as plain text: `drawn` for readers, and the `rows` of a board, the last rank first,
/// with a dot for an empty cell and a star where there is none.
pub(super) fn sketch(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let position = &opened.in_play(question)?.position;
    let title = &position.rules().title;
    Ok(json!({
        "rows": position.rows(),
        "drawn": Drawing::of(title, position).text(Colour::None, WIDTH),
    }))
}

// Answers for editing without typing: the setup with its palette, and the edits of a change.

/// The board with the pieces of the setup, all kinds and all zones. Texts with findings have it as
/// well, unless the findings hide the rules. With `drawings`, it also has all drawings of pieces.
pub(super) fn setup(opened: &Opened, question: &Value) -> Result<Value, String> {
    let page = &opened.page;
    let rules = page.resolved().map(|resolved| &resolved.ruleset);
    let rules = rules.ok_or("the text has mistakes and cannot be read")?;
    let play = bare(rules).ok_or_else(|| match rules.space.lattice.plane() {
        Some(_) => "type the points of a plane in the text",
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
    if question["drawings"] == true {
        answer["drawings"] = drawings();
    }
    answer["figures"] = figures(rules).into();
    answer["lattice"] = rules.space.lattice.head().into();
    if rules.sides.are_two() {
        answer["first"] = rules.word_of(rules.setup.side).into();
        answer["rights"] = rights(rules).into();
    }
    answer["sentences"] = List::ALL
        .into_iter()
        .map(|list| (list.name().to_owned(), json!(page.lines_of(list))))
        .collect();
    answer["sides"] = by_side(rules, |side| rules.name_of(side).into());
    Ok(answer)
}

/// The castling rights of the setup as positions write them; `None` if nothing castles.
fn rights(rules: &Ruleset) -> Option<String> {
    let castles = rules.kinds.ids().any(|kind| !rules.partners(kind).is_empty());
    let text = write(&rules.setup, rules);
    castles.then(|| text.split_whitespace().nth(2).unwrap_or("-").to_owned())
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
        "promotes": page.promotion_of(kind),
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
        let range = place::range(&after, &(start..start + change.text.len()));
        json!({ "from": range.start, "to": range.end })
    };
    changes.iter().map(place).collect()
}

/// Reads a change. The words of the sides are those of the rules.
fn revision(change: &Value, rules: Option<&Ruleset>) -> Result<Revision, String> {
    let word = |key: &str| {
        let text = change[key].as_str().map(str::to_owned);
        text.ok_or_else(|| format!("missing field `{key}` (a text)"))
    };
    let known = || {
        rules.ok_or(
            "the text has mistakes and cannot be read, so you can change it only in the text",
        )
    };
    let side_of = |word: Option<&str>| -> Result<Side, String> {
        let rules = known()?;
        let Some(word) = word else { return Ok(Side::White) };
        let mut sides = rules.sides.each();
        sides
            .find(|&side| rules.word_of(side) == word)
            .ok_or_else(|| format!("`{word}` is not a side"))
    };
    let cells_of = |key: &str| {
        let all = change["cells"][key].as_array();
        let all = all.ok_or_else(|| format!("missing field `cells` of `{key}` (a list)"))?;
        let names = all.iter().map(|name| name.as_str().map(str::to_owned));
        names.collect::<Option<Vec<_>>>().ok_or_else(|| format!("`{key}` must be names of cells"))
    };
    let list = || {
        let name = word("list")?;
        List::named(&name).ok_or_else(|| format!("there is no list `{name}`"))
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
            let key =
                PieceKey::named(&key).ok_or_else(|| format!("`{key}` cannot be changed here"))?;
            Revision::SetPiece { piece: word("piece")?, key, value: word("value")? }
        }
        "zone" => Revision::Zone { name: word("name")?, cells: cells()? },
        "remove-zone" => Revision::RemoveZone { name: word("name")? },
        "space" => Revision::Space { lattice: word("lattice")? },
        "turn" => Revision::Turn { side: side_of(change["side"].as_str())? },
        "rights" => Revision::Rights { rights: word("rights")? },
        "promote" => {
            let to = change["to"].as_array().ok_or("missing field `to` (a list)")?;
            let to = to.iter().map(|kind| kind.as_str().map(str::to_owned));
            let to = to.collect::<Option<_>>().ok_or("`to` must be names of pieces")?;
            Revision::Promote { piece: word("piece")?, at: word("at")?, to }
        }
        "add-line" => Revision::AddLine { list: list()?, sentence: word("sentence")? },
        "remove-line" => {
            let number = change["number"].as_u64().and_then(|n| usize::try_from(n).ok());
            let number = number.ok_or("missing field `number` (a whole number)")?;
            Revision::RemoveLine { list: list()?, number }
        }
        other => return Err(format!("there is no change `{other}`")),
    })
}
