//! Answers that need no text of a definition: the games by name and as cards, PGN, and the text of
//! a new variant.

use crate::text::describe;
use alfil_editor::revise::Revision;
use alfil_editor::{Address, Change, Page};
use alfil_library::Shipped;
use alfil_play::game::Game;
use alfil_play::position::Position;
use alfil_protocol::names;
use alfil_records::pgn::Pgn;
use alfil_resolve::resolution::Resolved;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;
use alfil_rules::sight::Sight;
use alfil_rules::space::{Gluing, Lattice, Meeting};
use alfil_rules::turn::{Growth, Series, Times};
use alfil_syntax::definition::{self, Role};
use alfil_syntax::write::{Map, Place, WIDTH, quoted};
use alfil_workspace::{Workspace, games, shipped_modifiers};
use serde_json::{Value, json};

// Answers that need no text of a definition: the games by name, and PGN.

/// The names of all shipped games.
pub fn variants() -> Value {
    let mut names: Vec<&str> = games().collect();
    names.sort_unstable();
    json!({ "names": names })
}

/// The definition that the question calls `name`: a shipped name, as other programs spell it too, a
/// title, or a sum of names. With `shuffled`, the game with shuffled starts has precedence. The texts
/// of `base` have names as well.
pub fn variant(base: &Workspace, question: &Value) -> Value {
    let wanted = question["name"].as_str().unwrap_or_default();
    let shuffled = question["shuffled"].as_bool().unwrap_or_default();
    let usual = || names::game_called(wanted);
    let known =
        if shuffled { names::find(&format!("{wanted}960")).or_else(usual) } else { usual() };
    if let Some(shipped) = known.and_then(alfil_definitions::find) {
        return json!({ "name": shipped.name, "text": shipped.text });
    }
    let mut workspace = base.clone();
    let findings = workspace.findings(wanted);
    let title = workspace.examine(wanted).game.map(|game| game.rules().title.clone());
    if let Some(title) = title {
        let file: Map = [("name", title.as_str()), ("extends", wanted)].into_iter().collect();
        return json!({ "name": wanted, "text": file.text(WIDTH) });
    }
    let all = findings.iter().map(|finding| {
        let mut one = json!({});
        describe(&mut one, finding);
        one
    });
    json!({ "findings": all.collect::<Vec<_>>() })
}

/// The first game of the text `pgn`: its tags and the texts of its moves, as they are written.
pub fn pgn(question: &Value) -> Value {
    let Some(text) = question["pgn"].as_str() else {
        return json!({ "error": "missing field `pgn` (a text)" });
    };
    let Pgn { tags, moves } = Pgn::read(text);
    let tags = tags.into_iter().map(|(name, value)| json!([name, value]));
    let moves = moves.into_iter().map(|(text, _)| text);
    json!({ "tags": tags.collect::<Vec<_>>(), "moves": moves.collect::<Vec<_>>() })
}

// The shipped games as cards: origin, one line of their rules, and facts by which a page may
// filter them. The facts come from the compiled rules.

/// The cards of the shipped games that the question names, or of all. Definitions that are no
/// games have no card.
pub(super) fn cards(question: &Value) -> Value {
    let names = question["names"].as_array();
    let is_wanted =
        |shipped: &Shipped| names.is_none_or(|names| names.iter().any(|name| name == shipped.name));
    // Games share their parents, which one workspace reads once.
    let mut workspace = Workspace::new();
    let cards = alfil_definitions::shipped().filter(is_wanted);
    let cards: Vec<Value> = cards.filter_map(|shipped| card(&mut workspace, shipped)).collect();
    json!({ "cards": cards })
}

fn card(workspace: &mut Workspace, shipped: Shipped) -> Option<Value> {
    let analysis = workspace.examine(shipped.name);
    let (game, resolved) = (analysis.game?, analysis.resolved?);
    if resolved.role != Role::Game {
        return None;
    }
    let about = |key: &str| resolved.about.iter().find(|(name, _)| name == key).map(|(_, v)| v);
    let tags = about("tags").map_or("", String::as_str).split(',').map(str::trim);
    let scene = about("scene").and_then(|scene| game.scene(scene));
    Some(json!({
        "name": shipped.name,
        "family": shipped.family,
        "title": resolved.title,
        "inventor": about("inventor"),
        "year": about("year"),
        "line": about("pitch").map(String::as_str)
            .or_else(|| about("rules").or_else(|| about("notes")).map(|text| first_sentence(text))),
        "tags": tags.filter(|tag| !tag.is_empty()).collect::<Vec<_>>(),
        "scene": scene.unwrap_or_default(),
        "parent": parent(workspace, &resolved, shipped),
        "facts": facts(shipped.name, &game),
    }))
}

/// The name after `extends`.
fn parent(workspace: &Workspace, resolved: &Resolved, shipped: Shipped) -> Option<String> {
    let source = *resolved.asked.first()?;
    let tree = definition::tree(source, &workspace.sources().get(source).text).value?;
    let file = definition::read(&tree, shipped.text).value?;
    file.extends.map(|parent| parent.text().to_owned())
}

/// The text up to the first full stop that ends a sentence.
fn first_sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |end| &text[..=end])
}

/// Facts about the game with this `name`, by which a page may filter. `plies` is the usual length of a
/// game, if it is known.
fn facts(name: &str, game: &Game) -> Value {
    let rules = game.rules();
    let cells = match game.start() {
        Position::Board(play) => Some(play.arena().graph.sites().count()),
        Position::Plane(_) => None,
    };
    json!({
        "board": board(rules),
        "cells": cells,
        "size": rules.space.lattice.head(),
        "hands": rules.hand.is_some(),
        "parts": has_parts(rules),
        "starts": game.starts().is_some(),
        "players": rules.sides.count(),
        "teams": rules.sides.have_allies(),
        "hidden": rules.sight != Sight::Everything,
        "chance": !rules.dice.is_empty(),
        "plies": alfil_definitions::usual_length(name),
    })
}

/// The sort of board: the words of the page's filter.
fn board(rules: &Ruleset) -> &'static str {
    match &rules.space.lattice {
        Lattice::Grid { files, ranks, gluing: Gluing::Flat } => {
            let is_square = files == ranks && rules.space.without.is_empty();
            if is_square && rules.space.sections.is_empty() { "square" } else { "grid" }
        }
        Lattice::Grid { .. } => "wrapped",
        Lattice::Layers { .. } => "layers",
        Lattice::Hexagon(_) => "hexagonal",
        Lattice::Net(_) => "graph",
        Lattice::Plane { .. } => "plane",
        Lattice::Sphere { .. } => "sphere",
    }
}

/// True if some turns have several moves, or some moves have a further choice, such as the cell of
/// an arrow.
fn has_parts(rules: &Ruleset) -> bool {
    let all = rules.turn.series.0.iter().chain(&rules.turn.first);
    let is_long = |series: &Series| series.growth != Growth::None || series.steps.len() > 1;
    all.clone().any(is_long)
        || rules.turn.steps().any(|step| step.times != Times::Once)
        || rules.effects.iter().any(|effect| effect.choices() > 0)
}

// The text of a new variant: a board, an army, modifiers and a name.

/// The name of the text while it is made.
const DRAFT: &str = "new variant";

/// The text of the variant that the question describes. The fields are `name`, `army` (a shipped
/// game; empty for pieces of its own), `lattice` (such as `grid 8x8`; empty for that of the army)
/// and `modifiers`. With `fitting`, the answer contains the modifiers that fit the army, which takes
/// a compilation for each.
pub(super) fn wizard(question: &Value) -> Result<Value, String> {
    let word = |key: &str| question[key].as_str().unwrap_or_default().trim();
    let (army, lattice) = (word("army"), word("lattice"));
    let chosen = question["modifiers"].as_array().map_or(&[][..], Vec::as_slice);
    let chosen: Vec<&str> = chosen.iter().filter_map(Value::as_str).collect();
    let base = Workspace::new();
    let name = if word("name").is_empty() { "My Variant" } else { word("name") };
    let name = quoted(&name.replace(['\n', '\r'], " "), Place::Line);
    let text = match army {
        "" => kings(&base, &name, lattice)?,
        army => {
            if alfil_definitions::find(army).is_none() {
                return Err(format!("there is no shipped game `{army}`"));
            }
            let sum: Vec<&str> = std::iter::once(army).chain(chosen.iter().copied()).collect();
            let text = format!("alfil: 1\nname: {name}\nextends: {}\n", sum.join("+"));
            on(&base, text, lattice)?
        }
    };
    let page = read(&base, &text);
    let errors = page.marks().into_iter().filter(|mark| mark.finding.severity.name() == "error");
    let errors: Vec<String> = errors.map(|mark| mark.finding.title).collect();
    let wanted = question["fitting"].as_bool().unwrap_or(false);
    let fitting = wanted.then(|| if army.is_empty() { Vec::new() } else { modifiers(&base, army) });
    let head = page.resolved().map(|resolved| resolved.ruleset.space.lattice.head());
    Ok(
        json!({ "text": text, "errors": errors, "modifiers": fitting, "lattice": head, "armies": armies() }),
    )
}

fn read(base: &Workspace, text: &str) -> Page {
    Page::read(base, &Address::Name(DRAFT.to_owned()), text)
}

/// The text with another board, if it differs.
fn on(base: &Workspace, text: String, lattice: &str) -> Result<String, String> {
    let page = read(base, &text);
    let present = page.resolved().map(|resolved| resolved.ruleset.space.lattice.head());
    if lattice.is_empty() || present.as_deref() == Some(lattice) {
        return Ok(text);
    }
    revised(&page, &Revision::Space { lattice: lattice.to_owned() })
}

fn revised(page: &Page, revision: &Revision) -> Result<String, String> {
    let changes = page.revise(revision)?;
    let mut text = page.text().to_owned();
    for Change { range, text: new } in changes.into_iter().rev() {
        text.replace_range(range, &new);
    }
    Ok(text)
}

/// A game of two kings, one on each edge, to which an author adds pieces.
fn kings(base: &Workspace, name: &str, lattice: &str) -> Result<String, String> {
    let lattice = if lattice.is_empty() { "grid 8x8" } else { lattice };
    let begin = format!(
        "name: {name}\nspace: grid 8x8\npieces:\n  king: {{letter: K, moves: K, royal: true}}\nsetup: 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"
    );
    let text = on(base, begin, lattice)?;
    let page = read(base, &text);
    let rules = page.resolved().map(|resolved| &resolved.ruleset);
    let shape = &rules.ok_or("this is not a board")?.space.lattice;
    let mut text = revised(&page, &Revision::Clear)?;
    let homes = [(Side::White, home(shape, 0)), (Side::Black, home(shape, farthest(shape)))];
    for (side, cell) in homes {
        let put = Revision::Put { cell, piece: "king".to_owned(), side };
        text = revised(&read(base, &text), &put)?;
    }
    Ok(text)
}

/// The row with the largest distance from the first one.
fn farthest(lattice: &Lattice) -> u8 {
    match lattice {
        Lattice::Grid { gluing, ranks, .. } if gluing.ranks() != Meeting::Apart => ranks / 2,
        Lattice::Grid { .. }
        | Lattice::Layers { .. }
        | Lattice::Hexagon(_)
        | Lattice::Net(_)
        | Lattice::Plane { .. }
        | Lattice::Sphere { .. } => lattice.ranks().saturating_sub(1),
    }
}

/// The middle cell of a row.
fn home(lattice: &Lattice, rank: u8) -> String {
    let columns = lattice.columns(rank);
    let file = columns.get(columns.len() / 2).copied().unwrap_or(0);
    lattice.cell_name(file, rank)
}

/// The shipped modifiers that make a game without errors out of this one, each with its title.
fn modifiers(base: &Workspace, army: &str) -> Vec<Value> {
    let fit = |shipped: alfil_library::Shipped| {
        let text = format!("name: {DRAFT}\nextends: {army}+{}\n", shipped.name);
        let page = read(base, &text);
        let idle = page.marks().iter().any(|mark| mark.finding.code == "idle-modifier");
        // A modifier alone has the title of a sum with chess. Its own part is the last.
        let own = read(base, shipped.text);
        let title = own.resolved().and_then(|r| Some(r.parts.last()?.title.clone()));
        (page.game().is_some() && !idle)
            .then(|| json!({ "name": shipped.name, "title": title.unwrap_or_default() }))
    };
    shipped_modifiers().filter_map(fit).collect()
}

/// The shipped games that a new variant may extend.
fn armies() -> Vec<&'static str> {
    games().collect()
}
