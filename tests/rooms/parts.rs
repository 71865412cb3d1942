//! The legal moves that Studio sends to its page as a tree of parts.
//!
//! In every position, the ways from the root to the leaves of the tree are the legal moves. The
//! branches of a node differ in what a player selects.

#![cfg(feature = "cli")]

use alfil::{Game, Workspace};
use alfil_editor::Address;
use alfil_play::position::Position;
use alfil_studio::Studio;
use alfil_suite::run;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;

/// Collects the moves of a tree, and reports branches of one node that look the same.
fn walk(node: &Value, moves: &mut Vec<String>, faults: &mut Vec<String>) {
    let stem = node["stem"].as_str().expect("a stem");
    let mut keys = BTreeSet::new();
    for branch in node["branches"].as_array().expect("branches") {
        let key = match branch {
            Value::String(cell) => {
                moves.push(format!("{stem}{cell}"));
                format!("cell {cell}")
            }
            branch => {
                match branch["text"].as_str() {
                    Some(text) => moves.push(text.to_owned()),
                    None => walk(&branch["next"], moves, faults),
                }
                match branch["cell"].as_str() {
                    Some(cell) => format!("cell {cell}"),
                    None => {
                        let part = ["hand", "cells", "section", "words"].map(|key| &branch[key]);
                        format!("{part:?}")
                    }
                }
            }
        };
        if !keys.insert(key.clone()) {
            faults.push(format!("two branches of `{stem}` are {key}"));
        }
    }
}

/// The start of a game and the positions of its tests.
fn positions(text: &str) -> Option<(Game, BTreeSet<String>)> {
    let variant = alfil::parse(text).ok()?;
    let game = variant.game().clone();
    let Position::Board(_) = game.start() else { return None };
    let cases = variant.resolved().cases.iter();
    let tested = cases.filter_map(|case| run::position(&game, case).ok());
    let mut texts: BTreeSet<String> = tested.map(|position| position.text()).collect();
    texts.insert(game.start().text());
    Some((game, texts))
}

/// The faults of the trees of a definition. Counts its positions.
fn faults(name: &str, text: &str, checked: &mut usize) -> Vec<String> {
    let Some((game, starts)) = positions(text) else { return Vec::new() };
    let mut studio = Studio::new(Workspace::new(), Address::Name(name.to_owned()));
    let mut found = Vec::new();
    for start in starts {
        *checked += 1;
        let question = json!({ "ask": "board", "text": text, "start": start, "moves": [] });
        let answer = studio.answer(&question.to_string());
        let told = |fault: String| format!("{name}, {start}: {fault}");
        if let Some(error) = answer["error"].as_str() {
            found.push(told(error.to_owned()));
            continue;
        }
        let (mut moves, mut faults) = (Vec::new(), Vec::new());
        walk(&answer["tree"], &mut moves, &mut faults);
        found.extend(faults.into_iter().map(told));
        let read = Workspace::new().read(&game, "the position", &start).value;
        let position = read.expect("a position that was written");
        // The page asks for a roll, and no branch chooses its outcome.
        if position.rolls() {
            assert!(answer["roll"].is_string(), "{name}, {start}: no die is named");
            continue;
        }
        let mut wanted = position.legal().texts().expect("a board has a list of moves");
        // A move may have several ways to it.
        moves.sort();
        moves.dedup();
        wanted.sort();
        if moves != wanted {
            found.push(told(format!("the tree has {moves:?}, legal are {wanted:?}")));
        }
    }
    found
}

#[test]
fn every_legal_move_is_a_way_down_the_tree() {
    let (mut found, mut checked) = (Vec::new(), 0);
    for shipped in crate::some(alfil_definitions::shipped(), 4) {
        found.extend(faults(shipped.name, shipped.text, &mut checked));
    }
    for entry in fs::read_dir("tests/rules").expect("the folder of rule tests") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a file that can be read");
        found.extend(faults(&path.display().to_string(), &text, &mut checked));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(checked > 300, "{checked} positions");
}
