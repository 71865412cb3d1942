//! The cells of areas of a definition.

use crate::foreign::diagram::cells::{Cell, Size, Symmetry};
use alfil_rules::condition::Area;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;
use std::collections::BTreeSet;

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
    let places = area.on_grid(&size.lattice(), &rules.zones, side)?;
    Some(places.into_iter().map(|(file, rank)| Cell { rank, file }).collect())
}
