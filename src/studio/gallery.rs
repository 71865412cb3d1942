//! The shipped games as cards: origin, one line of their rules, and facts by which a page may
//! filter them. The facts come from the compiled rules.

use crate::library::{self, Shipped};
use crate::play::game::Game;
use crate::play::position::Position;
use crate::resolve::resolution::Resolved;
use crate::variant::Workspace;

use alfil_rules::ruleset::Ruleset;
use alfil_rules::space::{Gluing, Lattice};
use alfil_rules::turn::{Growth, Series, Times};
use alfil_syntax::definition::{self, Role};
use serde_json::{Value, json};

/// The cards of the shipped games that the question names, or of all. Definitions that are no
/// games have no card.
pub(super) fn cards(question: &Value) -> Value {
    let names = question["names"].as_array();
    let is_wanted =
        |shipped: &Shipped| names.is_none_or(|names| names.iter().any(|name| name == shipped.name));
    // Games share their parents, which one workspace reads once.
    let mut workspace = Workspace::new();
    let cards = library::shipped().filter(is_wanted);
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
    Some(json!({
        "name": shipped.name,
        "family": shipped.family,
        "title": resolved.title,
        "inventor": about("inventor"),
        "year": about("year"),
        "line": about("rules").or_else(|| about("notes")).map(|text| first_sentence(text)),
        "parent": parent(workspace, &resolved, shipped),
        "facts": facts(&game),
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

fn facts(game: &Game) -> Value {
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
