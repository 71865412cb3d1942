//! The board as a graph.

use crate::describe::rules_json::by_side::by_side;
use alfil_board::model::board_model::BoardModel;
use alfil_diagnostics::index::Id;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::space::{Gluing, Lattice};
use alfil_topology::compass::Compass;
use alfil_topology::graph::{Graph, Node};
use alfil_topology::site_set::AnySet;
use serde_json::{Value, json};

/// The board; null on planes.
pub(super) fn board(rules: &Ruleset, model: Option<&BoardModel>) -> Value {
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
pub(super) fn names(model: &BoardModel, cells: AnySet) -> Vec<String> {
    cells.into_iter().map(|site| model.graph.name(site).to_owned()).collect()
}

/// The zones with their cells; on planes without them.
pub(super) fn zones(rules: &Ruleset, model: Option<&BoardModel>) -> Vec<Value> {
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
