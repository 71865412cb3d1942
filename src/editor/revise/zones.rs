//! Zones as sets of cells, written in the shortest form that has exactly these cells.

use crate::editor::page::Page;
use crate::editor::revise::draft::Draft;
use crate::editor::revise::setup::{bare, rules};
use crate::editor::revise::value::entries;
use crate::play::board::BoardPlay;
use alfil_rules::area::{Places, Shape};
use alfil_rules::condition::{Area, Zone};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::{BySide, Side};
use std::collections::BTreeSet;

/// The key of the zones.
const ZONES: &str = "zones";

/// Cells by name.
type Cells = BTreeSet<String>;

/// The cells of each zone of a text, from the view of each side.
pub(crate) fn cells_of(play: &BoardPlay) -> Vec<(String, BySide<Vec<String>>)> {
    let arena = play.arena();
    let names = |area: &Area, side: Side| {
        let cells = arena.cells(area, side);
        cells.into_iter().map(|site| arena.graph.name(site).to_owned()).collect()
    };
    let zone = |zone: &Zone| {
        let cells = BySide::of(arena.rules.sides, |side| names(&zone.area[side], side));
        (zone.name.value.clone(), cells)
    };
    arena.rules.zones.iter().map(zone).collect()
}

impl Page {
    /// Whether this text, and no parent alone, defines the zone.
    pub fn defines_zone(&self, name: &str) -> bool {
        let zones = self.top(ZONES).and_then(|section| entries(&section.value));
        zones.into_iter().flatten().any(|entry| entry.key.text() == name)
    }
}

/// Gives a zone these cells.
pub(super) fn set(
    draft: &mut Draft,
    name: &str,
    cells: &BySide<Vec<String>>,
) -> Result<(), String> {
    let name = name.trim();
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    if name.is_empty() || !name.chars().all(plain) {
        return Err(format!("`{name}` is no name: write letters, digits, blanks and hyphens"));
    }
    let page = draft.page();
    let play = bare(rules(page)?).ok_or("zones are painted on boards whose setup fits")?;
    let sides = play.arena().rules.sides;
    let wanted = BySide::of(sides, |side| cells[side].iter().cloned().collect::<Cells>());
    if sides.each().any(|side| wanted[side].is_empty()) {
        return Err("a zone has at least one cell".to_owned());
    }
    if let Some(unknown) = sides
        .each()
        .flat_map(|side| &cells[side])
        .find(|cell| play.arena().graph.find(cell).is_none())
    {
        return Err(format!("there is no cell `{unknown}`"));
    }
    let written = shortest(&play, &wanted);
    let change = match page.top(ZONES) {
        Some(section) if entries(&section.value).is_some() => {
            if !page.is_here(section) {
                return Err("the zones are an alias, so they can only be typed".to_owned());
            }
            let known = entries(&section.value).into_iter().flatten();
            match known.into_iter().find(|entry| entry.key.text() == name) {
                Some(old) => page.replace(old, &written)?,
                None => page.insert(&section.value, None, name, &written)?,
            }
        }
        Some(section) => page.replace(section, &format!("{{{name}: {written}}}"))?,
        None => page.insert_top(ZONES, &format!("{{{name}: {written}}}"))?,
    };
    draft.edit(change);
    if holds(draft.page(), name, &wanted) {
        Ok(())
    } else {
        Err(format!("`{name}` cannot be a zone of these cells"))
    }
}

/// Whether the text gives the zone these cells. A text with other errors is not asked.
fn holds(page: &Page, name: &str, wanted: &BySide<Cells>) -> bool {
    let Some(play) = page.rules().and_then(bare) else { return page.rules().is_none() };
    let zones = cells_of(&play);
    let found = zones.iter().find(|(zone, _)| zone == name);
    found.is_some_and(|(_, cells)| {
        let same = |side| cells[side].iter().cloned().collect::<Cells>() == wanted[side];
        play.arena().rules.sides.each().all(same)
    })
}

/// Removes a zone of this text.
pub(super) fn remove(draft: &mut Draft, name: &str) -> Result<(), String> {
    let change = draft.page().delete(ZONES, name)?;
    draft.edit(change);
    Ok(())
}

/// The shortest area that has these cells for each side, as a YAML value.
fn shortest(play: &BoardPlay, wanted: &BySide<Cells>) -> String {
    let arena = play.arena();
    let Ruleset { space, sides, .. } = &arena.rules;
    let shape = Shape::new(&space.lattice, *sides, |area, side| {
        arena.cells(area, side).into_iter().map(|site| arena.graph.file_rank(site)).collect()
    });
    let sites = |side: Side| wanted[side].iter().filter_map(|cell| arena.graph.find(cell));
    let places = |side| sites(side).map(|site| arena.graph.file_rank(site)).collect::<Places>();
    let wanted = BySide::of(*sides, places);
    let each: Vec<(Side, &Places)> = sides.each().map(|side| (side, &wanted[side])).collect();
    let text = |each: &[(Side, &Places)]| Area::of_cells(&shape, each).map(|area| area.words());
    text(&each).unwrap_or_else(|| {
        let entry = |one: (Side, &Places)| {
            format!("{}: {}", arena.rules.word_of(one.0), text(&[one]).unwrap_or_default())
        };
        format!("{{{}}}", each.into_iter().map(entry).collect::<Vec<_>>().join(", "))
    })
}
