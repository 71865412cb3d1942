//! Zones on a plane: areas from a line to the far edge.

use crate::geometry::scalar::Vec2;
use alfil_rules::condition::Area;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;

/// Returns the distance from the own edge to the middle of the first rank of `area`. `None` unless
/// the area extends to the far edge.
pub fn area_line(area: &Area, rules: &Ruleset, size: Vec2) -> Option<f64> {
    match area {
        Area::LastRank => Some(size.y - 0.5),
        Area::Ranks { first, last } if f64::from(*last) >= size.y => Some(f64::from(*first) - 0.5),
        // A zone refers only to zones before it, so the recursion ends.
        Area::Zone(zone) => {
            let [white, black] = Side::BOTH.map(|side| &rules.zones[*zone].area[side]);
            area_line(white, rules, size).filter(|_| white == black)
        }
        Area::Ranks { .. }
        | Area::Layers { .. }
        | Area::Files { .. }
        | Area::Edge
        | Area::Corner
        | Area::Cells(_)
        | Area::Rectangle(_)
        | Area::Plot(_)
        | Area::Enemys(_)
        | Area::All(_)
        | Area::Any(_)
        | Area::Not(_) => None,
    }
}
