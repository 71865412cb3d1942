//! Marks the cells that goals name, with the areas' names in the definition. An area that is the
//! same for both sides gets one mark.

use crate::render::layout;
use crate::render::mark::{Goes, Mark};
use crate::render::scene::Scene;
use crate::text::areas::{self, Counted};
use alfil_board::model::board_model::BoardModel;
use alfil_rules::condition::{Area, Condition, Place, PlaceKind};
use alfil_rules::side::Side;
use alfil_topology::site_set::Site;

/// Marks the areas of the goals of `arena` in `scene`.
pub(crate) fn mark(scene: &mut Scene, arena: &BoardModel) {
    for goal in &arena.rules.ends.goals {
        let (mut areas, conditions) = goal.question.named();
        conditions.iter().for_each(|condition| areas_of(condition, &mut areas));
        for area in areas {
            let [white, black] =
                Side::BOTH.map(|side| arena.cells(&area, side).into_iter().collect::<Vec<Site>>());
            let marked = if white == black {
                vec![(Goes::Both, white)]
            } else {
                vec![(Goes::White, white), (Goes::Black, black)]
            };
            for (goes, sites) in marked {
                let mark = Mark::Goal(goes);
                // Ranks are counted from the side that has the goal, so their notation would
                // mislead.
                let name = if matches!(area, Area::Ranks { .. }) {
                    areas::noun(&area, &arena.rules.zones, Counted::IT)
                } else {
                    area.notation(&arena.rules.zones)
                };
                scene.name(mark, name);
                layout::mark(scene, &arena.graph, sites, mark);
            }
        }
    }
}

/// Adds the areas that `condition` names.
pub(super) fn areas_of(condition: &Condition, areas: &mut Vec<Area>) {
    match condition {
        Condition::Start(Place { kind: PlaceKind::In(area), .. })
        | Condition::End(Place { kind: PlaceKind::In(area), .. }) => areas.push(area.clone()),
        Condition::All(parts) | Condition::Any(parts) => {
            parts.iter().for_each(|part| areas_of(part, areas));
        }
        Condition::Not(part) => areas_of(part, areas),
        Condition::Always
        | Condition::Start(_)
        | Condition::End(_)
        | Condition::Relative(_)
        | Condition::Every(_) => {}
    }
}
