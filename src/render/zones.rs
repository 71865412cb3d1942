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
        let [white, black] = Side::BOTH.map(|side| -> Vec<Spot> {
            let sites = arena.cells(&Area::Zone(id), side);
            sites.into_iter().filter_map(|site| scene.find(arena.graph.name(site))).collect()
        });
        let distinct = if white == black { vec![white] } else { vec![black, white] };
        let zone = |cells| Zone { name: zone.name.value.clone(), cells };
        scene.zones.extend(distinct.into_iter().map(zone));
    }
}

/// Adds the zones that `area` names.
fn zones_of(area: &Area, zones: &mut BTreeSet<ZoneId>) {
    if let Area::Zone(id) = area {
        zones.insert(*id);
    }
    area.parts().iter().for_each(|part| zones_of(part, zones));
}
