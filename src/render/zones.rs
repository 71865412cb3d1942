//! Marks the zones that restrict movement and promotion. A zone that no piece uses is left out.
//! Goals have marks of their own.

use crate::render::goals::areas_of;
use crate::render::scene::{Scene, Spot, Zone};
use alfil_board::model::board_model::BoardModel;
use alfil_rules::condition::Area;
use alfil_rules::ids::ZoneId;
use alfil_rules::side::Side;
use std::collections::BTreeSet;

/// Adds the zones that pieces of `arena` use to `scene`.
pub(crate) fn mark(scene: &mut Scene, arena: &BoardModel) {
    let mut areas = Vec::new();
    for kind in arena.rules.kinds.iter() {
        kind.moves.terms.iter().for_each(|term| areas_of(&term.when, &mut areas));
        areas.extend(kind.promotions.iter().filter_map(|promotion| promotion.at.clone()));
    }
    let mut used = BTreeSet::new();
    areas.iter().for_each(|area| zones_of(area, &mut used));
    for (id, zone) in arena.rules.zones.enumerate().filter(|(id, _)| used.contains(id)) {
        let mut distinct: Vec<Vec<Spot>> = Vec::new();
        for side in arena.rules.sides.each() {
            let sites = arena.cells(&Area::Zone(id), side);
            let name = |site| scene.find(arena.graph.name(site));
            let cells: Vec<Spot> = sites.into_iter().filter_map(name).collect();
            if !distinct.contains(&cells) {
                distinct.push(cells);
            }
        }
        if distinct.iter().all(|cells| is_drawn(scene, arena, cells)) {
            continue;
        }
        let zone = |cells| Zone { name: zone.name.value.clone(), cells };
        scene.zones.extend(distinct.into_iter().rev().map(zone));
    }
}

/// Returns true if lines of the board show the zone already: its border is the river, or the
/// diagonals lie in it.
fn is_drawn(scene: &Scene, arena: &BoardModel, zone: &[Spot]) -> bool {
    let look = &arena.rules.look;
    let is_bank = look.river.is_some_and(|river| {
        let y = f64::from(river.value.below);
        let stand = scene.cells().enumerate();
        let beyond: BTreeSet<bool> = zone.iter().map(|&s| scene.cells()[s].centre.y > y).collect();
        let side = |spot: Spot| beyond.contains(&(scene.cells()[spot].centre.y > y));
        let mut stand = stand.filter(|(spot, cell)| !cell.outline.is_empty() && side(*spot));
        beyond.len() == 1 && stand.all(|(spot, _)| zone.contains(&spot))
    });
    let crossed = |area: &Area| {
        let cells = arena.cells(area, Side::White).into_iter();
        let mut spots = cells.filter_map(|site| scene.find(arena.graph.name(site))).peekable();
        spots.peek().is_some() && spots.all(|spot| zone.contains(&spot))
    };
    is_bank || look.diagonals.as_ref().is_some_and(|diagonals| crossed(&diagonals.value))
}

/// Adds the zones that `area` names.
fn zones_of(area: &Area, zones: &mut BTreeSet<ZoneId>) {
    if let Area::Zone(id) = area {
        zones.insert(*id);
    }
    area.parts().iter().for_each(|part| zones_of(part, zones));
}
