//! The zones of a planned definition. Morph boards and shuffles need them.

use crate::foreign::diagram::cells::{self, Cell};
use crate::foreign::diagram::plan::Plan;
use std::collections::BTreeSet;

/// A zone of the definition.
pub(super) struct Zone {
    pub(super) name: String,
    pub(super) white: String,
    pub(super) black: String,
}

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
pub(super) fn zones(plan: &Plan) -> Vec<Zone> {
    let diagram = plan.diagram;
    let zone = |name: String, cells: &BTreeSet<Cell>| {
        let black = cells.iter().map(|&cell| diagram.size.for_black(cell, diagram.symmetry));
        Zone { name, white: cells::area(cells), black: cells::area(&black.collect()) }
    };
    let mut zones = Vec::new();
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
    zones
}
