//! Zones of a plane: areas that reach from a line to the far edge.

use crate::scalar::Vec2;
use alfil_rules::condition::Area;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;

/// Where the middle of the first rank of `area` lies, if it reaches from there to the far edge.
pub fn area_line(area: &Area, rules: &Ruleset, size: Vec2) -> Option<f64> {
    match area {
        Area::LastRank => Some(size.y - 0.5),
        Area::Ranks { first, last } if f64::from(*last) >= size.y => Some(f64::from(*first) - 0.5),
        // A zone is made of zones above it, so this ends.
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
        | Area::Enemys(_)
        | Area::All(_)
        | Area::Any(_)
        | Area::Not(_) => None,
    }
}
