//! Zones as sets of cells, written in the shortest form that has exactly these cells.

use crate::editor::page::Page;
use crate::editor::revise::draft::Draft;
use crate::editor::revise::setup::{bare, rules};
use crate::editor::revise::value::entries;
use crate::play::board::BoardPlay;
use crate::resolve::context::Context;
use crate::resolve::movement::area;
use alfil_diagnostics::diagnostic::Report;
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{SourceId, Span};
use alfil_rules::side::{BySide, Side};
use alfil_syntax::choices::Dialect;
use std::collections::BTreeSet;

/// The key of the zones.
const ZONES: &str = "zones";

/// Cells by name.
type Cells = BTreeSet<String>;

/// The cells of each zone of a text, from the view of each side.
pub(crate) fn cells_of(play: &BoardPlay) -> Vec<(String, BySide<Vec<String>>)> {
    let arena = play.arena();
    let names = |area: &alfil_rules::condition::Area, side: Side| {
        let cells = arena.cells(area, side);
        cells.into_iter().map(|site| arena.graph.name(site).to_owned()).collect()
    };
    let zone = |zone: &alfil_rules::condition::Zone| {
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
    match holds(draft.page(), name, &wanted) {
        false => Err(format!("`{name}` cannot be a zone of these cells")),
        true => Ok(()),
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
    let rules = &play.arena().rules;
    let first = &wanted[Side::White];
    let are_same = rules.sides.each().all(|side| wanted[side] == *first);
    let mut forms = relative(play);
    if are_same {
        forms.extend(files(play));
        forms.extend(["edge", "corner"].map(str::to_owned));
        forms.push(list(play, first));
    }
    let fits = |form: &String| {
        let read = |side| evaluated(play, form, side);
        rules.sides.each().all(|side| read(side).as_ref() == Some(&wanted[side]))
    };
    // `file a` is one part, as `a1-a8` is, and says more. The list comes last.
    let parts = |form: &String| {
        form.split(' ').filter(|part| part.contains(|c: char| c.is_ascii_digit())).count().max(1)
    };
    let best = forms.into_iter().filter(fits).min_by_key(parts);
    best.unwrap_or_else(|| {
        let one = |cells: &Cells| {
            let listed = list(play, cells);
            match evaluated(play, &listed, Side::White).as_ref() == Some(cells) {
                true => listed,
                false => cells.iter().cloned().collect::<Vec<_>>().join(" "),
            }
        };
        if are_same {
            return one(first);
        }
        let sides = rules.sides.each();
        let each = sides.map(|side| format!("{}: {}", rules.word_of(side), one(&wanted[side])));
        format!("{{{}}}", each.collect::<Vec<_>>().join(", "))
    })
}

/// The cells of an area as text, from the view of a side. `None` if it is no area.
fn evaluated(play: &BoardPlay, text: &str, side: Side) -> Option<Cells> {
    let place = |bytes: std::ops::Range<usize>| Span::new(SourceId::only(), bytes.start, bytes.end);
    let zones = IndexVec::new();
    let context = Context { place: &place, zones: &zones, dialect: Dialect::default() };
    let area = area(text, context, &mut Report::default())?;
    let arena = play.arena();
    let cells = arena.cells(&area, side);
    Some(cells.into_iter().map(|site| arena.graph.name(site).to_owned()).collect())
}

/// Areas that each side counts from its own edge.
fn relative(play: &BoardPlay) -> Vec<String> {
    let ranks = play.arena().rules.space.lattice.ranks_of_layer();
    let span = |first: u8| {
        (first..=ranks).map(move |last| match first == last {
            true => format!("rank {first}"),
            false => format!("ranks {first}-{last}"),
        })
    };
    let mut forms = vec!["last rank".to_owned()];
    forms.extend((1..=ranks).flat_map(span));
    forms
}

fn files(play: &BoardPlay) -> Vec<String> {
    let lattice = &play.arena().rules.space.lattice;
    let names: Vec<char> = (0..lattice.files()).map(|file| lattice.file_name(file)).collect();
    let span = |(n, first): (usize, &char)| {
        let named = |last: &char| match first == last {
            true => format!("file {first}"),
            false => format!("files {first}-{last}"),
        };
        names[n..].iter().map(named).collect::<Vec<_>>()
    };
    names.iter().enumerate().flat_map(span).collect()
}

/// Cells as rectangles and single cells. Each rectangle is the largest that has a cell which no
/// earlier one has.
fn list(play: &BoardPlay, cells: &Cells) -> String {
    let lattice = &play.arena().rules.space.lattice;
    let has = |file: u8, rank: u8| cells.contains(&lattice.cell_name(file, rank));
    let mut left: BTreeSet<(u8, u8)> = cells
        .iter()
        .filter_map(|cell| lattice.place(cell))
        .map(|(file, rank)| (rank, file))
        .collect();
    let mut parts = Vec::new();
    // A box over several layers is no rectangle of rows.
    let layered = lattice.layers() > 1;
    while let Some(&(rank, file)) = left.first() {
        let mut best = (0usize, file, rank);
        let mut widest = lattice.files();
        for top in rank..lattice.ranks() {
            if layered && top > rank {
                break;
            }
            let width = (file..widest).take_while(|&f| has(f, top)).count() as u8;
            if width == 0 {
                break;
            }
            widest = file + width;
            let fresh = (rank..=top)
                .flat_map(|r| (file..widest).map(move |f| (r, f)))
                .filter(|cell| left.contains(cell))
                .count();
            if fresh > best.0 {
                best = (fresh, widest - 1, top);
            }
        }
        let (_, far, top) = best;
        for r in rank..=top {
            for f in file..=far {
                left.remove(&(r, f));
            }
        }
        let (low, high) = (lattice.cell_name(file, rank), lattice.cell_name(far, top));
        match (far - file, top - rank) {
            (0, 0) => parts.push(low),
            (1, 0) | (0, 1) => parts.extend([low, high]),
            _ => parts.push(format!("{low}-{high}")),
        }
    }
    parts.join(" ")
}
