//! The board and its zones: the lattice and its size, and zones as sets of cells.

use crate::page::{Change, Page, bytes};
use crate::revise::setup::{self, Rows, SETUP, Square, bare, mend_rights, own_scalar, rules};
use crate::revise::value::{Draft, entries, text_of};
use alfil_play::board::BoardPlay;
use alfil_rules::condition::{Area, Zone};
use alfil_rules::condition::{Places, Shape};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::{BySide, Side};
use alfil_rules::space::Space;
use alfil_syntax::write::{Place, quoted};
use std::collections::BTreeSet;

// The board: its lattice and size. The rows of the setup follow, so that the text stays a game.

/// The key of the board.
const SPACE: &str = "space";

/// Sets the lattice and its size, such as `torus 8x10`. Other clauses of the board stay.
pub(super) fn set_space(draft: &mut Draft, lattice: &str) -> Result<(), String> {
    let lattice = lattice.trim();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == ' ';
    if lattice.is_empty() || !lattice.chars().all(plain) {
        return Err(format!("`{lattice}` is not a lattice: write one such as `grid 8x8`"));
    }
    let page = draft.page();
    let before = rules(page)?.clone();
    if before.space.lattice.plane().is_some() || lattice.starts_with("plane") {
        return Err("you can change a plane only in the text".to_owned());
    }
    let change = match page.top(SPACE) {
        Some(entry) => {
            let text = text_of(&entry.value).filter(|_| page.is_here(entry));
            let text =
                text.ok_or("the board is a YAML alias, so you can change it only in the text")?;
            let end = head(text.text());
            Change { range: bytes(text.slice(0..end)), text: lattice.to_owned() }
        }
        None => page.insert_top(SPACE, &quoted(&inherited(page, &before, lattice), Place::Line))?,
    };
    draft.edit(change);
    let after = draft.page().rules().map(|rules| rules.space.clone());
    let Some(space) = after else {
        let errors = draft.page().found().iter();
        let why = errors.map(|found| found.title.clone()).next();
        return Err(why.unwrap_or_else(|| format!("`{lattice}` is not a lattice")));
    };
    fit(draft, &space, &before)?;
    mend_rights(draft);
    Ok(())
}

/// The end of the first clause.
fn head(text: &str) -> usize {
    text.find([',', '\n']).map_or(text.trim_end().len(), |end| text[..end].trim_end().len())
}

/// The new lattice with the clauses of a parent that do not depend on its size.
fn inherited(page: &Page, rules: &Ruleset, lattice: &str) -> String {
    let text = page.characters(rules.space.span);
    let clauses = text[head(text)..].split([',', '\n']).map(str::trim);
    let kept = clauses.filter(|clause| ["plain", "checkered"].contains(clause));
    std::iter::once(lattice).chain(kept).collect::<Vec<_>>().join(", ")
}

/// Makes the rows of the setup as long and as many as those of the board. Ranks go and come in the
/// middle, where boards are empty, and files at the right. A parent's setup, which `before` has, is
/// copied only if it does not fit.
fn fit(draft: &mut Draft, space: &Space, before: &Ruleset) -> Result<(), String> {
    let lattice = &space.lattice;
    let all = usize::from(lattice.ranks());
    let is_own = draft.page().top(SETUP).is_some();
    let text = if is_own {
        own_scalar(draft.page())?.text().to_owned()
    } else {
        setup::line(&before.setup, before)
    };
    let rows = Rows::read(&text)?;
    let (form, hole) = (rows.form, rows.form.hole());
    let fits = |rows: &[(std::ops::Range<usize>, Vec<Square>)]| {
        rows.len() == all
            && rows.iter().zip((0..lattice.ranks()).rev()).all(|((_, row), rank)| {
                let columns = lattice.columns(rank);
                let cell = |(file, square): (&u8, &Square)| match square {
                    Square::Piece(_) => space.has(*file, rank),
                    Square::Missing => !space.has(*file, rank),
                    Square::Empty => space.has(*file, rank) || hole == Square::Empty,
                };
                columns.len() == row.len() && columns.iter().zip(row).all(cell)
            })
    };
    if fits(&rows.rows) || !space.sections.is_empty() {
        return Ok(());
    }
    let mut squares: Vec<Vec<Square>> = rows.rows.into_iter().map(|(_, row)| row).collect();
    while squares.len() > all {
        squares.remove(squares.len() / 2);
    }
    while squares.len() < all {
        squares.insert(squares.len().div_ceil(2), Vec::new());
    }
    for (row, rank) in squares.iter_mut().zip((0..lattice.ranks()).rev()) {
        let columns = lattice.columns(rank);
        row.resize(columns.len(), Square::Empty);
        for (square, file) in row.iter_mut().zip(columns) {
            match (space.has(file, rank), &*square) {
                (false, _) => *square = hole.clone(),
                (true, Square::Missing) => *square = Square::Empty,
                (true, Square::Empty | Square::Piece(_)) => {}
            }
        }
    }
    let placed: Vec<String> = squares.iter().map(|row| form.row(row)).collect();
    let placed = placed.join("/");
    let change = if is_own {
        let scalar = own_scalar(draft.page())?;
        Change { range: bytes(scalar.slice(rows.placement)), text: placed }
    } else {
        let mut text = text;
        text.replace_range(rows.placement, &placed);
        draft.page().insert_top(SETUP, &quoted(&text, Place::Line))?
    };
    draft.edit(change);
    Ok(())
}

// Zones as sets of cells, written in the shortest form that has exactly these cells.

/// The key of the zones.
const ZONES: &str = "zones";

/// Cells by name.
type Cells = BTreeSet<String>;

/// The cells of each zone of a text, from the view of each side.
pub fn cells_of(play: &BoardPlay) -> Vec<(String, BySide<Vec<String>>)> {
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
pub(super) fn set_zones(
    draft: &mut Draft,
    name: &str,
    cells: &BySide<Vec<String>>,
) -> Result<(), String> {
    let name = name.trim();
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    if name.is_empty() || !name.chars().all(plain) {
        return Err(format!("`{name}` cannot be a name: use letters, digits, spaces and hyphens"));
    }
    let page = draft.page();
    let play = bare(rules(page)?).ok_or("zones can be painted only on a board whose setup fits")?;
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
                return Err("the zones are a YAML alias, so you can change them only in the text"
                    .to_owned());
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
