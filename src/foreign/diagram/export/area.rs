//! The cells of areas of a definition.

use crate::foreign::diagram::cells::{Cell, Size, Symmetry};
use alfil_rules::condition::Area;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::{Color, Side};
use std::collections::BTreeSet;

/// All cells of the board.
fn every(size: Size) -> impl Iterator<Item = Cell> {
    (0..size.ranks).flat_map(move |rank| (0..size.files).map(move |file| Cell { rank, file }))
}

/// True if Black's area is White's on the other side of the board.
pub(super) fn both(rules: &Ruleset, area: &Area, size: Size) -> Option<bool> {
    let white = cells(rules, area, size, Side::White)?;
    let black = cells(rules, area, size, Side::Black)?;
    let fits = |symmetry: Symmetry| {
        let turned = white.iter().map(|&cell| size.for_black(cell, symmetry));
        turned.collect::<BTreeSet<Cell>>() == black
    };
    Some(fits(Symmetry::Mirror) && fits(Symmetry::Rotate))
}

/// The cells of an area as a side sees it. `None` for areas that depend on the shape of the board.
pub(super) fn cells(
    rules: &Ruleset,
    area: &Area,
    size: Size,
    side: Side,
) -> Option<BTreeSet<Cell>> {
    let own = |rank: u8| match side.color() {
        Color::White => rank + 1,
        Color::Black => size.ranks - rank,
    };
    let of = |holds: &dyn Fn(Cell) -> bool| Some(every(size).filter(|&cell| holds(cell)).collect());
    let named = |text: &str| {
        let rank = text.get(1..)?.parse::<u8>().ok()?.checked_sub(1)?;
        let file = text.bytes().next()?.checked_sub(b'a')?;
        Some(Cell { rank, file })
    };
    match area {
        Area::Ranks { first, last } => of(&|cell| (*first..=*last).contains(&own(cell.rank))),
        Area::LastRank => of(&|cell| own(cell.rank) == size.ranks),
        Area::Files { first, last } => {
            of(&|cell| (*first..=*last).contains(&char::from(b'a' + cell.file)))
        }
        Area::Cells(list) => list.iter().map(|cell| named(&cell.value)).collect(),
        Area::Rectangle([from, to]) => {
            let (from, to) = (named(&from.value)?, named(&to.value)?);
            let files = from.file.min(to.file)..=from.file.max(to.file);
            let ranks = from.rank.min(to.rank)..=from.rank.max(to.rank);
            of(&|cell| files.contains(&cell.file) && ranks.contains(&cell.rank))
        }
        Area::Zone(zone) => cells(rules, &rules.zones.get(*zone)?.area[side], size, side),
        Area::Enemys(area) => cells(rules, area, size, side.other()),
        Area::Not(area) => {
            let inner = cells(rules, area, size, side)?;
            of(&|cell| !inner.contains(&cell))
        }
        Area::All(areas) => {
            let all: Option<Vec<_>> = areas.iter().map(|a| cells(rules, a, size, side)).collect();
            let all = all?;
            of(&|cell| all.iter().all(|cells| cells.contains(&cell)))
        }
        Area::Any(areas) => {
            let all: Option<Vec<_>> = areas.iter().map(|a| cells(rules, a, size, side)).collect();
            Some(all?.into_iter().flatten().collect())
        }
        Area::Layers { .. } | Area::Edge | Area::Corner | Area::Plot(_) => None,
    }
}
