//! The zones of a planned definition. Morph boards and shuffles need them.

use crate::foreign::diagram::cells::{Cell, places};
use crate::foreign::diagram::plan::Plan;
use alfil_rules::area::{Places, Shape};
use alfil_rules::condition::Area;
use alfil_rules::side::Side;
use alfil_syntax::write::{Map, Yaml};
use std::collections::BTreeSet;

/// The word of a kind in the names of its zones.
fn word(name: &str) -> String {
    name.replace(' ', "-")
}

pub(super) fn shut(name: &str) -> String {
    format!("{}-shut", word(name))
}

pub(super) fn winning(name: &str) -> String {
    format!("{}-wins", word(name))
}

pub(super) fn waiting(name: &str) -> String {
    format!("{}-wins-later", word(name))
}

pub(super) fn becoming(name: &str, to: &str) -> String {
    format!("{}-to-{}", word(name), word(to))
}

pub(super) fn light(name: &str) -> String {
    format!("{}-light", word(name))
}

/// The zones of morph boards and shuffles.
pub(super) fn zones(plan: &Plan, shape: &Shape) -> Map {
    let diagram = plan.diagram;
    let zone = |name: String, white: &BTreeSet<Cell>| {
        let black: Vec<Cell> =
            white.iter().map(|&cell| diagram.size.for_black(cell, diagram.symmetry)).collect();
        let [white, black] = [places(white), places(&black)];
        let each = [("white", (Side::White, &white)), ("black", (Side::Black, &black))];
        let text = |each: &[(Side, &Places)]| Area::of_cells(shape, each).map(|area| area.words());
        let value = match text(&each.map(|(_, one)| one)) {
            Some(text) => text.into(),
            None => Yaml::map(each.map(|(side, one)| (side, text(&[one]).unwrap_or_default()))),
        };
        (name, value)
    };
    let mut zones: Vec<(String, Yaml)> = Vec::new();
    for kind in &plan.kinds {
        let (name, morph) = (&kind.name, &kind.morph);
        let plain = [
            (shut(name), &morph.shut),
            (winning(name), &morph.wins),
            (waiting(name), &morph.wins_later),
        ];
        let plain = plain.into_iter().filter(|(_, cells)| !cells.is_empty());
        zones.extend(plain.map(|(name, cells)| zone(name, cells)));
        let becomes = morph.becomes.iter();
        zones.extend(becomes.map(|(&to, cells)| zone(becoming(name, plan.name(to)), cells)));
    }
    if let Some(shuffle) = &plan.shuffle {
        let cells: BTreeSet<Cell> =
            shuffle.cells.iter().filter(|cell| !cell.is_dark()).copied().collect();
        let keys = shuffle.light.keys().filter(|_| !cells.is_empty());
        zones.extend(keys.map(|&piece| zone(light(plan.name(piece)), &cells)));
    }
    zones.into_iter().collect()
}
